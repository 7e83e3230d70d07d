"""The printed board on the mat: fields with their names and colours, and where pawns climb."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from companion.games.lauf_rauf.board.plan import ColourPlaces, PawnBoard
from companion.games.lauf_rauf.mat import field_mm
from companion.mat import Point
from vision.printing.marks import (
    GREY,
    WHITE,
    Ink,
    Mark,
    Polygon,
    Text,
    paler,
    rectangle,
    shape,
)

INKS: Final[dict[str, Ink]] = {
    "red": (179, 32, 44),
    "blue": (36, 86, 184),
    "green": (27, 122, 61),
    "yellow": (214, 160, 0),
}
"""The ink of a colour; its letter is printed in its camp as well."""
LETTERS: Final[dict[str, str]] = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
PAPER: Final[Ink] = (252, 251, 247)
OUTLINE_MM: Final = 1.6


def board_marks(board: PawnBoard) -> tuple[Mark, ...]:
    """All marks of a board, from the bottom up, mm on the mat."""
    side = field_mm(board)
    fields = (m for name in board.points for m in _field(board, name, side))
    owned = (m for name, own in board.colours.items() for m in _camps(own, INKS[name], LETTERS[name], side))  # fmt: skip
    return (*owned, *fields, *_summit(board.ghost, side))


def _square(at: Point, side: float, radius: float = 2.5) -> tuple[Point, ...]:
    return rectangle(at[0] - side / 2, at[1] - side / 2, side, side, radius)


def _field(board: PawnBoard, name: str, side: float) -> Iterator[Mark]:
    """A climb field is filled with its colour and has an arrow; an approach field is outlined in the colour that climbs from it."""
    at, inner = board.points[name], side - 2
    climbs = _whose(board, name, climb=True)
    outlined = _whose(board, name, climb=False)
    yield Polygon(_square(at, inner), INKS.get(climbs or outlined or "", GREY))
    if climbs is None:
        yield Polygon(_square(at, inner - 2 * OUTLINE_MM, 1.5), PAPER)
    else:
        yield Polygon(_arrow(at, _leads_to(board, name, climbs)), WHITE)
    yield Text(name, (at[0], at[1] + side / 2 - 3.2), 2.2, WHITE if climbs else GREY, "centre")  # fmt: skip


def _whose(board: PawnBoard, name: str, *, climb: bool) -> str | None:
    """The colour that climbs on a field, or from it."""
    for colour, own in board.colours.items():
        if name in (own.climb if climb else (*own.outlined[0], *own.outlined[1])):
            return colour
    return None


def _leads_to(board: PawnBoard, name: str, colour: str) -> Point:
    own = board.colours[colour]
    return board.points[own.climb[1]] if name == own.climb[0] else own.camp


def _arrow(at: Point, to: Point) -> tuple[Point, ...]:
    """A triangle at a field's rim pointing to where the turn-off leads."""
    turn = math.atan2(to[1] - at[1], to[0] - at[0])
    corners = ((12.0, 0.0), (7.0, 0.55), (7.0, -0.55))
    return tuple((at[0] + far * math.cos(turn + off), at[1] + far * math.sin(turn + off)) for far, off in corners)  # fmt: skip


def _camps(own: ColourPlaces, ink: Ink, letter: str, side: float) -> Iterator[Mark]:
    """Round places in the base camp, a peak for the summit camp."""
    for x, y in own.base:
        yield Polygon(shape("R", x, y, side - 4), ink)
        yield Polygon(shape("R", x, y, side - 7), PAPER)
    yield Polygon(shape("Y", *own.camp, side), paler(ink, 0.35))
    yield Text(letter, (own.camp[0], own.camp[1] + side / 3), 4.0, WHITE, "centre", bold=True)  # fmt: skip


def _summit(at: Point, side: float) -> Iterator[Mark]:
    yield Polygon(shape("R", *at, side - 4), GREY)
    yield Polygon(shape("R", *at, side - 7), PAPER)
