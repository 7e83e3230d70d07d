"""Occlusion: which zones are under a hand or in motion, so that cards unseen there are not taken for gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point, ZoneKind
from companion.pieces import CARD_HEIGHT_MM
from vision.frame import Frame
from vision.reading import Reading, Sighting
from vision.settling.arms import HAND_MM2, Arm, arms, joined, parted, reaching
from vision.settling.background import Background, moving
from vision.settling.rectified import (
    SCALE,
    Mask,
    Rectified,
    RectifiedGrey,
    RectifiedMat,
    Rectifier,
    closed,
    darkest,
    filled,
    grey_of,
    grown,
    opened,
    rectified_mat,
)
from vision.settling.surface import Surface, surface_of
from vision.sight.places import card_corners

COVERED_MM2: Final = 100.0
"""The area under a hand, or in motion, from which a zone is covered."""
CALM: Final = 0.25
"""Seconds without motion after which a px is learnt as background."""
RESTING: Final = 4.0
"""Seconds after which an object that an arm left behind, and that has no card's outline, becomes background."""
STANDS: Final = 1.0
"""Seconds after which what has been there from the beginning, and never moved, is a thing."""
FOREVER: Final = 12.0
"""Seconds without motion after which even an arm is a thing."""
THINKS: Final = 0.5
"""Seconds without motion after which a hand is idle: it rests, or its owner thinks."""
BUMP: Final = 0.25
"""The share of the mat in motion from which the mat or the camera was pushed."""
REFIT: Final = 2.0
"""Seconds after which the appearance of the bare mat is measured again."""
GLANCE: Final = 0.5
"""Seconds for which a look is reused while nothing moves."""
BRIGHT: Final = 235
"""The mean grey level above which a tag, half of which is dark, is overexposed."""
_FINGER: Final = 5
"""px: anything narrower is a pen, a line or a card's edge."""
_GAP: Final = 7
"""px: the largest gap between two parts of one hand."""
_MOST: Final = 0.9
"""The share of an object that has to be still for all of it to be."""
_SAME_MM: Final = 4.0
_SAME_TURN: Final = 4.0
"""A card this near to its remembered place has not moved."""
_NEAR: Final = 5
"""px around a hand that are not learnt as background: its outline may look like what is under it."""
_ON_CARD: Final = 0.8
"""A change that lies within the outlines of cards that are read, to this share, is a change of light on them; and dice that are read are no hand."""
_LOOSE_MM: Final = 12.0
"""Half the width of the place on which a die of 16 mm, its sides and its shadow are seen."""
_HELD_MM: Final = 40.0
"""The largest distance from the fingertips of a card that a hand holds."""
_REPEATS: Final = 2
"""The number of bit-identical pictures after which nothing moves."""

Outline: TypeAlias = NDArray[np.float64]
"""A card's corners on the mat, shape (4, 2), mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Occlusion:
    """The hands of one look, and what they hide. Masks are those of the rectified mat."""

    zones: frozenset[str]
    """Covered: under a hand, or in motion."""
    hidden: Mask
    """Under a hand, in motion, or outside the picture."""
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

    @property
    def armless(self) -> bool:
        """Whether there is a hand without an arm: its sleeve looks like the mat, so that bare mat proves nothing."""
        return any(arm.side is None and arm.area > HAND_MM2 for arm in self.hands)

    @property
    def busy(self) -> Mask:
        """Under a hand, in motion, or outside the picture."""
        return self.hidden if self.things is None else self.hidden & ~self.things


def blind(ground: RectifiedMat) -> Occlusion:
    """The result of a look without the mat: everything is covered."""
    none = ground.none()
    return Occlusion(frozenset(ground.zones), ~none, none, none)


class OcclusionTracker:
    """Tracks the hands over a mat; updated with every look."""

    def __init__(self, mat: Mat) -> None:
        self._ground = rectified_mat(mat)
        self._rectifier = Rectifier(mat)
        unread = (zone.name for zone in mat.zones if zone.kind is ZoneKind.BLIND)
        self._blind = [self._ground.zones[name] for name in unread]
        self._background = Background(self._ground.shape)
        self._surface: Surface | None = None
        self._fitted_at = -np.inf
        self._last: Rectified | None = None
        self._motion = self._ground.none()
        self._repeats = 0
        self._moved_at = np.full(self._ground.shape, -np.inf, np.float32)
        self._under = self._ground.none()
        self._left = self._ground.none()
        self._was_bare = self._ground.none()
        self._hidden = self._ground.none()
        self._began = self._looked_at = -np.inf
        self._settled = False
        self._occlusion = blind(self._ground)
        self._learnt: dict[str, tuple[Point, float]] = {}
        self._unlearnt = self._ground.none()
        self._free: dict[str, tuple[Point, float]] = {}

    def rectangle(self, zone: str) -> tuple[slice, slice]:
        """The rows and columns of a zone in masks."""
        return self._ground.zones[zone]

    def look(self, frame: Frame, reading: Reading) -> Occlusion:
        """The covered zones of a frame with its reading; all of them if the mat is not found, or is another one."""
        if reading.pose is None or reading.mat != self._ground.mat:
            self._last = None
            return blind(self._ground)
        view = self._rectifier.rectify(frame, reading.pose)
        if self._moved(frame.at, view):
            return replace(self._occlusion, again=True)
        holds = self._ground.mat.holds
        cards = [s for s in reading.sightings if s.centre and holds(*s.centre)]
        if self._stands_still(frame.at, cards):
            return self._occlusion
        self._looked_at = frame.at
        self._began = frame.at if np.isinf(self._began) else self._began
        loose = [s.centre for s in reading.loose if s.centre and holds(*s.centre)]
        self._occlusion = self._covered(frame.at, view, cards, loose)
        self._learn(frame.at, view, cards)
        return self._occlusion

    def _covered(
        self, at: float, view: Rectified, cards: list[Sighting], loose: list[Point]
    ) -> Occlusion:
        changed = self._background.changed(view, self._under | self._motion)
        self._fit(at, view, cards)
        bare = self._bare(view, cards, changed)
        if (gone := self._background.goes(view, bare)).any():
            changed |= gone
        fresh = [card for card in cards if not _is_at(self._learnt, card)]
        new = [_outline(card) for card in fresh]
        carried = [_outline(card) for card in fresh if not _is_at(self._free, card)]
        foreign = self._foreign(changed, bare, new)
        if foreign.any():
            more = self._foreign(changed | self._background.print_gone(view), bare, new)
            foreign |= reaching(more, self._rectifier.outside)
        explained = (*map(_reach, cards), *map(_around, loose))
        read = filled(explained, self._ground.shape)
        mat = self._ground.mat
        outside = self._rectifier.outside
        found = arms(mat, foreign, outside)
        found = tuple(parted(mat, found, self._occlusion.hands, outside))
        self._note_left(found)
        hands = [arm for arm in found if self._counts(arm, at, read)]
        for arm in found:
            if arm.side is not None and arm.area > HAND_MM2 and arm not in hands:
                self._background.rests(grown(arm.mask, 2))
        counted = joined(
            mat,
            [
                replace(
                    self._holding(arm, carried),
                    moves=bool((arm.mask & self._motion).any()),
                )
                for arm in hands
            ],
        )
        self._under = self._union(counted)
        self._settled = not (found or self._motion.any())
        self._hidden = grown(self._under, 2) | self._motion | self._rectifier.outside
        self._note_free(fresh)
        bright = self._bright(view)
        zones = self._zones(counted, self._under | self._motion)
        moving = tuple(arm for arm in counted if not self._rests(arm, at))
        busy = self._zones(moving, self._union(moving) | self._motion)
        grey, resting = grey_of(view), zones - busy
        things = self._background.things & ~self._hidden
        hidden = self._hidden | things
        return Occlusion(
            zones, hidden, bare, bright, view, grey, counted, resting, things=things
        )

    def _rests(self, arm: Arm, at: float) -> bool:
        return at - float(self._moved_at[arm.mask].max()) >= THINKS

    def _bare(self, view: Rectified, cards: list[Sighting], changed: Mask) -> Mask:
        """The part of a view that looks like bare mat."""
        surface, background = self._surface, self._background
        if surface is None:
            return self._ground.none()
        edges = self._ground.edges
        printed = grown(self._filled(cards), 2) | edges
        if background.look is not None and background.look.shape == view.shape:
            printed |= surface.printed(background.look, background.known)
        lay = (card_corners(*place) for place in self._learnt.values())
        still = background.known & ~changed
        bare = surface.like(view, printed, lay, still, self._was_bare)
        # A zone's line is bare where there is bare mat on both sides of it.
        return bare | (closed(bare, _GAP) & edges)

    def _bright(self, view: Rectified) -> Mask:
        """The part of a view that is too bright for a tag to be read, and that the mat is not by itself."""
        bright = np.asarray(darkest(view) > BRIGHT)
        return bright if self._surface is None else bright & ~self._surface.over(BRIGHT)

    def _stands_still(self, at: float, cards: list[Sighting]) -> bool:
        """Whether a look need not be analysed: nothing moved, no arm was there, no card is new."""
        return (
            at - self._looked_at < GLANCE
            and self._settled
            and not self._motion.any()
            and all(_is_at(self._learnt, card) for card in cards)
        )

    def _moved(self, at: float, view: Rectified) -> bool:
        """Take note of what moved since the last look; whether this is the last picture again and no look of its own.

        A picture that is shown twice does not show that what moved has stopped.
        """
        same = self._last is not None and np.array_equal(view, self._last)
        self._repeats = self._repeats + 1 if same else 0
        if same and self._repeats <= _REPEATS and self._motion.any():
            return True
        if self._last is None or self._last.shape != view.shape or same:
            self._motion = self._ground.none()
        else:
            self._motion = moving(view, self._last)
        self._last = view
        self._moved_at[grown(self._motion, _GAP // 2)] = at
        return False

    def _fit(self, at: float, view: Rectified, cards: list[Sighting]) -> None:
        # A hand that moves is not where it was a look ago, and would be taken for mat.
        due = at >= self._fitted_at + REFIT and not self._motion.any()
        if due or self._surface is None or self._background.relit:
            hands = self._under | closed(self._motion, _GAP)
            taken = self._filled(cards) | self._ground.markers | hands
            self._surface = self._measured(view, taken) or self._surface
            self._fitted_at = at

    def _measured(self, view: Rectified, taken: Mask) -> Surface | None:
        """The appearance of the bare mat without temporary shadows; None if it cannot be measured."""
        before, now = self._surface, surface_of(view, taken, self._ground)
        known = before is not None and before.look.shape == view.shape
        return now.or_lighter(before) if now and before and known else now

    def _foreign(self, changed: Mask, bare: Mask, new: list[Outline]) -> Mask:
        """The parts that differ from the background and are neither mat nor a newly read card (``new``)."""
        if self._surface is not None:
            changed |= self._was_bare | ~self._background.known
        # Where a hand lies over the edge of a card it looks like the edge: gaps are closed.
        cards = filled(new, self._ground.shape) | self._unlearnt
        left = changed & ~bare & ~cards & ~self._ground.markers
        return closed(opened(left, _FINGER), _GAP)

    def _counts(self, arm: Arm, at: float, read: Mask) -> bool:
        """Whether an unexplained part is a hand, still or moving; ``read`` is where cards and dice are read."""
        moved = float(np.quantile(self._moved_at[arm.mask], _MOST, method="lower"))
        if arm.side is not None and np.isinf(moved):
            return at - self._began < STANDS
        calm = at - max(float(self._moved_at[arm.mask].max()), self._began)
        if arm.side is not None:
            left = self._left[arm.mask].mean() > _MOST / 2
            return at - max(moved, self._began) < (RESTING if left else FOREVER)
        if not self._background.known[arm.mask].mean() > 0.5:
            return False
        if any(arm.mask[pile].sum() > _MOST * arm.mask.sum() for pile in self._blind):
            # Not a hand, but another card's back where a hand has drawn one.
            return calm < THINKS
        large = arm.area > HAND_MM2
        left = large and (arm.mask & self._under).any() and not arm.card_like
        on_card = read[arm.mask].mean() > _ON_CARD
        return calm < (RESTING if left and not on_card else CALM)

    def _note_left(self, found: Iterable[Arm]) -> None:
        """Note what stays where it is when the arm that had been at it goes: that arm had put it there."""
        found = tuple(found)
        self._left &= self._union(found)
        for arm in (arm for arm in found if arm.side is not None):
            olds = (old.mask for old in self._occlusion.hands)
            old = max(olds, key=lambda mask: (mask & arm.mask).sum(), default=arm.mask)
            went = opened(old & ~grown(arm.mask, 2), _FINGER).sum() / SCALE**2
            if went > HAND_MM2 and self._motion[arm.mask].mean() < _MOST / 2:
                self._left |= arm.mask
            elif (old ^ arm.mask).sum() > (1 - _MOST) * arm.mask.sum():
                self._left &= ~arm.mask

    def _learn(self, at: float, view: Rectified, cards: list[Sighting]) -> None:
        near = grown(self._under, _NEAR) | self._hidden
        where = ~near & (at - self._moved_at >= CALM)
        self._background.learn(view, where)
        self._was_bare = np.where(where, self._occlusion.bare, self._was_bare)
        for card in cards:
            outline = self._filled([card])
            if where[outline].mean() > 0.9:
                if not _is_at(self._learnt, card):
                    self._unlearnt |= outline
                self._learnt[card.code] = _place(card)
        # The rest of a card is known to be the card's until it has been free, too.
        self._unlearnt &= ~where

    def _note_free(self, fresh: Iterable[Sighting]) -> None:
        """Note which new cards lie there without a hand: the next hand does not bring them."""
        for card in fresh:
            if not self._hidden[self._filled([card])].any():
                self._free[card.code] = _place(card)

    def _zones(self, found: tuple[Arm, ...], under: Mask) -> frozenset[str]:
        """The zones covered by some arms, with the part of the mat under them."""
        if self._motion.mean() > BUMP:
            return frozenset(self._ground.zones)
        least = COVERED_MM2 * SCALE**2
        zones = self._ground.zones.items()
        covered = {zone for zone, where in zones if under[where].sum() >= least}
        return frozenset(
            covered | {arm.zone for arm in found if arm.holds and arm.zone}
        )

    def _holding(self, arm: Arm, new: list[Outline]) -> Arm:
        """An arm whose hand is at a new card: its position is that of the card."""
        near = grown(arm.mask, 2)
        for outline in new:
            if not _at_hand(arm, outline):
                continue
            if near[filled([outline], self._ground.shape)].any():
                zone = self._ground.mat.zone_at(*outline.mean(axis=0))
                return replace(arm, zone=zone or arm.zone, holds=True)
        return arm

    def _filled(self, cards: Iterable[Sighting]) -> Mask:
        """Where cards lie."""
        return filled(map(_outline, cards), self._ground.shape)

    def _union(self, found: tuple[Arm, ...]) -> Mask:
        under = self._ground.none()
        for arm in found:
            under |= arm.mask
        return under


def _is_at(places: Mapping[str, tuple[Point, float]], card: Sighting) -> bool:
    """Whether a card lies where it lay when its place was noted."""
    if card.code not in places:
        return False
    (x, y), turn = places[card.code]
    (x2, y2), turn2 = _place(card)
    turned = abs((turn - turn2 + 90) % 180 - 90)
    return bool(np.hypot(x - x2, y - y2) < _SAME_MM and turned < _SAME_TURN)


def _at_hand(arm: Arm, outline: Outline) -> bool:
    """Whether a card is at an arm's fingertips, if the object is an arm."""
    if arm.side is None:
        return True
    off = cv2.pointPolygonTest(outline.astype(np.float32), arm.tip, measureDist=True)
    return off > -_HELD_MM


def _place(card: Sighting) -> tuple[Point, float]:
    assert card.centre is not None
    return card.centre, card.turn


def _outline(card: Sighting) -> Outline:
    return card_corners(*_place(card))


def _reach(card: Sighting) -> Outline:
    """The area in which a card may lie whose tag is read there: a sticker may be anywhere on it."""
    sticker = card.centre == card.tag
    return card_corners(*_place(card), CARD_HEIGHT_MM / 2 if sticker else 0.0)


def _around(die: Point) -> Outline:
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    return np.add(die, _LOOSE_MM * square)
