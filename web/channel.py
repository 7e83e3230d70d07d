"""One connection of the page's server: bounded in how long it may take to ask, refused at its headers, let go when it does not read."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask

from web.access.guard import HEADERS
from web.limits import Limits

REASONS: Final = {
    400: "Bad Request",
    403: "Forbidden",
    411: "Length Required",
    413: "Content Too Large",
}
"""Why a request may be refused at its headers."""


class Plain(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """What is refused before the application hears of it, as bare as it can be: the status, our headers, nothing of what was sent."""

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


class RefusedAtHeaders:
    """What waitress answers with; ``body`` says nothing of what was sent."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.reason = REASONS[code]
        self.body = ""


class Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request of which nobody reads the body where its headers do not allow it."""

    completed = False

    def received(self, data: bytes) -> int:
        """Take bytes in; how many of them are this request's."""
        was_finished = self.headers_finished
        taken: int = super().received(data)
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
    """When it began to ask what is not asked to its end (monotonic seconds)."""
    held = False
    """Whether it waits until others have brought what they bring."""

    def received(self, data: bytes) -> bool:
        """Take bytes in."""
        if self.request is None:
            self.asking_since = time.monotonic()
        heard: bool = super().received(data)
        if self.request is None:
            self.asking_since = inf
        return heard

    def readable(self) -> bool:
        """Whether more is to be read of it."""
        return not self.held and super().readable()

    def brings_much(self, limits: Limits) -> bool:
        """Whether a body comes in that nobody needs for words."""
        asked = self.request
        return asked is not None and asked.headers_finished and asked.content_length > limits.body  # fmt: skip

    def is_late(self, limits: Limits, now: float) -> bool:
        """Whether its request took longer to come in than anybody needs."""
        whole = self.request is not None and self.request.headers_finished
        return now - self.asking_since > (limits.arrival if whole else limits.header)

    @property
    def waits(self) -> bool:
        """Whether nothing is done for it just now."""
        return not (self.requests or self.total_outbufs_len)

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


Door = Callable[[str, Mapping[str, str]], int | None]
"""A path and headers as waitress writes them -> the status with which a request with a body is refused; None: it comes in."""
