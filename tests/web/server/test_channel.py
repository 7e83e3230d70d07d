"""What comes in on a connection: refused at its headers where it may not, whatever order it comes in, and never counted twice."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing
from threading import Event

import pytest
from waitress.adjustments import Adjustments
from waitress.channel import ClientDisconnected

from tests.waiting import until
from tests.web.home import KEYS, home
from tests.web.running import PATIENCE, Running, letter, serving
from web.access.guard import HEADERS
from web.access.standing import Door, Headers, Standing
from web.access.visitors import Cookies, Visitor
from web.app import DOOR
from web.limits import KB, Limits
from web.server.request import Kind, Parser, Plain

pytestmark = pytest.mark.native

RAW = {
    "no http": (b"\x16\x03\x01\0\xa5 hello\r\n\r\n", b"400"),
    "a malformed line": (b"GET\r\n\r\n", b"400"),
    "a line of markup": (b"<script> / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"4"),
    "a long header": (b"GET / HTTP/1.1\r\nX: " + b"x" * 20 * KB + b"\r\n\r\n", b"431"),
    "a body without end": (
        b"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
        b"413",
    ),
    "two lengths": (
        b"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        b"400",
    ),
    "no url": (b"GET http://[::1/ HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
    "a foreign cookie in another encoding": (
        b"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nCookie: l\xe9=\xff\r\nContent-Length: 1\r\n\r\nx",
        b"403",
    ),
    "a length of thousands of digits": (
        b"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        + b"9" * 5000
        + b"\r\n\r\n",
        b"400",
    ),
    "a space before it": (b" GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
    "another version": (b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", b"505"),
    "another encoding": (
        b"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"501",
    ),
}


def test_a_refusal_says_once_that_it_closes() -> None:
    """Also to whoever asked to be kept, in a request that is none."""
    with serving() as running:
        answer = running.ask(b"get / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n")
    fields = [line for line in answer.splitlines() if line.startswith(b"Connection:")]

    assert answer.startswith((b"HTTP/1.0 400", b"HTTP/1.1 400"))
    assert [b"Connection: close"] == fields


@pytest.mark.parametrize(
    ("more", "status"),
    [
        (b"X: " + b"x" * 20 * KB, b"431"),
        (b"X Y: z", b"400"),
        (b"Transfer-Encoding: chunked", b"411"),
    ],
    ids=["too long", "malformed", "of no length"],
)
def test_whoever_asks_for_the_head_gets_no_body(more: bytes, status: bytes) -> None:
    """Nor a refusal's: who reads on would take it for the next answer (RFC 9110, 9.3.2)."""
    with serving() as running:
        answer = running.ask(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n" + more + b"\r\n\r\n")
    _, end, body = answer.partition(b"\r\n\r\n")

    assert answer.startswith((b"HTTP/1.1 " + status, b"HTTP/1.0 " + status))
    assert (b"\r\n\r\n", b"") == (end, body)


@pytest.mark.parametrize(("raw", "status"), RAW.values(), ids=RAW.keys())
def test_what_is_no_request_is_refused_with_our_headers(
    raw: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Even what no page ever sees has the headers and repeats nothing; the log does not grow by it."""
    with serving() as running:
        answer = running.ask(raw.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").lower()

    assert answer.startswith((b"HTTP/1.1 " + status, b"HTTP/1.0 " + status))
    assert b"script>" not in answer
    assert "server:" not in head
    assert all(f"{n}: {v}".lower() in head for n, v in HEADERS.items())
    assert not caplog.records


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("POST /api/moves HTTP/1.1\r\nHost: evil.example", b"400"),
        ("POST /api/moves HTTP/1.1\r\nHost: localhost", b"403"),
        (
            "POST /api/claims/photo HTTP/1.1\r\nHost: localhost\r\nCookie: murphy-8000=forged",
            b"403",
        ),
    ],
    ids=["host", "no cookie", "forged cookie"],
)
def test_what_may_not_come_in_is_refused_before_its_body_is_read(head: str, status: bytes) -> None:
    """Nothing of eight megabytes is sent, and the answer is there."""
    with serving() as running:
        asked = f"{head}\r\nContent-Length: 8000000\r\nConnection: close\r\n\r\n"
        answer = running.ask(asked.encode())

    assert answer.startswith(b"HTTP/1.1 " + status)


def test_a_foreign_cookie_in_another_encoding_keeps_nobody_out() -> None:
    """Browsers send the cookies of every program on a machine, whatever its port."""
    cookies, visitor = Cookies(KEYS), Visitor("a")
    asked = (
        f"POST /api/seat HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: l\xe9=\xff; {cookies.name}={cookies.write(visitor)}\r\n"
        f"X-Murphy-Token: {cookies.token(visitor)}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"
    )
    with serving() as running:
        answer = running.ask(asked.encode("latin-1") + b'{"seat":0}')

    assert b"200" == answer.split()[1]


def test_who_leaves_before_being_refused_is_not_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is no request has no path that could be named."""
    left = Event()

    def leave(task: Plain, data: bytes) -> None:
        left.set()
        raise ClientDisconnected

    monkeypatch.setattr(Plain, "write", leave)
    with serving() as running:
        running.connect().sendall(b"GET\r\n\r\n")
        assert left.wait(PATIENCE)
    assert not caplog.records


def test_a_body_of_no_told_length_is_refused_unread() -> None:
    """Nobody knows how much of it is still to come."""
    with serving() as running:
        answer = running.ask(letter("Transfer-Encoding: chunked") + b"10000\r\n")

    assert answer.startswith(b"HTTP/1.1 411 ")


def test_a_refused_head_has_no_body() -> None:
    """Who asked for the header alone takes what comes after it for another answer."""
    with serving() as running:
        answer = running.ask(
            b"HEAD / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello"
        )

    assert answer.startswith(b"HTTP/1.1 403 ")
    assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("options", ["close", "Close", "upgrade, close", "close,TE"])
def test_who_says_that_it_closes_is_answered_no_more(options: str) -> None:
    """Alone or beside other options."""
    asked = f"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: {options}\r\n\r\n"
    with serving() as running:
        answer = running.ask(2 * asked.encode())

    assert 1 == answer.count(b"HTTP/1.1 200 ")
    assert 1 == answer.lower().count(b"connection: close")


EXPECTS = "Expect: 100-continue\r\n"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
POST = "POST /api/moves HTTP/1.1\r\nHost: localhost\r\n"
OPEN_ENDED = {
    "no cookie, chunked": POST + EXPECTS + "Transfer-Encoding: chunked\r\n\r\n",
    "no cookie, a length": POST + EXPECTS + "Content-Length: 8000000\r\n\r\n",
    "too long": POST + EXPECTS + "Content-Length: 99999999999\r\n\r\n",
    "chunked": letter("Transfer-Encoding: chunked\r\n" + EXPECTS.strip()).decode(),
    "chunked, and a length": letter("Transfer-Encoding: chunked\r\nContent-Length: 5").decode(),
    "a length of another alphabet": letter(
        "Transfer-Encoding: chunked\r\nContent-Length: \xb2"
    ).decode("latin-1"),
    "an older version": POST.replace("1.1", "1.0")
    + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
}
"""Requests whose body must not be read, of whom, and how long it is, notwithstanding."""


@pytest.mark.parametrize("head", OPEN_ENDED.values(), ids=OPEN_ENDED.keys())
def test_no_order_of_a_request_opens_what_its_headers_closed(
    head: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asks for leave to send, or sends pieces, gets the answer of everybody else, and not a byte is taken."""
    with serving() as running:
        phone = running.connect()
        phone.sendall(head.encode("latin-1"))
        answer = phone.recv(4096)
        assert answer.split()[1] in (b"403", b"411", b"413")
        assert until(lambda: not taken(running))

    assert not caplog.records


def taken(running: Running) -> list[int]:
    """How many bytes of bodies the connections hold."""
    there = [one.request for one in running.server.channels]
    return [one.body_bytes_received for one in there if one is not None]


def test_who_may_send_is_asked_to_go_on() -> None:
    """A program that asks before it sends a picture hears that it may, once, and then its answer."""
    body = letter("Content-Length: 100000\r\nExpect: 100-continue")
    with serving() as running:
        phone = running.connect()
        phone.sendall(body)
        assert phone.recv(100) == CONTINUE
        phone.sendall(b"x" * 100_000)
        answer = phone.recv(100)

    assert answer.startswith(b"HTTP/1.1 4")
    assert CONTINUE not in answer


def test_who_expects_to_be_asked_while_another_answer_is_due_is_asked_after_it() -> None:
    """The second of two requests in a row waits for the first one's answer, and is asked for its body then."""
    first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving() as running:
        phone = running.connect()
        phone.sendall(first + letter("Content-Length: 10\r\nExpect: 100-continue"))
        said = b""
        while CONTINUE not in said:
            said += phone.recv(4096)
        phone.sendall(b"x" * 10)
        last = phone.recv(100)

    assert said.startswith(b"HTTP/1.1 200")
    assert last.startswith(b"HTTP/1.1 4")


def test_a_question_that_expects_to_be_asked_is_answered() -> None:
    """It has no body to wait for, and the next request on the connection has its own headers only."""
    ask = "GET /api/view HTTP/1.1\r\nHost: localhost\r\n"
    with serving() as running:
        answer = running.ask(f"{ask}{EXPECTS}\r\n{ask}Connection: close\r\n\r\n".encode())

    assert 2 == answer.count(b"HTTP/1.1 200 OK")
    assert b"100 Continue" not in answer


def test_what_follows_a_refusal_is_not_read() -> None:
    """The body that was refused is no further request."""
    ask = "GET /api/view HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving() as running:
        answer = running.ask(f"{POST}Content-Length: 5000\r\n\r\n{ask * 5}".encode())

    assert 1 == answer.count(b"HTTP/1.1 ")
    assert answer.startswith(b"HTTP/1.1 403")


SLOW = {
    "a scheme and digits": b"GET a://" + b"1" * 16_000 + b" x\r\n\r\n",
    "a scheme and letters": b"GET a://" + b"a" * 16_000 + b" x\r\n\r\n",
    "space before a value": b"GET / HTTP/1.1\r\nX:" + b" " * 16_000 + b"a\r\n\r\n",
    "space before what is none": b"GET / HTTP/1.1\r\nX:" + b"\t" * 16_000 + b"\0\r\n\r\n",
    "space before a folded value": b"GET / HTTP/1.1\r\nX:\r\n" + b" " * 16_000 + b"a\r\n\r\n",
}
"""Headers whose parts can be told apart in many ways."""


@pytest.mark.parametrize("raw", SLOW.values(), ids=SLOW.keys())
def test_no_header_takes_long_to_read(raw: bytes) -> None:
    """What an expression would try in millions of ways is refused at once: one thread reads for everybody."""
    with serving() as running:
        began = time.process_time()
        answer = running.ask(raw)
        took = time.process_time() - began

    assert answer.startswith(b"HTTP/1.0 400")
    assert took < 0.5


def test_many_requests_in_a_row_are_too_many() -> None:
    """A few may be sent before the first is answered, more end the connection with a refusal after the answers that are due."""
    ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving(Limits(pipelined=4)) as running:
        few = running.ask(ask * 3 + ask.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        many = running.ask(ask * 100)

    assert (4, 4) == (few.count(b"HTTP/1.1 "), few.count(b"HTTP/1.1 200"))
    assert (4, 1) == (many.count(b"HTTP/1.1 200"), many.count(b"HTTP/1.0 429"))


def test_blank_lines_are_no_requests() -> None:
    """One before a request is skipped, thousands are too many."""
    ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with serving() as running:
        assert running.ask(b"\r\n" + ask).startswith(b"HTTP/1.1 200")
        assert running.ask(b"\r\n\r\n" * 2000).startswith(b"HTTP/1.0 429")


def test_urgent_data_is_not_listened_to(caplog: pytest.LogCaptureFixture) -> None:
    """No browser sends any, and whoever asks for it without reading it is told of it again and again."""
    with serving() as running:
        phone = running.connect()
        phone.send(b"x", socket.MSG_OOB)
        assert [200] * 5 == [running.get("/healthz").status for _ in range(5)]
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert phone.recv(100).startswith(b"HTTP/1.1 200")

    assert not caplog.records


def test_a_large_body_waits_for_the_answers_before_it() -> None:
    """Behind a stream it would lie there for minutes, and many of them fill the memory."""
    ask = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving() as running:
        phone = running.connect()
        phone.sendall(ask + letter("Content-Length: 1000000"))
        heard = b""
        while b"event: view" not in heard:
            heard += phone.recv(4096)
        phone.sendall(b"x" * 100_000)
        for _ in range(3):
            assert running.get("/healthz").status == 200
        (channel,) = (one for one in running.server.channels if one.upload)

    assert channel.upload is not None
    assert 0 == channel.upload.body_bytes_received


def test_who_may_not_send_a_picture_does_not_begin_to() -> None:
    """It needs a seat, or the host's part: without one it is refused before eight megabytes are sent."""
    cookies, who = Cookies(KEYS), Visitor("a")
    asked = (
        f"POST /api/claims/photo HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies.name}={cookies.write(who)}\r\n"
        f"X-Murphy-Token: {cookies.token(who)}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 8000000\r\n\r\n"
    )
    with serving() as running:
        answer = running.ask(asked.encode())

    assert answer.startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("path", ["/api/events", "//api/events", "/api/events/"])
def test_a_stream_is_one_by_whatever_path_it_was_asked_for(path: str) -> None:
    """It has nobody's turn: a page is answered beside it."""
    with serving(Limits(working=1, turn=PATIENCE)) as running:
        phone = running.connect()
        phone.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        heard = b""
        while b"event: view" not in heard and b" 404 " not in heard:
            heard += phone.recv(4096)
        began = time.monotonic()
        assert [200] * 3 == [running.get("/healthz").status for _ in range(3)]
        took = time.monotonic() - began

    assert took < PATIENCE / 2


V, S = Standing.VISITOR, Standing.SEATED


def parsed(raw: bytes, piece: int = 4096, unwanted: int | None = None) -> Parser:
    """A request that came in pieces; the door refuses what brings more than three bytes."""

    def refuses(path: str, headers: Headers) -> int | None:
        return 413 if int(headers["CONTENT_LENGTH"]) > 3 else None

    door = Door(refuses, lambda headers: S if "COOKIE" in headers else V)
    parser = Parser(Adjustments(), door, unwanted)
    while raw and not parser.completed:
        raw = raw[parser.received(raw[:piece]) or piece :]
    return parser


LINE = b"GET / HTTP/1.1"
HEADS = {
    LINE: None,
    b"\r\n\r\n" + LINE: None,
    b"GET /%20?a=b HTTP/1.0": None,
    b"GET /\xc3\xa4 HTTP/1.1": 400,
    b"get / HTTP/1.1": 400,
    b"GET / HTTP/1.2": 505,
    b"GET / HTTP/2.0": 505,
    b"GET / HTTP/11.1": 400,
    b"GET / http/1.1": 400,
    b"GET  / HTTP/1.1": 400,
    b"GET / HTTP/1.1 ": 400,
    b"GET /a b HTTP/1.1": 400,
    b"GET /": 400,
    b"GET /\x7f HTTP/1.1": 400,
    LINE + b"\r\nHost:a": None,
    LINE + b"\r\nHost: \t a b\tc": None,
    LINE + b"\r\nHost:        a": None,
    LINE + b"\r\nHost:         a": 400,
    LINE + b"\r\nX:": None,
    LINE + b"\r\nX: \xff": None,
    LINE + b"\r\nX!#$%&'*+.^_`|~9-: a": None,
    LINE + b"\r\nHost : a": 400,
    LINE + b"\r\n Host: a": 400,
    LINE + b"\r\nHost: a\r\n b": 400,
    LINE + b"\r\nHo st: a": 400,
    LINE + b"\r\nX: \x00": 400,
    LINE + b"\r\nX: a\nY: b": 400,
    LINE + b"\r\nHost": 400,
    LINE + b"\r\nContent-Length: 0": None,
    LINE + b"\r\nContent-Length: 4": 413,
    LINE + b"\r\nContent-Length: x": 400,
    LINE + b"\r\nContent-Length: " + b"9" * 5000: 400,
    LINE + b"\r\nTransfer-Encoding: chunked": 411,
}
"""What comes first of a request -> the status with which it is refused, if it is."""


@pytest.mark.parametrize("piece", [4096, 7, 1])
@pytest.mark.parametrize(("head", "status"), HEADS.items(), ids=lambda value: repr(value)[:40])
def test_which_heads_are_requests(head: bytes, status: int | None, piece: int) -> None:
    """Of the one shape that browsers write, in whatever pieces they come."""
    found = parsed(head + b"\r\n\r\n", piece)

    assert found.completed
    assert status == (found.error and found.error.code)


@pytest.mark.parametrize("piece", [4096, 1])
def test_what_is_known_of_a_request(piece: int) -> None:
    """Whose it is, what it brings, whether only its head is asked for, and whether anything comes after it."""
    plain = parsed(LINE + b"\r\nHost: a\r\n\r\n", piece)
    head = parsed(b"\r\nHEAD / HTTP/1.1\r\nCookie: a\r\nConnection: x, Close\r\n\r\n", piece)
    brings = parsed(b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", piece)

    assert [(V, False), (S, True), (V, False)] == [
        (one.standing, one.for_head) for one in (plain, head, brings)
    ]
    assert [None, "close", None] == [one.headers.get("CONNECTION") for one in (plain, head, brings)]
    assert b"abc" == brings.get_body_stream().getvalue()
    assert 0 == brings.received(b"GET")


def test_what_is_unwanted_is_not_read() -> None:
    """Whatever it is."""
    for raw in (LINE, b"nonsense", b"HEAD / HTTP/1.1"):
        found = parsed(raw, unwanted=429)

        assert (429, raw.startswith(b"HEAD")) == (found.error.code, found.for_head)


@pytest.fixture(scope="module")
def asked() -> Iterator[Door]:
    """The door of a house."""
    with closing(home()) as house:
        yield house.app.extensions[DOOR]


@pytest.mark.parametrize(
    ("command", "path", "kind"),
    [
        ("GET", "/api/view", Kind.AT_ONCE),
        ("HEAD", "/", Kind.AT_ONCE),
        ("GET", "/host", Kind.AT_ONCE),
        ("GET", "/api/archive", Kind.AT_ONCE),
        ("GET", "/api/games", Kind.AT_ONCE),
        ("GET", "/api/historyx", Kind.AT_ONCE),
        ("GET", "/static/shell.js", Kind.AT_ONCE),
        ("GET", "/api/history", Kind.WAITING),
        ("GET", "/api/history/", Kind.WAITING),
        ("GET", "/api/picture.png", Kind.WAITING),
        ("GET", "/healthz", Kind.WAITING),
        ("GET", "/api/health", Kind.WAITING),
        ("GET", "/api/doctor", Kind.WAITING),
        ("GET", "/api/cameras", Kind.WAITING),
        ("GET", "/api/dice", Kind.WAITING),
        ("GET", "/api/cards", Kind.WAITING),
        ("GET", "/api/archive/1", Kind.WAITING),
        ("GET", "/api/archive/1/picture.png", Kind.WAITING),
        ("GET", "/host/archive/1.jsonl", Kind.WAITING),
        ("GET", "/host/print/mat.pdf", Kind.WAITING),
        ("GET", "/host/game.jsonl", Kind.WAITING),
        ("GET", "/host/live.json", Kind.WAITING),
        ("GET", "/host/mat.jpg", Kind.WAITING),
        ("HEAD", "//host/live.jpg", Kind.WAITING),
        ("POST", "/api/moves", Kind.WAITING),
        ("DELETE", "/", Kind.WAITING),
        ("GET", "/api/events", Kind.STREAM),
        ("GET", "//api/events/", Kind.STREAM),
        ("GET", "/api/eventsx", Kind.AT_ONCE),
    ],
)
def test_what_answering_takes(asked: Door, command: str, path: str, kind: Kind) -> None:
    """By what its rule says, and whether it changes something; what is refused takes nothing."""
    found = parsed(f"{command} {path} HTTP/1.1\r\n\r\n".encode())
    found.path, found.command, found.door = path, command, asked
    refused = parsed(f"{command} {path} HTTP/1.2\r\n\r\n".encode())

    assert (kind, Kind.AT_ONCE) == (found.kind, refused.kind)
