"""A painted table through a lens that bends: the picture of a pinhole, mapped as makers of cameras state it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat
from vision.frame import Colour
from vision.painting.view import View, pose

FINE: Final = 2
"""px of the pinhole's picture per px of the bent one, in its middle."""
AROUND_MM: Final = 60.0
"""How much of the table beyond the mat is painted."""
_TABLE: Final = np.linspace(0, 4, 8001)
"""Tangents of angles off the axis at which a lens is tabulated; 4 is 76 degrees."""


@dataclass(frozen=True, slots=True)
class PaintedLens:
    """A lens by its focal length and what it does to distances from the axis, both in focal lengths.

    ``brown`` are the radial coefficients of Brown (1966), as OpenCV has them:
    r = t (1 + k1 t^2 + k2 t^4), t the tangent of the angle off the axis. ``fisheye`` is
    the coefficient of Kannala and Brandt (2006), r = a (1 + k a^2), a the angle in
    radians; with it ``brown`` is not used.
    """

    focal: float
    """In widths of the picture."""
    brown: tuple[float, float] = (0.0, 0.0)
    fisheye: float | None = None
    off: tuple[float, float] = (0.0, 0.0)
    """How far right of the picture's middle and below it the axis is, in widths of the picture."""

    def bent(self, tangents: NDArray[np.float64]) -> NDArray[np.float64]:
        """Distances from the axis in the picture, in focal lengths, from tangents of angles; of one shape."""
        if self.fisheye is not None:
            angles = np.arctan(tangents)
            return np.asarray(angles * (1 + self.fisheye * angles**2))
        k1, k2 = self.brown
        square = np.square(tangents)
        return np.asarray(tangents * (1 + k1 * square + k2 * square**2))

    def straight(self, distances: NDArray[np.float64]) -> NDArray[np.float64]:
        """The inverse of ``bent``, up to where the lens folds the picture; of one shape."""
        table = self.bent(_TABLE)
        rising = int(np.argmax(np.append(np.diff(table), -1) <= 0)) + 1
        found: NDArray[np.float64] = np.interp(
            distances, table[:rising], _TABLE[:rising], right=10.0
        )
        return found


@dataclass(frozen=True, slots=True)
class WideView:
    """A camera with such a lens over the middle of a mat."""

    mat: Mat
    lens: PaintedLens
    size: tuple[int, int]
    """Width and height of the picture, px."""
    fill: float = 0.95
    """The share of the picture's height or width that the mat takes up."""
    tilt: tuple[float, float] = (0.0, 4.0)
    roll: float = 0.5

    @property
    def focal(self) -> float:
        """The focal length, px."""
        return self.lens.focal * self.size[0]

    @property
    def pinhole(self) -> View:
        """What sees the same table without a lens, ``FINE`` times as large, without noise."""
        scale = FINE * _scale(self)
        width, height = (side + 2 * AROUND_MM for side in self.mat.size)
        size = math.ceil(width * scale), math.ceil(height * scale)
        fill = scale / min(size[0] / self.mat.width, size[1] / self.mat.height)
        return View(
            self.mat,
            size,
            height_mm=FINE * self.focal / scale,
            fill=fill,
            tilt=self.tilt,
            roll=self.roll,
            k=0.0,
            blur=0.0,
            noise=0.0,
        )

    def to_px(self, mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the mat, shape (n, 2), in the bent picture."""
        view = self.pinhole
        off = pose(view).to_px(mm) - _middle(view.size)
        far = np.hypot(*off.T) / (FINE * self.focal)
        shrink = self.lens.bent(far) / np.maximum(far, 1e-9) / FINE
        return np.asarray(self._axis + off * shrink[:, None])

    def bent(self, picture: Colour) -> Colour:
        """The pinhole's picture through the lens."""
        u, v = _source(self)
        fine = cv2.remap(picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        small = cv2.resize(fine, self.size, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)

    @property
    def _axis(self) -> NDArray[np.float64]:
        return np.asarray(_middle(self.size) + np.array(self.lens.off) * self.size[0])


def _middle(size: tuple[int, int]) -> NDArray[np.float64]:
    return np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])


@lru_cache(maxsize=8)
def _scale(view: WideView) -> float:
    """px per mm in the picture's middle, such that the bent mat takes up its share of the picture."""
    half = np.array(view.mat.size) / 2
    grid = np.linspace(-1, 1, 41)[:, None]
    rim = np.concatenate(
        [half * [1, 0] + half * [0, 1] * grid, half * [0, 1] + half * [1, 0] * grid]
    )
    far = np.hypot(*rim.T)
    room = view.fill * np.array(view.size) / 2
    low, high = 0.01, 20.0
    for _ in range(50):
        scale = (low + high) / 2
        bent = view.lens.bent(far * scale / view.focal) * view.focal
        fits = (np.abs(rim * (bent / far)[:, None]).max(axis=0) <= room).all()
        low, high = (scale, high) if fits else (low, scale)
    return low


@lru_cache(maxsize=2)
def _source(view: WideView) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where each of ``FINE`` x ``FINE`` samples of each px lies in the pinhole's picture: x and y."""
    width, height = view.size
    x, y = np.meshgrid(np.arange(width * FINE), np.arange(height * FINE))
    off = (np.stack([x, y], -1) + 0.5) / FINE - 0.5 - view._axis
    far = np.hypot(off[..., 0], off[..., 1]) / view.focal
    stretch = FINE * view.lens.straight(far) / np.maximum(far, 1e-9)
    px = _middle(view.pinhole.size) + off * stretch[..., None]
    return px[..., 0].astype(np.float32), px[..., 1].astype(np.float32)
