"""Occlusion: which zones are under a hand or in motion, so that cards unseen there are not taken for gone.

One look after another goes through the stages: rectified, motion, foreground, objects,
cover, learning. Each takes the state before it, and changes nothing in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from companion.mat import Mat
from vision.frame import Frame
from vision.reading import Reading
from vision.settling.arms import Arm, union
from vision.settling.foreground import Foreground, foreground
from vision.settling.objects import CALM, THINKS, Objects, objects
from vision.settling.rectified import (
    RIM_MM,
    SCALE,
    Rectifier,
    darkest,
    filled,
    grey_of,
    grown,
    rectified_mat,
    share_of,
)
from vision.settling.state import Look, Occlusion, State, blind, is_at, patch, place

COVERED_MM2: Final = 100.0
"""The area under a hand, or in motion, from which a zone is covered."""
BUMP: Final = 0.25
"""The share of the mat in motion from which the mat or the camera was pushed."""
GLANCE: Final = 0.5
"""Seconds for which a look is reused while nothing moves."""
BRIGHT: Final = 235
"""The mean grey level above which a tag, half of which is dark, is overexposed."""
_NEAR_MM: Final = 10.0
"""What around a hand is not learnt as background: its outline may look like what is under it."""


class OcclusionTracker:
    """Tracks the hands over a mat; updated with every look."""

    def __init__(self, mat: Mat) -> None:
        self._rectifier = Rectifier(mat)
        self._state = State.of(rectified_mat(mat))

    def look(self, frame: Frame, reading: Reading) -> Occlusion:
        """The covered zones of a frame with its reading; all of them if the mat is not found, or is another one."""
        state, mat = self._state, self._state.ground.mat
        if reading.pose is None or reading.mat != mat:
            motion = replace(state.motion, last=None)
            # Whatever comes meanwhile has not moved when it is first seen.
            self._state = replace(state, motion=motion, settled=False)
            return blind(state.ground)
        view = self._rectifier.rectify(frame, reading.pose)
        cards = (s for s in reading.sightings if s.centre and mat.holds(*s.centre))
        loose = (s.centre for s in reading.loose if s.centre and mat.holds(*s.centre))
        outside = self._rectifier.outside
        look = Look(frame.at, view, outside, tuple(cards), tuple(loose))
        motion = state.motion.after(frame.at, view)
        self._state = replace(state, motion=motion)
        if motion.again:
            return replace(state.occlusion, again=True)
        if not _stands_still(self._state, look):
            self._state = after(self._state, look)
        return self._state.occlusion


def after(state: State, look: Look) -> State:
    """What is known after a look whose motion has been noted."""
    if np.isinf(state.began):
        state = replace(state, began=look.at)
    seen = foreground(state, look)
    found = objects(state, look, seen)
    return _learnt(state, look, seen, found, _covered(state, look, seen, found))


def _stands_still(state: State, look: Look) -> bool:
    """Whether a look need not be analysed: nothing moved, no arm was there, no card is new."""
    return (
        look.at - state.looked_at < GLANCE
        and state.settled
        and not state.motion.now.any()
        and all(is_at(state.learnt, card) for card in look.cards)
    )


# Cover -------------------------------------------------------------------------------


def _covered(state: State, look: Look, seen: Foreground, found: Objects) -> Occlusion:
    """What hands and things hide."""
    hands, motion = found.hands, state.motion
    busy = grown(union(hands, motion.now.shape), RIM_MM) | motion.now | look.outside
    lately = look.at - motion.moved_at
    moving = [arm for arm in hands if (arm.mask & (lately < THINKS)).any()]
    zones = _zones(state, hands)
    things = found.background.things & ~busy & ~seen.cards
    bright = np.asarray(darkest(look.view) > BRIGHT)
    if seen.surface is not None and bright.any():
        bright &= ~seen.surface.over(BRIGHT)
    return Occlusion(
        zones,
        busy | things,
        seen.bare,
        bright,
        look.view,
        grey_of(look.view),
        hands,
        resting=zones - _zones(state, moving),
        things=things,
        passing=filled(found.carried, busy.shape) | (lately < CALM),
        unnamed=found.unnamed,
    )


def _zones(state: State, hands: Iterable[Arm]) -> frozenset[str]:
    """The zones covered by some arms, or in motion."""
    hands, motion, zones = tuple(hands), state.motion.now, state.ground.zones
    if share_of(motion) > BUMP:
        return frozenset(zones)
    under = union(hands, motion.shape) | motion
    least = COVERED_MM2 * SCALE**2
    covered = {zone for zone, where in zones.items() if np.count_nonzero(under[where]) >= least}
    return frozenset(covered | {arm.zone for arm in hands if arm.holds and arm.zone})


# Learning ----------------------------------------------------------------------------


def _learnt(
    state: State, look: Look, seen: Foreground, found: Objects, occlusion: Occlusion
) -> State:
    """The state with what a look shows, free of hands and still, as background."""
    under = union(found.hands, state.ground.shape)
    busy = occlusion.busy
    near = grown(under, _NEAR_MM) | busy
    where = ~near & (look.at - state.motion.moved_at >= CALM)
    if occlusion.armless:
        # What looks like mat may be the sleeve, over something that lies there.
        where &= ~occlusion.bare
    learnt, free, unlearnt = {**state.learnt}, {**state.free}, state.unlearnt.copy()
    for card in look.cards:
        lies, known = patch(card, where.shape), is_at(state.learnt, card)
        if not known and not lies.meets(busy):
            free[card.code] = place(card)
        # A hand that laid it may have a finger on it, which looks like a part of it.
        if is_at(free, card) and lies.share(where) > 0.9:
            if not is_at(learnt, card):
                unlearnt[lies.box] |= lies.inside
            learnt[card.code] = place(card)
    return replace(
        state,
        background=found.background.learnt(look.view, where),
        was_bare=(where & occlusion.bare) | (state.was_bare & ~where),
        left=found.left,
        # The rest of a card is known to be the card's until it has been free, too.
        unlearnt=unlearnt & ~where,
        occlusion=occlusion,
        under=under,
        surface=seen.surface,
        fitted_at=seen.fitted_at,
        looked_at=look.at,
        settled=found.calm,
        learnt=learnt,
        free=free,
    )
