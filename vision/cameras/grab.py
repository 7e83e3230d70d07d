"""OpenCV's cameras: a thread grabs every picture, so that one that hangs is noticed, and decodes only those asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from companion.announce import Message
from companion.errors import CameraError
from vision.cameras.live import Shot
from vision.frame import Colour
from vision.pictures import grey_of, in_colour


class Capture(Protocol):
    """The part of ``cv2.VideoCapture`` that is used."""

    def grab(self) -> bool:
        """Wait for the next picture; returns whether there is one."""

    def retrieve(self) -> tuple[bool, Any]:
        """Whether the grabbed picture could be decoded, and the picture."""

    def release(self) -> None:
        """Release the device."""


class Grabber:
    """A capture read by a thread of its own, which ends when the capture fails or ``close`` is called.

    ``start`` opens the capture, in the thread, because that may hang as well; it raises
    CameraError on failure. ``lost`` is reported when it stops giving pictures, ``nothing``
    where it has never given one.
    """

    def __init__(
        self, start: Callable[[], Capture], lost: Message, nothing: Message | None = None
    ) -> None:
        self._start, self._lost = start, nothing or lost
        self._once_given = lost
        self._changed = threading.Condition()
        self._picture: tuple[Colour, float] | None = None
        self._wanted = True
        self._failure: CameraError | None = None
        self._stop = False
        self._opened = False
        threading.Thread(target=self._work, name="camera", daemon=True).start()

    def opened(self, patience: float) -> bool:
        """Whether the device opened within ``patience`` seconds. Raises CameraError when it cannot be opened."""
        with self._changed:
            self._changed.wait_for(lambda: self._opened or self._failure, patience)
            if not self._opened:
                self._check()
            return self._opened

    def read(self, patience: float) -> Shot | None:
        """The next picture from now on, or the very first; None after ``patience`` seconds without one."""
        with self._changed:
            self._wanted = self._picture is None
            self._changed.wait_for(lambda: self._picture is not None or self._failure, patience)
            decoded, self._picture = self._picture, None
            if decoded is None:
                self._check()
                return None
        began, (colour, took) = time.monotonic(), decoded
        grey = grey_of(colour)
        return Shot(grey, colour, took=took + time.monotonic() - began)

    def expect(self, looks: float) -> None:
        """What nobody asks for is passed over, and not decoded."""

    def close(self) -> None:
        """Tell the thread to release the device; one that hangs does so when it returns."""
        with self._changed:
            self._stop = True

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _work(self) -> None:
        try:
            self._pump(self._start())
        except CameraError as error:
            self._fail(error)
        # OpenCV's errors, out of memory: anything that ends the thread silently would look like a hanging camera.
        except Exception:
            self._fail(self._gone())

    def _pump(self, capture: Capture) -> None:
        try:
            self._set_opened()
            while not self._stop:
                if not capture.grab():
                    raise self._gone()
                if self._wanted:
                    began = time.monotonic()
                    colour = self._decoded(capture)
                    self._put(colour, time.monotonic() - began)
        finally:
            capture.release()

    def _decoded(self, capture: Capture) -> Colour:
        there, colour = capture.retrieve()
        if not there or colour is None:
            raise self._gone()
        return in_colour(colour)

    def _gone(self) -> CameraError:
        return CameraError(self._lost.key, **self._lost.params)

    def _set_opened(self) -> None:
        with self._changed:
            self._opened = True
            self._changed.notify_all()

    def _put(self, colour: Colour, took: float) -> None:
        with self._changed:
            self._picture, self._wanted = (colour, took), False
            self._lost = self._once_given
            self._changed.notify_all()

    def _fail(self, error: CameraError) -> None:
        with self._changed:
            self._failure = error
            self._changed.notify_all()
