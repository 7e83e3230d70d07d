"""Whether candidates are dice, lean or are covered: one classifier, and where that is unclear two further looks (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.dice.found_die import HINDERED, LIKELY_DIE, VALUES, FoundDie
from vision.dice.level import from_above, slope
from vision.dice.networks import kind_reader, lying_reader, scores_of, share
from vision.frame import Colour

_STILL: Final = 0.8
"""The probability by the rectified view from which a candidate that the other classifier rejects may be a die."""
_SURELY: Final = 0.9
"""The probability of a die from which one that seems level and open is asked about no further."""
Kinds: TypeAlias = NDArray[np.float64]
"""The probabilities that each candidate is a die, that it leans and that it is covered, shape (n, 3)."""


def lying_anywhere(faces: Sequence[Colour]) -> Kinds:
    """The same from faces cut out according to ``FACE`` alone, by the classifier that needs not know which way is up."""
    kinds = _kinds(scores_of(kind_reader(), faces))
    # What it takes for likely it hardly ever is wrong about.
    kinds[:, 1:][kinds[:, 1:] > HINDERED] = 1.0
    return kinds


def lying_at_a_look(
    found: Sequence[FoundDie], picture: Colour, ups: Sequence[complex]
) -> Kinds:
    """The same from one look at each rectified view; ``ups`` is where an upright edge points at each candidate, as for ``from_above``."""
    seen = [_from_above(picture, *at) for at in zip(found, ups, strict=True)]
    return _seen_lying(seen, ups)


def lying_surely(
    found: Sequence[FoundDie],
    faces: Sequence[Colour],
    picture: Colour,
    lying: Kinds,
    ups: Sequence[complex],
) -> Kinds:
    """The same with further looks where the first (``lying``) left it unclear: by the orientation-agnostic classifier, and at a mirrored view where it may lean."""
    unclear = np.flatnonzero(~_clear(lying))
    told = lying_anywhere([faces[n] for n in unclear.tolist()])
    told[:, 0] = _pooled(told[:, 0], lying[unclear, 0])
    may_be = (lying[unclear, 0] > _STILL) | (told[:, 0] > LIKELY_DIE)
    kinds = _doubted(found, picture, lying, ups, unclear[may_be])
    still = ~_clear(kinds[unclear])
    kinds[unclear[still]] = _named(told[still], kinds[unclear[still]])
    return kinds


def _pooled(
    one: NDArray[np.float64], other: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What two networks tell together of the same probabilities: the mean of their log-odds."""
    log_odds = (
        np.log(each / (1 - each)) for each in np.clip((one, other), 1e-6, 1 - 1e-6)
    )
    return np.asarray(share(sum(log_odds) / 2))


def _clear(lying: Kinds) -> NDArray[np.bool_]:
    """Which candidates surely are dice that lie level and open."""
    sure: NDArray[np.bool_] = lying[:, 0] > _SURELY
    return sure & (lying[:, 1:] < HINDERED).all(axis=1)


def _kinds(scores: NDArray[np.float32]) -> Kinds:
    values, none = scores[:, : len(VALUES)], scores[:, len(VALUES)]
    die = share(np.logaddexp.reduce(values.astype(np.float64), axis=1) - none)
    how = share(scores[:, len(VALUES) + 1 : len(VALUES) + 3].astype(np.float64))
    return np.column_stack([die, how])


def _doubted(
    found: Sequence[FoundDie],
    picture: Colour,
    lying: Kinds,
    ups: Sequence[complex],
    which: NDArray[np.intp],
) -> Kinds:
    """The same, where those of ``which`` that seem to lean get the mean over the rectified view and its mirror image; upright edges point up in both."""
    leaning: list[int] = which[lying[which, 1] > HINDERED].tolist()
    if not leaning:
        return lying
    seen = [_from_above(picture, found[n], ups[n])[:, ::-1].copy() for n in leaning]
    kinds, mirrored = lying.copy(), _seen_lying(seen, [ups[n] for n in leaning])
    kinds[leaning, 1] = (kinds[leaning, 1] + mirrored[:, 1]) / 2
    return kinds


def _seen_lying(seen: Sequence[Colour], ups: Sequence[complex]) -> Kinds:
    """The probabilities from views rectified to straight above."""
    slopes = np.stack([slope(up) for up in ups])
    return _kinds(scores_of(lying_reader(), seen, slopes))


def _from_above(picture: Colour, die: FoundDie, up: complex) -> Colour:
    return from_above(picture, die.centre, die.edge, up)


def _named(kinds: Kinds, lying: Kinds) -> Kinds:
    """Both classifiers combined: ``kinds`` of the orientation-agnostic one, ``lying`` of the rectified view.

    A candidate that only the latter takes for a die, and that seems to lean or to be covered there, is a die that surely does.
    """
    how = lying[:, 1:] > HINDERED
    named = (kinds[:, 0] <= LIKELY_DIE) & (lying[:, 0] > _STILL) & how.any(axis=1)
    is_die = np.where(named, lying[:, 0], kinds[:, 0])
    # Of a covered die so little is seen that the others doubt it.
    is_die[(lying[:, 0] > LIKELY_DIE) & (lying[:, 2] > HINDERED)] = 1.0
    surely = (named[:, None] & how) | (kinds[:, 1:] == 1.0)
    return np.column_stack([is_die, np.where(surely, 1.0, lying[:, 1:])])
