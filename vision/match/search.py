"""Finds every symbol of a closed set in a picture: finders, triples, alignment, comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.match.aligning import aligner
from vision.match.finders import find_finders, triples
from vision.match.levels import Level
from vision.match.matching import Matches, match
from vision.match.spots import Spots
from vision.match.symbols import Deck, Floats

GUESS: Final = 0.4
"""How well the fixed modules must fit (correlation) at a guessed position for it to be aligned."""
FITS: Final = 0.6
"""How well they must fit after alignment to be compared with the cards."""
_STEPS: Final = 2
_SAME: Final = 7.0
"""The least distance between the middles of two symbols, in modules."""
_RIVAL: Final = 0.1
"""Of several poses of a symbol at one place, those with a fit this close to the best are compared with the cards."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundSymbols:
    """Symbols found in a picture, each place once, most likely first."""

    at: Spots
    fit: Floats
    """How well the fixed modules fit: a correlation, shape (n,)."""
    matches: Matches

    def __getitem__(self, which: NDArray[np.intp]) -> FoundSymbols:
        return FoundSymbols(self.at[which], self.fit[which], self.matches[which])

    @property
    def promise(self) -> Floats:
        """How likely each is a card; comparable between places, shape (n,)."""
        return np.asarray(self.matches.score + self.matches.margin, np.float32)

    def beside(self, other: FoundSymbols) -> NDArray[np.intp]:
        """Indices of those that are not at the place of a more likely one of another search, shape (m,)."""
        apart = np.linalg.norm(self.at.middle[:, None] - other.at.middle, axis=2)
        near = apart < _SAME * np.maximum.outer(self.at.module_px, other.at.module_px)
        weaker = self.promise[:, None] < other.promise
        return np.nonzero(~(near & weaker).any(axis=1))[0]

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which of them count as readings, shape (n,)."""
        return self.matches.sure(self.fit)


def search(level: Level, deck: Deck) -> FoundSymbols:
    """Every place in a picture that seems to hold a symbol, and which card it is."""
    return identified(level, deck, *aligned(level, triples(find_finders(level), level)))


def aligned(level: Level, at: Spots) -> tuple[Spots, Floats]:
    """Guessed positions aligned to the fixed modules; those that do not fit, and duplicates, are dropped.

    A step that fits worse than where it came from is halved.
    """
    step = aligner().step
    moved, fit = step(level, at)
    at, moved, fit = _apart(at, moved, fit, GUESS)
    for _ in range(_STEPS):
        onward, new = step(level, moved)
        better = new >= fit
        moved, at = onward.where(better, at.between(moved)), moved.where(better, at)
        fit = np.maximum(fit, new)
    at, _, fit = _apart(at, moved, fit, FITS)
    return at, fit


def identified(level: Level, deck: Deck, at: Spots, fit: Floats) -> FoundSymbols:
    """Which card is at each of some places, each place once."""
    found = FoundSymbols(at, fit, match(deck, level, at))
    order = np.argsort(-found.promise)
    near = _near(found.at)
    kept = np.zeros(len(order), bool)
    for place in order:
        kept[place] = not (near[place] & kept).any()
    return found[order[kept[order]]]


def _apart(
    at: Spots, moved: Spots, fit: Floats, least: float
) -> tuple[Spots, Spots, Floats]:
    """The places that fit at least this well, without those that overlap a better one."""
    good = np.asarray(fit > least)
    at, moved, fit = at[good], moved[good], fit[good]
    better = _near(at) & (fit[None] > fit[:, None] + _RIVAL)
    kept = np.asarray(~better.any(axis=1))
    return at[kept], moved[kept], fit[kept]


def _near(at: Spots) -> NDArray[np.bool_]:
    """Which places are too close to each other to be two symbols."""
    x, y = at.middle.T.astype(np.float32)
    square = np.square(x[:, None] - x) + np.square(y[:, None] - y)
    reach = (_SAME * at.module_px).astype(np.float32)
    return np.asarray(square < np.square(reach)[:, None])
