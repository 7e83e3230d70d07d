"""Finds every symbol of a closed set in a picture: finders, triples of them, alignment, comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.aligning import aligner
from vision.finders import Placed, find_finders, triples
from vision.matching import Matches, match
from vision.symbols import Deck, Floats
from vision.views import View

GUESS: Final = 0.4
"""How well the fixed modules must fit (correlation) where three finders are guessed, to be aligned."""
FITS: Final = 0.6
"""How well they must fit when aligned, to be compared with the cards."""
_STEPS: Final = 3
_SAME: Final = 7.0
"""Two symbols' middles cannot be nearer than this, modules."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Symbols found in a picture, each place once, the likeliest first."""

    at: Placed
    fit: Floats
    """How well the fixed modules fit."""
    matches: Matches


def search(view: View, deck: Deck) -> Found:
    """Every place of a picture where a symbol seems to lie, and which card it is."""
    finders = find_finders(view)
    at, fit = aligned(view, triples(finders, view.pose, view.module_mm))
    return _distinct(identified(view, deck, at, fit))


def aligned(view: View, at: Placed) -> tuple[Placed, Floats]:
    """Guessed places brought to where the fixed modules fit; those where they don't are left out."""
    for least in (GUESS, GUESS, FITS - 0.1):
        moved, fit = aligner().step(view.grey, view.scale, at)
        at = moved[fit > least]
    _, fit = aligner().step(view.grey, view.scale, at)
    kept = fit > FITS
    return at[kept], fit[kept]


def identified(view: View, deck: Deck, at: Placed, fit: Floats) -> Found:
    """Which card lies at each of some places."""
    return Found(at, fit, match(deck, view.grey, view.scale, at))


def _distinct(found: Found) -> Found:
    """Of several symbols at one place, the one that is most surely a card."""
    order = np.argsort(-(found.matches.score + found.matches.margin))
    middle = found.at.middle
    module = np.linalg.norm(found.at.axes[:, 0], axis=1)
    near = np.linalg.norm(middle[:, None] - middle[None], axis=2) < _SAME * module
    kept = np.zeros(len(order), bool)
    for place in order:
        kept[place] = not (near[place] & kept).any()
    return _picked(found, order[kept[order]])


def _picked(found: Found, which: NDArray[np.intp]) -> Found:
    seen = found.matches
    picked = Matches(seen.card[which], seen.score[which], seen.margin[which])
    return Found(found.at[which], found.fit[which], picked)
