"""The camera process: owns camera and reader, reports what it sees, and ends when its parent does."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

import cv2

from companion import errors, household
from companion.app import child
from companion.app.camera import failed_looks, ipc, picture_checks
from companion.app.camera.camera_sight import hidden
from companion.app.camera.pipeline import TableLook, looks
from companion.app.camera.sources import MEMORY, open_source, played, reader_of, settler_of
from companion.app.doctor.checks import Check, of_no_picture
from companion.mat import Mat
from companion.settings import Settings
from vision import birdseye, settle
from vision.cameras.handed import Brought, Handed
from vision.frame import Frames, Trouble
from vision.pictures import jpeg_of
from vision.pose import Pose
from vision.reader import TableReader
from vision.reading import Reading

HEALTH_SECONDS: Final = 0.5
"""How often the parent is told that frames arrive."""
REOPEN_SECONDS: Final = 2.0
"""Pause before a failed source is opened again."""
LIVE_WIDTH: Final = 1280
MAT_SCALE: Final = 2.0
"""px per mm of the rectified mat."""
JPEG_QUALITY: Final = 70
M_MMAP_THRESHOLD: Final = -3
"""The option's number in glibc's malloc.h; skipped on machines without glibc."""
PICTURE_BYTES: Final = 1 << 20


def run(
    pipe: Connection,
    settings: Settings,
    open_frames: ipc.Open | None = None,
    mat_instead: Mat | None = None,
) -> None:
    """The child's main function: look until the source ends or the parent is gone; ``mat_instead`` is a mat in place of the game's own."""
    # Ctrl-C reaches the whole process group, but the parent decides when the camera process closes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever a stream sends: an endless picture costs only the camera process, not the machine.
    child.confine(MEMORY)
    cv2.setNumThreads(1)
    _keep_no_pictures()
    _CameraProcess(pipe).look(settings, open_frames, mat_instead)


def _keep_no_pictures() -> None:
    """Return the memory of freed pictures to the system at once: glibc would keep as much as the largest look ever took."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, PICTURE_BYTES)


def _give_back() -> None:
    """Return what is free between smaller things still in use: glibc returns by itself only what is free at the end."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


class _CameraProcess:
    """What the child does, with its end of the pipe."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._last: TableLook | None = None
        self._wanted = {what: threading.Event() for what in ipc.Wanted}
        self._going = threading.Event()
        self._going.set()
        self._phone = Handed(lambda: self._tell(ipc.News.PHONE_WANTED))
        threading.Thread(target=self._listen, name="parent", daemon=True).start()

    def look(self, settings: Settings, opens: ipc.Open | None, mat_instead: Mat | None) -> None:
        open_frames = opens or partial(open_source, phone=self._phone)
        reader = reader_of(settings, mat_instead)
        self._tell(ipc.News.READY)
        while True:
            try:
                with closing(open_frames(settings)) as frames:
                    self._follow(frames, reader, settler_of(played(settings), mat_instead))
            except errors.CameraError as error:
                self._tell(ipc.SourceFailed(error.message))
                time.sleep(REOPEN_SECONDS)
            else:
                self._tell(ipc.News.SOURCE_ENDED)
                return

    def _follow(self, frames: Frames, reader: TableReader, settler: settle.Settler) -> None:
        pace, focusing = _Pace(), picture_checks.Focusing()
        untold: TableLook | None = None
        for look in looks(
            frames, reader, settler, asked=lambda: self._was_wanted(ipc.Wanted.TABLE)
        ):
            match look:
                case Trouble():
                    self._tell(ipc.SourceFailed(look.what))
                    untold = None
                case TableLook():
                    self._last = look
                    for observation in look.observations:
                        self._tell(ipc.Seen(observation))
                    untold = look
                    if pulse := pace.after(look):
                        self._tell(pulse)
                        _give_back()
                        untold = None
                    self._show_die(look)
                    self._focus(look, focusing)
                    self._stand_still(look, pace)
        if untold is not None:
            # A folder's last pictures come within less than that.
            self._tell(pace.again(untold))

    def _show_die(self, look: TableLook) -> None:
        if self._was_wanted(ipc.Wanted.DIE):
            self._tell(ipc.DieShown(_shown_face(look)))

    def _stand_still(self, look: TableLook, pace: _Pace) -> None:
        """While its players wait, a painted table stays as it is: time passes only as frames are requested."""
        while not self._going.wait(HEALTH_SECONDS):
            self._tell(pace.again(look))
            self._show_die(look)

    def _focus(self, look: TableLook, focusing: picture_checks.Focusing) -> None:
        due = focusing.is_due(look.frame.at, mat=look.reading.pose is not None)
        asked = self._was_wanted(ipc.Wanted.FOCUS)
        if (due or asked) and look.frame.refocus is not None:
            look.frame.refocus()

    def _was_wanted(self, what: ipc.Wanted) -> bool:
        """Whether the parent asked for it; it no longer does."""
        return was_set(self._wanted[what])

    def _tell(self, report: ipc.CameraReport) -> None:
        with self._sending:
            self._pipe.send(report)

    def _listen(self) -> None:
        try:
            while True:
                match self._pipe.recv():
                    case ipc.PictureWanted(of_mat):
                        shown = _picture(self._last, _mat if of_mat else _shown)
                        self._tell(replace(shown, straightened=of_mat))
                    case ipc.Wanted() as what:
                        # The networks and the camera are the looking thread's.
                        self._wanted[what].set()
                    case ipc.PhonePicture(jpeg, still):
                        self._phone.put(Brought(jpeg, still))
                    case ipc.StopWanted(stop):
                        (self._going.clear if stop else self._going.set)()
        except (EOFError, OSError):
            # The parent is gone: nothing here is worth finishing, and a hung camera must not keep us alive.
            os._exit(0)


def was_set(event: threading.Event) -> bool:
    """Whether an event was set; it no longer is. One that is set meanwhile is so the next time."""
    if not event.is_set():
        return False
    event.clear()
    return True


class _Pace:
    """Counts frames and periodically reports the rates at which they come and are looked at."""

    def __init__(self) -> None:
        self._told_at, self._told_frames, self._frames = time.monotonic(), 0, 0
        self._per_second = 0.0

    def after(self, look: TableLook) -> ipc.Pulse | None:
        self._frames += 1
        passed = time.monotonic() - self._told_at
        if passed < HEALTH_SECONDS and self._frames > 1:
            return None
        pace = (self._frames - self._told_frames) / max(passed, 1e-6)
        return self._pulse(look, pace)

    def again(self, look: TableLook) -> ipc.Pulse:
        """The same frame once more: no other is awaited, so the rate is what it was."""
        return self._pulse(look, self._per_second)

    def _pulse(self, look: TableLook, pace: float) -> ipc.Pulse:
        self._told_at, self._told_frames = time.monotonic(), self._frames
        self._per_second = pace
        there = look.reading.pose is not None
        checks = _examined(look, pace)
        can = look.frame.refocus is not None
        more = look.reading.limits.more_mats
        blocked = hidden(look.mat, look.blocked) if look.blocked else None
        about = look.other_mat, can, more, blocked
        fewer = look.frame.rate.fewer if look.frame.rate else None
        return ipc.Pulse(self._frames, pace, there, checks, *about, fewer)


def _examined(look: TableLook, pace: float) -> tuple[Check, ...]:
    speed = 1 / look.seconds if look.seconds else 0.0
    try:
        with failed_looks.one_look():
            return picture_checks.of_looks(
                picture_checks.Looks(
                    look.reading,
                    pace,
                    speed,
                    other_mat=look.other_mat,
                    refocuses=look.frame.refocus is not None,
                    rate=look.frame.rate,
                    sizes=look.frame.sizes,
                )
            )
    except errors.PictureError as error:
        return of_no_picture(error.message)


def _shown_face(look: TableLook) -> household.ShownFace | None:
    """The only die in the picture."""
    from vision.dice.taught import shown_alone

    try:
        with failed_looks.one_look():
            return shown_alone(look.frame, _mat_pose(look.reading))
    except errors.PictureError:
        return None


def _picture(look: TableLook | None, shown: Callable[[TableLook], ipc.Picture]) -> ipc.Picture:
    """The last look, as a picture; empty if there is none that can be shown."""
    if look is None:
        return ipc.Picture()
    try:
        with failed_looks.one_look():
            return shown(look)
    except errors.PictureError:
        return ipc.Picture()


def _shown(look: TableLook) -> ipc.Picture:
    frame = look.frame
    shown = frame.grey if frame.colour is None else frame.colour
    return ipc.Picture(jpeg_of(shown, JPEG_QUALITY, LIVE_WIDTH), _overlay(look))


def _mat(look: TableLook) -> ipc.Picture:
    pose = _mat_pose(look.reading)
    if pose is None:
        return ipc.Picture()
    return ipc.Picture(jpeg_of(birdseye.straightened(look.frame, pose, MAT_SCALE), JPEG_QUALITY))


def _mat_pose(reading: Reading) -> Pose | None:
    """Where a mat lies; None on a plain table."""
    return None if reading.mat and reading.mat.plain else reading.pose


def _overlay(look: TableLook) -> Any:
    reading = look.reading
    return {
        "size": list(reading.size),
        "frame": look.frame.number,
        "at": look.frame.at,
        "refocuses": look.frame.refocus is not None,
        "mat": _mat_pose(reading) is not None,
        "plain": bool(reading.mat and reading.mat.plain),
        "tags": [
            {
                "card": seen.code,
                "zone": seen.zone,
                "corners": [list(corner) for corner in seen.corners],
            }
            for seen in reading.sightings
        ],
        "loose": [
            {"kind": seen.piece.kind.value, "corners": [list(corner) for corner in seen.corners]}
            for seen in reading.loose
        ],
        "unknown": [[list(corner) for corner in strange.corners] for strange in reading.unknown],
        "limits": {
            "px_per_module": reading.limits.px_per_module,
            "sharpness": reading.limits.sharpness,
            "noise": reading.limits.noise,
            "glare": reading.limits.glare,
            "mirrored": reading.limits.mirrored,
            "more_mats": reading.limits.more_mats,
        },
    }
