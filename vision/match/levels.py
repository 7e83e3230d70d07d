"""A picture ready to be searched for symbols of one size: reduced as far as that loses nothing, with the plane they lie in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.frame import Grey
from vision.mat import Pose
from vision.sampling import halved
from vision.tags import MODULES

FINEST_PX: Final = 1.6
"""More pixels a module than this add nothing but time: the picture is halved until they are fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
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


def level_of(grey: Grey, pose: Pose, size_mm: float) -> Level:
    """The picture for symbols of a size, in units of the plane."""
    scale, module_mm = 1.0, size_mm / MODULES
    while pose.px_per_mm * module_mm * scale > FINEST_PX and min(grey.shape) > 32:
        grey, scale = halved(grey), scale / 2
    return Level(grey, scale, pose, module_mm)
