"""Foreground: what of a view is neither the background, nor bare mat, nor a card that is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from vision.settling.arms import reaching
from vision.settling.background import Background
from vision.settling.rectified import (
    RIM_MM,
    Box,
    Mask,
    Rectified,
    card_patch,
    closed,
    grown,
    opened,
)
from vision.settling.state import GAP_MM, Look, State, is_at
from vision.settling.surface import Surface, surface_of

REFIT: Final = 2.0
"""Seconds after which the appearance of the bare mat is measured again."""
FINGER_MM: Final = 10.0
"""Anything narrower is a pen, a line or a card's edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Foreground:
    """What a view shows beside the background, and the background in its light."""

    background: Background
    surface: Surface | None
    fitted_at: float
    bare: Mask
    """What looks like the mat itself."""
    cards: Mask
    """Where cards are read."""
    foreign: Mask
    """What nothing explains."""


def foreground(state: State, look: Look) -> Foreground:
    """What a look shows that the state before it does not explain."""
    lit = state.background.lit(look.view, state.under | state.motion.now)
    changed = lit.changed(look.view)
    read = state.filled(look.cards)
    surface, fitted_at = _fitted(state, look, read, relit=lit.relit)
    bare = state.ground.none()
    if surface is not None:
        printed = partial(_printed, state, lit, surface, read)
        still = lit.known & ~changed
        bare = _bare(state, look.view, surface, printed, still)
    gone = _gone(state, look, lit, bare)
    background = lit.without(gone)
    changed |= gone
    if surface is not None:
        changed |= state.was_bare | ~background.known
    # Where a hand lies over the edge of a card it looks like the edge: gaps are closed.
    fresh = (card for card in look.cards if not is_at(state.learnt, card))
    cards = state.filled(fresh) | state.unlearnt
    explained = bare | cards | state.ground.markers

    def left(mask: Mask) -> Mask:
        return closed(opened(mask & ~explained, FINGER_MM), GAP_MM)

    foreign = left(changed)
    if foreign.any():
        more = left(changed | background.print_gone(look.view))
        foreign |= reaching(more, look.outside)
    return Foreground(background, surface, fitted_at, bare, read, foreign)


def _fitted(state: State, look: Look, read: Mask, *, relit: bool) -> tuple[Surface | None, float]:
    """The appearance of the bare mat without temporary shadows, as it was measured last, and when that was."""
    before, motion = state.surface, state.motion.now
    # A hand that moves is not where it was a look ago, and would be taken for mat.
    due = look.at >= state.fitted_at + REFIT and not motion.any()
    if not (due or before is None or relit):
        return before, state.fitted_at
    taken = state.under | motion | read
    now = surface_of(look.view, taken | state.ground.markers, state.ground)
    if now and before and before.look.shape == look.view.shape:
        now = now.or_lighter(before)
    return now or before, look.at


def _gone(state: State, look: Look, lit: Background, bare: Mask) -> Mask:
    """The things that have gone, as far as no sleeve that looks like the mat may lie over them."""
    if state.occlusion.armless or not lit.things.any():
        return state.ground.none()
    return lit.gone(look.view, bare, grown(state.under | state.motion.now, GAP_MM))


def _printed(state: State, lit: Background, surface: Surface, read: Mask, box: Box) -> Mask:
    """Where in a box cards, zones and what lay there before have edges."""
    edges = grown(read, RIM_MM)[box] | state.ground.edges[box]
    if lit.look is not None and lit.look.shape == surface.look.shape:
        edges |= surface.printed(lit.look, lit.known, box)
    return np.asarray(edges)


def _bare(
    state: State, view: Rectified, surface: Surface, printed: Callable[[Box], Mask], still: Mask
) -> Mask:
    """The part of a view that looks like bare mat."""
    shape, edges = state.ground.shape, state.ground.edges
    lay = (card_patch(*place, shape) for place in state.learnt.values())
    bare = surface.like(view, printed, lay, still, state.was_bare)
    # A zone's line is bare where there is bare mat on both sides of it.
    return np.asarray(bare | (closed(bare, GAP_MM) & edges))
