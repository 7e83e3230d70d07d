"""Reads a table on which no mat lies: dice anywhere in the picture, at the one size that they have in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from companion.household import Look
from companion.mat import Mat, Zone
from companion.pieces import DiceSet
from vision.dice.dice_reader import DiceMemory, looked
from vision.dice.found_die import FoundDie
from vision.dice.plain import SURE, View, dice_of_any_size, in_best_view, likely_views
from vision.dice.sightings import in_play, readable
from vision.dice.white import white_of
from vision.frame import Colour, Frame, Grey
from vision.lens import STRAIGHT
from vision.pose import Pose
from vision.reading import Reading, Sighting

EDGE_MM: Final = 16.0
"""How long edges are taken to be: they are known by the picture alone, and at the scale of the search that follows from it most of photographed ones are read (docs/dice.md)."""
SIZES_MM: Final = (10.0, 20.0)
"""Those that dice of one size may seem to have, near the camera and far from it."""
ALIKE: Final = 1.3
"""Dice of one set seem at most so many times larger or smaller than the middle one."""
AGAIN_S: Final = 1.0
"""Seconds without a change after which dice are sought at every size, if some are missing; and between two searches while none was ever seen."""
SEARCHED: Final = 2
"""So many likely views are searched at every size."""
_SMALL: Final = (160, 90)
_CHANGED: Final = 16
"""Grey levels by which a px of a small picture has changed."""


@dataclass(frozen=True, slots=True)
class _Sight:
    """How the dice of a table are seen."""

    edge: float
    """Of their tops, px."""
    view: View
    by: int = field(compare=False)
    """How many of them have told the view."""


class PlainTable:
    """Follows the dice of a set on a plain ``table`` (companion.mat.plain_table)."""

    def __init__(
        self,
        table: Mat,
        dice: DiceSet,
        looks: Mapping[str, tuple[Look, ...]] = MappingProxyType({}),
    ) -> None:
        self._given = table, dice, looks
        of_one_size = replace(dice, sizes_mm=SIZES_MM)
        self._play = replace(in_play(of_one_size, looks), sure=SURE, plain=True)
        self._table, self._most = table, len(dice.dice)
        self._sight: _Sight | None = None
        """None as long as no die was seen."""
        self._memory: DiceMemory | None = None
        self._changed_at = self._sought_at = -np.inf
        self._sought_in: Grey | None = None

    def read(self, grey: Grey, colour: Colour | None = None) -> Reading:
        """A fresh look at a picture, shape (height, width), without any prior knowledge."""
        return PlainTable(*self._given).follow(Frame(0, 0.0, grey, colour))

    def follow(self, frame: Frame) -> Reading:
        """A look at the next frame of a source; what did not change since the last one is known."""
        height, width = frame.grey.shape
        whole = _pose(self._table, (width, height))
        return Reading((width, height), whole, loose=tuple(self._lying(frame)))

    def _lying(self, frame: Frame) -> Iterator[Sighting]:
        """The dice, each where it lies on the table."""
        if (seen := self._seen(frame)) is not None:
            scale = np.divide(self._table.size, seen.window.pose.mat.size)
            for die in seen.told:
                x, y = (scale * die.centre).tolist()
                yield replace(die, centre=(x, y))

    def _seen(self, frame: Frame) -> DiceMemory | None:
        # A look that fails leaves nothing for the next to fail over.
        known, self._memory = self._memory, None
        if self._sight is None and self._may_show_dice(frame):
            self._sight = self._sought(frame)
        if self._sight is None:
            return None
        seen = self._looked(frame, self._sight, known)
        if seen is None or known is None or seen.small is not known.small:
            self._changed_at = frame.at
        if seen is not None:
            before, self._sight = self._sight, self._judged(frame, self._sight, seen)
            if before != self._sight:
                seen = self._looked(frame, self._sight, None)
        self._memory = seen
        return seen

    def _judged(self, frame: Frame, sight: _Sight, seen: DiceMemory) -> _Sight:
        """How the dice are seen, now that these are: a single die does not tell much, and others may be of another size."""
        if self._changed_at < frame.at and len(seen.dice) > sight.by:
            picture = frame.bgr()
            view, *_ = likely_views(seen.dice, picture, white_of(picture, None))
            told = median(die.edge for die in seen.dice)
            edge = sight.edge if view == sight.view else told
            sight = _Sight(edge, view, len(seen.dice))
        if self._is_short(seen, frame.at):
            self._sought_at = frame.at
            sight = self._sought(frame, seen.dice) or sight
        return sight

    def _looked(self, frame: Frame, sight: _Sight, known: DiceMemory | None) -> DiceMemory | None:
        size, play = frame.grey.shape[1::-1], replace(self._play, view=sight.view)
        if known is not None and known.window.pose.size == size:
            return looked(frame, known.window.pose, known, play)
        scale = sight.edge / EDGE_MM
        pose = _pose(_resized(self._table, (size[0] / scale, size[1] / scale)), size)
        return looked(frame, pose, None, play)

    def _may_show_dice(self, frame: Frame) -> bool:
        """Whether a picture is another one than that in which no die was found."""
        if frame.at - self._sought_at < AGAIN_S:
            return False
        small = cv2.resize(frame.grey, _SMALL, interpolation=cv2.INTER_AREA)
        before = self._sought_in
        if before is not None and not (cv2.absdiff(small, before) > _CHANGED).any():
            return False
        self._sought_at, self._sought_in = frame.at, np.asarray(small, np.uint8)
        return True

    def _is_short(self, seen: DiceMemory, at: float) -> bool:
        """Whether some dice lie there and others do not, and nothing has changed for a while: these may be of another size."""
        still = self._sought_at < self._changed_at <= at - AGAIN_S
        return still and sum(map(readable, seen.dice)) < self._most

    def _sought(self, frame: Frame, known: Sequence[FoundDie] = ()) -> _Sight | None:
        """How the dice that are read in a picture are seen, searched at every size; None if no more of one size are than of those that are ``known``."""
        picture = frame.bgr()
        white = white_of(picture, None)
        if known:
            view, *_ = likely_views(known, picture, white)
            dice = dice_of_any_size(picture, white, view)
        else:
            dice, view = in_best_view(picture, white, SEARCHED)
        edges = [die.edge for die in dice if self._counts(die, frame)]
        if not edges:
            return None
        middle = median(edges)
        alike = [edge for edge in edges if 1 / ALIKE < edge / middle < ALIKE]
        least = sum(map(readable, known))
        return _Sight(median(alike), view, len(dice)) if len(alike) > least else None

    def _counts(self, die: FoundDie, frame: Frame) -> bool:
        """Whether what was found surely is a die where dice lie."""
        height, width = frame.grey.shape
        (x, y), (wide, high) = die.centre, self._table.size
        where = self._table.zone_at(x / width * wide, y / height * high)
        return where is not None and readable(die, SURE)


def _pose(table: Mat, size: tuple[int, int]) -> Pose:
    """A table that fills a picture of this size, px, from edge to edge."""
    across, down = size[0] / table.width, size[1] / table.height
    return Pose(np.diag([across, down, 1.0]), STRAIGHT, size, table)


def _resized(table: Mat, size: tuple[float, float]) -> Mat:
    """The table with other sides, mm."""
    across, down = size[0] / table.width, size[1] / table.height
    zones = (
        replace(z, x0=z.x0 * across, x1=z.x1 * across, y0=z.y0 * down, y1=z.y1 * down)
        for z in table.zones
    )
    return replace(table, zones=tuple[Zone, ...](zones), size=size)
