"""What is printed on a side of a card, for the sheets as well as the painted table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, TAG_INSET_MM
from vision.printing import letters
from vision.printing.marks import GREY, Ink, Mark, Polygon, Symbol, Text, both, paler, rectangle


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFace:
    """A side of a card to print or paint; the marks are in mm from its top-left corner, from the bottom up."""

    payload: str
    """The payload of its tags."""
    name: str
    """Its name for people."""
    marks: tuple[Mark, ...] = field(repr=False)
    back: Ink
    """The colour of its deck's backs."""
    other: tuple[Mark, ...] = field(default=(), repr=False)
    """The other side of a card with two faces, instead of a back."""

    @property
    def code(self) -> str:
        """The payload without game and edition."""
        return self.payload.partition("-")[2]


@lru_cache(maxsize=512)
def plain(payload: str) -> PrintedFace:
    """A card with nothing on it but its tags and their text."""
    told = Text(payload, (CARD_WIDTH_MM / 2, 47.0), 3.0, GREY, "centre")
    return PrintedFace(payload, payload, (told, *tags(payload)), GREY)


def tags(payload: str) -> tuple[Mark, Mark]:
    """Both tags of a card at their places (docs/physical.md, section 1)."""
    return both(Symbol(payload, (TAG_INSET_MM, TAG_INSET_MM)))


def corners(name: str, ink: Ink) -> Iterator[Mark]:
    """A card's name beside both tags, on more lines if it is long."""
    line = Text(name, (TAG_INSET_MM + 20.0, 3.5), 3.0, ink, bold=True)
    for part in letters.paragraph(line, CARD_WIDTH_MM - TAG_INSET_MM - 23.0, 10.0):
        yield from both(part)


def reverse(face: PrintedFace) -> tuple[Mark, ...]:
    """The marks of a card's other side; for a card with one face, a frame and a lattice that reveal nothing about it."""
    if face.other:
        return face.other
    frame = rectangle(4, 4, CARD_WIDTH_MM - 8, CARD_HEIGHT_MM - 8, 2)
    light = paler(face.back, 0.22)
    lozenges = (
        Polygon(_lozenge(8.25 + 8.5 * (column + row % 2 / 2), 8.0 + 6.25 * row), light)
        for row in range(13)
        for column in range(6 - row % 2)
    )
    return (Polygon(frame, face.back), *lozenges)


def _lozenge(x: float, y: float) -> tuple[Point, ...]:
    return ((x, y - 2.2), (x + 3.0, y), (x, y + 2.2), (x - 3.0, y))
