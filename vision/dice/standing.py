"""Where a die stands on a mat, and its size: its top face appears farther from the picture's centre and larger, as it is nearer to the camera."""

from __future__ import annotations

import math
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


def footing(corners: NDArray[np.float64], pose: Pose) -> Footing:
    """The footing of a die, from the corners of its top face, px, shape (4, 2)."""
    quad = pose.to_mm(corners)
    edge = math.sqrt(_area(quad))
    x, y = below(pose, quad.mean(axis=0)[None], np.array([edge]))[0].tolist()
    right, down = (quad[1] - quad[0]).tolist()
    return Footing((x, y), edge, math.degrees(math.atan2(down, right)))


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
    (across, rising), (along, falling) = (quad[2:] - quad[:2]).tolist()
    return float(abs(across * falling - rising * along) / 2)
