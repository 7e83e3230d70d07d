"""Cards that lie there and cannot be read: white rectangles of a card's size on the mat where no tag has been seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import IDS
from vision.mat import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    HEIGHT_MM,
    MARKER_WHITE_MM,
    WIDTH_MM,
    Pose,
    marker_mm,
)
from vision.places import card_corners
from vision.reading import Point, Sighting
from vision.sampling import Picture

PX_PER_MM: Final = 0.5
"""Scale of the mat as it is looked at: coarse, a card is 30 x 46 px."""
_WIDEST_PX: Final = 700
PAPER: Final = 0.72
"""Paper is at least this bright against the white around the nearest markers; felt, wood and most skin are darker."""
_GROWN_MM: Final = 5.0
"""A card that is known explains white this far beyond its edges: the edge of a pile, a shadow's rim."""
_CLOSED_MM: Final = 10.0
"""Print on a card is narrower than this."""
_OPENED_MM: Final = 24.0
"""White that is narrower than this is no card: the rim of a back, a sleeve's cuff."""
_SLACK: Final = 0.15
"""How far the sides of a rectangle may be from a card's."""
_FILLED: Final = 0.85
"""How much of its rectangle a card's white fills."""


def outlines(
    picture: Picture, pose: Pose, known: Iterable[Sighting]
) -> tuple[Point, ...]:
    """The middles (mm) of white rectangles as large as a card that are none of the ``known`` cards.

    Empty where the mat itself is as white as paper.
    """
    mat = _from_above(picture, pose)
    white = (mat > PAPER * _white(mat)).astype(np.uint8)
    if float(white.mean()) > 0.5:
        return ()
    _explain(white, known)
    white = _morphed(white, cv2.MORPH_CLOSE, _CLOSED_MM)
    white = _morphed(white, cv2.MORPH_OPEN, _OPENED_MM)
    return tuple(_rectangles(white))


def _from_above(picture: Picture, pose: Pose) -> NDArray[np.uint8]:
    """The mat as a map, ``PX_PER_MM``; the lens's bend (some mm at the edges) is left in."""
    small, scale = picture.within(_WIDEST_PX)
    size = (round(WIDTH_MM * PX_PER_MM), round(HEIGHT_MM * PX_PER_MM))
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    px = (pose.to_px(corners * [WIDTH_MM, HEIGHT_MM]) + 0.5) * scale - 0.5
    to_map = cv2.getPerspectiveTransform(
        px.astype(np.float32), (corners * size).astype(np.float32)
    )
    return np.asarray(cv2.warpPerspective(small, to_map, size), np.uint8)


def _white(mat: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How bright white is all over the mat, from the white around its markers; a hidden one counts as its neighbours."""
    seen = np.array([_around(mat, marker) for marker in (0, 1, 3, 2)], np.float32)
    middle = float(np.median(seen))
    seen = np.where(seen < PAPER * middle, middle, seen).astype(np.float32)
    size = (mat.shape[1], mat.shape[0])
    spread = cv2.resize(seen.reshape(2, 2), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(spread, np.float32)


def _around(mat: NDArray[np.uint8], marker: int) -> float:
    """The luma of the white frame of a marker."""
    corners = marker_mm(marker)
    middle = corners.mean(axis=0)
    out = 1 + MARKER_WHITE_MM / np.abs(corners[0, 0] - corners[1, 0])
    points = np.concatenate([corners, (corners + np.roll(corners, 1, axis=0)) / 2])
    x, y = np.rint((middle + (points - middle) * out) * PX_PER_MM).astype(int).T
    height, width = mat.shape
    return float(np.median(mat[y.clip(0, height - 1), x.clip(0, width - 1)]))


def _explain(white: NDArray[np.uint8], known: Iterable[Sighting]) -> None:
    """Paints over the markers and the cards that are known."""
    cards = {seen.payload: seen for seen in known if seen.centre is not None}
    quads = [marker_mm(marker) for marker in IDS]
    quads += [
        card_corners(seen.centre, seen.turn) for seen in cards.values() if seen.centre
    ]
    grown = np.array(quads)
    away = grown - grown.mean(axis=1, keepdims=True)
    # A corner moves out by the growth along either side of its rectangle.
    grown = grown + away * (_GROWN_MM / np.abs(away).mean(axis=(1, 2), keepdims=True))
    for quad in np.rint(grown * PX_PER_MM).astype(np.int32):
        cv2.fillConvexPoly(white, quad, 0)


def _morphed(
    white: NDArray[np.uint8], operation: int, length_mm: float
) -> NDArray[np.uint8]:
    side = round(length_mm * PX_PER_MM)
    shape = cv2.getStructuringElement(cv2.MORPH_RECT, (side, side))
    return np.asarray(cv2.morphologyEx(white, operation, shape), np.uint8)


def _rectangles(white: NDArray[np.uint8]) -> Iterator[Point]:
    found, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in found:
        (x, y), sides, _ = cv2.minAreaRect(contour)
        short, long = sorted(side / PX_PER_MM for side in sides)
        area = cv2.contourArea(contour) / PX_PER_MM**2
        like = (
            abs(short / CARD_WIDTH_MM - 1) < _SLACK
            and abs(long / CARD_HEIGHT_MM - 1) < _SLACK
        )
        if like and area > _FILLED * short * long:
            yield x / PX_PER_MM, y / PX_PER_MM
