"""What is known of the camera process: its signs of life, how long it may be silent, and source time that never runs backwards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.announce import Message, message
from companion.app.camera import ipc
from companion.table import Observation, later
from companion.words import zone_name


class MonotonicTime:
    """Shifts the times of each camera process to follow those of its predecessors."""

    def __init__(self) -> None:
        self._ahead = self._last = 0.0

    def __call__(self, seen: Observation, last: float) -> Observation:
        """An observation in the game's time; ``last`` is the time of the last look known to the game, seconds."""
        # The game does not know yet about observations queued for a journal that cannot be written.
        last = max(last, self._last)
        if seen.at + self._ahead < last:
            self._ahead = last - seen.at
        self._last = seen.at + self._ahead
        return later(seen, self._ahead) if self._ahead else seen


def hidden(game: str, zones: Iterable[str]) -> Message:
    """The sentence about zones of a game's mat that something hides."""
    return message("camera.hidden", zones=tuple(zone_name(game, zone) for zone in zones))


_LEAST: Final = 0.01
"""Looks a second below which no number says more."""
SELDOM: Final = 4.0
"""Looks a second below which people are told: who plays without haste loses no turn at 5, who hurries some at 8."""


def notices(pulse: ipc.Pulse) -> Iterator[Message]:
    """What people should know while the camera works."""
    if pulse.more_mats:
        yield message("camera.more-mats")
    if pulse.looks is not None and pulse.looks < SELDOM:
        yield _seldom(pulse.looks)


def _seldom(looks: float) -> Message:
    """How seldom the table is looked at, in whole looks a second, or whole seconds a look."""
    if round(looks) >= 1:
        return message("camera.seldom", looks=round(looks))
    return message("camera.seldomer", seconds=round(1 / max(looks, _LEAST)))


# Signs of life -----------------------------------------------------------------------


TOLD_SECONDS: Final = 1.6
"""After this long without a message the camera counts as failed; a page is a second behind, and 3 are promised."""
LATEST_SECONDS: Final = 2.4


@dataclass(frozen=True, slots=True)
class Sight:
    """The state of the camera process: when it last sent a message and a frame, what it reported last, what is wrong.

    Times are the supervisor's clock, as is ``now`` below, in seconds.
    """

    last_word: float | None = None
    last_frame: float | None = None
    pulse: ipc.Pulse | None = None
    wrong: Message | None = None
    starts: int = 0
    over: bool = False

    def after(self, report: ipc.CameraReport, now: float) -> Sight:
        """The state after a message; most messages are not about the process itself."""
        match report:
            case ipc.Pulse():
                fine = replace(self, pulse=report, wrong=None)
                return replace(fine, last_word=now, last_frame=now)
            case ipc.SourceFailed():
                return replace(self, last_word=now, wrong=report.what)
            case ipc.News.SOURCE_ENDED:
                return replace(self, over=True)
            case _:
                return self

    def frame_age(self, now: float) -> float | None:
        """Seconds since the last frame; None before the first."""
        return None if self.last_frame is None else now - self.last_frame

    def word_age(self, now: float) -> float | None:
        """Seconds since the last message: a frame came, or why none does; None before the first."""
        return None if self.last_word is None else now - self.last_word

    def trouble(self, now: float) -> Message | None:
        """What is wrong with the camera: what it reported, or that it is silent."""
        age = self.word_age(now)
        if self.wrong is None and not self.over and age is not None:
            return message("camera.waiting") if age > self._patience else None
        return self.wrong

    def health(self, now: float) -> dict[str, Any]:
        """For ``/healthz`` and the pages: no secrets."""
        pulse, age, wrong = self.pulse, self.frame_age(now), self.trouble(now)
        return {
            "camera": wrong is None and pulse is not None,
            "wrong": wrong.to_json() if wrong else None,
            "mat": pulse.mat if pulse else None,
            "other_mat": pulse.other_mat if pulse else None,
            "hidden": pulse.hidden.to_json() if pulse and pulse.hidden else None,
            "frames": pulse.frames if pulse else 0,
            "frames_per_second": round(pulse.per_second, 1) if pulse else None,
            "frame_age": None if age is None else round(age, 2),
            "starts": self.starts,
            "over": self.over,
        }

    @property
    def _patience(self) -> float:
        """How long silence is acceptable; a slow source may take a little longer."""
        pace = self.pulse.per_second if self.pulse else 0.0
        two_looks = 2 / pace if pace else 0.0
        return min(max(TOLD_SECONDS, two_looks), LATEST_SECONDS)


# How long it may be silent -----------------------------------------------------------


SILENCE_SECONDS: Final = 6.0
"""A child silent for this long hangs: even a camera without frames is reported every other second."""
START_SECONDS: Final = 30.0
"""Importing OpenCV and opening a camera may take a Pi this long; a source that has given frames is never silent for longer."""
AT_WORK_SECONDS: Final = 180.0
"""Until its first frame a busy camera process may be silent this long: with a twentieth of a processor it starts within a minute or two."""
LONGEST_SECONDS: Final = 1800.0
"""The upper limit of the waiting time for busy processes, which doubles with each attempt: an emulated processor needs minutes."""
OPENING_SECONDS: Final = 7.0
"""The least time allowed for reopening a source: a stream's own timeout, and the wait for its first picture."""
WORKING: Final = 0.01
"""The share of a processor above which a silent child counts as slow, on an overloaded machine; a hanging camera uses none."""

Worked = Callable[[], float | None]
"""Processor time used so far by the child's looking thread, s; None if unknown."""


class Patience:
    """How long a child may be silent: while it starts, while it opens its source, and afterwards.

    A source that has given frames before reopens as fast, or hangs.
    """

    def __init__(self, clock: Callable[[], float], worked: Worked = lambda: None) -> None:
        self._clock = clock
        self._worked = worked
        self._opening = START_SECONDS
        self._start = AT_WORK_SECONDS
        self.begin()

    def begin(self) -> None:
        """A child was started."""
        self._allowed = START_SECONDS
        self._ready_at: float | None = None
        self._at_work = self._start
        self._heard_at(self._clock())

    def gives_up(self) -> None:
        """The child is ended, and another one will be started; if none was ready in time, the next may take twice as long."""
        self._start = min(2 * self._start, LONGEST_SECONDS)

    def hears(self, report: ipc.CameraReport) -> None:
        """A message arrived."""
        # A thread of its own sends the last picture; it goes on beside a camera that hangs.
        if isinstance(report, ipc.Picture):
            return
        now = self._clock()
        self._heard_at(now)
        self._allowed = SILENCE_SECONDS
        if report is ipc.News.READY:
            self._allowed, self._ready_at = self._opening, now
        elif isinstance(report, ipc.Pulse) and self._ready_at is not None:
            took, self._ready_at = now - self._ready_at, None
            self._start = AT_WORK_SECONDS
            self._opening = min(START_SECONDS, max(OPENING_SECONDS, 2 * took))
            self._at_work = START_SECONDS

    @property
    def is_over(self) -> bool:
        """Whether it has been silent for too long."""
        silent = self._clock() - self._since
        if silent <= self._allowed:
            return False
        return silent > self._at_work or not self._works(silent)

    def _heard_at(self, now: float) -> None:
        self._since, self._spent = now, self._worked()

    def _works(self, seconds: float) -> bool:
        """Whether it has been busy in the seconds since its last message."""
        spent = self._worked()
        if spent is None or self._spent is None:
            return False
        return spent - self._spent > WORKING * seconds


def looking_time(process: int | None) -> float | None:
    """Processor time of a process's first thread, s; None if the system does not say (proc(5))."""
    try:
        line = Path(f"/proc/{process}/task/{process}/stat").read_text()
        # The name before the bracket may contain anything; user and system time are fields 14 and 15.
        user, system = line.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return None
