"""One connection of the pages' server: who holds it, what it brings and waits for, dropped if it does not read."""

import socket
import time
from contextlib import suppress
from math import inf
from typing import Any, Final

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask

from web.access.standing import Standing
from web.addresses import client_of
from web.limits import Limits
from web.news.stream import LASTS, ROOM
from web.server.request import Parser, Plain

CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class Work(WSGITask):  # type: ignore[misc]  # waitress has no types
    """A request that the application answers."""

    def get_environment(self) -> dict[str, Any]:
        """What the application is told of it; by ``LASTS`` it says that the response is a stream, by ``ROOM`` it asks whether that is read."""
        environ: dict[str, Any] = super().get_environment()
        environ[LASTS] = self.channel.server.task_dispatcher.lasts
        environ[ROOM] = self.channel.has_room
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection."""

    task_class = Work
    error_task_class = Plain
    standing = Standing.VISITOR
    """Of whoever sent the last request."""
    asking_since = inf
    """When its current, incomplete request began (monotonic seconds)."""
    read_at = 0.0
    """When it was last read (monotonic seconds); 0: never."""
    held = False
    """Whether its upload has to wait for others."""
    waited = 0.0
    """How many seconds of its current request it was held."""
    begun = 0
    """How many requests have begun in what was read last."""

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any) -> None:
        self.client = client_of(addr[0])
        super().__init__(server, sock, addr, adj, map=map)

    # -- what comes in ------------------------------------------------------------

    def parser_class(self, adj: Any) -> Parser:
        """What a request that begins now is read by."""
        self.asking_since = time.monotonic()
        self.waited = 0.0
        self.begun += 1
        many = self.begun > self.server.limits.pipelined
        return Parser(adj, self.server.door, unwanted=429 if many else None)

    def received(self, data: bytes) -> bool:
        """Consume bytes; those after a request that is refused are dropped."""
        if any(asked.error is not None for asked in self.requests[-1:]):
            return False
        self.begun = 0
        self.read_at = time.monotonic()
        heard: bool = super().received(data)
        asked = self.request or next(iter(self.requests[-1:]), None)
        if asked is not None and asked.headers_finished:
            self.standing = asked.standing
            if self.standing > Standing.VISITOR:
                self.server.meets(self.client, self.standing)
        if self.request is None:
            self.asking_since = inf
        return heard

    def send_continue(self) -> None:
        """Tell whoever waits for it to send a body. Waitress tells all who wait, and then no longer knows that a request is complete, or refused."""
        self.request.expect_continue = False
        if not self.request.completed:
            self.sent_continue = True
            with suppress(ClientDisconnected):
                self.write_soon(CONTINUE)

    def readable(self) -> bool:
        """Whether to read more from it: neither an upload that has to wait for others, nor one that has to wait for its own answers."""
        waits = self.held or (self.upload is not None and self.requests)
        return not waits and super().readable()

    @property
    def standing_here(self) -> Standing:
        """Its own, or that of somebody else at its address: whose a new connection is, nobody knows before it is read."""
        here: Standing = self.server.standing_at(self.client)
        return max(self.standing, here)

    @property
    def upload(self) -> Parser | None:
        """The large body that it brings; None: none."""
        asked: Parser | None = self.request
        if asked is None or not asked.headers_finished:
            return None
        return asked if asked.content_length > self.server.limits.body else None

    @property
    def works_on_much(self) -> bool:
        """Whether a large body that it has brought waits for its answer."""
        most = self.server.limits.body
        return any(asked.content_length > most for asked in self.requests[:1])

    def is_late(self, limits: Limits, now: float) -> bool:
        """Whether its request has taken too long to come in; it is not to blame for being held."""
        whole = self.request is not None and self.request.headers_finished
        took = now - self.asking_since - self.waited
        return took > (limits.arrival if whole else limits.header)

    def is_held(self, seconds: float) -> None:
        """It has waited for others for so long: that is neither slow nor idle."""
        self.waited += seconds
        self.last_activity = time.time()

    @property
    def idle(self) -> bool:
        """Whether it neither waits for an answer nor has to read one."""
        return not (self.requests or self.total_outbufs_len)

    # -- what goes out ------------------------------------------------------------

    def write_soon(self, data: Any) -> int:
        """Queue bytes for the phone; ends the response instead of waiting for a phone that is far behind."""
        self._let_go_of_what_was_sent()
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.will_close = True
            self.server.pull_trigger()
            raise ClientDisconnected
        written: int = super().write_soon(data)
        return written

    def has_room(self, seconds: float) -> bool:
        """Whether the phone has read what it was sent but for ``behind`` bytes, within so many seconds; also where it has left: what is written says so."""

        def has_read() -> bool:
            waiting = self.total_outbufs_len > self.adj.outbuf_high_watermark
            return not (self.connected and waiting)

        with self.outbuf_lock:
            return bool(self.outbuf_lock.wait_for(has_read, seconds))

    def _let_go_of_what_was_sent(self) -> None:
        """Waitress keeps the bytes of a response until ``behind`` of them have been sent; with streams that takes minutes."""
        with self.outbuf_lock:
            if self.connected and self.total_outbufs_len == 0:
                self.outbufs[-1].prune()
                self.current_outbuf_count = 0
