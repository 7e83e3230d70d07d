"""Where the finder sees dice in pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.found_die import VALUES, FoundDie, alike, apart
from vision.dice.networks import finder, share, told, wide_finder
from vision.frame import Colour

_WHOLE: Final = 8
"""The finder wants pictures of whole cells: of so many px, or a part of it."""
USUAL: Final = 13.0
"""The edge that its sizes are told against, px; it has learnt 7 to 23."""
_LIKELY: Final = 0.25
"""How sure the finder must be that there is a die for it to be read at all."""
_FAINT: Final = math.log(0.15 / 0.85)
"""The score (log-odds) from which it looks closer: how sure it must be for that."""
_AROUND: Final = np.ones((3, 3), np.uint8)
"""A cell and those around it."""
_NOTHING: Final = np.zeros(len(VALUES))
"""What is known at first of what a die shows."""
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
    rim: int = 0
    """So near to its border nothing is taken for a die, px of ``small``."""
    wide: bool = False
    """Whether the wide finder searches it."""


Closer: TypeAlias = Callable[[Sequence[FoundDie]], Sequence[SearchedPart]]
"""What is about places, as it is looked at again: parts of one size."""


def places_in(
    parts: Iterable[SearchedPart], closer: Closer = lambda seen: ()
) -> tuple[FoundDie, ...]:
    """Where the finder sees dice in parts of a picture, in px of it, the surest first; what it sees in several of them, or as well when it looks ``closer``, is one place."""
    seen = [die for part in parts for die in _seen_in([part])]
    again = apart(_likely(_seen_in(closer(seen))))
    return tuple(map(_one_of, alike([*apart(_likely(seen)), *again])))


def _likely(seen: Iterable[FoundDie]) -> Iterator[FoundDie]:
    return (die for die in seen if die.there > _LIKELY)


def _one_of(seen: Sequence[FoundDie]) -> FoundDie:
    """The place that was seen so, the surest first: where it was seen more surely it rather is."""
    if len(seen) == 1:
        return seen[0]
    sure = [die.there for die in seen]
    x, y = (fmean((die.centre[k] for die in seen), sure) for k in (0, 1))
    edge = math.exp(fmean((math.log(die.edge) for die in seen), sure))
    return replace(seen[0], centre=(x, y), edge=edge)


def _seen_in(parts: Sequence[SearchedPart]) -> Iterator[FoundDie]:
    """What the finder sees in parts of one size, in px of the picture."""
    network = wide_finder() if any(part.wide for part in parts) else finder()
    peaks = _peaks([part.small for part in parts], network)
    for part, seen in zip(parts, peaks, strict=True):
        left, top, right, bottom = part.part
        high, wide = part.small.shape[:2]
        across, down = (right - left) / wide, (bottom - top) / high
        for x, y, edge, there in seen:
            if part.rim <= x < wide - part.rim and part.rim <= y < high - part.rim:
                at = left + (x + 0.5) * across - 0.5, top + (y + 0.5) * down - 0.5
                yield _place(at, edge * math.sqrt(across * down), there)


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
    (seen,) = _peaks([picture], finder())
    return _likely(_place((x, y), edge, there) for x, y, edge, there in seen)


def _place(at: tuple[float, float], edge: float, there: float) -> FoundDie:
    return FoundDie(at, edge, 0.0, there, _NOTHING)


def _peaks(
    pictures: Sequence[Colour], network: cv2.dnn.Net
) -> Sequence[list[list[float]]]:
    """Where dice may be in each of pictures of one size: x, y, edge, px, and how sure that is."""
    if not pictures:
        return ()
    height, width = pictures[0].shape[:2]
    ends = 0, -height % _WHOLE, 0, -width % _WHOLE
    room = [cv2.copyMakeBorder(one, *ends, cv2.BORDER_REPLICATE) for one in pictures]
    cells = told(network, [np.asarray(one, np.uint8) for one in room])
    px = room[0].shape[1] // cells.shape[3]
    return _highest(cells, px)


def _highest(cells: NDArray[np.float32], px: int) -> Sequence[list[list[float]]]:
    """Of each picture the cells that are surer than those around them: where they say that a die is, in cells of so many px."""
    score = cells[:, 0]
    around = np.stack([cv2.dilate(one, _AROUND) for one in score])
    n, y, x = np.nonzero((score >= around) & (score > _FAINT))
    right, down, size = cells[n, 1:4, y, x].T
    edge = USUAL * np.exp(np.clip(size, -1, 1))
    sure = share(score[n, y, x])
    told = np.stack([px * (x + right), px * (y + down), edge, sure], axis=1)
    seen: list[list[list[float]]] = [[] for _ in cells]
    for picture, row in zip(n.tolist(), told.tolist(), strict=True):
        seen[picture].append(row)
    return seen
