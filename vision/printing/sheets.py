"""Sheets to print in true scale: tags to stick on, a whole deck of cards, and the mat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from companion.announce import Message, message
from companion.errors import PictureError, reason_of
from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_RADIUS_MM, CARD_WIDTH_MM, TAG_MM
from companion.words import Words
from vision.printing.faces import PrintedFace, reverse
from vision.printing.letters import paragraph
from vision.printing.marks import BLACK, GREY, Symbol, Text, rectangle
from vision.printing.paper import A4, Paper
from vision.tags import symbol

WHITE_MM: Final = 2.0
"""The white border around a tag on a sticker (docs/physical.md, section 1)."""
NAME_MM: Final = 3.0
"""The strip below a tag for its name."""
SIZES_MM: Final = (9.0, 24.0)
"""The smallest and the largest tag that may be printed (docs/physical.md, section 1)."""


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of labels on portrait A4: how many, how large, how far apart, from where (mm)."""

    name: str
    columns: int
    rows: int
    label: tuple[float, float]
    first: Point
    """The first label's top-left corner."""
    pitch: tuple[float, float]
    cut: bool = False
    """Whether the labels still have to be cut, so that the sheet shows where."""

    @property
    def beside(self) -> bool:
        """Whether the name stands beside the tag instead of below."""
        return self.label[0] > 1.5 * self.label[1]

    @property
    def most(self) -> float:
        """The largest tag that fits a label with white around it and its name, mm."""
        name = 0.0 if self.beside else NAME_MM
        return min(self.label[0], self.label[1] - name) - 2 * WHITE_MM

    def corners(self) -> Iterator[Point]:
        """The labels' top-left corners, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = self.first
                yield x + column * self.pitch[0], y + row * self.pitch[1]


def own_grid(size: float = TAG_MM) -> LabelSheet:
    """The grid for plain paper: cells to cut out, 25 x 25 mm for the usual tag."""
    cell = size + 2 * WHITE_MM + NAME_MM
    columns, rows = int(190 // cell), int(260 // cell)
    first = (A4[0] - columns * cell) / 2, (A4[1] - rows * cell) / 2
    return LabelSheet("grid", columns, rows, (cell, cell), first, (cell, cell), cut=True)


LABELS: Final = {
    "L7120": LabelSheet("L7120", 5, 7, (35, 35), (7.5, 11), (40, 40)),
    "3657": LabelSheet("3657", 4, 10, (48.5, 25.4), (8, 21.5), (48.5, 25.4)),
}
"""Label sheets on sale, by the number on the box (Avery; other brands list it as compatible)."""

CARDS: Final = LabelSheet(
    "cards",
    3,
    3,
    (CARD_WIDTH_MM, CARD_HEIGHT_MM),
    ((A4[0] - 3 * CARD_WIDTH_MM) / 2, (A4[1] - 3 * CARD_HEIGHT_MM) / 2),
    (CARD_WIDTH_MM, CARD_HEIGHT_MM),
    cut=True,
)


def tag_sheets(
    faces: Sequence[PrintedFace],
    edition: Message | str,
    words: Words,
    *,
    size: float = TAG_MM,
    grid: LabelSheet | None = None,
    shift: Point = (0.0, 0.0),
    onto: Paper | None = None,
) -> Paper:
    """Sheets with a tag for every card, ``size`` mm, on our own grid or on labels.

    ``onto``: what they follow. ``shift`` (mm to the right, down) compensates for a printer with an offset. Raises
    PictureError (``print.too-large``) if the tags do not fit.
    """
    grid = grid or own_grid(size)
    if size > grid.most + 1e-9:
        most = f"{grid.most:g}"
        raise PictureError("print.too-large", size=f"{size:g}", sheet=grid.name, most=most)
    title = message("print.tags", edition=edition, size=f"{size:g}")
    paper = onto or Paper()
    pages = _shared(faces, grid.columns * grid.rows)
    for number, cards in enumerate(pages, 1):
        _begin(paper, words, title, number, len(pages))
        for card, (x, y) in zip(cards, grid.corners(), strict=False):
            at = (x + shift[0], y + shift[1])
            paper.marks(_label(card, grid, size), at)
        if grid.cut:
            _cutting_grid(paper, grid)
    return paper


def card_sheets(
    faces: Sequence[PrintedFace],
    edition: Message | str,
    words: Words,
    *,
    backs: bool = False,
    onto: Paper | None = None,
) -> Paper:
    """Sheets with a whole deck, nine cards per page. ``onto``: what they follow.

    With ``backs`` every page is followed by its backs, mirrored so that they match when
    the sheet is turned over its long edge.
    """
    paper = onto or Paper()
    pages = _shared(faces, CARDS.columns * CARDS.rows)
    of = len(pages) * (2 if backs else 1)
    for number, cards in enumerate(pages):
        page = number * (2 if backs else 1) + 1
        _begin(paper, words, message("print.cards", edition=edition), page, of)
        _cutting_grid(paper, CARDS)
        for card, at in zip(cards, CARDS.corners(), strict=False):
            paper.marks(card.marks, at)
            _edge(paper, at)
        if backs:
            title = message("print.backs", edition=edition)
            _begin(paper, words, title, page + 1, of)
            _backs(paper, cards)
    return paper


def tag_pages(count: int, size: float = TAG_MM) -> int:
    """How many pages of our own grid so many tags take."""
    grid = own_grid(size)
    return ceil(count / (grid.columns * grid.rows))


def card_pages(count: int, *, backs: bool = False) -> int:
    """How many pages so many cards take."""
    return ceil(count / (CARDS.columns * CARDS.rows)) * (2 if backs else 1)


def tag_picture(payload: str, *, white: int = 2, px: int = 10) -> NDArray[np.uint8]:
    """The bare symbol of a payload: ``white`` modules around it, ``px`` pixels per module, 0 or 255."""
    dark = np.pad(symbol(payload), white, constant_values=False)
    return np.where(np.kron(dark, np.ones((px, px), np.bool_)), 0, 255).astype(np.uint8)


def write_pictures(pictures: Iterable[tuple[str, NDArray[np.uint8]]], to: Path) -> int:
    """Write pictures, shape (height, width) or (height, width, 3) in red, green, blue, as ``<name>.png`` into a folder, created if missing, and return how many. Raises PictureError (``print.cannot-write``)."""
    written = 0
    file = to
    try:
        to.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures:
            file = to / f"{name}.png"
            Image.fromarray(picture).save(file, optimize=True)
            written += 1
    except OSError as error:
        why = reason_of(error)
        raise PictureError("print.cannot-write", file=str(file), why=why) from error
    return written


def _shared(cards: Sequence[PrintedFace], each: int) -> tuple[tuple[PrintedFace, ...], ...]:
    """The cards page by page, ``each`` per page."""
    starts = range(0, len(cards), each)
    return tuple(tuple(cards[start : start + each]) for start in starts)


def _begin(paper: Paper, words: Words, title: Message, number: int, pages: int) -> None:
    paper.page(*A4)
    told = words.say("print.page", title=title, number=number, pages=pages)
    paper.text(Text(told, (12.0, 7.5), 2.2, BLACK))
    paper.ruler((12.0, A4[1] - 5.5), told=words.say("print.ruler"))


def _label(card: PrintedFace, grid: LabelSheet, size: float) -> Iterator[Symbol | Text]:
    """A tag with its code; a wide label has the card's name, too."""
    width, height = grid.label
    if not grid.beside:
        top = (height - NAME_MM - size) / 2
        yield Symbol(card.payload, ((width - size) / 2, top), size)
        at = (width / 2, top + size + WHITE_MM + 1.9)
        yield Text(card.code, at, 1.5, GREY, "centre")
        return
    margin = (height - size) / 2
    yield Symbol(card.payload, (margin, margin), size)
    x = margin + size + WHITE_MM + 1
    name = Text(card.name, (x, margin), 2.4, BLACK, bold=True)
    yield from paragraph(name, width - x - 1.5, size - 4)
    yield Text(card.payload, (x, margin + size), 1.5, GREY)


def _cutting_grid(paper: Paper, grid: LabelSheet) -> None:
    """Strokes in the margins, where the knife starts and ends; hairlines between plain cells."""
    left, top = grid.first
    width, height = grid.columns * grid.pitch[0], grid.rows * grid.pitch[1]
    for column in range(grid.columns + 1):
        x = left + column * grid.pitch[0]
        paper.line((x, top - 3.5), (x, top - 0.8), GREY)
        paper.line((x, top + height + 0.8), (x, top + height + 3.5), GREY)
    for row in range(grid.rows + 1):
        y = top + row * grid.pitch[1]
        paper.line((left - 3.5, y), (left - 0.8, y), GREY)
        paper.line((left + width + 0.8, y), (left + width + 3.5, y), GREY)


def _edge(paper: Paper, at: Point) -> None:
    outline = rectangle(*at, CARD_WIDTH_MM, CARD_HEIGHT_MM, CARD_RADIUS_MM)
    paper.outline(outline, (205, 205, 205), 0.1)


def _backs(paper: Paper, cards: Sequence[PrintedFace]) -> None:
    for card, (x, y) in zip(cards, CARDS.corners(), strict=False):
        paper.marks(reverse(card), (A4[0] - x - CARD_WIDTH_MM, y))
