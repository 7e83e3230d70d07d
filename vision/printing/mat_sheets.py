"""The printed mat: in one piece, and on sheets of A4 to be cut and taped where it is larger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from companion.announce import message
from companion.mat import Mat, Point
from companion.words import Words
from vision.printing.letters import paragraph
from vision.printing.marks import BLACK, GREY, Ink, Mark, Text
from vision.printing.mat_face import EDGE_INK, Part, mat_marks, ruler_in, titles
from vision.printing.paper import A4, Paper

CLEAR_MM: Final = 7.0
"""What markers keep from the paper's edge, which printers cannot reach: as much more white as there is beyond them is left out,
so that the sheets of a large mat overlap at the seams.
"""


@dataclass(frozen=True, slots=True)
class Side:
    """The sheets along one side of a mat."""

    length: float
    """Of the mat, mm."""
    sheet: float
    """Of each sheet, mm."""
    outside: float
    """How much of the mat's white edge they omit, mm."""

    @property
    def count(self) -> int:
        """How many sheets it takes."""
        one = self.length <= self.sheet
        return 1 if one else ceil((self.length - 2 * self.outside) / self.sheet)

    def origin(self, number: int) -> float:
        """Where a sheet begins on the mat, mm, the first one being 0: the outer ones as far out as they go, the others evenly between."""
        if self.count == 1:
            return (self.length - self.sheet) / 2
        last = self.length - self.outside - self.sheet
        return self.outside + (last - self.outside) * number / (self.count - 1)

    @property
    def overlaps(self) -> bool:
        """Whether there is anything to cut off where two sheets meet."""
        return self.count > 1 and self.origin(1) < self.outside + self.sheet

    @property
    def bounds(self) -> tuple[float, ...]:
        """The mat's edges and the seams between them, where two sheets meet, mm."""
        starts = [self.origin(number) for number in range(self.count)]
        seams = ((one + self.sheet + other) / 2 for one, other in pairwise(starts))
        return (0.0, *seams, self.length)


@dataclass(frozen=True, slots=True)
class Tile:
    """One of the sheets: its column and its row, from 0."""

    across: Side
    down: Side
    column: int
    row: int

    @property
    def number(self) -> int:
        """What people call it: row by row, from 1."""
        return self.row * self.across.count + self.column + 1

    @property
    def origin(self) -> Point:
        """The point of the mat (mm) at the sheet's top-left corner."""
        return self.across.origin(self.column), self.down.origin(self.row)

    @property
    def part(self) -> Part:
        """The part of the mat, between edges and seams, that it shows in the end."""
        x0, x1 = self.across.bounds[self.column : self.column + 2]
        y0, y1 = self.down.bounds[self.row : self.row + 2]
        right, low = self.column > 0, self.row > 0
        return Part(x0, y0, x1, y1, right, low, rows=self.down.count)

    @property
    def last_column(self) -> bool:
        """Whether the mat's right edge is on it."""
        return self.column == self.across.count - 1

    @property
    def last_row(self) -> bool:
        """Whether the mat's lower edge is on it."""
        return self.row == self.down.count - 1


def tiles(mat: Mat) -> tuple[Tile, ...]:
    """The sheets of A4 that a mat takes, row by row: upright or on their side, whichever are fewer."""
    out = mat.marker.inset - CLEAR_MM
    ways = ((Side(mat.width, wide, out), Side(mat.height, high, out)) for wide, high in (A4[::-1], A4))  # fmt: skip
    across, down = min(ways, key=lambda way: way[0].count * way[1].count)
    places = [(row, column) for row in range(down.count) for column in range(across.count)]  # fmt: skip
    return tuple(Tile(across, down, column, row) for row, column in places)


def mat_sheets(mat: Mat, words: Words, drawn: Sequence[Mark] = ()) -> Paper:
    """A mat in one piece on a page of its size, then on pages of A4 if it is larger, in true scale; ``drawn`` is what a game adds to its zones."""
    face, paper = mat_marks(mat, titles(mat, words), drawn), Paper()
    sheets = tiles(mat)
    pages = 1 + len(sheets) if len(sheets) > 1 else 1
    paper.page(mat.width, mat.height)
    paper.marks(face, (0, 0))
    paper.marks(_told(mat, sheets[0], words, 1, pages), (0, 0))
    for tile in sheets:
        place = ruler_in(mat, tile.part)
        paper.ruler((place.x, place.y), upright=place.upright)
    for tile in sheets if pages > 1 else ():
        paper.page(tile.across.sheet, tile.down.sheet)
        _sheet(paper, tile, mat, face, words, pages)
    return paper


def _sheet(
    paper: Paper,
    tile: Tile,
    mat: Mat,
    face: tuple[Mark, ...],
    words: Words,
    pages: int,
) -> None:
    x, y = tile.origin
    paper.marks((*face, *_hints(tile, words)), (-x, -y))
    paper.marks(_told(mat, tile, words, tile.number + 1, pages), (-x, -y))
    for (x0, y0), (x1, y1), ink in _seams(mat, tile):
        paper.line((x0 - x, y0 - y), (x1 - x, y1 - y), ink, 0.15)
    ruler = ruler_in(mat, tile.part)
    paper.ruler((ruler.x - x, ruler.y - y), upright=ruler.upright)


def _seams(mat: Mat, tile: Tile) -> Iterator[tuple[Point, Point, Ink]]:
    """Where to cut (ticks in the white between the zones) or how far to overlap the neighbour (a continuous line)."""
    part = tile.part
    if tile.column:
        yield (part.x0, 0), (part.x0, mat.height), EDGE_INK
    if not tile.last_column:
        x = part.x1
        crossed = [(z.y0, z.y1) for z in mat.zones if z.x0 <= x <= z.x1]
        yield from (((x, y0), (x, y1), BLACK) for y0, y1 in _white(crossed, mat.height))
    if tile.row:
        yield (0, part.y0), (mat.width, part.y0), EDGE_INK
    if not tile.last_row:
        y = part.y1
        crossed = [(z.x0, z.x1) for z in mat.zones if z.y0 <= y <= z.y1]
        yield from (((x0, y), (x1, y), BLACK) for x0, x1 in _white(crossed, mat.width))


def _white(crossed: Iterable[Point], length: float) -> Iterator[Point]:
    """Where a seam crosses white between the zones, a millimetre away from each, and not at the mat's very edge."""
    begin = _EDGE_MM
    for start, end in (*sorted(crossed), (length - _EDGE_MM + 1, length)):
        if start - 1 > begin:
            yield begin, start - 1
        begin = max(begin, end + 1)


_EDGE_MM: Final = 4.0


def _hints(tile: Tile, words: Words) -> Iterator[Mark]:
    """Instructions at each seam, in small letters."""
    part, cut = tile.part, words.say("print.cut")
    low = part.y0 + 24.0 if tile.row else part.y1 - 86.0
    side = part.x0 + (128.0 if tile.column else 12.0)
    if tile.column:
        yield Text(_meeting(tile.across, tile.number - 1, words), (part.x0 + 2 if tile.across.overlaps else part.x0 + 8, low), 1.9, GREY)  # fmt: skip
    if not tile.last_column and tile.across.overlaps:
        yield Text(cut, (part.x1 - 2, low), 1.9, GREY, "right")
    if tile.row:
        above = tile.number - tile.across.count
        yield Text(_meeting(tile.down, above, words), (side, part.y0 + 4), 1.9, GREY)
    if not tile.last_row and tile.down.overlaps:
        yield Text(cut, (side, part.y1 - 2), 1.9, GREY)


def _meeting(side: Side, number: int, words: Words) -> str:
    """How a sheet meets one before it."""
    return words.say("print.under" if side.overlaps else "print.beside", number=number)


def _told(mat: Mat, tile: Tile, words: Words, page: int, pages: int) -> Iterator[Text]:
    """The sheet's number and the purpose of the ruler, beside the ruler."""
    place = ruler_in(mat, tile.part)
    x, y = place.x, place.y
    where = (x - 12.0 if place.upright else x, y - (8.0 if place.upright else 5.0))
    title = message("print.mat")
    yield Text(words.say("print.page", title=title, number=page, pages=pages), where, 1.7, GREY)  # fmt: skip
    if page > 1:
        sheet = words.say("print.sheet", number=tile.number)
        yield Text(sheet, (where[0], where[1] - 4.5), 2.8, BLACK, bold=True)
    below, width = (104.0, 33.0) if place.upright else (5.0, 100.0)
    ruler = Text(words.say("print.ruler"), (where[0], y + below), 1.7, GREY)
    yield from paragraph(ruler, width, 20.0)
