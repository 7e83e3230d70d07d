"""One look at a picture or a part of it: the tags of the closed set, and what a decoder says about the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point
from companion.pieces import TAG_MM, Pieces
from vision.match.levels import (
    flat_levels,
    level_of,
    part_of_mat,
    sizes_found,
)
from vision.match.sampling import Part, Pyramid
from vision.match.search import FoundSymbols, search
from vision.match.symbols import Deck
from vision.pose import Pose
from vision.reading import Sighting, Unknown
from vision.sight.decoders import Decoded
from vision.sight.leftovers import elsewhere, one_by_one
from vision.sight.places import sightings

CLEAR: Final = 0.75
"""How well the fixed modules must fit for a symbol that is no card to be told at all."""
_MOST_LEFT: Final = 12
"""Symbols that are no card and are shown to the decoder one by one; the clearest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """What is looked for."""

    pieces: Pieces
    deck: Deck
    """The symbols of the pieces' tags."""
    sizes_mm: tuple[float, ...] | None
    """Sides of the symbols that may lie there; None: to be found out."""
    mats: tuple[Mat, ...] = ()
    """The mats that may lie there; none: a picture of cards without any."""
    stickers: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What a look found."""

    sightings: tuple[Sighting, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    unread: tuple[Point, ...] = ()
    """Where on the mat (mm) symbols lie that cannot be read."""


def look(
    wanted: Wanted, picture: Pyramid, pose: Pose | None, part: Part | None = None
) -> Findings:
    """What a picture shows, or a part of it; without a pose, symbols of any size at any tilt."""
    found = on_mat(wanted, picture, pose, part) if pose else anywhere(wanted, picture)
    matched = tuple(seen for one in found for seen in _named(wanted, pose, one))
    left = _left(found)
    others = (*one_by_one(picture.grey, left), *elsewhere(picture, matched, part))
    decoded = _distinct(others, matched)
    ours = tuple(code for code in decoded if code.payload in wanted.pieces)
    foreign = tuple(code for code in decoded if code not in ours)
    return Findings(
        (*matched, *_read(wanted, pose, ours)),
        tuple(Unknown(code.text, code.corners) for code in foreign),
        tuple(_unread(pose, left, decoded)),
    )


def on_mat(
    wanted: Wanted, picture: Pyramid, pose: Pose, part: Part | None
) -> tuple[FoundSymbols, ...]:
    """Symbols of the sizes that may lie on the mat; every size is tried where none is told and 18 mm finds nothing."""
    part = part or part_of_mat(pose)
    sizes = wanted.sizes_mm or (TAG_MM,)
    levels = (level_of(picture, pose, size, part) for size in sizes)
    found = _merged(search(level, wanted.deck) for level in levels)
    if wanted.sizes_mm is not None or any(one.sure.any() for one in found):
        return found
    levels = (level_of(picture, pose, size, part, True) for size in sizes_found())
    return _merged(search(level, wanted.deck) for level in levels)


def anywhere(wanted: Wanted, picture: Pyramid) -> tuple[FoundSymbols, ...]:
    """Symbols of any size at any tilt, without a mat: a hand held up, a card on a table."""
    return _merged(search(level, wanted.deck) for level in flat_levels(picture))


def _merged(found: Iterable[FoundSymbols]) -> tuple[FoundSymbols, ...]:
    """Symbols found at several sizes; of several at one place the likeliest."""
    kept: list[FoundSymbols] = []
    for one in found:
        kept = [other[other.beside(one)] for other in kept]
        for other in kept:
            one = one[one.beside(other)]
        kept.append(one)
    return tuple(kept)


def _named(
    wanted: Wanted, pose: Pose | None, found: FoundSymbols
) -> tuple[Sighting, ...]:
    sure = found[np.nonzero(found.sure)[0]]
    payloads = [wanted.deck.payloads[card] for card in sure.matches.card]
    faces = [wanted.pieces[payload] for payload in payloads]
    scores = sure.matches.score.tolist()
    return sightings(pose, faces, sure.at.corners, "match", scores, wanted.stickers)


def _left(found: tuple[FoundSymbols, ...]) -> NDArray[np.float64]:
    """The corners of symbols that are clearly there and no card for sure, shape (n, 4, 2)."""
    none = np.empty((0, 4, 2))
    read = np.concatenate([none, *(one.at.corners[one.sure] for one in found)])
    left = [one.at.corners[~one.sure & (one.fit > CLEAR)] for one in found]
    quads = np.concatenate([none, *left])
    apart = np.linalg.norm(
        quads.mean(axis=1)[:, None] - read.mean(axis=1)[None], axis=2
    )
    side = np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1)
    # Half of one symbol and half of its neighbour can look like a third between them.
    free = (apart > side[:, None]).all(axis=1)
    return np.asarray(quads[free][:_MOST_LEFT])


def _read(
    wanted: Wanted, pose: Pose | None, codes: tuple[Decoded, ...]
) -> Iterator[Sighting]:
    for code in codes:
        quad = np.array([code.corners])
        face = wanted.pieces[code.data.decode("ascii")]
        yield from sightings(pose, [face], quad, code.by, [1.0], wanted.stickers)


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
