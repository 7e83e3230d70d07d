"""Reads pictures: finds the mat and every tag of a closed set of cards, and says what limited the look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from vision.decoders import Decoded, decode
from vision.frame import Frame, Grey
from vision.markers import find_markers
from vision.mat import TAG_MM, Pose, pose_of
from vision.places import placed
from vision.reading import Corners, Limits, Reading, Sighting, Unknown
from vision.search import search
from vision.symbols import deck_of
from vision.views import view_of

PRINTED: Final = (TAG_MM,)


class Reader:
    """Reads the tags of a deck; ``follow`` remembers the last frame, ``read`` does not.

    ``payloads`` is the closed set: the deck of the running game, or both
    editions where nothing is known. ``sizes_mm`` are the sides of the
    symbols that may lie there (9 to 24). ``mat`` says whether a mat is
    looked for. ``stickers`` says that symbols of 18 mm are stickers too.
    """

    def __init__(
        self,
        payloads: Iterable[str],
        *,
        sizes_mm: tuple[float, ...] = PRINTED,
        mat: bool = True,
        stickers: bool = False,
    ) -> None:
        self.payloads = frozenset(payloads)
        self.sizes_mm = sizes_mm
        self.mat = mat
        self.stickers = stickers
        self._deck = deck_of(self.payloads)
        self._pose: Pose | None = None

    def read(self, grey: Grey) -> Reading:
        """A fresh look at a picture, shape (height, width): nothing is known from before."""
        return self._look(grey, None)

    def follow(self, frame: Frame) -> Reading:
        """A look at the next frame of a source; what the last one knew is used."""
        reading = self._look(frame.grey, self._pose)
        self._pose = reading.pose
        return reading

    def _look(self, grey: Grey, last: Pose | None) -> Reading:
        height, width = grey.shape
        size = (width, height)
        pose, mirrored = self._posed(grey, size, last) if self.mat else (None, False)
        matched = tuple(self._matched(grey, pose)) if pose else ()
        decoded = decode(grey)
        ours = [code for code in decoded if code.payload in self.payloads]
        further = [code for code in ours if not _among(code.corners, matched)]
        return Reading(
            size=size,
            pose=pose,
            sightings=(*matched, *(self._sighting(code, pose) for code in further)),
            unknown=tuple(
                Unknown(code.text, code.corners) for code in decoded if code not in ours
            ),
            limits=Limits(mirrored=mirrored),
        )

    def _matched(self, grey: Grey, pose: Pose) -> Iterator[Sighting]:
        """The tags of the closed set, of every size that may lie there."""
        for size_mm in self.sizes_mm:
            found = search(view_of(grey, pose, size_mm), self._deck)
            corners = found.at.corners
            for place in np.nonzero(found.matches.sure)[0]:
                payload = self._deck.payloads[found.matches.card[place]]
                score = float(found.matches.score[place])
                a, b, c, d = ((float(x), float(y)) for x, y in corners[place])
                yield placed(pose, payload, (a, b, c, d), "match", score, self.stickers)

    def _posed(
        self, grey: Grey, size: tuple[int, int], last: Pose | None
    ) -> tuple[Pose | None, bool]:
        markers = find_markers(grey)
        if markers or last:
            return pose_of(markers, size, last), False
        return None, len(find_markers(np.ascontiguousarray(grey[:, ::-1]))) >= 3

    def _sighting(self, code: Decoded, pose: Pose | None) -> Sighting:
        payload = code.data.decode("ascii")
        return placed(pose, payload, code.corners, code.by, 1.0, self.stickers)


def _among(corners: Corners, sightings: Iterable[Sighting]) -> bool:
    """Whether a symbol with these corners has been seen already."""
    middle = np.mean(corners, axis=0)
    return any(
        bool(np.linalg.norm(np.mean(seen.corners, axis=0) - middle) < _side(seen) / 3)
        for seen in sightings
    )


def _side(sighting: Sighting) -> float:
    return float(np.linalg.norm(np.subtract(*sighting.corners[:2])))
