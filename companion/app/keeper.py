"""Keeps the eye open: starts its process, hears what it tells, and starts it again when it dies or hangs."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any, Final

from companion.announce import Message, message
from companion.app import eye
from companion.app.eye import Over, Picture, PictureWanted, Pulse, Seen, Told, Wrong
from companion.settings import Settings
from companion.table import Observation

SILENCE_SECONDS: Final = 6.0
"""A child that tells nothing for so long hangs: even a camera without frames is told of every other second."""
START_SECONDS: Final = 30.0
"""Importing OpenCV and opening a camera may take a Pi so long."""
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each further start; one that saw frames begins anew."""
PICTURE_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Sight:
    """How the eye is: when the last frame came (by the keeper's clock), what it told last, what is wrong."""

    last_frame: float | None = None
    pulse: Pulse | None = None
    wrong: Message | None = None
    starts: int = 0
    over: bool = False


class Keeper:
    """The eye's process and the thread that listens to it.

    ``observe`` is called in that thread for every observation, in order.
    """

    def __init__(
        self,
        settings: Settings,
        observe: Callable[[Observation], object],
        *,
        open_frames: eye.Open | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._observe = observe
        self._open_frames = open_frames
        self._clock = clock
        self._ended = threading.Event()
        self._sight = Sight()
        self._pipe: Connection | None = None
        self._asking = threading.Lock()
        self._answered = threading.Event()
        self._picture = Picture()
        self._thread = threading.Thread(target=self._keep, name="keeper", daemon=True)

    def start(self) -> None:
        """Open the eye."""
        self._thread.start()

    def close(self) -> None:
        """Close the eye and wait for its process."""
        self._ended.set()
        self._thread.join(10)

    @property
    def sight(self) -> Sight:
        """How the eye is now."""
        return self._sight

    def frame_age(self) -> float | None:
        """Seconds since the last frame; None before the first."""
        last = self._sight.last_frame
        return None if last is None else self._clock() - last

    def picture(self) -> Picture:
        """The last picture, asked of the child; an empty one where it does not answer in time."""
        with self._asking:
            self._answered.clear()
            try:
                if self._pipe is None:
                    return Picture()
                self._pipe.send(PictureWanted())
            except OSError:
                return Picture()
            return self._picture if self._answered.wait(PICTURE_SECONDS) else Picture()

    # -- in the keeper's own thread -----------------------------------------

    def _keep(self) -> None:
        tries = 0
        while not self._ended.is_set() and not self._sight.over:
            self._sight = replace(self._sight, starts=self._sight.starts + 1)
            before = self._sight.pulse
            self._one_life()
            tries = 0 if self._sight.pulse is not before else tries + 1
            if not self._sight.over:
                self._ended.wait(PAUSES[min(tries, len(PAUSES) - 1)])

    def _one_life(self) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        given = (there, self._settings) + (
            (self._open_frames,) if self._open_frames else ()
        )
        child = context.Process(target=eye.run, args=given, name="eye", daemon=True)
        child.start()
        there.close()
        self._pipe = here
        try:
            self._hear(here)
        finally:
            self._pipe = None
            here.close()
            # Its end of the pipe is gone and it should be ending; one that hangs is not asked twice.
            child.join(0.5)
            child.kill()
            child.join()
            child.close()

    def _hear(self, pipe: Connection) -> None:
        patience = START_SECONDS
        heard_at = self._clock()
        while not self._ended.is_set():
            if not pipe.poll(0.2):
                if self._clock() - heard_at > patience:
                    self._sight = replace(self._sight, wrong=message("camera.hangs"))
                    return
                continue
            try:
                told: Told = pipe.recv()
            except (EOFError, OSError):
                self._died()
                return
            self._take(told)
            patience, heard_at = SILENCE_SECONDS, self._clock()

    def _died(self) -> None:
        if not self._sight.over and self._sight.wrong is None:
            self._sight = replace(self._sight, wrong=message("camera.died"))

    def _take(self, told: Told) -> None:
        match told:
            case Seen():
                self._observe(told.observation)
            case Pulse():
                now = self._clock()
                self._sight = replace(
                    self._sight, last_frame=now, pulse=told, wrong=None
                )
            case Wrong():
                self._sight = replace(self._sight, wrong=told.what)
            case Picture():
                self._picture = told
                self._answered.set()
            case Over():
                self._sight = replace(self._sight, over=True)

    def health(self) -> dict[str, Any]:
        """For ``/healthz`` and the pages: no secrets."""
        sight, age = self._sight, self.frame_age()
        return {
            "camera": sight.wrong is None and sight.pulse is not None,
            "wrong": sight.wrong.to_json() if sight.wrong else None,
            "mat": sight.pulse.reading.pose is not None if sight.pulse else None,
            "frames_per_second": round(sight.pulse.per_second, 1)
            if sight.pulse
            else None,
            "frame_age": None if age is None else round(age, 2),
            "starts": sight.starts,
            "over": sight.over,
        }
