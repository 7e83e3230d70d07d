"""What limits reading in a picture: too few pixels, blur, noise, glare."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.frame import Grey
from vision.pose import Pose
from vision.reading import ReadingLimits
from vision.tags import MODULES

_ROWS: Final = 24
_COLUMNS: Final = 1280
"""The rows of the picture in which the noise is measured, and how far along them."""


def limits_of(
    grey: Grey,
    pose: Pose,
    size_mm: float,
    blur_px: float | None,
    glare: float,
    known: ReadingLimits | None,
) -> ReadingLimits:
    """What limits reading symbols of a size on the mat; without visible markers, the blur is the one last ``known``."""
    px_per_module = pose.px_per_mm * size_mm / MODULES
    sharpness = known.sharpness if known else None
    if blur_px is not None:
        sharpness = blur_px / px_per_module
    return ReadingLimits(px_per_module, sharpness, noise_of(grey), glare)


def noise_of(grey: Grey) -> float:
    """The standard deviation of a picture's noise, grey levels.

    The median of second differences along rows: linear shading does not affect them,
    and edges affect only a few.
    """
    rows = grey[:: max(1, grey.shape[0] // _ROWS), :_COLUMNS].astype(np.int16)
    bend = np.abs(rows[:, 2:] - 2 * rows[:, 1:-1] + rows[:, :-2])
    # A histogram instead of a median of values: they are integers, so it is accurate enough and ten times faster.
    counts = np.bincount(bend.ravel())
    below = np.cumsum(counts)
    half = below[-1] / 2
    level = int(np.searchsorted(below, half))
    before = below[level - 1] if level else 0
    median = level - 0.5 + (half - before) / max(int(counts[level]), 1)
    return float(max(median, 0.0) / 0.6745 / np.sqrt(6))
