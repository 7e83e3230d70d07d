"""Where on a mat a die stands, and how large it is: the camera sees its top face further out, nearer and larger."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose
from vision.viewpoint import below, viewpoint


def edge_mm(corners: NDArray[np.float64], pose: Pose) -> float:
    """How long a top face's edges seem on the mat, mm; its corners in px, shape (4, 2)."""
    return float(np.sqrt(_area(pose.to_mm(corners))))


def standing(corners: NDArray[np.float64], pose: Pose) -> tuple[float, float]:
    """The middle of the die on the mat, mm; its top face's corners in px, shape (4, 2)."""
    middle = pose.to_mm(corners).mean(axis=0)
    x, y = below(pose, middle[None], np.array([edge_mm(corners, pose)]))[0]
    return float(x), float(y)


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


def _area(quad: NDArray[np.float64]) -> float:
    """The area of a quadrangle, shape (4, 2): half the product of its diagonals and the sine between them."""
    (across, rising), (along, falling) = quad[2:] - quad[:2]
    return float(abs(across * falling - rising * along) / 2)
