"""Hands and arms over the table: modelled once as rounded limbs, then composited into pictures with their shadow."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Point
from vision.frame import Colour
from vision.painting.layout import PaintedHand
from vision.painting.light import lit_patch
from vision.painting.sprites import Patch, held, lay, warped
from vision.painting.sprites import corners as card_corners
from vision.painting.view import View, pose
from vision.printing.marks import Ink, paler

Limb: TypeAlias = tuple[float, float, float, float, float, float]
"""From x, y with a radius to x, y with a radius, mm; the fingertips are at 0, 0, the arm points down."""

SIZE_MM: Final = (240.0, 900.0)
TIP_MM: Final = (120.0, 15.0)
"""Where the fingertips are in the model."""
PX_PER_MM: Final = 2.0
CUFF_MM: Final = 232.0
"""Where the sleeve begins, from the fingertips."""

PALM: Final[tuple[Limb, ...]] = (
    (-25, -84, 12, -11, -152, 15),
    (-8, -80, 13, -5, -150, 19),
    (9, -80, 13, 5, -150, 19),
    (25, -86, 12, 11, -152, 15),
    (20, -108, 13, 10, -150, 15),
    (0, -150, 22, 0, -290, 33),
)
OPEN: Final[tuple[Limb, ...]] = (
    (-37, -24, 6.3, -31, -52, 7.4),
    (-31, -52, 7.4, -25, -86, 9.4),
    (-14, -4, 6.9, -11, -38, 8.0),
    (-11, -38, 8.0, -8, -82, 10.2),
    (11, 0, 7.0, 10, -38, 8.2),
    (10, -38, 8.2, 8, -82, 10.4),
    (33, -13, 6.8, 29, -46, 7.9),
    (29, -46, 7.9, 24, -84, 10.0),
    (61, -64, 8.6, 47, -92, 10.2),
    (47, -92, 10.2, 20, -132, 15.0),
)
CLOSED: Final[tuple[Limb, ...]] = (
    (-31, -50, 7.0, -30, -64, 8.0),
    (-30, -64, 8.0, -25, -86, 9.6),
    (-15, -28, 7.4, -14, -52, 8.6),
    (-14, -52, 8.6, -8, -82, 10.4),
    (3, -5, 7.0, 7, -40, 8.6),
    (7, -40, 8.6, 8, -82, 10.6),
    (18, 0, 6.8, 24, -42, 8.3),
    (24, -42, 8.3, 24, -84, 10.2),
    (28, -16, 8.2, 43, -58, 9.8),
    (43, -58, 9.8, 24, -126, 16.0),
)
NAILS: Final = 0.62
"""A nail's width, in radii of its fingertip."""
SLEEVE: Final[tuple[Limb, ...]] = ((0, -190, 41, 0, -900, 60),)


def lay_hand(picture: Colour, hand: PaintedHand, view: View) -> None:
    """Add an arm, what it holds and the shadow of both to a picture."""
    sprite, cover = _model(hand)
    _darken(picture, hand, cover, view)
    for card in hand.holds:
        patch = lit_patch(held(card, view), view)
        lay(picture, _softened(patch, view, hand.smear))
    patch = warped(sprite, cover, corners(hand), hand.height, view, shadow=0)
    lay(picture, _smeared(lit_patch(patch, view), view, hand.smear))


def corners(hand: PaintedHand) -> NDArray[np.float64]:
    """The model's corners on the mat, mm, shape (4, 2)."""
    away = np.array(hand.source) - np.array(hand.tip)
    away = away / (np.linalg.norm(away) or 1.0)
    across = np.array([away[1], -away[0]])
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * SIZE_MM - TIP_MM
    return np.asarray(box @ np.array([across, away]) + np.array(hand.tip))


def covered(hand: PaintedHand, view: View) -> NDArray[np.bool_]:
    """Which pixels of the picture the arm hides, shape (height, width)."""
    _, cover = _model(hand)
    px = pose(view, hand.height).to_px(corners(hand))
    return np.asarray(_on_canvas(cover, px, view.size) > 127)


def _darken(picture: Colour, hand: PaintedHand, cover: NDArray[np.uint8], view: View) -> None:
    """The shadow of an arm and what it holds: the higher they are, the softer and farther away it is."""
    size = (view.size[0] // _COARSE, view.size[1] // _COARSE)
    shade = _on_canvas(cover, _below(corners(hand), hand.height, view), size)
    for card in hand.holds:
        edges = np.round(_below(card_corners(card), card.height, view)).astype(np.int32)
        cv2.fillConvexPoly(shade, edges, 255)
    soft = (2 + 0.16 * hand.height) * view.px_per_mm / _COARSE
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), soft), np.uint8)
    x, y, across, down = cv2.boundingRect(shade)
    if across == 0:
        return
    part = picture[y * _COARSE : (y + down) * _COARSE, x * _COARSE : (x + across) * _COARSE]
    through = cv2.addWeighted(shade, -0.45, shade, 0, 255)[y : y + down, x : x + across]
    light = cv2.cvtColor(cv2.resize(through, part.shape[1::-1]), cv2.COLOR_GRAY2BGR)
    part[:] = cv2.multiply(part, light, scale=1 / 255)


def _below(mm: NDArray[np.float64], height: float, view: View) -> NDArray[np.float64]:
    """Where points at a height cast their shadow on the table, px of the coarse canvas."""
    away = (mm.mean(0) - np.array(view.light.lamp)) / 900 + 0.35
    return (pose(view).to_px(mm + away * height) + 0.5) / _COARSE - 0.5


_COARSE: Final = 4
"""A shadow has no edges that need more pixels."""


def _on_canvas(
    cover: NDArray[np.uint8], px: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.uint8]:
    height, width = cover.shape
    from_ = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    to = cv2.getPerspectiveTransform(from_.astype(np.float32), px.astype(np.float32))
    return np.asarray(cv2.warpPerspective(cover, to, size), np.uint8)


def _softened(patch: Patch, view: View, smear: tuple[float, float]) -> Patch:
    """The patch blurred by the lens and by movement while the shutter is open."""
    if view.blur > 0:
        ink = np.asarray(cv2.GaussianBlur(patch.ink, (0, 0), view.blur), np.uint8)
        cover = np.asarray(cv2.GaussianBlur(patch.cover, (0, 0), view.blur), np.uint8)
        patch = replace(patch, ink=ink, cover=cover)
    return _smeared(patch, view, smear)


def _smeared(patch: Patch, view: View, smear: tuple[float, float]) -> Patch:
    """The patch blurred by movement while the shutter is open; an arm's model is already soft."""
    way = np.array(smear) * view.px_per_mm
    if np.hypot(*way) < 1.5:
        return patch
    whole = cv2.filter2D(cv2.merge([patch.ink, patch.cover]), -1, _stroke(way))
    ink = np.ascontiguousarray(whole[..., :3], np.uint8)
    return replace(patch, ink=ink, cover=np.ascontiguousarray(whole[..., 3], np.uint8))


def _stroke(way: NDArray[np.float64]) -> NDArray[np.float32]:
    """The kernel of a straight movement, px."""
    reach = math.ceil(float(np.abs(way).max()) / 2)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-0.5, 0.5, 4 * reach + 1):
        x, y = np.round(way * step).astype(int) + reach
        kernel[y, x] += 1
    return np.asarray(kernel / kernel.sum(), np.float32)


SEATS: Final = 6
"""How many people have an arm at a table."""
KNUCKLES: Final = 344
"""Rows of the model in which a closed hand is another than an open one."""
_REACHED: Final = np.s_[:, 96:-96]
"""The columns of the model that an arm reaches; the others are not kept."""


def _model(hand: PaintedHand) -> tuple[Colour, NDArray[np.uint8]]:
    """An arm seen from above in even light, and its coverage."""
    return _arm(hand.left, hand.sleeve, hand.skin).drawn(hand.closed)


class _Arm:
    """Somebody's arm, drawn once, but for what is another with a closed hand: that is a fifth of it."""

    def __init__(self, left: bool, sleeve: Ink, skin: Ink) -> None:
        self._looks = left, sleeve, skin
        self._hands: dict[bool, list[NDArray[np.uint8]]] = {}
        self._rest: list[NDArray[np.uint8]] = []

    def drawn(self, closed: bool) -> tuple[Colour, NDArray[np.uint8]]:
        """All of it, with its hand closed or open."""
        if closed not in self._hands:
            parts = [part[_REACHED] for part in _drawn(closed, *self._looks)]
            self._hands[closed] = [part[:KNUCKLES].copy() for part in parts]
            self._rest = self._rest or [part[KNUCKLES:].copy() for part in parts]
        picture, cover = map(_whole, self._hands[closed], self._rest)
        return picture, cover


_arm = lru_cache(maxsize=SEATS)(_Arm)


def _whole(hand: NDArray[np.uint8], rest: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A model's picture, or its coverage, with the columns that nothing reaches."""
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    whole = np.zeros((height, width, *hand.shape[2:]), np.uint8)
    whole[:KNUCKLES][_REACHED], whole[KNUCKLES:][_REACHED] = hand, rest
    return whole


def _drawn(closed: bool, left: bool, sleeve: Ink, skin: Ink) -> tuple[Colour, NDArray[np.uint8]]:
    """An arm, drawn; a right hand, or a left one, mirrored."""
    fingers = CLOSED if closed else OPEN
    limbs = cv2.GaussianBlur(_heights((*PALM, *fingers)), (0, 0), 2.2)
    bare = np.asarray(limbs, np.float32)
    cloth = _cut_off(_heights(SLEEVE))
    dressed = cloth > 0
    hand = _shaded(bare, skin, grain=0.02)
    for x, y, radius, x1, y1, _ in fingers[::2]:
        _nail(hand, (x, y), (x1, y1), radius, skin)
    picture = np.where(dressed[..., None], _shaded(cloth, sleeve, grain=0.05), hand)
    solid = ((bare > 2.0) | dressed).astype(np.uint8) * 255
    cover = np.asarray(cv2.GaussianBlur(solid, (0, 0), 1.0), np.uint8)
    if left:
        picture, cover = picture[:, ::-1], cover[:, ::-1]
    return picture, cover


def _heights(limbs: Iterable[Limb]) -> NDArray[np.float32]:
    """The height of rounded limbs above their middle plane, mm; 0 beside them."""
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    x = (np.arange(width, dtype=np.float32) + 0.5) / PX_PER_MM - TIP_MM[0]
    y = (np.arange(height, dtype=np.float32)[:, None] + 0.5) / PX_PER_MM - TIP_MM[1]
    powers = np.zeros((height, width), np.float32)
    for limb in limbs:
        reach = max(limb[2], limb[5])
        near = (y > -limb[1] - reach) & (y < -limb[4] + reach)
        rows = np.flatnonzero(near)
        powers[rows] += _limb(limb, x, y[rows])
    return np.asarray(powers ** (1 / _BLEND), np.float32)


def _limb(limb: Limb, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """One limb's height to the power of ``_BLEND`` where it is; the shape is that of x and y together."""
    x0, y0, r0, x1, y1, r1 = limb
    dx, dy = x1 - x0, y0 - y1
    along = np.clip(((x - x0) * dx + (y + y0) * dy) / (dx * dx + dy * dy), 0, 1)
    far2 = (x - x0 - along * dx) ** 2 + (y + y0 - along * dy) ** 2
    rise2 = np.maximum((r0 + along * (r1 - r0)) ** 2 - far2, 0)
    return np.asarray(rise2 ** (_BLEND / 2), np.float32)


def _cut_off(cloth: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sleeve without the part in front of its cuff, which is round around the wrist."""
    rows, columns = np.indices(cloth.shape) / PX_PER_MM
    cuff = TIP_MM[1] + CUFF_MM + 0.004 * (columns - TIP_MM[0]) ** 2
    rim = 0.85 * cloth + 6.0 * (rows - cuff < 9)
    return np.where(rows > cuff, np.where(cloth > 0, rim, 0), 0).astype(np.float32)


_BLEND: Final = 5.0
"""How sharply limbs meet: the higher, the deeper the folds between them."""


def _nail(picture: Colour, tip: Point, knuckle: Point, radius: float, skin: Ink) -> None:
    """A nail on a fingertip, a little paler than the skin."""
    along = np.array([tip[0] - knuckle[0], knuckle[1] - tip[1]])
    along = along / np.linalg.norm(along)
    middle = np.array([tip[0], -tip[1]]) + np.array(TIP_MM) + 0.22 * radius * along
    size = np.array([0.72, NAILS]) * radius * PX_PER_MM
    turn = math.degrees(math.atan2(along[1], along[0]))
    layer = picture.copy()
    place = (float(middle[0] * PX_PER_MM), float(middle[1] * PX_PER_MM))
    box = (place, (float(size[0] * 2), float(size[1] * 2)), turn)
    cv2.ellipse(layer, box, paler(skin, 0.3)[::-1], -1, cv2.LINE_AA)
    picture[:] = cv2.addWeighted(layer, 0.55, picture, 0.45, 0)


def _shaded(high: NDArray[np.float32], ink: Ink, grain: float) -> Colour:
    """A surface lit from the upper left, darker where it falls away."""
    slope_x = cv2.Sobel(high, cv2.CV_32F, 1, 0, scale=PX_PER_MM / 8)
    slope_y = cv2.Sobel(high, cv2.CV_32F, 0, 1, scale=PX_PER_MM / 8)
    steep = np.sqrt(1 + slope_x**2 + slope_y**2)
    tone = (0.82 - 0.22 * slope_x - 0.18 * slope_y) / steep + 0.18
    tone += np.random.default_rng(4).normal(0, grain, high.shape)
    tone = np.clip(tone, 0.25, 1.1).astype(np.float64)
    return np.stack([np.clip(tone * part, 0, 255).astype(np.uint8) for part in ink[::-1]], -1)
