"""Dice on photographs, as the finder of this checkout gives them, and what they show: what a reader of pips learns from as well."""

from __future__ import annotations

import math
from collections.abc import Iterator

from benchmarks.dice import Lying, photographs
from benchmarks.dice_training.candidates import Candidate
from vision.dice.die_places import places_in
from vision.dice.found_die import FoundDie
from vision.dice.plain import at_every_size
from vision.dice.turning import turn_of
from vision.frame import Colour

_OFF = 0.45
"""A place so near to the middle of a die's box is that die, in halves of the box: its visible sides are in it, too."""
_LARGE = (0.55, 1.1)
"""So large beside the box is a place that holds its top face."""


_FIFTH = 5
"""The last of so many photographs with even numbers is not learnt from: those say how sure what was learnt may be."""


def photographed() -> tuple[list[Colour], list[Candidate]]:
    """Four of five photographs with even numbers, and the dice that are found on them, each at every size at which it is."""
    even = enumerate(photographs("even", 1000), 1)
    shown = [one for n, one in even if n % _FIFTH]
    pictures = [picture for _, picture, _ in shown]
    dice = [
        die
        for n, (_, picture, truth) in enumerate(shown)
        for die in _dice(n, picture, truth)
    ]
    return pictures, dice


def _dice(n: int, picture: Colour, truth: list[Lying]) -> Iterator[Candidate]:
    for part in at_every_size(picture):
        for place in places_in([part]):
            yield from (
                _shown(n, picture, place, int(die.value) - 1)
                for die in truth
                if _is_of(place, die)
            )


def _is_of(place: FoundDie, die: Lying) -> bool:
    off = math.dist(place.centre, die.at) / die.reach
    return off < _OFF and _LARGE[0] < place.edge / (2 * die.reach) < _LARGE[1]


def _shown(n: int, picture: Colour, place: FoundDie, value: int) -> Candidate:
    turn = math.radians(turn_of(picture, place.centre, place.edge))
    return Candidate(n, place.centre, place.edge, turn, value)
