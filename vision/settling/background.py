"""The background: how the mat looked when nobody reached over it, and where a view differs from that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.median import median
from vision.settling.rectified import (
    Mask,
    Rectified,
    Shape,
    apart,
    as_bytes,
    odd_px,
    opened,
    px_of,
    share_in,
)

STEP: Final = 14
"""Grey levels by which a px must leave the range of its neighbourhood: more than noise and compression."""
SHARE: Final = 0.08
"""The same as a share of its brightness: near white the camera's tone curve bends."""
_SPECK_MM: Final = 6.0
"""What differs from the look before and is narrower has not moved: it is noise."""
_AROUND: Final = np.ones((3, 3), np.uint8)
_MEAN_MM: Final = 10.0
"""The window over which print is averaged, half a tag."""
_CELL: Final = px_of(20.0)
"""px a side of a cell of the mat, over whose mean a change of the light is measured."""
_STEADY: Final = 0.03
"""A change of brightness below this share is noise."""
GONE: Final = 0.25
"""The share of a thing's place that must show what it lay on for it to have moved: its shadow, or an arm's, leaves less."""
_OUTLIER: Final = 0.08
"""Cells whose brightness deviates by more than this from the trend are objects, not a change of light."""


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The last undisturbed value of every px; ``known`` says where there is one.

    It has two layers where something rests: that thing, and ``below`` it what it came to lie on.
    """

    look: Rectified | None
    known: Mask
    things: Mask
    """Where something rests that is neither card nor mat."""
    below: Rectified | None
    below_known: Mask
    relit: bool = False
    """Whether the light was another one in the view before."""

    @staticmethod
    def of(shape: Shape) -> Background:
        """Nothing is known yet."""
        none = np.zeros(shape, bool)
        return Background(None, none, none, None, none)

    def lit(self, view: Rectified, suspect: Mask) -> Background:
        """It in the light of a view; ``suspect`` px are not used to measure the light."""
        if not self._is_like(view):
            return replace(self, relit=False)
        trend = _trend(self._look, view, self.known & ~suspect)
        if np.abs(trend).max() < _STEADY:
            return replace(self, relit=False)
        size = (view.shape[1], view.shape[0])
        wide = cv2.resize(np.exp(trend), size)
        gain = np.asarray(wide, np.float32)
        below = None if self.below is None else _brighter(self.below, gain)
        return replace(self, look=_brighter(self._look, gain), below=below, relit=True)

    def changed(self, view: Rectified) -> Mask:
        """Where a view in its light differs from it."""
        if not self._is_like(view):
            return np.zeros_like(self.known)
        changed = differs(view, self._look) & self.known
        return changed & ~self._shows_below(view)

    def print_gone(self, view: Rectified) -> Mask:
        """Where a view in its light may hide tags and print.

        Any px of these lies between its neighbours: what hides them is seen by
        the contrast that is gone, or by the mean, which shadows change, too.
        """
        if not self._is_like(view):
            return np.zeros_like(self.known)
        before = contrast(self._look)
        gone = contrast(view) < before // 2
        # A mean changes by two steps only where some px that it is of does.
        box = apart(view, self._look, 2 * STEP, odd_px(_MEAN_MM))
        if gone[box].size:
            gone[box] |= differs(_means(view[box]), _means(self._look[box]), 2)
        return (before > 2 * STEP) & gone & self.known

    def learnt(self, view: Rectified, where: Mask) -> Background:
        """It with parts of a view."""
        if not self._is_like(view):
            return replace(Background.of(self.known.shape), look=view, known=where)
        return replace(self, look=_over(self._look, view, where), known=self.known | where)

    def with_things(self, things: Iterable[Mask]) -> Background:
        """It where something rests from now on: what that lies on is kept until it goes."""
        new = reduce(np.logical_or, things, np.zeros_like(self.things)) & ~self.things
        if self.look is None or not new.any():
            return self
        old = self.look if self.below is None else self.below
        below = _over(old, self.look, new)
        known = np.where(new, self.known, self.below_known)
        things_ = self.things | new
        return replace(self, things=things_, below=below, below_known=known)

    def gone(self, view: Rectified, bare: Mask, busy: Mask) -> Mask:
        """The things of which a part has gone: it left ``bare`` mat, or what they lay on.

        Those at which something is ``busy`` may lie under a sleeve that looks like the mat.
        """
        gone = np.zeros_like(self.things)
        if not self._is_like(view):
            return gone
        # Parts that went before are bare mat in the background, too.
        shows = bare | (differs(view, self._look) & self._shows_below(view))
        count, parts = cv2.connectedComponents(self.things.astype(np.uint8))
        for part in (parts == number for number in range(1, count)):
            if share_in(part, shows) > GONE and not (busy & part).any():
                gone |= part
        return gone

    def without(self, gone: Mask) -> Background:
        """It as it was before things that have gone."""
        if self.below is None or not gone.any():
            return self
        look = _over(self._look, self.below, gone)
        known = np.where(gone, self.below_known, self.known)
        return replace(self, look=look, known=known, things=self.things & ~gone)

    def _shows_below(self, view: Rectified) -> Mask:
        """Where a view shows what a thing came to lie on."""
        if self.below is None or not self.things.any():
            return np.zeros_like(self.things)
        return self.things & self.below_known & ~differs(view, self.below)

    def _is_like(self, view: Rectified) -> bool:
        return self.look is not None and self.look.shape == view.shape

    @property
    def _look(self) -> Rectified:
        assert self.look is not None
        return self.look


def _over(look: Rectified, other: Rectified, where: Mask) -> Rectified:
    """A picture with a part of another in it."""
    made = look.copy()
    cv2.copyTo(other, as_bytes(where), made)
    return made


def _brighter(look: Rectified, gain: NDArray[np.float32]) -> Rectified:
    lit = np.clip(look * gain[:, :, None], 0, 255)
    return np.asarray(lit, np.uint8)


def contrast(view: Rectified) -> NDArray[np.uint8]:
    """Grey levels between the brightest and the darkest px around each, in the channel that has least."""
    brightest, darkest = _ranges(view)
    between = cv2.subtract(brightest, darkest)
    return np.asarray(reduce(cv2.min, cv2.split(between)), np.uint8)


def _ranges(view: Rectified) -> tuple[Rectified, Rectified]:
    """The brightest and the darkest value around each px, channel by channel."""
    high, low = (do(view, _AROUND) for do in (cv2.dilate, cv2.erode))
    return np.asarray(high, np.uint8), np.asarray(low, np.uint8)


def _means(view: Rectified) -> Rectified:
    return np.asarray(cv2.blur(view, (odd_px(_MEAN_MM),) * 2).reshape(view.shape), np.uint8)


def differs(view: Rectified, other: Rectified, times: int = 1) -> Mask:
    """Where a view leaves the range of another one's neighbourhoods by this many steps: a shift by one px is no difference."""
    found = np.zeros(view.shape[:2], bool)
    # What leaves its neighbourhood's range is as far from the px itself.
    box = apart(view, other, STEP * times, 1)
    if found[box].size:
        found[box] = _leaves(view[box], other[box], times)
    return found


def _leaves(view: Rectified, other: Rectified, times: int) -> Mask:
    share, step = SHARE * times, STEP * times
    brightest, darkest = _ranges(other)
    high = cv2.convertScaleAbs(brightest, alpha=1 + share, beta=step)
    low = cv2.convertScaleAbs(darkest, alpha=1 - share)
    below = cv2.subtract(low, np.full(4, float(step)))
    return np.asarray(cv2.inRange(view, below, high) == 0)


def moving(view: Rectified, last: Rectified) -> Mask:
    """Where a view differs from the previous look, without specks."""
    return opened(differs(view, last), _SPECK_MM)


def _trend(before: Rectified, now: Rectified, calm: Mask) -> NDArray[np.float32]:
    """The change of brightness: the logarithm of the ratio as a plane fitted to the cells, outliers left out."""
    rows, columns = now.shape[0] // _CELL, now.shape[1] // _CELL
    old, new = (_cells(view).mean(axis=2) for view in (before, now))
    ratio = np.log((new + 4) / (old + 4))
    use = (_cells(calm.astype(np.float32)) > 0.8).ravel()
    terms, seen = _plane(rows, columns), ratio.ravel()
    if use.sum() < 30:
        return np.zeros((rows, columns), np.float32)
    fit = np.array([median(seen[use]), 0.0, 0.0])
    for width in (4 * _OUTLIER, 2 * _OUTLIER, _OUTLIER, _OUTLIER):
        agree = use & (np.abs(seen - terms @ fit) < width)
        if agree.sum() < 30:
            break
        fit = np.linalg.lstsq(terms[agree], seen[agree], rcond=None)[0]
    return np.asarray((terms @ fit).reshape(rows, columns), np.float32)


def _cells(picture: NDArray[Any]) -> NDArray[Any]:
    """The mean of each whole cell, shape (rows, columns) or (rows, columns, channels)."""
    rows, columns = picture.shape[0] // _CELL, picture.shape[1] // _CELL
    whole = picture[: rows * _CELL, : columns * _CELL]
    small = cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small).reshape(rows, columns, *picture.shape[2:])


@cache
def _plane(rows: int, columns: int) -> NDArray[np.float64]:
    """A plane's terms for every cell, shape (cells, 3)."""
    y, x = np.mgrid[0:rows, 0:columns]
    flat = (v.ravel() / v.max() - 0.5 for v in (y, x))
    return np.stack([np.ones(y.size), *flat], axis=-1)
