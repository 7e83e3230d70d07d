"""USB cameras, by number."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2

from companion.announce import message
from companion.errors import CameraError
from vision.cameras.files import quiet
from vision.cameras.grab import Capture, Grabber
from vision.cameras.live import PATIENCE

SIZE: Final = (1920, 1080)
"""Requested by default; a camera without this size gives its nearest."""


class UsbCamera:
    """``/dev/video<number>`` through OpenCV: motion JPEG, because uncompressed pictures of this size exceed USB 2."""

    paces_itself = False

    def __init__(self, number: int, size: tuple[int, int] | None = None) -> None:
        self.number, self.size = number, size or SIZE
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
        width, height = self.size
        # The format first: many cameras offer their large sizes only with it.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture
