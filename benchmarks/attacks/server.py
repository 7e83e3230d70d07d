"""Against the server: what HTTP can be bent to, and connections that bring or take nothing."""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from contextlib import suppress
from typing import Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import FORM, connect, raw
from benchmarks.attacks.siege import SECONDS, Job, Over, besieged, looked, while_beset

STORED: Final = 1.0
"""MB of temporary files, at most, whatever is sent: none are written (docs/reliability.md)."""
ENOUGH: Final = 256.0
"""MB of them with which an attack has shown what it can."""
GROWTH: Final = 64.0
"""MB that the companion may grow by while connections are thrown at it."""
WHOLE: Final = 127
"""Pieces of 64 KB: a body just below what a form may have."""
PIECE: Final = b"a" * 65536


def swollen(house: House, head: bytes, piece: bytes, many: int) -> Verdict:
    """What so many connections of four addresses come to that go on sending pieces after a head."""
    before, most = house.megabytes(), [0.0, 0.0]

    def send(number: int) -> None:
        with suppress(OSError), connect(house.port, f"127.0.1.{1 + number % 4}") as line:
            line.sendall(head)
            line.recv(300)
            for _ in range(WHOLE):
                line.sendall(piece)

    def sender(number: int) -> Job:
        return lambda over, counted: send(number)

    end = time.monotonic() + 20.0
    with besieged(*map(sender, range(many))) as siege:
        while siege.goes_on and time.monotonic() < end and house.process.poll() is None:
            now = (house.stored(), house.megabytes() - before)
            most = [max(pair) for pair in zip(most, now, strict=True)]
            if most[0] > ENOUGH or most[1] > 2 * GROWTH:
                break
            time.sleep(0.1)
    figure = f"{most[0]:.0f} MB of temporary files, {most[1]:.0f} MB more memory"
    if not house.alive:
        return Verdict(False, f"{figure}, dead")
    return Verdict(most[0] <= STORED and most[1] <= GROWTH, figure)


EXPECTING: Final = b"POST /api/pin HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"


@attack(seconds=60, connections=192)
def expect_chunked(ground: Ground) -> Verdict:
    """192 bodies in chunks after `Expect: 100-continue`, without a cookie: the refusal at the headers is undone."""
    with ground.play() as house:
        return swollen(house, EXPECTING, b"10000\r\n" + PIECE + b"\r\n", 192)


@attack(seconds=60, connections=192)
def expect_trailers(ground: Ground) -> Verdict:
    """The same, and after the last chunk trailers without an end."""
    with ground.play() as house:
        return swollen(house, EXPECTING + b"0\r\n", b"X: " + PIECE + b"\r\n", 192)


@attack()
def expect_nothing(ground: Ground) -> Verdict:
    """A request without a body after `Expect: 100-continue`, then another: each is answered, and the second inherits nothing."""
    first = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Language: nl\r\nExpect: 100-continue\r\n\r\n"
    )
    second = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Language: de\r\nConnection: close\r\n\r\n"
    )
    with ground.play() as house, connect(house.port, "127.0.0.2") as line:
        line.sendall(first)
        one = _until_silent(line, b"</html>")
        with suppress(OSError):
            line.sendall(second)
        other = _until_silent(line)
    languages = [re.findall(rb'<html lang="(\w+)"', came) for came in (one, other)]
    held = languages == [[b"nl"], [b"de"]]
    said = [b", ".join(found).decode() or "nothing" for found in languages]
    return Verdict(held, f"answered in {said[0]} to nl, then in {said[1]} to de")


def _until_silent(line: socket.socket, end: bytes = b"\0") -> bytes:
    """What comes until it has an end, the other side closes, or nothing comes for a while."""
    came = b""
    with suppress(OSError):
        while end not in came and (more := line.recv(1 << 16)):
            came += more
    return came


HEAD: Final = "{} HTTP/1.1\r\nHost: localhost\r\n"
WITHIN: Final = b"GET /words/nl.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
"""A request in the body of another: nobody may answer it."""
SMUGGLED: Final = (
    "Content-Length: 6\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: xchunked\r\nContent-Length: 4",
    "Transfer-Encoding : chunked\r\nContent-Length: 3",
    "Transfer-Encoding: \x0bchunked\r\nContent-Length: 5",
    "Transfer-Encoding: identity\r\nContent-Length: 5",
    "Content-Length: 5\r\nContent-Length: 0",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "Transfer-Encoding: chunked, gzip",
    *(
        f"Content-Length: {n}"
        for n in ("+5", "-1", "5, 5", "0x5", "5_0", "\u0665", "1e1", "9" * 5000, "99999999999", "")
    ),
)
"""Lengths that a proxy and a server might read in two ways."""


@attack(quick=True, connections=1)
def smuggling(ground: Ground) -> Verdict:
    """A request in the body of another, behind lengths that can be read in two ways."""
    answered = list[str]()
    with ground.play() as house:
        for length in SMUGGLED:
            for asked in ("POST /api/pin", "GET /healthz"):
                head = HEAD.format(asked) + length + "\r\n\r\n"
                data = head.encode("utf-8") + b"0\r\n\r\n" + WITHIN
                came = raw(house.port, data, "127.0.0.2")
                # Who answers the inner one has taken the outer one to be over.
                if came.count(b"HTTP/1.") != 1 or b" 200 " in came:
                    answered.append(f"{asked} {length!r:.40}")
        well = house.alive
    figure = f"{len(answered)} of {2 * len(SMUGGLED)} answered otherwise than once, with a refusal"
    return Verdict(well and not answered, figure + "".join(f"; {each}" for each in answered[:3]))


def dripping(house: House, address: str, many: int, head: bytes) -> Job:
    """Connections of an address that bring a byte a second after a head, and come back when they are closed."""

    def drip(over: Over, counted: Counter[str]) -> None:
        lines: dict[int, socket.socket] = {}
        while not over.wait(1.0):
            for number in range(many):
                try:
                    if number not in lines:
                        lines[number] = connect(house.port, address, 5.0)
                        lines[number].sendall(head)
                        counted["connections"] += 1
                    lines[number].sendall(b"a")
                except OSError:
                    lines.pop(number, None)

    return drip


@attack(seconds=120, connections=400)
def headers_without_end(ground: Ground) -> Verdict:
    """400 connections of two addresses that bring a byte of their header a second; a third asks for the view."""
    with ground.play() as house:
        jobs = [dripping(house, f"127.0.1.{n % 2}", 50, b"GET / HTTP/1.1\r\nX: ") for n in range(8)]
        return while_beset(house, *jobs)


def greedy(house: House, address: str, path: str, times: int, many: int) -> Job:
    """Connections of an address that ask so many times at once, read nothing, and come back after a while."""
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * times

    def ask(over: Over, counted: Counter[str]) -> None:
        while not over:
            lines = []
            for _ in range(many):
                with suppress(OSError):
                    lines.append(connect(house.port, address, 3.0))
                    lines[-1].sendall(asked)
                    counted["connections"] += 1
            over.wait(5.0)
            for line in lines:
                line.close()

    return ask


@attack(seconds=120, connections=432)
def answers_unread(ground: Ground) -> Verdict:
    """432 connections of nine addresses that ask for page after page and read nothing."""
    with ground.play() as house:
        return while_beset(house, *(greedy(house, f"127.0.1.{n}", "/", 20, 48) for n in range(9)))


@attack(seconds=120, connections=368)
def bursts(ground: Ground) -> Verdict:
    """46 connections of each of eight addresses, at once, with twenty questions each that need some computing."""
    with ground.play(game=True) as house:
        return while_beset(
            house, *(greedy(house, f"127.0.1.{n}", "/api/history", 20, 46) for n in range(8))
        )


@attack(seconds=120, connections=400)
def silence(ground: Ground) -> Verdict:
    """400 connections of nine addresses that say nothing, and come back when they are closed."""
    with ground.play() as house:
        return while_beset(house, *(dripping(house, f"127.0.1.{n}", 45, b"") for n in range(9)))


LOGGED: Final = 4.0
"""KB of log that an attack may leave."""
NO_REQUESTS: Final = (
    b"GET http://[::1/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: l\xe9=\xff\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\nConnection: close\r\n\r\n",
    b"\x16\x03\x01\0\xa5\x01\0\0\xa1\x03\x03" + b"x" * 160 + b"\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: \xd9\xa5\r\nConnection: close\r\n\r\n",
    b"GET /api/events?after=\xd9\xa5 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
)


@attack(seconds=60)
def log(ground: Ground) -> Verdict:
    """What is no request, again and again: the log does not grow by it."""
    times = 20
    with ground.play() as house:
        before = house.logged()
        for number in range(times * len(NO_REQUESTS)):
            raw(house.port, NO_REQUESTS[number % len(NO_REQUESTS)], "127.0.0.2", 2.0)
        grown, well = house.logged() - before, house.alive
    figure = f"{grown:.1f} KB of log after {times * len(NO_REQUESTS)} of them"
    return Verdict(well and grown <= LOGGED, figure)


@attack(seconds=120, connections=184)
def forms_without_end(ground: Ground) -> Verdict:
    """Forms of 8 MB, complete but for their end, as many as four addresses may send at once (184)."""
    with ground.play(game=True) as house:
        heads = dict[str, bytes]()
        for number in range(4):
            phone = house.phone(f"127.0.1.{number}")
            phone.sit(0)
            said = phone.headers | FORM | {"Content-Length": "8000000"}
            lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
            heads[phone.address] = (HEAD.format("POST /api/claims/photo") + lines + "\r\n").encode()

        def send(address: str) -> Job:
            def hold(over: Over, counted: Counter[str]) -> None:
                with suppress(OSError), connect(house.port, address, 2.0) as line:
                    line.sendall(heads[address])
                    for _ in range(120):
                        line.sendall(PIECE)
                over.wait(SECONDS)

            return hold

        stored = [0.0]
        with besieged(*(send(address) for address in heads for _ in range(46))):
            waits = looked(house, SECONDS, lambda: stored.append(house.stored()))
    figure = f"{max(stored):.0f} MB of temporary files; {waits}"
    return Verdict(waits.prompt and max(stored) <= STORED, figure)
