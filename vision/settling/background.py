"""The background: how the mat looked when nobody reached over it, and where a view differs from that."""

from __future__ import annotations

from functools import cache, reduce
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settling.rectified import Mask, Rectified, Shape, opened

STEP: Final = 14
"""Grey levels by which a px must leave the range of its neighbourhood: more than noise and compression."""
SHARE: Final = 0.08
"""The same as a share of its brightness: near white the camera's tone curve bends."""
_AROUND: Final = np.ones((3, 3), np.uint8)
_MEAN: Final = (5, 5)
"""px: the window over which print is averaged, half a tag."""
_CELL: Final = 10
_STEADY: Final = 0.03
"""A change of brightness below this share is noise."""
_GONE: Final = 0.25
"""The share of a thing's place that must show what it lay on for it to have moved: its shadow, or an arm's, leaves less."""
_OUTLIER: Final = 0.08
"""Cells whose brightness deviates by more than this from the trend are objects, not a change of light."""


class Background:
    """The last undisturbed value of every px; ``known`` says where there is one.

    It has two layers where something rests: that thing, and what it came to lie on.
    """

    def __init__(self, shape: Shape) -> None:
        self.look: Rectified | None = None
        self.known: Mask = np.zeros(shape, bool)
        self.things: Mask = np.zeros(shape, bool)
        """Where something rests that is neither card nor mat."""
        self._below: tuple[Rectified | None, Mask] = None, self.known
        self.relit = False
        """Whether the light had changed in the last view that was compared."""

    def changed(self, view: Rectified, suspect: Mask) -> Mask:
        """Where a view differs from the background, changes of light compensated; ``suspect`` px are not used to measure the light."""
        if self.look is None or self.look.shape != view.shape:
            return np.zeros_like(self.known)
        gain = self._gain(view, suspect)
        self.look, (below, known) = _lit(self.look, gain), self._below
        changed = differs(view, self.look) & self.known
        if below is not None and self.things.any():
            self._below = below, _ = _lit(below, gain), known
            changed &= differs(view, below) | ~(self.things & known)
        return changed

    def print_gone(self, view: Rectified) -> Mask:
        """Where a view, in the light of the last one compared, may hide tags and print.

        Any px of these lies between its neighbours: what hides them is seen by
        the contrast that is gone, or by the mean, which shadows change, too.
        """
        if self.look is None or self.look.shape != view.shape:
            return np.zeros_like(self.known)
        before = _contrast(self.look)
        gone = _contrast(view) < before // 2
        other = differs(_means(view), _means(self.look), 2)
        return (before > 2 * STEP) & (gone | other) & self.known

    def learn(self, view: Rectified, where: Mask) -> None:
        """Learn parts of a view as background."""
        if self.look is None or self.look.shape != view.shape:
            self.look, self.known = view.copy(), where.copy()
            self.things = np.zeros_like(where)
            return
        cv2.copyTo(view, where.astype(np.uint8), self.look)
        self.known |= where

    def rests(self, thing: Mask) -> None:
        """Something rests there: what it lies on is kept until it goes."""
        below, known = self._below
        if self.look is None:
            return
        if below is None or below.shape != self.look.shape:
            below, known = self.look.copy(), self.known.copy()
        new = thing & ~self.things
        below[new], known[new] = self.look[new], self.known[new]
        self._below, self.things = (below, known), self.things | thing

    def goes(self, view: Rectified, bare: Mask) -> Mask:
        """The things of which a part has gone, forgotten: they left ``bare`` mat, or what they lay on."""
        below, known = self._below
        if self.look is None or below is None or not self.things.any():
            return np.zeros_like(self.things)
        otherwise = differs(view, self.look)
        shows = otherwise & (bare | (known & ~differs(view, below)))
        count, parts = cv2.connectedComponents(self.things.astype(np.uint8))
        gone = np.zeros_like(self.things)
        for part in (parts == number for number in range(1, count)):
            if shows[part].mean() > _GONE:
                gone |= part
        self.look[gone], self.known[gone] = below[gone], known[gone]
        self.things = self.things & ~gone
        return gone

    def _gain(self, view: Rectified, suspect: Mask) -> NDArray[np.float32] | None:
        """By how much a view is brighter than the background, px by px; None if by nothing."""
        assert self.look is not None
        trend = _trend(self.look, view, self.known & ~suspect)
        self.relit = bool(np.abs(trend).max() >= _STEADY)
        if not self.relit:
            return None
        size = (view.shape[1], view.shape[0])
        gain = cv2.resize(np.exp(trend), size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(gain[:, :, None], np.float32)


def _lit(look: Rectified, gain: NDArray[np.float32] | None) -> Rectified:
    """A picture in another light."""
    if gain is None:
        return look
    return np.asarray(np.clip(look * gain, 0, 255), np.uint8)


def _contrast(view: Rectified) -> NDArray[np.uint8]:
    """Grey levels between the brightest and the darkest px around each, in the channel that has least."""
    between = cv2.subtract(cv2.dilate(view, _AROUND), cv2.erode(view, _AROUND))
    return np.asarray(reduce(cv2.min, cv2.split(between)), np.uint8)


def _means(view: Rectified) -> Rectified:
    return np.asarray(cv2.blur(view, _MEAN).reshape(view.shape), np.uint8)


def differs(view: Rectified, other: Rectified, times: int = 1) -> Mask:
    """Where a view leaves the range of another one's neighbourhoods by this many steps: a shift by one px is no difference."""
    share, step = SHARE * times, STEP * times
    high = cv2.convertScaleAbs(cv2.dilate(other, _AROUND), alpha=1 + share, beta=step)
    low = cv2.convertScaleAbs(cv2.erode(other, _AROUND), alpha=1 - share)
    below = cv2.subtract(low, np.full(4, float(step)))
    planes = cv2.split(cv2.max(cv2.subtract(view, high), cv2.subtract(below, view)))
    return np.asarray(reduce(cv2.max, planes) > 0)


def moving(view: Rectified, last: Rectified) -> Mask:
    """Where a view differs from the previous look, without specks."""
    return opened(differs(view, last), 3)


def _trend(before: Rectified, now: Rectified, calm: Mask) -> NDArray[np.float32]:
    """The change of brightness: the logarithm of the ratio as a plane fitted to the cells, outliers left out."""
    rows, columns = now.shape[0] // _CELL, now.shape[1] // _CELL
    old, new = _cells(before), _cells(now)
    ratio = np.log((new + 4) / (old + 4))
    size = (columns, rows)
    share = cv2.resize(calm.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    use = (share > 0.8).ravel()
    terms, seen = _plane(rows, columns), ratio.ravel()
    if use.sum() < 30:
        return np.zeros((rows, columns), np.float32)
    fit = np.array([np.median(seen[use]), 0.0, 0.0])
    for width in (4 * _OUTLIER, 2 * _OUTLIER, _OUTLIER, _OUTLIER):
        agree = use & (np.abs(seen - terms @ fit) < width)
        if agree.sum() < 30:
            break
        fit = np.linalg.lstsq(terms[agree], seen[agree], rcond=None)[0]
    return np.asarray((terms @ fit).reshape(rows, columns), np.float32)


def _cells(view: Rectified) -> NDArray[np.float32]:
    size = (view.shape[1] // _CELL, view.shape[0] // _CELL)
    small = cv2.resize(view, size, interpolation=cv2.INTER_AREA)
    cells = small.reshape(size[1], size[0], -1)
    return np.asarray(cells.mean(axis=2), np.float32)


@cache
def _plane(rows: int, columns: int) -> NDArray[np.float64]:
    """A plane's terms for every cell, shape (cells, 3)."""
    y, x = np.mgrid[0:rows, 0:columns]
    flat = (v.ravel() / v.max() - 0.5 for v in (y, x))
    return np.stack([np.ones(y.size), *flat], axis=-1)
