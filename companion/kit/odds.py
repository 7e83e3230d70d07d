"""What dice may still show: all rolls, what can be kept of them, what follows and how likely, and what it is worth to roll on."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Final, TypeAlias

Dice: TypeAlias = tuple[int, ...]
"""Values in ascending order: the dice cannot be told apart."""
FACES: Final = tuple(range(1, 7))


def keeps(dice: Dice) -> tuple[Dice, ...]:
    """Everything that can be kept of a roll if something is thrown again, each once; nothing first."""
    kept = (k for count in range(len(dice)) for k in combinations(dice, count))
    return tuple(dict.fromkeys(kept))


@cache
def rolls(dice: int) -> tuple[Dice, ...]:
    """All that so many dice can show, 252 rolls of five."""
    return tuple(combinations_with_replacement(FACES, dice))


@cache
def outcomes(kept: Dice, dice: int) -> tuple[tuple[Dice, float], ...]:
    """What ``dice`` dice may show if some are kept and the others thrown, with the probability of each."""
    thrown = dice - len(kept)
    return tuple(
        (tuple(sorted((*kept, *fallen))), _ways(fallen) / 6**thrown) for fallen in rolls(thrown)
    )


def _ways(fallen: Dice) -> float:
    return factorial(len(fallen)) / prod(map(factorial, Counter(fallen).values()))


@dataclass(frozen=True, slots=True)
class RollingOn:
    """What every roll of so many dice is worth to whoever may roll on: ``after`` has a value for each of ``rolls``."""

    after: Mapping[Dice, float]

    @classmethod
    def of(cls, worth: Callable[[Dice], float], dice: int, more: int) -> "RollingOn":
        """``worth`` is that of a last roll, ``more`` how many rolls follow the one that is judged, each time with the best dice kept."""
        found = cls({roll: worth(roll) for roll in rolls(dice)})
        for _ in range(more):
            found = found.before()
        return found

    @property
    def _dice(self) -> int:
        return len(next(iter(self.after)))

    def before(self) -> "RollingOn":
        """The same one roll earlier."""
        again = {kept: self.mean(kept) for kept in self._all_keeps()}
        best = {
            roll: max(value, *(again[kept] for kept in keeps(roll)))
            for roll, value in self.after.items()
        }
        return RollingOn(best)

    def _all_keeps(self) -> Iterator[Dice]:
        return (kept for n in range(self._dice) for kept in rolls(n))

    def mean(self, kept: Dice) -> float:
        """What it is worth on average to throw all but the kept dice."""
        found = outcomes(kept, self._dice)
        return sum(self.after[roll] * share for roll, share in found)

    def best(self, dice: Dice) -> tuple[Dice, float]:
        """What is best kept of a roll that is followed by this one, and what that is worth."""
        worth = ((kept, self.mean(kept)) for kept in keeps(dice))
        return max(worth, key=lambda each: each[1])
