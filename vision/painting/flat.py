"""What lies on a table as marks to print: cards, dice and pawns from straight above, with nothing on them that a camera would read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.painting.dice import BODIES, pip_places
from vision.painting.layout import Layout, Lying, PaintedDie, PaintedPawn, Slab
from vision.printing.faces import reverse
from vision.printing.marks import BLACK, GREY, WHITE, Ink, Mark, Polygon, rectangle, shape
from vision.printing.poster import card, placed

EDGE_MM: Final = 1.0
"""The line around a piece, so that white ones stand out."""
DIE_MM: Final = 20.0
"""Dice are drawn at least so large: a picture of a mat is small."""
PAWN_MM: Final = 22.0


def flat(layout: Layout) -> Iterator[Mark]:
    """The marks of what lies there, from the bottom up, mm on the mat."""
    for lying in layout.lying:
        yield from _card(lying)
    for die in layout.dice:
        yield from _die(die)
    for pawn in layout.pawns:
        yield from _pawn(pawn)


def _card(lying: Lying | Slab) -> Iterator[Mark]:
    """A card as straight as nobody lays it, since letters are."""
    if isinstance(lying, Slab):
        return
    x, y = lying.at[0] - CARD_WIDTH_MM / 2, lying.at[1] - CARD_HEIGHT_MM / 2
    wide, high = CARD_WIDTH_MM + 2 * EDGE_MM, CARD_HEIGHT_MM + 2 * EDGE_MM
    yield Polygon(rectangle(x - EDGE_MM, y - EDGE_MM, wide, high, 4.0), GREY)
    face = lying.face
    shown = face if lying.up else replace(face, marks=reverse(face))
    yield from placed(card(shown), (x, y))


def _die(die: PaintedDie) -> Iterator[Mark]:
    body = BODIES.get(die.colour, GREY)
    side, ink = max(die.edge_mm, DIE_MM), WHITE if sum(body) < 330 else BLACK
    for edge, colour in ((side + 2 * EDGE_MM, BLACK), (side, body)):
        yield Polygon(_turned(die, rectangle(-edge / 2, -edge / 2, edge, edge, edge / 5)), colour)
    if not die.value.isdigit():
        yield Polygon(_turned(die, shape("Y", 0, 0, side * 0.6)), ink)
        return
    for x, y in pip_places(int(die.value)):
        yield Polygon(_turned(die, shape("R", x * side, y * side, side / 5)), ink)


def _turned(die: PaintedDie, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points about a die's middle, turned as it lies."""
    cos, sin = math.cos(math.radians(die.turn)), math.sin(math.radians(die.turn))
    (x, y) = die.at
    return tuple((x + cos * px - sin * py, y + sin * px + cos * py) for px, py in points)


def _pawn(pawn: PaintedPawn) -> Iterator[Mark]:
    rings: tuple[tuple[float, Ink], ...] = ((1.0, BLACK), (0.9, WHITE), (0.72, pawn.ink))
    for share, ink in rings:
        yield Polygon(shape("R", *pawn.at, PAWN_MM * share), ink)
