"""Dice of the pictures and photographs that have their truth beside them, as a reader learns from them: those with even numbers only."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.dice import Lying, photographs, pictures
from benchmarks.dice_candidates import Candidate
from vision.dice.found import VALUES, FoundDie
from vision.dice.plain import dice_of_any_size
from vision.frame import Colour

LEARNT_FROM = "even"
"""The others are for judging."""


def seen(first: int) -> tuple[list[Colour], list[Candidate]]:
    """The pictures, numbered from ``first``, and the dice in them that lie clear and that the finder finds."""
    images: list[Colour] = []
    dice: list[Candidate] = []
    shown = (*pictures(LEARNT_FROM), *photographs(LEARNT_FROM, 1000))
    for number, (_, image, truth) in enumerate(shown, first):
        images.append(image)
        dice += _found(number, dice_of_any_size(image), truth)
    return images, dice


def _found(
    number: int, found: tuple[FoundDie, ...], truth: list[Lying]
) -> Iterator[Candidate]:
    for die in truth:
        here = [one for one in found if _is_at(one, die)]
        if die.clear and len(here) == 1:
            yield _candidate(number, here[0], die.value)


def _is_at(one: FoundDie, die: Lying) -> bool:
    return bool(np.hypot(*np.subtract(one.centre, die.at)) < die.reach)


def _candidate(number: int, die: FoundDie, value: str) -> Candidate:
    turn, shown = float(np.radians(die.turn)), VALUES.index(value)
    return Candidate(
        number, die.centre, die.edge, turn, shown, False, False, True, painted=False
    )
