"""The bird's-eye view: the mat from above and upright, in its own coordinates, whatever the camera."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.pose import Pose

Nodes: TypeAlias = NDArray[np.float32]
_NODES: Final = 9
"""px between the points whose place in the picture is computed; in between it is interpolated."""


Box: TypeAlias = tuple[float, float, float, float]
"""A part of the plane of a mat: left, top, right, bottom, mm."""


def places(
    pose: Pose, size: tuple[int, int], scale: float, box: Box | None = None
) -> tuple[Nodes, Nodes]:
    """Where each px of the view, ``scale`` px a mm, lies in a picture of ``size`` (px): x and y, each of the view's shape.

    It shows the mat from edge to edge, or a ``box`` of its plane.
    """
    left, top, right, bottom = box or (0.0, 0.0, *pose.mat.size)
    shape = round((bottom - top) * scale), round((right - left) * scale)
    rows, columns = (side // _NODES + 2 for side in shape)
    mm = _nodes(rows, columns) / scale + (left, top)
    px = (pose.to_px(mm) + 0.5) * (size[0] / pose.size[0]) - 0.5
    u, v = px.T.reshape(2, rows, columns).astype(np.float32)
    return _between(u, shape), _between(v, shape)


def from_above(
    picture: NDArray[np.uint8], pose: Pose, scale: float, box: Box | None = None
) -> NDArray[np.uint8]:
    """The mat of a picture from edge to edge, or a ``box`` of its plane, ``scale`` px a mm."""
    size = picture.shape[1], picture.shape[0]
    view = cv2.remap(picture, *places(pose, size, scale, box), cv2.INTER_LINEAR)
    return np.asarray(view, np.uint8)


def straightened(frame: Frame, pose: Pose, scale: float) -> NDArray[np.uint8]:
    """The mat of one frame from edge to edge, ``scale`` px a mm, in colour where the frame has colour."""
    picture = frame.grey if frame.colour is None else frame.colour
    return from_above(picture, pose, scale)


@lru_cache(maxsize=8)
def _nodes(rows: int, columns: int) -> NDArray[np.float64]:
    """Where the nodes are in the view: the px right and down, each's middle, shape (n, 2)."""
    y, x = np.indices((rows, columns)).reshape(2, -1) * _NODES + 0.5
    return np.stack([x, y], axis=1)


def _between(nodes: Nodes, shape: tuple[int, int]) -> Nodes:
    """Nodes at all px of a view: enlarged, each is in the middle of as many px as are between two."""
    rows, columns = nodes.shape
    wide = cv2.resize(nodes, (columns * _NODES, rows * _NODES), interpolation=cv2.INTER_LINEAR)
    first = _NODES // 2
    return np.asarray(wide[first : first + shape[0], first : first + shape[1]], np.float32)
