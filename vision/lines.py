"""Straight lines through noisy points, and where they cross."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]
"""(a, b, c) with a x + b y = c and a, b of length 1."""


def fitted(points: NDArray[np.float64], rounds: int = 3) -> Line:
    """The line through points, shape (n, 2); points farther off than the most are left out."""
    kept = points
    for _ in range(rounds):
        middle = kept.mean(axis=0)
        normal = np.linalg.svd(kept - middle, full_matrices=False)[2][1]
        off = np.abs((points - middle) @ normal)
        kept = points[off <= max(2.0 * float(np.median(off)), 0.05)]
    return np.array([normal[0], normal[1], normal @ middle])


def crossings(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners of a figure from its sides, shape (n, 3), in order: corner i begins side i.

    Corners of parallel sides are not finite.
    """
    before = np.roll(sides, 1, axis=0)
    (a, b, c), (d, e, f) = before.T, sides.T
    with np.errstate(divide="ignore", invalid="ignore"):
        corners = np.stack([c * e - f * b, a * f - d * c], axis=1)
        return np.asarray(corners / (a * e - b * d)[:, None])
