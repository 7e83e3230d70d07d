"""Dice on photographs, as the finder of this checkout gives them, and what they show: what a reader of pips learns from as well."""

from __future__ import annotations

import math
from collections.abc import Iterator

from benchmarks.dice import Lying, photographs
from benchmarks.dice_training.candidates import HIDDEN, LEANS, NONE, Candidate
from vision.dice.die_places import places_in
from vision.dice.found_die import FoundDie
from vision.dice.plain import at_every_size
from vision.dice.turning import turn_of
from vision.frame import Colour

_OFF = 0.45
"""A place so near to the middle of a die's box is that die, in halves of the box: its visible sides are in it, too."""
_LARGE = (0.55, 1.1)
"""So large beside the box is a place that holds its top face."""
_NEAR = 1.3
"""What is so near to a die may be a part of it."""
_UNKNOWN = (sum(LEANS) / 2, 1 - sum(HIDDEN) / 2)
"""How far it leans and how much of it is seen, of which nothing is asked."""


_FIFTH = 5
"""The last of so many photographs with even numbers is not learnt from: those say how sure what was learnt may be."""


def photographed(every: bool = False) -> tuple[list[Colour], list[Candidate]]:
    """Four of five photographs with even numbers, or ``every`` one, and what is found on them, each at every size at which it is: dice, and what is none."""
    shown = photographs("all" if every else "chosen", 1000)
    taken = [one for n, one in enumerate(shown, 1) if every or n % _FIFTH]
    pictures = [picture for _, picture, _ in taken]
    places = [
        place
        for n, (_, picture, truth) in enumerate(taken)
        for place in _places(n, picture, truth)
    ]
    return pictures, places


def _places(n: int, picture: Colour, truth: list[Lying]) -> Iterator[Candidate]:
    for part in at_every_size(picture):
        for place in places_in([part]):
            values = [int(die.value) - 1 for die in truth if _is_of(place, die)]
            if not values and not any(_is_near(place, die) for die in truth):
                values = [NONE]
            yield from (_shown(n, picture, place, value) for value in values)


def _is_of(place: FoundDie, die: Lying) -> bool:
    off = math.dist(place.centre, die.at) / die.reach
    return off < _OFF and _LARGE[0] < place.edge / (2 * die.reach) < _LARGE[1]


def _is_near(place: FoundDie, die: Lying) -> bool:
    return math.dist(place.centre, die.at) < _NEAR * die.reach


def _shown(n: int, picture: Colour, place: FoundDie, value: int) -> Candidate:
    turn = math.radians(turn_of(picture, place.centre, place.edge))
    # How it lies nobody has written down: that is not asked.
    return Candidate(n, place.centre, place.edge, turn, value, *_UNKNOWN)
