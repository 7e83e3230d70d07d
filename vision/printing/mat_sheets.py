"""The printed mat: in one piece on A2, and on four sheets of A4 to be cut and taped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.announce import message
from companion.mat import A2_MM, Mat, Point
from companion.words import Words
from vision.printing.letters import paragraph
from vision.printing.marks import BLACK, GREY, Ink, Mark, Text
from vision.printing.mat_face import EDGE_INK, mat_marks, rulers, titles
from vision.printing.paper import A2, A4, Paper

WIDTH_MM, HEIGHT_MM = A2_MM
SEAM_MM: Final = (WIDTH_MM / 2, HEIGHT_MM / 2)
"""Where the four sheets meet."""
OUTSIDE_MM: Final = 3.0
"""How much of the mat's white edge the sheets omit, so that they overlap at the seams by
twice as much, and the markers keep 7 mm from the paper's edge, which printers cannot
reach.
"""
PAGES: Final = 5


@dataclass(frozen=True, slots=True)
class Quarter:
    """One of the four sheets: its number, and whether it is on the right or at the bottom."""

    number: int
    right: bool
    lower: bool

    @property
    def origin(self) -> tuple[float, float]:
        """The point of the mat (mm) at the sheet's top-left corner."""
        x = WIDTH_MM - OUTSIDE_MM - A4[1] if self.right else OUTSIDE_MM
        y = HEIGHT_MM - OUTSIDE_MM - A4[0] if self.lower else OUTSIDE_MM
        return x, y


QUARTERS: Final = (
    Quarter(1, right=False, lower=False),
    Quarter(2, right=True, lower=False),
    Quarter(3, right=False, lower=True),
    Quarter(4, right=True, lower=True),
)


def mat_sheets(mat: Mat, words: Words, drawn: Sequence[Mark] = ()) -> Paper:
    """A mat on one A2 page, then on four A4 pages, in true scale; ``drawn`` is what a game adds to its zones."""
    face, paper = mat_marks(mat, titles(mat, words), drawn), Paper()
    paper.page(A2[1], A2[0])
    paper.marks(face, (0, 0))
    paper.marks(_told(mat, 0, words), (0, 0))
    for at in rulers(mat):
        paper.ruler(at, upright=True)
    for quarter in QUARTERS:
        paper.page(A4[1], A4[0])
        _quarter(paper, quarter, mat, face, words)
    return paper


def _quarter(
    paper: Paper, quarter: Quarter, mat: Mat, face: tuple[Mark, ...], words: Words
) -> None:
    x, y = quarter.origin
    paper.marks((*face, *_hints(quarter, words)), (-x, -y))
    paper.marks(_told(mat, quarter.number, words), (-x, -y))
    for (x0, y0), (x1, y1), ink in _seams(mat, quarter):
        paper.line((x0 - x, y0 - y), (x1 - x, y1 - y), ink, 0.15)
    ruler = rulers(mat)[quarter.number - 1]
    paper.ruler((ruler[0] - x, ruler[1] - y), upright=True)


def _seams(mat: Mat, quarter: Quarter) -> Iterator[tuple[Point, Point, Ink]]:
    """Where to cut (ticks in the white between the zones) or how far to overlap the neighbour (a continuous line)."""
    x, y = SEAM_MM
    if quarter.right:
        yield (x, 0), (x, HEIGHT_MM), EDGE_INK
    else:
        crossed = [(z.y0, z.y1) for z in mat.zones if z.x0 <= x <= z.x1]
        yield from (((x, y0), (x, y1), BLACK) for y0, y1 in _white(crossed, HEIGHT_MM))
    if quarter.lower:
        yield (0, y), (WIDTH_MM, y), EDGE_INK
    else:
        crossed = [(z.x0, z.x1) for z in mat.zones if z.y0 <= y <= z.y1]
        yield from (((x0, y), (x1, y), BLACK) for x0, x1 in _white(crossed, WIDTH_MM))


def _white(crossed: Iterable[Point], length: float) -> Iterator[Point]:
    """Where a seam crosses white between the zones, a millimetre away from each, and not at the mat's very edge."""
    begin = _EDGE_MM
    for start, end in (*sorted(crossed), (length - _EDGE_MM + 1, length)):
        if start - 1 > begin:
            yield begin, start - 1
        begin = max(begin, end + 1)


_EDGE_MM: Final = 4.0


def _hints(quarter: Quarter, words: Words) -> Iterator[Mark]:
    """Instructions at each seam, in small letters."""
    x, y = SEAM_MM
    low = 234.0 if quarter.lower else 124.0
    cut = words.say("print.cut")
    if quarter.right:
        under = words.say("print.under", number=quarter.number - 1)
        yield Text(under, (x + 2, low), 1.9, GREY)
    else:
        yield Text(cut, (x - 2, low), 1.9, GREY, "right")
    side = 425.0 if quarter.right else 12.0
    if quarter.lower:
        under = words.say("print.under", number=quarter.number - 2)
        yield Text(under, (side, y + 4), 1.9, GREY)
    else:
        yield Text(cut, (side, y - 2), 1.9, GREY)


def _told(mat: Mat, quarter: int, words: Words) -> Iterator[Text]:
    """The sheet's number and the purpose of the ruler, beside the ruler."""
    title = words.say("print.sheet", number=quarter) if quarter else ""
    x, y = rulers(mat)[max(quarter - 1, 0)]
    where = (x - 12.0, y - 8.0)
    page = words.say(
        "print.page", title=message("print.mat"), number=quarter + 1, pages=PAGES
    )
    yield Text(page, where, 1.7, GREY)
    if title:
        yield Text(title, (where[0], where[1] - 4.5), 2.8, BLACK, bold=True)
    ruler = Text(words.say("print.ruler"), (where[0], y + 104.0), 1.7, GREY)
    yield from paragraph(ruler, 33.0, 20.0)
