"""The search for symbols in a picture: how a place lies exactly, how like it is to every known symbol, and which is there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.match.finders import find_finders, triples
from vision.match.levels import Level
from vision.match.sampling import sample
from vision.match.spots import Spots
from vision.match.symbols import (
    SIDE,
    Deck,
    Floats,
    blurring,
    fixed_light,
    fixed_modules,
    framed,
    places,
    shading,
)

# Alignment ---------------------------------------------------------------------------


SURE: Final = 0.8
"""The share of a sample that must come from known modules for it to be used."""
_MOST: Final = np.array([1.0, 1.0, 0.06, 0.06, 0.06, 0.06], np.float32)
"""The largest change in one step: modules right and down, and shares of the size or radians."""
_FLAT: Final = 3.0
"""Half the contrast between black and white (grey levels) below which nothing can be aligned."""


@dataclass(frozen=True, slots=True, eq=False)
class Aligner:
    """One step of inverse compositional alignment (Baker and Matthews, 2004) to the fixed modules.

    The template never changes, so a step is one multiplication by a constant
    matrix for all patches together.
    """

    points: Floats
    """Where the samples are: 1, and modules from the symbol's middle right and down, shape (3, m)."""
    solve: Floats
    """From samples to contrast, shift right and down, change of the axis to the right and of that down; likeness to the
    fixed modules as a unit vector without slow changes of light; shares of an orthonormal basis of these: shape (m, 8 + s)."""

    def step(self, level: Level, at: Spots) -> tuple[Spots, Floats]:
        """The positions improved by one step, and how well the fixed modules fitted before it (correlation)."""
        seen = sample(level.grey, *at.at(self.points, level))
        seen -= 128  # the middle of all grey levels: squares are summed more exactly
        found = seen @ self.solve
        contrast, slow = found[:, 0], found[:, 8:]
        power = _power(seen) - _power(slow)
        fit = found[:, 7] / np.sqrt(np.maximum(power, 1e-6)) * (contrast > _FLAT)
        return _moved(at, found[:, 1:7] / np.maximum(contrast, _FLAT)[:, None]), fit


def _power(rows: Floats) -> Floats:
    """The sum of squares of each row."""
    return np.asarray(np.einsum("nk,nk->n", rows, rows))


@cache
def aligner() -> Aligner:
    """The aligner for QR version 1 under the blur that the matrices assume."""
    known = blurring() @ framed(fixed_modules().astype(float), 1.0, 0.0)
    template = blurring() @ framed(fixed_light(), 1.0, 1.0)
    kept = known > SURE
    down, right = (slope.ravel() for slope in np.gradient(template.reshape(SIDE, SIDE)))
    x, y = places()
    shade = np.linalg.qr(shading()[kept, :3])[0]
    slopes = [right, down, right * x, down * x, right * y, down * y]
    columns = np.stack([template, *slopes], axis=1)[kept]
    solve = np.linalg.pinv(np.hstack([columns, shade]))[:7].T
    pattern = columns[:, 0] - shade @ (shade.T @ columns[:, 0])
    solve = np.column_stack([solve, pattern / np.linalg.norm(pattern), shade])
    return Aligner(_grid()[:, kept], solve.astype(np.float32))


def _moved(at: Spots, found: Floats) -> Spots:
    """The positions moved by the result of a step: the template's gradients tell how far off the patch is."""
    step = np.clip(found, -_MOST, _MOST).reshape(-1, 3, 2, 1)
    right, down = at.spans[:, None, 1], at.spans[:, None, 2]
    return Spots(at.spans - step[:, :, 0] * right - step[:, :, 1] * down)


# Comparison --------------------------------------------------------------------------


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

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Matches:
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
    length = np.maximum(np.sqrt(_power(data)), 1e-6)
    scores = data @ deck.symbols.T
    rows = np.arange(len(scores))
    card = scores.argmax(axis=1)
    best = scores[rows, card]
    scores[rows, card] = -length
    return Matches(card, best / length, (best - scores.max(axis=1)) / length)


@cache
def _grid() -> Floats:
    x, y = places()
    return np.stack([np.ones_like(x), x, y]).astype(np.float32)


# The search --------------------------------------------------------------------------


GUESS: Final = 0.4
"""How well the fixed modules must fit (correlation) at a guessed position for it to be aligned."""
ALIGNED: Final = 0.6
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

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> FoundSymbols:
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
    at, _, fit = _apart(at, moved, fit, ALIGNED)
    return at, fit


def identified(level: Level, deck: Deck, at: Spots, fit: Floats) -> FoundSymbols:
    """Which card is at each of some places, each place once."""
    found = FoundSymbols(at, fit, match(deck, level, at))
    order = np.argsort(-found.promise)
    found = found[order]
    kept = np.ones(len(order), np.bool_)
    # Row by row: whether what is more likely is kept itself has been told before.
    for place, other in np.argwhere(np.tril(_near(found.at), -1)).tolist():
        kept[place] &= not kept[other]
    return found[kept]


def _apart(at: Spots, moved: Spots, fit: Floats, least: float) -> tuple[Spots, Spots, Floats]:
    """The places that fit at least this well, without those that overlap a better one."""
    good = np.asarray(fit > least)
    at, moved, fit = at[good], moved[good], fit[good]
    better = _near(at) & (fit[None] > fit[:, None] + _RIVAL)
    kept = np.asarray(~better.any(axis=1))
    return at[kept], moved[kept], fit[kept]


def _near(at: Spots) -> NDArray[np.bool_]:
    """Which places are too close to each other to be two symbols."""
    x, y = at.middle.T.astype(np.float32)
    square = np.square(x[:, None] - x)
    square += np.square(y[:, None] - y)
    reach = np.square(_SAME * at.module_px).astype(np.float32)
    return np.asarray(square < reach[:, None])
