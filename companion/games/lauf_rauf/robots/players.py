"""Players that choose: one at random, one that looks one move ahead."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from companion.games.lauf_rauf.board.plan import BASE, CAMP, LOWER, MIDDLE, SUMMIT
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    LaufMove,
    LeaveIt,
    MoveGhost,
    RunPawn,
    StartPawn,
    ThrowPair,
    TurnUpCard,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.rules.walking import steps

PawnPlayer: TypeAlias = Callable[[Standing, Random], LaufMove]

UP: Final = 30.0
"""The value, in fields, of having climbed..."""
NEAR: Final = 10.0
"""...of standing where a pawn can climb..."""
A_CARD: Final = 8.0
"""...of a card..."""
OTHERS: Final = 0.5
"""...and of a field of another player."""
CONTENT: Final = 12.0
"""A move that gains this much is made without rolling again."""


def random_player(standing: Standing, chance: Random) -> LaufMove:
    """Any legal move."""
    return chance.choice(legal(standing))


def greedy_player(standing: Standing, chance: Random) -> LaufMove:
    """The move that gains most, if that is enough or no rolls are left; else both dice again."""
    moves = legal(standing)
    rolls = [move for move in moves if move == ThrowPair()]
    acts = [move for move in moves if not isinstance(move, ThrowPair | LeaveIt)]
    gains = {move: gain(standing, move) for move in acts}
    best = max(gains, key=lambda move: gains[move], default=None)
    if best is None or (rolls and gains[best] < CONTENT):
        return rolls[0] if rolls else moves[-1]
    leaves = not rolls and gains[best] < 0 and LeaveIt() in moves
    return LeaveIt() if leaves else best


def gain(standing: Standing, move: LaufMove) -> float:
    """The value of a move for the player who makes it, in fields."""
    match move:
        case StartPawn() | RunPawn() | ClimbPawn() | HitPawn():
            told = steps(standing, move)
            played = A_CARD if move.card else 0.0
            return sum(_step(standing, *step) for step in told) - played
        case TurnUpCard():
            return A_CARD
        case MoveGhost(to):
            return _haunted(standing, to)
        case _:
            return -A_CARD


def _step(standing: Standing, colour: str, origin: str, to: str) -> float:
    gained = worth(standing, colour, to) - worth(standing, colour, origin)
    return gained if colour == standing.colour else -OTHERS * gained


def _haunted(standing: Standing, to: str) -> float:
    """The ghost is a burden to its carrier."""
    where = standing.ghost if to == SUMMIT else to
    mine = standing.occupied[where] == standing.colour
    return NEAR if mine == (to == SUMMIT) else -NEAR


def worth(standing: Standing, colour: str, place: str) -> float:
    """How far up a place is, in fields."""
    board = standing.board
    if place == BASE:
        return 0.0
    laps = [len(ring) for ring in board.rings]
    if place == CAMP:
        return sum(laps) + 3 * UP
    level = board.level(place)
    assert level is not None
    own = board.colours[colour]
    to_go = board.distance(place, own.climb[level]) or laps[level]
    near = NEAR if place in own.outlined[level] else 0.0
    below = laps[LOWER] + UP if level == MIDDLE else 0.0
    return UP + below + laps[level] - to_go + near


BEGINNER: Final = "beginner"
"""Plays like the greedy one, at a table without cards."""
PLAYERS: Final[dict[str, PawnPlayer]] = {
    "greedy": greedy_player,
    "random": random_player,
    BEGINNER: greedy_player,
}
