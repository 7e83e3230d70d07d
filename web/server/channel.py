"""One connection of the page's server: limited in request time, refused at its headers, dropped if it does not read."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
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
    429: "Too Many Requests",
    505: "HTTP Version Not Supported",
}
"""Why a request may be refused at its headers."""
STREAM: Final = "/api/events"
"""The path of a stream, which lasts for minutes and computes little."""
WAITING: Final = ("/api/archive/", "/api/doctor", "/api/history", "/host/")
"""What a request may have to wait for somebody else's: a story, a picture. So may all that is written, for the disk."""


LINE: Final = re.compile(rb"[!-~]+ [!-~\x80-\xff]+ HTTP/[0-9]\.[0-9]")
VERSIONS: Final = (b"HTTP/1.0", b"HTTP/1.1")
FIELD: Final = re.compile(
    rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t ]{0,8}(?:[!-~\x80-\xff][\t -~\x80-\xff]*)?"
)
"""Of a request's header, as RFC 9112 has it (5; no folded lines, 5.2). Each can be matched in one way only."""
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


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
    unwanted: int | None = None
    """The status with which it is refused unread."""

    def received(self, data: bytes) -> int:
        """Consume bytes; returns how many of them belong to this request: all, if it is refused."""
        if self.completed:
            return 0
        in_header = self.body_rcv is None
        refused = self.unwanted or (self._malformed(data) if in_header else None)
        if refused is not None:
            return self._refuse(refused, data)
        try:
            taken: int = super().received(data)
        except ValueError:
            # Of a URL that is none, or a length of thousands of digits: waitress closes at those, with a line in the log.
            return self._refuse(400, data)
        if self.error is not None:
            return len(data)
        refused = self._barred() if in_header and self.headers_finished else None
        return taken if refused is None else self._refuse(refused, data)

    def _refuse(self, status: int, data: bytes) -> int:
        self.error, self.completed = RefusedAtHeaders(status), True
        return len(data)

    def _malformed(self, data: bytes) -> int | None:
        """The status for a header of another shape than any browser's. Waitress tries some of those in more ways than there is time for."""
        head, end, _ = (self.header_plus + data).partition(b"\r\n\r\n")
        line, *fields = head.lstrip().split(b"\r\n")
        if not (end and line):
            return None
        if LINE.fullmatch(line) is None or not all(map(FIELD.fullmatch, fields)):
            return 400
        return None if line.endswith(VERSIONS) else 505

    def _barred(self) -> int | None:
        """The status with which its body, if it has one, is refused."""
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            # Its length is unknown, whatever else it says; no browser sends such a body.
            return 411
        status: int | None = None
        if not self.completed:
            status = self.adj.door(self.path, self.headers)
        return status


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection."""

    error_task_class = Plain
    asking_since = inf
    """When its current, incomplete request began (monotonic seconds)."""
    held = False
    """Whether it has to wait for others to finish their uploads."""
    begun = 0
    """How many requests have begun in what was read last."""

    def parser_class(self, adj: Any) -> Parser:
        """What a request that begins now is read by."""
        parser = Parser(adj)
        self.asking_since = time.monotonic()
        self.begun += 1
        if self.begun > adj.limits.pipelined:
            parser.unwanted = 429
        return parser

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
        """Consume bytes; those after a request that is refused are dropped."""
        if any(asked.error is not None for asked in self.requests[-1:]):
            return False
        self.begun = 0
        heard: bool = super().received(data)
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

    def handle_expt(self) -> None:
        """Urgent data, which no browser sends: until it is read, the system reports it again at once."""
        self.handle_close()

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
