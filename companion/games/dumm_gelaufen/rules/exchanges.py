"""Taking and laying: which cards may be taken and laid, and why not others (rules, A4 to A7)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, TypeAlias

from companion.announce import Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model import hands as h
from companion.games.dumm_gelaufen.rules.course import Course, at_once
from companion.games.dumm_gelaufen.rules.effects import replenishes_at_any_time

# Laying ------------------------------------------------------------------------------


def lays(state: m.State, pending: m.ToLay) -> Iterator[m.Lay | m.Take]:
    """Every card to every place where it may be laid now, and the draw that an edition allows before."""
    player = pending.player
    if not must_replenish(state, pending):
        for place in targets(pending):
            for card in h.layable(state.hands[player]):
                yield m.Lay(player, place, card)
    if may_replenish(state, player):
        yield m.Take(player, (d.At(d.DRAW),))


def targets(pending: m.ToLay) -> tuple[d.Place, ...]:
    """Where cards may be laid: in the area where they were taken, never anywhere else."""
    return (d.MAC,) if pending.area == d.MAC else d.OPEN


def may_replenish(state: m.State, player: int) -> bool:
    """Whether a player may draw for being short in the middle of his exchange (rules, D)."""
    if not replenishes_at_any_time(state):
        return False
    hand = state.hands[player]
    short = hand.most > 0 or len(hand.numbers) < state.rulings.replenish_to
    return short and h.numbers_to_draw(state)


def must_replenish(state: m.State, pending: m.ToLay) -> bool:
    """Whether he could not lay what he owes otherwise."""
    hand = state.hands[pending.player]
    short = hand.most == 0 and len(hand.numbers) < pending.count
    return short and may_replenish(state, pending.player)


def stuck(state: m.State, pending: m.ToLay) -> bool:
    """Whether nothing can be laid though something is owed: no number card is to be had any more."""
    may_lay = h.may_hold_number(state.hands[pending.player])
    return not may_lay and not may_replenish(state, pending.player)


def wrong_lay(state: m.State, pending: m.ToLay, move: m.Lay) -> list[Message]:
    """Every reason why this card may not be laid there."""
    wrong: list[Message] = []
    if move.place not in targets(pending):
        wrong.append(_wrong_place(move))
    elif move.place == d.MAC and len(state.mac) >= d.MAC_MOST:
        wrong.append(message("illegal.mac-over-seven", count=len(state.mac) + 1))
    if must_replenish(state, pending):
        wrong.append(message("illegal.must-replenish"))
    if move.card not in state.hands[move.player].numbers:
        wrong += _wrong_card(state, move)
    return wrong


def _wrong_place(move: m.Lay) -> Message:
    if move.place == d.DRAW:
        return message("illegal.not-a-target")
    if move.place != d.ACTIONS:
        return message("illegal.areas-mixed")
    if move.card is None:
        return message("illegal.not-a-target")
    if move.card.kind is d.CardKind.NUMBER:
        return message("illegal.number-on-actions", card=move.card.name)
    # Its own pile, yet nothing is laid there in an exchange.
    return not_drawn(move.card)


def not_drawn(card: d.Card) -> Message:
    """The reason against a card shown during an exchange that was not drawn in it."""
    match card.kind:
        case d.CardKind.KEEP:
            return message("illegal.not-in-an-exchange", card=card.name)
        case d.CardKind.AT_ONCE:
            return message("illegal.not-drawn", card=card.name)
        case _:
            return message("illegal.not-an-action", card=card.name)


def _wrong_card(state: m.State, move: m.Lay) -> Iterator[Message]:
    """Why a card that is not known to be in the hand may not be laid."""
    card = move.card
    if card is None:
        # What lies with Mac is seen by everybody, and so is a hand that is known.
        if move.place == d.MAC or state.hands[move.player].all_known:
            yield message("illegal.card-unnamed")
        return
    if card.kind is not d.CardKind.NUMBER and move.place != d.ACTIONS:
        yield message("illegal.action-on-pile", card=card.name)
    if not h.may_hold(state, move.player, card):
        yield message("illegal.not-in-hand", card=card.name)


# Taking ------------------------------------------------------------------------------


Taken: TypeAlias = tuple[d.At, ...]

MOST_TAKEN: Final = 2
"""An exchange is one card for two, or two for one (A4)."""


# What may be taken ------------------------------------------------------------


def takes(state: m.State, player: int) -> Iterator[m.Take]:
    """Every way to begin an exchange."""
    for cards in _sources(state):
        if _can_pay(state, player, len(cards)):
            yield m.Take(player, cards)


def _sources(state: m.State) -> Iterator[Taken]:
    yield from _from_piles(state)
    row = [d.At(d.MAC, card) for card in state.mac]
    # Mac may have seven cards at most: at seven nobody takes one and lays two.
    if len(row) < d.MAC_MOST:
        yield from ((at,) for at in row)
    yield from combinations(row, 2)


def _from_piles(state: m.State) -> Iterator[Taken]:
    drawn = [(d.At(d.DRAW),) * n for n in (1, 2) if h.drawable(state, n)]
    left, right = _tops(d.LEFT, state.left), _tops(d.RIGHT, state.right)
    yield from drawn
    for tops in (left, right):
        yield from (tops[:n] for n in range(1, len(tops) + 1))
    if left and right:
        yield (left[0], right[0])
        yield (right[0], left[0])
    if drawn and state.rulings.allow_mix_draw_and_open:
        for at in (*left[:1], *right[:1]):
            yield (d.At(d.DRAW), at)
            yield (at, d.At(d.DRAW))


def _tops(place: d.Place, pile: m.Pile) -> Taken:
    return tuple(d.At(place, card) for card in pile[:MOST_TAKEN])


def _can_pay(state: m.State, player: int, taken: int) -> bool:
    """Whether somebody who takes so many can lay the rest: without a number card he has to take two (A5)."""
    hand = state.hands[player]
    return hand.most > 0 or len(hand.numbers) + taken >= 3 - taken


def wrong_take(state: m.State, player: int, cards: Taken) -> list[Message]:
    """Every reason why these cards may not be taken for an exchange."""
    if not cards:
        return [message("illegal.nothing-taken")]
    wrong: list[Message] = []
    places = [at.place for at in cards]
    if d.MAC in places:
        wrong += _wrong_with_mac(state, cards)
    if d.DRAW in places:
        wrong += _wrong_draw(state, cards)
    if d.LEFT in places or d.RIGHT in places:
        wrong += _wrong_tops(state, cards)
    if d.ACTIONS in places:
        wrong.append(message("illegal.not-a-source"))
    if len(cards) > MOST_TAKEN:
        wrong.append(message("illegal.took-too-many", count=len(cards)))
    elif not _can_pay(state, player, len(cards)):
        wrong.append(message("illegal.cannot-pay"))
    return wrong


def _wrong_with_mac(state: m.State, cards: Taken) -> Iterator[Message]:
    named = [at.card for at in cards if at.place == d.MAC]
    if len(named) < len(cards):
        yield message("illegal.areas-mixed")
    elif len(cards) == 1 and len(state.mac) >= d.MAC_MOST:
        yield message("illegal.mac-over-seven", count=len(state.mac) + 1)
    for at, card in enumerate(named):
        if card is None:
            yield message("illegal.card-unnamed")
        elif card not in state.mac:
            yield message("illegal.not-with-mac", card=card.name)
        elif card in named[:at]:
            yield message("illegal.same-card-twice", card=card.name)


def _wrong_draw(state: m.State, cards: Taken) -> Iterator[Message]:
    drawn = [at.card for at in cards if at.place == d.DRAW]
    if not h.drawable(state, len(drawn)):
        yield message("illegal.pile-empty", place=place_name(d.DRAW))
    if len(drawn) < len(cards) and not state.rulings.allow_mix_draw_and_open:
        yield message("illegal.sources-mixed")
    for card in drawn:
        # People may tell what was drawn; where all is known the pile says so itself.
        if card and (state.simulated or not h.could_be_unseen(state, card)):
            yield message("illegal.card-unseen", card=card.name)


def _wrong_tops(state: m.State, cards: Taken) -> Iterator[Message]:
    heaps = {d.LEFT: state.left, d.RIGHT: state.right}
    for at in cards:
        heap = heaps.get(at.place)
        if heap is None:
            continue
        if not heap:
            yield message("illegal.pile-empty", place=place_name(at.place))
        elif not _may_be(state, at.card, heap[0]):
            yield message("illegal.below-the-top", place=place_name(at.place))
        heaps[at.place] = heap[1:]


def _may_be(state: m.State, card: d.Card | None, lying: d.Card | None) -> bool:
    if card is None or card is lying:
        return True
    return lying is None and h.could_be_unseen(state, card)


def place_name(place: d.Place) -> Message:
    """What a place is called."""
    return Message(f"zone.{place}")


# What comes of it ---------------------------------------------------------------


def take(course: Course, player: int, cards: Taken) -> None:
    """Take the cards, draw anew for what has to be thrown away, and show what has to be obeyed."""
    drawn = [at for at in cards if at.place == d.DRAW]
    course.refill(len(drawn))
    before = course.state.hands[player]
    taken = _named(course.state, cards)
    course.record(m.CardsTaken(player, taken))
    if not drawn:
        return
    course.refill(1)
    if course.state.simulated and course.state.rulings.bin_rule == "on":
        seen = [at.card for at in taken if at.card and at.place == d.DRAW]
        _throw_away_useless(course, player, tuple(seen), before, len(cards))
    show(course, player)


def _named(state: m.State, cards: Taken) -> Taken:
    """The cards to be taken, each by its name as far as it is known."""
    if cards[0].place == d.MAC:
        return cards
    heaps: dict[str, m.Pile] = {d.DRAW: state.draw or (), d.LEFT: state.left, d.RIGHT: state.right}
    named = []
    for at in cards:
        heap = heaps[at.place]
        named.append(d.At(at.place, heap[0]) if heap and heap[0] else at)
        heaps[at.place] = heap[1:]
    return tuple(named)


def _throw_away_useless(
    course: Course, player: int, drawn: m.Cards, before: m.Hand, taken: int
) -> None:
    """Replace actions just drawn that leave nothing to lay, until none does or no number card is to be had (A5)."""
    while useless := tuple([card for card in drawn if card.kind is not d.CardKind.NUMBER]):
        hand = course.state.hands[player]
        if not _is_useless(hand, useless, before, taken):
            return
        if not h.numbers_to_draw(course.state):
            return
        course.throw_away(player, useless)
        drawn = course.draw(player, len(useless))


def _is_useless(hand: m.Hand, actions: m.Cards, before: m.Hand, taken: int) -> bool:
    """Whether the action cards just drawn go unused (A5, cases a to c)."""
    numbers = len(hand.numbers)
    if len(before.numbers) == 1 and len(actions) == 2:
        return True
    if numbers == 0:
        return True
    return not at_once(actions) and numbers < 3 - taken


def show(course: Course, player: int) -> None:
    """Show the at-once card just drawn; of several the drawer says which one comes first (A6)."""
    if not course.state.at_once:
        return
    cards = tuple([card for p, card in course.state.at_once if p == player])
    if len(cards) == 1:
        course.record(m.AtOnceCardShown(player, cards[0]))
    elif cards:
        course.record(m.AtOnceCardsDrawn(player, cards))
