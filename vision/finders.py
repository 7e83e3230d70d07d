"""Finder patterns: where in a picture they are, and which three of them may belong to one symbol."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Pose
from vision.tags import MODULES
from vision.views import View

Floats: TypeAlias = NDArray[np.float32]

PX_PER_MODULE: Final = 0.9
"""Scale at which finders are searched: a finder is 6.3 px wide, small enough to be fast, large enough to be told."""
APART: Final = 14
"""Modules between the middles of two finders along a side (ISO/IEC 18004, 6.3.3)."""
_RADIUS: Final = 5.0
"""Modules around a finder's middle that are looked at: the pattern, its separator and half a module."""
_BLUR: Final = 0.5
_FLOOR: Final = 4.0
"""Contrast (grey levels) below which nothing counts as a pattern."""
LEAST: Final = 0.38
"""Correlation a peak needs to be a finder."""
LEAST_SUM: Final = 1.2
"""Correlation the three finders of a symbol need together."""
MOST_PEAKS: Final = 400
MOST_TRIPLES: Final = 400
_STRETCH: Final = 0.07
"""How far the distance of two finders may be from what the pose says."""


@dataclass(frozen=True, slots=True, eq=False)
class Finders:
    """Peaks of the finder response in a picture, strongest first."""

    px: NDArray[np.float64]
    """Where, px of the whole picture, shape (n, 2)."""
    strength: Floats
    """Correlation with a finder, shape (n,)."""
    field: Floats
    """The strongest response within a pixel of every pixel that was searched."""
    scale: NDArray[np.float64]
    """px of the field per px of the whole picture, x and y."""

    def near(self, px: NDArray[np.float64]) -> Floats:
        """The response at points of the whole picture (px, shape (n, 2)); 0 beyond it."""
        at = np.rint((px + 0.5) * self.scale - 0.5).astype(np.intp)
        height, width = self.field.shape
        x, y = at[:, 0], at[:, 1]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        return np.where(inside, self.field[y * inside, x * inside], np.float32(0))


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Places where symbols may lie, in the picture: the middle and how far a module goes each way."""

    middle: NDArray[np.float64]
    """px, shape (n, 2)."""
    axes: NDArray[np.float64]
    """A module to the symbol's right and one down, px: shape (n, 2, 2), rows are the two."""

    def __len__(self) -> int:
        return len(self.middle)

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Placed:
        return Placed(self.middle[which], self.axes[which])

    def at(self, modules: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of each symbol (modules from its middle, shape (m, 2)) in px, shape (n, m, 2)."""
        return np.asarray(self.middle[:, None] + modules @ self.axes)

    @property
    def corners(self) -> NDArray[np.float64]:
        """The symbols' own corners from top-left clockwise, px, shape (n, 4, 2)."""
        half = MODULES / 2
        return self.at(half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))


def find_finders(view: View) -> Finders:
    """Everything in a picture that looks like a finder pattern of the view's module."""
    ratio = PX_PER_MODULE / view.px_per_module
    height, width = view.grey.shape
    size = (max(16, round(width * ratio)), max(16, round(height * ratio)))
    small = np.asarray(
        cv2.resize(view.grey, size, interpolation=cv2.INTER_LINEAR), np.float32
    )
    response = _response(small)
    field = np.asarray(cv2.dilate(response, np.ones((3, 3), np.uint8)), np.float32)
    x, y, strength = _peaks(response, field)
    scale = np.array(size) / np.array([width, height]) * view.scale
    px = (np.stack([x, y], axis=1) + 0.5) / scale - 0.5
    return Finders(px, strength, field, scale)


def _response(small: Floats) -> Floats:
    """Normalised correlation with a blurred finder averaged over all turns."""
    kernel, count = _kernel()
    side = kernel.shape[0]
    product = cv2.filter2D(small, cv2.CV_32F, kernel)
    mean = cv2.blur(small, (side, side))
    squares = cv2.sqrBoxFilter(small, cv2.CV_32F, (side, side))
    power: Floats = np.asarray(squares - np.square(mean), np.float32)
    np.maximum(power, 0, out=power)
    power += np.float32(_FLOOR**2)
    power *= np.float32(count)
    return np.asarray(product / np.sqrt(power), np.float32)


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
    blurred = cv2.GaussianBlur(turned, (0, 0), _BLUR * fine)
    pixel = int(fine / PX_PER_MODULE) | 1
    smooth = np.asarray(cv2.blur(blurred, (pixel, pixel)))
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


def _peaks(
    response: Floats, field: NDArray[np.floating]
) -> tuple[Floats, Floats, Floats]:
    """The strongest local maxima, between pixels by a parabola each way: x, y, strength."""
    peak = (response == field) & (response > LEAST)
    peak[[0, -1]] = peak[:, [0, -1]] = False
    y, x = np.nonzero(peak)
    if len(x) > MOST_PEAKS:
        best = np.argpartition(-response[y, x], MOST_PEAKS)[:MOST_PEAKS]
        y, x = y[best], x[best]
    here = response[y, x]
    return (
        x + _vertex(response[y, x - 1], here, response[y, x + 1]),
        y + _vertex(response[y - 1, x], here, response[y + 1, x]),
        here,
    )


def _vertex(before: Floats, here: Floats, after: Floats) -> Floats:
    bend = np.maximum(2 * here - before - after, 1e-4)
    return np.clip((after - before) / (2 * bend), -0.5, 0.5).astype(np.float32)


def triples(finders: Finders, pose: Pose, module_mm: float) -> Placed:
    """Where three finders can make a symbol of this size: two of them found, the third at least hinted at.

    Strongest first, each place and way round once.
    """
    mm = pose.to_mm(finders.px) @ np.array([1, 1j])
    side = APART * module_mm
    middle, turn, strength = _candidates(finders, pose, mm, side)
    order = np.argsort(-strength)
    order = order[strength[order] > LEAST_SUM][: 3 * MOST_TRIPLES]
    keys = np.stack(
        [
            np.rint(middle[order].real / module_mm / 2),
            np.rint(middle[order].imag / module_mm / 2),
            np.rint(np.angle(turn[order]) * 8 / np.pi) % 16,
        ]
    )
    first = np.unique(keys, axis=1, return_index=True)[1]
    kept = order[np.sort(first)[:MOST_TRIPLES]]
    return placed_on(pose, middle[kept], turn[kept] * module_mm)


def _candidates(
    finders: Finders, pose: Pose, mm: NDArray[np.complex128], side: float
) -> tuple[NDArray[np.complex128], NDArray[np.complex128], Floats]:
    """Middle (mm), turn (a unit vector to the symbol's right, stretched as the pair is) and strength of every pair's symbols."""
    apart = np.abs(mm[:, None] - mm[None, :])
    i, j = np.nonzero(np.abs(apart / side - 1) < _STRETCH)
    m, n = np.nonzero(np.abs(apart / (side * np.sqrt(2)) - 1) < _STRETCH)
    along, across = (mm[j] - mm[i]) / side, (mm[n] - mm[m]) / side
    # i and j as top-left and top-right, as bottom-left and top-left; m and n as top-right and bottom-left.
    turn = np.concatenate([along, 1j * along, across / (-1 + 1j)])
    half = side / 2 * (1 + 1j) * along
    middle = np.concatenate([mm[i] + half, mm[i] + half, (mm[m] + mm[n]) / 2])
    missing = middle - side / 2 * turn * np.concatenate(
        [
            np.full(len(i), 1 - 1j),
            np.full(len(i), -1 + 1j),
            np.full(len(m), 1 + 1j),
        ]
    )
    px = pose.to_px(np.stack([missing.real, missing.imag], axis=1))
    two = finders.strength
    pairs = np.concatenate([two[i] + two[j], two[i] + two[j], two[m] + two[n]])
    return middle, turn, pairs + finders.near(px)


def placed_on(
    pose: Pose, middle: NDArray[np.complex128], module: NDArray[np.complex128]
) -> Placed:
    """Symbols on the mat (mm as complex numbers: middle, and a module to the right) in the picture."""
    points = np.concatenate([middle, middle + module, middle + 1j * module])
    px = pose.to_px(np.stack([points.real, points.imag], axis=1))
    at, right, down = px.reshape(3, -1, 2)
    return Placed(at, np.stack([right - at, down - at], axis=1))
