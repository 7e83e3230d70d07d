"""How long the camera process may be silent before it is given up; a busy process does not count as hanging."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.app.camera.ipc import CameraReport, Picture, Pulse, Ready

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

    def __init__(
        self, clock: Callable[[], float], worked: Worked = lambda: None
    ) -> None:
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

    def hears(self, told: CameraReport) -> None:
        """A message arrived."""
        # A thread of its own sends the last picture; it goes on beside a camera that hangs.
        if isinstance(told, Picture):
            return
        now = self._clock()
        self._heard_at(now)
        self._allowed = SILENCE_SECONDS
        if isinstance(told, Ready):
            self._allowed, self._ready_at = self._opening, now
        elif isinstance(told, Pulse) and self._ready_at is not None:
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
