"""What systemd is told: that the companion is ready, alive, or still reading its game."""

import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from companion.settings import Settings
from web.server.waiting import Waiting


class Notifier:
    """The datagram socket that systemd names in the environment."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self.watchdog_seconds = int(environment.get("WATCHDOG_USEC", "0")) / 1e6

    def ready(self, status: str) -> None:
        """The companion is running; ``status`` is shown by ``systemctl status``."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The companion is shutting down."""
        self._send("STOPPING=1")

    def _send(self, state: str) -> None:
        if not self._address:
            return
        # A leading @ denotes Linux's abstract namespace.
        address = "\0" + self._address[1:] if self._address[0] == "@" else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
            # A systemd that does not listen must not block anything.
            to.setblocking(False)
            with suppress(OSError):
                to.sendto(state.encode(), address)


AT_ONCE: Final = 1.0
"""A start within this many seconds needs no progress report."""


class ReadingIn:
    """Receives how much of the game is read; after a second it serves this at the page's address, until it is closed."""

    def __init__(self, settings: Settings, notifier: Notifier) -> None:
        self._settings = settings
        self._notifier = notifier
        self._began = time.monotonic()
        self.waiting: Waiting | None = None

    def __call__(self, share: float) -> None:
        """This much is read, 0 to 1. Raises SettingsError if the page's port is taken."""
        if time.monotonic() - self._began < AT_ONCE:
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
