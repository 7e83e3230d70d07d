"""Progress while a long game is read: systemd and phones are told, so that nobody gives up waiting."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from companion.app.service.notify import Notifier
from companion.settings import Settings
from web.server.waiting import Waiting

AT_ONCE: Final = 1.0
"""A start within this many seconds needs no progress report."""


class ReadingIn:
    """Receives how much of the game is read; after a second it serves this at the page's address, until it is closed."""

    def __init__(
        self,
        settings: Settings,
        notifier: Notifier,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._notifier = notifier
        self._clock = clock
        self._began = clock()
        self.waiting: Waiting | None = None

    def __call__(self, share: float) -> None:
        """This much is read, 0 to 1. Raises SettingsError if the page's port is taken."""
        if self._clock() - self._began < AT_ONCE:
            return
        if self.waiting is None:
            self.waiting = Waiting(self._settings.host, self._settings.port)
        self.waiting.share = share
        self._notifier.ready(f"reading the game, {share:.0%}")
        self._notifier.alive()

    def close(self) -> None:
        """Release the address for the pages; may be called again."""
        if self.waiting is not None:
            self.waiting.close()
