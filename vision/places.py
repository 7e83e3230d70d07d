"""From a symbol in the picture to its card on the mat: centre, turn, zone."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.mat import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    TAG_INSET_MM,
    TAG_MM,
    Pose,
    zone_at,
)
from vision.reading import Corners, Point, Sighting

_TO_CENTRE: Final = np.array([CARD_WIDTH_MM, CARD_HEIGHT_MM]) / 2 - TAG_INSET_MM
"""From a printed card's symbol's top-left to the card's centre, in the card's own axes, mm."""
_STICKER: Final = 0.12
"""A symbol whose size is off by more than this share of 18 mm is a sticker, not printed on a card."""


def placed(
    pose: Pose | None,
    payload: str,
    corners: Corners,
    by: str,
    score: float,
    sticker: bool = False,
) -> Sighting:
    """The sighting of a symbol, with its card's place on the mat where the pose is known.

    The card's centre is reckoned from the symbol as printed on a card (both
    its tags lead there); of a sticker it is the symbol's own centre
    (PHYSICAL.md, section 1 and 3).
    """
    if pose is None:
        return Sighting(payload, corners, by, score)
    mm = pose.to_mm(np.array(corners))
    right, down = (
        (mm[1] + mm[2] - mm[0] - mm[3]) / 2,
        (mm[3] + mm[2] - mm[0] - mm[1]) / 2,
    )
    side = float(np.sqrt(abs(right[0] * down[1] - right[1] * down[0])))
    centre = mm.mean(axis=0)
    if not sticker and abs(side / TAG_MM - 1) < _STICKER:
        ahead = right / np.linalg.norm(right)
        offset = _TO_CENTRE - TAG_MM / 2
        centre = (
            centre + offset[0] * ahead + offset[1] * np.array([-ahead[1], ahead[0]])
        )
    turn = float(np.degrees(np.arctan2(right[1], right[0])))
    at, tag = _point(centre), _point(mm.mean(axis=0))
    return Sighting(payload, corners, by, score, zone_at(*at), at, turn, tag)


def _point(mm: NDArray[np.float64]) -> Point:
    return float(mm[0]), float(mm[1])


def card_corners(centre: Point, turn: float) -> NDArray[np.float64]:
    """The corners of a card on the mat, mm, its own top-left first, shape (4, 2)."""
    half = np.array([CARD_WIDTH_MM, CARD_HEIGHT_MM]) / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.array(centre) + (signs * half) @ _rotation(turn).T


def _rotation(turn: float) -> NDArray[np.float64]:
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.array([[cos, -sin], [sin, cos]])
