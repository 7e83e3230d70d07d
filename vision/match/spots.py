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

    spans: NDArray[np.float64]
    """The middle, a module to the symbol's right and one down, px: shape (n, 3, 2), rows are the three."""

    @classmethod
    def of(cls, middle: NDArray[np.float64], axes: NDArray[np.float64]) -> Spots:
        """Symbols with these middles, shape (n, 2), and modules to the right and down, shape (n, 2, 2), px."""
        return cls(np.concatenate([middle[:, None], axes], axis=1))

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Spots:
        return Spots(self.spans[which])

    def where(self, which: NDArray[np.bool_], other: Spots) -> Spots:
        """These positions where ``which``, shape (n,), is true, the others elsewhere."""
        return Spots(np.where(which[:, None, None], self.spans, other.spans))

    def between(self, other: Spots) -> Spots:
        """The positions half way to others."""
        return Spots((self.spans + other.spans) / 2)

    def at(
        self, modules: NDArray[np.float32], level: Level
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Points of each symbol (1, and modules from its middle to its right and down, shape (3, m)) in px of a level: x and y, shape (n, m)."""
        start = ((0.5 - side) * level.scale - 0.5 for side in level.corner)
        spans = self.spans * level.scale + [[*start], [0, 0], [0, 0]]
        x, y = spans.transpose(2, 0, 1).astype(np.float32, order="C")
        return x @ modules, y @ modules

    def seen(self, plane: Pose, pose: Pose) -> Spots:
        """Symbols on a ``plane`` as another ``pose`` of the same mat shows them."""
        points = self.spans + [[0], [1], [1]] * self.spans[:, :1]
        return _of_points(pose.to_px(plane.to_mm(points.reshape(-1, 2))).reshape(-1, 3, 2))

    @property
    def middle(self) -> NDArray[np.float64]:
        """px, shape (n, 2)."""
        return self.spans[:, 0]

    @property
    def axes(self) -> NDArray[np.float64]:
        """A module to the symbol's right and one down, px: shape (n, 2, 2), rows are the two."""
        return self.spans[:, 1:]

    @property
    def module_px(self) -> NDArray[np.float64]:
        """The width of a module, px, shape (n,)."""
        (a, b), (c, d) = self.axes.transpose(1, 2, 0)
        return np.asarray(np.sqrt(np.abs(a * d - b * c)))

    @property
    def corners(self) -> NDArray[np.float64]:
        """The symbols' own corners from top-left clockwise, px, shape (n, 4, 2)."""
        half = MODULES / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return np.asarray(self.middle[:, None] + half @ self.axes)


def spots_on(pose: Pose, middle: NDArray[np.complex128], module: NDArray[np.complex128]) -> Spots:
    """Symbols on the mat (mm as complex numbers: middle, and a module to the right) in the picture."""
    points = np.stack([middle, middle + module, middle + 1j * module], axis=1)
    px = pose.to_px(points.view(np.float64).reshape(-1, 2))
    return _of_points(px.reshape(-1, 3, 2))


def _of_points(px: NDArray[np.float64]) -> Spots:
    """Symbols by their middles and the points a module to the right and down of these, px, shape (n, 3, 2)."""
    return Spots(px - [[0], [1], [1]] * px[:, :1])
