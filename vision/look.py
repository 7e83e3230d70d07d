"""One fresh look at a picture: the mat, the cards of the closed set, and what a decoder says about the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decoders import Decoded, decode
from vision.frame import Grey
from vision.markers import find_markers
from vision.mat import Pose, pose_of
from vision.match.levels import level_of
from vision.match.search import Found, search
from vision.match.symbols import Deck
from vision.places import sightings
from vision.reading import Corners, Limits, Reading, Sighting, Unknown
from vision.sampling import halved

DECODED_PX: Final = 1300
"""A decoder looks at the picture halved until its longer side is at most this: codes too small for it then are too small for most phones."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What is looked for."""

    deck: Deck
    sizes_mm: tuple[float, ...]
    mat: bool = True
    stickers: bool = False


def look(wanted: Look, grey: Grey, last: Pose | None = None) -> Reading:
    """What a picture shows; ``last`` is the mat's pose in the picture before, where one is known."""
    height, width = grey.shape
    size = (width, height)
    pose, mirrored = _posed(grey, size, last) if wanted.mat else (None, False)
    matched = tuple(_matched(wanted, grey, pose)) if pose else ()
    decoded = tuple(_decoded(grey, matched))
    ours = tuple(code for code in decoded if code.payload in wanted.deck.payloads)
    return Reading(
        size=size,
        pose=pose,
        sightings=(*matched, *_read(wanted, pose, ours)),
        unknown=tuple(
            Unknown(code.text, code.corners) for code in decoded if code not in ours
        ),
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


def _matched(wanted: Look, grey: Grey, pose: Pose) -> Iterator[Sighting]:
    """The tags of the closed set, of every size that may lie there."""
    for size_mm in wanted.sizes_mm:
        found = search(level_of(grey, pose, size_mm), wanted.deck)
        yield from _named(wanted, pose, found[np.nonzero(found.sure)[0]])


def _named(wanted: Look, pose: Pose, found: Found) -> tuple[Sighting, ...]:
    names = [wanted.deck.payloads[card] for card in found.matches.card]
    scores = found.matches.score.tolist()
    return sightings(pose, names, found.at.corners, "match", scores, wanted.stickers)


def _read(
    wanted: Look, pose: Pose | None, codes: tuple[Decoded, ...]
) -> Iterator[Sighting]:
    for code in codes:
        quad = np.array([code.corners])
        name = code.data.decode("ascii")
        yield from sightings(pose, [name], quad, code.by, [1.0], wanted.stickers)


def _decoded(grey: Grey, seen: Iterable[Sighting]) -> Iterator[Decoded]:
    """What a decoder reads where nothing has been read yet: in the picture reduced, tags already read painted over."""
    scale = 1.0
    while max(grey.shape) > DECODED_PX:
        grey, scale = halved(grey), scale / 2
    quads = [_spread(np.array(sighting.corners)) for sighting in seen]
    picture = grey.copy() if scale == 1.0 else grey
    for quad in quads:
        cv2.fillConvexPoly(picture, np.rint((quad + 0.5) * scale).astype(np.int32), 255)
    for code in decode(picture):
        yield Decoded(code.data, _enlarged(code.corners, scale), code.by)


def _spread(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """A symbol's corners, a module farther out."""
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * (23 / 21))


def _enlarged(corners: Corners, scale: float) -> Corners:
    a, b, c, d = (
        ((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5) for x, y in corners
    )
    return a, b, c, d
