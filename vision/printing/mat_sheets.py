"""The printed mat: in one piece, or on sheets to be cut and taped where it is larger than the paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, dist
from typing import Final

from companion.announce import message
from companion.mat import Mat, Point
from companion.words import Words
from vision.printing.letters import measure, paragraph
from vision.printing.marks import BLACK, GREY, Ink, Mark, Text
from vision.printing.mat_face import (
    EDGE_INK,
    Part,
    RulerPlace,
    hits_zone,
    mat_marks,
    ruler_in,
    titles,
)
from vision.printing.paper import A4, PAPERS, Paper, Size
from vision.printing.poster import placed

CLEAR_MM: Final = 7.0
"""What markers keep from the paper's edge, which printers cannot reach: as much more white as there is beyond them is left out,
so that the sheets of a large mat overlap at the seams.
"""


LETTERS_MM: Final = 1.7
"""Of the words beside a ruler."""


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


def tiles(mat: Mat, sheet: Size = A4) -> tuple[Tile, ...]:
    """The sheets that a mat takes, row by row: upright or on their side, whichever are fewer."""
    out = mat.marker.inset - CLEAR_MM
    ways = (
        (Side(mat.width, wide, out), Side(mat.height, high, out))
        for wide, high in (sheet[::-1], sheet)
    )
    across, down = min(ways, key=lambda way: way[0].count * way[1].count)
    places = [(row, column) for row in range(down.count) for column in range(across.count)]
    return tuple(Tile(across, down, column, row) for row, column in places)


def smallest(mat: Mat) -> str:
    """The smallest paper that holds a mat in one piece."""
    return next(name for name, sheet in PAPERS.items() if len(tiles(mat, sheet)) == 1)


def enlarged(mat: Mat, sheet: Size) -> float:
    """How many times as large a mat becomes that fills a larger sheet; 1.0 if the sheet is none."""
    short, long = sheet
    larger = sheet > PAPERS[smallest(mat)]
    return min(long / mat.width, short / mat.height) if larger else 1.0


def mat_sheets(
    mat: Mat, words: Words, drawn: Sequence[Mark] = (), sheet: Size = A4, onto: Paper | None = None
) -> Paper:
    """A mat on sheets of one size, in one piece where one holds it; ``drawn`` is what a game adds to its zones.

    In true scale, or so much larger that it fills a sheet which is larger than it needs. ``onto``: what its pages follow.
    """
    face, paper = mat_marks(mat, titles(mat, words), drawn), onto or Paper()
    sheets = tiles(mat, sheet)
    for tile in sheets:
        paper.page(tile.across.sheet, tile.down.sheet)
        if len(sheets) > 1:
            _sheet(paper, tile, mat, face, words, len(sheets))
        else:
            _whole(paper, tile, mat, face, words)
    return paper


def _whole(paper: Paper, tile: Tile, mat: Mat, face: tuple[Mark, ...], words: Words) -> None:
    """The mat in the middle of one sheet; the ruler is true to scale, however large the mat is printed."""
    wide, high = tile.across.sheet, tile.down.sheet
    larger = enlarged(mat, (high, wide))
    at = (wide - mat.width * larger) / 2, (high - mat.height * larger) / 2
    paper.marks(placed(face, at, larger), (0, 0))
    place = ruler_in(mat, tile.part)
    x, y = at[0] + place.x * larger, at[1] + place.y * larger
    ruler = replace(place, x=x, y=y, free=place.free * larger)
    paper.marks(_told(ruler, words, 1, 1), (0, 0))
    paper.ruler((ruler.x, ruler.y), upright=ruler.upright)


def _sheet(
    paper: Paper, tile: Tile, mat: Mat, face: tuple[Mark, ...], words: Words, pages: int
) -> None:
    x, y = tile.origin
    paper.marks((*face, *_hints(mat, tile, words)), (-x, -y))
    for (x0, y0), (x1, y1), ink in _seams(mat, tile):
        paper.line((x0 - x, y0 - y), (x1 - x, y1 - y), ink, 0.15)
    ruler = ruler_in(mat, tile.part)
    paper.marks(_told(ruler, words, tile.number, pages), (-x, -y))
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


def _hints(mat: Mat, tile: Tile, words: Words) -> Iterator[Mark]:
    """Instructions at each seam, in small letters, beside the zones."""
    part, cut = tile.part, words.say("print.cut")
    low = part.y0 + 24.0 if tile.row else part.y1 - 86.0
    side = part.x0 + (128.0 if tile.column else 12.0)
    if tile.column:
        x = part.x0 + (2.0 if tile.across.overlaps else 8.0)
        hint = Text(_meeting(tile.across, tile.number - 1, words), (x, low), 1.9, GREY)
        yield _beside(mat, hint, ((x, y) for y in _span(part.y0, part.y1)))
    if not tile.last_column and tile.across.overlaps:
        x = part.x1 - 2
        hint = Text(cut, (x, low), 1.9, GREY, "right")
        yield _beside(mat, hint, ((x, y) for y in _span(part.y0, part.y1)))
    if tile.row:
        above, y = tile.number - tile.across.count, part.y0 + 4
        hint = Text(_meeting(tile.down, above, words), (side, y), 1.9, GREY)
        yield _beside(mat, hint, ((x, y) for x in _span(part.x0, part.x1 - 40)))
    if not tile.last_row and tile.down.overlaps:
        y = part.y1 - 2
        hint = Text(cut, (side, y), 1.9, GREY)
        yield _beside(mat, hint, ((x, y) for x in _span(part.x0, part.x1 - 40)))


def _span(start: float, end: float) -> Iterator[float]:
    """Places along a seam, 2 mm apart, as far as printers reach."""
    return (start + mm for mm in range(12, int(end - start) - 10, 2))


def _beside(mat: Mat, hint: Text, places: Iterable[Point]) -> Text:
    """A hint where it touches no zone, as near as can be to where it is; there if each place does."""
    width = measure(hint)

    def touches(at: Point) -> bool:
        x = at[0] - (width if hint.align == "right" else 0.0)
        return hits_zone(mat, (x, at[1] - hint.height, x + width, at[1]))

    near = sorted(places, key=lambda at: dist(at, hint.at))
    return replace(hint, at=next((at for at in (hint.at, *near) if not touches(at)), hint.at))


def _meeting(side: Side, number: int, words: Words) -> str:
    """How a sheet meets one before it."""
    return words.say("print.under" if side.overlaps else "print.beside", number=number)


def _told(place: RulerPlace, words: Words, page: int, pages: int) -> Iterator[Text]:
    """The sheet's number and the purpose of the ruler, beside the ruler."""
    x, y = place.x, place.y
    where = (x - 12.0 if place.upright else x, y - (8.0 if place.upright else 5.0))
    width = min(33.0, place.free + 11.0) if place.upright else 100.0
    said = words.say("print.page", title=message("print.mat"), number=page, pages=pages)
    title = Text(said, (where[0], where[1] - LETTERS_MM), LETTERS_MM, GREY)
    yield from paragraph(title, width, LETTERS_MM)
    if pages > 1:
        sheet = words.say("print.sheet", number=page)
        yield Text(sheet, (where[0], where[1] - 4.5), 2.8, BLACK, bold=True)
    below = 104.0 if place.upright else 5.0
    ruler = Text(words.say("print.ruler"), (where[0], y + below), LETTERS_MM, GREY)
    yield from paragraph(ruler, width, 20.0)
