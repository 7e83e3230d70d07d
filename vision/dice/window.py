"""The part of a picture that is searched for dice, scaled for the search, and what has changed in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Zone, ZoneKind
from vision.dice.die_places import Box, SearchedPart
from vision.dice.found_die import FoundDie, apart
from vision.dice.standing import Footing, footings
from vision.frame import Colour, Grey
from vision.pose import Pose, outline_mm
from vision.reading import Sighting

LEAST_PX: Final = 7.2
"""The scale of the search: so long are the edges of the smallest dice then, px; at 0.6 px per mm those of 12 to 20 mm have 7 to 12."""
NEARER: Final = 1.5
"""A second scale for candidates in the zones for dice, larger by this factor: what the finder hardly detects at one scale it detects at another."""
BESIDE_MM: Final = 70.0
"""The distance beside the mat within which dice are searched."""
SMALL: Final = 2
"""The factor by which the picture for detecting changes is smaller than the searched one."""
CHANGED: Final = 8
"""Grey levels by which a pixel of the small picture has changed."""
_AROUND: Final = 5
"""The margin around a change that is searched again, px of the small picture: a die's edge."""
_CONTEXT: Final = 16
"""A further margin of context for the search, px: a die's appearance depends on its surroundings."""
_CLOSER: Final = 48
"""The margin around a place that is examined again, px."""
_STAYED_PX: Final = 1.5
"""A window whose corners have moved by less than this is the same."""
_ROOM_MM: Final = 22.0
"""How far outside its zone a die may appear."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """Part of a picture: the mat and what lies beside it."""

    pose: Pose
    part: Box
    """px of the picture."""
    scale: float
    """px of the searched picture per px of the picture."""

    @staticmethod
    def of(pose: Pose, least_mm: float = 12.0) -> Window | None:
        """The window of a mat on which dice have edges of ``least_mm`` or more; None where it is outside the picture."""
        part = _bounds(pose.to_px(outline_mm(pose.mat, BESIDE_MM)), pose.size)
        if part[2] - part[0] < 2 * SMALL or part[3] - part[1] < 2 * SMALL:
            return None
        return Window(pose, part, LEAST_PX / least_mm / pose.px_per_mm)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the searched picture, px: whole small pixels."""
        x0, y0, x1, y1 = self.part
        wide, high = (x1 - x0) * self.scale, (y1 - y0) * self.scale
        return max(1, round(wide / SMALL)) * SMALL, max(1, round(high / SMALL)) * SMALL

    def shows(self, pose: Pose) -> bool:
        """Whether a mat that lies so is the same and lies still."""
        if pose is self.pose:
            return True
        if (self.pose.mat, self.pose.size) != (pose.mat, pose.size):
            return False
        corners = outline_mm(self.pose.mat)
        moved = self.pose.to_px(corners) - pose.to_px(corners)
        return bool(np.abs(moved).max() < _STAYED_PX)

    def part_of(self, box: Box) -> Box:
        """Where a box of the searched picture is in the picture, px."""
        ends = self.px(np.array([box[:2], box[2:]], np.float64) - 0.5) + 0.5
        (left, top), (right, bottom) = np.round(ends).astype(int).tolist()
        return left, top, right, bottom

    def searched(self, picture: Colour, box: Box) -> SearchedPart:
        """A box of the searched picture with its context."""
        box = self.grown(box)
        part = self.part_of(box)
        return SearchedPart(_resized(_cut(picture, part), _size(box)), part)

    def closer(self, picture: Colour, seen: Iterable[FoundDie]) -> list[SearchedPart]:
        """The surroundings of those places (px of the picture) that are in the zones for dice, at the second scale: of each, or all of the zones where that is less."""
        there = apart(self._in_dice_zones(tuple(seen)))
        wide, high = self._zones_closer()
        if len(there) * _CLOSER**2 > wide * high:
            return [self.zones_closer(picture)]
        return [self._about_place(picture, die) for die in there]

    def zones_closer(self, picture: Colour) -> SearchedPart:
        """All of the zones for dice at the second scale."""
        part = self.part_of(self.grown(_zones(self)))
        return SearchedPart(_resized(_cut(picture, part), self._zones_closer()), part, _CONTEXT)

    def _zones_closer(self) -> tuple[int, int]:
        """Width and height of the zones for dice at the second scale, px."""
        wide, high = _size(self.grown(_zones(self)))
        return round(wide * NEARER), round(high * NEARER)

    def _about_place(self, picture: Colour, die: FoundDie) -> SearchedPart:
        """The surroundings of a place (px of the picture), at the second scale."""
        high, wide = picture.shape[:2]
        side = round(_CLOSER / (self.scale * NEARER))
        left, top = (
            min(max(0, round(at - side / 2)), most - side)
            for at, most in zip(die.centre, (wide, high), strict=True)
        )
        part = left, top, left + side, top + side
        nearer = _resized(_cut(picture, part), (_CLOSER, _CLOSER))
        return SearchedPart(nearer, part, _CONTEXT)

    def _in_dice_zones(self, seen: Sequence[FoundDie]) -> list[FoundDie]:
        """Those of the places (px of the picture) that seem to be in a zone for dice or near one."""
        zones = _dice_zones(self)
        high, wide = zones.shape
        at = np.array([die.centre for die in seen]).reshape(-1, 2) - self.part[:2]
        columns, rows = (at * self.scale / SMALL).astype(int).T
        inside = zones[np.minimum(rows, high - 1), np.minimum(columns, wide - 1)]
        return [seen[n] for n in np.flatnonzero(inside).tolist()]

    def small(self, grey: Grey) -> Grey:
        """The small picture in which changes are detected."""
        x0, y0, x1, y1 = self.part
        wide, high = self.size
        return _resized(grey[y0:y1, x0:x1], (wide // SMALL, high // SMALL))

    def px(self, searched: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the searched picture (shape (n, 2)) in px of the picture."""
        x0, y0, x1, y1 = self.part
        share = np.array([x1 - x0, y1 - y0]) / self.size
        return np.asarray((searched + 0.5) * share - 0.5 + (x0, y0))

    def changed(self, small: Grey, before: Grey, everywhere: bool) -> Box | None:
        """The part of the picture to be searched again; only around zones for dice unless ``everywhere``."""
        left, top, right, bottom = (0, 0, *self.size) if everywhere else _zones(self)
        here = slice(top // SMALL, bottom // SMALL), slice(left // SMALL, right // SMALL)
        differs = cv2.absdiff(small[here], before[here]) >= CHANGED
        if not everywhere:
            differs &= _dice_zones(self)[here]
        x, y, wide, high = cv2.boundingRect(differs.view(np.uint8))
        if not wide:
            return None
        return (
            max(left, left + SMALL * (x - _AROUND)),
            max(top, top + SMALL * (y - _AROUND)),
            min(right, left + SMALL * (x + wide + _AROUND)),
            min(bottom, top + SMALL * (y + high + _AROUND)),
        )

    def grown(self, box: Box) -> Box:
        """A box with a margin, so that no die in it is cut off."""
        x0, y0, x1, y1 = box
        wide, high = self.size
        return (
            max(0, x0 - _CONTEXT),
            max(0, y0 - _CONTEXT),
            min(wide, x1 + _CONTEXT),
            min(high, y1 + _CONTEXT),
        )

    def held(self, box: Box, dice: Sequence[FoundDie]) -> list[bool]:
        """Which dice (px of the picture) have their middles in a box of the searched picture."""
        low, high = self.px(np.array([box[:2], box[2:]], np.float64))
        at = np.array([die.centre for die in dice]).reshape(-1, 2)
        held: list[bool] = ((low <= at) & (at < high)).all(axis=1).tolist()
        return held

    def rests(self, small: Grey, before: Grey, die: FoundDie) -> bool:
        """Whether nothing has changed at a die (px of the picture) and around it."""
        here = self._about(die)
        return bool((cv2.absdiff(small[here], before[here]) < CHANGED).all())

    def patched(self, before: Grey, small: Grey, box: Box, resting: Iterable[FoundDie]) -> Grey:
        """The earlier small picture, updated inside a box of the searched picture except around the resting dice (px of the picture)."""
        columns, rows = (slice(box[k] // SMALL, box[k + 2] // SMALL) for k in (0, 1))
        patched = before.copy()
        patched[rows, columns] = small[rows, columns]
        for die in resting:
            here = self._about(die)
            patched[here] = before[here]
        return patched

    def stands(self, dice: Sequence[FoundDie]) -> tuple[Footing, ...]:
        """How dice (px of the picture) stand on the mat: the camera sees their top faces further out."""
        if not dice:
            return ()
        corners = [die.corners() for die in dice]
        return footings(np.array(corners), self.pose)

    def placed(self, seen: Sighting, stands: Footing) -> Sighting:
        """What is told of a die, where it stands on the mat."""
        zone = self.pose.mat.zone_at(*stands.centre)
        return replace(seen, zone=zone, centre=stands.centre, turn=stands.turn)

    def for_dice(self, stands: Footing) -> bool:
        """Whether a die stands in a zone for dice."""
        zone = self.pose.mat.zone_at(*stands.centre)
        return zone is not None and _is_for_dice(self.pose.mat[zone])

    def _about(self, die: FoundDie) -> tuple[slice, slice]:
        """The rows and columns of the small picture that show a die with a margin as wide as itself."""
        share = self.scale / SMALL
        x, y = (np.array(die.centre) - self.part[:2]) * share
        reach = die.edge * share
        return (
            slice(max(0, int(y - reach)), max(1, int(y + reach) + 1)),
            slice(max(0, int(x - reach)), max(1, int(x + reach) + 1)),
        )

    def in_small(self, mm: NDArray[np.float64]) -> NDArray[np.int32]:
        """Points of the mat in px of the small picture."""
        x0, y0, _, _ = self.part
        return np.round((self.pose.to_px(mm) - (x0, y0)) * self.scale / SMALL).astype(np.int32)


@lru_cache(maxsize=2)
def _dice_zones(window: Window) -> NDArray[np.bool_]:
    """Where the small picture shows the zones for dice and what is around them."""
    wide, high = window.size
    mask = np.zeros((high // SMALL, wide // SMALL), np.uint8)
    for zone in window.pose.mat.zones:
        if _is_for_dice(zone):
            cv2.fillConvexPoly(mask, window.in_small(_grown(zone)), 1)
    return mask > 0


@lru_cache(maxsize=2)
def _zones(window: Window) -> Box:
    """The box of the searched picture that holds all zones for dice."""
    x, y, across, down = cv2.boundingRect(_dice_zones(window).view(np.uint8))
    return x * SMALL, y * SMALL, (x + across) * SMALL, (y + down) * SMALL


def _is_for_dice(zone: Zone) -> bool:
    return zone.kind in (ZoneKind.TRAY, ZoneKind.KEPT)


def _grown(zone: Zone) -> NDArray[np.float64]:
    """A zone's corners with a margin, mm, shape (4, 2)."""
    x0, y0, x1, y1 = (
        zone.x0 - _ROOM_MM,
        zone.y0 - _ROOM_MM,
        zone.x1 + _ROOM_MM,
        zone.y1 + _ROOM_MM,
    )
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def _cut(picture: Colour, part: Box) -> Colour:
    left, top, right, bottom = part
    return picture[top:bottom, left:right]


def _size(box: Box) -> tuple[int, int]:
    """Width and height of a box."""
    left, top, right, bottom = box
    return right - left, bottom - top


def _bounds(px: NDArray[np.float64], size: tuple[int, int]) -> Box:
    """The part of a picture that holds points, px; one of no size where they are beside it."""
    low = np.floor(px.min(axis=0)).clip(0, size).astype(int)
    high = np.ceil(px.max(axis=0)).clip(0, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _resized(picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """A resized picture; a smaller one by averaging, repeatedly by 2 x 2 as far as possible."""
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        half = picture.shape[1] // 2, picture.shape[0] // 2
        even = picture[: 2 * half[1], : 2 * half[0]]
        picture = np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA))
    smaller = size[0] < picture.shape[1]
    kind = cv2.INTER_LINEAR if smaller else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=kind), np.uint8)
