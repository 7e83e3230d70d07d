"""A picture ready to be searched for symbols of one size: reduced as far as that loses nothing, with the plane they lie in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.frame import Grey
from vision.mat import Pose
from vision.tags import MODULES

FINEST_PX: Final = 1.6
"""More pixels a module than this add nothing but time: the picture is halved until they are fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture with its modules at most ``FINEST_PX`` wide, and where its symbols' plane lies in the whole one."""

    grey: Grey
    scale: float
    """px per px of the whole picture: a power of a half."""
    pose: Pose
    """The plane, to px of the whole picture."""
    module_mm: float
    """A module in units of the plane."""

    @property
    def px_per_module(self) -> float:
        """Pixels of ``grey`` a module, in the plane's middle."""
        return self.pose.px_per_mm * self.module_mm * self.scale


def view_of(grey: Grey, pose: Pose, size_mm: float) -> View:
    """The picture for symbols of a size, in units of the plane."""
    scale, module_mm = 1.0, size_mm / MODULES
    while pose.px_per_mm * module_mm * scale > FINEST_PX and min(grey.shape) > 32:
        grey, scale = halved(grey), scale / 2
    return View(grey, scale, pose, module_mm)


def halved(grey: Grey) -> Grey:
    """The picture at half its size, each pixel the mean of four; an odd last row or column is left out."""
    height, width = grey.shape[0] // 2, grey.shape[1] // 2
    whole = grey[: 2 * height, : 2 * width]
    half = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)
