"""What the stages of occlusion pass on: one look in, one frozen state from look to look."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM
from companion.table import Side
from vision.reading import Sighting
from vision.settling.arms import Arm
from vision.settling.background import Background, moving
from vision.settling.rectified import (
    Mask,
    Patch,
    Rectified,
    RectifiedGrey,
    RectifiedMat,
    Shape,
    card_patch,
    grown,
    joined_patches,
)
from vision.settling.surface import Surface
from vision.sight.places import card_corners

EPSILON: Final = 1e-6
"""Seconds by which equal times may differ that are sums."""
GAP_MM: Final = 14.0
"""The largest gap between two parts of one hand."""
_AROUND_MM: Final = 6.0
"""What is this near to what moves has moved, too: the inside of an even sleeve."""
_REPEATS: Final = 2
"""The number of bit-identical pictures after which nothing moves."""
SAME_MM: Final = 4.0
"""A card this near to its remembered place..."""
_SAME_TURN: Final = 4.0
"""...and turned by fewer degrees has not moved."""
_LOOSE_MM: Final = 12.0
"""Half the width of the place on which a die of 16 mm, its sides and its shadow are seen."""

Outline: TypeAlias = NDArray[np.float64]
"""A card's corners on the mat, shape (4, 2), mm."""
Places: TypeAlias = Mapping[str, tuple[Point, float]]
"""Where cards lie: centre, mm, and turn, degrees."""

# Cards -------------------------------------------------------------------------------


def place(card: Sighting) -> tuple[Point, float]:
    """Where a card that is read on the mat lies."""
    assert card.centre is not None
    return card.centre, card.turn


def outline(card: Sighting) -> Outline:
    """The outline of a card that is read on the mat."""
    return card_corners(*place(card))


def patch(card: Sighting, shape: Shape) -> Patch:
    """The part of the rectified mat within it."""
    return card_patch(*place(card), shape)


def is_at(places: Places, card: Sighting) -> bool:
    """Whether a card lies where it lay when its place was noted."""
    known, now = places.get(card.code), place(card)
    if known is None or known == now:
        return known is not None
    (centre, turn), (centre2, turn2) = known, now
    turned = abs((turn - turn2 + 90) % 180 - 90)
    return math.dist(centre, centre2) < SAME_MM and turned < _SAME_TURN


def reach(card: Sighting) -> Outline:
    """The area in which a card may lie whose tag is read there: a sticker may be anywhere on it."""
    sticker = card.centre == card.tag
    return card_corners(*place(card), CARD_HEIGHT_MM / 2 if sticker else 0.0)


def around(die: Point) -> Outline:
    """The area that a die takes up in a picture."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    return np.add(die, _LOOSE_MM * square)


# Looks -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one frame shows of the mat."""

    at: float
    view: Rectified
    outside: Mask
    """The part of the mat that is not in the picture."""
    cards: tuple[Sighting, ...] = ()
    """The tags that are read on it."""
    loose: tuple[Point, ...] = ()
    """Where loose pieces are read, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Where the last two looks differ, and when each px moved last, seconds."""

    now: Mask
    moved_at: NDArray[np.float32]
    last: Rectified | None = None
    repeats: int = 0
    again: bool = False
    """Whether the last picture came again while things move: not an independent look."""

    def after(self, at: float, view: Rectified) -> Motion:
        """With one more view: one that is shown twice does not show that what moved has stopped."""
        same = self.last is not None and np.array_equal(view, self.last)
        repeats = self.repeats + 1 if same else 0
        if same and repeats <= _REPEATS and self.now.any():
            return replace(self, repeats=repeats, again=True)
        known = self.last is not None and self.last.shape == view.shape and not same
        now = (
            moving(view, self.last) if known and self.last is not None else np.zeros_like(self.now)
        )
        moved_at = self.moved_at
        if now.any():
            moved_at = moved_at.copy()
            moved_at[grown(now, _AROUND_MM)] = at
        return Motion(now, moved_at, view, repeats)


@dataclass(frozen=True, slots=True, eq=False)
class Occlusion:
    """The hands of one look, and what they hide. Masks are those of the rectified mat."""

    zones: frozenset[str]
    """Covered: under a hand, or in motion."""
    hidden: Mask
    """Under a hand or a thing, in motion, or outside the picture."""
    bare: Mask
    """Looks like the mat itself."""
    bright: Mask
    """Too bright for a tag to be read."""
    view: Rectified | None = None
    """The rectified picture; None if the mat is not in sight."""
    grey: RectifiedGrey | None = None
    """The same in grey."""
    hands: tuple[Arm, ...] = ()
    resting: frozenset[str] = frozenset()
    """Covered zones in which nothing has moved for a while: the parts not under the hand are clearly visible."""
    again: bool = False
    """Whether the picture repeats the last one while things move: not an independent look."""
    things: Mask | None = None
    """Hidden under something that rests there, and not under a hand."""
    passing: Mask | None = None
    """Has not been still for long, or shows a card that has not been seen free of a hand: the mat may look otherwise there."""

    unnamed: Mask | None = None
    """Where something lies from the beginning, neither card nor mat: what is under it has never been seen."""

    @property
    def armless(self) -> bool:
        """Whether there is a hand without an arm: its sleeve looks like the mat, so that bare mat proves nothing."""
        return any(arm.armless for arm in self.hands)

    @property
    def busy(self) -> Mask:
        """Under a hand, in motion, or outside the picture."""
        return self.hidden if self.things is None else self.hidden & ~self.things

    def is_busy(self, place: Patch) -> bool:
        """Whether any of a place is."""
        busy = self.hidden[place.box] & place.inside
        if self.things is not None:
            busy &= ~self.things[place.box]
        return bool(busy.any())

    def sides(self, place: Patch) -> frozenset[Side] | None:
        """Over which edges of the mat the hands reach that are at a place; None where that is not seen."""
        there = [arm.side for arm in self.hands if place.meets(arm.mask)]
        known = frozenset(side for side in there if side is not None)
        return None if None in there else known or None


def blind(ground: RectifiedMat) -> Occlusion:
    """The result of a look without the mat: everything is covered."""
    none = ground.none()
    return Occlusion(frozenset(ground.zones), ~none, none, none)


# The state ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What is known of a mat after a look."""

    ground: RectifiedMat
    motion: Motion
    background: Background
    was_bare: Mask
    """Where bare mat was seen last."""
    left: Mask
    """What stayed where it was when the arm went that had been at it."""
    unlearnt: Mask
    """The parts of learnt cards that have not been free yet."""
    occlusion: Occlusion
    under: Mask
    """Under a hand."""
    surface: Surface | None = None
    fitted_at: float = -math.inf
    """When the mat's appearance was measured, seconds."""
    began: float = -math.inf
    looked_at: float = -math.inf
    """When the last view was analysed, seconds."""
    settled: bool = False
    """Whether nothing moved in it and nothing was unexplained."""
    learnt: Places = field(default_factory=dict)
    free: Places = field(default_factory=dict)
    """Cards that lay there without a hand: the next hand does not bring them."""

    @staticmethod
    def of(ground: RectifiedMat) -> State:
        """Nothing is known yet."""
        none = ground.none()
        motion = Motion(none, np.full(ground.shape, -np.inf, np.float32))
        background = Background.of(ground.shape)
        return State(ground, motion, background, none, none, none, blind(ground), none)

    def filled(self, cards: Iterable[Sighting]) -> Mask:
        """Where cards lie."""
        shape = self.ground.shape
        return joined_patches((patch(card, shape) for card in cards), shape)
