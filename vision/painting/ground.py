"""The table and the mat without cards, as a camera sees them in even light."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Zone
from vision.frame import Colour
from vision.painting.view import Cloth, View, pose
from vision.printing.marks import WHITE, Ink, Mark, Polygon, Text, paler, rectangle
from vision.printing.mat_face import markers, mat_marks
from vision.printing.raster import raster

CLOTH: Final[dict[Cloth, Ink]] = {"slate": (58, 64, 70), "green": (24, 74, 52)}
PX_PER_MM: Final = 3.0
FINE: Final = 2
"""Samples per pixel in each direction."""


STRIP: Final = 8
"""Rows of the picture that are made at once: in floating point, the samples of the whole table are 40 times the size of the picture."""


@lru_cache(maxsize=8)
def ground(view: View) -> Colour:
    """The table with the mat on it, if one lies there, shape (height, width, 3)."""
    x, y = _places(view)
    width, height = view.mat.size
    inside = (x >= 0) & (x <= width) & (y >= 0) & (y <= height)
    shadow = None if view.bare else _shadow(inside)
    picture = np.empty((view.size[1], view.size[0], 3), np.uint8)
    for top in range(0, len(picture), STRIP):
        part, fine = picture[top : top + STRIP], slice(FINE * top, FINE * (top + STRIP))
        table = _sampled(_wood(), x[fine] + 300, y[fine] + 300, 1.0, cv2.BORDER_REFLECT)
        if shadow is not None:
            table = (table * (1 - 0.45 * shadow[fine, :, None])).astype(np.uint8)
            printed = _printed(view.mat, view.titles, view.drawn, view.cloth)
            mat = _sampled(printed, x[fine], y[fine], PX_PER_MM, cv2.BORDER_REPLICATE)
            np.copyto(table, mat, where=inside[fine, :, None])
        part[:] = cv2.resize(table, part.shape[1::-1], interpolation=cv2.INTER_AREA)
    return picture


def let_go() -> None:
    """Forget what only making a table takes, as tall as three pictures: who paints one table has it."""
    _printed.cache_clear()
    _wood.cache_clear()


def _places(view: View) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The point of the mat (mm) at every sample, each of shape (rows, columns); exact on a grid, linear in between."""
    width, height = view.size
    across, x = _hats(width)
    down, y = _hats(height)
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    mm = pose(view).to_mm(grid).astype(np.float32).reshape(len(y), len(x), 2)
    planes = [np.asarray(down @ mm[..., axis] @ across.T, np.float32) for axis in (0, 1)]
    return planes[0], planes[1]


def _hats(pixels: int) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The weight of each point of a coarse grid for each sample, shape (samples, points), and the points (px)."""
    samples = (np.arange(pixels * FINE) + 0.5) / FINE - 0.5
    points = np.arange(-_COARSE_PX, pixels + 2 * _COARSE_PX, _COARSE_PX, dtype=np.float64)
    near = 1 - np.abs(samples[:, None] - points) / _COARSE_PX
    return np.maximum(near, 0.0).astype(np.float32), points


_COARSE_PX: Final = 8


def _sampled(
    texture: Colour, x: NDArray[np.float32], y: NDArray[np.float32], px_per_mm: float, border: int
) -> Colour:
    x, y = x * np.float32(px_per_mm) - 0.5, y * np.float32(px_per_mm) - 0.5
    taken = cv2.remap(texture, x, y, cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(taken, np.uint8)


def _shadow(inside: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Where the mat's shadow is, 0 to 1 at every sample: beside it as well, by its thickness."""
    small = cv2.resize(inside.astype(np.float32), None, fx=0.25, fy=0.25)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 3), inside.shape[::-1])
    return np.asarray(soft, np.float32)


@lru_cache(maxsize=4)
def _printed(mat: Mat, titles: tuple[str, ...], drawn: tuple[Mark, ...], on: Cloth) -> Colour:
    """The mat's own picture at ``PX_PER_MM``, independent of the camera."""
    marks = mat_marks(mat, titles, drawn)
    if on == "paper":
        return raster(marks, mat.size, PX_PER_MM)
    cloth = CLOTH[on]
    named = (mark for mark in marks if isinstance(mark, Text))
    names = (replace(name, ink=paler(cloth, 0.35)) for name in named)
    outlines = (mark for zone in mat.zones for mark in _outline(zone, cloth))
    all_marks = (*outlines, *drawn, *names, *_patches(mat))
    picture = raster(all_marks, mat.size, PX_PER_MM, cloth)
    return _grained(picture, 5.0)


def _outline(zone: Zone, cloth: Ink) -> Iterator[Mark]:
    x, y, width, height = zone.x0, zone.y0, zone.width, zone.height
    yield Polygon(rectangle(x, y, width, height, 4), paler(cloth, 0.3))
    inner = rectangle(x + 0.7, y + 0.7, width - 1.4, height - 1.4, 3.3)
    yield Polygon(inner, paler(cloth, 0.03))


def _patches(mat: Mat) -> Iterator[Mark]:
    """The corner markers on white paper."""
    for marker in markers(mat):
        x, y = (side - mat.marker.white for side in marker.at)
        side = marker.side + 2 * mat.marker.white
        yield Polygon(rectangle(x, y, side, side), WHITE)
        yield marker


def _grained(picture: Colour, depth: float) -> Colour:
    """The picture with the texture of cloth in its dark parts."""
    rng = np.random.default_rng(1)
    grain = rng.normal(0, depth, picture.shape[:2]).astype(np.float32)
    grain += 1.5 * cv2.GaussianBlur(grain, (0, 0), 1.2)
    grain *= 1 - picture[..., 1].astype(np.float32) / 255
    for row, rough in zip(picture, grain, strict=True):
        row[:] = np.clip(row + rough[:, None], 0, 255)
    return picture


@lru_cache(maxsize=1)
def _wood() -> Colour:
    """Planks of 1200 x 1000 mm, 1 px a mm."""
    rng = np.random.default_rng(2)
    tone = np.full((1000, 1200), 0.72, np.float32)
    for rows, columns, depth in ((600, 12, 0.09), (70, 5, 0.07)):
        fibre = rng.normal(0, depth, (rows, columns)).astype(np.float32)
        tone += cv2.resize(fibre, (1200, 1000), interpolation=cv2.INTER_CUBIC)
    for top in range(0, 1000, 125):
        tone[top : top + 125] += rng.normal(0, 0.045)
        tone[top : top + 2] *= 0.55
    ink = np.array([66, 98, 138], np.float32)  # blue, green, red
    return np.asarray(np.clip(tone[..., None] * ink, 0, 255), np.uint8)
