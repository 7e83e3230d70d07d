"""Caps for pawns to cut out: a marker with its white, and whose it is (docs/physical.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.mat import Point
from companion.pieces import CAP_MM
from vision.printing.letters import paragraph
from vision.printing.marks import BLACK, GREY, Ink, Marker, Text, rectangle
from vision.printing.paper import A4, Paper

CAP_WHITE_MM: Final = 2.0
"""The white border around a cap's marker."""
COLUMNS: Final = 6
PITCH_MM: Final = (30.0, 34.0)
FIRST_MM: Final = (20.0, 40.0)
"""The first cap's top-left corner on the sheet."""


@dataclass(frozen=True, slots=True)
class PrintedCap:
    """One cap: its marker's number, its owner, and the colour of that label."""

    number: int
    name: str
    ink: Ink


@dataclass(frozen=True, slots=True)
class CapSheet:
    """The caps of a game, and the instructions for them."""

    told: str
    caps: tuple[PrintedCap, ...]


def add_caps(onto: Paper, sheet: CapSheet, ruler: str) -> None:
    """One more page, with the caps in true scale; ``ruler`` is the text beside the ruler."""
    onto.page(*A4)
    told = Text(sheet.told, (FIRST_MM[0], 16.0), 2.6, BLACK)
    onto.marks(tuple(paragraph(told, A4[0] - 2 * FIRST_MM[0], 16.0)), (0, 0))
    for number, cap in enumerate(sheet.caps):
        row, column = divmod(number, COLUMNS)
        at = FIRST_MM[0] + column * PITCH_MM[0], FIRST_MM[1] + row * PITCH_MM[1]
        _cap(onto, cap, at)
    onto.ruler((12.0, A4[1] - 5.5), told=ruler)


def _cap(paper: Paper, cap: PrintedCap, at: Point) -> None:
    """The marker, a line to cut along, and below it the owner, to be cut off."""
    side = CAP_MM + 2 * CAP_WHITE_MM
    x, y = at
    paper.marks((Marker(cap.number, (x + CAP_WHITE_MM, y + CAP_WHITE_MM), CAP_MM),), (0, 0))
    paper.outline(rectangle(x, y, side, side), GREY, 0.1)
    paper.text(Text(cap.name, (x + side / 2, y + side + 4.0), 2.2, cap.ink, "centre"))
