"""The part of a picture that is searched for dice, scaled for the search, and what has changed in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Zone, ZoneKind
from vision.dice.die_places import Box, SearchedPart
from vision.dice.found_die import FoundDie, apart
from vision.dice.standing import Footing, footing
from vision.frame import Colour, Grey
from vision.pose import Pose, outline_mm
from vision.reading import Sighting

PX_PER_MM: Final = 0.6
"""The scale of the search: dice of 12 to 20 mm have edges of 7 to 12 px."""
OF_ZONES: Final = 0.9
"""A second scale for candidates in the zones for dice, px per mm: what the finder hardly detects at one scale it detects at another."""
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
    def of(pose: Pose) -> Window | None:
        """The window of a mat; None where it is outside the picture."""
        part = _bounds(pose.to_px(outline_mm(pose.mat, BESIDE_MM)), pose.size)
        if part[2] - part[0] < 2 * SMALL or part[3] - part[1] < 2 * SMALL:
            return None
        return Window(pose, part, PX_PER_MM / pose.px_per_mm)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the searched picture, px: whole small pixels."""
        x0, y0, x1, y1 = self.part
        wide, high = (x1 - x0) * self.scale, (y1 - y0) * self.scale
        return max(1, round(wide / SMALL)) * SMALL, max(1, round(high / SMALL)) * SMALL

    def same(self, other: Window) -> bool:
        """Whether the other one shows the same part of the same mat."""
        if (self.pose.mat, self.pose.size) != (other.pose.mat, other.pose.size):
            return False
        corners = outline_mm(self.pose.mat)
        moved = self.pose.to_px(corners) - other.pose.to_px(corners)
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
        """The surroundings of those places (px of the picture) that are in the zones for dice, at scale ``OF_ZONES``."""
        high, wide = picture.shape[:2]
        side = round(_CLOSER * PX_PER_MM / (self.scale * OF_ZONES))
        zones = self._dice_zones((self.size[1] // SMALL, self.size[0] // SMALL))
        parts = []
        for die in apart(die for die in seen if self._in(zones, die)):
            left, top = (
                min(max(0, round(at - side / 2)), most - side)
                for at, most in zip(die.centre, (wide, high), strict=True)
            )
            part = left, top, left + side, top + side
            nearer = _resized(_cut(picture, part), (_CLOSER, _CLOSER))
            parts.append(SearchedPart(nearer, part, _CONTEXT))
        return parts

    def _in(self, mask: NDArray[np.bool_], die: FoundDie) -> bool:
        """Whether a mask of the small picture holds a die's middle (px of the picture)."""
        row, column = (
            min(int((die.centre[k] - self.part[k]) * self.scale / SMALL), side - 1)
            for k, side in ((1, mask.shape[0]), (0, mask.shape[1]))
        )
        return bool(mask[row, column])

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
        """The parts of the picture to be searched again; only around zones for dice unless ``everywhere``."""
        differs = cv2.absdiff(small, before) >= CHANGED
        if not everywhere:
            differs &= self._dice_zones(small.shape)
        rows, columns = (
            np.flatnonzero(differs.any(axis=1)),
            np.flatnonzero(differs.any(axis=0)),
        )
        if not len(rows):
            return None
        wide, high = self.size
        low = [max(0, int(end[0]) - _AROUND) * SMALL for end in (columns, rows)]
        right, bottom = (
            min(side, (int(end[-1]) + 1 + _AROUND) * SMALL)
            for end, side in ((columns, wide), (rows, high))
        )
        return low[0], low[1], right, bottom

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

    def holds(self, box: Box, die: FoundDie) -> bool:
        """Whether a die (px of the picture) has its middle in a box of the searched picture."""
        corners = self.px(np.array([box[:2], box[2:]], np.float64))
        return bool(
            (corners[0] <= die.centre).all() and (die.centre < corners[1]).all()
        )

    def rests(self, small: Grey, before: Grey, die: FoundDie) -> bool:
        """Whether nothing has changed at a die (px of the picture) and around it."""
        here = self._about(die)
        return bool((cv2.absdiff(small[here], before[here]) < CHANGED).all())

    def patched(
        self, before: Grey, small: Grey, box: Box, resting: Iterable[FoundDie]
    ) -> Grey:
        """The earlier small picture, updated inside a box of the searched picture except around the resting dice (px of the picture)."""
        columns, rows = (slice(box[k] // SMALL, box[k + 2] // SMALL) for k in (0, 1))
        patched = before.copy()
        patched[rows, columns] = small[rows, columns]
        for die in resting:
            here = self._about(die)
            patched[here] = before[here]
        return patched

    def placed(self, seen: Sighting, die: FoundDie) -> Sighting:
        """What is told of a die (px of the picture), where it stands on the mat: the camera sees its top face further out."""
        stands = _footing(die, self.pose)
        zone = self.pose.mat.zone_at(*stands.centre)
        return replace(seen, zone=zone, centre=stands.centre, turn=stands.turn)

    def for_dice(self, die: FoundDie) -> bool:
        """Whether a die (px of the picture) stands in a zone for dice."""
        zone = self.pose.mat.zone_at(*_footing(die, self.pose).centre)
        return zone is not None and _is_for_dice(self.pose.mat[zone])

    def edge_mm(self, die: FoundDie) -> float:
        """The apparent length of a die's edges (px of the picture) on the mat, mm."""
        return _footing(die, self.pose).edge

    def _dice_zones(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        mask = np.zeros(shape, np.uint8)
        for zone in self.pose.mat.zones:
            if _is_for_dice(zone):
                cv2.fillConvexPoly(mask, self._in_small(_grown(zone)), 1)
        return mask > 0

    def _about(self, die: FoundDie) -> tuple[slice, slice]:
        """The rows and columns of the small picture that show a die with a margin as wide as itself."""
        share = self.scale / SMALL
        x, y = (np.array(die.centre) - self.part[:2]) * share
        reach = die.edge * share
        return (
            slice(max(0, int(y - reach)), max(1, int(y + reach) + 1)),
            slice(max(0, int(x - reach)), max(1, int(x + reach) + 1)),
        )

    def _in_small(self, mm: NDArray[np.float64]) -> NDArray[np.int32]:
        x0, y0, _, _ = self.part
        return np.round((self.pose.to_px(mm) - (x0, y0)) * self.scale / SMALL).astype(
            np.int32
        )


# Of a die that lies still it is asked at every look.
@lru_cache(maxsize=256)
def _footing(die: FoundDie, pose: Pose) -> Footing:
    return footing(die.corners(), pose)


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
    """The part of a picture that holds points, px; one of no size where there are none."""
    if not len(px):
        return 0, 0, 0, 0
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
