"""What is printed, as marks in millimetres: areas, lines of text, tags and markers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, TAG_MM

Ink: TypeAlias = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""
Align: TypeAlias = Literal["left", "centre", "right"]

BLACK: Final[Ink] = (24, 24, 27)
GREY: Final[Ink] = (120, 120, 124)
WHITE: Final[Ink] = (255, 255, 255)
OUTLINES: Final = 256
"""How many outlines are kept: the cards of a deck have the same ones."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon, corners in mm from the card's top-left corner."""

    points: tuple[Point, ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text: ``at`` is its anchor on the base line, ``height`` that of a capital, mm."""

    text: str
    at: Point
    height: float
    ink: Ink
    align: Align = "left"
    bold: bool = False
    turned: bool = False
    """Upside down, for somebody opposite."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A tag: ``at`` is its top-left corner as it lies on the card, ``side`` its size without the white around it, mm."""

    payload: str
    at: Point
    side: float = TAG_MM
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Marker:
    """A mat's corner marker, or a pawn's cap, by its number."""

    number: int
    at: Point
    side: float


Mark: TypeAlias = Polygon | Text | Symbol | Marker


def marker(number: int) -> NDArray[np.bool_]:
    """The modules of a mat's marker or a pawn's cap, shape (6, 6), True where dark: four by four with a border of one."""
    bits = np.array([_MARKERS[number] >> shift & 1 for shift in range(15, -1, -1)])
    return np.pad(bits.reshape(4, 4) == 0, 1, constant_values=True)


_MARKERS: Final = (
    0xB532,
    0x0F9A,
    0x332D,
    0x9946,
    0x549E,
    0x79CD,
    0x9E2E,
    0xC4F2,
    0xFEDA,
    0xCF56,
    0xF991,
    0x11A7,
    0x0EB7,
    0x2A0F,
    0x24B1,
    0x263E,
    0x4665,
    0x6600,
    0x6C5E,
    0x76AF,
    0x868B,
    0xB02B,
    0xCCD5,
    0xDD82,
    0xFE47,
    0x9471,
    0xACE4,
    0xA554,
    0x2123,
    0x346F,
    0x4415,
    0x57B2,
    0x9ECF,
    0xF0CB,
    0x08AE,
    0x0929,
    0x1875,
    0x04FF,
    0x0DF6,
    0x1C5A,
    0x1718,
    0x2A28,
    0x328C,
    0x38B2,
    0x24E8,
    0x2EEB,
    0x2D3F,
    0x4B64,
    0x502E,
    0x5013,
)
"""ArUco's DICT_4X4_50, row by row, 1 where white."""


def both(mark: Mark) -> tuple[Mark, Mark]:
    """A mark, and the same mark rotated by 180 degrees about the card's centre. Raises ValueError for a marker."""
    return mark, turned(mark)


def turned(mark: Mark) -> Mark:
    """The mark rotated by 180 degrees about the card's centre. Raises ValueError for a marker, which no card has."""
    match mark:
        case Polygon():
            return replace(mark, points=_all_opposite(mark.points))
        case Text():
            return replace(mark, at=_opposite(mark.at), turned=not mark.turned)
        case Symbol():
            x, y = _opposite(mark.at)
            corner = (x - mark.side, y - mark.side)
            return replace(mark, at=corner, turned=not mark.turned)
        case Marker():
            raise ValueError("markers are on the mat, whose top is one side")


@lru_cache(maxsize=OUTLINES, typed=True)
def shape(colour: str, x: float, y: float, size: float) -> tuple[Point, ...]:
    """The shape that represents a colour, around a centre (mm): circle red and blue, triangle yellow, square green."""
    half = size / 2
    match colour:
        case "Y":
            low = y + half * 0.9
            return ((x - half * 1.1, low), (x + half * 1.1, low), (x, y - half))
        case "G":
            side = half * 0.94
            return rectangle(x - side, y - side, 2 * side, 2 * side)
        case _:
            return tuple(_arc(x, y, half, 0.0, 360.0))


@lru_cache(maxsize=OUTLINES, typed=True)
def rectangle(
    x: float, y: float, width: float, height: float, radius: float = 0.0
) -> tuple[Point, ...]:
    """A rectangle's outline, clockwise from its top edge, with rounded corners (mm)."""
    if not radius:
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    left, right = x + radius, x + width - radius
    top, bottom = y + radius, y + height - radius
    centres = ((right, top), (right, bottom), (left, bottom), (left, top))
    return tuple(
        point
        for turn, (cx, cy) in enumerate(centres)
        for point in _arc(cx, cy, radius, 90.0 * turn - 90.0, 90.0)
    )


def _arc(x: float, y: float, r: float, start: float, sweep: float) -> Iterator[Point]:
    steps = max(6, round(sweep / 5))
    for step in range(steps + 1):
        angle = math.radians(start + sweep * step / steps)
        yield x + r * math.cos(angle), y + r * math.sin(angle)


@lru_cache(maxsize=OUTLINES)
def _all_opposite(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(map(_opposite, points))


def _opposite(point: Point) -> Point:
    return CARD_WIDTH_MM - point[0], CARD_HEIGHT_MM - point[1]


def paler(ink: Ink, share: float) -> Ink:
    """An ink mixed with a share (0 to 1) of white."""
    red, green, blue = (round(c + (255 - c) * share) for c in ink)
    return red, green, blue
