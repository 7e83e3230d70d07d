"""Where pawns move, what blocks them, and which ones they push (rules, F1 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from companion.games.lauf_rauf.board.plan import BASE, CAMP, LOWER, MIDDLE
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    PawnMove,
    RunPawn,
    StartPawn,
)
from companion.games.lauf_rauf.model.standing import Standing

PawnStep: TypeAlias = tuple[str, str, str]
"""Colour, from, to."""


def passes_ghost(standing: Standing, field: str, steps: int) -> bool:
    """Whether a path would lead past the ghost's pawn; it may end there."""
    return standing.ghost in standing.board.way(field, steps)[:-1]


def climbs_past_ghost(standing: Standing, field: str) -> bool:
    """Whether the ghost's pawn is between a field and the turn-off, or on it: a climbing pawn would pass that, too."""
    return standing.ghost in standing.board.way(field, to_climb_field(standing, field))


def to_climb_field(standing: Standing, field: str) -> int:
    """The steps from a field to the player's own climb field on the same ring."""
    board = standing.board
    level = board.level(field)
    assert level is not None
    return board.distance(field, board.colours[standing.colour].climb[level])


def steps(standing: Standing, move: PawnMove) -> tuple[PawnStep, ...]:
    """What a legal move does to the pawns, the player's own first."""
    me, own = standing.colour, standing.board.colours[standing.colour]
    match move:
        case StartPawn(card):
            to = own.climb[MIDDLE if card else LOWER]
            return (me, BASE, to), *_pushed(standing, to, 1)
        case RunPawn(field, total, card):
            on = -total if card else total
            to = standing.board.ahead(field, on)
            back = card is not None and standing.rules.pushing == "with-the-runner"
            return (me, field, to), *_pushed(standing, to, -1 if back else 1, field)
        case ClimbPawn(field):
            if standing.board.level(field) == MIDDLE:
                return ((me, field, CAMP),)
            to = own.climb[MIDDLE]
            return (me, field, to), *_pushed(standing, to, 1)
        case HitPawn(field, target):
            hit = standing.occupied[target]
            return (me, field, target), (hit, target, BASE)


def _pushed(
    standing: Standing, field: str, on: int, left: str | None = None
) -> Iterator[PawnStep]:
    """Pawns pushed one field ahead, each by the one before; ``left`` is a field just vacated."""
    lying = {f: c for f, c in standing.occupied.items() if f != left}
    while field in lying:
        further = standing.board.ahead(field, on)
        yield lying.pop(field), field, further
        field = further
