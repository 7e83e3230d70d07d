"""One fresh look at a picture: the mat, the cards of the closed set, and what a decoder says about the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.decoders import Decoded
from vision.frame import Grey
from vision.leftovers import elsewhere, one_by_one
from vision.markers import find_markers
from vision.mat import Pose, pose_of
from vision.match.levels import level_of
from vision.match.search import Found, search
from vision.match.symbols import Deck
from vision.places import sightings
from vision.reading import Limits, Point, Reading, Sighting, Unknown

CLEAR: Final = 0.75
"""How well the fixed modules must fit for a symbol that is no card to be told at all."""
_MOST_LEFT: Final = 12
"""Symbols that are no card and are shown to the decoder one by one; the clearest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """What is looked for."""

    deck: Deck
    sizes_mm: tuple[float, ...]
    mat: bool = True
    stickers: bool = False


def look(wanted: Wanted, grey: Grey, last: Pose | None = None) -> Reading:
    """What a picture shows; ``last`` is the mat's pose in the picture before, where one is known."""
    size = (grey.shape[1], grey.shape[0])
    pose, mirrored = _posed(grey, size, last) if wanted.mat else (None, False)
    found = tuple(_found(wanted, grey, pose)) if pose else ()
    matched = tuple(seen for one in found for seen in _named(wanted, pose, one))
    left = _left(found)
    decoded = _distinct((*one_by_one(grey, left), *elsewhere(grey, matched)), matched)
    ours = tuple(code for code in decoded if code.payload in wanted.deck.payloads)
    foreign = tuple(code for code in decoded if code not in ours)
    return Reading(
        size=size,
        pose=pose,
        sightings=(*matched, *_read(wanted, pose, ours)),
        unknown=tuple(Unknown(code.text, code.corners) for code in foreign),
        unread=tuple(_unread(pose, left, decoded)),
        limits=Limits(mirrored=mirrored),
    )


def _posed(
    grey: Grey, size: tuple[int, int], last: Pose | None
) -> tuple[Pose | None, bool]:
    """The mat's pose, and whether its markers are only there in a mirrored picture."""
    markers = find_markers(grey)
    if markers or last:
        return pose_of(markers, size, last), False
    return None, len(find_markers(np.ascontiguousarray(grey[:, ::-1]))) >= 3


def _found(wanted: Wanted, grey: Grey, pose: Pose) -> Iterator[Found]:
    """Symbols of every size that may lie there."""
    for size_mm in wanted.sizes_mm:
        yield search(level_of(grey, pose, size_mm), wanted.deck)


def _named(wanted: Wanted, pose: Pose | None, found: Found) -> tuple[Sighting, ...]:
    sure = found[np.nonzero(found.sure)[0]]
    names = [wanted.deck.payloads[card] for card in sure.matches.card]
    scores = sure.matches.score.tolist()
    return sightings(pose, names, sure.at.corners, "match", scores, wanted.stickers)


def _left(found: tuple[Found, ...]) -> NDArray[np.float64]:
    """The corners of symbols that are clearly there and no card for sure, shape (n, 4, 2)."""
    quads = [one.at.corners[~one.sure & (one.fit > CLEAR)] for one in found]
    return np.concatenate([np.empty((0, 4, 2)), *quads])[:_MOST_LEFT]


def _read(
    wanted: Wanted, pose: Pose | None, codes: tuple[Decoded, ...]
) -> Iterator[Sighting]:
    for code in codes:
        quad = np.array([code.corners])
        name = code.data.decode("ascii")
        yield from sightings(pose, [name], quad, code.by, [1.0], wanted.stickers)


def _distinct(
    codes: tuple[Decoded, ...], seen: tuple[Sighting, ...]
) -> tuple[Decoded, ...]:
    """The codes that lie where nothing else has been read, each once."""
    kept: list[Decoded] = []
    taken = [np.array(sighting.corners) for sighting in seen]
    for code in codes:
        quad = np.array(code.corners)
        if not any(_same_place(quad, other) for other in taken):
            kept.append(code)
            taken.append(quad)
    return tuple(kept)


def _unread(
    pose: Pose | None, left: NDArray[np.float64], codes: tuple[Decoded, ...]
) -> Iterator[Point]:
    """Where symbols lie on the mat (mm) that neither the closed set nor the decoder knows."""
    if pose is None:
        return
    known = [np.array(code.corners) for code in codes]
    for quad in left:
        if not any(_same_place(quad, other) for other in known):
            x, y = pose.to_mm(quad.mean(axis=0, keepdims=True))[0]
            yield float(x), float(y)


def _same_place(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    apart = np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))
    return bool(apart < np.linalg.norm(other[0] - other[1]) / 3)
