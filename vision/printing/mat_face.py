"""What is printed on the mat: corner markers, the zones with their names, and rulers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final, TypeAlias

from companion.mat import Mat, Zone, ZoneKind
from companion.words import Words, zone_name
from vision.printing.marks import GREY, Ink, Mark, Marker, Polygon, Text, rectangle

ZONE_INK: Final[Ink] = (236, 240, 238)
EDGE_INK: Final[Ink] = (150, 160, 155)
EDGE_MM: Final = 0.5
RADIUS_MM: Final = 4.0
FAN_MM: Final = 30.0
"""The least distance between fanned cards at which hand-laid ones remain readable."""
RULER_MM: Final = (3.0, 100.0)
"""The width and height of an upright ruler."""
LYING_MM: Final = 14
"""What a lying one needs above and below it, for its words; no printer reaches the outermost 10 mm."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, mm."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a mat that is on one sheet, mm, and where it lies: to the right of another, below another, in how many rows."""

    x0: float
    y0: float
    x1: float
    y1: float
    right: bool = False
    low: bool = False
    rows: int = 1


def titles(mat: Mat, words: Words) -> tuple[str, ...]:
    """The titles of a mat's zones, in order; empty for a zone without a name of its own."""
    named = (zone_name(mat.name, zone.name, "print") for zone in mat.zones)
    return tuple("" if isinstance(name, str) else words(name) for name in named)


def mat_marks(mat: Mat, titles: Sequence[str] = (), drawn: Sequence[Mark] = ()) -> tuple[Mark, ...]:
    """The marks of a mat, from the bottom up, from its top-left corner (docs/physical.md, section 3); ``drawn`` lies over the zones."""
    named = zip(mat.zones, chain(titles, repeat("")), strict=False)
    zones = (mark for zone, title in named for mark in _zone(zone, title))
    return (*zones, *drawn, *markers(mat))


def markers(mat: Mat) -> Iterator[Marker]:
    """The four corner markers at their places."""
    return (Marker(number, at, mat.marker.side) for number, at in mat.corners())


@dataclass(frozen=True, slots=True)
class RulerPlace:
    """Where a ruler begins on a mat, mm, and whether it goes down from there or to the right."""

    x: float
    y: float
    upright: bool = True
    free: float = 100.0
    """How far it is from there to the right to the next zone, mm."""


def ruler_in(mat: Mat, part: Part) -> RulerPlace:
    """Where the ruler of a part goes: upright beside the zones, best near the mat's side, and rather near the seam than near its edge; else lying, with its words, above or below them.

    Where there is no room for either it stands on a zone.
    """
    left, right = round(part.x0), round(part.x1)
    places = range(right - 26, left + 13, -2) if part.right else range(left + 26, right - 17, 2)
    towards = 0.0 if part.rows == 1 else -5.0 if part.low else 5.0
    y = part.y0 + (part.y1 - part.y0 - RULER_MM[1]) / 2 + towards
    width, height = RULER_MM
    boxes = [(zone.x0, zone.y0, zone.x1, zone.y1) for zone in mat.zones]
    free = (x for x in places if not _hits(boxes, (x, y, x + width, y + height)))
    if (x := next(free, None)) is not None:
        ends = [
            box[0]
            for box in boxes
            if _hits([box], (x, y - LYING_MM, part.x1, y + height + LYING_MM))
        ]
        return RulerPlace(float(x), y, free=min([part.x1, *ends]) - x)
    # A marker is found by the white around it.
    white = mat.marker.side / 3
    side = mat.marker.side + white
    boxes += [(x - white, y - white, x + side, y + side) for _, (x, y) in mat.corners()]
    lying = next(_lying(part, boxes), None)
    return lying or RulerPlace(float(places[0]), y)


def _lying(part: Part, boxes: Sequence[Box]) -> Iterator[RulerPlace]:
    """Where a lying ruler with a line of words above and below it is free: near the mat's edge first."""
    rows = range(round(part.y0) + LYING_MM + 10, round(part.y1) - LYING_MM - 10, 2)
    for y in reversed(rows) if part.low else rows:
        for x in range(round(part.x0) + LYING_MM, round(part.x1 - RULER_MM[1]) - LYING_MM, 5):
            if not _hits(boxes, (x, y - LYING_MM, x + RULER_MM[1], y + LYING_MM)):
                yield RulerPlace(float(x), float(y), upright=False)


def hits_zone(mat: Mat, asked: Box) -> bool:
    """Whether something printed there would touch a zone."""
    return _hits(((zone.x0, zone.y0, zone.x1, zone.y1) for zone in mat.zones), asked)


def _hits(boxes: Iterable[Box], asked: Box) -> bool:
    """Whether one of them is less than a millimetre from where something shall be."""
    x0, y0, x1, y1 = asked
    return any(
        left <= x1 + 1 and right >= x0 - 1 and top <= y1 + 1 and low >= y0 - 1
        for left, top, right, low in boxes
    )


def _zone(zone: Zone, title: str) -> Iterator[Mark]:
    """A zone's pale rectangle and its name, placed so that a card in the middle leaves it readable."""
    width, height = zone.width, zone.height
    yield Polygon(rectangle(zone.x0, zone.y0, width, height, RADIUS_MM), EDGE_INK)
    inner = (zone.x0 + EDGE_MM, zone.y0 + EDGE_MM)
    size = (width - 2 * EDGE_MM, height - 2 * EDGE_MM)
    yield Polygon(rectangle(*inner, *size, RADIUS_MM - EDGE_MM), ZONE_INK)
    if title:
        x, y = zone.middle
        yield Text(title, (x, y + 2.5), 5.0 if width > 100 else 3.6, GREY, "centre")
    if zone.kind is ZoneKind.SPREAD:
        yield from _ticks(zone)


def _ticks(zone: Zone) -> Iterator[Polygon]:
    """Ticks 30 mm apart: cards fanned along them leave each other's tags free."""
    for number in range(1, int(zone.width // FAN_MM) + 1):
        x = zone.x0 + number * FAN_MM - FAN_MM / 2
        yield Polygon(rectangle(x - 0.15, zone.y0 + 2, 0.3, 3), EDGE_INK)
        yield Polygon(rectangle(x - 0.15, zone.y1 - 5, 0.3, 3), EDGE_INK)
