"""The 17 action cards (rules, C): what each draws, lays and takes, asks of whom, and which answers it takes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model import hands as h

# Figures -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionCard:
    """What comes of one action card.

    ``draws``: cards from the draw pile at most, by whoever draws for it; an
    at-once card may be among them. ``lays``: cards at most, ``least`` as long as
    somebody has them, each on one of the places ``where``; of ``one_colour``.
    ``takes``: open cards at most, freely chosen. ``loses``: whose hand may get
    smaller but for cards laid. ``against``: whether it is played against
    one player.
    """

    draws: int = 0
    lays: int = 0
    least: int = 0
    where: frozenset[d.Place] = frozenset()
    one_colour: bool = False
    takes: int = 0
    loses: Literal["nobody", "player", "others", "all"] = "nobody"
    against: bool = False


_PILES: Final = frozenset(d.OPEN)
_ANYWHERE: Final = frozenset[d.Place]((*d.OPEN, d.MAC, d.ACTIONS))

ACTION_CARDS: Final[Mapping[str, ActionCard]] = {
    "A01": ActionCard(loses="others"),
    "A02": ActionCard(),
    "A03": ActionCard(),
    "A04": ActionCard(draws=3),
    "A05": ActionCard(loses="all", against=True),
    "K01": ActionCard(against=True),
    "K02": ActionCard(loses="all", against=True),
    "K03": ActionCard(loses="player", against=True),
    "K04": ActionCard(lays=2, least=2, where=_ANYWHERE, loses="player"),
    "K05": ActionCard(draws=1, against=True),
    "K06": ActionCard(loses="others"),
    "K07": ActionCard(lays=d.MAC_MOST, least=1, where=frozenset((d.MAC,)), loses="player"),
    "K08": ActionCard(lays=5, least=5, where=_PILES, one_colour=True, loses="player"),
    "K09": ActionCard(lays=24, least=1, where=_PILES, one_colour=True, loses="player"),
    "K10": ActionCard(loses="others", against=True),
    "K11": ActionCard(lays=6, least=1, where=_PILES, loses="all"),
    "K12": ActionCard(draws=3, takes=3),
}
"""By face. K07 fills Mac's row; a colour has 24 number cards (K09); six play at most (K11)."""


# What they ask -----------------------------------------------------------------------


LAID_BY_K08: Final = ACTION_CARDS["K08"].lays
ASK_FOR_A_SET: Final = frozenset({"K03", "K08"})
"""Cards that name what must be in the hand: without a pair, or five of one colour, they are not played (C)."""


def obeying(state: m.State, player: int, card: d.Card) -> m.Obey:
    """What an action card asks once it lies on the discard: who decides, how many cards."""
    match card.face:
        case "A04":
            return m.Obey(player, card, count=ACTION_CARDS["A04"].draws)
        case "K04" | "K05" | "K08" | "K12":
            does = ACTION_CARDS[card.face]
            return m.Obey(player, card, (player,), does.lays or does.draws)
        case "K06":
            givers = tuple(p for p in state.others(player) if state.hands[p].size[1])
            return m.Obey(player, card, givers)
        case "K07":
            return m.Obey(player, card, (player,), max(0, d.MAC_MOST - len(state.mac)))
        case "K11":
            # Everybody who has a number card to lay, the player first, then clockwise.
            order = (player, *state.others(player))
            layers = tuple(p for p in order if h.may_hold_number(state.hands[p]))
            return m.Obey(player, card, layers)
        case "A02" | "A03":
            return m.Obey(player, card)
        case "A01" if state.rulings.a01_blind:
            return m.Obey(player, card)
        case _:
            return m.Obey(player, card, (player,))


def finished(state: m.State, pending: m.Obey) -> bool:
    """Whether nobody can do anything more for the action card that is being obeyed."""
    face, hand = pending.card.face, state.hands[pending.by]
    match face:
        case "A01":
            return not victims(state, pending)
        case "K04":
            return pending.count == 0 or hand.size[1] == 0 or not can_lay_away(state, pending.by)
        case "K07":
            return pending.count == 0 or not h.may_hold_number(hand)
        case "K08":
            return pending.count == 0
        case "K09":
            return _colour_gone(hand, pending.detail)
        case "K05":
            return pending.count == 0 or not h.drawable(state, 1)
        case "K12":
            return pending.count == 0 or not can_take(state, pending.by)
        case _:
            return not pending.asked


def _colour_gone(hand: m.Hand, colour: str) -> bool:
    return hand.all_known and not any(colour in ("", c.colour) for c in hand.numbers)


def victims(state: m.State, pending: m.Obey) -> tuple[int, ...]:
    """From whom A01 has not yet taken a card; empty hands are skipped."""
    return tuple(
        p for p in state.others(pending.by) if p not in pending.touched and state.hands[p].size[1]
    )


def playable(state: m.State, player: int, card: d.Card) -> bool:
    """Whether a kept action would have any effect, as far as anybody can tell."""
    hand = state.hands[player]
    # Who plays it from an unseen hand shows one of the unseen cards.
    unseen = max(hand.most - (card not in hand.kept), 0)
    has_number = bool(hand.numbers) or unseen > 0
    match card.face:
        case "K03":
            may_match = unseen > 0 and len(hand.numbers) + unseen > 1
            return may_match or any(matches(state, hand.numbers))
        case "K04":
            return hand.size[1] > 1 and can_lay_away(state, player, card)
        case "K05":
            return h.drawable(state, 1)
        case "K06":
            return any(state.hands[p].size[1] for p in state.others(player))
        case "K07":
            return len(state.mac) < d.MAC_MOST and has_number
        case "K08":
            rest = LAID_BY_K08 - unseen
            return rest <= 0 or bool(h.of_one_colour(hand, rest))
        case "K09":
            return has_number
        case "K11":
            others = (state.hands[p] for p in state.others(player))
            return has_number or any(map(h.may_hold_number, others))
        case "K12":
            return can_take(state, player)
        case _:
            return True


def matches(state: m.State, cards: m.Cards) -> Iterator[tuple[d.Card | None, d.Card | None]]:
    """Pairs of one colour or one value; of one colour and value where K03 is ruled so."""
    both = state.rulings.k03 == "and"
    for one, other in combinations(cards, 2):
        if matching(one, other, both=both):
            yield one, other


def matching(one: d.Card, other: d.Card, *, both: bool) -> bool:
    """Whether two number cards match for K03: in colour or value, or in both."""
    same = (one.colour == other.colour, one.value == other.value)
    return all(same) if both else any(same)


def can_lay_away(state: m.State, player: int, played: d.Card | None = None) -> bool:
    """Whether K04 finds a card to lay: a number card, or a kept action other than the one just played."""
    hand = state.hands[player]
    kept = any(card is not played for card in hand.kept)
    return bool(hand.numbers or hand.most or kept)


def can_take(state: m.State, player: int) -> bool:
    """Whether K12 finds a card to take."""
    if h.sources(state):
        return True
    hands = (state.hands[p] for p in state.others(player))
    return state.rulings.k12_from_hands and any(hand.size[1] for hand in hands)
