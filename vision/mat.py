"""The mat: where its zones and markers are, and its pose in a picture (PHYSICAL.md, section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

WIDTH_MM: Final = 594.0
HEIGHT_MM: Final = 420.0
MARKER_MM: Final = 30.0
MARKER_INSET_MM: Final = 10.0
MARKER_WHITE_MM: Final = 5.0


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle of the mat, in mm."""

    name: str
    x0: float
    y0: float
    x1: float
    y1: float

    def contains(self, x: float, y: float) -> bool:
        """Whether a point of the mat (mm) lies in the zone."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


ZONES: Final = (
    Zone("mac", 52, 14, 542, 118),
    Zone("open-left", 60, 128, 135, 228),
    Zone("draw", 145, 128, 220, 228),
    Zone("open-right", 230, 128, 305, 228),
    Zone("actions", 345, 128, 420, 228),
    Zone("claim", 52, 238, 542, 410),
)
"""The zones in the order in which people read the mat."""

CARD_WIDTH_MM: Final = 59.0
CARD_HEIGHT_MM: Final = 91.0
CARD_RADIUS_MM: Final = 3.0
TAG_INSET_MM: Final = 3.0
TAG_MM: Final = 18.0
"""The symbol's side on a printed card (PHYSICAL.md, section 1)."""


def zone_at(x: float, y: float) -> str | None:
    """The name of the zone that holds a point of the mat (mm); None outside all."""
    return next((zone.name for zone in ZONES if zone.contains(x, y)), None)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where the mat lies in a picture: mm of the mat to px of the picture, lens distortion included.

    ``homography`` (3 x 3) maps mm to undistorted px; ``k`` is one radial
    term about the picture's centre: p_u = c + (p_d - c) * (1 + k * |p_d - c|^2 / h^2),
    c the centre and h the half diagonal of the picture, px.
    """

    homography: NDArray[np.float64]
    k: float
    size: tuple[int, int]
    """Width and height of the picture, px."""

    def to_px(self, mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the mat, shape (n, 2), in px."""
        raise NotImplementedError

    def to_mm(self, px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the picture, shape (n, 2), in mm of the mat."""
        raise NotImplementedError
