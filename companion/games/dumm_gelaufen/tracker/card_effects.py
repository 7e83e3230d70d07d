"""What an action card lets be seen: what may come or go for it before its turn is over (rules, C and E4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf
from typing import Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.rules.actions import ACTION_CARDS, ActionCard
from companion.games.dumm_gelaufen.tracker import likelihoods
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    SeenTurn,
    TurnCandidate,
)

OTHERS_DRAW: Final = frozenset(f for f, card in ACTION_CARDS.items() if card.draws)
"""The cards for which an at-once card may turn up."""


def reach(turn: PartialTurn) -> float:
    """How likely one more hand at the draw pile is that of the same turn once cards were laid or played."""
    if not turn.played:
        return likelihoods.ASTRAY
    return 0.0 if turn.reached < ordered(turn) else likelihoods.RESTED


def rested(turn: PartialTurn) -> bool:
    """Whether the last hand at the draw pile, once cards were laid or played, had nothing to draw there."""
    return turn.reached > (ordered(turn) if turn.played else 0)


def losers(turn: SeenTurn, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Who may have run short of cards by the action card that was played (rules, A6)."""
    face = turn.played[-1].face if turn.played else ""
    if face == "K11" and turn.layers:
        return turn.layers
    match ACTION_CARDS[face].loses if face else "nobody":
        case "all":
            return seats
        case "others":
            return tuple(seat for seat in seats if seat != turn.player)
        case "player":
            return (turn.player,)
        case "nobody":
            return ()


def mixes_hands(turn: TurnCandidate) -> bool:
    """Whether cards may have gone from hand to hand, so that it is open who has which."""
    asks = (ACTION_CARDS[card.face] for card in turn.played)
    return any(card.against or card.loses in ("others", "all") for card in asks)


def at_first(turn: PartialTurn) -> tuple[d.Card, ...]:
    """The action cards played but for those that were drawn because one of them ordered it."""
    orders = (n for n, card in enumerate(turn.played, 1) if card.face in OTHERS_DRAW)
    last = next(orders, len(turn.played)) if turn.reached else len(turn.played)
    return turn.played[:last]


def lost(turn: SeenTurn, seat: int) -> int:
    """How many cards somebody lost to the action card, and it with them, at least."""
    mine = seat == turn.player
    kept = mine and turn.played[0].kind is d.CardKind.KEEP
    if turn.played[-1].face == "K11":
        return 1 + kept
    return kept + (len(turn.laid) if mine else _asks(turn).loses == "others")


def ordered(turn: SeenTurn) -> int:
    """How many cards are drawn for the action cards played."""
    seen = sum(at.place != d.DRAW for at in turn.taken)
    ordered = sum(ACTION_CARDS[card.face].draws for card in turn.played)
    return max(0, ordered - seen)


def unseen_draws(turn: PartialTurn) -> float:
    """What speaks against the turn's being over by how many cards were seen being drawn for its action card."""
    missing = ordered(turn) - turn.reached
    if missing <= 0:
        return 0.0
    return likelihoods.SHORT * missing if turn.reached else likelihoods.ODD_TOO


def played(turn: PartialTurn, card: d.Card) -> Iterator[tuple[PartialTurn, float]]:
    """The turn with an action card on the discard, where it can belong to this turn."""
    if turn.played:
        yield from _after_another(turn, card)
    elif not turn.laid:
        strange = likelihoods.WRONG if turn.taken else 0.0
        yield m.changed(turn, played=(card,)), strange


def _after_another(turn: PartialTurn, card: d.Card) -> Iterator[tuple[PartialTurn, float]]:
    both = m.changed(turn, played=(*turn.played, card))
    first = turn.played[-1]
    if card.kind is d.CardKind.AT_ONCE:
        expected = first.kind is d.CardKind.AT_ONCE or first.face in OTHERS_DRAW
        if turn.refilled:
            drawn = turn.refilled[-1], card, len(turn.played)
            yield m.changed(turn, unused=(*turn.unused, drawn)), 0.0
        yield both, 0.0 if expected else likelihoods.ODD_TOO
    elif first.face == "K04" and len(turn.laid) < ACTION_CARDS["K04"].lays:
        # K04 lets a keep action be thrown away as one of its two cards.
        yield m.changed(turn, laid=(*turn.laid, d.At("actions", card))), 0.0


def is_for_all(turn: PartialTurn) -> bool:
    """Whether everybody lays cards in this turn (K11)."""
    return bool(turn.played) and turn.played[-1].face == "K11"


def is_for_another(turn: PartialTurn) -> bool:
    """Whether somebody else draws for the action card, and shows what he drew (K05)."""
    return any(card.face == "K05" for card in turn.played)


def cost(before: PartialTurn, after: PartialTurn, mac: m.Pile, players: int) -> float:
    """How likely it is that these cards came and went for the action card."""
    face = after.played[-1].face
    if len(after.taken) > len(before.taken):
        return _taking(face, after)
    slips = off_colour(after) and not off_colour(before)
    laid = _laying(face, after, players) + likelihoods.ASTRAY * slips
    return laid + _over_seven(before, after, mac)


def _taking(face: str, turn: PartialTurn) -> float:
    seen = [at for at in turn.taken if at.place != d.DRAW]
    return 0.0 if len(seen) <= ACTION_CARDS[face].takes else -inf


def _laying(face: str, turn: PartialTurn, players: int) -> float:
    asks = ACTION_CARDS[face]
    if len(turn.laid) > min(asks.lays, players if face == "K11" else asks.lays):
        return -inf
    if any(at.place not in asks.where for at in turn.laid):
        return -inf
    return 0.0


def off_colour(turn: PartialTurn) -> bool:
    """Whether cards of several colours were laid for an action card that asks for one (K08, K09): it is not over like that."""
    colours = {at.card.colour for at in turn.laid if at.card}
    return bool(turn.played) and _asks(turn).one_colour and len(colours) > 1


def _over_seven(before: PartialTurn, after: PartialTurn, mac: m.Pile) -> float:
    now, then = (sum(at.place == d.MAC for at in turn.laid) for turn in (after, before))
    return -inf if now > then and len(mac) + now - then > d.MAC_MOST else 0.0


def finished(turn: PartialTurn, mac: m.Pile, players: int) -> bool:
    """Whether nothing more can come for the action card that was played."""
    card = turn.played[-1]
    if card.kind is d.CardKind.AT_ONCE:
        return False
    match card.face:
        case "K07":
            return len(mac) >= d.MAC_MOST
        case "K12":
            return len(turn.taken) >= ACTION_CARDS["K12"].takes
        case "K11":
            return len(turn.laid) >= players
        case "K05":
            return False
        case _:
            return len(turn.laid) >= _asks(turn).lays


def missing(turn: PartialTurn) -> float:
    """How much speaks against the action's being over with what was seen of it."""
    if off_colour(turn):
        return -inf
    return likelihoods.ODD_TOO if len(turn.laid) < _asks(turn).least else 0.0


def _asks(turn: SeenTurn) -> ActionCard:
    """What the card asks that was played last."""
    return ACTION_CARDS[turn.played[-1].face]


def meant(
    turn: PartialTurn, gone: tuple[d.At, ...], new: tuple[d.At, ...], *, righted: bool
) -> Iterator[tuple[PartialTurn, float]]:
    """The turn with these taken and laid: all of them, or with what was taken put back.

    Where something was wrong, undoing it is what everybody expects (``righted``).
    """
    undone = likelihoods.RIGHTED if righted else likelihoods.RECONSIDERED
    again = _common(gone, turn.laid)
    laid = _without(turn.laid, again)
    taken = turn.taken + _without(gone, again)
    score = undone * len(again)
    if laid and len(gone) > len(again) and not turn.played:
        score += likelihoods.ASTRAY
    yield m.changed(turn, taken=taken, laid=laid + new), score
    back = _common(new, turn.taken)
    if back and not _digs(taken, back):
        rest, score = _without(new, back), score + undone * len(back)
        visits = turn.visits - 2 * len(back)
        taken, laid = _without(taken, back), laid + rest
        yield m.changed(turn, taken=taken, laid=laid, visits=visits), score


def _digs(taken: tuple[d.At, ...], back: tuple[d.At, ...]) -> bool:
    """Whether a card from below one of those put back would be left in the hand."""
    last = min((taken.index(at) for at in back if at in taken), default=0)
    places = {at.place for at in back if at.place != d.MAC}
    return any(at.place in places and at not in back for at in taken[last + 1 :])


def _common(cards: tuple[d.At, ...], others: tuple[d.At, ...]) -> tuple[d.At, ...]:
    """The cards that are among the others too; unread ones are as many as there are."""
    if set(cards).isdisjoint(others):
        return ()
    there = Counter(others) & Counter(cards)
    return tuple(there.elements())


def _without(cards: tuple[d.At, ...], fewer: tuple[d.At, ...]) -> tuple[d.At, ...]:
    left = list(cards)
    for at in fewer:
        left.remove(at)
    return tuple(left)
