"""The rectified mat: a small picture in the mat's own coordinates, the same for every camera."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from typing import Any, Final, TypeAlias, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point, Zone
from vision.birdseye import places
from vision.frame import Frame
from vision.pose import Pose, marker_mm, outline_mm
from vision.sight.places import card_corners

_Any = TypeVar("_Any", np.uint8, np.bool_, np.float32)

SCALE: Final = 0.4
"""px a mm: a finger is 6 px wide, a card 24 x 36."""
PX_MM: Final = 1 / SCALE
"""A px, mm."""

Rectified: TypeAlias = NDArray[np.uint8]
"""A picture of the mat, ``SCALE`` px a mm, shape (rows, columns, 1 or 3): grey, or blue, green, red."""
RectifiedGrey: TypeAlias = NDArray[np.uint8]
"""Such a picture in grey, shape (rows, columns)."""
Mask: TypeAlias = NDArray[np.bool_]
"""Some of such a picture, shape (rows, columns)."""
Shape: TypeAlias = tuple[int, int]
"""Rows and columns."""
Box: TypeAlias = tuple[slice, slice]
"""A part of such a picture: rows and columns."""
ALL: Final[Box] = slice(None), slice(None)

_EDGE_MM: Final = 4.0
"""On either side of a zone's edge where its printed line may be seen: a millimetre wide, blurred, and shifted by the pose's error."""
RIM_MM: Final = 4.0
"""How far beyond its mask a thing may be seen: its outline is blurred, and has a shadow."""
_SAME_MM: Final = 0.6
"""A pose that moves the mat's corners by less than this is the same pose."""


@dataclass(frozen=True, slots=True, eq=False)
class RectifiedMat:
    """Where a mat's zones and markers are in rectified pictures of it."""

    mat: Mat
    shape: Shape
    zones: Mapping[str, tuple[slice, slice]]
    """Each zone's rows and columns."""
    markers: Mask
    """The markers with their white: black and white squares are neither mat nor hand."""
    edges: Mask
    """The area in which the zones' edges may be printed."""

    def none(self) -> Mask:
        """Nothing of it."""
        return np.zeros(self.shape, bool)


@cache
def rectified_mat(mat: Mat) -> RectifiedMat:
    """A mat as its rectified pictures show it."""
    shape = (round(mat.height * SCALE), round(mat.width * SCALE))
    zones = {zone.name: _rectangle(zone) for zone in mat.zones}
    markers = () if mat.plain else mat.markers
    corners = [marker_mm(mat, marker) for marker in markers]
    stretch = 1 + 2 * (mat.marker.white + 3) / mat.marker.side
    around = (c.mean(axis=0) + stretch * (c - c.mean(axis=0)) for c in corners)
    edges = np.zeros(shape, bool)
    for rows, columns in zones.values():
        zone = np.zeros(shape, bool)
        zone[rows, columns] = True
        edges |= grown(zone, _EDGE_MM) & grown(~zone, _EDGE_MM)
    return RectifiedMat(mat, shape, zones, filled(around, shape), edges)


def _rectangle(zone: Zone) -> tuple[slice, slice]:
    x0, y0, x1, y1 = (round(v * SCALE) for v in (zone.x0, zone.y0, zone.x1, zone.y1))
    return slice(y0, y1), slice(x0, x1)


class Rectifier:
    """Frames and poses of one mat in, rectified pictures out; caches the map while the camera does not move."""

    def __init__(self, mat: Mat) -> None:
        self._shape = rectified_mat(mat).shape
        self._outline = outline_mm(mat)
        self._key: tuple[tuple[int, int], tuple[int, int]] | None = None
        self._pose: Pose | None = None
        self._corners = np.zeros((4, 2))
        self._maps: tuple[NDArray[np.int16], NDArray[np.uint16]]
        self.outside: Mask = np.zeros(self._shape, bool)
        """The part of the mat that is not in the picture."""
        self.moved = False
        """Whether the last picture has another map than the one before."""

    def rectify(self, frame: Frame, pose: Pose) -> Rectified:
        """The mat of a frame, in colour where the frame has colour."""
        picture = frame.grey if frame.colour is None else frame.colour
        self._prepare(pose, (picture.shape[1], picture.shape[0]))
        # Of all px that one of the view shows, the four around its middle are enough.
        view = cv2.remap(picture, *self._maps, cv2.INTER_LINEAR)
        return np.asarray(view, np.uint8).reshape(*self._shape, -1)

    def _prepare(self, pose: Pose, size: tuple[int, int]) -> None:
        key = (size, pose.size)
        if pose is self._pose and key == self._key:
            self.moved = False
            return
        self._pose = pose
        scale = size[0] / pose.size[0]
        corners = pose.to_px(self._outline) * scale
        near = np.abs(corners - self._corners).max() < _SAME_MM * pose.px_per_mm * scale
        self.moved = not (near and key == self._key)
        if self.moved:
            self._key, self._corners = key, corners
            x, y = places(pose, size, SCALE)
            whole, parts = cv2.convertMaps(x, y, cv2.CV_16SC2)
            self._maps = (np.asarray(whole, np.int16), np.asarray(parts, np.uint16))
            self.outside = (x < 0) | (y < 0) | (x > size[0] - 1) | (y > size[1] - 1)


def grey_of(view: Rectified) -> RectifiedGrey:
    """A picture in grey."""
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY) if view.shape[2] == 3 else view[:, :, 0]
    return np.asarray(grey, np.uint8)


def darkest(view: Rectified) -> NDArray[np.uint8]:
    """The minimum over a picture's channels, shape (rows, columns)."""
    return np.asarray(reduce(cv2.min, cv2.split(view)), np.uint8)


class Same:
    """A picture or mask as a key: this one, which nobody changes, not one that equals it."""

    __slots__ = ("array",)

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.array is self.array

    def __hash__(self) -> int:
        return id(self.array)


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A small part of such a picture: some px of a box."""

    box: tuple[slice, slice]
    inside: Mask
    """Which px of the box are of it; read-only."""

    def of(self, picture: NDArray[_Any]) -> NDArray[_Any]:
        """Its px of a picture or mask, shape (px, ...)."""
        return picture[self.box][self.inside]

    def meets(self, mask: Mask) -> bool:
        """Whether any of it is in a mask."""
        return bool((mask[self.box] & self.inside).any())

    def share(self, mask: Mask) -> float:
        """How much of it is in a mask, 0 to 1; not a number where it has no px."""
        return share_in(self.inside, mask[self.box])


def box_of(mask: Mask, beyond: int = 0) -> Box:
    """The smallest box around a mask, and ``beyond`` px more on each side, as far as the picture goes."""
    x, y, width, height = cv2.boundingRect(as_bytes(mask))
    rows = slice(max(y - beyond, 0), y + height + beyond)
    return rows, slice(max(x - beyond, 0), x + width + beyond)


def apart(view: Rectified, other: Rectified, least: int, beyond: int) -> Box:
    """The smallest box around where two pictures are more than ``least`` grey levels apart, and ``beyond`` px more on each side; empty if nowhere."""
    off = cv2.absdiff(view, other).reshape(len(view), -1)
    rows = np.flatnonzero(off.max(axis=1) > least).tolist()
    columns = np.flatnonzero(off.max(axis=0) > least).tolist()
    if not rows:
        return slice(0), slice(0)
    left, right = (value // view.shape[2] for value in (columns[0], columns[-1]))
    down = slice(max(rows[0] - beyond, 0), rows[-1] + 1 + beyond)
    return down, slice(max(left - beyond, 0), right + 1 + beyond)


def share_of(mask: Mask) -> float:
    """How much of a mask is true, 0 to 1; not a number where it has no px."""
    return np.count_nonzero(mask) / mask.size if mask.size else math.nan


def share_in(place: Mask, mask: Mask) -> float:
    """How much of a place is in a mask, 0 to 1; not a number where it has no px."""
    px = np.count_nonzero(place)
    return np.count_nonzero(place & mask) / px if px else math.nan


def joined_patches(patches: Iterable[Patch], shape: Shape) -> Mask:
    """The part of the mat within any of some patches."""
    mask = np.zeros(shape, bool)
    for patch in patches:
        mask[patch.box] |= patch.inside
    return mask


def filled(outlines: Iterable[NDArray[np.float64]], shape: Shape) -> Mask:
    """The part of the mat within any of some convex outlines (mm, shape (n, 2))."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, _px(outline), 1)
    return mask.view(bool)


def boxed(outline: NDArray[np.float64], shape: Shape) -> Patch:
    """The px within a convex outline (mm, shape (n, 2))."""
    px = _px(outline)
    low = np.maximum(px.min(axis=0), 0)
    x, y = np.maximum(px.max(axis=0) + 1, low).tolist()
    left, top = low.tolist()
    box = slice(top, min(y, shape[0])), slice(left, min(x, shape[1]))
    size = max(0, box[0].stop - top), max(0, box[1].stop - left)
    mask = np.zeros(size, np.uint8)
    if mask.size:
        cv2.fillConvexPoly(mask, px - low, 1)
    mask.setflags(write=False)
    return Patch(box, mask.view(bool))


# Cards lie where they lay at the look before.
@lru_cache(maxsize=512)
def card_patch(centre: Point, turn: float, shape: Shape, beyond: float = 0.0) -> Patch:
    """The part of the rectified mat that a card there covers, and ``beyond`` mm around it."""
    return boxed(card_corners(centre, turn, beyond), shape)


@lru_cache(maxsize=512)
def square_patch(centre: Point, turn: float, shape: Shape, side: float) -> Patch:
    """The same of a square, its side in mm."""
    angles = np.radians(turn + np.array([-135.0, -45.0, 45.0, 135.0]))
    round_it = np.column_stack([np.cos(angles), np.sin(angles)])
    return boxed(np.array(centre) + side / np.sqrt(2) * round_it, shape)


def _px(outline: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(outline * SCALE - 0.5).astype(np.int32)


def px_of(mm: float) -> int:
    """A length in px, one at least."""
    return max(1, round(mm * SCALE))


def odd_px(mm: float) -> int:
    """The side of a window that has a middle, px."""
    return 2 * int(mm * SCALE / 2) + 1


def opened(mask: Mask, mm: float) -> Mask:
    """A mask without parts narrower than that (morphological opening)."""
    return _morphed(cv2.MORPH_OPEN, mask, odd_px(mm))


def closed(mask: Mask, mm: float) -> Mask:
    """A mask with gaps narrower than that filled (morphological closing)."""
    return _morphed(cv2.MORPH_CLOSE, mask, odd_px(mm))


def grown(mask: Mask, mm: float) -> Mask:
    """A mask grown by that on every side (dilation)."""
    return _morphed(cv2.MORPH_DILATE, mask, 2 * px_of(mm) + 1)


def _morphed(operation: int, mask: Mask, px: int) -> Mask:
    made = np.zeros(mask.shape, np.uint8)
    # Nothing changes farther from the mask than that.
    box = box_of(mask, px)
    made[box] = cv2.morphologyEx(as_bytes(mask[box]), operation, _square(px))
    return made.view(bool)


def as_bytes(mask: Mask) -> NDArray[np.uint8]:
    """A mask as OpenCV takes it, 0 and 1; the same memory where that can be."""
    return np.ascontiguousarray(mask).view(np.uint8)


@cache
def _square(px: int) -> NDArray[np.uint8]:
    return np.ones((px, px), np.uint8)
