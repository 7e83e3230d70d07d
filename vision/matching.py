"""Which card of a closed set a patch of a picture is, or none: scores, margins, and when they suffice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.finders import Placed
from vision.frame import Grey
from vision.sampling import sample
from vision.symbols import Deck, Floats, places

SCORE: Final = 0.38
"""Correlation of the data modules with a card's that a reading needs (docs/reading.md)."""
MARGIN: Final = 0.12
"""How much the best card must be ahead of the next."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """The best card for each of several patches."""

    card: NDArray[np.intp]
    """Its index in the deck."""
    score: Floats
    """Correlation of the patch's data modules with the card's."""
    margin: Floats
    """How much the next best card is behind."""

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which of them are a reading."""
        return (self.score > SCORE) & (self.margin > MARGIN)


def match(deck: Deck, picture: Grey, scale: float, at: Placed) -> Matches:
    """Compares what lies at some places of a picture (of ``scale`` px per px of the whole one) with every card."""
    where = (at.at(_grid()) + 0.5) * scale - 0.5
    return compare(deck, sample(picture, where, smooth=True))


def compare(deck: Deck, patches: Floats) -> Matches:
    """Compares patches, shape (n, SIDE * SIDE), with every card."""
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
