"""Threads that follow a running companion: the buzzer follows the journal, the watchdog follows health."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Protocol

from companion.app.notify import Notifier
from companion.journal import Journal

LISTENING_SECONDS: Final = 1.0
FRESH_SECONDS: Final = 10.0
"""A frame older than this does not feed the watchdog."""


class Sounding(Protocol):
    """What sounds an announcement's kind."""

    def give(self, kind: str) -> None: ...


class Follower:
    """A thread that does something again and again until it is closed."""

    def __init__(self, name: str, turn: Callable[[threading.Event], None]) -> None:
        self._ended = threading.Event()
        self._turn = turn
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Stop following and wait for the end of the turn."""
        self._ended.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._turn(self._ended)


def sound_follower(journal: Journal, signals: Sounding) -> Follower:
    """Sound every announcement from now on; old noise is never played again."""
    heard = journal.last

    def turn(ended: threading.Event) -> None:
        nonlocal heard
        entries = journal.after(heard, LISTENING_SECONDS)
        for entry in entries:
            if entry.kind == "announcement":
                signals.give(entry.data["kind"])
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


def is_fresh(frame_age: float | None, uptime: float) -> bool:
    """Whether frames arrive; a companion that has just started may still wait for its first one."""
    return (uptime if frame_age is None else frame_age) < FRESH_SECONDS
