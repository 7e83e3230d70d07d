"""A coarse view of the mat from above: how much of it is washed out, and which cards on it cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.birdseye import from_above
from vision.match.sampling import Pyramid
from vision.median import median
from vision.pose import Pose, markers_mm
from vision.reading import Sighting
from vision.sight.places import corners_of_cards

PX_PER_MM: Final = 0.5
"""The scale of that view: a card is 30 x 46 px."""
_WIDEST_PX: Final = 700
WASHED_OUT: Final = 245
"""Luma from which ink and paper look the same."""
PAPER: Final = 0.72
"""The least brightness of paper, relative to the white around the nearest markers; felt, wood and most skin are darker."""
_GROWN_MM: Final = 5.0
"""A known card explains white up to this far beyond its edges: the edge of a pile, the rim of a shadow."""
_CLOSED_MM: Final = 10.0
"""Print on a card is narrower than this."""
_OPENED_MM: Final = 24.0
"""White that is narrower than this is no card: the rim of a back, a sleeve's cuff."""
_SLACK: Final = 0.15
"""How far the sides of a rectangle may deviate from a card's."""
_FILLED: Final = 0.85
"""How much of its rectangle a card's white fills."""


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """The mat as a map at ``PX_PER_MM``."""

    mat: Mat
    map: NDArray[np.uint8]

    @property
    def glare(self) -> float:
        """The share of the mat that is washed out, 0 to 1."""
        return int(np.count_nonzero(self.map >= WASHED_OUT)) / self.map.size

    def outlines(self, known: Iterable[Sighting]) -> tuple[Point, ...]:
        """The middles (mm) of white rectangles as large as a card that are none of the ``known`` cards.

        Empty if the mat itself is as white as paper.
        """
        white = np.asarray(cv2.compare(self.map, self._paper(), cv2.CMP_GT), np.uint8)
        if cv2.countNonZero(white) > white.size / 2:
            return ()
        for quad in _explained(self.mat, known):
            cv2.fillConvexPoly(white, quad, 0)
        white = _morphed(white, cv2.MORPH_CLOSE, _CLOSED_MM)
        return tuple(_rectangles(_morphed(white, cv2.MORPH_OPEN, _OPENED_MM)))

    def _paper(self) -> NDArray[np.uint8]:
        """How dark paper may be at each point of the mat, from the white around its markers; hidden ones count as the others do."""
        top_left, top_right, low_right, low_left = self._around_markers()
        seen = np.array([top_left, top_right, low_left, low_right])
        middle = float(median(seen))
        seen = np.where(seen < PAPER * middle, middle, seen).reshape(2, 2)
        size = (self.map.shape[1], self.map.shape[0])
        least = (PAPER * seen).astype(np.uint8)
        return np.asarray(cv2.resize(least, size, interpolation=cv2.INTER_LINEAR), np.uint8)

    def _around_markers(self) -> NDArray[np.float64]:
        """The luma of each marker's white frame, shape (4,)."""
        return np.asarray(median(self.map[_white(self.mat, self.map.shape)], axis=1))


@cache
def _white(mat: Mat, shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of a mat's map where the white around its markers is, shape (4, points) each."""
    corners = markers_mm(mat, mat.markers)
    middle = corners.mean(axis=1, keepdims=True)
    sides = (corners + np.roll(corners, 1, axis=1)) / 2
    points = np.concatenate([corners, sides], axis=1)
    out = 1 + mat.marker.white / mat.marker.side
    px = ((middle + (points - middle) * out) * PX_PER_MM).round().astype(np.intp)
    height, width = shape
    return px[..., 1].clip(0, height - 1), px[..., 0].clip(0, width - 1)


def overview(picture: Pyramid, pose: Pose) -> Overview:
    """The mat of a picture from above."""
    small, _ = picture.within(_WIDEST_PX)
    return Overview(pose.mat, from_above(small, pose, PX_PER_MM))


def _explained(mat: Mat, known: Iterable[Sighting]) -> NDArray[np.int32]:
    """The parts of the map taken up by markers and known cards, given their corners, shape (n, 4, 2)."""
    cards = {seen.payload: seen for seen in known}
    lie = [(seen.centre, seen.turn) for seen in cards.values() if seen.centre]
    corners = markers_mm(mat, mat.markers)
    if lie:
        centres, turns = zip(*lie, strict=True)
        corners = np.concatenate([corners, corners_of_cards(centres, turns)])
    away = corners - corners.mean(axis=1, keepdims=True)
    grown = corners + away * (_GROWN_MM / np.abs(away).mean(axis=(1, 2), keepdims=True))
    return np.asarray(np.rint(grown * PX_PER_MM), np.int32)


def _morphed(white: NDArray[np.uint8], operation: int, length_mm: float) -> NDArray[np.uint8]:
    side = round(length_mm * PX_PER_MM)
    return np.asarray(cv2.morphologyEx(white, operation, np.ones((side, side), np.uint8)), np.uint8)


def _rectangles(white: NDArray[np.uint8]) -> Iterator[Point]:
    found, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in found:
        (x, y), sides, _ = cv2.minAreaRect(contour)
        short, long = sorted(side / PX_PER_MM for side in sides)
        area = cv2.contourArea(contour) / PX_PER_MM**2
        like = abs(short / CARD_WIDTH_MM - 1) < _SLACK and abs(long / CARD_HEIGHT_MM - 1) < _SLACK
        if like and area > _FILLED * short * long:
            yield x / PX_PER_MM, y / PX_PER_MM
