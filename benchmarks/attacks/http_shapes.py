"""Conversations of every shape: requests as browsers send them, and with one thing or another bent, cut anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st

LAST: Final = "/words/en.json"
"""What the last request of every conversation asks for, and closes."""
PATHS: Final = (
    "/words/de.json",
    "/words/nl.json",
    "/static/shell.js",
    "/static/look.css",
    "/nowhere",
)
SEAT: Final = "/api/seat"
"""What answers with the seat that was sent."""
WITHIN: Final = b"GET /words/nl.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A request in a body: nobody asked it."""
ENDS: Final = ("\r\n", "\n", "\r", "\r\r\n", "\n\r\n")


@dataclass(frozen=True, slots=True)
class Conversation:
    """Bytes in the pieces in which they are sent; ``plain``: only what browsers send."""

    pieces: tuple[bytes, ...]
    plain: bool

    @property
    def data(self) -> bytes:
        """All of them."""
        return b"".join(self.pieces)


def seat_body(seat: int) -> bytes:
    """What a phone sends that sits down."""
    return b'{"seat": %d}' % seat


bodies = st.one_of(
    st.integers(0, 2).map(seat_body),
    st.just(b""),
    st.just(WITHIN),
    st.just(b"0\r\n\r\n" + WITHIN),
    st.just(b"5\r\nhello\r\n0\r\n\r\n" + WITHIN),
    st.binary(max_size=40),
    st.integers(1, 3).map(lambda n: b"x" * (n * 30_000)),
)


@st.composite
def chunks(draw: st.DrawFn, body: bytes) -> bytes:
    """A body in chunks, as it should be or not quite."""
    told, at = b"", 0
    while at < len(body):
        size = draw(st.integers(1, len(body) - at))
        head = draw(
            st.sampled_from(
                (
                    "{:x}",
                    "{:X}",
                    "0{:x}",
                    "{:x};a=b",
                    '{:x};a="\\n"',
                    " {:x}",
                    "{:x} ",
                    "+{:x}",
                    "0x{:x}",
                    "{:x}_",
                    "{:x}\n",
                )
            )
        )
        end = draw(st.sampled_from((b"\r\n", b"\r\n", b"\r\n", b"\n", b"", b"x\r\n")))
        told += head.format(size).encode() + b"\r\n" + body[at : at + size] + end
        at += size
    last = draw(
        st.sampled_from((b"0\r\n", b"0\r\n", b"00000\r\n", b"0;x\r\n", b"-0\r\n", b"\r\n", b"0\n"))
    )
    trailers = draw(
        st.sampled_from(
            (
                b"",
                b"",
                b"X: y\r\n",
                b"Content-Length: 5\r\n",
                b"X\r\n",
                b"X: " + b"y" * 30_000 + b"\r\n",
            )
        )
    )
    return told + last + trailers + draw(st.sampled_from((b"\r\n", b"\r\n", b"", b"\n")))


lengths = st.sampled_from(
    (
        "Content-Length: {}",
        "content-length:{}",
        "Content-Length: +{}",
        "Content-Length: {0}, {0}",
        "Content-Length: {0}\r\nContent-Length: {0}",
        "Content-Length: {}\r\nContent-Length: 0",
        "Content-Length : {}",
        "Content-Length: -{}",
        "Content-Length: {}_0",
        "Content-Length: 0x{}",
        "Content-Length:\t{}",
        "Content-Length: {} ",
        "Content-Length: \u0661{}",
        "Content_Length: {}",
        " Content-Length: {}",
        "X: y\r\n Content-Length: {}",
    )
)
codings = st.sampled_from(
    (
        "Transfer-Encoding: chunked",
        "transfer-encoding: CHUNKED",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding: \x0bchunked",
        "Transfer-Encoding:\r\n chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer_Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Content-Length: 4\r\nTransfer-Encoding: chunked",
        "X: y\nTransfer-Encoding: chunked",
    )
)
oddities = st.sampled_from(
    (
        "Expect: 100-continue",
        "expect: 100-Continue",
        "Expect: 200-ok",
        "Connection: keep-alive",
        "Connection: close",
        "Connection: close, upgrade",
        "Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
        "Connection: Upgrade\r\nUpgrade: websocket",
        "X: a\x00b",
        "X: a\x7fb",
        "X: " + "y" * 9000,
        "X: " + "y" * 20_000,
        "No colon",
        ": no name",
        "X Y: z",
        "X\t: y",
        "Folded: a\r\n b",
        "Cookie: l\xe9=\xff",
        "Accept-Encoding: gzip",
        "X: a\rb",
        "X: a\nY: b",
        "X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Host: evil.example",
        "Trailer: X",
        "TE: trailers",
    )
)
starts = st.sampled_from(
    (
        "{} {} HTTP/1.1",
        "{} {} HTTP/1.0",
        "{} {} HTTP/1.1 ",
        "{}  {} HTTP/1.1",
        " {} {} HTTP/1.1",
        "{}\t{} HTTP/1.1",
        "{} {}",
        "{} {} HTTP/1.2",
        "{} {} HTTP/2.0",
        "{} {} http/1.1",
        "{} {} HTTP/1.1\x00",
        "{} http://localhost{} HTTP/1.1",
        "{} http://evil.example{} HTTP/1.1",
        "{} {}?x={} HTTP/1.1",
        "\r\n{} {} HTTP/1.1",
        "{} {}#x HTTP/1.1",
    )
)


@st.composite
def plain_request(draw: st.DrawFn, own: str) -> bytes:
    """What a browser sends; ``own`` are the header's lines of a phone with a cookie."""
    more = draw(
        st.sampled_from(
            ("", "Connection: keep-alive\r\n", "Accept-Language: nl\r\n", "Accept: */*\r\n")
        )
    )
    if draw(st.booleans()):
        how = draw(st.sampled_from(("GET", "GET", "HEAD")))
        path = draw(st.sampled_from(PATHS))
        return f"{how} {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode()
    body = seat_body(draw(st.integers(0, 2)))
    expect = draw(st.sampled_from(("", "", "Expect: 100-continue\r\n")))
    head = f"POST {SEAT} HTTP/1.1\r\nHost: localhost\r\n{own}{more}{expect}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


@st.composite
def bent_request(draw: st.DrawFn, own: str) -> bytes:
    """One with something bent: its first line, its length, its encoding, its ends, or what else is in it."""
    how = draw(
        st.sampled_from(
            ("GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "get", "G\x00T", "M" * 300)
        )
    )
    path: str = draw(st.sampled_from((*PATHS, SEAT, SEAT)))
    body: bytes = draw(bodies)
    start = draw(st.one_of(st.just("{} {} HTTP/1.1"), starts)).format(how, path, "y")
    lines = [start, "Host: localhost", *(own.splitlines() if draw(st.booleans()) else ())]
    lines += draw(st.lists(oddities, max_size=2))
    match draw(st.sampled_from(("length", "length", "wrong", "chunked", "chunked", "none"))):
        case "length":
            lines.append(draw(st.one_of(st.just("Content-Length: {}"), lengths)).format(len(body)))
        case "wrong":
            off = draw(st.sampled_from((-5, -1, 1, 5, 70_000, 10**7, 10**12)))
            lines.append(f"Content-Length: {max(0, len(body) + off)}")
        case "chunked":
            lines.append(draw(st.one_of(st.just("Transfer-Encoding: chunked"), codings)))
            body = draw(chunks(body))
    end: str = draw(st.one_of(st.just("\r\n"), st.just("\r\n"), st.sampled_from(ENDS)))
    head: list[str] = [lines[0], *draw(st.permutations(lines[1:])), "", ""]
    return end.join(head).encode("latin-1", "replace") + body


@st.composite
def conversations(draw: st.DrawFn, own: str) -> Conversation:
    """Some requests in a row and one that is the last, cut into pieces."""
    plain = draw(st.integers(0, 3)) == 0
    kind = plain_request(own) if plain else st.one_of(bent_request(own), plain_request(own))
    requests = draw(st.lists(kind, min_size=1, max_size=4))
    last = f"GET {LAST} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    data = b"".join([*requests, last.encode()])
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=3)))
    at = [0, *cuts, len(data)]
    pieces = tuple(data[a:b] for a, b in zip(at, at[1:], strict=False) if b > a)
    return Conversation(pieces, plain)
