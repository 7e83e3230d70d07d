"""The state after an event."""

from dataclasses import replace
from typing import TypeVar, assert_never

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m

T = TypeVar("T")


def evolve(before: m.State, event: m.Event) -> m.State:
    """The game after one event."""
    match event:
        case m.PairThrown():
            return replace(before, rolls=(*before.rolls, event.shows))
        case m.GhostMoved():
            return replace(before, ghost=event.to)
        case m.PawnsMoved():
            there = before.placement.after(event.steps, before.colours)
            return replace(before, pawns=there.pawns, ghost=there.ghost)
        case m.CardPlayed():
            return _discarded(before, event.colour, event.card)
        case m.CardSacrificed():
            spent = _discarded(before, event.colour, event.card)
            return replace(spent, sacrificed=before.sacrificed + 1)
        case m.CardTurnedUp():
            return _turned_up(before, event)
        case m.DicePassedOn():
            seat = before.colours.index(event.colour)
            return replace(before, turn=seat, rolls=(), sacrificed=0)
        case m.PawnsWere(pawns, ghost):
            return replace(before, pawns=pawns, ghost=ghost)
        case m.PairWas(shows):
            return replace(before, rolls=(*before.rolls[:-1], shows))
        case m.HandWas():
            return _handed(before, event)
        case m.NothingDone() | m.CampFilled():
            return before
        case _:
            assert_never(event)


def reshuffled(before: m.State) -> m.State:
    """The same with the discard as the new supply if the supply is empty."""
    if before.supply:
        return before
    return replace(before, supply=before.thrown_away, discard=())


def _discarded(before: m.State, colour: str, card: str) -> m.State:
    seat = before.colours.index(colour)
    hand = tuple(kind for kind in before.hands[seat] if kind != card)
    gone = tuple(sorted((*before.discard, card)))
    return replace(before, hands=_with(before.hands, seat, hand), discard=gone)


def _turned_up(before: m.State, event: m.CardTurnedUp) -> m.State:
    """Only kinds that the player does not have are kept."""
    full = reshuffled(before)
    seat = before.colours.index(event.colour)
    hand: b.Cards = full.hands[seat]
    left = replace(full, supply=full.supply - 1)
    if event.card in hand:
        return replace(left, discard=tuple(sorted((*left.discard, event.card))))
    kept = tuple(sorted((*hand, event.card)))
    return replace(left, hands=_with(left.hands, seat, kept))


def _handed(before: m.State, event: m.HandWas) -> m.State:
    seat = before.colours.index(event.colour)
    hands = _with(before.hands, seat, tuple(sorted(event.cards)))
    if event.supply is None:
        more = len(event.cards) - len(before.hands[seat])
        return replace(before, hands=hands, supply=max(0, before.supply - more))
    return replace(before, hands=hands, supply=event.supply, discard=event.discard)


def _with(many: tuple[T, ...], seat: int, one: T) -> tuple[T, ...]:
    return (*many[:seat], one, *many[seat + 1 :])
