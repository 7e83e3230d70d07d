"""Which camera the name of a source refers to."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from numbers import Real
from pathlib import Path
from urllib.parse import urlsplit

from companion.errors import CameraError, quoted
from vision.cameras.files import folder, one_picture, video
from vision.cameras.live import Clock, live
from vision.cameras.picamera import PiCamera
from vision.cameras.stream import StreamCamera
from vision.cameras.usb import UsbCamera
from vision.frame import Frames
from vision.pictures import SUFFIXES

Size = tuple[int, int]

_NUMBERED = re.compile(r"(picamera2|usb)(?::([0-9]{1,3}))?", re.ASCII)
_DEVICE = re.compile(r"/dev/video([0-9]{1,3})", re.ASCII)


def frames(
    source: str,
    *,
    fps: float | None = None,
    painted: Callable[[], Frames] | None = None,
    size: Size | None = None,
    clock: Clock = time.monotonic,
) -> Frames:
    """The frames of a source (docs/commands.md): camera, video file, folder, stream or the painted table.

    ``fps`` is a live camera's frame rate and the time scale of files; ``size`` the
    picture's width and height requested from a camera; ``clock`` gives seconds to live
    sources. Raises CameraError if there is no such source; a live camera that is not
    there yet is waited for, and reported as Trouble meanwhile.
    """
    if not isinstance(source, str):
        raise CameraError("camera.no-source", what=quoted(source, 40))
    if fps is not None and not (isinstance(fps, Real) and 0 < fps <= 1000):
        shown = fps if isinstance(fps, int | float) else quoted(fps, 40)
        raise CameraError("camera.fps", fps=shown)
    if source == "painted":
        return _painted(painted)
    source = _DEVICE.sub(r"usb:\1", source) if _DEVICE.fullmatch(source) else source
    if found := _NUMBERED.fullmatch(source):
        number = int(found[2] or 0)
        if found[1] == "usb":
            return live(UsbCamera(number, size), fps=fps, clock=clock)
        return live(PiCamera(number, size, fps), fps=fps, clock=clock)
    if source.startswith(("usb:", "picamera2:")):
        raise CameraError("camera.number", source=source)
    if _is_url(source):
        return live(StreamCamera(source), fps=fps, clock=clock)
    return _stored(Path(source), fps)


def _is_url(source: str) -> bool:
    """Whether a source is a URL of a kind that streams. Raises CameraError if it only begins like one."""
    try:
        return urlsplit(source).scheme in ("http", "https", "rtsp", "rtsps")
    except ValueError as error:
        # Not quoted in full: it may contain a password.
        raise CameraError(
            "camera.no-stream", source=source.partition("://")[0]
        ) from error


def _painted(painted: Callable[[], Frames] | None) -> Frames:
    if painted is None:
        raise CameraError("camera.no-painter")
    return painted()


def _stored(path: Path, fps: float | None) -> Frames:
    try:
        path.stat()
        return _opened(path, fps)
    except FileNotFoundError as error:
        raise CameraError("camera.missing", source=str(path)) from error
    except (OSError, ValueError) as error:
        # A folder on the way that may not be entered, a name that is too long or has a NUL.
        why = getattr(error, "strerror", None) or str(error)
        source = quoted(str(path), 200)
        raise CameraError("camera.unopened", source=source, why=why) from error


def _opened(path: Path, fps: float | None) -> Frames:
    if path.is_dir():
        return folder(path, fps)
    if path.suffix.lower() in SUFFIXES:
        return one_picture(path)
    return video(path, fps)
