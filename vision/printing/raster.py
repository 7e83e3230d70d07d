"""Marks as pixels: what the sheets print as vectors, for pictures and the painted table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.printing.letters import measure
from vision.printing.marks import WHITE, Ink, Mark, Marker, Polygon, Symbol, Text, marker
from vision.tags import symbol

_SHIFT: Final = 4
"""OpenCV takes coordinates in sixteenths of a pixel."""


def raster(
    marks: Iterable[Mark], size_mm: tuple[float, float], px_per_mm: float, ground: Ink = WHITE
) -> NDArray[np.uint8]:
    """The marks as a picture, shape (height, width, 3), blue, green, red, anti-aliased."""
    width, height = (round(side * px_per_mm) for side in size_mm)
    picture = np.full((height, width, 3), ground[::-1], np.uint8)
    for mark in marks:
        match mark:
            case Polygon():
                _area(picture, mark, px_per_mm)
            case Text():
                _text(picture, mark, px_per_mm)
            case Symbol():
                dark = symbol(mark.payload)
                dark = dark[::-1, ::-1] if mark.turned else dark
                _modules(picture, dark, mark.at, mark.side, px_per_mm)
            case Marker():
                _modules(picture, marker(mark.number), mark.at, mark.side, px_per_mm)
    return picture


def _area(picture: NDArray[np.uint8], area: Polygon, scale: float) -> None:
    corners = np.array(area.points) * scale - 0.5
    fixed = np.round(corners * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], area.ink[::-1], cv2.LINE_AA, _SHIFT)


def _modules(
    picture: NDArray[np.uint8],
    dark: NDArray[np.bool_],
    at: tuple[float, float],
    side: float,
    scale: float,
) -> None:
    """A symbol; every pixel has its share of dark, so that a coarse picture is accurate as well."""
    module = side * scale / len(dark)
    x, y = at[0] * scale, at[1] * scale
    left, top = int(x), int(y)
    across = int(np.ceil(x + side * scale)) - left
    down = int(np.ceil(y + side * scale)) - top
    rows = _shares(len(dark), module, y - top, down)
    cover = rows @ dark @ _shares(len(dark), module, x - left, across).T
    part = picture[top : top + down, left : left + across]
    part[:] = np.round(part * (1 - cover[: part.shape[0], : part.shape[1], None]))


def _shares(cells: int, size: float, start: float, pixels: int) -> NDArray[np.float64]:
    """The share of each pixel taken by each cell of a row, shape (pixels, cells)."""
    edges = start + size * np.arange(cells + 1)
    pixel = np.arange(pixels)[:, None]
    low = np.maximum(edges[:-1], pixel)
    high = np.minimum(edges[1:], pixel + 1)
    return np.asarray(np.maximum(high - low, 0.0), np.float64)


def _text(picture: NDArray[np.uint8], text: Text, scale: float) -> None:
    """A line of text, as wide as in print."""
    capital = text.height * scale
    if capital < 1.5:
        return
    size = (max(1, round(measure(text) * scale)), max(1, round(capital * _TALL)))
    letters = _letters(text.text, text.bold)
    cover = np.asarray(cv2.resize(letters, size, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = text.at[0] * scale, text.at[1] * scale
    left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[text.align] * size[0]
    top = y - capital * _ABOVE
    if text.turned:
        cover = cover[::-1, ::-1]
        left, top = 2 * x - left - size[0], 2 * y - top - size[1]
    _blend(picture, cover, (round(left), round(top)), text.ink)


_ABOVE, _TALL = 1.3, 1.7
"""The room of a line above the base line and in all, in heights of a capital."""
_CAPITAL_PX: Final = 70
"""Height of a capital of Pillow's own letters (Aileron) at 100 px."""


@lru_cache(maxsize=48)
def _letters(text: str, bold: bool) -> NDArray[np.uint8]:
    """How much of each pixel a line covers, 0 to 255, with capitals 70 px high."""
    font, plain, accents = _drawable(text)
    width = max(1, round(font.getlength(plain)))
    line = Image.new("L", (width, round(_CAPITAL_PX * _TALL)))
    draw = ImageDraw.Draw(line)
    base = round(_CAPITAL_PX * _ABOVE)
    draw.text((0, base), plain, 255, font, "ls", stroke_width=4 if bold else 0)
    for at in accents:
        middle = (font.getlength(plain[:at]) + font.getlength(plain[: at + 1])) / 2
        high = 1.15 if plain[at].isupper() else 0.95
        for x in (middle - 11, middle + 11):
            draw.circle((x, base - high * _CAPITAL_PX), 7, 255)
    return np.asarray(line)


def _drawable(
    text: str,
) -> tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, str, tuple[int, ...]]:
    """The letters for a text, what is drawn in them, and the places of two dots above it. What Pillow's own lack is drawn in the system's where it has some, else left out."""
    plain, accents = _parts(text)
    spelt = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    lacks = "ß" in text or len(plain) + len(accents) < len(spelt)
    with suppress(OSError):
        if lacks:
            return ImageFont.truetype(SYSTEMS, 96), text, ()
    return ImageFont.load_default(100), plain, accents


SYSTEMS: Final = "DejaVuSans.ttf"
"""Debian's fonts-dejavu-core; capitals 70 px high at 96 px."""


def _parts(text: str) -> tuple[str, tuple[int, ...]]:
    """A text in the available letters, which lack accents, and the places of two dots."""
    plain = ""
    accents: list[int] = []
    for sign in unicodedata.normalize("NFKD", text.replace("ß", "ss")):
        if sign == "\u0308":
            accents.append(len(plain) - 1)
        elif sign.isascii():
            plain += sign
    return plain, tuple(accents)


def _blend(
    picture: NDArray[np.uint8], cover: NDArray[np.uint8], at: tuple[int, int], ink: Ink
) -> None:
    """Blend ink into the picture by ``cover``, clipped at the picture's edges."""
    height, width = cover.shape
    top, left = max(at[1], 0), max(at[0], 0)
    part = picture[top : at[1] + height, left : at[0] + width]
    share = cover[top - at[1] :, left - at[0] :][: part.shape[0], : part.shape[1], None]
    part[:] = np.round(part + (np.array(ink[::-1]) - part) * (share / 255.0))
