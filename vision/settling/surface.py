"""The mat's own look: its colour, how the light falls on it, and what of a view is bare mat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import MARKER_INSET_MM, MARKER_MM, MARKER_WHITE_MM
from vision.settling.canvas import (
    HEIGHT,
    RECTANGLES,
    SCALE,
    WIDTH,
    Mask,
    View,
    grown,
    opened,
)

_CELL: Final = 6
"""px of the canvas a side: the median of a cell is free of noise and of thin lines."""
_ROWS, _COLUMNS = HEIGHT // _CELL, WIDTH // _CELL
_FLOORS: Final = {1: 10.0, 3: 30.0}
"""Added before logarithms, by the number of channels: a dark mat's last grey levels are noise, and prints.

Where colour does not help, less of them can be done without.
"""
_NEAR: Final = 0.45
"""How far (natural logarithm) cells of the mat may lie from its commonest colour at first."""
_SPREAD: Final = (0.12, 0.22)
"""Least and most that bare mat may differ from its fitted look: noise, felt, prints."""
_SHADE: Final = 0.7
"""How much darker (natural logarithm) mat in shadow may be; its colour stays."""
_GREY_SHADE: Final = 0.3
"""The same where there is no colour to tell shadow from a dark sleeve."""
_NEARBY: Final = 2.5
"""Cells: how far the light may differ from its trend in one piece."""
Cells: TypeAlias = NDArray[np.float32]
"""Logarithms of the cells' colours, shape (_ROWS, _COLUMNS, channels)."""
_THICK: Final = 5
"""px of the canvas: what is thinner is a line, or the rim of something."""
_STEEP: Final = 16
"""Hundredths of the mat's brightness: a shadow does not change by so much within 6 mm."""
_ABRUPT: Final = 0.35
"""So much of a dark place's rim must be steep for it to be a thing."""
_ONE: Final = 100.0
"""What a px is that is as bright as the mat: ratios are kept in 8 bits."""
_LEAST: Final = 0.12
"""The share of cells that must be free of cards."""
_AGREE: Final = 0.3
"""The share of those that must agree: less is a mat of many colours, about which nothing is said."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The mat's look as a smooth function of the place, floor added, shape (HEIGHT, WIDTH, channels)."""

    look: View
    spread: float

    def like(self, view: View) -> Mask:
        """What of a view looks like bare mat, lit or in shadow."""
        # The mat's look is free of noise, a view is not.
        planes = self._ratios(np.asarray(cv2.blur(view, (3, 3)), np.uint8))
        high, low = reduce(np.maximum, planes), reduce(np.minimum, planes)
        shade = _SHADE if len(planes) == 3 else _GREY_SHADE
        like = (
            (high < _ONE * np.exp(self.spread))
            & (low > _ONE * np.exp(-self.spread - shade))
            & (cv2.subtract(high, low) < 1.5 * self.spread * high)
        )
        dark = opened(like & (low < _ONE * np.exp(-self.spread)), _THICK)
        if not dark.any():
            return np.asarray(like)
        return np.asarray(like & ~_sharp(self._ratios(view), dark, like))

    def _ratios(self, view: View) -> list[NDArray[np.uint8]]:
        """How bright a view is, in hundredths of the mat, channel by channel."""
        channels = self.look.shape[2]
        lifted = cv2.add(view, np.full(4, _FLOORS[channels]))
        look = self.look if channels == 3 else self.look[:, :, 0]
        planes = cv2.split(cv2.divide(lifted, look, scale=_ONE))
        return [np.asarray(plane, np.uint8) for plane in planes]


def _sharp(ratios: list[NDArray[np.uint8]], dark: Mask, like: Mask) -> Mask:
    """What of the mat's darker places has too sharp an outline to be a shadow: a dark glove, a sleeve."""
    sharp = np.zeros_like(dark)
    count, labels = cv2.connectedComponents(dark.astype(np.uint8))
    darkest = reduce(np.minimum, ratios)
    steep = cv2.morphologyEx(darkest, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    edges = (steep > _STEEP) & ~grown(~like, 2)
    for label in range(1, count):
        part = grown(labels == label, 2)
        rim = part & grown(~part, 1)
        if edges[part].sum() > _ABRUPT * rim.sum():
            sharp |= part
    return sharp


def surface_of(view: View, cards: Mask) -> Surface | None:
    """The mat's look, from what of the view no card is known to lie on; None where no colour prevails."""
    cells = _log(_medians(view))
    free = ~_reduced(cards)
    if free.sum() < _LEAST * free.size:
        return None
    between = free & ~_ZONED if (free & ~_ZONED).sum() > _LEAST * free.size else free
    mat = free & (np.abs(cells - _commonest(cells[between])).max(axis=2) < _NEAR)
    fits = (_quadratic, _quadratic, _quadratic, _local, _local)
    for fit in fits:
        if mat.sum() < _AGREE * free.sum():
            return None
        look = fit(cells, mat)
        off = np.abs(cells - look).max(axis=2)
        spread = float(np.clip(4 * np.median(off[mat]), *_SPREAD))
        mat = free & (off < spread)
    return Surface(_painted(look, _tint(cells, mat)), spread)


def _quadratic(cells: Cells, mat: NDArray[np.bool_]) -> Cells:
    """The light's trend over the whole mat, and the shade in which zones are printed, from the cells of bare mat."""
    return np.asarray(_TERMS @ _fitted(cells, mat), np.float32)


def _fitted(cells: Cells, mat: NDArray[np.bool_]) -> NDArray[np.float64]:
    """A factor for each of the terms and channels; without cells inside zones and outside there is no shade."""
    terms = np.vstack([_TERMS[mat], _NO_TINT])
    seen = np.vstack([cells[mat], np.zeros((1, cells.shape[2]))])
    return np.asarray(np.linalg.lstsq(terms, seen, rcond=None)[0])


def _tint(cells: Cells, mat: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much brighter (natural logarithm, by channel) the mat is inside zones than between them."""
    return np.asarray(_fitted(cells, mat)[-1])


def _local(cells: Cells, mat: NDArray[np.bool_]) -> Cells:
    """The trend, and what the bare cells around each cell say beyond it."""
    trend = _quadratic(cells, mat)
    weight = mat.astype(np.float32)[:, :, None]
    beyond = (cells - trend) * weight
    around = cv2.GaussianBlur(beyond, (0, 0), _NEARBY).reshape(cells.shape)
    share = cv2.GaussianBlur(weight, (0, 0), _NEARBY)[:, :, None] + 0.05
    return np.asarray(trend + around / share, np.float32)


def _painted(cells: Cells, tint: NDArray[np.float64]) -> View:
    look = np.exp(cells - (_IN_ZONES[:, :, None] * tint).astype(np.float32))
    size = (WIDTH, HEIGHT)
    grown = cv2.resize(look, size, interpolation=cv2.INTER_LINEAR)
    grown = grown.reshape(HEIGHT, WIDTH, -1)
    for rows, columns in RECTANGLES.values():
        grown[rows, columns] *= np.exp(tint).astype(np.float32)
    return np.asarray(np.clip(grown, 1, 255), np.uint8)


def _log(view: NDArray[np.uint8]) -> Cells:
    return np.asarray(np.log(view + np.float32(_FLOORS[view.shape[2]])), np.float32)


def _medians(view: View) -> NDArray[np.uint8]:
    rows, columns = _ROWS * _CELL, _COLUMNS * _CELL
    cells = view[:rows, :columns].reshape(_ROWS, _CELL, _COLUMNS, _CELL, -1)
    return np.asarray(np.median(cells, axis=(1, 3)), np.uint8)


def _reduced(cards: Mask) -> Mask:
    size = (_COLUMNS, _ROWS)
    share = cv2.resize(cards.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return np.asarray(share > 0)


def _zoned() -> NDArray[np.bool_]:
    """The cells that touch a zone or a marker: what lies between is nearly always bare."""
    mask = np.zeros((HEIGHT, WIDTH), bool)
    for rows, columns in RECTANGLES.values():
        mask[rows, columns] = True
    edge = round((MARKER_INSET_MM + MARKER_MM + MARKER_WHITE_MM) * SCALE)
    for rows in (slice(0, edge), slice(HEIGHT - edge, HEIGHT)):
        mask[rows, :edge] = mask[rows, WIDTH - edge :] = True
    return _reduced(mask)


_ZONED: Final = _zoned()


def _commonest(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middle of the fullest box of colours, each box two steps of 0.25 a side."""
    boxes = np.floor(cells / 0.25).astype(int)
    shifted = np.concatenate([boxes, boxes + 1])
    found, where, counts = np.unique(
        shifted, axis=0, return_inverse=True, return_counts=True
    )
    best = counts.argmax()
    members = (where.reshape(2, -1) == best).any(axis=0)
    return np.asarray(np.median(cells[members], axis=0))


def _in_zones() -> NDArray[np.float64]:
    """The share of each cell that lies in a zone, shape (_ROWS, _COLUMNS)."""
    mask = np.zeros((HEIGHT, WIDTH), np.float32)
    for rows, columns in RECTANGLES.values():
        mask[rows, columns] = 1
    cells = mask[: _ROWS * _CELL, : _COLUMNS * _CELL]
    share = cells.reshape(_ROWS, _CELL, _COLUMNS, _CELL).mean(axis=(1, 3))
    return np.asarray(share, np.float64)


_IN_ZONES: Final = _in_zones()


def _terms() -> NDArray[np.float64]:
    """A quadratic's terms for every cell, and its share in zones, shape (_ROWS, _COLUMNS, 7)."""
    rows, columns = np.mgrid[0:_ROWS, 0:_COLUMNS]
    y, x = rows / _ROWS - 0.5, columns / _COLUMNS - 0.5
    one = np.ones_like(x, float)
    return np.stack([one, x, y, x * x, x * y, y * y, _IN_ZONES], axis=-1)


_TERMS: Final = _terms()
_NO_TINT: Final = np.array([[0.0] * 6 + [2.0]])
"""As much as four cells say that zones are no brighter than what lies between."""
