"""What is printed on the mat: corner markers, the zones with their names, and rulers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.words import Words
from vision.mat import (
    HEIGHT_MM,
    MARKER_INSET_MM,
    MARKER_MM,
    WIDTH_MM,
    ZONES,
    Zone,
)
from vision.printing.marks import GREY, Area, Ink, Mark, Marker, Text, rectangle

ZONE_INK: Final[Ink] = (236, 240, 238)
EDGE_INK: Final[Ink] = (150, 160, 155)
EDGE_MM: Final = 0.5
RADIUS_MM: Final = 4.0
FAN_MM: Final = 30.0
"""How far apart cards of a fan lie at least so that hand-laid ones stay readable."""
RULERS_MM: Final = (
    (26.0, 60.0), (568.0, 60.0), (26.0, 260.0), (568.0, 260.0),
)  # fmt: skip
"""Where the four upright rulers begin: one on every quarter."""


def mat_marks(words: Words) -> tuple[Mark, ...]:
    """The marks of the mat, bottom first, from its top-left corner (docs/physical.md, section 3)."""
    zones = (mark for zone in ZONES for mark in _zone(zone, words))
    return (*zones, *markers())


def markers() -> Iterator[Marker]:
    """The four corner markers at their places."""
    right = WIDTH_MM - MARKER_INSET_MM - MARKER_MM
    low = HEIGHT_MM - MARKER_INSET_MM - MARKER_MM
    near = MARKER_INSET_MM
    for number, at in enumerate(
        ((near, near), (right, near), (right, low), (near, low))
    ):
        yield Marker(number, at)


def _zone(zone: Zone, words: Words) -> Iterator[Mark]:
    """A zone's pale rectangle and its name, where a card laid in the middle leaves it to be read."""
    width, height = zone.x1 - zone.x0, zone.y1 - zone.y0
    yield Area(rectangle(zone.x0, zone.y0, width, height, RADIUS_MM), EDGE_INK)
    inner = (zone.x0 + EDGE_MM, zone.y0 + EDGE_MM)
    size = (width - 2 * EDGE_MM, height - 2 * EDGE_MM)
    yield Area(rectangle(*inner, *size, RADIUS_MM - EDGE_MM), ZONE_INK)
    name = words.say(f"print.zone.{zone.name}")
    x, y = (zone.x0 + zone.x1) / 2, (zone.y0 + zone.y1) / 2
    yield Text(name, (x, y + 2.5), 5.0 if width > 100 else 3.6, GREY, "centre")
    if zone.name == "claim":
        yield from _ticks(zone)


def _ticks(zone: Zone) -> Iterator[Area]:
    """Strokes 30 mm apart: cards of a fan laid by them leave each other's tags free."""
    for number in range(1, int((zone.x1 - zone.x0) // FAN_MM) + 1):
        x = zone.x0 + number * FAN_MM - FAN_MM / 2
        yield Area(rectangle(x - 0.15, zone.y0 + 2, 0.3, 3), EDGE_INK)
        yield Area(rectangle(x - 0.15, zone.y1 - 5, 0.3, 3), EDGE_INK)
