"""The appearance of the bare mat: its colour and illumination, and which parts of a view show it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, reduce
from typing import Final, TypeAlias, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.median import median
from vision.settling.rectified import (
    ALL,
    PX_MM,
    RIM_MM,
    SCALE,
    Box,
    Mask,
    Patch,
    Rectified,
    RectifiedMat,
    as_bytes,
    box_of,
    darkest,
    grown,
    opened,
    px_of,
)

_Number = TypeVar("_Number", np.uint8, np.float32)
_CELL: Final = px_of(12.0)
"""px a side of a cell of the mat, whose median is free of noise and of thin lines."""
_FLOORS: Final = {1: 10.0, 3: 30.0}
"""Added before logarithms, by the number of channels: a dark mat's last grey levels are noise, and prints.

Where colour does not help, less of them can be done without.
"""
_NEAR: Final = 0.45
"""The initial tolerance (natural logarithm) between a cell of the mat and its commonest colour."""
_SPREAD: Final = (0.12, 0.22)
"""The least and the greatest tolerance between bare mat and its fitted appearance: noise, felt, print."""
_TINT: Final = 1.5
"""Times the tolerance: how far the channels may differ for the colour to be the same, darker or lighter."""
_SHADE: Final = 0.7
"""How much darker (natural logarithm) mat in shadow may be; its colour stays."""
_GREY_SHADE: Final = 0.3
"""The same without colour to distinguish shadow from a dark sleeve."""
_KEPT: Final = 0.98
"""The decay of a lighter appearance with each new measurement of the mat."""
_NEARBY: Final = 2.5
"""Cells: the extent of local deviations from the trend of the light."""
Cells: TypeAlias = NDArray[np.float32]
"""Logarithms of the cells' colours, shape (rows, columns, channels)."""
_AROUND: Final = np.ones((3, 3), np.uint8)
_THICK_MM: Final = 10.0
"""Anything thinner is a line, or an object's edge."""
_STEEP: Final = 16
"""Hundredths of the mat's brightness: a shadow does not change by so much within three px."""
_NEAR_MM: Final = 10.0
"""What around dark areas says whether they are shadows: their outlines, and what an edge there is measured from."""
_ABRUPT: Final = 0.35
"""The share of a dark area's outline that must be steep for it to be an object."""
_PART: Final = 0.1
"""The share of a card that is hidden, or shown, from which it is known to be: more than blur at its edges."""
_ONE: Final = 100.0
"""The value of a px that is as bright as the mat: ratios are stored in 8 bits."""
_LEAST: Final = 0.12
"""The share of cells that must be free of cards."""
_AGREE: Final = 0.3
"""The share of those that must agree; below it the mat has many colours, and nothing is concluded."""


def in_other_light(now: Rectified, before: Rectified) -> NDArray[np.bool_]:
    """Of px, shape (n, channels), which look as before but for a shadow that came or went: darker or lighter, of the same colour."""
    channels = now.shape[1]
    floor = _FLOORS[channels]
    ratios = np.log((now + floor) / (before + floor))
    high, low = ratios.max(axis=1), ratios.min(axis=1)
    shade = _SHADE if channels == 3 else _GREY_SHADE
    return np.asarray((np.maximum(high, -low) < shade) & (high - low < _TINT * _SPREAD[0]))


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The bare mat's appearance as a smooth function of the place, floor added, shape (rows, columns, channels)."""

    look: Rectified
    spread: float

    def like(
        self,
        view: Rectified,
        printed: Callable[[Box], Mask],
        cards: Iterable[Patch] = (),
        still: Mask | None = None,
        mat: Mask | None = None,
    ) -> Mask:
        """The part of a view that looks like bare mat, lit or in shadow.

        ``printed`` says where in a box objects that lie there have edges, ``still`` is where the view is as it was,
        ``cards`` are where cards lay, ``mat`` is where bare mat was seen last: no card lies there any more.
        """
        # The mat's look is free of noise, a view is not.
        planes = self._ratios(np.asarray(cv2.blur(view, (3, 3)), np.uint8))
        high, low = reduce(np.maximum, planes), reduce(np.minimum, planes)
        shade = _SHADE if len(planes) == 3 else _GREY_SHADE
        like = (
            (high < math.ceil(_ONE * math.exp(self.spread)))
            & (low > math.floor(_ONE * math.exp(-self.spread - shade)))
            & (cv2.subtract(high, low) < cv2.LUT(high, self._tints()))
        )
        darker = like & (low < math.ceil(_ONE * math.exp(-self.spread)))
        dark = opened(np.asarray(darker), _THICK_MM)
        if not dark.any():
            return np.asarray(like)
        shown = ~like if still is None else still & ~like
        laid = dark if mat is None else dark & ~mat
        hidden = _hidden(cards, laid, shown, view, math.exp(-shade))
        box = box_of(dark, px_of(_NEAR_MM))
        steep = self._steep(view, box) & ~printed(box)
        like[box] &= ~_objects(steep, hidden[box], dark[box], like[box])
        return np.asarray(like)

    def _tints(self) -> NDArray[np.uint8]:
        """For each brightness how far the darkest channel may be below it for the colour to be the mat's."""
        return np.asarray(np.ceil(_TINT * self.spread * np.arange(256)), np.uint8)

    def over(self, level: float) -> Mask:
        """Where the mat itself is as bright as a grey level in every channel, as far as its appearance says."""
        floor = _FLOORS[self.look.shape[2]]
        return np.asarray(darkest(self.look) >= min(255, level + floor))

    def or_lighter(self, before: Surface) -> Surface:
        """The maximum of this appearance and the previous one, adapted to this light: shadows are temporary."""
        now, then = self.look.astype(np.float32), before.look.astype(np.float32)
        gain = median((now / then)[::_CELL, ::_CELL].reshape(-1, now.shape[2]), axis=0)
        lighter = np.maximum(now, then * (gain * _KEPT).astype(np.float32))
        return Surface(np.asarray(np.minimum(lighter, 255), np.uint8), self.spread)

    def printed(self, view: Rectified, known: Mask, box: Box) -> Mask:
        """Where in a box a view of the mat without hands, known in part, shows edges: print and cards."""
        return np.asarray(grown(self._steep(view, box) & known[box], PX_MM))

    def _steep(self, view: Rectified, box: Box) -> Mask:
        """Where in a box the brightness changes too fast for a shadow."""
        darkest = reduce(np.minimum, self._ratios(view, box))
        return cv2.morphologyEx(darkest, cv2.MORPH_GRADIENT, _AROUND) > _STEEP

    def _ratios(self, view: Rectified, box: Box = ALL) -> list[NDArray[np.uint8]]:
        """How bright a view is in a box, in hundredths of the mat, channel by channel."""
        lifted = cv2.add(view[box], np.full(4, _FLOORS[self.look.shape[2]]))
        planes = cv2.split(cv2.divide(lifted, self.look[box], scale=_ONE))
        return [np.asarray(plane, np.uint8) for plane in planes]


def _hidden(cards: Iterable[Patch], dark: Mask, shown: Mask, view: Rectified, shade: float) -> Mask:
    """The dark parts of cards that are ``shown`` in part, darker than in a shadow of this share of the light.

    No card is taken away by half, so something lies over it.
    """
    hidden = np.zeros_like(dark)
    for card in cards:
        box, least = card.box, _PART * np.count_nonzero(card.inside)
        under = card.inside & dark[box]
        # On most cards nothing is dark, and a median of each costs.
        if np.count_nonzero(under) <= least:
            continue
        seen = card.inside & shown[box]
        if np.count_nonzero(seen) > least:
            grey = darkest(view[box])
            under &= grey < shade * median(grey[seen])
            if np.count_nonzero(under) > least:
                hidden[box] |= under
    return hidden


def _objects(steep: Mask, hidden: Mask, dark: Mask, like: Mask) -> Mask:
    """Dark areas that hide a part of a card, or whose outline is too sharp for a shadow: a dark hand, a glove, a sleeve."""
    objects = np.zeros_like(dark)
    count, labels = cv2.connectedComponents(as_bytes(dark))
    # Beside what is no mat an edge may be that one's.
    told = ~grown(~like, RIM_MM)
    edges = steep & told
    for label in range(1, count):
        # One px more than the part that is judged: its rim is where that ends.
        box = box_of(labels == label, px_of(RIM_MM) + 1)
        if not (hidden[box].any() or edges[box].any()):
            continue
        area = labels[box] == label
        part = grown(area, RIM_MM)
        rim = part & grown(~part, PX_MM) & told[box]
        steep_px = np.count_nonzero(edges[box] & part)
        if (hidden[box] & area).any() or steep_px > _ABRUPT * np.count_nonzero(rim):
            objects[box] |= part
    return objects


@dataclass(frozen=True, slots=True, eq=False)
class _Grid:
    """A mat in cells, each array of shape (rows, columns, ...)."""

    zones: tuple[tuple[slice, slice], ...]
    """Each zone's px."""
    zoned: NDArray[np.bool_]
    """The cells that touch a zone or a marker: what lies between is nearly always bare."""
    in_zones: NDArray[np.float64]
    """The share of each cell that lies in a zone."""
    terms: NDArray[np.float64]
    """A quadratic's terms for every cell, and its share in zones, 7 in all."""


def surface_of(view: Rectified, cards: Mask, ground: RectifiedMat) -> Surface | None:
    """The bare mat's appearance, from the parts of a view without known cards; None if no colour prevails."""
    grid, cells = _grid(ground), _log(_medians(view))
    free = ~_reduced(cards)
    if free.sum() < _LEAST * free.size:
        return None
    between = free & ~grid.zoned
    between = between if between.sum() > _LEAST * free.size else free
    mat = free & (np.abs(cells - _commonest(cells[between])).max(axis=2) < _NEAR)
    fits = (_quadratic, _quadratic, _quadratic, _local, _local)
    for fit in fits:
        if mat.sum() < _AGREE * free.sum():
            return None
        look = fit(grid, cells, mat)
        off = np.abs(cells - look).max(axis=2)
        spread = float(np.clip(4 * median(off[mat]), *_SPREAD))
        mat = free & (off < spread)
    tint = _fitted(grid, cells, mat)[-1]
    return Surface(_painted(grid, look, tint, view.shape), spread)


def _quadratic(grid: _Grid, cells: Cells, mat: NDArray[np.bool_]) -> Cells:
    """The light's trend over the whole mat, and the shade in which zones are printed, from the cells of bare mat."""
    return np.asarray(grid.terms @ _fitted(grid, cells, mat), np.float32)


def _fitted(grid: _Grid, cells: Cells, mat: NDArray[np.bool_]) -> NDArray[np.float64]:
    """A factor for each of the terms and channels; without cells inside zones and outside there is no shade.

    The last says how much brighter (natural logarithm) the mat is inside zones than between them.
    """
    terms = np.vstack([grid.terms[mat], _NO_TINT])
    seen = np.vstack([cells[mat], np.zeros((1, cells.shape[2]))])
    return np.asarray(np.linalg.lstsq(terms, seen, rcond=None)[0])


def _local(grid: _Grid, cells: Cells, mat: NDArray[np.bool_]) -> Cells:
    """The trend, plus the local deviation of the bare cells around each cell."""
    trend = _quadratic(grid, cells, mat)
    weight = mat.astype(np.float32)[:, :, None]
    beyond = (cells - trend) * weight
    around = cv2.GaussianBlur(beyond, (0, 0), _NEARBY).reshape(cells.shape)
    share = cv2.GaussianBlur(weight, (0, 0), _NEARBY)[:, :, None] + 0.05
    return np.asarray(trend + around / share, np.float32)


def _painted(
    grid: _Grid, cells: Cells, tint: NDArray[np.float64], shape: tuple[int, ...]
) -> Rectified:
    look = np.exp(cells - (grid.in_zones[:, :, None] * tint).astype(np.float32))
    size = (shape[1], shape[0])
    whole = cv2.resize(look, size)
    whole = whole.reshape(*shape[:2], -1)
    for rows, columns in grid.zones:
        whole[rows, columns] *= np.exp(tint).astype(np.float32)
    return np.asarray(np.clip(whole, 1, 255), np.uint8)


def _log(view: NDArray[np.uint8]) -> Cells:
    return np.asarray(np.log(view + np.float32(_FLOORS[view.shape[2]])), np.float32)


def _medians(view: Rectified) -> NDArray[np.uint8]:
    cells = _in_cells(view).swapaxes(1, 2)
    flat = cells.reshape(*cells.shape[:2], -1, cells.shape[4])
    return np.asarray(median(flat, axis=2), np.uint8)


def _in_cells(picture: NDArray[_Number]) -> NDArray[_Number]:
    """A picture's whole cells, shape (rows, px, columns, px, channels)."""
    rows, columns = picture.shape[0] // _CELL, picture.shape[1] // _CELL
    whole = picture[: rows * _CELL, : columns * _CELL]
    return whole.reshape(rows, _CELL, columns, _CELL, -1)


def _reduced(cards: Mask) -> Mask:
    size = (cards.shape[1] // _CELL, cards.shape[0] // _CELL)
    share = cv2.resize(cards.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return np.asarray(share > 0)


@cache
def _grid(ground: RectifiedMat) -> _Grid:
    """A mat in cells."""
    zones, taken = ground.none(), ground.none()
    for where in ground.zones.values():
        zones[where] = taken[where] = True
    marker = ground.mat.marker
    edge = round((marker.far + marker.white) * SCALE)
    for rows in (slice(0, edge), slice(-edge, None)):
        taken[rows, :edge] = taken[rows, -edge:] = True
    share = _in_cells(zones.astype(np.float32)).mean(axis=(1, 3))[:, :, 0]
    in_zones = share.astype(np.float64)
    rectangles = tuple(ground.zones.values())
    return _Grid(rectangles, _reduced(taken), in_zones, _terms(in_zones))


def _commonest(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The centre of the fullest bin of a colour histogram, bins of two steps of 0.25 a side."""
    boxes = np.floor(cells / 0.25).astype(int)
    shifted = np.concatenate([boxes, boxes + 1])
    found, where, counts = np.unique(shifted, axis=0, return_inverse=True, return_counts=True)
    best = counts.argmax()
    members = (where.reshape(2, -1) == best).any(axis=0)
    return np.asarray(median(cells[members], axis=0))


def _terms(in_zones: NDArray[np.float64]) -> NDArray[np.float64]:
    rows, columns = np.indices(in_zones.shape)
    y, x = rows / in_zones.shape[0] - 0.5, columns / in_zones.shape[1] - 0.5
    one = np.ones_like(x, float)
    return np.stack([one, x, y, x * x, x * y, y * y, in_zones], axis=-1)


_NO_TINT: Final = np.array([[0.0] * 6 + [2.0]])
"""As much as four cells say that zones are no brighter than what lies between."""
