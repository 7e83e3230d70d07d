"""How high a camera hangs over a mat, and how large a tag is in its picture there: optics of a pinhole, by the makers' angles of view."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.app.doctor.checks import Severity
from companion.pieces import TAG_MM, TAG_MODULES

MARGIN: Final = 0.04
"""Of the mat's size, free on every side of it."""

EASY: Final = 1.3
"""Pixels per module from which tags are read in any light: a 720p picture of the A2 mat has them (docs/reading.md)."""
LEAST: Final = 0.65
"""Below, closed-set matching gives up and none is read."""

ARMS: Final = 500.0
"""mm over the mat below which arms come close to the lens."""
SPARE: Final = 1.05
"""How many times the least height is a good one: nobody builds to the millimetre."""


@dataclass(frozen=True, slots=True)
class View:
    """What a camera sees: its angles of view, degrees, and its picture, pixels, both width and height."""

    across: float
    down: float
    picture: tuple[int, int]

    @classmethod
    def by_diagonal(cls, angle: float, picture: tuple[int, int]) -> View:
        """Of a camera whose angle of view is said corner to corner, as it is of webcams."""
        width, height = picture
        corner = math.tan(math.radians(angle) / 2) / math.hypot(width, height)
        across, down = (2 * math.degrees(math.atan(side * corner)) for side in picture)
        return cls(across, down, picture)


CAMERAS: Final[Mapping[str, View]] = MappingProxyType(
    {
        "Camera Module 3": View(66, 41, (2304, 1296)),
        "Camera Module 3 Wide": View(102, 67, (2304, 1296)),
        "Camera Module 2": View(62.2, 48.8, (1640, 1232)),
        "HQ Camera, 6 mm": View.by_diagonal(63, (2028, 1520)),
        "USB 1080p, 60°": View.by_diagonal(60, (1920, 1080)),
        "USB 1080p, 78°": View.by_diagonal(78, (1920, 1080)),
        "USB 1080p, 90°": View.by_diagonal(90, (1920, 1080)),
        "USB 720p, 78°": View.by_diagonal(78, (1280, 720)),
        "smartphone 1080p": View(65, 39.4, (1920, 1080)),
    }
)
"""Raspberry Pi's documentation of its modules and of the 6 mm lens (63 degrees from corner to corner of a 1/2 inch sensor); usual webcams; phones' main cameras in video."""


@dataclass(frozen=True, slots=True)
class Mounting:
    """A camera over a mat."""

    height: float
    """mm from the lens to the mat: the least from which all of it is seen."""
    module: float
    """Pixels per module of an 18 mm tag there."""

    @property
    def good(self) -> int:
        """A height to build for, whole centimetres in mm: a little above the least, and out of the way of arms if the pixels allow."""
        near = 10 * math.ceil(self.height * SPARE / 10)
        return int(ARMS) if near < ARMS and self.module_at(ARMS) >= EASY else near

    def module_at(self, height: float) -> float:
        """Pixels per module at a height, mm."""
        return self.module * self.height / height

    @property
    def arms(self) -> bool:
        """Whether arms come close to the lens even at a good height."""
        return self.good < ARMS

    @property
    def verdict(self) -> Severity:
        """Whether tags will be read."""
        if self.module < LEAST:
            return Severity.BAD
        few = self.module_at(self.good) < EASY
        return Severity.WARN if few or self.arms else Severity.OK


def mounted(view: View, size: tuple[float, float]) -> Mounting:
    """A camera as low as it may hang straight over a mat of this size (mm), its picture's long side along the mat's."""
    width, height = (side / 2 * (1 + 2 * MARGIN) for side in size)
    across = math.tan(math.radians(view.across) / 2)
    down = math.tan(math.radians(view.down) / 2)
    up = max(width / across, height / down)
    seen = 2 * up * across
    return Mounting(up, view.picture[0] / seen * TAG_MM / TAG_MODULES)
