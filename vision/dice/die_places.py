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
from vision.dice.networks import finder, score_maps, share, wide_finder
from vision.frame import Colour

_WHOLE: Final = 8
"""The finder wants pictures of whole cells: of so many px, or a part of it."""
USUAL: Final = 13.0
"""The edge that its sizes are told against, px; it has learnt 7 to 23."""
_LIKELY: Final = 0.25
"""How sure the finder must be that there is a die for it to be read at all."""
_FAINT: Final = math.log(0.15 / 0.85)
"""The score (log-odds) from which it looks closer, and from which what it sees there is read."""
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
    parts: Iterable[SearchedPart], closer: Closer = lambda seen: (), light: float = 1.0
) -> tuple[FoundDie, ...]:
    """Where the finder sees dice in parts of a picture, in px of it, the surest first; what it sees in several of them, or as well when it looks ``closer``, however faintly, is one place.

    ``light``: the picture's share of the light that it has learnt.
    """
    seen = [die for part in parts for die in _seen_in([part], light)]
    again = apart(_seen_in(closer(seen), light))
    return tuple(map(_one_of, alike([*apart(_likely(seen)), *again])))


def _likely(seen: Iterable[FoundDie], least: float = _LIKELY) -> Iterator[FoundDie]:
    return (die for die in seen if die.there > least)


def _one_of(seen: Sequence[FoundDie]) -> FoundDie:
    """The place that was seen so, the surest first: where it was seen more surely it rather is."""
    sure = [die.there for die in seen]
    x, y = (fmean((die.centre[k] for die in seen), sure) for k in (0, 1))
    edge = math.exp(fmean((math.log(die.edge) for die in seen), sure))
    return replace(seen[0], centre=(x, y), edge=edge)


def _seen_in(parts: Sequence[SearchedPart], light: float = 1.0) -> list[FoundDie]:
    """What the finder sees in parts of one size, in px of the picture."""
    if not parts:
        return []
    network = wide_finder() if any(part.wide for part in parts) else finder()
    n, at, edge, there = _peaks([part.small for part in parts], network, light)
    high, wide = parts[0].small.shape[:2]
    rim = np.array([part.rim for part in parts])[n, None]
    inside = np.all((rim <= at) & (at < (wide, high) - rim), axis=1)
    ends = np.array([part.part for part in parts], np.float64)[n]
    scale = (ends[:, 2:] - ends[:, :2]) / (wide, high)
    at = ends[:, :2] + (at + 0.5) * scale - 0.5
    edge = edge * np.sqrt(scale.prod(axis=1))
    every = zip(at.tolist(), edge.tolist(), there.tolist(), strict=True)
    return [
        FoundDie((x, y), size, 0.0, sure, _NOTHING)
        for ((x, y), size, sure), here in zip(every, inside.tolist(), strict=True)
        if here
    ]


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
    high, wide = picture.shape[:2]
    return _likely(_seen_in([SearchedPart(picture, (0, 0, wide, high))]))


_Peaks: TypeAlias = tuple[
    NDArray[np.intp], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]
]
"""Where dice may be: in which picture (shape (n,)), the middle (shape (n, 2)) and edge (shape (n,)), px of that, and how sure it is (shape (n,))."""


def _peaks(pictures: Sequence[Colour], network: cv2.dnn.Net, light: float) -> _Peaks:
    """Where dice may be in pictures of one size."""
    height, width = pictures[0].shape[:2]
    down, right = -height % _WHOLE, -width % _WHOLE
    whole = [
        cv2.copyMakeBorder(one, 0, down, 0, right, cv2.BORDER_REPLICATE) if down or right else one
        for one in pictures
    ]
    cells = score_maps(network, [np.asarray(one, np.uint8) for one in whole], light)
    return _highest(cells, whole[0].shape[1] // cells.shape[3])


def _highest(cells: NDArray[np.float32], px: int) -> _Peaks:
    """The cells that are surer than those around them: where they say that a die is, in cells of so many px."""
    score = cells[:, 0]
    around = np.stack([cv2.dilate(one, _AROUND) for one in score])
    n, y, x = np.nonzero((score >= around) & (score > _FAINT))
    right, down, size = cells[n, 1:4, y, x].T
    at = px * np.stack([x + right, y + down], axis=1)
    edge = USUAL * np.exp(np.clip(size, -1, 1))
    return n, at, edge, share(score[n, y, x])
