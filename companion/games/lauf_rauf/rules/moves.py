"""A move, and the resulting events (rules, F1)."""

from collections.abc import Iterator
from functools import reduce
from random import Random

from companion.errors import IllegalMove
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.rules import fold, legality, refusals

HOW = {m.StartPawn: "start", m.RunPawn: "run", m.ClimbPawn: "climb", m.HitPawn: "hit"}


def decide(state: m.State, move: m.Move, chance: Random) -> tuple[m.Event, ...]:
    """The events of a move and everything that follows automatically. Raises IllegalMove."""
    refused = refusals.refusal(state, move)
    if refused is not None:
        raise IllegalMove.of(refused)
    deed = tuple(_deed(state, move, chance))
    if isinstance(move, m.ThrowPair | m.SacrificeCard):
        return deed
    return *deed, turn_over(reduce(fold.evolve, deed, state))


def _deed(state: m.State, move: m.Move, chance: Random) -> Iterator[m.Event]:
    me = state.colour
    match move:
        case m.ThrowPair(again, shows):
            fallen = shows or _thrown(state, again, chance)
            yield m.PairThrown(me, len(state.rolls) + 1, fallen, again)
        case m.MoveGhost(to):
            yield m.GhostMoved(me, to)
        case m.TurnUpCard(turned):
            cards = _turned_up(state, chance) if turned is None else turned
            yield from (m.CardTurnedUp(me, card) for card in cards)
        case m.SacrificeCard(card):
            yield m.CardSacrificed(me, card)
        case m.LeaveIt():
            yield m.NothingDone(me)
        case _:
            yield from _moved(state, move)


def _moved(state: m.State, move: m.PawnMove) -> Iterator[m.Event]:
    if move.card is not None:
        yield m.CardPlayed(state.colour, move.card)
    yield m.PawnsMoved(state.colour, HOW[type(move)], legality.steps(state, move))


def _thrown(state: m.State, again: int | None, chance: Random) -> tuple[int, int]:
    """The dice after one or both were thrown."""
    first, second = chance.randint(1, 6), chance.randint(1, 6)
    if again is None:
        return first, second
    one, other = state.dice
    return (first, other) if one == again else (one, second)


def _turned_up(state: m.State, chance: Random) -> Iterator[str]:
    """One card; on a double of sixes, cards until a kind comes that the player already has."""
    while legality.has_cards_to_turn(state):
        state = fold.reshuffled(state)
        card = chance.choice(state.unseen)
        yield card
        if not refusals.asked_again(state, card):
            return
        state = fold.evolve(state, m.CardTurnedUp(state.colour, card))


def turn_over(after: m.State) -> m.Event:
    """What follows an action: somebody has won, or the next player's turn begins."""
    if after.winner is not None:
        return m.CampFilled(after.winner)
    return m.DicePassedOn(after.colours[(after.turn + 1) % len(after.colours)])
