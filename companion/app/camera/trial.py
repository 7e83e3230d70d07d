"""Which cameras there are, and one tried before it is used: whether it gives pictures, one of them, and what limits reading.

Both are done in a process of their own, which takes a driver that hangs, and the
memory of what reads, along.
"""

from __future__ import annotations

import os
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from companion import errors, libraries, rules
from companion.app.camera import discovery, failed_looks, sources
from companion.app.camera.phone_camera import PhoneCamera, PhoneLook
from companion.app.child import Child, confine
from companion.app.doctor import checks
from companion.settings import Settings

if TYPE_CHECKING:
    from vision.frame import Frame, Trouble

LOOKING: Final = 3.0
"""Seconds for which a camera is watched once it gives pictures."""
SILENT: Final = 12.0
"""Seconds after which a camera without pictures is given up; one of the network may take eight to answer."""
LONGEST: Final = 25.0
"""Seconds in all, with the start of the process on a Pi."""
SHOWN: Final = 960
"""px across of the picture that is shown."""


class Cameras:
    """Answers one question at a time. May be called from any thread."""

    def __init__(self, settings: Callable[[], Settings], phone: PhoneCamera | None = None) -> None:
        self._settings = settings
        self._phone = phone
        self._one = Lock()

    def to_json(self) -> Sequence[rules.Json]:
        """The cameras that are plugged in: ``source``, as a setting names it, and ``name``."""
        with self._one, suppress(errors.CameraError):
            found: Sequence[rules.Json] = _apart(_listed, sources.DEVICES)
            return found
        return ()

    def in_the_house(self) -> Sequence[rules.Json]:
        """Those of the local network that answer within three seconds, as ``to_json`` has them."""
        with self._one:
            return discovery.in_the_house(discovery.GROUP, discovery.SECONDS)

    def tried(self, source: str) -> rules.Json:
        """What a source gives: ``picture`` (JPEG in base64; null: none), ``checks`` as the doctor's. Raises CameraError if it is none, or never answers."""
        sources.refuse_nothing(source)
        libraries.need_pictures()
        with self._one:
            settings = replace(self._settings(), camera=source)
            if source == sources.PHONE:
                jpeg, found = _apart(_tried_phone, (settings, self._phone_look()))
            else:
                jpeg, found = _apart(_tried, settings)
        picture = None if jpeg is None else b64encode(jpeg).decode()
        return {"picture": picture, "checks": sources.found_for_everybody(found, source)}

    def _phone_look(self) -> PhoneLook:
        """The phone's newest picture. Raises CameraError if there is none."""
        look = None if self._phone is None else self._phone.look
        if look is None:
            raise errors.CameraError("camera.no-phone")
        return look


def _apart(work: Callable[[Any], Any], given: Any) -> Any:
    """The answer of a function in a process of its own. Raises CameraError if it fails, or takes too long."""
    try:
        child = Child("trial", _send, work, given)
    except OSError as error:
        raise errors.CameraError("host.camera.silent") from error
    try:
        answer = child.pipe.recv() if child.pipe.poll(LONGEST) else None
    except (EOFError, OSError):
        answer = None
    finally:
        child.close()
    if isinstance(answer, errors.CompanionError):
        raise answer
    if answer is None:
        raise errors.CameraError("host.camera.silent")
    return answer


def _send(pipe: Connection, work: Callable[[Any], Any], given: Any) -> None:
    confine(sources.MEMORY)
    # Nothing is sent to it: once something can be read, its parent is gone.
    Thread(target=lambda: pipe.poll(None) and os._exit(0), daemon=True).start()
    with suppress(OSError):
        try:
            pipe.send(work(given))
        except errors.CompanionError as error:
            pipe.send(error)


# In that process -----------------------------------------------------------------------


def _listed(devices: Path) -> list[rules.Json]:
    return [*_of_the_pi(), *discovery.usb_cameras(devices)]


def _of_the_pi() -> Iterator[rules.Json]:
    if find_spec("picamera2") is None:
        return
    from picamera2 import Picamera2

    for number, info in enumerate(Picamera2.global_camera_info()):
        # USB cameras are listed below, by what OpenCV calls them.
        if "usb" not in str(info.get("Id", "")).lower():
            source = f"picamera2:{number}" if number else "picamera2"
            yield {"source": source, "name": str(info.get("Model", source))}


def _tried(settings: Settings) -> tuple[bytes | None, tuple[checks.Check, ...]]:
    from companion.app.camera.picture_checks import look, of_looks
    from vision.pictures import jpeg_of

    with closing(sources.open_source(settings)) as frames, failed_looks.one_look():
        seen, last = look(for_a_while(frames), sources.reader_of(settings).read)
        jpeg = None if last is None else jpeg_of(last.bgr(), most=SHOWN)
        return jpeg, of_looks(seen)


def _tried_phone(
    given: tuple[Settings, PhoneLook],
) -> tuple[bytes | None, tuple[checks.Check, ...]]:
    from companion.app.camera.picture_checks import look, of_looks
    from vision.frame import Frame
    from vision.pictures import decode_picture, grey_of, jpeg_of

    settings, sent = given
    with failed_looks.one_look():
        colour = decode_picture(sent.picture.jpeg, sources.PHONE)
        frame = Frame(0, 0.0, grey_of(colour), colour)
        seen, _ = look((frame,), sources.reader_of(settings).read)
        # One that came alone has the pace of reading.
        pace = sent.pace or seen.looks_per_second
        return jpeg_of(frame.bgr(), most=SHOWN), of_looks(replace(seen, frames_per_second=pace))


def for_a_while(
    frames: Iterable[Frame | Trouble], clock: Callable[[], float] = time.monotonic
) -> Iterator[Frame | Trouble]:
    """The frames of ``LOOKING`` seconds from the first one; none comes after ``SILENT`` seconds."""
    from vision.frame import Frame

    began, first = clock(), None
    for frame in frames:
        yield frame
        now, came = clock(), isinstance(frame, Frame)
        first = now if first is None and came else first
        if now - began > SILENT or (came and first is not None and now - first > LOOKING):
            return
