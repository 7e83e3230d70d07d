"""A move, and the resulting events (rules, F1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from random import Random

from companion.errors import IllegalMove
from companion.games.lauf_rauf.model.events import (
    CampFilled,
    CardPlayed,
    CardSacrificed,
    CardTurnedUp,
    DicePassedOn,
    GhostMoved,
    LaufEvent,
    NothingDone,
    PairThrown,
    PawnsMoved,
)
from companion.games.lauf_rauf.model.evolve import evolve, reshuffled
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    LaufMove,
    LeaveIt,
    MoveGhost,
    PawnMove,
    RunPawn,
    SacrificeCard,
    StartPawn,
    ThrowPair,
    TurnUpCard,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.legality import has_cards_to_turn
from companion.games.lauf_rauf.rules.refusals import asked_again, refusal
from companion.games.lauf_rauf.rules.walking import steps

HOW = {StartPawn: "start", RunPawn: "run", ClimbPawn: "climb", HitPawn: "hit"}


def decide(standing: Standing, move: LaufMove, chance: Random) -> tuple[LaufEvent, ...]:
    """The events of a move and everything that follows automatically. Raises IllegalMove."""
    refused = refusal(standing, move)
    if refused is not None:
        raise IllegalMove(refused.key, reasons=(refused,), **refused.params)
    deed = tuple(_deed(standing, move, chance))
    if isinstance(move, ThrowPair | SacrificeCard):
        return deed
    return *deed, turn_over(reduce(evolve, deed, standing))


def _deed(standing: Standing, move: LaufMove, chance: Random) -> Iterator[LaufEvent]:
    me = standing.colour
    match move:
        case ThrowPair(again, shows):
            fallen = shows or _thrown(standing, again, chance)
            yield PairThrown(me, len(standing.rolls) + 1, fallen, again)
        case MoveGhost(to):
            yield GhostMoved(me, to)
        case TurnUpCard(turned):
            cards = _turned_up(standing, chance) if turned is None else turned
            yield from (CardTurnedUp(me, card) for card in cards)
        case SacrificeCard(card):
            yield CardSacrificed(me, card)
        case LeaveIt():
            yield NothingDone(me)
        case _:
            yield from _moved(standing, move)


def _moved(standing: Standing, move: PawnMove) -> Iterator[LaufEvent]:
    if move.card is not None:
        yield CardPlayed(standing.colour, move.card)
    yield PawnsMoved(standing.colour, HOW[type(move)], steps(standing, move))


def _thrown(standing: Standing, again: int | None, chance: Random) -> tuple[int, int]:
    """The dice after one or both were thrown."""
    first, second = chance.randint(1, 6), chance.randint(1, 6)
    if again is None:
        return first, second
    one, other = standing.dice
    return (first, other) if one == again else (one, second)


def _turned_up(standing: Standing, chance: Random) -> Iterator[str]:
    """One card; on a double of sixes, cards until a kind comes that the player already has."""
    while has_cards_to_turn(standing):
        standing = reshuffled(standing)
        card = chance.choice(standing.unseen)
        yield card
        if not asked_again(standing, card):
            return
        standing = evolve(standing, CardTurnedUp(standing.colour, card))


def turn_over(after: Standing) -> LaufEvent:
    """What follows an action: somebody has won, or the next player's turn begins."""
    if after.winner is not None:
        return CampFilled(after.winner)
    return DicePassedOn(after.colours[(after.turn + 1) % len(after.colours)])
