"""Score sheets: which boxes there are, and what five dice score in each."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.kit.odds import Dice
from companion.kit.score_sheets.model import Form, Part

DICE: Final = 5
UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
FIVE_ALIKE: Final = "five-alike"
FIFTY: Final = 50
BONUS_FROM: Final = 63


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of score sheet: what its lower boxes score, in their order, and the bonus for 63 points in the upper six."""

    name: str
    lower: dict[str, Callable[[Dice], int]]
    bonus: int

    @cached_property
    def form(self) -> Form:
        """The sheet as it is printed."""
        upper = Part("upper", UPPER, self.bonus, BONUS_FROM)
        return Form((upper, Part("lower", tuple(self.lower))))

    def points(self, box: str, dice: Dice) -> int:
        """What five dice score in a box."""
        if box in self.lower:
            return self.lower[box](dice)
        value = UPPER.index(box) + 1
        return value * dice.count(value)


def is_five_alike(dice: Dice) -> bool:
    """Whether all five show the same."""
    return len(dice) == DICE and len({*dice}) == 1


def _alike(dice: Dice, least: int) -> list[int]:
    """The values that so many dice at least show."""
    return [value for value, count in Counter(dice).items() if count >= least]


def _of_a_kind(least: int) -> Callable[[Dice], int]:
    """So many alike, the highest there are: their own sum."""
    return lambda dice: least * max(_alike(dice, least), default=0)


def _all_for(least: int) -> Callable[[Dice], int]:
    """So many alike: the sum of all five."""
    return lambda dice: sum(dice) if _alike(dice, least) else 0


def _two_pairs(dice: Dice) -> int:
    """Of two different values; the fifth die does not count."""
    pairs = _alike(dice, 2)
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def _is_full_house(dice: Dice) -> bool:
    return sorted(Counter(dice).values()) == [2, 3]


def _run(length: int) -> Callable[[Dice], bool]:
    runs = [{*range(first, first + length)} for first in range(1, 8 - length)]
    return lambda dice: any(run <= {*dice} for run in runs)


def _fixed(points: int, fits: Callable[[Dice], bool]) -> Callable[[Dice], int]:
    return lambda dice: points if fits(dice) else 0


YATZY: Final = Kind(
    "yatzy",
    {
        "pair": _of_a_kind(2),
        "two-pairs": _two_pairs,
        "three-alike": _of_a_kind(3),
        "four-alike": _of_a_kind(4),
        "small-straight": _fixed(15, lambda dice: dice == (1, 2, 3, 4, 5)),
        "large-straight": _fixed(20, lambda dice: dice == (2, 3, 4, 5, 6)),
        "full-house": lambda dice: sum(dice) if _is_full_house(dice) else 0,
        "chance": sum,
        FIVE_ALIKE: _fixed(FIFTY, is_five_alike),
    },
    bonus=50,
)
"""Fifteen boxes, as played in Scandinavia: what counts are the dice that make the pattern."""
THIRTEEN: Final = Kind(
    "thirteen",
    {
        "three-alike": _all_for(3),
        "four-alike": _all_for(4),
        "full-house": _fixed(25, _is_full_house),
        "small-straight": _fixed(30, _run(4)),
        "large-straight": _fixed(40, _run(5)),
        FIVE_ALIKE: _fixed(FIFTY, is_five_alike),
        "chance": sum,
    },
    bonus=35,
)
"""Thirteen boxes, as sold in most of the world."""
KINDS: Final = {kind.name: kind for kind in (YATZY, THIRTEEN)}
JOKERS: Final = {"full-house": 25, "small-straight": 30, "large-straight": 40}
"""What a further five of a kind scores where it stands for any pattern."""
