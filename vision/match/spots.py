"""Positions of symbols in a picture: the middle and the vectors of one module, many at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.match.levels import Level
from vision.pose import Pose
from vision.tags import MODULES


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Positions of possible symbols in the picture: the middle, and one module each way."""

    middle: NDArray[np.float64]
    """px, shape (n, 2)."""
    axes: NDArray[np.float64]
    """A module to the symbol's right and one down, px: shape (n, 2, 2), rows are the two."""

    def __len__(self) -> int:
        return len(self.middle)

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Spots:
        return Spots(self.middle[which], self.axes[which])

    def where(self, which: NDArray[np.bool_], other: Spots) -> Spots:
        """These positions where ``which``, shape (n,), is true, the others elsewhere."""
        return Spots(
            np.where(which[:, None], self.middle, other.middle),
            np.where(which[:, None, None], self.axes, other.axes),
        )

    def between(self, other: Spots) -> Spots:
        """The positions half way to others."""
        return Spots((self.middle + other.middle) / 2, (self.axes + other.axes) / 2)

    def at(
        self, modules: NDArray[np.float32], level: Level
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Points of each symbol (1, and modules from its middle to its right and down, shape (3, m)) in px of a level: x and y, shape (n, m)."""
        start = (self.middle[:, None] - level.corner + 0.5) * level.scale - 0.5
        spans = np.concatenate([start, self.axes * level.scale], axis=1)
        x, y = spans.transpose(2, 0, 1).astype(np.float32)
        return x @ modules, y @ modules

    def seen(self, plane: Pose, pose: Pose) -> Spots:
        """Symbols on a ``plane`` as another ``pose`` of the same mat shows them."""
        right, down = self.axes.transpose(1, 0, 2)
        points = [self.middle, self.middle + right, self.middle + down]
        px = pose.to_px(plane.to_mm(np.concatenate(points)))
        at, right, down = px.reshape(3, -1, 2)
        return Spots(at, np.stack([right - at, down - at], axis=1))

    @property
    def module_px(self) -> NDArray[np.float64]:
        """The width of a module, px, shape (n,)."""
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.axes))))

    @property
    def corners(self) -> NDArray[np.float64]:
        """The symbols' own corners from top-left clockwise, px, shape (n, 4, 2)."""
        half = MODULES / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return np.asarray(self.middle[:, None] + half @ self.axes)


def spots_on(pose: Pose, middle: NDArray[np.complex128], module: NDArray[np.complex128]) -> Spots:
    """Symbols on the mat (mm as complex numbers: middle, and a module to the right) in the picture."""
    points = np.concatenate([middle, middle + module, middle + 1j * module])
    px = pose.to_px(np.stack([points.real, points.imag], axis=1))
    at, right, down = px.reshape(3, -1, 2)
    return Spots(at, np.stack([right - at, down - at], axis=1))
