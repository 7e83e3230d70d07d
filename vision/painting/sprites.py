"""Flat objects as small pictures, and those pictures as a camera sees them: sharp, shaded, with their shadow."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import CARD_HEIGHT_MM, CARD_RADIUS_MM, CARD_WIDTH_MM
from vision.frame import Colour
from vision.painting.layout import Lying, Placed, Slab
from vision.painting.view import View, pose
from vision.printing.faces import PrintedFace, reverse
from vision.printing.marks import Ink, Mark, Polygon, rectangle
from vision.printing.raster import raster

CARD: Final = (CARD_WIDTH_MM, CARD_HEIGHT_MM)
PAPER: Final[Ink] = (248, 247, 243)
EDGE: Final[Ink] = (222, 219, 210)
SHADOW_MM: Final = 1.4
"""How far a lying card's shadow reaches, and how soft it is."""
SHADOW: Final = 0.42


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Part of a picture to be composited onto another: its top-left pixel, premultiplied colours, coverage."""

    at: tuple[int, int]
    ink: NDArray[np.uint8]
    """Shape (h, w, 3)."""
    cover: NDArray[np.uint8]
    """Shape (h, w), 255 where opaque."""


def lay(picture: Colour, patch: Patch) -> None:
    """Composite a patch onto a picture, clipped at the picture's edges."""
    x, y = patch.at
    height, width = patch.cover.shape
    top, left = max(0, -y), max(0, -x)
    part = picture[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)]
    rows = slice(top, top + part.shape[0])
    columns = slice(left, left + part.shape[1])
    if part.size == 0:
        return
    through = 255 - cv2.cvtColor(patch.cover[rows, columns], cv2.COLOR_GRAY2BGR)
    shining = cv2.multiply(part, through, scale=1 / 255)
    part[:] = cv2.add(shining, patch.ink[rows, columns])


@lru_cache(maxsize=64)
def placed(thing: Placed, view: View) -> Patch:
    """A card or slab as the camera sees it, with its soft shadow on what is below."""
    picture, cover = (
        _slab(_sprite_scale(view))
        if isinstance(thing, Slab)
        else _card(thing.face, thing.up, _sprite_scale(view))
    )
    return warped(picture, cover, corners(thing), thing.height, view)


def held(card: Lying, view: View) -> Patch:
    """A card in somebody's hand; never cached, since its place is never the same twice."""
    sprite = _card(card.face, card.up, _sprite_scale(view))
    return warped(*sprite, corners(card), card.height, view, shadow=0)


def corners(thing: Placed) -> NDArray[np.float64]:
    """The card's own top-left, top-right, bottom-right, bottom-left on the mat, mm, shape (4, 2)."""
    return on_mat(thing, np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * CARD)


def on_mat(thing: Placed, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points of a card (mm from its own top-left corner, shape (n, 2)) on the mat, mm."""
    turn = math.radians(thing.turn)
    along = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return np.asarray((points - np.array(CARD) / 2) @ along + np.array(thing.at))


def warped(
    picture: Colour,
    cover: NDArray[np.uint8],
    mm: NDArray[np.float64],
    height: float,
    view: View,
    shadow: float = SHADOW,
) -> Patch:
    """A flat picture with its corners at points of the mat (mm, shape (4, 2)), ``height`` mm above it.

    ``cover`` is 255 where the picture is. Every pixel is the mean of the samples in it,
    so that modules finer than pixels look as through a lens.
    """
    px = pose(view, height).to_px(mm)
    left, top, width, high = _room(px, view)
    fine = max(1, round(picture.shape[1] / float(np.linalg.norm(px[1] - px[0]))))
    to = _to_patch(picture.shape, px - (left, top), fine)
    ink = cv2.warpPerspective(
        cv2.merge([picture, cover]), to, (width * fine, high * fine), flags=cv2.INTER_LINEAR
    )
    if fine > 1:
        ink = cv2.resize(ink, (width, high), interpolation=cv2.INTER_AREA)
    return shaded((left, top), np.asarray(ink, np.uint8), view, shadow)


def _room(px: NDArray[np.float64], view: View) -> tuple[int, int, int, int]:
    """The part of the picture taken up by a flat object and its shadow: left, top, width, height; at least one pixel."""
    margin = math.ceil(3 * SHADOW_MM * view.px_per_mm) + 1
    edge = np.array(view.size) + margin
    low = np.clip(np.floor(px.min(0)) - margin, -margin, edge - 1).astype(int)
    high = np.clip(np.ceil(px.max(0)) + margin, low + 1, edge).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _to_patch(shape: tuple[int, ...], px: NDArray[np.float64], fine: int) -> NDArray[np.float64]:
    height, width = shape[:2]
    from_ = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    to = (px + 0.5) * fine - 0.5
    return np.asarray(cv2.getPerspectiveTransform(from_.astype(np.float32), to.astype(np.float32)))


def shaded(at: tuple[int, int], ink: NDArray[np.uint8], view: View, depth: float) -> Patch:
    """The patch of ``ink``, shape (h, w, 4) with its coverage last, with its top left at px ``at`` and a shadow below it that falls away from the lamp."""
    cover = ink[..., 3]
    colours = cv2.multiply(
        np.ascontiguousarray(ink[..., :3]), cv2.cvtColor(cover, cv2.COLOR_GRAY2BGR), scale=1 / 255
    )
    if depth:
        blurred = cv2.GaussianBlur(cover, (0, 0), SHADOW_MM * view.px_per_mm)
        reach = 0.5 * SHADOW_MM * view.px_per_mm
        shift = np.array([[1, 0, reach], [0, 1, reach]], np.float32)
        soft = cv2.warpAffine(blurred, shift, cover.shape[::-1])
        shade = cv2.convertScaleAbs(soft, alpha=depth)
        cover = np.asarray(cv2.max(cover, shade), np.uint8)
    return Patch(at, np.asarray(colours, np.uint8), cover)


def _sprite_scale(view: View) -> float:
    """Samples per mm of a card's own picture: about four per pixel, as far as the modules need it."""
    return float(min(8, max(4, math.ceil(4 * view.px_per_mm))))


@lru_cache(maxsize=3)
def _card(face: PrintedFace, up: bool, scale: float) -> tuple[Colour, NDArray[np.uint8]]:
    marks = face.marks if up else reverse(face)
    return _flat(marks, scale, PAPER)


@lru_cache(maxsize=2)
def _slab(scale: float) -> tuple[Colour, NDArray[np.uint8]]:
    rim = Polygon(rectangle(0.4, 0.4, CARD_WIDTH_MM - 0.8, CARD_HEIGHT_MM - 0.8, 3), PAPER)
    return _flat((rim,), scale, EDGE)


def _flat(marks: tuple[Mark, ...], scale: float, paper: Ink) -> tuple[Colour, NDArray[np.uint8]]:
    return raster(marks, CARD, scale, paper), _outline(scale)


@lru_cache(maxsize=2)
def _outline(scale: float) -> NDArray[np.uint8]:
    """The cover that all cards have."""
    outline = rectangle(0, 0, *CARD, CARD_RADIUS_MM)
    cover = raster((Polygon(outline, (255, 255, 255)),), CARD, scale, (0, 0, 0))
    return np.ascontiguousarray(cover[..., 0])
