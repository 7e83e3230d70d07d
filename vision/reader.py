"""Reads pictures: identifies the mat, finds every tag of a closed set, and reports what limited the look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, Protocol

from companion.mat import Mat
from companion.pieces import TAG_MM, Pieces
from vision.detector import Detector
from vision.frame import Colour, Frame, Grey
from vision.match.sampling import Pyramid
from vision.match.symbols import deck_of
from vision.pose import Pose
from vision.reading import Reading, Sighting
from vision.sight.bending import LensView, better_lens
from vision.sight.lens_memory import KeptLenses, LensMemory
from vision.sight.look import Wanted, with_size_of
from vision.sight.track import RELOOKS, Memory, follow, fresh, matched

PRINTED: Final = (TAG_MM,)
NONE: Final[Mapping[str, Sequence[Detector]]] = {}
CLEAR: Final = 1
"""For this many frames without a change, detectors keep looking: the last changed one may be blurred."""


class TableReader(Protocol):
    """Reads what lies on a table."""

    def read(self, grey: Grey, colour: Colour | None = None) -> Reading:
        """A fresh look at a picture, shape (height, width), without any prior knowledge."""
        ...

    def follow(self, frame: Frame) -> Reading:
        """A look at the next frame of a source; what did not change since the last one is known."""
        ...


class Reader:
    """Reads the tags of some pieces; ``follow`` remembers the last frame, ``read`` does not.

    ``pieces`` is the closed set: those of the running game, or of every game if none is
    known. ``mats`` are those that may lie there; with none, a picture of cards without
    a mat is expected. ``sizes_mm`` are the sides of the symbols that may occur (9 to
    24; None: detected). ``stickers`` says that symbols of 18 mm are stickers, too.
    ``detectors`` find what carries no tag, by the name of the mat they look at (empty:
    without a mat). ``lenses`` keeps what is learnt of the camera's.
    """

    def __init__(
        self,
        pieces: Pieces,
        mats: Iterable[Mat] = (),
        *,
        sizes_mm: tuple[float, ...] | None = PRINTED,
        stickers: bool = False,
        detectors: Mapping[str, Sequence[Detector]] = NONE,
        lenses: KeptLenses | None = None,
    ) -> None:
        deck = deck_of(pieces.payloads)
        sizes, finds = sizes_mm or PRINTED, sizes_mm is None
        self._wanted = Wanted(pieces, deck, sizes, finds, tuple(mats), stickers)
        self._detectors = detectors
        self._memory: Memory | None = None
        self._lens = LensMemory(lenses)
        self._loose: tuple[Sighting, ...] = ()

    def read(self, grey: Grey, colour: Colour | None = None) -> Reading:
        """A fresh look at a picture, shape (height, width), without any prior knowledge."""
        reading = self._through_its_lens(Pyramid(grey))
        frame = Frame(0, 0.0, grey, colour)
        finders = self._finders(reading)
        found = chain.from_iterable(one.read(frame, reading.pose) for one in finders)
        return self._with(reading, tuple(found))

    def follow(self, frame: Frame) -> Reading:
        """A look at the next frame of a source: what did not change since the last one is known."""
        # A look that fails leaves nothing for the next one to fail over.
        known, self._memory = self._memory, None
        picture = Pyramid(frame.grey)
        lens = self._lens.lens(picture.size)
        if lens != self._wanted.lens:
            self._wanted, known = replace(self._wanted, lens=lens), None
        reading, memory = follow(self._wanted, picture, known)
        if memory.calm <= CLEAR or memory.calm in RELOOKS:
            finders, pose = self._finders(reading), reading.pose
            found = chain.from_iterable(one.follow(frame, pose) for one in finders)
            self._loose = tuple(found)
        self._memory = memory
        # Only while nothing moves: cards in a hand are nearer to the camera, and seem larger.
        if reading.pose and memory.calm in RELOOKS:
            if self._wanted.finds_sizes:
                seen = reading.sightings
                self._wanted = with_size_of(self._wanted, reading.pose, seen)
            self._lens.note(_view(reading.pose, reading), picture.size, reading.pose.lens)
        return self._with(reading, self._loose)

    def _through_its_lens(self, picture: Pyramid) -> Reading:
        """A fresh look; another one where the first tells that the lens bends otherwise than it was taken to."""
        wanted = replace(self._wanted, lens=self._lens.lens(picture.size))
        reading = fresh(wanted, picture)
        if reading.pose is None:
            return reading
        view = [_view(reading.pose, reading)]
        lens = better_lens(view, picture.size, wanted.lens, reading.pose.lens)
        return fresh(replace(wanted, lens=lens), picture) if lens else reading

    def _finders(self, reading: Reading) -> Sequence[Detector]:
        """Those that look at the mat that was read."""
        return self._detectors.get(reading.mat.name if reading.mat else "", ())

    def _with(self, reading: Reading, loose: tuple[Sighting, ...]) -> Reading:
        return replace(reading, loose=loose) if self._detectors else reading


def _view(pose: Pose, reading: Reading) -> LensView:
    return LensView(pose.mat, reading.markers, matched(reading.sightings))
