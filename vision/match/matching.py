"""Which card of a closed set a patch of a picture shows, or none: scores, margins, and when they suffice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.match.levels import Level
from vision.match.sampling import sample
from vision.match.spots import Spots
from vision.match.symbols import Deck, Floats, places

FITS: Final = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
EXPECTED: Final = (0.26, 0.42, 0.55, 0.62, 0.74, 0.85, 0.93)
"""The score of a card's own symbol if the fixed modules fit as in ``FITS``: measured medians (docs/reading.md)."""
SCORE_SHARE: Final = 0.7
MARGIN_SHARE: Final = 0.25
"""The shares of the expected score that score and margin must reach; a foreign symbol of the same sharpness does not."""
LEAST_SCORE: Final = 0.35
LEAST_MARGIN: Final = 0.13
"""The least score and margin, however bad the picture is."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """The best-matching card for each of several patches."""

    card: NDArray[np.intp]
    """Its index in the deck, shape (n,)."""
    score: Floats
    """Correlation of the patch's data modules with the card's, shape (n,)."""
    margin: Floats
    """Its lead over the next best card, shape (n,)."""

    def __getitem__(self, which: NDArray[np.intp]) -> Matches:
        return Matches(self.card[which], self.score[which], self.margin[which])

    def sure(self, fit: Floats) -> NDArray[np.bool_]:
        """Which of them count as readings, given how well the fixed modules of each fit (a correlation); shape (n,) both.

        The score must be what a card's own symbol would have in a patch of this
        quality, and no other card may come near: two tests that a foreign symbol passes
        independently, each about once in 5000 (docs/reading.md).
        """
        expected = np.interp(fit, FITS, EXPECTED)
        like = self.score > np.maximum(LEAST_SCORE, SCORE_SHARE * expected)
        alone = self.margin > np.maximum(LEAST_MARGIN, MARGIN_SHARE * expected)
        return np.asarray(like & alone)


def match(deck: Deck, level: Level, at: Spots) -> Matches:
    """Compares what lies at some places of a picture with every card."""
    return compare(deck, sample(level.grey, *at.at(_grid(), level), smooth=True))


def compare(deck: Deck, patches: Floats) -> Matches:
    """Compares patches, shape (n, SIDE * SIDE), with every card; an empty deck matches nothing."""
    if not deck.payloads:
        nothing = np.zeros(len(patches), np.float32)
        return Matches(np.zeros(len(patches), np.intp), nothing, nothing)
    data = patches @ deck.deblur.T
    data -= data.mean(axis=1, keepdims=True)
    data /= np.maximum(np.linalg.norm(data, axis=1, keepdims=True), 1e-6)
    scores = data @ deck.symbols.T
    rows = np.arange(len(scores))
    card = scores.argmax(axis=1)
    best = scores[rows, card]
    scores[rows, card] = -1
    return Matches(card, best, best - scores.max(axis=1, initial=-1))


@cache
def _grid() -> NDArray[np.float64]:
    return np.stack(places(), axis=1)
