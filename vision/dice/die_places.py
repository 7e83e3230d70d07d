"""Where the finder sees dice in pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.found_die import VALUES, FoundDie, apart, same
from vision.dice.networks import finder, share, told
from vision.frame import Colour

_WHOLE: Final = 8
"""The finder wants pictures of whole cells: of so many px, or a part of it."""
USUAL: Final = 13.0
"""The edge that its sizes are told against, px; it has learnt 7 to 23."""
_LIKELY: Final = 0.25
"""How sure the finder must be that there is a die for it to be read at all."""
_PART: Final = 1.4
"""What seems so many times smaller than the other dice of a set is a part of one: on a dark mat the pip of a black die."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, px."""
EdgeAt: TypeAlias = Callable[[FoundDie], float]
"""How long a die's edge is at a place, px."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchedPart:
    """A part of a picture, made so large that top faces have edges of 7 to 23 px."""

    small: Colour
    part: Box
    """Which part it is, px of the picture."""


def places_in(parts: Iterable[SearchedPart]) -> tuple[FoundDie, ...]:
    """Where the finder sees dice in parts of a picture, in px of it, the surest first; what it sees in several of them is one place."""
    seen = (die for part in parts for die in apart(_in_whole(part)))
    groups: list[list[FoundDie]] = []
    for die in sorted(seen, key=lambda die: -die.there):
        known = next((group for group in groups if same(die, group[0])), None)
        if known is None:
            groups.append([die])
        else:
            known.append(die)
    return tuple(map(_one_of, groups))


def _one_of(seen: Sequence[FoundDie]) -> FoundDie:
    """The place that was seen so, the surest first: where it was seen more surely it rather is."""
    sure = np.array([die.there for die in seen])
    x, y = np.average([die.centre for die in seen], axis=0, weights=sure).tolist()
    edge = math.exp(np.average([math.log(die.edge) for die in seen], weights=sure))
    return replace(seen[0], centre=(x, y), edge=edge)


def _in_whole(part: SearchedPart) -> Iterable[FoundDie]:
    left, top, right, bottom = part.part
    wide = (right - left) / part.small.shape[1]
    high = (bottom - top) / part.small.shape[0]
    for die in places(part.small):
        x, y = (die.centre[0] + 0.5) * wide - 0.5, (die.centre[1] + 0.5) * high - 0.5
        edge = die.edge * math.sqrt(wide * high)
        yield replace(die, centre=(x + left, y + top), edge=edge)


def of_one_size(there: Sequence[FoundDie], usual: EdgeAt) -> tuple[FoundDie, ...]:
    """The places, those that seem parts of a die made as large as dice usually are: of several parts its middle is between them."""
    seen = [(die, die.edge * _PART < usual(die)) for die in there]
    whole = [die for die, part in seen if not part]
    parts = [die for die, part in seen if part]
    while parts:
        first, edge = parts[0], usual(parts[0])
        of_it = [die for die in parts if math.dist(die.centre, first.centre) < edge]
        parts = [die for die in parts if die not in of_it]
        x, y = np.mean([die.centre for die in of_it], axis=0).tolist()
        one = len(of_it) == 1
        whole.append(replace(first, centre=(x, y), edge=edge, guessed=one))
    return apart(whole)


def places(picture: Colour) -> Iterable[FoundDie]:
    """Where the finder sees dice."""
    height, width = picture.shape[:2]
    below, beside = -height % _WHOLE, -width % _WHOLE
    room = cv2.copyMakeBorder(picture, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    cells = told(finder(), [np.asarray(room, np.uint8)])[0]
    there = share(cells[0])
    peaks = (there >= cv2.dilate(there, np.ones((3, 3)))) & (there > _LIKELY)
    px = room.shape[1] // cells.shape[2]
    return (
        _place(cells[:, y, x], there[y, x], px, x, y) for y, x in np.argwhere(peaks)
    )


def _place(
    cell: NDArray[np.float32], there: float, px: int, x: int, y: int
) -> FoundDie:
    right, down, size = (float(one) for one in cell[1:4])
    centre = px * (float(x) + right), px * (float(y) + down)
    edge = USUAL * math.exp(min(max(size, -1.0), 1.0))
    return FoundDie(centre, edge, 0.0, float(there), np.zeros(len(VALUES)))
