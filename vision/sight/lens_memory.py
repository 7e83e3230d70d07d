"""What a camera's looks tell of its lens, gathered over time."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens
from vision.sight.bending import LensView, better_lens, fitted

MOST: Final = 8
"""Views that are remembered; the last ones."""
ENOUGH: Final = 3
"""From so many views on a lens is kept for other evenings."""
SAME_PX: Final = 3.0
"""Symbols that lie nearer to where they lay tell nothing new."""

Size = tuple[int, int]


class KeptLenses(Protocol):
    """The lens of a camera, by the size of its pictures (width, height, px), from evening to evening."""

    def read(self, size: Size) -> Lens | None:
        """What is known of it; None if nothing is."""

    def keep(self, size: Size, lens: Lens) -> None:
        """Remember it."""


class LensMemory:
    """The lens of one camera, and the views it was learnt from; ``kept`` outlives the process."""

    def __init__(self, kept: KeptLenses | None = None) -> None:
        self._kept = kept
        self._size: Size | None = None
        self._lens: Lens | None = None
        self._views: list[LensView] = []
        self._count = 0

    def lens(self, size: Size) -> Lens | None:
        """The lens through which pictures of this size are seen; None if nothing special is known."""
        if size != self._size:
            self._size, self._views, self._count = size, [], 0
            self._lens = self._kept.read(size) if self._kept else None
        return self._lens

    def note(self, view: LensView, size: Size, now: Lens) -> Lens | None:
        """The lens after one more view, of a picture at rest that was read through the lens ``now``."""
        lens = self.lens(size)
        if self._views and _alike(view.symbols, self._views[-1].symbols):
            return lens
        if lens is not None and better_lens([view], size, lens, now) is not None:
            # One picture alone contradicts only a lens of another camera, or of another zoom.
            self._views, self._count = [], 0
        self._views = [*self._views, view][-MOST:]
        self._count += 1
        better = better_lens(self._views, size, lens, now)
        if lens is not None and self._count in (ENOUGH, MOST):
            better = fitted(self._views, size, better or lens).lens
        if better is not None:
            self._lens = better
            if self._kept and self._count >= ENOUGH:
                self._kept.keep(size, better)
        return self._lens


def _alike(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    if len(one) != len(other):
        return False
    middles = np.sort_complex(one.mean(axis=1) @ np.array([1, 1j]))
    before = np.sort_complex(other.mean(axis=1) @ np.array([1, 1j]))
    return len(one) == 0 or bool(np.abs(middles - before).max() < SAME_PX)
