"""Dice on photographs, as the finder of this checkout gives them, and what they show: what a reader learns from as well."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.dice import Lying, photographs
from vision.dice.die_places import places_in
from vision.dice.found_die import FoundDie
from vision.dice.networks import NONE
from vision.dice.plain import at_every_size
from vision.dice.turning import turn_of
from vision.dice.white import white_of
from vision.frame import Colour

_OFF = 0.45
"""A place so near to the middle of a die's box is that die, in halves of the box: its visible sides are in it, too."""
_LARGE = (0.55, 1.1)
"""So large beside the box is a place that holds its top face."""
_NEAR = 1.3
"""What is so near to a die may be a part of it."""


def gather(to: Path, part: str) -> int:
    """Write a part of the photographs into a folder, with what is found on them, each at every size at which it is: dice, and what is none; how many."""
    to.mkdir(parents=True, exist_ok=True)
    told = []
    for path, picture, truth in photographs(part, 1000):
        shutil.copy(path, to)
        white = white_of(picture, None)
        told += [(path.name, *one, white / 255) for one in _places(picture, truth)]
    name, at, value, whites = zip(*told, strict=True)
    np.savez(to / "places.npz", name=name, at=at, value=value, white=whites)
    return len(told)


def _places(picture: Colour, truth: list[Lying]) -> Iterator[tuple[tuple[float, ...], int]]:
    """Middle, edge (px), turn (degrees) and value of places."""
    for part in at_every_size(picture):
        for place in places_in([part]):
            values = [int(die.value) - 1 for die in truth if _is_of(place, die)]
            if not values and not any(_is_near(place, die) for die in truth):
                values = [NONE]
            turn = turn_of(picture, place.centre, place.edge)
            yield from (((*place.centre, place.edge, turn), value) for value in values)


def _is_of(place: FoundDie, die: Lying) -> bool:
    off = math.dist(place.centre, die.at) / die.reach
    return off < _OFF and _LARGE[0] < place.edge / (2 * die.reach) < _LARGE[1]


def _is_near(place: FoundDie, die: Lying) -> bool:
    return math.dist(place.centre, die.at) < _NEAR * die.reach
