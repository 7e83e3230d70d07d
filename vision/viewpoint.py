"""Where the camera is above the mat, and where objects stand that rise above it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose

_FOCAL: Final = 0.85
"""The typical focal length of cameras, in lengths of the picture: assumed if the mat is seen too straight to tell."""
_DOUBT: Final = 5e-3
"""How little the two axes of the mat may differ in scale, or from a right angle, before they say nothing about the focal length."""


@lru_cache(maxsize=8)
def viewpoint(pose: Pose) -> NDArray[np.float64]:
    """The lens's position, mm: to the right and down on the mat, and above it (shape (3,)).

    With square pixels and the lens over the picture's middle only the focal length is
    unknown; it follows from the mat's axes being perpendicular and of equal scale
    (Zhang, 2000), the better the more the camera is tilted.
    """
    middle = np.array([(pose.size[0] - 1) / 2, (pose.size[1] - 1) / 2])
    plane = pose.homography.copy()
    plane[:2] -= np.outer(middle, plane[2])
    plane[:2] /= _focal(plane, _FOCAL * max(pose.size))
    plane /= np.linalg.norm(plane[:, 0])
    right, down = plane[:, 0], plane[:, 1]
    turn = np.stack([right, down, np.cross(right, down)], axis=1)
    lens = -np.linalg.solve(turn, plane[:, 2])
    return np.asarray([lens[0], lens[1], abs(lens[2])])


def _focal(plane: NDArray[np.float64], usual: float) -> float:
    """The focal length, px, from a homography about the picture's middle."""
    (x0, y0, z0), (x1, y1, z1) = plane[:, 0], plane[:, 1]
    scale = (x0 * x0 + y0 * y0 + x1 * x1 + y1 * y1) / 2
    skew = np.array([x0 * x1 + y0 * y1, (x0 * x0 + y0 * y0 - x1 * x1 - y1 * y1) / 2])
    depth = np.array([z0 * z1, (z0 * z0 - z1 * z1) / 2])
    # The solution is the square of the ratio of the usual length to this one.
    sides, wanted = skew / scale, -depth * usual**2 / scale
    share = (sides @ wanted + _DOUBT**2) / (sides @ sides + _DOUBT**2)
    return float(usual / np.sqrt(np.clip(share, 0.1, 10.0)))


def below(
    pose: Pose, seen: NDArray[np.float64], heights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Where on the mat objects stand (mm, shape (n, 2)) that have this height (mm) and are seen at points of it."""
    lens = viewpoint(pose)
    return np.asarray(seen + (lens[:2] - seen) * (heights / lens[2])[:, None])
