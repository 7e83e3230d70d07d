"""The page's own server: waitress, with a thread for every stream and some more, and an orderly shutdown."""

import os
import resource
import socket
import ssl
import time
from contextlib import suppress
from dataclasses import replace
from errno import EACCES, EADDRINUSE, ECANCELED
from threading import Event, Lock
from typing import Final, Protocol

from flask import Flask
from waitress import wasyncore

from companion.errors import SettingsError, reason_of
from web.app import DOOR, FEED
from web.limits import Limits
from web.server.channel import Channel
from web.server.connections import Listener
from web.server.secure import SecureDoor
from web.server.turn import There, turn
from web.server.uploads import Uploads

GRACE: Final = 2.0
"""Seconds in which open responses may finish when the server stops."""

OF_PORT: Final = (EADDRINUSE, EACCES)
"""What is wrong with the port, not with the address, where neither is to be had."""
FILES_BESIDES: Final = 48
"""Open files besides connections: journal, pipes, files being read, connections just being refused."""


def within(limits: Limits, files: int) -> Limits:
    """Limit connections to the number of files that may be open: when those run out, every accept fails, over and over."""
    most = max(1, files - FILES_BESIDES)
    return replace(limits, connections=min(limits.connections, most))


def affordable(limits: Limits) -> Limits:
    """The same limits, within the number of files that this process may open."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return limits if files == resource.RLIM_INFINITY else within(limits, files)


class Closing(Protocol):
    """What an application follows, and the server closes."""

    def close(self) -> None:
        """Let everybody go who waits for it."""
        ...


class Server:
    """Serves an application until it is stopped; ``port`` 0 takes any free one."""

    def __init__(self, app: Flask, host: str, port: int, *, limits: Limits | None = None) -> None:
        """Begin to listen. Raises SettingsError if the port is taken or not allowed."""
        self._limits = affordable(limits or Limits())
        self._feed: Closing = app.extensions[FEED]
        self._over = Event()
        self._there: There = {}
        bound = listening(host, port)
        self.port: int = bound.getsockname()[1]
        self._listener = Listener(app, bound, self._there, self._limits, app.extensions[DOOR])
        self._uploads = Uploads(self._limits)
        self._opening = Lock()
        self._secure: SecureDoor | None = None

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The current connections."""
        return self._listener.channels

    def opens_securely(self, host: str, port: int, context: ssl.SSLContext) -> int:
        """Serve the same by HTTPS on another port; returns that port. Once it is open, ``context`` is that of the next connections. Raises SettingsError if it is taken, or the server has ended."""
        with self._opening:
            if self._over.is_set():
                raise SettingsError("web.port", host=host, port=port, why=os.strerror(ECANCELED))
            if self._secure is None:
                bound = listening(host, port)
                listener = self._listener
                self._secure = SecureDoor(bound, context, listener.adopt, listener.has_part)
            self._secure.context = context
            return self._secure.port

    def run(self) -> None:
        """Serve until ``stop`` is called from anywhere, then let open answers finish."""
        try:
            while not self._over.is_set():
                self._turn()
            self._feed.close()
            self._finish()
        finally:
            self.close()

    def close(self) -> None:
        """Let go of the port, of every connection and of the threads, whether it ever ran or not; again is fine."""
        self._over.set()
        self._feed.close()
        with self._opening:
            if self._secure is not None:
                self._secure.close()
                self._listener.adopt_no_more()
        if self._there:
            self._listener.task_dispatcher.shutdown(timeout=GRACE)
            wasyncore.close_all(self._there)

    def stop(self) -> None:
        """End ``run`` soon; again is fine."""
        self._over.set()
        with suppress(OSError):
            # Its trigger is closed where it has ended already.
            self._listener.pull_trigger()

    def _turn(self) -> None:
        self._listener.take_adopted()
        self._listener.close_late()
        self._listener.close_unread()
        self._uploads.take_turns(self.channels, time.monotonic())
        turn(self._there, 1.0, self._limits)

    def _finish(self) -> None:
        self._listener.accepting = False
        end = time.monotonic() + GRACE
        while self._busy() and time.monotonic() < end:
            turn(self._there, 0.05, self._limits)

    def _busy(self) -> bool:
        return any(not channel.idle for channel in self.channels)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, whatever the port; 0: any free one. Raises SettingsError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            both = 1 if host != "::" else 0
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, both)
        bound.bind((host, port))
    # A name of a host is refused by Python, too: too long, or of bytes that are no text.
    except (OSError, OverflowError, TypeError, ValueError) as error:
        bound.close()
        of_port = isinstance(error, OverflowError) or getattr(error, "errno", 0) in OF_PORT
        key = "web.port" if of_port else "web.no-address"
        raise SettingsError(key, host=host, port=port, why=reason_of(error)) from error
    bound.setblocking(False)
    return bound
