"""Notifications to systemd: ready, alive, stopping (sd_notify(3)); no-ops if systemd does not listen."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress


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
        with socket.socket(
            socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
        ) as to:
            # A systemd that does not listen must not block anything.
            to.setblocking(False)
            with suppress(OSError):
                to.sendto(state.encode(), address)
