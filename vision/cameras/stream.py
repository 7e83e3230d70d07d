"""Cameras by URL: an old phone, a network camera."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import cv2

from companion.announce import message
from companion.errors import CameraError
from vision.cameras.files import quiet
from vision.cameras.grab import Capture, Grabber
from vision.cameras.live import PATIENCE

OPEN_MS: Final = 5000
READ_MS: Final = 3000


class StreamCamera:
    """An ``http(s)`` or ``rtsp`` stream through OpenCV's FFmpeg."""

    paces_itself = False

    def __init__(self, url: str) -> None:
        self.url, self.name = url, without_password(url)

    def open(self) -> Grabber:
        """Raises CameraError: ``camera.no-stream`` (nothing answers, or no pictures), ``camera.one-picture`` (a single picture, not a stream)."""
        grabber = Grabber(self._capture, message("camera.lost", source=self.name))
        grabber.opened(OPEN_MS / 1000 + PATIENCE)
        return grabber

    def _capture(self) -> Capture:
        quiet()
        limits = [
            *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS),
            *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS),
        ]
        capture = cv2.VideoCapture(self.url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise CameraError("camera.no-stream", source=self.name)
        # FFmpeg cannot report the end of a stream; the URL of a snapshot gives a single picture.
        if capture.get(cv2.CAP_PROP_FRAME_COUNT) == 1:
            capture.release()
            raise CameraError("camera.one-picture", source=self.name)
        return capture


def without_password(url: str) -> str:
    """A URL as it may be shown and logged: the host without path and query, since many cameras accept a password there, too."""
    parts = urlsplit(url)
    there = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{there}"
