"""What a conversation means by h11, which reads strictly: the requests that are asked, the answers that come, and whether they fit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import h11

LARGEST: Final = 16 * 1024
"""Bytes of a header; more are refused by the server as well."""


@dataclass(slots=True)
class Asked:
    """A request that is all there; ``closes``: nothing after it is asked."""

    method: str
    path: str
    body: bytes
    waits: bool
    """For leave to send its body."""
    closes: bool
    may_stay: bool
    """By HTTP/1.0 with keep-alive: the server may close or not."""


@dataclass(slots=True)
class Answered:
    """An answer that is all there."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    closes: bool
    leave: int = 0
    """How often leave was given before it."""


@dataclass(slots=True)
class Heard:
    """All that came back: answers, and what is wrong with the bytes besides."""

    answers: list[Answered] = field(default_factory=list)
    wrong: str = ""


def asked(data: bytes) -> tuple[list[Asked], bool]:
    """The requests that some bytes are, as far as they are any; and whether what follows is none (otherwise it is only not all there)."""
    found = list[Asked]()
    while data:
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST)
        # Empty lines before a request are to be ignored (RFC 9112, 2.2), which h11 does not.
        connection.receive_data(data.lstrip(b"\r\n"))
        try:
            one, data = _one(connection)
        except h11.RemoteProtocolError:
            return found, True
        if one is None:
            return found, False
        found.append(one)
        if one.closes:
            break
    return found, False


def _one(connection: h11.Connection) -> tuple[Asked | None, bytes]:
    """The first request, and what comes after it; None if it is not all there."""
    head: h11.Request | None = None
    body = b""
    while not isinstance(event := connection.next_event(), h11.EndOfMessage):
        if isinstance(event, h11.Request):
            head = event
        elif isinstance(event, h11.Data):
            body += event.data
        elif event is h11.NEED_DATA or event is h11.PAUSED:
            return None, b""
    assert head is not None
    named = {name: value.lower() for name, value in head.headers}
    options = {each.strip() for each in named.get(b"connection", b"").split(b",")}
    old = head.http_version < b"1.1"
    stays = old and b"keep-alive" in options
    closes = b"close" in options or (old and not stays)
    target = head.target.decode("latin-1")
    path = urlsplit(target).path if target[:1] != "/" else target.partition("?")[0]
    waits = not old and named.get(b"expect") == b"100-continue"
    one = Asked(head.method.decode(), path.partition("#")[0], body, waits, closes, stays)
    return one, connection.trailing_data[0]


def heard(methods: list[str], data: bytes) -> Heard:
    """The answers that some bytes are, to requests of these methods in this order."""
    told, left = Heard(), data
    while left:
        method = next(iter(methods[len(told.answers) :]), None)
        try:
            answer, left = _answer_to(method, left)
        except h11.RemoteProtocolError as error:
            told.wrong = f"bytes that are no answer: {error}: {left[:60]!r}"
            break
        told.answers.append(answer)
    return told


def _answer_to(method: str | None, data: bytes) -> tuple[Answered, bytes]:
    """The first answer, and what comes after it. Raises RemoteProtocolError where it is none, or not whole."""
    unread = data.split(b" ")[1:2] in ([b"400"], [b"505"])
    # A server that cannot read a request may or may not know that no body is wanted.
    for way in ("GET", "HEAD") if unread or method is None else (method,):
        connection = h11.Connection(h11.CLIENT)
        connection.send(h11.Request(method=way, target="/", headers=[("Host", "x")]))
        connection.send(h11.EndOfMessage())
        connection.receive_data(data)
        answer, left = _answer(connection)
        if answer is not None and (not left or left.startswith(b"HTTP/1.")):
            return answer, left
    if answer is None:
        raise h11.RemoteProtocolError("not whole")
    return answer, left


def _answer(connection: h11.Connection) -> tuple[Answered | None, bytes]:
    head: h11.Response | None = None
    body, leave = b"", 0
    while not isinstance(event := connection.next_event(), h11.EndOfMessage):
        if isinstance(event, h11.InformationalResponse):
            leave += 1
        elif isinstance(event, h11.Response):
            head = event
        elif isinstance(event, h11.Data):
            body += event.data
        elif event is h11.NEED_DATA or isinstance(event, h11.ConnectionClosed):
            return None, b""
    assert head is not None
    headers = {name.decode(): value.decode("latin-1") for name, value in head.headers}
    closes = "close" in headers.get("connection", "").lower()
    answer = Answered(head.status_code, headers, body, closes, leave)
    return answer, connection.trailing_data[0]


@dataclass(frozen=True, slots=True)
class Reference:
    """What each path is answered: its body."""

    bodies: Mapping[str, bytes]
    seat: str

    def faults(self, sent: bytes, came: bytes, *, plain: bool) -> Iterator[str]:
        """What does not fit between what was sent and what came until the connection was closed."""
        requests, broken = asked(sent)
        told = heard([one.method for one in requests], came)
        if told.wrong:
            yield told.wrong
        for number, answer in enumerate(told.answers):
            last = number == len(told.answers) - 1
            if answer.closes and not last:
                yield f"answer {number} says that it is the last, and {len(told.answers) - number - 1} follow"
            if number >= len(requests):
                if answer.status < 400 or not answer.closes:
                    yield f"answered {answer.status} to what is no request"
                continue
            yield from self._unfit(requests[number], answer)
            if requests[number].closes and not last:
                yield f"{len(told.answers) - number - 1} answers after the last request"
        many = len(told.answers)
        if plain and (
            many != len(requests) or any(a.status >= 400 and a.status != 404 for a in told.answers)
        ):
            yield f"of {len(requests)} requests as browsers send them: {[a.status for a in told.answers]}"
        ended = bool(told.answers) and (
            told.answers[-1].closes or requests[many - 1 : many] and requests[many - 1].may_stay
        )
        if not ended and not told.wrong and (many < len(requests) or broken):
            yield f"{many} answers to {len(requests)} requests{' and one that is none' if broken else ''}, and no word why"

    def _unfit(self, one: Asked, answer: Answered) -> Iterator[str]:
        if answer.leave > one.waits:
            yield f"{answer.leave} times leave to send what nobody asked leave for"
        if answer.status == 404 and one.path not in self.bodies and one.path != self.seat:
            return
        if answer.status >= 400:
            return
        if answer.status not in (200, 204):
            yield f"answered {answer.status} to {one.method} {one.path}"
        elif one.method == "HEAD":
            if answer.body or answer.headers.get("content-length") != str(
                len(self.bodies.get(one.path, b""))
            ):
                yield f"HEAD {one.path} answered for {answer.headers.get('content-length')} bytes"
        elif one.path == self.seat:
            yield from _other_seat(one, answer)
        elif answer.body != self.bodies.get(one.path):
            yield f"{one.method} {one.path} answered with something else: {answer.body[:60]!r}"


def _other_seat(one: Asked, answer: Answered) -> Iterator[str]:
    """A seat is answered that was not in the body."""
    try:
        sent = json.loads(one.body)["seat"] if one.body else None
    except (ValueError, LookupError, TypeError):
        sent = "nothing"
    if json.loads(answer.body).get("seat") != sent:
        yield f"a seat of {one.body[:40]!r} answered {answer.body[:40]!r}"
