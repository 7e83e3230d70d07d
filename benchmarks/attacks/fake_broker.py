"""A broker that greets whoever comes, says what it is told to, and counts: MQTT 5 as far as a hub or a table needs it."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, TypeAlias

CONNECT: Final = 1
PUBLISH: Final = 3
SUBSCRIBE: Final = 8
PINGREQ: Final = 12


def packet(kind: int, body: bytes, flags: int = 0) -> bytes:
    """A control packet (MQTT 5, 2.1)."""
    size, told = len(body), b""
    while True:
        size, seven = divmod(size, 128)
        told += bytes([seven | (128 if size else 0)])
        if not size:
            return bytes([kind << 4 | flags]) + told + body


def text(said: bytes) -> bytes:
    """A string with its length."""
    return struct.pack(">H", len(said)) + said


def message(topic: bytes, payload: bytes, *, retain: bool = True) -> bytes:
    """A PUBLISH at QoS 0 without properties."""
    return packet(PUBLISH, text(topic) + b"\0" + payload, int(retain))


Says: TypeAlias = Callable[[int], Iterable[bytes]]
"""What is said after the subscription of a connection, by its number."""


@dataclass
class FakeBroker:
    """Where it listens, and how often somebody came and subscribed (monotonic seconds)."""

    port: int
    came: list[float] = field(default_factory=list)
    subscribed: list[float] = field(default_factory=list)
    said: list[float] = field(default_factory=list)
    """When all was said that there was to say."""
    heard: list[bytes] = field(default_factory=list)
    """The topics of what was told to it."""


@contextmanager
def broker(says: Says) -> Iterator[FakeBroker]:
    """One that lasts as long as this does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        fake = FakeBroker(listening.getsockname()[1])

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _ = listening.accept()
                    fake.came.append(time.monotonic())
                    answering = (fake, line, len(fake.came) - 1, says)
                    threading.Thread(target=_answer, args=answering, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield fake


def _answer(fake: FakeBroker, line: socket.socket, number: int, says: Says) -> None:
    with suppress(OSError), line:
        for kind, body in _packets(line):
            if kind == CONNECT:
                line.sendall(packet(2, b"\0\0\0"))
            elif kind == SUBSCRIBE:
                (properties,) = body[2:3]
                asked = _topics(body[3 + properties :])
                line.sendall(packet(9, body[:2] + b"\0" + bytes(asked)))
                fake.subscribed.append(time.monotonic())
                for each in says(number):
                    line.sendall(each)
                fake.said.append(time.monotonic())
            elif kind == PUBLISH:
                (size,) = struct.unpack_from(">H", body)
                fake.heard.append(body[2 : 2 + size])
                line.sendall(packet(4, body[2 + size : 4 + size]))
            elif kind == PINGREQ:
                line.sendall(packet(13, b""))


def _topics(filters: bytes) -> int:
    """How many topics a subscription names."""
    many, at = 0, 0
    while at + 2 <= len(filters):
        (size,) = struct.unpack_from(">H", filters, at)
        many, at = many + 1, at + 3 + size
    return many


def _packets(line: socket.socket) -> Iterator[tuple[int, bytes]]:
    came = b""
    while more := line.recv(1 << 16):
        came += more
        while (cut := _first(came)) is not None:
            head, size = cut
            yield came[0] >> 4, came[head : head + size]
            came = came[head + size :]


def _first(came: bytes) -> tuple[int, int] | None:
    """Where the first packet's body begins and how long it is; None if it is not all there."""
    size = shift = 0
    for at in range(1, min(len(came), 5)):
        size |= (came[at] & 127) << shift
        shift += 7
        if not came[at] & 128:
            return (at + 1, size) if len(came) >= at + 1 + size else None
    return None
