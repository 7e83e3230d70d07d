"""One look at a picture or a part of it: the tags of the closed set, and what a decoder says about the rest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point
from companion.pieces import TAG_MM, Pieces
from vision.frame import Grey
from vision.lens import Lens
from vision.match.levels import flat_levels, level_of, part_of_mat, sizes_found
from vision.match.sampling import PicturePart, Pyramid
from vision.match.search import FoundSymbols, search
from vision.match.symbols import Deck
from vision.median import median
from vision.pose import Pose
from vision.reading import Corners, Sighting, Unknown, corners_of
from vision.sight.decoders import Decoded, decode
from vision.sight.places import sightings
from vision.tags import MODULES

# What is left over -------------------------------------------------------------------


LONGEST_PX: Final = 1300
"""A picture is halved for the decoder until its longer side is at most this."""
_PX: Final = 4
_WHITE: Final = 4
_SIDE: Final = (MODULES + 2 * _WHITE) * _PX
"""A single symbol is passed to the decoder upright, 4 px per module, with 4 modules of its surroundings."""


def elsewhere(
    picture: Pyramid, read: Iterable[Corners], part: PicturePart | None = None
) -> Iterator[Decoded]:
    """What is decoded in a picture, or a part of it, once the symbols already read, with these corners, are painted over."""
    scale = picture.within(LONGEST_PX)[1]
    grey, start = picture.part(part or picture.whole, round(-math.log2(scale)))
    corner, canvas = np.array(start), grey.copy()
    quads = np.array([*read]).reshape(-1, 4, 2)
    for quad in np.rint((_spread(quads) - corner + 0.5) * scale).astype(np.int32):
        cv2.fillConvexPoly(canvas, quad, 255)
    for code in decode(canvas):
        quad = (np.array(code.corners) + 0.5) / scale - 0.5 + corner
        yield Decoded(code.data, corners_of(quad), code.by)


def one_by_one(grey: Grey, quads: NDArray[np.float64]) -> Iterator[Decoded]:
    """What is decoded in single symbols that were found but not identified, corners in px, shape (n, 4, 2)."""
    edge, far = _WHITE * _PX - 0.5, (_WHITE + MODULES) * _PX - 0.5
    upright = np.array([[edge, edge], [far, edge], [far, far]], np.float32)
    for quad in quads:
        to_px = cv2.getAffineTransform(upright, quad[:3].astype(np.float32))
        how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        patch = cv2.warpAffine(grey, to_px, (_SIDE, _SIDE), flags=how)
        for code in decode(np.asarray(patch, np.uint8))[:1]:
            points = np.column_stack([np.array(code.corners), np.ones(4)])
            yield Decoded(code.data, corners_of(points @ to_px.T), code.by)


def _spread(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Symbols' corners, shape (n, 4, 2), a module farther out."""
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + (quads - middle) * (1 + 2 / MODULES))


# A look ------------------------------------------------------------------------------


CLEAR: Final = 0.75
"""How well the fixed modules must fit for a symbol that is not a card to be reported."""
_OFF: Final = 0.07
"""If symbols deviate in size by more than this share, they are searched by their own size; otherwise some are missed."""
_MOST_LEFT: Final = 12
"""How many symbols that are not cards are passed to the decoder one by one; the clearest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """What to look for."""

    pieces: Pieces
    deck: Deck
    """The symbols of the pieces' tags."""
    sizes_mm: tuple[float, ...]
    """Sides of the symbols that may occur."""
    finds_sizes: bool = False
    """Whether a look at the whole mat tries other sizes if it finds none of these."""
    mats: tuple[Mat, ...] = ()
    """The mats that may lie there; none: a picture of cards without a mat."""
    stickers: bool = False
    lens: Lens | None = None
    """The camera's, where it is known."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a look found."""

    sightings: tuple[Sighting, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    unread: tuple[Point, ...] = ()
    """Where on the mat (mm) there are symbols that cannot be read."""


def look(
    wanted: Wanted, picture: Pyramid, pose: Pose | None, part: PicturePart | None = None
) -> Findings:
    """What a picture shows, or a part of it; without a pose, symbols of any size at any tilt."""
    found = on_mat(wanted, picture, pose, part) if pose else anywhere(wanted, picture)
    matched = tuple(seen for one in found for seen in _named(wanted, pose, one))
    left = _left(found)
    single = tuple(one_by_one(picture.grey, left))
    read = (*(one.corners for one in matched), *(one.corners for one in single))
    decoded = _distinct((*single, *elsewhere(picture, read, part)), matched)
    ours = tuple(code for code in decoded if code.payload in wanted.pieces)
    foreign = tuple(code for code in decoded if code not in ours)
    return Findings(
        (*matched, *_read(wanted, pose, ours)),
        tuple(Unknown(code.text, code.corners) for code in foreign),
        tuple(_unread(pose, left, decoded)),
    )


def on_mat(
    wanted: Wanted, picture: Pyramid, pose: Pose, part: PicturePart | None
) -> tuple[FoundSymbols, ...]:
    """Symbols of the sizes that may occur on the mat, and of those detected."""
    area = part or part_of_mat(pose)
    found = _merged(_searched(wanted, picture, pose, size, area) for size in wanted.sizes_mm)
    if part is not None or not wanted.finds_sizes:
        return found
    sides = np.concatenate([_sides_mm(pose, one.at.corners[one.sure]) for one in found])
    if len(sides) == 0:
        tried = sizes_found()
        return _merged(_searched(wanted, picture, pose, size, area, True) for size in tried)
    size = float(median(sides))
    if all(abs(size / told - 1) <= _OFF for told in wanted.sizes_mm):
        return found
    return _merged((*found, _searched(wanted, picture, pose, size, area)))


def _searched(
    wanted: Wanted,
    picture: Pyramid,
    pose: Pose,
    size_mm: float,
    part: PicturePart,
    loose: bool = False,
) -> FoundSymbols:
    """Symbols of one size on the mat."""
    level = level_of(picture, pose, size_mm, part, loose)
    found = search(level, wanted.deck)
    if level.pose is pose:
        return found
    return replace(found, at=found.at.seen(level.pose, pose))


def odd_size(pose: Pose, seen: Iterable[Sighting]) -> float | None:
    """The usual side (mm) of the symbols of two or more cards, if it is too far from 18 mm to be found as such."""
    sides = _cards_mm(pose, seen)
    size = float(median(sides)) if len(sides) > 1 else TAG_MM
    return size if abs(size / TAG_MM - 1) > _OFF else None


def with_size_of(wanted: Wanted, pose: Pose, seen: Iterable[Sighting]) -> Wanted:
    """What to look for from now on: besides 18 mm the size that most cards have, until none has it."""
    seen = tuple(seen)
    known, sides = wanted.sizes_mm[-1], _cards_mm(pose, seen)
    if len(sides) == 0 or (np.abs(sides / known - 1) <= _OFF).any():
        return wanted
    odd = odd_size(pose, seen)
    return replace(wanted, sizes_mm=(TAG_MM, odd) if odd else (TAG_MM,))


def _cards_mm(pose: Pose, seen: Iterable[Sighting]) -> NDArray[np.float64]:
    """The sides of cards' symbols, mm, one per card."""
    cards = {one.payload: one.corners for one in seen}
    return _sides_mm(pose, np.array(list(cards.values())).reshape(-1, 4, 2))


def _sides_mm(pose: Pose, corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sides on the mat (mm, shape (n,)) of symbols with these corners (px, shape (n, 4, 2))."""
    mm = pose.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2) @ np.array([1, 1j])
    return np.asarray(np.abs(mm[:, 2:] - mm[:, :2]).sum(axis=1) / np.sqrt(8))


def anywhere(wanted: Wanted, picture: Pyramid) -> tuple[FoundSymbols, ...]:
    """Symbols of any size at any tilt, without a mat: a hand held up, a card on a table."""
    return _merged(search(level, wanted.deck) for level in flat_levels(picture))


def _merged(found: Iterable[FoundSymbols]) -> tuple[FoundSymbols, ...]:
    """Symbols found at several sizes; of several at one place the most likely."""
    kept: list[FoundSymbols] = []
    for one in found:
        kept = [other[other.beside(one)] for other in kept]
        for other in kept:
            one = one[one.beside(other)]
        kept.append(one)
    return tuple(kept)


def _named(wanted: Wanted, pose: Pose | None, found: FoundSymbols) -> tuple[Sighting, ...]:
    sure = found[found.sure]
    payloads = [wanted.deck.payloads[card] for card in sure.matches.card]
    faces = [wanted.pieces[payload] for payload in payloads]
    scores = sure.matches.score.tolist()
    return sightings(pose, faces, sure.at.corners, "match", scores, wanted.stickers)


def _left(found: tuple[FoundSymbols, ...]) -> NDArray[np.float64]:
    """The corners of clear symbols that are not certainly cards, shape (n, 4, 2)."""
    none = np.empty((0, 4, 2))
    corners = np.concatenate([none, *(one.at.corners for one in found)])
    sure = np.array([each for one in found for each in one.sure], np.bool_)
    clear = np.array([each for one in found for each in one.fit > CLEAR], np.bool_)
    read, quads = corners[sure], corners[~sure & clear]
    if len(quads) == 0:
        return none
    apart = np.linalg.norm(quads.mean(axis=1)[:, None] - read.mean(axis=1)[None], axis=2)
    side = np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1)
    # Half of one symbol and half of its neighbour can look like a third one between them.
    free = (apart > side[:, None]).all(axis=1)
    return np.asarray(quads[free][:_MOST_LEFT])


def _read(wanted: Wanted, pose: Pose | None, codes: tuple[Decoded, ...]) -> Iterator[Sighting]:
    for code in codes:
        quad = np.array([code.corners])
        face = wanted.pieces[code.data.decode("ascii")]
        yield from sightings(pose, [face], quad, code.by, [1.0], wanted.stickers)


def _distinct(codes: tuple[Decoded, ...], seen: tuple[Sighting, ...]) -> tuple[Decoded, ...]:
    """The codes at places where nothing else has been read, each once."""
    kept: list[Decoded] = []
    taken = [np.array(sighting.corners) for sighting in seen] if codes else []
    for code in codes:
        quad = np.array(code.corners)
        if not any(_same_place(quad, other) for other in taken):
            kept.append(code)
            taken.append(quad)
    return tuple(kept)


def _unread(
    pose: Pose | None, left: NDArray[np.float64], codes: tuple[Decoded, ...]
) -> Iterator[Point]:
    """Where on the mat (mm) there are symbols that neither the closed set nor the decoder can identify."""
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
