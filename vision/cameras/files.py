"""Folders of pictures and video files: read as fast as possible, timed by frame number."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import cv2

from companion.announce import message
from companion.errors import CameraError, PictureError, reason_of
from vision.frame import Colour, Frame, Frames, Trouble
from vision.pictures import SUFFIXES, grey_of, in_colour, read_picture

FOLDER_FPS: Final = 10.0
"""Frames per second of a folder, and of a video that does not say."""


def folder(path: Path, fps: float | None = None) -> Frames:
    """The pictures of a folder in name order; files that are not pictures by name, and subfolders, are skipped.

    A picture that cannot be read keeps its number and is reported as Trouble. Raises
    CameraError: ``camera.unopened``, ``camera.no-pictures``.
    """
    try:
        files = sorted(file for file in path.iterdir() if _is_picture(file))
    except OSError as error:
        raise CameraError("camera.unopened", source=str(path), why=reason_of(error)) from error
    if not files:
        raise CameraError("camera.no-pictures", source=str(path))
    return _pictures(files, fps or FOLDER_FPS)


def one_picture(path: Path) -> Frames:
    """A single picture as a source of one frame."""
    return _pictures([path], FOLDER_FPS)


def video(path: Path, fps: float | None = None) -> Frames:
    """The frames of a video file; its own frame rate gives the time unless ``fps`` is
    given. Raises CameraError ``camera.no-video`` if the file has no readable frames.
    """
    opened = _open_video(path)
    return _video_frames(opened, path.name, fps or _own_fps(opened))


def _is_picture(file: Path) -> bool:
    return file.suffix.lower() in SUFFIXES and not file.name.startswith(".") and not file.is_dir()


def _pictures(files: list[Path], fps: float) -> Frames:
    for number, file in enumerate(files):
        at = number / fps
        try:
            colour = read_picture(file)
        except PictureError as error:
            yield Trouble(number, at, error.message)
            continue
        yield Frame(number, at, grey_of(colour), colour, printable(file.name))


def _open_video(path: Path) -> cv2.VideoCapture:
    if path.stat().st_size == 0:
        raise CameraError("camera.no-video", source=str(path))
    quiet()
    opened = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    if not opened.isOpened():
        opened.release()
        raise CameraError("camera.no-video", source=str(path))
    return opened


def _video_frames(opened: cv2.VideoCapture, name: str, fps: float) -> Frames:
    promised = opened.get(cv2.CAP_PROP_FRAME_COUNT)
    number = 0
    with closing(_Released(opened)):
        for number, colour in enumerate(_read_all(opened), 1):
            yield Frame(number - 1, (number - 1) / fps, grey_of(colour), colour)
    if number == 0 or number < 0.9 * promised:
        what = message("camera.ended-early", source=name, frames=number, promised=int(promised))
        yield Trouble(number, number / fps, what)


def _read_all(opened: cv2.VideoCapture) -> Iterator[Colour]:
    while True:
        there, colour = opened.read()
        if not there or colour is None:
            return
        yield in_colour(colour)


def _own_fps(opened: cv2.VideoCapture) -> float:
    told = opened.get(cv2.CAP_PROP_FPS)
    # Files without a frame rate report 0, nan, or their time base (up to 1,000,000).
    return told if math.isfinite(told) and 0.1 <= told <= 240 else FOLDER_FPS


def printable(name: str) -> str:
    """A file's name in printable form: bytes that are not UTF-8 become question marks."""
    return name.encode("utf-8", "replace").decode()


class _Released:
    """``close`` under OpenCV's name for it."""

    def __init__(self, opened: cv2.VideoCapture) -> None:
        self.close = opened.release


def quiet() -> None:
    """Keep OpenCV and FFmpeg from writing to standard error: failures are reported in words."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if hasattr(cv2, "utils") and hasattr(cv2.utils, "logging"):
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
