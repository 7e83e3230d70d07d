"""Reads pictures: finds the mat and every tag of a closed set of cards, and says what limited the look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vision.frame import Frame, Grey
from vision.mat import TAG_MM
from vision.match.sampling import Picture
from vision.match.symbols import deck_of
from vision.reading import Reading
from vision.sight.look import Wanted
from vision.sight.track import Memory, follow, fresh

PRINTED: Final = (TAG_MM,)


class Reader:
    """Reads the tags of a deck; ``follow`` remembers the last frame, ``read`` does not.

    ``payloads`` is the closed set: the deck of the running game, or both
    editions where nothing is known. ``sizes_mm`` are the sides of the
    symbols that may lie there (9 to 24; None: found out). ``mat`` says whether a mat is
    looked for. ``stickers`` says that symbols of 18 mm are stickers too.
    """

    def __init__(
        self,
        payloads: Iterable[str],
        *,
        sizes_mm: tuple[float, ...] | None = PRINTED,
        mat: bool = True,
        stickers: bool = False,
    ) -> None:
        self._wanted = Wanted(deck_of(payloads), sizes_mm, mat, stickers)
        self._memory: Memory | None = None

    def read(self, grey: Grey) -> Reading:
        """A fresh look at a picture, shape (height, width): nothing is known from before."""
        return fresh(self._wanted, Picture(grey))

    def follow(self, frame: Frame) -> Reading:
        """A look at the next frame of a source: what did not change since the last is known."""
        # A look that fails leaves nothing for the next to fail over.
        known, self._memory = self._memory, None
        reading, self._memory = follow(self._wanted, Picture(frame.grey), known)
        return reading
