"""The mat straightened out: a small picture of it in its own coordinates, the same from every camera."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.mat import HEIGHT_MM, WIDTH_MM, ZONES, Pose, Zone

SCALE: Final = 0.5
"""px a mm: a finger is 8 px wide, a card 30 x 45."""
WIDTH: Final = round(WIDTH_MM * SCALE)
HEIGHT: Final = round(HEIGHT_MM * SCALE)

View: TypeAlias = NDArray[np.uint8]
"""The mat as a canvas, shape (HEIGHT, WIDTH, 1 or 3): grey, or blue, green, red."""
Mask: TypeAlias = NDArray[np.bool_]
"""Some of the canvas, shape (HEIGHT, WIDTH)."""
Grid: TypeAlias = NDArray[np.float32]

_NODES: Final = 9
"""px of the canvas between the points whose place in the picture is reckoned; between them it is as good as straight."""
_SAME_PX: Final = 0.35
"""A pose that moves the mat's corners by less than this many px of the canvas is the same pose."""


class Straightener:
    """Frames and poses in, views out; remembers the map while the camera stands still."""

    def __init__(self) -> None:
        self._key: tuple[tuple[int, int], tuple[int, int]] | None = None
        self._corners = np.zeros((4, 2))
        self._maps: tuple[NDArray[np.int16], NDArray[np.uint16]]
        self.outside: Mask = np.zeros((HEIGHT, WIDTH), bool)
        """What of the mat is not in the picture."""
        self.moved = False
        """Whether the last view has another map than the one before."""

    def view(self, frame: Frame, pose: Pose) -> View:
        """The mat of a frame as a canvas, in colour where the frame has colour."""
        picture = frame.grey if frame.colour is None else frame.colour
        step = self._step(picture.shape[1], pose)
        size = (picture.shape[1] // step, picture.shape[0] // step)
        if step > 1:
            # Two px in each direction of every step are enough, and cost a tenth of all.
            small = cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)
            picture = np.asarray(small, np.uint8)
        self._prepare(pose, size)
        view = cv2.remap(picture, *self._maps, cv2.INTER_LINEAR)
        return np.asarray(view, np.uint8).reshape(HEIGHT, WIDTH, -1)

    def _step(self, width: int, pose: Pose) -> int:
        px_per_mm = pose.px_per_mm * width / pose.size[0]
        return max(1, int(px_per_mm / SCALE))

    def _prepare(self, pose: Pose, size: tuple[int, int]) -> None:
        mat = np.array([[0, 0], [WIDTH_MM, 0], [WIDTH_MM, HEIGHT_MM], [0, HEIGHT_MM]])
        corners = pose.to_px(mat.astype(np.float64)) * (size[0] / pose.size[0])
        key = (size, pose.size)
        near = np.abs(corners - self._corners).max() < _SAME_PX
        self.moved = not (near and key == self._key)
        if self.moved:
            self._key, self._corners = key, corners
            x, y = _map(pose, size)
            whole, parts = cv2.convertMaps(x, y, cv2.CV_16SC2)
            self._maps = (np.asarray(whole, np.int16), np.asarray(parts, np.uint16))
            self.outside = (x < 0) | (y < 0) | (x > size[0] - 1) | (y > size[1] - 1)


def _map(pose: Pose, size: tuple[int, int]) -> tuple[Grid, Grid]:
    """Where each px of the canvas lies in a picture of ``size``: x and y, each of shape (HEIGHT, WIDTH)."""
    columns, rows = WIDTH // _NODES + 2, HEIGHT // _NODES + 2
    x, y = np.meshgrid(np.arange(columns) * _NODES, np.arange(rows) * _NODES)
    mm = (np.stack([x, y], -1).reshape(-1, 2).astype(np.float64) + 0.5) / SCALE
    px = (pose.to_px(mm) + 0.5) * (size[0] / pose.size[0]) - 0.5
    nodes = px.reshape(rows, columns, 2).astype(np.float32)
    u, v = np.ascontiguousarray(nodes[:, :, 0]), np.ascontiguousarray(nodes[:, :, 1])
    down, across = (np.indices((HEIGHT, WIDTH)) / _NODES).astype(np.float32)
    return _between(u, across, down), _between(v, across, down)


def _between(nodes: Grid, x: Grid, y: Grid) -> Grid:
    return np.asarray(cv2.remap(nodes, x, y, cv2.INTER_LINEAR), np.float32)


def rectangle(zone: Zone) -> tuple[slice, slice]:
    """A zone's px of the canvas."""
    x0, y0, x1, y1 = (round(v * SCALE) for v in (zone.x0, zone.y0, zone.x1, zone.y1))
    return slice(y0, y1), slice(x0, x1)


RECTANGLES: Final = {zone.name: rectangle(zone) for zone in ZONES}


def on_mat(x: float, y: float) -> bool:
    """Whether a point (mm) lies on the mat."""
    return 0 <= x <= WIDTH_MM and 0 <= y <= HEIGHT_MM


def darkest(view: View) -> NDArray[np.uint8]:
    """The least of a view's channels, shape (HEIGHT, WIDTH)."""
    return np.asarray(reduce(cv2.min, cv2.split(view)), np.uint8)


def filled(outlines: Iterable[NDArray[np.float64]]) -> Mask:
    """What of the canvas lies within any of some convex outlines (mm, shape (n, 2))."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round(outline * SCALE - 0.5).astype(np.int32), 1)
    return mask.astype(bool)


def opened(mask: Mask, px: int) -> Mask:
    """A mask without what is narrower than ``px``."""
    return _morphed(cv2.MORPH_OPEN, mask, px)


def closed(mask: Mask, px: int) -> Mask:
    """A mask with gaps narrower than ``px`` filled."""
    return _morphed(cv2.MORPH_CLOSE, mask, px)


def grown(mask: Mask, px: int) -> Mask:
    """A mask, larger by ``px`` on every side."""
    return _morphed(cv2.MORPH_DILATE, mask, 2 * px + 1)


def _morphed(operation: int, mask: Mask, px: int) -> Mask:
    kernel = np.ones((px, px), np.uint8)
    return cv2.morphologyEx(mask.astype(np.uint8), operation, kernel).astype(bool)
