"""The positions of the pawns after each legal move, complete or in progress: what may be seen on a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from companion.games.lauf_rauf.board.plan import BASE, SUMMIT, FieldNames
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    MoveGhost,
    RunPawn,
    StartPawn,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.rules.walking import PawnStep, steps

BoardMove: TypeAlias = StartPawn | RunPawn | ClimbPawn | HitPawn | MoveGhost
"""A move that is seen on the board."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The places of all pawns, by seat and sorted, and of the ghost."""

    pawns: tuple[FieldNames, ...]
    ghost: str

    def after(self, done: Iterable[PawnStep], colours: FieldNames) -> Placement:
        """The placement after some steps; the ghost stays on its pawn, unless that goes to base."""
        pawns, ghost = [list(own) for own in self.pawns], self.ghost
        for colour, origin, to in done:
            seat = colours.index(colour)
            pawns[seat].remove(origin)
            pawns[seat].append(to)
            if origin == self.ghost:
                ghost = SUMMIT if to == BASE else to
        return Placement(tuple(tuple(sorted(own)) for own in pawns), ghost)


@dataclass(frozen=True, slots=True)
class SeenMove:
    """A move, and its remaining steps."""

    move: BoardMove
    left: tuple[PawnStep, ...] = ()


def placement(standing: Standing) -> Placement:
    """How the pawns stand."""
    return Placement(standing.pawns, standing.ghost)


def board_moves(standing: Standing) -> Iterator[tuple[BoardMove, tuple[PawnStep, ...]]]:
    """Each legal move that changes the board, with its steps; moving the ghost has none."""
    for move in legal(standing):
        if isinstance(move, StartPawn | RunPawn | ClimbPawn | HitPawn):
            yield move, steps(standing, move)
        elif isinstance(move, MoveGhost):
            yield move, ()


def explained(standing: Standing, seen: Placement) -> tuple[SeenMove, ...]:
    """The moves that a table may show: those that are complete, else those in progress with the fewest steps left."""
    before, found = placement(standing), []
    for move, each in board_moves(standing):
        if isinstance(move, MoveGhost):
            shown = Placement(before.pawns, move.to)
            found += [SeenMove(move)] if shown == seen else []
        elif before.after(each, standing.colours) == seen:
            found.append(SeenMove(move))
        else:
            left = _left(before, each, standing.colours, seen)
            found += [SeenMove(move, left)] if left else []
    fewest = min((len(one.left) for one in found), default=0)
    return tuple(one for one in found if len(one.left) == fewest)


def _left(
    before: Placement, each: tuple[PawnStep, ...], colours: FieldNames, seen: Placement
) -> tuple[PawnStep, ...]:
    """The remaining steps of a move that a table shows in part; none if it does not."""
    for count in range(len(each) - 1, 0, -1):
        for done in combinations(range(len(each)), count):
            if before.after([each[n] for n in done], colours) == seen:
                return tuple(s for n, s in enumerate(each) if n not in done)
    return ()


def astray(standing: Standing, seen: Placement) -> tuple[PawnStep, ...]:
    """The way back: each misplaced pawn and where it came from, ``(colour, there, back)``."""
    found = []
    for colour, was, now in zip(
        standing.colours, standing.pawns, seen.pawns, strict=True
    ):
        left, came = list(was), []
        for place in now:
            if place in left:
                left.remove(place)
            else:
                came.append(place)
        found += [(colour, *pair) for pair in zip(came, left, strict=True)]
    return tuple(found)
