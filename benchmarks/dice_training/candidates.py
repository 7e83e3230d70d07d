"""Where the finder of this checkout sees dice in painted pictures, and what is really there: what the reader learns from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice.die_places import places
from vision.dice.found_die import apart
from vision.dice.turning import turn_of

SIDES = (60, 84)
"""Sizes in which a picture is searched, px: dice show at most of them, as at those of a picture without a mat."""
NONE = 7
"""The class of what is no die; 0 to 6 are values."""
SEEN = 0.2
"""A die of whose top less is seen is not asked for."""
LEANS = (3.0, 10.0)
"""A die is level up to so many degrees, and leans from so many on: what lies between is not asked."""
HIDDEN = (0.08, 0.16)
"""A face is open of which less is hidden, and covered of which more is: what lies between is not asked."""
LEARNT = 0.7
"""What is on a face of which less is seen is not asked."""
_SAME, _OTHER = 0.3, 0.42
"""A place so near to a die's middle is that die, one farther off is none, in edges; what lies between is not asked."""
_PART = 0.6
"""The finder sees the middle of what is seen: a place so near to a die that leans, or of which a part is covered, is that die, too."""
_AS_LARGE, _NOT_AS_LARGE = math.log(1.3), math.log(1.6)
"""So much larger or smaller it is still the same, or no longer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place in a picture where a die may be, as a reader would cut it out, and what is to be told of it."""

    picture: int
    at: tuple[float, float]
    edge: float
    turn: float
    """Radians."""
    value: int
    lean: float = 0.0
    """Degrees."""
    seen: float = 1.0
    """The share of its top face."""
    up: complex = 0j
    """Where straight up is, of a length of 1, right and (times i) down."""
    tilt: complex = 0j
    """How far its top is from straight up, level on the table, of a length of 1, as the picture shows it."""

    centred: bool = True
    """Whether the place is that of its top face."""

    @property
    def asked(self) -> bool:
        """Whether what it shows is to be told."""
        return self.centred and self.seen > LEARNT


def lying(truths: np.ndarray) -> Iterator[Candidate]:
    """The dice of the truth themselves."""
    for n, dice in enumerate(truths):
        yield from (_of(n, die) for die in dice if die[7] and die[6] > SEEN)


def noticed(images: np.ndarray, truths: np.ndarray) -> Iterator[Candidate]:
    """What the finder takes for dice."""
    for n, (image, dice) in enumerate(zip(images, truths, strict=True)):
        there = dice[dice[:, 7] > 0]
        up = complex(*dice[0, 8:10])
        yield from filter(None, (_judged(n, one, there, up) for one in _found(image)))


def _of(n: int, die: np.ndarray) -> Candidate:
    x, y, edge, turn, value, lean, seen, _, *ways = (float(one) for one in die)
    up, tilt = complex(*ways[:2]), complex(*ways[2:4])
    return Candidate(n, (x, y), edge, turn, int(value) - 1, lean, seen, up, tilt)


def _found(image: np.ndarray) -> Iterable[tuple[float, float, float, float]]:
    """Middle, edge and turn of what the finder sees."""
    for side in SIDES:
        small = cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)
        share = image.shape[0] / side
        for place in apart(places(np.asarray(small, np.uint8))):
            x, y = ((one + 0.5) * share - 0.5 for one in place.centre)
            edge = place.edge * share
            yield x, y, edge, math.radians(turn_of(image, (x, y), edge))


def _judged(
    n: int, place: tuple[float, float, float, float], there: np.ndarray, up: complex
) -> Candidate | None:
    """What is to be told of a place; None where that is not clear."""
    x, y, edge, turn = place
    none = Candidate(n, (x, y), edge, turn, NONE, up=up)
    if not len(there):
        return none
    off = np.hypot(there[:, 0] - x, there[:, 1] - y) / there[:, 2]
    die = there[int(off.argmin())]
    larger = abs(math.log(edge / float(die[2])))
    hindered = die[5] >= LEANS[1] or 1 - die[6] >= HIDDEN[1]
    near = off.min() < (_PART if hindered else _SAME)
    if near and larger < _AS_LARGE and die[6] > SEEN:
        centred = bool(off.min() < _SAME)
        return replace(_of(n, die), at=(x, y), edge=edge, turn=turn, centred=centred)
    if off.min() > _OTHER or larger > _NOT_AS_LARGE:
        return none
    return None
