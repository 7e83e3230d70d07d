"""What the dice on the table say: how many there are, which were thrown, and what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final

from companion.announce import Message, message
from companion.gamekit.sitting import DiceCodes
from companion.games.lauf_rauf.mat import DICE_COLOUR
from companion.games.lauf_rauf.model.moves import Pair
from companion.games.lauf_rauf.model.standing import Standing
from companion.table import Step, Table

DICE: Final = 2
PAIRS: Final = tuple(combinations_with_replacement(range(1, 7), DICE))
"""All that two dice can show."""


def is_die(code: str) -> bool:
    """Whether a code is a die's."""
    return code.partition("-")[0] == DICE_COLOUR


def dice_codes(table: Table) -> DiceCodes:
    """The dice, wherever they lie; an unreadable candidate is ignored if two others can be read."""
    lying = (code for codes in table.zones.values() for code in codes)
    dice = sorted(filter(is_die, lying))
    read = [code for code in dice if value_of(code) is not None]
    return tuple(read if len(read) == DICE else dice)


def value_of(code: str) -> int | None:
    """The value of a die; None if it is unreadable."""
    value = code.partition("-")[2]
    return int(value) if value in tuple("123456") else None


def half_read(table: Table) -> int | None:
    """The value of one die if the other is unreadable or out of sight."""
    values = [value_of(code) for code in dice_codes(table)]
    known = [value for value in values if value is not None]
    return known[0] if len(values) <= DICE and len(known) == 1 else None


def none_read(table: Table) -> bool:
    """Whether there are two dice, both unreadable."""
    values = [value_of(code) for code in dice_codes(table)]
    return values == [None, None]


def fault_of(dice: DiceCodes, fell: bool) -> Message | None:
    """What prevents reading a roll that has come to rest; ``fell``: dice came with this very look."""
    if len(dice) > DICE:
        return message("lauf.dice.too-many")
    if None in map(value_of, dice):
        return message("lauf.dice.leans")
    return message("lauf.dice.missing") if fell and len(dice) < DICE else None


def die_steps(steps: Iterable[Step], table: Table) -> tuple[Step, ...]:
    """The dice that came and went; none if that was an unreadable object beside two readable dice."""
    found = tuple(step for step in steps if is_die(step.card))
    read = [step for step in found if value_of(step.card) is not None]
    elsewhere = not read and None not in map(value_of, dice_codes(table))
    return () if elsewhere and len(dice_codes(table)) == DICE else found


def gone_and_come(
    steps: Iterable[Step], left: DiceCodes, came: DiceCodes
) -> tuple[DiceCodes, DiceCodes]:
    """The dice that left their places and those that came, combined with earlier ones: a die that came and leaves again never came."""
    gone, there = Counter(left), Counter(came)
    for step in (step for step in steps if is_die(step.card)):
        if step.sign == "+":
            there[step.card] += 1
        elif there[step.card]:
            there[step.card] -= 1
        else:
            gone[step.card] += 1
    return tuple(sorted(gone.elements())), tuple(sorted((+there).elements()))


def came_to_light(standing: Standing, dice: DiceCodes, came: DiceCodes) -> bool:
    """Whether a die that appears without another leaving was there all the time: both show what is known, or both had yet to be thrown."""
    known = standing.rolls and sorted(standing.dice)
    return len(came) < DICE and (not known or known == sorted(pair_of(dice)))


def pair_of(dice: DiceCodes) -> Pair:
    """The values of two readable dice."""
    one, other = (value_of(code) or 1 for code in dice)
    return one, other
