"""Against everybody's patience: all that 64 addresses of a house's network can do at once, while the host and somebody at the table look."""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import Final, TypeAlias

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Phone, connect
from benchmarks.attacks.siege import BEGIN, SECONDS, Job, Over, besieged, looked

ADDRESSES: Final = tuple(f"127.0.3.{number}" for number in range(1, 65))
EACH: Final = 6
"""Connections of an address, as many as a browser opens."""

Deed: TypeAlias = Callable[[House, str, Over], None]
"""What one address does, once; it begins again until all is over."""


def asked(path: str, phone: Phone | None = None) -> bytes:
    """A question, by a browser with a cookie where there is one."""
    cookie = f"Cookie: {phone.headers['Cookie']}\r\n" if phone else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode()


def flood(house: House, address: str, over: Over) -> None:
    """Ask for the view six times at once, read the answers, and again."""
    with connect(house.port, address, 3.0) as line:
        while not over:
            line.sendall(asked("/api/view") * 6)
            answers = 0
            while answers < 6 and (came := line.recv(1 << 18)):
                answers += came.count(b"HTTP/1.1 ")
            if answers < 6:
                return


def knock(house: House, address: str, over: Over) -> None:
    """Open a connection and close it."""
    connect(house.port, address, 3.0).close()


def ask_and_go(house: House, address: str, over: Over) -> None:
    """Ask for a page and do not wait for it."""
    with connect(house.port, address, 3.0) as line:
        line.sendall(asked("/"))


def held(house: House, address: str, over: Over, said: bytes, many: int = EACH) -> None:
    """So many connections that say something, read nothing and stay for a while."""
    with ExitStack() as ends:
        for _ in range(many):
            line = ends.enter_context(connect(house.port, address, 3.0))
            line.sendall(said)
        over.wait(3.0)


def ask_much(house: House, address: str, over: Over) -> None:
    """Six times eight questions that need some computing."""
    held(house, address, over, asked("/api/history") * 8)


def read_nothing(house: House, address: str, over: Over) -> None:
    """Six times eight large answers that nobody reads."""
    held(house, address, over, asked("/words/de.json") * 8)


def drip(house: House, address: str, over: Over) -> None:
    """Six headers without an end, byte by byte."""
    with ExitStack() as ends:
        lines = [ends.enter_context(connect(house.port, address, 3.0)) for _ in range(EACH)]
        for line in lines:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.sendall(b"GET / HTTP/1.1\r\nX: ")
        while not over:
            for line in lines:
                line.send(b"a")


def say_nothing(house: House, address: str, over: Over) -> None:
    """Blank lines."""
    with connect(house.port, address, 3.0) as line:
        while not over:
            line.sendall(b"\r\n\r\n" * 4)


def listen(house: House, address: str, over: Over) -> None:
    """A stream, left once it has begun."""
    with connect(house.port, address, 3.0) as line:
        line.sendall(asked("/api/events"))
        line.recv(4096)


def talk(house: House, address: str, over: Over) -> None:
    """Moves of 60 KB that no rule knows, as fast as they are refused."""
    phone = Phone(house.port, address, 10.0)
    phone.get("/api/view")
    body = json.dumps({"move": {"x": "y" * 60_000}}).encode()
    while (
        not over
        and phone.ask("POST", "/api/moves", body, {"Content-Type": "application/json"}).status
    ):
        pass
    phone.close()


DEEDS: Final[tuple[Deed, ...]] = (
    flood,
    knock,
    ask_and_go,
    ask_much,
    read_nothing,
    drip,
    say_nothing,
    listen,
    talk,
)


def again(house: House, address: str, deed: Deed) -> Job:
    """An address that does something until all is over."""

    def act(over: Over, counted: Counter[str]) -> None:
        while not over:
            with suppress(OSError):
                deed(house, address, over)
            over.wait(0.01)

    return act


def beset(house: House, *deeds: Deed, addresses: Sequence[str] = ADDRESSES) -> Verdict:
    """What the host and whoever sits at the table wait for, on new connections, while 64 addresses do these things in turn."""
    host, seated = house.host("127.0.2.1"), house.phone("127.0.2.2")
    seated.sit(0)
    jobs = [again(house, address, deeds[n % len(deeds)]) for n, address in enumerate(addresses)]
    with besieged(*jobs) as siege:
        Over().wait(BEGIN)
        of_host = looked(house, SECONDS / 2, by=host)
        of_seat = looked(house, SECONDS / 2, by=seated)
        there = siege.goes_on
    well = there and house.alive and of_host.prompt and of_seat.prompt
    return Verdict(well, f"host: {of_host}; seat: {of_seat}")


def one_deed(deed: Deed) -> Callable[[Ground], Verdict]:
    """An attack of all addresses that do the same."""

    def act(ground: Ground) -> Verdict:
        with ground.play(game=True) as house:
            return beset(house, deed)

    act.__doc__, act.__module__, act.__name__ = deed.__doc__, __name__, deed.__name__
    return act


flooding = attack(seconds=120, connections=64)(one_deed(flood))
knocking = attack(seconds=120, connections=64)(one_deed(knock))
asking = attack(seconds=120, connections=64)(one_deed(ask_and_go))
computing = attack(seconds=120, connections=384)(one_deed(ask_much))
unread = attack(seconds=120, connections=384)(one_deed(read_nothing))
dripping = attack(seconds=120, connections=384)(one_deed(drip))
blank = attack(seconds=120, connections=64)(one_deed(say_nothing))
listening = attack(seconds=120, connections=64)(one_deed(listen))
talking = attack(seconds=120, connections=64)(one_deed(talk))


@attack(seconds=120, connections=400)
def everything(ground: Ground) -> Verdict:
    """All of that at once, seven addresses each."""
    with ground.play(game=True) as house:
        return beset(house, *DEEDS)


@attack(seconds=120, connections=400)
def from_a_seat(ground: Ground) -> Verdict:
    """An address that sits at the table itself, with forty connections of eight questions each that need some computing, and 63 that do the same without."""
    with ground.play(game=True) as house:
        guest = house.phone(ADDRESSES[0])
        guest.sit(2)

        def crowd(house: House, address: str, over: Over) -> None:
            phone = guest if address == guest.address else None
            held(house, address, over, asked("/api/history", phone) * 8, 40)

        return beset(house, crowd)
