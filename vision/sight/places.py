"""From a symbol in the picture to its card on the mat: centre, turn, zone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, TAG_INSET_MM, TAG_MM, Face
from vision.pose import Pose
from vision.reading import Corners, Sighting

_TO_CENTRE: Final = complex(CARD_WIDTH_MM - TAG_MM, CARD_HEIGHT_MM - TAG_MM) / 2 - TAG_INSET_MM * (
    1 + 1j
)
"""From the middle of a printed card's symbol to the card's centre, in the card's own axes, mm."""
_STICKER: Final = 0.12
"""A symbol whose size deviates from 18 mm by more than this share is a sticker, not printed on a card."""


def sightings(
    pose: Pose | None,
    faces: Sequence[Face],
    corners: NDArray[np.float64],
    by: str,
    scores: Sequence[float],
    stickers: bool = False,
) -> tuple[Sighting, ...]:
    """Symbols read (corners in px, shape (n, 4, 2)) as sightings, with their cards' places if the pose is known.

    A card's centre is computed from the symbol as printed on a card (both its tags give
    the same one); for a sticker it is the symbol's own centre (docs/physical.md,
    sections 1 and 3).
    """
    if not faces:
        return ()
    quads = [_corners(quad) for quad in corners.tolist()]
    if pose is None:
        bare = zip(faces, quads, scores, strict=True)
        return tuple(Sighting(face, quad, by, score) for face, quad, score in bare)
    mm = pose.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2) @ np.array([1, 1j])
    middles = mm.mean(axis=1)
    shift, turns = _cards(mm, stickers)
    centres, tags = _points(middles + shift), _points(middles)
    seen = zip(faces, quads, scores, centres, turns, tags, strict=True)
    zone_at = pose.mat.zone_at
    return tuple(
        Sighting(face, quad, by, score, zone_at(*centre), centre, turn, tag)
        for face, quad, score, centre, turn, tag in seen
    )


def _points(mm: NDArray[np.complex128]) -> list[Point]:
    return [(at.real, at.imag) for at in mm.tolist()]


def _cards(
    mm: NDArray[np.complex128], stickers: bool
) -> tuple[NDArray[np.complex128], list[float]]:
    """From the middles of symbols with these corners, shape (n, 4), to the centres of their cards, mm, and the cards' turns, degrees."""
    across, aslant = mm[:, 2] - mm[:, 0], mm[:, 1] - mm[:, 3]
    right, down = (across + aslant) / 2, (across - aslant) / 2
    side = np.sqrt(np.abs((right.conj() * down).imag))
    printed = (np.abs(side / TAG_MM - 1) < _STICKER) & (not stickers)
    shift = _TO_CENTRE * printed * right / np.abs(right)
    return shift, np.angle(right, deg=True).tolist()


def _corners(quad: list[list[float]]) -> Corners:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (ax, ay), (bx, by), (cx, cy), (dx, dy)


def card_corners(centre: Point, turn: float, beyond: float = 0.0) -> NDArray[np.float64]:
    """The corners of a card on the mat, mm, its own top-left first, shape (4, 2); moved outwards by ``beyond``."""
    return np.asarray(corners_of_cards((centre,), (turn,), beyond)[0])


def corners_of_cards(
    centres: Sequence[Point], turns: Sequence[float], beyond: float = 0.0
) -> NDArray[np.float64]:
    """The same of several cards, shape (n, 4, 2)."""
    angle = np.radians(turns)
    cos, sin = np.cos(angle), np.sin(angle)
    turned = np.array([[cos, sin], [-sin, cos]]).transpose(2, 0, 1)
    half = np.array([CARD_WIDTH_MM, CARD_HEIGHT_MM]) / 2 + beyond
    return np.asarray(np.array(centres)[:, None] + (_CORNERS * half) @ turned)


_CORNERS: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
