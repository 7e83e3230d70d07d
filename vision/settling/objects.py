"""Objects: which unexplained parts of a view are hands, and which are things that rest there."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.mat import ZoneKind
from companion.pieces import CARD_HEIGHT_MM
from vision.settling.arms import HAND_MM2, Arm, arms, continued, joined, parted, union
from vision.settling.background import GONE, Background
from vision.settling.foreground import FINGER_MM, Foreground
from vision.settling.rectified import (
    RIM_MM,
    SCALE,
    Mask,
    as_bytes,
    boxed,
    filled,
    grown,
    opened,
    share_in,
)
from vision.settling.state import Look, Outline, State, around, is_at, outline, reach

CALM: Final = 0.25
"""Seconds without motion after which a px is learnt as background."""
THINKS: Final = 0.5
"""Seconds without motion after which a hand is idle: it rests, or its owner thinks."""
STANDS: Final = 1.0
"""Seconds after which what has been there from the beginning, and never moved, is a thing."""
RESTING: Final = 4.0
"""Seconds after which an object that an arm left behind, and that has no card's outline, becomes background."""
FOREVER: Final = 12.0
"""Seconds without motion after which even an arm is a thing."""
_LIGHT_MM2: Final = 100_000.0
"""Larger than two arms: what changed over so much of the mat and stands still is its light, for which nothing waits longer than ``STANDS``."""
_MOST: Final = 0.9
"""The share of an object that has to be still for all of it to be."""
_ON_CARD: Final = 0.8
"""A change that lies within the outlines of cards that are read, to this share, is a change of light on them; and dice that are read are no hand."""
_HELD_MM: Final = 40.0
"""The largest distance from the fingertips of a card that a hand holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Objects:
    """What an unexplained part of a view is: a hand, or a thing, which is kept in the background."""

    hands: tuple[Arm, ...]
    background: Background
    left: Mask
    """What an arm that went has left behind."""
    unnamed: Mask
    """Where something lies from the beginning, neither card nor mat: what is under it has never been seen."""
    calm: bool
    """Whether there is nothing, and nothing moves."""
    carried: tuple[Outline, ...] = ()
    """The cards that are read where none has been seen free of a hand: they may be in one."""


def objects(state: State, look: Look, seen: Foreground) -> Objects:
    """The hands and things of a look, by its foreground."""
    mat = state.ground.mat
    found = arms(mat, seen.foreign, look.outside)
    found = tuple(parted(mat, found, state.occlusion.hands, look.outside))
    left = _left_behind(state, found)
    ages = _Ages(state, look, left, seen.background.known)
    hands = tuple(arm for arm in found if ages.is_hand(arm))
    rest = [arm for arm in found if arm not in hands]
    things = [grown(arm.mask, RIM_MM) & ~seen.bare for arm in rest if ages.is_thing(arm)]
    unnamed = _unnamed(state, seen, filter(ages.is_from_the_beginning, rest))
    background = seen.background.with_things(things)
    known = state.learnt, state.free
    new = (card for card in look.cards if not any(is_at(k, card) for k in known))
    carried = tuple(map(outline, new))
    motion = state.motion.now
    moves = (replace(arm, moves=bool((arm.mask & motion).any())) for arm in hands)
    calm = not (found or motion.any())
    whole = continued(mat, joined(mat, moves), state.occlusion.hands)
    # Where the fingers are is known of a whole arm only: any card may lie beside a part of one.
    held = tuple(_holding(state, arm, carried) for arm in whole)
    return Objects(held, background, left, unnamed, calm, carried)


@dataclass(frozen=True, slots=True, eq=False)
class _Ages:
    """How long unexplained parts of a look have been still, and how long they may be for a hand."""

    state: State
    look: Look
    left: Mask
    known: Mask

    def is_hand(self, arm: Arm) -> bool:
        """Whether a part is a hand, still or moving."""
        moved_at, began = self.state.motion.moved_at[arm.mask], self.state.began
        if arm.side is None:
            moved = max(float(moved_at.max()), began)
            return self.look.at - moved < self._may_be_still(arm)
        rank = int(_MOST * (moved_at.size - 1))
        moved = float(np.partition(moved_at, rank)[rank])
        if np.isinf(moved):
            return self.look.at - began < STANDS
        if arm.area > _LIGHT_MM2:
            return self.look.at - max(moved, began) < STANDS
        left = share_in(arm.mask, self.left) > _MOST / 2
        return self.look.at - max(moved, began) < (RESTING if left else FOREVER)

    def is_thing(self, arm: Arm) -> bool:
        """Whether a part that is no hand is something that rests there, neither a card nor on one."""
        lies = arm.side is not None or self._may_be_still(arm) == RESTING
        return HAND_MM2 < arm.area <= _LIGHT_MM2 and lies

    def is_from_the_beginning(self, arm: Arm) -> bool:
        """Whether a part is something large that has never moved and of which nothing else was ever seen, no card's back."""
        never = np.isinf(self.state.motion.moved_at[arm.mask]).all()
        new = not share_in(arm.mask, self.known) > 0.5
        return bool(never and new and arm.area > HAND_MM2 and not arm.card_like)

    def _may_be_still(self, arm: Arm) -> float:
        """The same of what reaches over no edge, as a hand whose sleeve looks like the mat: for how many seconds."""
        if not share_in(arm.mask, self.known) > 0.5:
            return 0.0
        if self._is_back(arm):
            return THINKS
        was_hand = arm.area > HAND_MM2 and (arm.mask & self.state.under).any()
        rests = was_hand and not arm.card_like and not self._is_read(arm)
        return RESTING if rests else CALM

    def _is_back(self, arm: Arm) -> bool:
        """Whether a part is another card's back where a hand has drawn one: of what lies beside the pile, but for cards that are read, no hand could be."""
        ground, whole = self.state.ground, np.count_nonzero(arm.mask)
        kinds = {zone.name: zone.kind for zone in ground.mat.zones}
        for pile in (w for z, w in ground.zones.items() if kinds[z] is ZoneKind.BLIND):
            if 2 * np.count_nonzero(arm.mask[pile]) > whole:
                beside = arm.mask & ~self._read
                beside[pile] = False
                return bool(np.count_nonzero(beside) < HAND_MM2 * SCALE**2)
        return False

    def _is_read(self, arm: Arm) -> bool:
        """Whether a part lies where cards and dice are read."""
        return share_in(arm.mask, self._read) > _ON_CARD

    @property
    def _read(self) -> Mask:
        """Where cards and dice are read."""
        read = (*map(reach, self.look.cards), *map(around, self.look.loose))
        return filled(read, self.state.ground.shape)


def _unnamed(state: State, seen: Foreground, new: Iterable[Arm]) -> Mask:
    """Where something lies from the beginning, until cards or bare mat are seen in its place."""
    lies = state.occlusion.unnamed
    if lies is None:
        lies = state.ground.none()
    if lies.any() and not state.occlusion.armless:
        shown = seen.bare | seen.cards
        count, parts = cv2.connectedComponents(as_bytes(lies))
        there = (parts == number for number in range(1, count))
        for part in (part for part in there if share_in(part, shown) > GONE):
            lies = lies & ~part
    return lies | union(new, lies.shape)


def _left_behind(state: State, found: Iterable[Arm]) -> Mask:
    """What stays where it is when the arm that had been at it goes: that arm had put it there."""
    found = tuple(found)
    left = state.left & union(found, state.ground.shape)
    for arm in (arm for arm in found if arm.side is not None):
        olds = (old.mask for old in state.occlusion.hands)
        old = max(olds, key=lambda mask: np.count_nonzero(mask & arm.mask), default=arm.mask)
        gone = opened(old & ~grown(arm.mask, RIM_MM), FINGER_MM)
        went = np.count_nonzero(gone) / SCALE**2
        if went > HAND_MM2 and share_in(arm.mask, state.motion.now) < _MOST / 2:
            left |= arm.mask
        elif np.count_nonzero(old ^ arm.mask) > (1 - _MOST) * np.count_nonzero(arm.mask):
            left &= ~arm.mask
    return left


def _holding(state: State, arm: Arm, new: Iterable[Outline]) -> Arm:
    """An arm whose hand is at a new card: its position is that of the card."""
    near, mat = grown(arm.mask, RIM_MM), state.ground.mat
    for card in new:
        touches = boxed(card, state.ground.shape).meets(near)
        if touches and _at_hand(arm, card):
            zone = mat.zone_at(*card.mean(axis=0))
            return replace(arm, zone=zone or arm.zone, holds=True)
    return arm


def _at_hand(arm: Arm, card: Outline) -> bool:
    """Whether a card is at an arm's fingertips, or ahead of them, if the object is an arm."""
    if arm.side is None:
        return True
    behind = math.dist(arm.tip, arm.entry) - math.dist(card.mean(axis=0), arm.entry)
    if behind > CARD_HEIGHT_MM / 2:
        return False
    off = cv2.pointPolygonTest(card.astype(np.float32), arm.tip, measureDist=True)
    return off > -_HELD_MM
