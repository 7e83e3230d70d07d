"""Absence: whether a look shows a card's place without the card, which is more than not to read it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from vision.reading import PILES
from vision.settling.arms import HAND_MM2
from vision.settling.canvas import Mask
from vision.settling.cover import Cover
from vision.settling.lying import Lying, lies_over

BARE: Final = 0.75
"""So much of the place of a card's tags must be bare mat, or other cards, to be seen without it."""
_REST: Final = 0.15
"""Less than this of a place is no place."""
_COVERED: Final = 0.5
"""The share of a card's tags under others from which, in a pile, it is none that shows: around it lie more cards, no mat."""
_SAME_PLACE: Final = 0.7
"""The share of a card's outline under others from which they lie in its place."""
_MOSTLY: Final = 0.5
_HIDDEN: Final = 0.06
_BRIGHT: Final = 0.6


def seen_without(how: Lying, others: Iterable[Lying], cover: Cover, zone: str) -> bool:
    """Whether mat or other cards are seen where a card's tags were.

    ``others`` are the other cards of its zone. In a row a card may lie hidden
    under one that was laid over it; in a pile it is then no longer told.
    """
    over, tags, outline = _over(how, others), how.windows, how.outline
    if cover.hidden[tags].mean() > _HIDDEN or cover.bright[tags].mean() > _BRIGHT:
        return False
    if zone in PILES and over[tags].mean() >= _COVERED:
        return True
    if not _is_bare(tags & ~over, tags, cover, BARE):
        return False
    if zone in PILES or over[outline].mean() >= _SAME_PLACE:
        return True
    left = outline & ~over & ~cover.hidden
    return bool(left.any()) and _is_bare(left, outline, cover, _MOSTLY)


def is_buried(how: Lying, others: Iterable[Lying]) -> bool:
    """Whether other cards lie over all of a card's tags."""
    return bool(_over(how, others)[how.windows].mean() >= BARE)


def _over(how: Lying, others: Iterable[Lying]) -> Mask:
    """Where cards lie that are not below this one."""
    over = np.zeros_like(how.outline)
    for other in others:
        if lies_over(other, how):
            over |= other.outline
    return over


def _is_bare(rest: Mask, whole: Mask, cover: Cover, share: float) -> bool:
    """Whether what is left of a place is bare mat, or next to nothing."""
    if rest.sum() < _REST * whole.sum():
        return True
    # A sleeve may look like the mat: while a hand has no arm, bare mat proves nothing.
    if any(arm.side is None and arm.area > HAND_MM2 for arm in cover.hands):
        return False
    return bool(cover.bare[rest].mean() >= share)
