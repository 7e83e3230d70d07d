"""Pictures that somebody else brings, as a phone does through the pages: a camera like any other."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition
from typing import Final

from companion.announce import Message
from companion.errors import CameraError, PictureError
from vision.cameras.live import SILENCES, Clock, Shot
from vision.frame import Colour, Size
from vision.pictures import decode_picture, grey_of

NAME: Final = "phone"
"""How this source is called."""
OPENING: Final = 1.0
"""Seconds in which a first picture has to come."""
STILL_GAP: Final = 0.3
"""Seconds after which a single look is given once more: what lies there settles, and stays until the next look."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A picture file; ``still``: a single look, which counts until the next one."""

    jpeg: bytes
    still: bool = False


class Handed:
    """The camera, and the place where its pictures are put down: the newest one waits, never more.

    ``wants`` is called whenever the next picture is wanted, so that only as many are
    brought as are looked at. ``put`` may be called from any thread.
    """

    name = NAME
    size: Size | None = None
    sizes: tuple[Size, ...] = ()
    slow_start = SILENCES
    news: Message | None = None

    def __init__(self, wants: Callable[[], None], clock: Clock = time.monotonic) -> None:
        self._wants, self._clock = wants, clock
        self._came = Condition()
        self._next: Brought | None = None
        self._asked = False
        self._still: Colour | None = None

    def put(self, brought: Brought) -> None:
        """A picture that was brought; one that nobody has looked at goes."""
        with self._came:
            self._next, self._asked = brought, False
            self._came.notify_all()

    def open(self) -> Handed:
        """Wait for a picture. Raises CameraError ``camera.no-phone`` if none comes."""
        if not self._waits(OPENING):
            raise CameraError("camera.no-phone")
        return self

    def read(self, patience: float) -> Shot | None:
        """The next picture, or a single look once more; None after ``patience`` seconds without one."""
        end = self._clock() + patience
        while (left := end - self._clock()) > 0:
            came = self._waits(left if self._still is None else min(left, STILL_GAP))
            began = self._clock()
            if came and (colour := self._looked_at()) is not None:
                grey = grey_of(colour)
                return Shot(grey, colour, took=self._clock() - began)
            if not came and self._still is not None:
                return Shot(grey_of(self._still), self._still)
        return None

    def expect(self, looks: float) -> None:
        """The phone brings one when it is asked."""

    def close(self) -> None:
        """A single look counts no longer; a picture that waits is still to be looked at."""
        self._still = None

    def _waits(self, patience: float) -> bool:
        with self._came:
            wants = self._next is None and not self._asked
            self._asked = self._asked or wants
        if wants:
            self._wants()
        with self._came:
            return self._came.wait_for(lambda: self._next is not None, patience)

    def _looked_at(self) -> Colour | None:
        """The picture that waits, decoded; None if it is none."""
        with self._came:
            brought, self._next = self._next, None
        if brought is None:
            return None
        try:
            colour = decode_picture(brought.jpeg, NAME)
        except PictureError:
            return None
        self._still = colour if brought.still else None
        return colour
