"""A phone as the camera: its pictures on their way from the pages to whoever looks, one phone's at a time."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final

from companion import errors
from companion.app.camera import ipc

SILENT: Final = 5.0
"""Seconds without a picture after which another phone may be the camera."""
COUNTED: Final = 10
"""Pictures over which the pace is measured."""


@dataclass(frozen=True, slots=True)
class PhoneLook:
    """The newest picture, whose it is, when it came (monotonic seconds), and how many a second came before it."""

    phone: str
    picture: ipc.PhonePicture
    at: float
    pace: float


class PhoneCamera:
    """May be called from any thread; ``hand`` passes a picture on and returns whether it was taken, None where the table is looked at through something else."""

    def __init__(
        self,
        hand: Callable[[ipc.PhonePicture], bool | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hand, self._clock = hand, clock
        self._lock = Lock()
        self._last: PhoneLook | None = None
        self._came: list[float] = []

    def bring(self, phone: str, jpeg: bytes, *, still: bool, take: bool) -> bool | None:
        """A picture that a phone took; whether it is looked at, None where the table is looked at through something else.

        Another phone's are refused while one brings its own, unless it is to ``take``
        over. Raises InputError ``web.camera.other``.
        """
        picture = ipc.PhonePicture(jpeg, still)
        with self._lock:
            now, last = self._clock(), self._last
            other = last is not None and last.phone != phone
            if last is not None and other and not take and now - last.at < SILENT:
                raise errors.InputError("web.camera.other")
            self._came = [] if other else self._came[1 - COUNTED :]
            self._came.append(now)
            self._last = PhoneLook(phone, picture, now, _pace(self._came))
        return self._hand(picture)

    @property
    def look(self) -> PhoneLook | None:
        """The newest picture; None if none came lately. A single look stays."""
        last = self._last
        if last is None or last.picture.still:
            return last
        return last if self._clock() - last.at < SILENT else None


def _pace(came: list[float]) -> float:
    """Pictures a second; 0 for a single one."""
    passed = came[-1] - came[0]
    return (len(came) - 1) / passed if passed > 0 else 0.0
