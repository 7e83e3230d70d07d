"""The score sheet and its thirteen boxes, and what five dice score in each."""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.kit.odds import Dice
from companion.kit.score_sheets.model import Form, Part

DICE: Final = 5
UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
KNIFFEL: Final = "kniffel"
LOWER: Final = (
    "three-alike",
    "four-alike",
    "full-house",
    "small-straight",
    "large-straight",
    KNIFFEL,
    "chance",
)
FORM: Final = Form((Part("upper", UPPER, bonus=35, bonus_from=63), Part("lower", LOWER)))
FIVE_ALIKE: Final = 50
FIXED: Final = {"full-house": 25, "small-straight": 30, "large-straight": 40}


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
