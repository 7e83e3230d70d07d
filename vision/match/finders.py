"""Finder patterns: where they are in a picture, and which three may belong to one symbol."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.match.levels import Level
from vision.match.spots import Spots, spots_on
from vision.match.symbols import Floats
from vision.pose import Pose

PX_PER_MODULE: Final = 0.8
"""The scale at which finders are searched: a finder is 6.3 px wide, small enough to be fast, large enough to be recognised."""
APART: Final = 14
"""Modules between the middles of two finders along a side (ISO/IEC 18004, 6.3.3)."""
_RADIUS: Final = 5.0
"""Modules around a finder's middle that are compared: the pattern, its separator and half a module."""
_FLOOR: Final = 4.0
"""Contrast (grey levels) below which nothing counts as a pattern."""
_FAINTEST: Final = 8.0
"""The least standard deviation of a finder's pixels, in grey levels; a washed-out tag has 15."""
LEAST: Final = 0.38
"""The correlation a peak needs to count as a finder."""
LEAST_SUM: Final = 1.2
"""The sum of correlations that the three finders of a symbol need."""
MOST_PEAKS: Final = 600
MOST_TRIPLES: Final = 600
_NEIGHBOURS: Final = np.ones((3, 3), np.uint8)
_STRETCH: Final = 0.12
"""How far the distance of two finders may deviate from what the pose says: prints scaled
to fit the page are off by 0.06, the top of a high pile by 0.03.
"""
_AS_TOLD: Final = 0.05
"""Within this share, symbols count as having their nominal size: blur moves finders by as much."""
_LOOSE: Final = 0.2
"""How far it may deviate from a guess; a tilt of 30 degrees shortens one side by 0.13."""
_SKEW: Final = 0.4
"""How far the third finder may then be from a square's corner, in sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Finders:
    """Peaks of the finder response in a picture, strongest first."""

    px: NDArray[np.float64]
    """Where, px of the whole picture, shape (n, 2)."""
    strength: Floats
    """Correlation with a finder, shape (n,)."""
    field: FinderResponse

    def near(self, px: NDArray[np.float64]) -> Floats:
        """The response within a pixel of points of the whole picture (px, shape (n, 2)); 0 beyond it."""
        at = np.rint((px - self.field.corner + 0.5) * self.field.scale - 0.5)
        return self.field.strongest(at.astype(np.intp))


@dataclass(frozen=True, slots=True, eq=False)
class FinderResponse:
    """The finder response of a picture, normalised to correlations only where needed."""

    product: Floats
    """The picture times the finder, not yet divided by the local contrast, shape (height, width)."""
    ridge: Floats
    """The strongest product within a pixel, the same shape."""
    sums: NDArray[np.int32]
    """Integral of the picture, shape (height + 1, width + 1)."""
    squares: NDArray[np.float64]
    """Integral of its square, the same shape."""
    scale: NDArray[np.float64]
    """px of the field per px of the whole picture, x and y, shape (2,)."""
    corner: NDArray[np.float64]
    """Where the field begins in the whole picture, px, shape (2,)."""

    def strongest(self, at: NDArray[np.intp]) -> Floats:
        """The correlation around pixels (x, y), shape (n, 2): the strongest product within a pixel; 0 outside."""
        height, width = self.ridge.shape
        x, y = at[:, 0], at[:, 1]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        x, y = x * inside, y * inside
        return np.asarray(self.ridge[y, x] * self.gain(x, y) * inside, np.float32)

    def gain(self, x: NDArray[np.intp], y: NDArray[np.intp]) -> Floats:
        """The factor from product to correlation at pixels of the field, shape (n,): one over the norm of the pixels around."""
        kernel, count = _kernel()
        reach = kernel.shape[0] // 2
        height, width = self.ridge.shape
        x0, x1 = np.maximum(x - reach, 0), np.minimum(x + reach + 1, width)
        y0, y1 = np.maximum(y - reach, 0), np.minimum(y + reach + 1, height)
        upper, lower = y0 * (width + 1), y1 * (width + 1)
        at = np.stack([lower + x1, upper + x1, lower + x0, upper + x0])
        area = (x1 - x0) * (y1 - y0)
        mean, square = (
            (part[0] - part[1] - part[2] + part[3]) / area
            for part in (self.sums.ravel()[at], self.squares.ravel()[at])
        )
        power = np.maximum(square - mean * mean, 0) + _FLOOR**2
        return np.asarray(1 / np.sqrt(power * count), np.float32)


def find_finders(level: Level) -> Finders:
    """Everything in a picture that looks like a finder pattern with the level's module size."""
    field = _field(level)
    x, y, strength = _peaks(field)
    px = (np.stack([x, y], axis=1) + 0.5) / field.scale - 0.5 + field.corner
    return Finders(px, strength, field)


def _field(level: Level) -> FinderResponse:
    ratio = PX_PER_MODULE / level.px_per_module
    height, width = level.grey.shape
    size = (max(16, round(width * ratio)), max(16, round(height * ratio)))
    small = np.asarray(cv2.resize(level.grey, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    product = cv2.filter2D(small.astype(np.float32), cv2.CV_32F, _kernel()[0])
    ridge = cv2.dilate(product, _NEIGHBOURS)
    sums, squares = cv2.integral2(small)
    scale = np.array(size) / np.array([width, height]) * level.scale
    return FinderResponse(
        np.asarray(product, np.float32),
        np.asarray(ridge, np.float32),
        np.asarray(sums, np.int32),
        np.asarray(squares, np.float64),
        scale,
        np.array(level.corner, np.float64),
    )


@cache
def _kernel() -> tuple[Floats, int]:
    """The finder as a disc: mean 0, length 1; and how many pixels it has."""
    fine, reach = 20, int(np.ceil(_RADIUS * PX_PER_MODULE))
    half = (int(_RADIUS) + 2) * fine
    y, x = np.mgrid[-half : half + 1, -half : half + 1] / fine
    ring = np.maximum(np.abs(x), np.abs(y))
    dark = (ring < 1.5) | ((ring > 2.5) & (ring < 3.5))
    finder = np.where(dark, -1, 1).astype(np.float32)
    turned = np.mean([_turned(finder, angle) for angle in range(0, 90, 6)], axis=0)
    pixel = int(fine / PX_PER_MODULE) | 1
    smooth = np.asarray(cv2.blur(turned, (pixel, pixel)))
    steps = np.rint(np.arange(-reach, reach + 1) / PX_PER_MODULE * fine).astype(int)
    kernel = smooth[np.ix_(steps + half, steps + half)].astype(np.float32)
    far = np.hypot(*np.meshgrid(steps, steps)) / fine
    disc = far <= _RADIUS + 0.3
    kernel = np.where(disc, kernel - kernel[disc].mean(), 0).astype(np.float32)
    return kernel / np.linalg.norm(kernel), int(disc.sum())


def _turned(finder: Floats, angle: float) -> Floats:
    middle = finder.shape[0] // 2
    turn = cv2.getRotationMatrix2D((middle, middle), angle, 1)
    turned = cv2.warpAffine(finder, turn, finder.shape, borderValue=1)
    return np.asarray(turned, np.float32)


def _peaks(field: FinderResponse) -> tuple[Floats, Floats, Floats]:
    """The strongest local maxima, refined to sub-pixels by a parabola each way: x, y, strength."""
    product = field.product
    floor = np.float32(LEAST * _FAINTEST * np.sqrt(_kernel()[1]))
    peak = (product == field.ridge) & (product > floor)
    peak[[0, -1]] = peak[:, [0, -1]] = False
    y, x = np.divmod(np.flatnonzero(peak), product.shape[1])
    strength = product[y, x] * field.gain(x, y)
    order = np.argsort(-strength)[:MOST_PEAKS]
    order = order[strength[order] > LEAST]
    x, y, here = x[order], y[order], product[y[order], x[order]]
    return (
        x + _vertex(product[y, x - 1], here, product[y, x + 1]),
        y + _vertex(product[y - 1, x], here, product[y + 1, x]),
        strength[order],
    )


def _vertex(before: Floats, here: Floats, after: Floats) -> Floats:
    bend = np.maximum(2 * here - before - after, 1e-4)
    off = np.clip((after - before) / (2 * bend), -0.5, 0.5)
    return np.asarray(off, np.float32)


def triples(finders: Finders, level: Level) -> Spots:
    """Triples of finders that may form a symbol of the level's size, strongest first, each position and orientation once."""
    if level.loose:
        return loose_triples(finders, level)
    module_mm, pose = level.module_mm, level.pose
    mm = pose.to_mm(finders.px) @ np.array([1, 1j])
    middle, turn, strength = _candidates(finders, pose, mm, APART * module_mm)
    order = np.argsort(-strength)[: 4 * MOST_TRIPLES]
    order = order[strength[order] > LEAST_SUM]
    place = np.rint(middle[order] / module_mm / 2)
    way = np.rint(np.angle(turn[order]) * 8 / np.pi) % 16
    key = (place.real * 8192 + place.imag) * 16 + way
    first = np.sort(np.unique(key, return_index=True)[1])
    kept = order[first[:MOST_TRIPLES]]
    size = np.abs(turn[kept])
    told = np.where(np.abs(size - 1) < _AS_TOLD, size, 1)
    return spots_on(pose, middle[kept], turn[kept] / told * module_mm)


def loose_triples(finders: Finders, level: Level) -> Spots:
    """The same if size and tilt are only guesses: all three finders are detected, at about right angles."""
    side = APART * level.module_mm
    mm = level.pose.to_mm(finders.px) @ np.array([1, 1j]) / side
    i, j = next(_apart(mm, 1.0, stretch=_LOOSE))
    third = mm[i] + 1j * (mm[j] - mm[i])
    pair, k = np.nonzero(np.abs(third[:, None] - mm[None]) < _SKEW)
    i, j = i[pair], j[pair]
    strength = finders.strength[i] + finders.strength[j] + finders.strength[k]
    order = np.argsort(-strength)[:MOST_TRIPLES]
    order = order[strength[order] > LEAST_SUM]
    i, j, k = i[order], j[order], k[order]
    px = finders.px
    axes = np.stack([px[j] - px[i], px[k] - px[i]], axis=1) / APART
    return Spots.of((px[j] + px[k]) / 2, axes)


def _candidates(
    finders: Finders, pose: Pose, mm: NDArray[np.complex128], side: float
) -> tuple[NDArray[np.complex128], NDArray[np.complex128], Floats]:
    """Middle (mm), turn (the symbol's right, with a length as expected of the pair) and strength of every pair's symbols."""
    (i, j), (m, n) = _apart(mm / side, 1.0, np.sqrt(2))
    along, across = (mm[j] - mm[i]) / side, (mm[n] - mm[m]) / side
    # i and j as top-left and top-right, and as bottom-left and top-left; m and n as top-right and bottom-left.
    turn = np.concatenate([along, 1j * along, across / (-1 + 1j)])
    half = side / 2 * (1 + 1j) * along
    middle = np.concatenate([mm[i] + half, mm[i] + half, (mm[m] + mm[n]) / 2])
    where = np.repeat([-1 + 1j, 1 - 1j, -1 - 1j], [len(i), len(i), len(m)])
    missing = middle + side / 2 * turn * where
    px = pose.to_px(np.stack([missing.real, missing.imag], axis=1))
    two = finders.strength
    pairs = np.concatenate([two[i] + two[j], two[i] + two[j], two[m] + two[n]])
    return middle, turn, pairs + finders.near(px)


def _apart(
    places: NDArray[np.complex128], *distances: float, stretch: float = _STRETCH
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Ordered pairs of places this far apart, within the tolerance, for each distance."""
    x, y = places.real.astype(np.float32), places.imag.astype(np.float32)
    square = np.square(x[:, None] - x)
    square += np.square(y[:, None] - y)
    for distance in distances:
        low, high = (distance * (1 - stretch)) ** 2, (distance * (1 + stretch)) ** 2
        near = (square > np.float32(low)) & (square < np.float32(high))
        i, j = np.divmod(np.flatnonzero(near), max(len(places), 1))
        yield i, j
