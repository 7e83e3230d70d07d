"""Threads that follow a running companion: the buzzer follows the journal, the watchdog follows health."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from companion.app.service.notify import Notifier
from companion.journal.journal import Journal

LISTENING_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 45.0
"""For so long nothing need be heard of a camera process: hanging is noticed, and another one has had the time to start."""
PAUSE_SECONDS: Final = 1.0
"""How long a follower that stumbled waits before it goes on."""

_log = logging.getLogger(__name__)


class Sounding(Protocol):
    """What sounds an announcement, by its kind and what more is known of it."""

    def give(self, kind: str, params: Mapping[str, Any]) -> None: ...


class Follower:
    """A thread that does something again and again until it is closed, whatever one turn of it stumbles over."""

    def __init__(self, name: str, turn: Callable[[threading.Event], None]) -> None:
        self._ended = threading.Event()
        self._turn = turn
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Stop following and wait for the end of the turn, but not for one that hangs."""
        self._ended.set()
        self._thread.join(LISTENING_SECONDS + 0.5)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._turn(self._ended)
            except Exception:
                _log.exception("%s stumbled and goes on", self._thread.name)
                self._ended.wait(PAUSE_SECONDS)


def sound_follower(journal: Journal, signals: Sounding) -> Follower:
    """Sound every announcement from now on; old noise is never played again."""
    heard = journal.last

    def turn(ended: threading.Event) -> None:
        nonlocal heard
        entries = journal.after(heard, LISTENING_SECONDS)
        for entry in entries:
            if entry.kind == "announcement":
                signals.give(entry.data["kind"], entry.data.get("params", {}))
            heard = entry.seq
        if not entries:
            # A closed journal answers at once.
            ended.wait(0.05)

    return Follower("sounds", turn)


def watchdog(notifier: Notifier, healthy: Callable[[], bool]) -> Follower:
    """Feed systemd's watchdog three times within its patience, while the companion is healthy."""
    pause = notifier.watchdog_seconds / 3 or LISTENING_SECONDS

    def turn(ended: threading.Event) -> None:
        if healthy():
            notifier.alive()
        ended.wait(pause)

    return Follower("watchdog", turn)


def is_looked_after(word_age: float | None, *, kept: bool) -> bool:
    """Whether somebody looks at the table, or is about to; where nobody is, a new start may help.

    ``word_age``: seconds since the camera process said anything, frames or trouble;
    ``kept``: whether there is somebody to open it again. A camera process that has
    never said a word since the start is no reason for another start.
    """
    return kept and (word_age is None or word_age < SILENT_SECONDS)
