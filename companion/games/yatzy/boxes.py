"""Score sheets: which boxes there are, and what five dice score in each."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.announce import Message, message

Dice: TypeAlias = tuple[int, ...]
"""Five values in ascending order: the dice cannot be told apart. Empty: nobody could read them."""
Column: TypeAlias = tuple[int | None, ...]
"""The points in every box of a sheet, in its order; None where it is open."""

DICE: Final = 5
UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
FIVE_ALIKE: Final = "five-alike"
FIFTY: Final = 50
BONUS_FROM: Final = 63


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """One kind of score sheet: its boxes in their order, and the bonus for 63 points in the upper six."""

    name: str
    lower: dict[str, Callable[[Dice], int]]
    bonus: int

    @property
    def boxes(self) -> tuple[str, ...]:
        """The names of all boxes."""
        return (*UPPER, *self.lower)

    @property
    def empty(self) -> Column:
        """A sheet that nothing is written in."""
        return (None,) * len(self.boxes)

    def points(self, box: str, dice: Dice) -> int:
        """What five dice score in a box."""
        if box in self.lower:
            return self.lower[box](dice)
        value = UPPER.index(box) + 1
        return value * dice.count(value)

    def open(self, column: Column) -> tuple[str, ...]:
        """The boxes that nothing is written in."""
        return tuple(b for b, points in zip(self.boxes, column, strict=True) if points is None)  # fmt: skip

    def written(self, column: Column, box: str, points: int | None) -> Column:
        """The column with something else in one box."""
        at = self.boxes.index(box)
        return (*column[:at], points, *column[at + 1 :])

    def bonus_of(self, column: Column) -> int:
        """The bonus for the upper boxes."""
        return self.bonus if upper(column) >= BONUS_FROM else 0

    def total(self, column: Column, extra: int = 0) -> int:
        """All points of a column, with its bonus and the ``extra`` for more than one five of a kind."""
        return sum(points or 0 for points in column) + self.bonus_of(column) + extra


def upper(column: Column) -> int:
    """The sum of the upper six boxes."""
    return sum(points or 0 for points in column[: len(UPPER)])


def box_name(box: str) -> Message:
    """The name of a box."""
    return message(f"yatzy.box.{box}")


def is_five_alike(dice: Dice) -> bool:
    """Whether all five show the same."""
    return len(dice) == DICE and len({*dice}) == 1


def _alike(dice: Dice, least: int) -> list[int]:
    """The values that so many dice at least show, ascending."""
    return sorted(value for value, count in Counter(dice).items() if count >= least)


def _of_a_kind(least: int) -> Callable[[Dice], int]:
    """So many alike, the highest there are: their own sum."""
    return lambda dice: least * max(_alike(dice, least), default=0)


def _all_for(least: int) -> Callable[[Dice], int]:
    """So many alike: the sum of all five."""
    return lambda dice: sum(dice) if _alike(dice, least) else 0


def _fifty(dice: Dice) -> int:
    return FIFTY if is_five_alike(dice) else 0


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


YATZY: Final = Sheet(
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
        FIVE_ALIKE: _fifty,
    },
    bonus=50,
)
"""Fifteen boxes, as played in Scandinavia: what counts are the dice that make the pattern."""
THIRTEEN: Final = Sheet(
    "thirteen",
    {
        "three-alike": _all_for(3),
        "four-alike": _all_for(4),
        "full-house": _fixed(25, _is_full_house),
        "small-straight": _fixed(30, _run(4)),
        "large-straight": _fixed(40, _run(5)),
        FIVE_ALIKE: _fifty,
        "chance": sum,
    },
    bonus=35,
)
"""Thirteen boxes, as sold in most of the world."""
SHEETS: Final = {sheet.name: sheet for sheet in (YATZY, THIRTEEN)}
JOKERS: Final = {"full-house": 25, "small-straight": 30, "large-straight": 40}
"""What a further five of a kind scores where it stands for any pattern."""
