"""The page's own server: waitress, with threads for every stream and then some, and an orderly end."""

from __future__ import annotations

import logging
import socket
import time
from contextlib import suppress
from threading import Event
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import create_server
from waitress.task import ErrorTask

from companion.errors import SettingsError
from web.addresses import client_of
from web.app import FEED
from web.feed import Feed
from web.guard import HEADERS
from web.limits import KB, Limits
from web.stream import THE_PI

GRACE: Final = 2.0
"""Seconds in which open answers may finish when the server ends."""

_log = logging.getLogger(__name__)


class Plain(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """What waitress itself refuses, as bare as it can be: the status, our headers, nothing of what was sent."""

    def execute(self) -> None:
        """Write the answer."""
        error = self.request.error
        body = f"{error.code} {error.reason}\n".encode()
        self.status = f"{error.code} {error.reason}"
        kind = {"Content-Type": "text/plain; charset=utf-8"}
        self.response_headers.extend((HEADERS | kind).items())
        self.response_headers.append(("Cache-Control", "no-store"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that is let go when its phone does not read."""

    error_task_class = Plain

    def write_soon(self, data: Any) -> int:
        """Queue bytes for the phone; ends the answer instead of waiting for a phone that is far behind."""
        self._let_go_of_what_was_sent()
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.will_close = True
            self.server.pull_trigger()
            raise ClientDisconnected
        written: int = super().write_soon(data)
        return written

    def _let_go_of_what_was_sent(self) -> None:
        """Waitress keeps the bytes of an answer until ``behind`` of them have passed: with streams that is for minutes."""
        with self.outbuf_lock:
            if self.connected and self.total_outbufs_len == 0:
                self.outbufs[-1].prune()
                self.current_outbuf_count = 0


class Server:
    """Serves an application until it is stopped; ``port`` 0 takes any free one."""

    def __init__(
        self, app: Flask, host: str, port: int, *, limits: Limits | None = None
    ) -> None:
        """Begin to listen. Raises SettingsError where the port is taken or not allowed."""
        self._limits = limits or Limits()
        self._feed: Feed = app.extensions[FEED]
        self._over = Event()
        self._map: dict[int, Any] = {}
        listening = _listening(host, port)
        self.port: int = listening.getsockname()[1]
        self._server = create_server(
            app, map=self._map, sockets=[listening], **_adjustments(self._limits)
        )
        self._server.channel_class = self._accepted

    @property
    def channels(self) -> tuple[Any, ...]:
        """The connections there are."""
        return tuple(self._server.active_channels.values())

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
        if self._map:
            self._server.task_dispatcher.shutdown(timeout=GRACE)
            wasyncore.close_all(self._map)

    def stop(self) -> None:
        """End ``run`` soon; again is fine."""
        self._over.set()
        with suppress(OSError):
            # Its trigger is closed where it has ended already.
            self._server.pull_trigger()

    def _turn(self) -> None:
        wasyncore.loop(timeout=1.0, map=self._map, use_poll=True, count=1)

    def _finish(self) -> None:
        self._server.accepting = False
        end = time.monotonic() + GRACE
        while self._busy() and time.monotonic() < end:
            wasyncore.loop(timeout=0.05, map=self._map, use_poll=True, count=1)

    def _busy(self) -> bool:
        return any(c.requests or c.total_outbufs_len for c in self.channels)

    def _accepted(
        self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any
    ) -> None:
        """Take a connection, unless its address holds too many: the rest of the table wants some too."""
        client = client_of(addr[0])
        others = tuple(server.active_channels.values())
        mine = sum(client_of(channel.addr[0]) == client for channel in others)
        if client != THE_PI and mine >= self._limits.connections_each:
            sock.close()
            return
        Channel(server, sock, addr, adj, map=map)


def _adjustments(limits: Limits) -> dict[str, Any]:
    return {
        "threads": limits.threads,
        "connection_limit": limits.connections,
        "channel_timeout": int(limits.idle),
        "cleanup_interval": 5,
        # One request ahead may be read, so that a phone that leaves its stream is noticed at once.
        "channel_request_lookahead": 1,
        "outbuf_high_watermark": limits.behind,
        "max_request_header_size": 16 * KB,
        "max_request_body_size": limits.photo + 64 * KB,
        "clear_untrusted_proxy_headers": True,
        "asyncore_use_poll": True,
        "ident": None,
    }


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            both = 1 if host != "::" else 0
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, both)
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or type(error).__name__
        raise SettingsError("web.port", host=host, port=port, why=why) from error
    listening.setblocking(False)
    return listening
