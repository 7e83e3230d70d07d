"""Absence: whether a look shows a card's place without the card, which is stronger evidence than a failure to read it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from companion.mat import ZoneKind
from vision.settling.arms import HAND_MM2
from vision.settling.card_track import TAG_MM, CardTrack
from vision.settling.occlusion import Occlusion
from vision.settling.order import lies_over, read_anew, read_over
from vision.settling.rectified import SCALE, Mask, RectifiedGrey, Shape

BARE: Final = 0.75
"""The share of the place of a card's tags that must show bare mat or other cards for the card to be absent."""
_REST: Final = 0.15
"""The least share of a place that can be judged."""
COVERED: Final = 0.5
"""The share of a card's tags that must lie under other cards for it to be hidden in a pile."""
_SAME_PLACE: Final = 0.7
"""The share of a card's outline that must lie under others for them to have taken its place."""
_WELL_WITHIN_MM: Final = 5.0
"""A tag whose centre lies this far inside another card's edges cannot be read beside it: less than a quarter sticks out."""
_OFF_MM: Final = 3.0
"""The tolerance of a card's believed place, mm."""
_STRIP_MM2: Final = 150.0
"""The area of a finger's breadth of a card."""
_MOSTLY: Final = 0.5
_LARGE: Final = 1 / 3
_ALIKE: Final = 0.5
"""A tag that is still there correlates more than this with its earlier picture in any light: its finder patterns alone suffice."""
_HIDDEN: Final = 0.06
_BRIGHT: Final = 0.6


def seen_without(
    how: CardTrack, others: Iterable[CardTrack], seen: Occlusion, kind: ZoneKind
) -> bool:
    """Whether mat or other cards are seen where a card's tags were.

    ``others`` are the other cards of its zone. In a row a card may lie hidden
    under one that was laid over it; in a pile it is then no longer told.
    """
    others = tuple(others)
    through = [other for other in others if _shows_through(other, how)]
    if any(other.laid < how.laid for other in through):
        # What lay there before, and below it, is read again.
        return True
    if kind.is_pile and any(other.laid == how.laid for other in through):
        return True
    below = (other for other in others if other.on and other.laid < how.laid)
    if any(_uncovered(other, how) for other in below) and looks_otherwise(how, seen):
        return True
    over, shape = _over(how, others, seen.hidden.shape), seen.hidden.shape
    tags, outline = how.windows(shape), how.outline(shape)
    if seen.hidden[tags].mean() > _HIDDEN:
        return False
    if kind.is_pile and over[tags].mean() >= COVERED:
        return True
    if (kind.is_pile or through) and _is_bare_beside(how, others, seen):
        return True
    left = outline & ~over & ~seen.hidden
    told = over[tags].mean() >= COVERED and left.sum() >= _REST * outline.sum()
    # Where little is left of the tags, what is left of the card tells more.
    if told and _is_bare(left, outline, seen, BARE):
        return True
    if not _is_bare(tags & ~over, tags, seen, BARE):
        return False
    if kind.is_pile or over[outline].mean() >= _SAME_PLACE:
        return True
    return bool(left.any()) and _is_bare(left, outline, seen, _MOSTLY)


def looks_otherwise(how: CardTrack, seen: Occlusion) -> bool:
    """Whether the places where a card's tags were last read show something else, and nothing hides them."""
    if how.look is None or seen.grey is None or how.look.shape != seen.grey.shape:
        return False
    places = how.read_last(seen.hidden.shape)
    hidden = any(seen.hidden[place].any() for place in places)
    if hidden or any(seen.bright[place].mean() > _BRIGHT for place in places):
        return False
    alike = [_alike(how.look[place], seen.grey[place]) for place in places]
    return bool(alike) and max(alike) < _ALIKE


def _alike(one: RectifiedGrey, other: RectifiedGrey) -> float:
    """The correlation of two pictures of a place."""
    a, b = (px - px.mean() for px in (one.astype(float), other.astype(float)))
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) or 1.0))


def _shows_through(other: CardTrack, how: CardTrack) -> bool:
    """Whether another card is read well within the place where this one was read before."""
    return other.on and read_over(other, how, how.last, _WELL_WITHIN_MM)


def _uncovered(other: CardTrack, how: CardTrack) -> bool:
    """Whether a tag of another card is read where this one lay, or began to be read at its edge when this one was seen last."""
    return read_over(other, how, how.last) or read_anew(other, how, -TAG_MM / 2)


def _is_bare_beside(
    how: CardTrack, others: Iterable[CardTrack], seen: Occlusion
) -> bool:
    """Whether mat is seen where this card would stick out from among the others."""
    whole = how.outline(seen.hidden.shape, -_OFF_MM)
    rest = whole & ~seen.hidden
    for other in others:
        rest &= ~other.outline(seen.hidden.shape, _OFF_MM)
    enough = rest.sum() >= _STRIP_MM2 * SCALE**2
    # Of much of it some may be a card that lay below, and has not been read yet.
    share = _MOSTLY if rest.sum() >= _LARGE * whole.sum() else BARE
    return bool(enough) and _is_bare(rest, rest, seen, share)


def is_buried(
    how: CardTrack, others: Iterable[CardTrack], shape: Shape, share: float = BARE
) -> bool:
    """Whether cards that came later lie over all of a card's tags, or such a share; ``shape`` is the rectified mat's."""
    later = (other for other in others if other.laid > how.laid)
    return bool(_over(how, later, shape)[how.windows(shape)].mean() >= share)


def _over(how: CardTrack, others: Iterable[CardTrack], shape: Shape) -> Mask:
    """The area of the cards that are not below this one."""
    over = np.zeros(shape, bool)
    for other in others:
        if lies_over(other, how):
            over |= other.outline(shape)
    return over


def _is_bare(rest: Mask, whole: Mask, seen: Occlusion, share: float) -> bool:
    """Whether what is left of a place is bare mat, or next to nothing."""
    if rest.sum() < _REST * whole.sum():
        return True
    # A sleeve may look like the mat: while a hand has no arm, bare mat proves nothing.
    if any(arm.side is None and arm.area > HAND_MM2 for arm in seen.hands):
        return False
    return bool(seen.bare[rest].mean() >= share)
