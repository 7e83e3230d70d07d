"""Reads pictures: tells which mat lies there, finds every tag of a closed set, and says what limited the look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.mat import Mat
from companion.pieces import TAG_MM, Pieces
from vision.frame import Frame, Grey
from vision.match.sampling import Pyramid
from vision.match.symbols import deck_of
from vision.reading import Reading
from vision.sight.look import Wanted
from vision.sight.track import Memory, follow, fresh

PRINTED: Final = (TAG_MM,)


class Reader:
    """Reads the tags of some pieces; ``follow`` remembers the last frame, ``read`` does not.

    ``pieces`` is the closed set: those of the running game, or of every game
    where nothing is known. ``mats`` are those that may lie there; with none a
    picture of cards is expected, without a mat. ``sizes_mm`` are the sides of
    the symbols that may lie there (9 to 24; None: found out). ``stickers``
    says that symbols of 18 mm are stickers too.
    """

    def __init__(
        self,
        pieces: Pieces,
        mats: Iterable[Mat] = (),
        *,
        sizes_mm: tuple[float, ...] | None = PRINTED,
        stickers: bool = False,
    ) -> None:
        deck = deck_of(pieces.payloads)
        self._wanted = Wanted(pieces, deck, sizes_mm, tuple(mats), stickers)
        self._memory: Memory | None = None

    def read(self, grey: Grey) -> Reading:
        """A fresh look at a picture, shape (height, width): nothing is known from before."""
        return fresh(self._wanted, Pyramid(grey))

    def follow(self, frame: Frame) -> Reading:
        """A look at the next frame of a source: what did not change since the last is known."""
        # A look that fails leaves nothing for the next to fail over.
        known, self._memory = self._memory, None
        reading, self._memory = follow(self._wanted, Pyramid(frame.grey), known)
        return reading
