"""Against how the server reads: conversations of every shape, compared with what their headers promise."""

from __future__ import annotations

import socket
from collections import Counter
from contextlib import suppress

from hypothesis import HealthCheck, Phase, given, settings

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.http_reference import Reference, asked
from benchmarks.attacks.http_shapes import LAST, PATHS, SEAT, Conversation, conversations
from benchmarks.attacks.phone import TOKEN, connect

PATIENCE = 20.0
"""Seconds in which what is due has to come, on a busy machine."""
QUIET = 0.3
"""Seconds of silence after which somebody waits for the rest of a request."""


def spoken(port: int, said: Conversation) -> bytes:
    """All that a server answers, until it closes or waits for more."""
    requests, broken = asked(said.data)
    # Where all is there and the last one closes, something is due until the end.
    due = broken or bool(requests and requests[-1].closes)
    came = b""
    with connect(port, "127.0.0.1", PATIENCE if due else QUIET) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):
            for piece in said.pieces:
                line.sendall(piece)
        with suppress(OSError):
            while more := line.recv(1 << 16):
                came += more
    return came


def compared(house: House, many: int) -> Verdict:
    """So many conversations: what does not fit in them, and what they leave behind."""
    phone = house.phone("127.0.0.1")
    bodies = {
        path: phone.get(path).body for path in (*PATHS, LAST) if phone.get(path).status == 200
    }
    reference, counted = Reference(bodies, SEAT), Counter[str]()
    own = f"Cookie: {phone.headers['Cookie']}\r\n{TOKEN}: {phone.headers[TOKEN]}\r\nContent-Type: application/json\r\n"
    before, logged = house.megabytes(), house.logged()
    faults = list[str]()

    @settings(
        max_examples=many,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[*HealthCheck],
    )
    @given(conversations(own))
    def speak(said: Conversation) -> None:
        came = spoken(house.port, said)
        counted["plain" if said.plain else "bent"] += 1
        counted["answers"] += came.count(b"HTTP/1.")
        counted["refused"] += came.count(b"Connection: close\r\nContent-Length: ") + came.count(
            b" 4"
        )
        found = [*reference.faults(said.data, came, plain=said.plain)]
        if found:
            faults[:] = [
                f"{found[0]} ({said.data.replace(own.encode(), b'..')[:600]!r} in pieces of {[*map(len, said.pieces)]})"
            ]
        assert not found

    with suppress(AssertionError):
        speak()
    left = house.stored(), house.megabytes() - before, house.logged() - logged
    figure = f"{counted['plain']} plain and {counted['bent']} bent conversations, {counted['answers']} answers; {left[0]:.0f} MB of files and {left[2]:.1f} KB of log left, {left[1]:.0f} MB more memory"
    held = not faults and house.alive and left[0] < 1 and left[1] < 32 and left[2] < 4
    return Verdict(held, "; ".join([figure, *faults]))


@attack(seconds=120, quick=True)
def some(ground: Ground) -> Verdict:
    """A hundred conversations of up to five requests, half of them bent, cut anywhere: as many answers as requests, each to its own."""
    with ground.play(game=True) as house:
        return compared(house, 100)


@attack(seconds=900)
def many(ground: Ground) -> Verdict:
    """Three thousand of them."""
    with ground.play(game=True) as house:
        return compared(house, 3000)
