"""A live camera as an iterator that survives it: silence is noticed, a lost camera is reopened, and no more looks are asked for than fit."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from companion.announce import Message, message
from companion.errors import CameraError
from vision.frame import Colour, Frame, Frames, Grey, Size, Trouble
from vision.rate import Pacer

Clock: TypeAlias = Callable[[], float]
"""Seconds that never run backwards."""
Degrees: TypeAlias = Callable[[], float | None]
"""The processor's temperature, °C; None where heat is not ours to watch."""

PATIENCE: Final = 2.0
"""Seconds without a picture after which people are told."""

SILENCES: Final = 3
"""How often silence is reported before the camera is given up and reopened."""

FPS: Final = 10.0
"""The frame rate requested from a camera by default: a settled zone needs 3 looks in 0.3 s."""

Reopening: TypeAlias = Generator[Trouble, None, "OpenedCamera"]

BACK_OFF: Final = (0.5, 1.0, 2.0, 4.0)
"""Seconds before each further attempt to open a lost camera; the last value repeats."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of a camera: luma, and colour if it has any; ``done`` returns the memory to the camera."""

    grey: Grey
    colour: Colour | None = None
    done: Callable[[], None] = lambda: None
    whole: Callable[[], Colour] | None = None
    """Enlarges the colour picture to the size of the luma; valid until ``done``."""
    refocus: Callable[[], None] | None = None
    """Has the camera find its focus anew, where it holds one."""
    took: float = 0.0
    """Seconds that it took, once it was there."""


class OpenedCamera(Protocol):
    """A running camera."""

    def read(self, patience: float) -> Shot | None:
        """The next picture; None after ``patience`` seconds without one. Raises CameraError when the camera is lost."""

    def expect(self, looks: float) -> None:
        """So many pictures a second are asked for from now on: what is beyond them the device may spare."""

    def close(self) -> None:
        """Release the device; never raises."""


class Camera(Protocol):
    """A camera that can be opened."""

    name: str
    size: Size | None
    """What it is opened with; None: its own."""
    sizes: tuple[Size, ...]
    """Those that it may be opened with, largest first; known once it is open."""
    slow_start: int
    """How often silence is reported before it is opened anew, as long as it has given no picture."""
    news: Message | None
    """What people should know of how it was opened; told before its first picture."""

    def open(self) -> OpenedCamera:
        """Start it. Raises CameraError when it cannot be."""


def live(
    camera: Camera,
    *,
    fps: float | None = None,
    clock: Clock = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
    degrees: Degrees = lambda: None,
) -> Frames:
    """The frames of a live camera, timed from its first one, at most ``fps`` per second, without end.

    Fewer are taken where looking at them, which is what is done between two of them,
    takes too long, or while the processor is too hot (``degrees``).

    Raises CameraError if it cannot be opened the first time. Afterwards every failure
    is Trouble, reported within ``PATIENCE`` seconds and repeatedly as long as it lasts,
    and the camera is reopened.
    """
    return _LiveFrames(camera, Pacer(fps or FPS, degrees), clock, wait).frames()


class _LiveFrames:
    def __init__(
        self, camera: Camera, pacer: Pacer, clock: Clock, wait: Callable[[float], None]
    ) -> None:
        self.camera, self.clock, self.wait = camera, clock, wait
        self.pacer = pacer
        self.first, self.resized = camera.size, False
        self.start: float | None = None
        self.number = 0
        self.failures = 0

    def frames(self) -> Frames:
        opened = self.camera.open()
        while True:
            yield from self._until_lost(opened)
            opened = yield from self._reopened()

    def _until_lost(self, opened: OpenedCamera) -> Frames:
        silences, seen, due = 0, False, self.clock()
        pace, self.resized = 0.0, False
        try:
            while silences < (SILENCES if seen else self.camera.slow_start):
                if self.resized:
                    return
                if pace != self.pacer.pace:
                    pace = self.pacer.pace
                    opened.expect(pace)
                self.wait(max(0.0, due - self.clock()))
                due = self.clock() + 1 / pace
                picture = opened.read(PATIENCE)
                if picture is None:
                    silences += 1
                    yield self._silent(silences)
                else:
                    if not seen and self.camera.news is not None:
                        yield self._trouble(self.camera.news)
                    silences, seen, self.failures = 0, True, 0
                    yield from self._shown(picture)
                    # Memory still held here could not be returned once the camera is closed.
                    del picture
        except CameraError as error:
            yield self._trouble(error.message)
        finally:
            opened.close()

    def _shown(self, picture: Shot) -> Frames:
        began = self.clock()
        try:
            yield Frame(
                self.number,
                self._now(),
                picture.grey,
                picture.colour,
                whole=picture.whole,
                refocus=picture.refocus,
                rate=self.pacer.rate,
                sizes=self.camera.sizes,
                resize=self._resize if self.camera.sizes else None,
            )
        finally:
            picture.done()
        self.number += 1
        ended = self.clock()
        self.pacer.after(ended, picture.took, ended - began)

    def _resize(self, size: Size) -> None:
        self.camera.size, self.resized = size, True

    def _reopened(self) -> Reopening:
        while True:
            self.wait(BACK_OFF[min(self.failures, len(BACK_OFF) - 1)])
            self.failures += 1
            try:
                return self.camera.open()
            except CameraError as error:
                # What it was opened with at first it can be opened with again.
                self.camera.size = self.first
                yield self._trouble(error.message)

    def _now(self) -> float:
        now = self.clock()
        self.start = now if self.start is None else self.start
        return now - self.start

    def _silent(self, silences: int) -> Trouble:
        seconds = round(silences * PATIENCE)
        return self._trouble(message("camera.silent", source=self.camera.name, seconds=seconds))

    def _trouble(self, what: Message) -> Trouble:
        return Trouble(self.number, self._now(), what)
