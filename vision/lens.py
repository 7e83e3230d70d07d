"""What a lens does to the places of things in a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.mat import Point

FARTHEST: Final = 0.1
"""The least that the division of ``Lens`` may come to: beyond, a lens sees to its side."""
NEAR_CORNERS: Final = 0.9
"""The distance from the middle, in half diagonals, at which lenses are compared."""
UNEVEN: Final = 1.7
"""The ratio of scales in the middle and there, along the radius, from which a picture is straightened to be searched."""
OUTSIDE: Final = 3.0
"""Half diagonals from the middle where a point is taken to be that no lens brings nearer."""
_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Lens:
    """The division model of radial distortion (Fitzgibbon, 2001), with two terms, about a centre.

    p_u = c + (p_d - c) / (1 + k1 r^2 + k2 r^4): p_d where a point is in the picture, p_u
    where a lens that does not bend would have it, r = |p_d - c| / h, h half the
    picture's diagonal. Negative k1: straight lines bulge, as through most wide lenses.
    """

    k1: float = 0.0
    k2: float = 0.0
    centre: Point = (0.0, 0.0)
    """Where c is, from the picture's middle to the right and down, in half diagonals."""

    @classmethod
    def of_radial(cls, k: float) -> Lens:
        """The same as p_u = c + (p_d - c) (1 + k r^2), to the third power of k."""
        return cls(-k, k * k)

    @property
    def bends(self) -> bool:
        """Whether the scale of a picture changes so much towards its corners that symbols there are not found by the size they have in its middle."""
        square = NEAR_CORNERS**2
        turn = 1 - square * (self.k1 + 3 * self.k2 * square)
        division = 1 + square * (self.k1 + self.k2 * square)
        return turn > UNEVEN * max(division, FARTHEST) ** 2

    def straight(self, px: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
        """Points of a picture of a size (px), shape (n, 2), where they would be without a lens."""
        centre, half = _axis(self.centre, size)
        off = np.asarray(px, np.float64).T - centre
        return np.asarray(centre + off / self._division(_square(off) / half**2)).T

    def bent(self, straight: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
        """The inverse of ``straight``, px, shape (n, 2) both."""
        centre, half = _axis(self.centre, size)
        off = np.asarray(straight, np.float64).T - centre
        far = _square(off) / half**2
        # With one term it is the smaller root of a quadratic equation.
        root = 1 + np.sqrt(np.maximum(1 - 4 * self.k1 * far, 0))
        near = 4 * far / (root * root)
        if self.k2:
            near = self._nearer(np.sqrt(far), np.minimum(np.sqrt(near), OUTSIDE)) ** 2
        return np.asarray(centre + off * self._division(near)).T

    def _nearer(self, far: NDArray[np.float64], near: NDArray[np.float64]) -> NDArray[np.float64]:
        """Newton's method for the distance from the centre that is straightened to ``far``, from a first guess; half diagonals."""
        for _ in range(_ROUNDS):
            square = near**2
            wrong = far * (1 + self.k1 * square + self.k2 * square**2) - near
            slope = far * near * (2 * self.k1 + 4 * self.k2 * square) - 1
            near = np.clip(near - wrong / np.minimum(slope, -FARTHEST), 0, OUTSIDE)
        return near

    def slope(self, px: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
        """How ``straight`` changes with k1, px, shape (n, 2)."""
        centre, half = _axis(self.centre, size)
        off = np.asarray(px, np.float64).T - centre
        square = _square(off) / half**2
        return np.asarray(-off * (square / self._division(square) ** 2)).T

    def _division(self, square: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.maximum(1 + square * (self.k1 + self.k2 * square), FARTHEST)


@lru_cache(maxsize=16)
def _axis(centre: Point, size: tuple[int, int]) -> tuple[NDArray[np.float64], float]:
    """Where a lens's centre is in a picture of a size, px, shape (2, 1), and half the diagonal, px."""
    half = math.hypot(*size) / 2
    at = np.array([[(side - 1) / 2 + off * half] for side, off in zip(size, centre, strict=True)])
    at.setflags(write=False)
    return at, half


def _square(off: NDArray[np.float64]) -> NDArray[np.float64]:
    """The squares of distances, shape (2, n), right and down."""
    x, y = off
    return np.asarray(x * x + y * y)


STRAIGHT: Final = Lens()
"""One that does not bend."""
