"""Where a die stands on a mat, and its size: its top face appears farther from the picture's centre and larger, as it is nearer to the camera."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose
from vision.viewpoint import below, viewpoint


@dataclass(frozen=True, slots=True)
class Footing:
    """How a die stands on a mat."""

    centre: tuple[float, float]
    """Its middle, mm."""
    edge: float
    """The apparent length of its edges on the mat, mm."""
    turn: float
    """The direction of its top edge, degrees clockwise from the mat's right."""


def footings(corners: NDArray[np.float64], pose: Pose) -> tuple[Footing, ...]:
    """The footings of dice, from the corners of their top faces, px, shape (n, 4, 2)."""
    quads = pose.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    edges = np.sqrt(_areas(quads))
    centres = below(pose, quads.mean(axis=1), edges).tolist()
    right, down = (quads[:, 1] - quads[:, 0]).T
    turns = np.degrees(np.arctan2(down, right)).tolist()
    return tuple(
        Footing((x, y), edge, turn)
        for (x, y), edge, turn in zip(centres, edges.tolist(), turns, strict=True)
    )


def upright(centres: NDArray[np.float64], pose: Pose) -> NDArray[np.complex128]:
    """Where an edge that stands upright at places (px, shape (n, 2)) points, right and (times i) down.

    In lengths of an edge that lies across the view: the sines of the angles from straight above.
    """
    lens, foot = viewpoint(pose), pose.to_mm(centres)
    away = foot - lens[:2]
    far = np.linalg.norm(away, axis=1, keepdims=True) + 1e-9
    across = foot + away[:, ::-1] * [-1, 1] / far
    ends = pose.to_px(np.concatenate([foot, foot + away / (lens[2] - 1), across]))
    low, high, beside = ends.reshape(3, -1, 2)
    length = np.linalg.norm(beside - low, axis=1)
    return np.asarray((high - low) @ [1, 1j] / length, np.complex128)


def _areas(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The areas of quadrangles, shape (n, 4, 2): half the product of the diagonals and the sine between them."""
    (across, rising), (along, falling) = ((quads[:, k] - quads[:, k - 2]).T for k in (2, 3))
    return np.asarray(abs(across * falling - rising * along) / 2)
