"""Straight lines through noisy points, and their intersections, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def fitted(points: NDArray[np.float64], rounds: int = 3) -> NDArray[np.float64]:
    """Lines through points, shape (lines, points, 2): (a, b, c) each, with a x + b y = c and a, b of length 1.

    Points more than twice as far off as the median are left out.
    """
    kept = np.ones(points.shape[:2])
    for _ in range(rounds):
        lines = _through(points, kept)
        off = np.abs((points * lines[:, None, :2]).sum(axis=2) - lines[:, 2:])
        least = np.maximum(2 * np.median(off, axis=1, keepdims=True), 0.05)
        kept = (off <= least).astype(np.float64)
    return _through(points, kept)


def _through(
    points: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Least squares of the distances at right angles to the line."""
    share = weights / weights.sum(axis=1, keepdims=True)
    middle = (points * share[..., None]).sum(axis=1)
    x, y = (points - middle[:, None]).transpose(2, 0, 1)
    xx, yy, xy = ((share * part).sum(axis=1) for part in (x * x, y * y, x * y))
    along = np.arctan2(2 * xy, xx - yy) / 2
    normal = np.stack([-np.sin(along), np.cos(along)], axis=1)
    return np.column_stack([normal, (normal * middle).sum(axis=1)])


def crossings(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners of figures from their sides in order, shape (figures, sides, 3): corner i begins side i.

    Corners of parallel sides are not finite.
    """
    a, b, c = np.roll(sides, 1, axis=1).transpose(2, 0, 1)
    d, e, f = sides.transpose(2, 0, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        corners = np.stack([c * e - f * b, a * f - d * c], axis=2)
        return np.asarray(corners / (a * e - b * d)[..., None])
