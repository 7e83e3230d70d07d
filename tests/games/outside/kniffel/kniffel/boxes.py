"""The thirteen boxes of a score sheet, and what five dice score in each."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

from companion.announce import Message, message

Dice: TypeAlias = tuple[int, ...]
"""Five values in ascending order: the dice cannot be told apart. Empty: nobody could read them."""
Sheet: TypeAlias = tuple[int | None, ...]
"""The points in every box, in the order of ``BOXES``; None where it is open."""

DICE: Final = 5
UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
KNIFFEL: Final = "kniffel"
BOXES: Final = (
    *UPPER,
    "three-alike",
    "four-alike",
    "full-house",
    "small-straight",
    "large-straight",
    KNIFFEL,
    "chance",
)
BONUS: Final = 35
BONUS_FROM: Final = 63
FIVE_ALIKE: Final = 50
EMPTY: Final[Sheet] = (None,) * len(BOXES)
FIXED: Final = {"full-house": 25, "small-straight": 30, "large-straight": 40}


def box_name(box: str) -> Message:
    """The name of a box."""
    return message(f"kniffel.box.{box}")


def is_kniffel(dice: Dice) -> bool:
    """Whether all five show the same."""
    return len(dice) == DICE and len({*dice}) == 1


def scored(box: str, dice: Dice, *, joker: bool = False) -> int:
    """What the dice score in a box; ``joker``: a Kniffel too many counts as any pattern."""
    if box in UPPER:
        value = UPPER.index(box) + 1
        return value * dice.count(value)
    if box in FIXED:
        return FIXED[box] if joker or _is_pattern(box, dice) else 0
    alike = {"three-alike": 3, "four-alike": 4, KNIFFEL: DICE}.get(box, 0)
    if max(Counter(dice).values()) < alike:
        return 0
    return FIVE_ALIKE if box == KNIFFEL else sum(dice)


def _is_pattern(box: str, dice: Dice) -> bool:
    if box == "full-house":
        return sorted(Counter(dice).values()) == [2, 3]
    length = 4 if box == "small-straight" else 5
    runs = (range(first, first + length) for first in range(1, 8 - length))
    return any({*run} <= {*dice} for run in runs)


def upper(sheet: Sheet) -> int:
    """The sum of the upper six boxes."""
    return sum(points or 0 for points in sheet[: len(UPPER)])


def bonus(sheet: Sheet) -> int:
    """The bonus for the upper boxes."""
    return BONUS if upper(sheet) >= BONUS_FROM else 0


def total(sheet: Sheet, extra: int = 0) -> int:
    """All points of a sheet, with its bonus and the ``extra`` for more than one Kniffel."""
    return sum(points or 0 for points in sheet) + bonus(sheet) + extra


def open_boxes(sheet: Sheet) -> tuple[str, ...]:
    """The boxes that nothing is written in."""
    return tuple(b for b, points in zip(BOXES, sheet, strict=True) if points is None)


def written(sheet: Sheet, box: str, points: int | None) -> Sheet:
    """The sheet with something else in one box."""
    at = BOXES.index(box)
    return (*sheet[:at], points, *sheet[at + 1 :])
