"""Against the stream: who takes all places, who never reads, who leaves without a word."""

from __future__ import annotations

import socket
import time
from collections import Counter
from contextlib import ExitStack, suppress

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Phone, connect
from benchmarks.attacks.siege import CROWDED, Job, Over, besieged, looked

PLACES = 64
"""Streams that there may be."""
SOON = 10.0
"""Seconds within which the place of whoever left is free again."""


def asked(line: socket.socket, phone: Phone | None = None) -> int:
    """Ask for the stream; the status that is answered, 0 where nothing comes."""
    cookie = f"Cookie: {phone.headers['Cookie']}\r\n" if phone else ""
    line.sendall(f"GET /api/events HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode())
    told = b""
    with suppress(OSError):
        told = line.recv(4096)
    return int(told[9:12] or 0)


def gets_one(phone: Phone) -> int:
    """The status with which a phone is answered that asks for the stream, and leaves."""
    with connect(phone.port, phone.address) as line:
        return asked(line, phone)


def crowd(house: House, ends: ExitStack, addresses: int, each: int) -> int:
    """So many streams of so many addresses that stay; how many were had."""
    had = 0
    for number in range(addresses * each):
        line = connect(house.port, f"127.0.1.{1 + number % addresses}")
        had += asked(ends.enter_context(line)) == 200
    return had


@attack(connections=64)
def every_address_one(ground: Ground) -> Verdict:
    """64 addresses with one stream each: the host and who sits at the table get theirs all the same."""
    with ground.play(game=True) as house, ExitStack() as ends:
        had = crowd(house, ends, PLACES, 1)
        host, seated = house.host("127.0.2.1"), house.phone("127.0.2.2")
        seated.sit(0)
        came = gets_one(host), gets_one(seated)
    return Verdict(came == (200, 200), f"after {had} streams: host {came[0]}, seat {came[1]}")


@attack(connections=64)
def few_addresses_many(ground: Ground) -> Verdict:
    """Eight addresses that take eight streams each: whoever has none gets one."""
    with ground.play() as house, ExitStack() as ends:
        had = crowd(house, ends, 8, 8)
        came = gets_one(house.phone("127.0.2.1"))
    return Verdict(came == 200, f"after {had} streams a visitor's was answered {came}")


def places_again(house: House) -> Verdict:
    """How long the places of 64 phones stay taken that leave without a word."""
    with ExitStack() as ends:
        # One of each address: nobody has more than others, and has to give one up for them.
        had = crowd(house, ends, PLACES, 1)
    began, again, turn = time.monotonic(), 0, 0
    while again < PLACES // 2 and time.monotonic() < began + SOON * CROWDED:
        turn += 1
        with ExitStack() as ends:
            # New addresses each time: those of the last try are not gone yet.
            lines = [connect(house.port, f"127.0.{2 + turn}.{n}") for n in range(1, 33)]
            again = sum(asked(ends.enter_context(line)) == 200 for line in lines)
        time.sleep(0.5)
    took = time.monotonic() - began
    figure = f"{had} left; half as many others had one after {took:.1f} s"
    return Verdict(again == PLACES // 2 and took < SOON * CROWDED, figure)


@attack(connections=64)
def left(ground: Ground) -> Verdict:
    """64 phones that take a stream and leave without a word: their places are free again soon."""
    with ground.play() as house:
        return places_again(house)


@attack(seconds=120, connections=72)
def unread(ground: Ground) -> Verdict:
    """Eight addresses hold all streams and never read, while the host's words go out to everybody as fast as they are taken."""
    with ground.play(game=True) as house:

        def hold(address: str) -> Job:
            def listen(over: Over, counted: Counter[str]) -> None:
                while not over:
                    with ExitStack() as ends:
                        for _ in range(8):
                            with suppress(OSError):
                                line = ends.enter_context(connect(house.port, address))
                                line.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        over.wait(20.0)

            return listen

        host = house.host()
        before = house.megabytes()

        def say() -> None:
            for player in (0, 1, 2):
                given = {"event": "turn-given", "player": player}
                host.say("/api/changes", {"correction": given, "player": player})

        with besieged(*(hold(f"127.0.1.{n}") for n in range(8))):
            waits = looked(house, 15.0, say)
            grown = house.megabytes() - before
    return Verdict(waits.prompt and grown < 64, f"{waits}; {grown:.0f} MB more memory")
