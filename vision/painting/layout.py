"""What lies on a table and who reaches in, as values in millimetres: what a scene is painted from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from companion.kit.painted import FallenDie, Thing
from companion.mat import Point
from vision.printing.faces import PrintedFace
from vision.printing.marks import Ink

THICKNESS_MM: Final = 0.3
"""A card's."""
SLAB: Final = 4
"""How many cards of a pile are painted as one."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card: its centre (mm), its rotation (degrees clockwise), its side, its height above the mat (mm)."""

    face: PrintedFace
    at: Point
    turn: float = 0.0
    up: bool = True
    height: float = THICKNESS_MM


@dataclass(frozen=True, slots=True)
class Slab:
    """Several cards of a pile of which only the edges are visible."""

    at: Point
    turn: float = 0.0
    height: float = THICKNESS_MM


@dataclass(frozen=True, slots=True)
class PaintedDie:
    """A die: the point below its middle (mm), what it shows on top (1 to 6, ``symbol``), how it lies."""

    at: Point
    value: str
    colour: str = "white"
    turn: float = 0.0
    """Degrees clockwise."""
    edge_mm: float = 16.0
    lean: float = 0.0
    """How far it is tilted, degrees."""
    height: float = 0.0
    """The height of what it stands on, mm."""


def fallen(dice: Iterable[FallenDie], edge_mm: float = 16.0) -> Iterator[PaintedDie]:
    """The dice of a board as they are painted, with edges of that length, mm; 0 is a symbol."""
    for die in dice:
        yield PaintedDie(die.at, str(die.value or "symbol"), die.colour, die.turn, edge_mm)


@dataclass(frozen=True, slots=True)
class PaintedPawn:
    """A pawn: the point below its middle (mm), the marker on its cap, the colour of its body."""

    at: Point
    marker: int
    ink: Ink
    turn: float = 0.0
    """Degrees clockwise that its cap is turned."""
    height_mm: float = 24.0


@dataclass(frozen=True, slots=True)
class PaintedHand:
    """An arm over the table, from outside the picture to the fingertips, and the cards it holds."""

    tip: Point
    source: Point
    """Where the arm comes from: a point outside the picture, mm."""
    height: float = 45.0
    left: bool = False
    closed: bool = False
    """Whether it holds something between fingers and thumb."""
    holds: tuple[Lying, ...] = ()
    smear: tuple[float, float] = (0.0, 0.0)
    """How far it moves while the shutter is open, mm."""
    sleeve: Ink = (52, 72, 110)
    skin: Ink = (224, 172, 140)


Placed: TypeAlias = Lying | Slab


@dataclass(frozen=True, slots=True)
class Layout:
    """A table at one moment; cards and slabs from the bottom up."""

    lying: tuple[Placed, ...] = ()
    things: tuple[Thing, ...] = ()
    hands: tuple[PaintedHand, ...] = ()
    dice: tuple[PaintedDie, ...] = ()
    pawns: tuple[PaintedPawn, ...] = ()
    """Those farther from the camera first, so that nearer ones are painted over them."""


def pile(
    cards: Sequence[PrintedFace], at: Point, seed: int, *, up: bool = True
) -> Iterator[Placed]:
    """A pile, top card last, as hands lay it: the same seed and depth always give the same card the same place.

    All but the two uppermost cards are painted as slabs, the second only where a card
    lies face up.
    """
    shown = 2 if up else 1
    hidden = max(0, len(cards) - shown)
    for number in range(0, hidden, SLAB):
        place = _scattered(at, seed, number)
        yield Slab(*place, height=THICKNESS_MM * min(number + SLAB, hidden))
    for number in range(hidden, len(cards)):
        place = _scattered(at, seed, number)
        yield Lying(cards[number], *place, up=up, height=THICKNESS_MM * (number + 1))


def fan(
    cards: Sequence[PrintedFace], start: Point, pitch: float, turn: float = 0.0
) -> Iterator[Lying]:
    """Cards one over the other to the right of ``start``, ``pitch`` mm apart along their own width."""
    along = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for number, face in enumerate(cards):
        at = (start[0] + number * pitch * along[0], start[1] + number * pitch * along[1])
        yield Lying(face, at, turn, height=THICKNESS_MM * (number + 1))


def _scattered(at: Point, seed: int, number: int) -> tuple[Point, float]:
    rng = Random(f"{seed}/{number}")
    x, y = rng.gauss(0, 0.9), rng.gauss(0, 0.9)
    return (at[0] + x, at[1] + y), rng.gauss(0, 1.3)
