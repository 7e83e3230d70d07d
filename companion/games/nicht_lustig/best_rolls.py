"""The best way to roll once or twice more, computed exactly.

Arrays have an axis each for black, red, white and pink: what the dice of a colour
show (21 pairs; 6 values), or what is kept of them (28 sets; 7).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations_with_replacement, compress, product
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.nicht_lustig.pieces import COLOURED, DICE, DiceRoll, Names
from companion.games.nicht_lustig.valuation import Values

Worth: TypeAlias = NDArray[np.float64]
DiceValues: TypeAlias = tuple[int, ...]
"""The kept dice of a colour, or what its dice show: sorted values."""

SIDES: Final = 6
BOTH: Final[tuple[DiceValues, ...]] = tuple(combinations_with_replacement(range(SIDES), 2))
KEPT: Final[tuple[DiceValues, ...]] = ((), *((value,) for value in range(SIDES)), *BOTH)
AT: Final = {kept: at for at, kept in enumerate(KEPT)}
THROWN: Final = SIDES
"""Where a pink die that is thrown stands; a kept one stands at its value."""
CHOICES: Final = np.array(list(product((False, True), repeat=len(DICE))))
"""Which dice are thrown, none first, (128, 7)."""


class Outlook:
    """The value of every set of kept dice with one throw of the others to come; the same throughout a turn."""

    def __init__(self, values: Values) -> None:
        self._kept = _averaged(_last(values), FALL, PINK_FALL)

    def last(self, dice: DiceRoll, free: Names) -> Names:
        """Which dice to throw for the last time; none if nothing is better."""
        return _best(self.once(dice), free)

    def first(self, dice: DiceRoll) -> Names:
        """Which dice to throw if another throw of some of them may follow; none if nothing is better."""
        return _best(self.twice(dice), DICE)

    def once(self, dice: DiceRoll) -> Worth:
        """The value of each of ``CHOICES``, (128,)."""
        left = [[AT[kept] for kept in _left(dice.of(colour))] for colour in COLOURED]
        return self._kept[np.ix_(*left, [dice.pink, THROWN])].ravel()

    def twice(self, dice: DiceRoll) -> Worth:
        """The same if some of what was thrown may be thrown once more."""
        worth = self._kept
        for axis, colour in enumerate(COLOURED):
            ways = (worth.take(may, axis) for may in _ways(dice.of(colour)))
            worth = reduce(np.maximum, ways)
        again = np.maximum(worth[..., :THROWN], worth[..., THROWN:])
        worth = np.concatenate([worth[..., [dice.pink]], again], axis=-1)
        return _averaged(worth, SHARES, PINK_SHARES).ravel()


def _last(values: Values) -> Worth:
    """The value of every last roll, (21, 21, 21, 6)."""
    pairs = np.array(BOTH)
    alike = pairs[:, 0] == pairs[:, 1]
    shown = (pairs[:, :, None] == range(SIDES)).any(axis=1).astype(float)
    twins = _outer_sum([np.array(worth)[pairs[:, 0]] * alike for worth in values.twins])
    trios = np.einsum("av,bv,cv,v->abc", shown, shown, shown, values.trios)
    totals = np.array(values.sums)[_outer_sum([pairs.sum(axis=1)] * len(COLOURED))]
    taken = np.maximum.reduce([twins, trios, totals])[..., None]
    worth: Worth = np.where(taken > 0, taken, values.deaths) + np.array(values.scores)
    return worth


def _outer_sum(axes: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return reduce(np.add.outer, axes)


def _averaged(worth: Worth, colour: Worth, pink: Worth) -> Worth:
    """An average over what falls, of each colour by its probabilities (kept, fallen)."""
    for shares in (colour, colour, colour, pink):
        # The first axis goes, and comes back as the last: after four each is where it was.
        worth = np.tensordot(worth, shares, (0, 1))
    return worth


def _best(worth: Worth, free: Names) -> Names:
    """The best choice of free dice; of those that are worth the same the first."""
    allowed = ~CHOICES[:, ~np.isin(DICE, free)].any(axis=1)
    at = np.where(allowed, worth.round(9), -np.inf).argmax()
    return tuple(compress(DICE, CHOICES[at]))


def _left(pair: DiceValues) -> tuple[DiceValues, ...]:
    """What remains of two dice if none, the second, the first or both are thrown."""
    return tuple(sorted(pair)), pair[:1], pair[1:], ()


@cache
def _falling(kept: DiceValues) -> Mapping[DiceValues, float]:
    """What kept dice of a colour and thrown ones come to -> its probability."""
    thrown = product(range(SIDES), repeat=2 - len(kept))
    found = Counter(tuple(sorted((*kept, *values))) for values in thrown)
    return {pair: times / found.total() for pair, times in found.items()}


@cache
def _ways(pair: DiceValues) -> NDArray[np.int_]:
    """What may be kept (4) of all that what remains of a pair may come to (34)."""
    rows = [
        [AT[k if Counter(kept) <= Counter(k) else shown] for k in _left(shown)]
        for kept in _left(pair)
        for shown in _falling(kept)
    ]
    return np.array(rows).T


FALL: Final = np.array([[_falling(kept).get(pair, 0.0) for pair in BOTH] for kept in KEPT])
"""What is kept of a colour -> the probability of each pair, (28, 21)."""
PINK_FALL: Final = np.vstack([np.eye(SIDES), np.full(SIDES, 1 / SIDES)])
"""The pink die, kept at a value or thrown -> the probability of each value, (7, 6)."""
SHARES: Final = np.array(
    [
        [share * (kept == other) for other in _left((0, 1)) for share in _falling(other).values()]
        for kept in _left((0, 1))
    ]
)
"""What remains of a pair -> the probability of each of its ways, (4, 34)."""
PINK_SHARES: Final = np.array([[1.0] + [0.0] * SIDES, [0.0] + [1 / SIDES] * SIDES])
"""The pink die, left as it lies or thrown -> the probability that it lies there, or falls on each value, (2, 7)."""


@lru_cache(maxsize=2)
def outlook_of(values: Values) -> Outlook:
    """The outlook of a turn, computed once for all its decisions."""
    return Outlook(values)
