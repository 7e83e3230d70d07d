"""Pawns by the markers on their caps (docs/physical.md, section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import CAP_MM, Face, Piece
from vision.detector import Detector
from vision.frame import Frame, Grey
from vision.match.levels import part_of_mat
from vision.pose import Pose
from vision.reading import Sighting, corners_of
from vision.sight.markers import detected
from vision.viewpoint import below

WINDOW_PX: Final = 9
"""The threshold's window: a module of a cap is 3 to 6 px wide."""
LARGE_PX: Final = 28.0
"""Caps smaller than this are searched in a picture twice as large."""
SIDES_MM: Final = (9.5, 16.0)
"""The apparent size of a cap: it is nearer to the lens than the mat, and blur makes it smaller."""


@dataclass(frozen=True, slots=True)
class Cap:
    """A pawn with a marker on it, at a height of so many mm above the mat."""

    pawn: Piece
    height_mm: float = 24.0


class PawnCaps(Detector):
    """Finds the caps of the given pawns: marker -> cap."""

    def __init__(self, caps: Mapping[int, Cap]) -> None:
        self._caps = dict(caps)

    @property
    def names(self) -> Mapping[int, str]:
        """Marker -> the name of the pawn that wears it."""
        return {marker: cap.pawn.name for marker, cap in self._caps.items()}

    def read(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The pawns on the mat, each at the point where it stands; none without a mat."""
        found = self._seen(frame.grey, pose) if pose else {}
        if pose is None or not found:
            return ()
        quads = np.array(list(found.values()))
        mm = pose.to_mm(quads.reshape(-1, 2)).reshape(-1, 4, 2)
        heights = np.array([self._caps[marker].height_mm for marker in found])
        feet = below(pose, mm.mean(axis=1), heights)
        sides = np.sqrt(_area(mm))
        likely = (sides > SIDES_MM[0]) & (sides < SIDES_MM[1])
        return tuple(
            self._sighting(marker, quads[n], mm[n], feet[n], pose)
            for n, marker in enumerate(found)
            if likely[n]
        )

    def _seen(self, grey: Grey, pose: Pose) -> dict[int, NDArray[np.float64]]:
        """The caps' corners by marker, px."""
        x0, y0, x1, y1 = part_of_mat(pose)
        part, times = np.ascontiguousarray(grey[y0:y1, x0:x1]), 1
        if min(part.shape) == 0:
            return {}
        if CAP_MM * pose.px_per_mm < LARGE_PX:
            part, times = _doubled(part), 2
        smallest = 4 * SIDES_MM[0] * pose.px_per_mm * times / max(part.shape)
        found = detected(part, WINDOW_PX, round(0.8 * smallest, 3), close=True)
        return {
            marker: (quad + 0.5) / times - 0.5 + [x0, y0]
            for marker, quad in found.items()
            if marker in self._caps
        }

    def _sighting(
        self,
        marker: int,
        quad: NDArray[np.float64],
        mm: NDArray[np.float64],
        foot: NDArray[np.float64],
        pose: Pose,
    ) -> Sighting:
        face = Face(self._caps[marker].pawn, payload=str(marker))
        centre = float(foot[0]), float(foot[1])
        zone = pose.mat.zone_at(*centre)
        right, down = mm[1] - mm[0]
        turn = float(np.degrees(np.arctan2(down, right)))
        return Sighting(face, corners_of(quad), "cap", 1.0, zone, centre, turn)


def _doubled(grey: Grey) -> Grey:
    return np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)


def _area(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The areas of quadrangles, shape (n, 4, 2)."""
    x, y = quads.transpose(2, 0, 1)
    after_x, after_y = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
    return np.asarray(np.abs((x * after_y - after_x * y).sum(axis=1)) / 2)
