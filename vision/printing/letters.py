"""The widths of printed text, and text wrapped to as many lines as it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.printing.helvetica import ems
from vision.printing.marks import Text

if TYPE_CHECKING:
    from fpdf import FPDF

CAPITAL: Final = 0.718
"""Height of a capital of Helvetica in ems (Adobe's font metrics)."""
LEADING: Final = 1.85
"""From base line to base line, in heights of a capital."""


def measure(text: Text) -> float:
    """The width of a line of text, mm."""
    return ems(text.text, bold=text.bold) * text.height / CAPITAL


def choose(pdf: FPDF, text: Text) -> None:
    """Set the font of a PDF to that of a line."""
    points = text.height / CAPITAL * 72 / 25.4
    pdf.set_font("helvetica", "B" if text.bold else "", points)


def wrapped(line: Text, width: float) -> tuple[str, ...]:
    """The words of a line, wrapped to ``width`` (mm)."""
    lines: list[str] = []
    for word in line.text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(replace(line, text=longer)) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def paragraph(line: Text, width: float, height: float) -> tuple[Text, ...]:
    """A text as lines below ``line.at``, in smaller letters if it would not fit (all mm)."""
    while True:
        texts = wrapped(line, width)
        fits = all(measure(replace(line, text=text)) <= width for text in texts)
        if fits and line.height * (1 + LEADING * (len(texts) - 1)) <= height:
            return tuple(_lines(line, texts))
        line = replace(line, height=line.height * 0.95)


def _lines(line: Text, texts: tuple[str, ...]) -> Iterator[Text]:
    x, y = line.at
    for number, text in enumerate(texts):
        at = (x, y + line.height * (1 + LEADING * number))
        yield replace(line, text=text, at=at)
