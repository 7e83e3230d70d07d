"""A request as it comes in: of one shape, with a body of a told length, refused at its headers if they do not allow one."""

import re
from enum import Enum
from typing import Any, Final

from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask

from web.access.guard import HEADERS, SAFE
from web.access.standing import Door, Standing

REASONS: Final = {
    400: "Bad Request",
    403: "Forbidden",
    411: "Length Required",
    413: "Content Too Large",
    429: "Too Many Requests",
    503: "Service Unavailable",
    505: "HTTP Version Not Supported",
}
"""Why a request may be refused at its headers."""
LINE: Final = re.compile(rb"[!-~]+ [!-~\x80-\xff]+ HTTP/[0-9]\.[0-9]")
VERSIONS: Final = (b"HTTP/1.0", b"HTTP/1.1")
FIELD: Final = re.compile(
    rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t ]{0,8}(?:[!-~\x80-\xff][\t -~\x80-\xff]*)?"
)
"""Of a request's header, as RFC 9112 has it (5; no folded lines, 5.2). Each can be matched in one way only."""
STREAM: Final = "/api/events"
"""The path of a stream."""


class Kind(Enum):
    """What answering a request takes: nothing but a little computing, waiting for others, or minutes of almost nothing."""

    AT_ONCE = "at once"
    WAITING = "waiting"
    STREAM = "stream"


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
        # Whatever was asked: waitress would say besides that it stays.
        self.request.headers["CONNECTION"] = "close"
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(b"" if self.request.for_head else body)


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
    command = ""
    standing = Standing.VISITOR
    """That of whoever asks."""
    for_head = False
    """Whether only the head of an answer is asked for, also by what is no request otherwise: waitress knows no command of those."""

    def __init__(self, adj: Any, door: Door, unwanted: int | None = None) -> None:
        """``unwanted`` is the status with which it is refused unread."""
        super().__init__(adj)
        self.door = door
        self.unwanted = unwanted

    @property
    def kind(self) -> Kind:
        """What answering it is likely to take."""
        path = "/" + self.path.lstrip("/")
        if self.error is not None:
            return Kind.AT_ONCE
        if path.rstrip("/") == STREAM:
            return Kind.STREAM
        waits = self.command not in SAFE or self.door.waits(path)
        return Kind.WAITING if waits else Kind.AT_ONCE

    def received(self, data: bytes) -> int:
        """Consume bytes; returns how many of them belong to this request: all, if it is refused."""
        if self.completed:
            return 0
        in_header = self.body_rcv is None
        if in_header:
            line = (self.header_plus + data[:64]).lstrip(b"\r\n")
            self.for_head = line.startswith(b"HEAD ")
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
        if in_header and self.headers_finished and not self.empty:
            self._heed_close()
            self.standing = self.door.standing(self.headers)
            refused = self._barred()
        return taken if refused is None else self._refuse(refused, data)

    def _refuse(self, status: int, data: bytes) -> int:
        self.error, self.completed = RefusedAtHeaders(status), True
        return len(data)

    def _malformed(self, data: bytes) -> int | None:
        """The status for a header of another shape than any browser's. Waitress tries some of those in more ways than there is time for."""
        head, end, _ = (self.header_plus + data).partition(b"\r\n\r\n")
        line, *fields = head.lstrip(b"\r\n").split(b"\r\n")
        if not (end and line):
            return None
        if LINE.fullmatch(line) is None or not all(map(FIELD.fullmatch, fields)):
            return 400
        return None if line.endswith(VERSIONS) else 505

    def _heed_close(self) -> None:
        """Waitress knows that a connection is to close only where the header says nothing else."""
        options = self.headers.get("CONNECTION", "").lower().split(",")
        if "close" in map(str.strip, options):
            self.headers["CONNECTION"] = "close"

    def _barred(self) -> int | None:
        """The status with which its body, if it has one, is refused."""
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            # Its length is unknown, whatever else it says; no browser sends such a body.
            return 411
        return None if self.completed else self.door.refuses(self.path, self.headers)
