"""One connection of the page's server: limited in request time, refused at its headers, dropped if it does not read."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from math import inf
from threading import BoundedSemaphore
from typing import Any, Final

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask

from web.access.guard import HEADERS, SAFE
from web.limits import Limits

REASONS: Final = {
    400: "Bad Request",
    403: "Forbidden",
    411: "Length Required",
    413: "Content Too Large",
}
"""Why a request may be refused at its headers."""
STREAM: Final = "/api/events"
"""The path of a stream, which lasts for minutes and computes little."""
WAITING: Final = ("/api/archive/", "/api/doctor", "/api/history", "/host/")
"""What a request may have to wait for somebody else's: a story, a picture. So may all that is written, for the disk."""


class Plain(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """A refusal before the application is involved, as bare as possible: the status, our headers, nothing of what was sent."""

    def execute(self) -> None:
        """Write the response."""
        error = self.request.error
        body = f"{error.code} {error.reason}\n".encode()
        self.status = f"{error.code} {error.reason}"
        kind = {"Content-Type": "text/plain; charset=utf-8"}
        self.response_headers.extend((HEADERS | kind).items())
        self.response_headers.append(("Cache-Control", "no-store"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class RefusedAtHeaders:
    """The error that waitress answers with; ``body`` repeats nothing of what was sent."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.reason = REASONS[code]
        self.body = ""


class Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request whose body is not read if its headers do not allow it."""

    completed = False
    path = ""
    """Also of what is no request: waitress names it if the client leaves meanwhile."""

    def received(self, data: bytes) -> int:
        """Consume bytes; returns how many of them belong to this request."""
        was_finished = self.headers_finished
        try:
            taken: int = super().received(data)
        except ValueError:
            # Of a URL that is none, or a length of thousands of digits: waitress closes at those, with a line in the log.
            self.error, self.completed = RefusedAtHeaders(400), True
            return len(data)
        awaits = self.headers_finished and not (was_finished or self.completed)
        refused = self.adj.door(self.path, self.headers) if awaits else None
        if refused is not None:
            self.error = RefusedAtHeaders(refused)
            self.completed = True
        return taken


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection."""

    error_task_class = Plain
    parser_class = Parser
    asking_since = inf
    """When its current, incomplete request began (monotonic seconds)."""
    held = False
    """Whether it has to wait for others to finish their uploads."""

    def service(self) -> None:
        """Answer a request. A few at a time: threads that all compute keep the one that reads waiting (the interpreter's lock goes to any of them)."""
        working: BoundedSemaphore | None = self._working()
        # What waits for a disk for long must not keep the others out.
        mine = working is not None and working.acquire(timeout=self.adj.limits.turn)
        try:
            super().service()
        finally:
            if working is not None and mine:
                working.release()

    def _working(self) -> Any:
        """Those among which its request is worked on; None for a stream."""
        asked = self.requests[0]
        if asked.error is not None:
            return self.adj.at_once
        if asked.path == STREAM:
            return None
        waits = asked.command not in SAFE or asked.path.startswith(WAITING)
        return self.adj.waiting if waits else self.adj.at_once

    def received(self, data: bytes) -> bool:
        """Consume bytes."""
        if self.request is None:
            self.asking_since = time.monotonic()
        heard: bool = super().received(data)
        if self.request is None:
            self.asking_since = inf
        return heard

    def readable(self) -> bool:
        """Whether to read more from it."""
        return not self.held and super().readable()

    def brings_much(self, limits: Limits) -> bool:
        """Whether a large body is coming in."""
        asked = self.request
        return asked is not None and asked.headers_finished and asked.content_length > limits.body  # fmt: skip

    def is_late(self, limits: Limits, now: float) -> bool:
        """Whether its request has taken too long to come in."""
        whole = self.request is not None and self.request.headers_finished
        return now - self.asking_since > (limits.arrival if whole else limits.header)

    @property
    def waits(self) -> bool:
        """Whether it is idle just now."""
        return not (self.requests or self.total_outbufs_len)

    def write_soon(self, data: Any) -> int:
        """Queue bytes for the phone; ends the response instead of waiting for a phone that is far behind."""
        self._let_go_of_what_was_sent()
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.will_close = True
            self.server.pull_trigger()
            raise ClientDisconnected
        written: int = super().write_soon(data)
        return written

    def _let_go_of_what_was_sent(self) -> None:
        """Waitress keeps the bytes of a response until ``behind`` of them have been sent; with streams that takes minutes."""
        with self.outbuf_lock:
            if self.connected and self.total_outbufs_len == 0:
                self.outbufs[-1].prune()
                self.current_outbuf_count = 0


Door = Callable[[str, Mapping[str, str]], int | None]
"""A path and headers as waitress writes them -> the status with which a request with a body is refused; None: it is accepted."""
