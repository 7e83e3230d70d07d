"""Rounded cubes as a far camera sees them: which rays meet them, where, and what of an atlas of faces is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

_STEPS: Final = 9
"""Steps along a ray; rays that graze a corner need most of them."""
_MET: Final = 0.02
"""How close to the surface a ray counts as having met it, in half edges."""
_RIGHT: Final = np.array([1, 2, 0])
"""For a face along each axis: the axis that runs to its right..."""
_DOWN: Final = np.array([2, 0, 1])
"""...and the one that runs down."""


@dataclass(frozen=True, slots=True, eq=False)
class CubeView:
    """The visible part of a cube: the rays that meet it, and what each of them meets."""

    at: tuple[int, int]
    """The picture's pixel at which the rays begin."""
    shape: tuple[int, int]
    """Rows and columns of rays."""
    rays: NDArray[np.intp]
    """Which of them meet it, row by row, shape (n,)."""
    points: NDArray[np.float32]
    """The point met in the cube's own frame, half edges, shape (n, 3)."""
    normals: NDArray[np.float32]
    """The surface's outward direction as the camera sees it (right, down, away), shape (n, 3)."""


def seen_cube(
    centre: tuple[float, float],
    edge: float,
    rounding: float,
    turn: NDArray[np.float64],
    fine: int = 2,
) -> CubeView:
    """A cube at ``centre`` (px), its ``edge`` in px, ``rounding`` the radius of its edges in half edges.

    ``turn`` (3 x 3) rotates the cube's own frame to the camera's: right, down, away.
    Every pixel has ``fine`` x ``fine`` rays, side by side.
    """
    reach = int(np.ceil(0.5 * edge * float(np.abs(turn[:2]).sum(axis=1).max()))) + 1
    at = round(centre[0]) - reach, round(centre[1]) - reach
    side = (2 * reach + 1) * fine
    steps = (np.arange(side) + 0.5) / fine - 0.5
    x, y = np.meshgrid(steps + at[0] - centre[0], steps + at[1] - centre[1])
    level = np.stack([x, y, np.full_like(x, -2 * edge)], axis=-1).astype(np.float32)
    to_own = (2 / edge * turn).astype(np.float32)
    starts = level.reshape(-1, 3) @ to_own
    rays, points = _met_points(starts, turn[2].astype(np.float32), rounding)
    normals = _outward(points, rounding) @ turn.T.astype(np.float32)
    return CubeView(at, (side, side), rays, points, normals)


def _met_points(
    starts: NDArray[np.float32], along: NDArray[np.float32], rounding: float
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Which rays meet a rounded cube of half edge 1, and where, by sphere tracing."""
    safe = np.where(np.abs(along) < 1e-6, 1e-6, along).astype(np.float32)
    ends = [((way * np.sign(safe) - starts) / safe) for way in (-1, 1)]
    near = np.maximum(np.maximum(ends[0][:, 0], ends[0][:, 1]), ends[0][:, 2])
    far = np.minimum(np.minimum(ends[1][:, 0], ends[1][:, 1]), ends[1][:, 2])
    likely = np.flatnonzero(near <= far)
    points: NDArray[np.float32] = starts[likely] + near[likely, None] * along
    for _ in range(_STEPS):
        points += _distance(points, rounding)[:, None] * along
    met = _distance(points, rounding) < _MET
    return likely[met], points[met]


def _distance(points: NDArray[np.float32], rounding: float) -> NDArray[np.float32]:
    beyond = np.maximum(np.abs(points) - np.float32(1 - rounding), 0)
    away: NDArray[np.float32] = np.sqrt(np.einsum("ij,ij->i", beyond, beyond))
    return away - np.float32(rounding)


def _outward(points: NDArray[np.float32], rounding: float) -> NDArray[np.float32]:
    core = np.float32(1 - rounding)
    off = points - np.clip(points, -core, core)
    length = np.linalg.norm(off, axis=1, keepdims=True)
    return np.asarray(off / np.maximum(length, 1e-6), np.float32)


def on_faces(points: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """Where points of a cube lie in an atlas of its faces, px, shape (n, 2).

    The atlas holds six squares of ``side`` px, one below the other: the faces towards
    +x, -x, +y, -y, +z, -z of the cube's own frame.
    """
    axis = np.abs(points).argmax(axis=-1)
    each = np.arange(len(points))
    own, across = points[each, axis], points[each, _RIGHT[axis]]
    down = points[each, _DOWN[axis]]
    face = 2 * axis + (own < 0)
    x = (np.clip(across * np.sign(own), -1, 1) + 1) / 2 * (side - 1)
    y = (np.clip(down, -1, 1) + 1) / 2 * (side - 1) + face * side
    return np.stack([x, y], axis=-1).astype(np.float32)


def looked_up(atlas: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.float32]:
    """An atlas's values at positions in it, shape (n,)."""
    x, y = np.floor(places).astype(np.intp).T
    off = (places - np.floor(places)).T
    right = np.minimum(x + 1, atlas.shape[1] - 1)
    low = np.minimum(y + 1, atlas.shape[0] - 1)
    above = atlas[y, x] * (1 - off[0]) + atlas[y, right] * off[0]
    below = atlas[low, x] * (1 - off[0]) + atlas[low, right] * off[0]
    return np.asarray(above * (1 - off[1]) + below * off[1], np.float32)
