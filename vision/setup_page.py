"""The page that shows how a game is set up: what to print, what lies where on the mat, where the camera hangs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.mat import Mat, Point, ZoneKind
from companion.words import Words
from vision.painting.flat import flat
from vision.painting.layout import Layout
from vision.printing.letters import LEADING, measure, paragraph
from vision.printing.marks import (
    BLACK,
    GREY,
    WHITE,
    Ink,
    Mark,
    Marker,
    Polygon,
    Symbol,
    Text,
    rectangle,
    shape,
)
from vision.printing.mat_face import mat_marks, titles
from vision.printing.paper import A4, Paper
from vision.printing.poster import placed

MARGIN: Final = 14.0
INNER: Final = A4[0] - 2 * MARGIN
CAMERA_MM: Final = 56.0
"""The height of the last part, with its heading."""
LOWEST_MM: Final = 284.0
"""Below is the ruler."""
LETTERS_MM: Final = 2.3
LEAST_MM: Final = 0.8
"""Smaller letters are left out of the picture: nobody reads them."""
SIGHT: Final[Ink] = (228, 236, 244)
WOOD: Final[Ink] = (196, 172, 140)
BADGE_MM: Final = 5.0


@dataclass(frozen=True, slots=True)
class SetupPage:
    """What one game's page says and shows."""

    title: str
    prints: tuple[str, ...]
    """A sentence for each part of what is printed."""
    mat: Mat
    drawn: tuple[Mark, ...]
    lies: Layout
    """A table that is set up, as an example."""
    camera: tuple[str, ...]
    """Where the camera hangs, and how the game begins: a paragraph each."""


def add_setup_page(paper: Paper, page: SetupPage, words: Words) -> None:
    """One more page of A4, and nothing on it that a camera takes for a mat or a card."""
    paper.page(*A4)
    paper.marks(_marks(page, words), (0, 0))
    paper.ruler((12.0, A4[1] - 5.5), told=words.say("print.ruler"))


def _marks(page: SetupPage, words: Words) -> Iterator[Mark]:
    title = Text(page.title, (MARGIN, 13.0), 5.0, BLACK, bold=True)
    yield from paragraph(title, INNER, 12.0)
    top = 24.0
    said = (*_heading(1, "print", words, top), *_lines(page.prints, top + 6.0))
    yield from said
    top = _below(said) + 4.0
    yield from _heading(2, "lay", words, top)
    legend = tuple(_legend(page.mat, words))
    room = LOWEST_MM - CAMERA_MM - 8.0 - _below(legend) - (top + 6.0)
    scale = min(INNER / page.mat.width, room / page.mat.height)
    at = (A4[0] - page.mat.width * scale) / 2, top + 6.0
    yield from placed(_table(page, words, scale), at, scale)
    top = at[1] + page.mat.height * scale + 4.0
    yield from placed(legend, (0.0, top))
    top += _below(legend) + 4.0
    yield from _heading(3, "camera", words, top)
    yield from placed(_hanging(), (MARGIN, top + 6.0))
    yield from _lines(page.camera, top + 6.0, MARGIN + 62.0)


def _below(marks: Iterable[Mark]) -> float:
    """Where the lowest line of a text stands, mm."""
    return max(mark.at[1] for mark in marks if isinstance(mark, Text))


def _heading(number: int, of: str, words: Words, top: float) -> Iterator[Mark]:
    yield from _badge(str(number), (MARGIN + BADGE_MM / 2, top + 1.5), 1.0)
    said = words.say(f"print.start.{of}")
    at = (MARGIN + BADGE_MM + 2.0, top + 3.0)
    yield Text(said, at, 3.2, BLACK, bold=True)


def _lines(said: Iterable[str], top: float, left: float = MARGIN) -> Iterator[Text]:
    """Paragraphs below each other."""
    for text in said:
        line = Text(text, (left, top), LETTERS_MM, BLACK)
        broken = paragraph(line, A4[0] - MARGIN - left, 40.0)
        yield from broken
        top = broken[-1].at[1] + LETTERS_MM * (LEADING - 1) + 0.8


# What lies where ------------------------------------------------------------------------


def _table(page: SetupPage, words: Words, scale: float) -> Iterator[Mark]:
    """The mat with what lies on it, mm on the mat."""
    mat = page.mat
    edge = 0.4 / scale
    yield Polygon(rectangle(-edge, -edge, mat.width + 2 * edge, mat.height + 2 * edge), GREY)
    yield Polygon(rectangle(0, 0, mat.width, mat.height), WHITE)
    lies = (*mat_marks(mat, titles(mat, words), page.drawn), *flat(page.lies))
    for mark in lies:
        match mark:
            case Marker():
                yield Polygon(rectangle(*mark.at, mark.side, mark.side), BLACK)
            case Symbol():
                pass
            case Text() if mark.height * scale < LEAST_MM:
                pass
            case _:
                yield mark
    for number, (at, _, _) in enumerate(_places(mat, words), 1):
        yield from _badge(str(number), at, 1.0 / scale)


def _places(mat: Mat, words: Words) -> Iterator[tuple[Point, str, ZoneKind]]:
    """The zones that the page explains: where their numbers stand (mm on the mat), name, kind; a board's fields are one."""
    fields = [zone for zone in mat.zones if zone.kind is ZoneKind.FIELD]
    if fields:
        at = fields[0].x0, fields[0].y0
        yield at, words.say("print.start.board"), ZoneKind.FIELD
    for zone, title in zip(mat.zones, titles(mat, words), strict=True):
        if zone.kind is not ZoneKind.FIELD:
            yield (zone.x0, zone.y0), title, zone.kind


def _legend(mat: Mat, words: Words) -> Iterator[Mark]:
    """Number, name, and how pieces lie there, from 0 mm down."""
    left, top = MARGIN + BADGE_MM + 2.0, 0.0
    for number, (_, title, kind) in enumerate(_places(mat, words), 1):
        yield from _badge(str(number), (MARGIN + BADGE_MM / 2, top + 1.2), 0.9)
        name = Text(title, (left, top + 2.3), LETTERS_MM, BLACK, bold=True)
        how = words.say(f"print.lies.{kind.value}")
        x = left + measure(name) + (3.0 if title else 0.0)
        told = Text(how, (x, top), LETTERS_MM, BLACK)
        broken = paragraph(told, A4[0] - MARGIN - x, 9.0)
        yield from (name, *broken)
        top = broken[-1].at[1] + LETTERS_MM * (LEADING - 1) + 1.0


def _badge(said: str, at: Point, scale: float) -> Iterator[Mark]:
    """A number in a black disc with a white ring."""
    for side, ink in ((BADGE_MM + 0.8, WHITE), (BADGE_MM, BLACK)):
        yield Polygon(shape("R", *at, side * scale), ink)
    high = 2.4 * scale
    yield Text(said, (at[0], at[1] + high / 2), high, WHITE, "centre", bold=True)


# Where the camera hangs -----------------------------------------------------------------


def _hanging() -> Iterator[Mark]:
    """The table from its long side: the mat on it, a camera on an arm straight above its middle, what it sees. About 56 x 40 mm."""
    floor, middle, half, lens = 38.0, 28.0, 18.0, (28.0, 4.5)
    yield Polygon(
        ((lens[0], lens[1]), (middle + half + 2, floor), (middle - half - 2, floor)), SIGHT
    )
    yield Polygon(rectangle(0, floor, 56, 1.6), WOOD)
    for x in (3.0, 50.4):
        yield Polygon(rectangle(x, floor + 1.6, 2.6, 3.0), WOOD)
    yield Polygon(rectangle(middle - half, floor - 0.7, 2 * half, 0.7), BLACK)
    yield Polygon(rectangle(2.0, 0.6, 1.4, floor - 0.6), GREY)
    yield Polygon(rectangle(2.0, 0.6, middle + 2.0, 1.4), GREY)
    yield Polygon(rectangle(lens[0] - 3.4, 1.4, 6.8, 2.6, 0.6), BLACK)
    yield Polygon(rectangle(lens[0] - 1.2, 3.6, 2.4, 1.2, 0.3), BLACK)
    for y in range(7, int(floor) - 2, 3):
        yield Polygon(rectangle(middle - 0.15, y, 0.3, 1.5), GREY)
