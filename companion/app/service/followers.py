"""Threads that follow a running companion: the buzzer follows the journal, the watchdog follows health."""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from companion.app.service.systemd import Notifier
from companion.journal.journal import Journal

LISTENING_SECONDS: Final = 0.5
SILENT_SECONDS: Final = 45.0
"""How long a camera process may be silent: time to notice that it hangs and to start another one."""
CLOSING_SECONDS: Final = LISTENING_SECONDS + 0.5
"""How long closing waits for a follower's current turn."""
PAUSE_SECONDS: Final = 1.0
"""How long a follower that failed waits before it continues."""

_log = logging.getLogger(__name__)


class Follower:
    """A thread that repeats something until it is closed, surviving any error in one turn."""

    def __init__(
        self,
        name: str,
        turn: Callable[[threading.Event], None],
        *,
        closing: float = CLOSING_SECONDS,
    ) -> None:
        """``closing``: how long its last turn may take, seconds."""
        self._closing = closing
        self._ended = threading.Event()
        self._turn = turn
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start following."""
        self._thread.start()

    def end(self) -> None:
        """Have it stop after its current turn."""
        self._ended.set()

    def close(self, since: float = math.inf) -> None:
        """Stop following and wait for the current turn, but not for one that hangs; it has its time from ``since`` on, seconds of ``time.monotonic``, or from now on."""
        self.end()
        passed = time.monotonic() - min(since, time.monotonic())
        self._thread.join(max(0.0, self._closing - passed))

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._turn(self._ended)
            except Exception:
                _log.exception("%s stumbled and goes on", self._thread.name)
                self._ended.wait(PAUSE_SECONDS)


def close_together(followers: Iterable[Follower]) -> None:
    """Stop several and wait for all at once: a service's time to stop is that of its slowest, not the sum."""
    followers, since = tuple(followers), time.monotonic()
    for follower in followers:
        follower.end()
    for follower in followers:
        follower.close(since)


def sound_follower(journal: Journal, give: Callable[[str, Mapping[str, Any]], object]) -> Follower:
    """Play the sound of every announcement from now on, given its kind and parameters; old ones are never replayed."""
    last = journal.last

    def turn(ended: threading.Event) -> None:
        nonlocal last
        entries = journal.after(last, LISTENING_SECONDS)
        for entry in entries:
            # Before it sounds: one that cannot must not keep those after it from it.
            last = entry.seq
            if entry.kind == "announcement":
                give(entry.data["kind"], entry.data.get("params", {}))
        if not entries:
            # A closed journal returns at once.
            ended.wait(0.05)

    return Follower("sounds", turn)


def watchdog(notifier: Notifier, healthy: Callable[[], bool]) -> Follower:
    """Feed systemd's watchdog three times per interval, while the companion is healthy."""
    pause = notifier.watchdog_seconds / 3 or LISTENING_SECONDS

    def turn(ended: threading.Event) -> None:
        if healthy():
            notifier.alive()
        ended.wait(pause)

    return Follower("watchdog", turn)


def is_looked_after(word_age: float | None, *, kept: bool) -> bool:
    """Whether somebody looks at the table, or soon will; if not, a restart may help.

    ``word_age``: seconds since the camera process sent a message, frames or trouble;
    ``kept``: whether it would be restarted. A camera process that has been silent since
    the start is no reason for another restart.
    """
    return kept and (word_age is None or word_age < SILENT_SECONDS)
