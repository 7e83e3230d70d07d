"""What limits reading in a picture: too few pixels, blur, noise, glare."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.mat import HEIGHT_MM, WIDTH_MM, Pose
from vision.reading import Limits
from vision.sampling import Picture
from vision.tags import MODULES

_ROWS: Final = 24
"""Rows of the picture that the noise is measured in."""
_COARSE_PX: Final = 400
WASHED_OUT: Final = 245
"""Luma from which on ink and paper look the same."""


def limits_of(
    picture: Picture,
    pose: Pose,
    size_mm: float,
    blur_px: float | None,
    known: Limits | None,
) -> Limits:
    """What limits reading symbols of a size on the mat; without markers in sight the blur is as it was ``known``."""
    px_per_module = pose.px_per_mm * size_mm / MODULES
    sharpness = known.sharpness if known else None
    if blur_px is not None:
        sharpness = blur_px / px_per_module
    return Limits(
        px_per_module, sharpness, noise_of(picture.grey), glare_of(picture, pose)
    )


def noise_of(grey: Grey) -> float:
    """The standard deviation of a picture's noise, grey levels.

    The median of second differences along rows, which straight shading does
    not touch and edges touch in few places only.
    """
    rows = grey[:: max(1, grey.shape[0] // _ROWS)].astype(np.int16)
    bend = np.abs(rows[:, 2:] - 2 * rows[:, 1:-1] + rows[:, :-2])
    # A histogram instead of a median of values: whole numbers, so it is exact enough and ten times faster.
    counts = np.bincount(bend.ravel())
    below = np.cumsum(counts)
    half = below[-1] / 2
    level = int(np.searchsorted(below, half))
    before = below[level - 1] if level else 0
    median = level - 0.5 + (half - before) / max(int(counts[level]), 1)
    return float(max(median, 0.0) / 0.6745 / np.sqrt(6))


def glare_of(picture: Picture, pose: Pose) -> float:
    """The share of the mat that is washed out, 0 to 1."""
    small, scale = picture.within(_COARSE_PX)
    mat = np.zeros(small.shape, np.uint8)
    corners = (_mat_corners(pose) + 0.5) * scale - 0.5
    cv2.fillConvexPoly(mat, np.rint(corners).astype(np.int32), 1)
    inside = int(np.count_nonzero(mat))
    washed = int(np.count_nonzero((small >= WASHED_OUT) & (mat > 0)))
    return washed / inside if inside else 0.0


def _mat_corners(pose: Pose) -> NDArray[np.float64]:
    unit = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    return pose.to_px(unit * [WIDTH_MM, HEIGHT_MM])
