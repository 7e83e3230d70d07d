"""A PDF in true scale: pages in millimetres, card faces, cut marks and a ruler to check the print with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Final, Literal, TypeAlias

import numpy as np
from fpdf import FPDF
from fpdf.prefs import ViewerPreferences
from numpy.typing import NDArray

from companion.errors import PictureError, reason_of
from companion.mat import Point
from vision.printing.helvetica import ENCODING
from vision.printing.letters import choose
from vision.printing.marks import BLACK, GREY, Ink, Mark, Marker, Polygon, Symbol, Text, marker
from vision.tags import symbol

RULER_MM: Final = 100.0
Size: TypeAlias = tuple[float, float]
"""Of a sheet, its short side first, mm."""
A4: Final[Size] = (210.0, 297.0)
PAPERS: Final[dict[str, Size]] = {"a4": A4, "a3": (297.0, 420.0), "a2": (420.0, 594.0)}
"""What can be printed on, smallest first; one PDF is one of them throughout."""

_OVERLAP_MM: Final = 0.01
"""How far a row of modules overlaps the next, so that viewers show no hairline between them."""


class Paper:
    """One PDF being drawn; lengths in mm from the page's top-left corner."""

    def __init__(self) -> None:
        self.pdf = FPDF(unit="mm", format="A4")
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.core_fonts_encoding = ENCODING
        self.pdf.viewer_preferences = ViewerPreferences(print_scaling="None")

    def page(self, width: float, height: float) -> None:
        """Begin a page of a size."""
        way: Literal["portrait", "landscape"]
        way = "landscape" if width > height else "portrait"
        short, long = sorted((width, height))
        self.pdf.add_page(orientation=way, format=(short, long))

    def marks(self, marks: Iterable[Mark], at: Point) -> None:
        """Draw marks with their origin (a card's top-left corner) at a point of the page."""
        for mark in marks:
            match mark:
                case Polygon():
                    points = tuple((x + at[0], y + at[1]) for x, y in mark.points)
                    self.area(points, mark.ink)
                case Text():
                    self.text(replace(mark, at=(mark.at[0] + at[0], mark.at[1] + at[1])))
                case Symbol():
                    corner = (mark.at[0] + at[0], mark.at[1] + at[1])
                    self.modules(_turned(mark), corner, mark.side)
                case Marker():
                    corner = (mark.at[0] + at[0], mark.at[1] + at[1])
                    self.modules(marker(mark.number), corner, mark.side)

    def area(self, points: Iterable[Point], ink: Ink) -> None:
        """Fill a polygon."""
        self.pdf.set_fill_color(*ink)
        self.pdf.polygon(list(points), style="F")

    def outline(self, points: Iterable[Point], ink: Ink, width: float) -> None:
        """Draw a polygon's edge."""
        self.pdf.set_draw_color(*ink)
        self.pdf.set_line_width(width)
        self.pdf.polygon(list(points), style="D")

    def line(self, start: Point, end: Point, ink: Ink = BLACK, width: float = 0.1) -> None:
        """Draw a line."""
        self.pdf.set_draw_color(*ink)
        self.pdf.set_line_width(width)
        self.pdf.line(*start, *end)

    def text(self, text: Text) -> None:
        """Write one line."""
        choose(self.pdf, text)
        self.pdf.set_text_color(*text.ink)
        x, y = text.at
        turn = 180.0 if text.turned else 0.0
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[text.align]
        with self.pdf.rotation(turn, x, y):
            self.pdf.text(x - share * self.pdf.get_string_width(text.text), y, text.text)

    def modules(self, dark: NDArray[np.bool_], at: Point, side: float) -> None:
        """Draw a symbol or marker: ``dark`` (n, n), True where black, ``side`` mm."""
        self.pdf.set_fill_color(0, 0, 0)
        module = side / len(dark)
        for row, start, end in _runs(dark):
            more = 0.0 if row == len(dark) - 1 else _OVERLAP_MM
            x, y = at[0] + start * module, at[1] + row * module
            self.pdf.rect(x, y, (end - start) * module, module + more, style="F")

    def ruler(self, at: Point, *, upright: bool = False, told: str = "") -> None:
        """Draw a ruler of 100 mm with a tick every 10 mm, from a point to the right or downwards."""
        x, y = at
        for mm in range(0, int(RULER_MM) + 1, 10):
            long = 3.0 if mm % 50 == 0 else 2.0
            if upright:
                self.line((x, y + mm), (x + long, y + mm), width=0.15)
            else:
                self.line((x + mm, y), (x + mm, y - long), width=0.15)
        end = (x, y + RULER_MM) if upright else (x + RULER_MM, y)
        self.line(at, end, width=0.15)
        if told:
            self.text(Text(told, (x + RULER_MM + 2.0, y), 1.9, GREY))

    def write(self, file: Path) -> int:
        """Write the PDF and return its number of pages. Raises PictureError (``print.cannot-write``)."""
        try:
            with file.open("wb") as opened:
                return self.write_to(opened)
        except OSError as error:
            why = reason_of(error)
            raise PictureError("print.cannot-write", file=str(file), why=why) from error

    def write_to(self, stream: IO[bytes]) -> int:
        """Write the PDF and answer its number of pages. Raises OSError."""
        stream.write(bytes(self.pdf.output()))
        return len(self.pdf.pages)


def _turned(mark: Symbol) -> NDArray[np.bool_]:
    dark = symbol(mark.payload)
    return dark[::-1, ::-1] if mark.turned else dark


def _runs(dark: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Row, first and past-the-end column of every run of dark modules."""
    for row, modules in enumerate(dark):
        edges = np.flatnonzero(np.diff(np.r_[0, modules.astype(np.int8), 0]))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            yield row, int(start), int(end)
