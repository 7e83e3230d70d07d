"""The page's own server: waitress, with a thread for every stream and some more, and an orderly shutdown."""

from __future__ import annotations

import logging
import resource
import socket
import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from threading import BoundedSemaphore, Event
from typing import Any, Final, Protocol

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.errors import SettingsError
from web.addresses import THE_PI, client_of
from web.app import DOOR, FEED
from web.limits import KB, Limits
from web.server.channel import Channel

GRACE: Final = 2.0
"""Seconds in which open responses may finish when the server stops."""

_log = logging.getLogger(__name__)
# Waitress logs a line for every request that waits for a thread, so frequent requests would fill the log.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


FILES_BESIDES: Final = 48
"""Open files besides connections: journal, pipes, files being read, connections just being refused."""


def within(limits: Limits, files: int) -> Limits:
    """Limit connections to the number of files that may be open: when those run out, every accept fails, over and over."""
    most = max(1, files - FILES_BESIDES)
    return replace(limits, connections=min(limits.connections, most))


def _open_files() -> int:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if files == resource.RLIM_INFINITY else files


class Closing(Protocol):
    """What an application follows, and the server closes."""

    def close(self) -> None:
        """Let everybody go who waits for it."""
        ...


class Server:
    """Serves an application until it is stopped; ``port`` 0 takes any free one."""

    def __init__(
        self, app: Flask, host: str, port: int, *, limits: Limits | None = None
    ) -> None:
        """Begin to listen. Raises SettingsError if the port is taken or not allowed."""
        self._limits = within(limits or Limits(), _open_files())
        self._feed: Closing = app.extensions[FEED]
        self._over = Event()
        self._map: dict[int, Any] = {}
        bound = listening(host, port)
        self.port: int = bound.getsockname()[1]
        self._server = create_server(
            app, map=self._map, sockets=[bound], **_adjustments(self._limits)
        )
        self._server.channel_class = self._accepted
        self._server.task_dispatcher.queue = Turns()
        self._server.adj.door = app.extensions[DOOR]
        self._server.adj.limits = self._limits
        self._server.adj.at_once = BoundedSemaphore(self._limits.working)
        self._server.adj.waiting = BoundedSemaphore(self._limits.working)

    @property
    def channels(self) -> tuple[Any, ...]:
        """The current connections."""
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
        now = time.monotonic()
        for channel in self.channels:
            if channel.is_late(self._limits, now):
                channel.handle_close()
        _let_go_of_the_unread(self.channels, self._limits.unread)
        much = [each for each in self.channels if each.brings_much(self._limits)]
        for number, channel in enumerate(_in_turn(much)):
            channel.held = number >= self._limits.arriving

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
        if len(others) >= self._limits.connections:
            _make_room(others)
        Channel(server, sock, addr, adj, map=map)


def _adjustments(limits: Limits) -> dict[str, Any]:
    return {
        "threads": limits.threads,
        # Its own sockets count as well, and one more has to come in before another is closed for it.
        "connection_limit": limits.connections + 16,
        "channel_timeout": int(limits.idle),
        "cleanup_interval": 5,
        # One request ahead may be read, so that a phone that leaves its stream is noticed at once.
        "channel_request_lookahead": 1,
        "outbuf_high_watermark": limits.behind,
        # Less stays in memory: a temporary file would be on the card, or in memory after all.
        "outbuf_overflow": limits.unread,
        "max_request_header_size": 16 * KB,
        "max_request_body_size": limits.photo + 64 * KB,
        # Whose word counts is web/forwarded.py's to say; it takes the header away.
        "clear_untrusted_proxy_headers": False,
        "asyncore_use_poll": True,
        "ident": None,
        # Of a phone that has left the Wi-Fi.
        "log_socket_errors": False,
    }


class Turns:
    """The connections whose request waits for a thread: every client's first before anybody's second. The dispatcher locks."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, deque[Channel]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def append(self, channel: Channel) -> None:
        """Queue a connection behind those of its client."""
        self._of.setdefault(client_of(channel.addr[0]), deque()).append(channel)

    def popleft(self) -> Channel:
        """The next one; its client comes last then."""
        client, theirs = self._of.popitem(last=False)
        channel = theirs.popleft()
        if theirs:
            self._of[client] = theirs
        return channel


def _in_turn(channels: Iterable[Channel]) -> list[Channel]:
    """Channels as they may bring what they bring: each address's first before anybody's second, else who came first."""
    each = Counter[str]()
    places: list[tuple[int, Channel]] = []
    for channel in sorted(channels, key=lambda one: one.asking_since):
        client = client_of(channel.addr[0])
        places.append((each[client], channel))
        # The Pi itself stands for many.
        each[client] += client != THE_PI
    return [channel for _, channel in sorted(places, key=lambda place: place[0])]


def _make_room(channels: Iterable[Channel]) -> None:
    """Close a connection of the client that has most: an idle one if it has any, the one silent for longest first."""
    # The Pi itself stands for many: those of its connections that are in use stay.
    of = {c: client_of(c.addr[0]) for c in channels}
    spare = [c for c, client in of.items() if c.waits or client != THE_PI]
    each = Counter(of[channel] for channel in spare)
    if spare:
        min(
            spare, key=lambda c: (-each[of[c]], not c.waits, c.last_activity)
        ).handle_close()


def _let_go_of_the_unread(channels: Iterable[Any], most: int) -> None:
    """Close connections until all but one together hold so many unread bytes: the largest of the client that has most."""
    held = {each: size for each in channels if (size := each.total_outbufs_len)}
    each = Counter[str]()
    for channel, size in held.items():
        each[client_of(channel.addr[0])] += size
    # A single response may hold more: a host who saves a long game.
    while held and each.total() - max(held.values()) > most:
        client, _ = each.most_common(1)[0]
        theirs = (c for c in held if client_of(c.addr[0]) == client)
        largest = max(theirs, key=lambda channel: held[channel])
        each[client] -= held.pop(largest)
        largest.handle_close()


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
        why = getattr(error, "strerror", None) or type(error).__name__
        raise SettingsError("web.port", host=host, port=port, why=why) from error
    bound.setblocking(False)
    return bound
