"""The mat to print: in one piece on A2, and in four on A4 to be cut and taped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.announce import message
from companion.words import Words
from vision.mat import HEIGHT_MM, WIDTH_MM
from vision.printing.letters import paragraph
from vision.printing.marks import BLACK, GREY, Ink, Mark, Point, Text
from vision.printing.mat_face import EDGE_INK, RULERS_MM, mat_marks
from vision.printing.paper import A2, A4, Paper

SEAM_MM: Final = (WIDTH_MM / 2, HEIGHT_MM / 2)
"""Where the four sheets meet."""
OUTSIDE_MM: Final = 3.0
"""What the sheets leave out of the mat's white edge, so that they overlap at the
seams by twice as much and the markers keep 7 mm from the paper's edge, where
printers do not reach."""
PAGES: Final = 5


@dataclass(frozen=True, slots=True)
class Quarter:
    """One of the four sheets: its number, and whether it is a right or a lower one."""

    number: int
    right: bool
    lower: bool

    @property
    def origin(self) -> tuple[float, float]:
        """The point of the mat (mm) that is the sheet's top-left corner."""
        x = WIDTH_MM - OUTSIDE_MM - A4[1] if self.right else OUTSIDE_MM
        y = HEIGHT_MM - OUTSIDE_MM - A4[0] if self.lower else OUTSIDE_MM
        return x, y


QUARTERS: Final = (
    Quarter(1, right=False, lower=False),
    Quarter(2, right=True, lower=False),
    Quarter(3, right=False, lower=True),
    Quarter(4, right=True, lower=True),
)


def mat_sheets(words: Words) -> Paper:
    """The mat on one A2 page, then on four A4 pages, in true scale."""
    paper = Paper()
    paper.page(A2[1], A2[0])
    paper.marks(mat_marks(words), (0, 0))
    paper.marks(_told(0, words), (0, 0))
    for at in RULERS_MM:
        paper.ruler(at, upright=True)
    for quarter in QUARTERS:
        paper.page(A4[1], A4[0])
        _quarter(paper, quarter, words)
    return paper


def _quarter(paper: Paper, quarter: Quarter, words: Words) -> None:
    x, y = quarter.origin
    marks = (*mat_marks(words), *_hints(quarter, words))
    paper.marks(marks, (-x, -y))
    paper.marks(_told(quarter.number, words), (-x, -y))
    for (x0, y0), (x1, y1), ink in _seams(quarter):
        paper.line((x0 - x, y0 - y), (x1 - x, y1 - y), ink, 0.15)
    ruler = RULERS_MM[quarter.number - 1]
    paper.ruler((ruler[0] - x, ruler[1] - y), upright=True)


def _seams(quarter: Quarter) -> Iterator[tuple[Point, Point, Ink]]:
    """Where to cut (strokes in the white between the zones) or how far to lay the neighbour (a whole line)."""
    x, y = SEAM_MM
    if quarter.right:
        yield (x, 0), (x, HEIGHT_MM), EDGE_INK
    else:
        yield from (((x, y0), (x, y1), BLACK) for y0, y1 in _WHITE_ROWS_MM)
    if quarter.lower:
        yield (0, y), (WIDTH_MM, y), EDGE_INK
    else:
        yield from (((x0, y), (x1, y), BLACK) for x0, x1 in _WHITE_COLUMNS_MM)


_WHITE_ROWS_MM: Final = ((4, 13), (119, 127), (229, 237), (411, 416))
_WHITE_COLUMNS_MM: Final = ((8, 50), (306, 344), (422, 586))
"""What the seams cross between the zones."""


def _hints(quarter: Quarter, words: Words) -> Iterator[Mark]:
    """What to do at each seam, in small letters beside it."""
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


def _told(quarter: int, words: Words) -> Iterator[Text]:
    """The sheet's number and what the ruler is for, beside the ruler."""
    title = words.say("print.sheet", number=quarter) if quarter else ""
    x, y = RULERS_MM[max(quarter - 1, 0)]
    where = (x - 12.0, y - 8.0)
    page = words.say(
        "print.page", title=message("print.mat"), number=quarter + 1, pages=PAGES
    )
    yield Text(page, where, 1.7, GREY)
    if title:
        yield Text(title, (where[0], where[1] - 4.5), 2.8, BLACK, bold=True)
    ruler = Text(words.say("print.ruler"), (where[0], y + 104.0), 1.7, GREY)
    yield from paragraph(ruler, 33.0, 20.0)
