"""Photographs of phones, read in a process of their own with limited memory and time.

A decoder given hostile bytes may use any amount of either, and memory for large
pictures is never fully returned: here both end with the process.

Imports are deferred: a reader costs the companion memory that most evenings do without.
"""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion import errors
from companion.app.camera.failed_looks import one_look
from companion.app.child import Child, confine
from companion.games import game
from companion.games.package import GamePackage

if TYPE_CHECKING:
    from vision.reader import Reader
    from web.routes.photos import Photo


# Reading ------------------------------------------------------------------------------


GameOnTable: TypeAlias = Callable[[], tuple[GamePackage, str]]
"""The game on the table, and its edition."""


def read_bytes(data: bytes, package: GamePackage, edition: str) -> dict[str, Any]:
    """What is in a picture file, including its ``size``. Raises PictureError."""
    from web.limits import Limits
    from web.routes.photos import photo

    seen = photo(data, pixels=Limits().pixels)
    return {**read_photo(seen, package, edition), "size": [seen.width, seen.height]}


def read_photo(photo: Photo, package: GamePackage, edition: str) -> dict[str, Any]:
    """What is in a picture of a hand: the cards with their corners, and unknown tags. Raises PictureError."""
    import numpy as np

    with one_look():
        grey = np.frombuffer(photo.grey, np.uint8).reshape(photo.height, photo.width)
        reading = _reader(package, edition).read(grey)
    return {
        "tags": [
            {"card": seen.code, "corners": _plain(seen.corners)} for seen in reading.sightings
        ],
        "unknown": [{"corners": _plain(strange.corners)} for strange in reading.unknown],
    }


@lru_cache(maxsize=1)
def _reader(package: GamePackage, edition: str) -> Reader:
    from vision.reader import Reader

    return Reader(package.pieces(edition))


def _plain(corners: Iterable[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]


# The process that reads --------------------------------------------------------------


MEMORY: Final = 640 << 20
"""Most bytes of memory the process may use; reading 16 megapixels takes about half."""
SECONDS: Final = 15
"""Most seconds of processor time for one photograph; a Pi 4 takes two fifths of that for 16 megapixels."""
LONGEST: Final = 180.0
"""Most seconds of wall-clock time, including the start of the process on an overloaded machine."""
PATIENCE: Final = 60.0
"""Seconds after which an idle process ends."""
ENDING: Final = 10.0
"""Most seconds that an unhindered exit takes."""

_Answer: TypeAlias = Mapping[str, Any] | errors.CompanionError


class PhotoProcess:
    """Reads one photograph after the other; the process is started by the first one and ends after being idle for a while."""

    def __init__(
        self,
        played: GameOnTable,
        *,
        seconds: int = SECONDS,
        memory: int = MEMORY,
        patience: float = PATIENCE,
    ) -> None:
        self._played = played
        self._seconds = seconds
        self._memory = memory
        self._patience = patience
        self._lock = Lock()
        self._child: Child | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process id, if there is a process."""
        return self._child.pid if self._child else None

    def read(self, data: bytes) -> Mapping[str, Any]:
        """What is in a picture, as ``companion.app.service.photos.read_bytes`` returns it. Raises PictureError."""
        package, edition = self._played()
        with self._lock:
            asked = package.name, edition, data
            answer = self._asked(asked) or self._asked(asked)
        if isinstance(answer, errors.CompanionError):
            raise answer
        if answer is None:
            raise errors.PictureError("web.photo.busy")
        return answer

    def close(self) -> None:
        """End the process, whatever it is reading, and read nothing more; may be called again."""
        self._closed = True
        if (reading := self._child) is not None:
            reading.kill()
        with self._lock:
            self._end()

    def _asked(self, asked: tuple[str, str, bytes]) -> _Answer | None:
        """The answer; None if the process ended before it received the request, having been idle for a while."""
        try:
            child = self._ready()
        except OSError:
            return errors.PictureError("web.photo.busy")
        try:
            child.pipe.send(asked)
            if child.pipe.poll(LONGEST):
                answer: _Answer = child.pipe.recv()
                return answer
        except (EOFError, OSError):
            if child.ended(ENDING) == 0:
                return None
        # Too slow, or out of memory: ending it frees everything it took.
        self._end()
        return errors.PictureError("web.photo.damaged")

    def _ready(self) -> Child:
        """The process, started if there is none. Raises OSError if that fails, and once closed."""
        if self._child is None or self._child.ended() is not None:
            self._end()
            bounds = self._memory, self._seconds, self._patience
            self._child = Child("photos", _serve, *bounds)
        # Asked last: whoever closes says so first, and kills the process he then finds.
        if self._closed:
            self._end()
            raise OSError
        return self._child

    def _end(self) -> None:
        if self._child is not None:
            self._child.close()
        self._child = None


def _serve(pipe: Connection, memory: int, seconds: int, patience: float) -> None:
    """The process: read what comes, until nothing comes for a while or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    confine(memory)
    with suppress(EOFError, OSError):
        while pipe.poll(patience):
            asked = pipe.recv()
            # The kernel kills the process if it exceeds this.
            most = int(time.process_time()) + 1 + seconds
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
            pipe.send(_answered(*asked))


def _answered(name: str, edition: str, data: bytes) -> _Answer:
    try:
        return read_bytes(data, game(name), edition)
    except errors.CompanionError as error:
        return error
    except MemoryError:
        return errors.PictureError("web.photo.damaged")
