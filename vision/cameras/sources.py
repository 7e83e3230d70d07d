"""Sources of pictures by their names: USB cameras, streams, files and folders, the Pi's camera, a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from numbers import Real
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import cv2

from companion.announce import Message, message
from companion.errors import CameraError, quoted, reason_of
from vision.cameras.files import folder, one_picture, quiet, video
from vision.cameras.grab import Capture, Grabber
from vision.cameras.handed import NAME as PHONE
from vision.cameras.handed import Handed
from vision.cameras.live import PATIENCE, SILENCES, Camera, Clock, Degrees, live
from vision.cameras.picamera import PiCamera
from vision.frame import Frames, Size
from vision.pictures import SUFFIXES

# USB ---------------------------------------------------------------------------------


SIZES: Final = ((1920, 1080), (1280, 720))
"""The first is requested by default; a camera without a size gives its nearest."""


class UsbCamera:
    """``/dev/video<number>`` through OpenCV: motion JPEG, because uncompressed pictures of this size exceed USB 2."""

    slow_start = SILENCES
    news: Message | None = None

    def __init__(self, number: int, size: Size | None = None) -> None:
        self.number, self.size = number, size
        self.sizes: tuple[Size, ...] = SIZES if size is None else ()
        self.name = f"usb:{number}"

    def open(self) -> Grabber:
        """Raises CameraError: ``camera.no-usb`` (nothing there), ``camera.usb-refused`` (there, but it does not start)."""
        grabber = Grabber(self._capture, message("camera.lost", source=self.name))
        grabber.opened(PATIENCE)
        return grabber

    def _capture(self) -> Capture:
        if not Path(f"/dev/video{self.number}").exists():
            raise CameraError("camera.no-usb", source=self.name)
        quiet()
        capture = cv2.VideoCapture(self.number, cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise CameraError("camera.usb-refused", source=self.name)
        return self._set(capture)

    def _set(self, capture: cv2.VideoCapture) -> Capture:
        width, height = self.size or SIZES[0]
        # The format first: many cameras offer their large sizes only with it.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture


# Streams -----------------------------------------------------------------------------


OPEN_MS: Final = 5000
READ_MS: Final = 3000
OPENING: Final = 0.8
"""Seconds until an address that does not answer is silence, which is told ``PATIENCE`` later."""


class NetworkCamera:
    """What an ``http(s)`` or ``rtsp`` address gives: our own reader where it is pictures, OpenCV's FFmpeg for other video, and for that of an ONVIF device."""

    size: Size | None = None
    sizes: tuple[Size, ...] = ()
    slow_start = 7
    """Silences: cameras that wake, or start an encoder for the first who asks, take 8 seconds."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, without_password(url)
        self.news: Message | None = None

    def open(self) -> Grabber:
        """Raises CameraError: ``camera.no-stream`` (nothing answers), ``camera.not-pictures`` (something else does), and those of :func:`network.opened`."""
        lost, nothing = (
            message(f"camera.{key}", source=self.name) for key in ("lost", "no-stream")
        )
        grabber = Grabber(self._capture, lost, nothing)
        grabber.opened(OPENING)
        return grabber

    def _capture(self) -> Capture:
        # Only a camera in the network needs HTTP, TLS and XML: 3 MB of the process that looks.
        from vision.cameras import network, onvif

        if onvif.is_service(self.url):
            return self._video(onvif.video_of(self.url, self.name))
        if urlsplit(self.url).scheme in ("http", "https"):
            try:
                capture, self.news = network.opened(self.url, self.name)
            except network.NotOurs:
                return self._video(self.url, "camera.not-pictures")
            return capture
        return self._video(self.url)

    def _video(self, url: str, refused: str = "camera.no-stream") -> Capture:
        quiet()
        limits = [
            *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS),
            *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS),
        ]
        capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise CameraError(refused, source=self.name)
        return capture


def without_password(url: str) -> str:
    """A URL as it may be shown and logged: the host without path and query, since many cameras accept a password there, too."""
    parts = urlsplit(url)
    there = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{there}"


# By name -----------------------------------------------------------------------------


_NUMBERED = re.compile(r"(picamera2|usb)(?::([0-9]{1,3}))?", re.ASCII)
_DEVICE = re.compile(r"/dev/video([0-9]{1,3})", re.ASCII)


def frames(
    source: str,
    *,
    fps: float | None = None,
    painted: Callable[[], Frames] | None = None,
    handed: Handed | None = None,
    size: Size | None = None,
    clock: Clock = time.monotonic,
    degrees: Degrees = lambda: None,
) -> Frames:
    """The frames of a source (docs/commands.md): camera, video file, folder, stream or the painted table.

    ``fps`` is how often a live camera is looked at, at most, and the time scale of files;
    ``handed`` where a phone's pictures are put down, by who runs the pages; ``size`` the
    picture's width and height requested from a camera; ``clock`` gives seconds to live
    sources, ``degrees`` the heat that makes them slower. Raises CameraError if there is no such source; a live camera that is not
    there yet is waited for, and reported as Trouble meanwhile.
    """
    if not isinstance(source, str):
        raise CameraError("camera.no-source", what=quoted(source, 40))
    if fps is not None and not (isinstance(fps, Real) and 0 < fps <= 1000):
        shown = fps if isinstance(fps, int | float) else quoted(fps, 40)
        raise CameraError("camera.fps", fps=shown)
    if source == "painted":
        return _painted(painted)
    camera = _camera(source, handed, size)
    if camera is None:
        return _stored(Path(source), fps)
    return live(camera, fps=fps, clock=clock, degrees=degrees)


def _camera(source: str, handed: Handed | None, size: Size | None) -> Camera | None:
    """The live camera of that name; None if it names none. Raises CameraError if it only begins like one."""
    if source == PHONE:
        if handed is None:
            raise CameraError("camera.phone-elsewhere")
        return handed
    source = _DEVICE.sub(r"usb:\1", source) if _DEVICE.fullmatch(source) else source
    if found := _NUMBERED.fullmatch(source):
        make = UsbCamera if found[1] == "usb" else PiCamera
        return make(int(found[2] or 0), size)
    if source.startswith(("usb:", "picamera2:")):
        raise CameraError("camera.number", source=source)
    return NetworkCamera(source) if _is_url(source) else None


def _is_url(source: str) -> bool:
    """Whether a source is a URL of a kind that streams. Raises CameraError if it only begins like one."""
    try:
        return urlsplit(source).scheme in ("http", "https", "rtsp", "rtsps")
    except ValueError as error:
        # Not quoted in full: it may contain a password.
        raise CameraError("camera.no-stream", source=source.partition("://")[0]) from error


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
        why = reason_of(error)
        source = quoted(str(path), 200)
        raise CameraError("camera.unopened", source=source, why=why) from error


def _opened(path: Path, fps: float | None) -> Frames:
    if path.is_dir():
        return folder(path, fps)
    if path.suffix.lower() in SUFFIXES:
        return one_picture(path)
    return video(path, fps)
