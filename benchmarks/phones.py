"""A crowd of phones on one selector: they listen, leave, never read, or ask; each remembers when it heard what."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Event, Thread

ASK = b"GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"


@dataclass
class Phone:
    """One phone that listens: the announcements it heard, by their id, and when."""

    line: socket.socket
    rest: bytes = b""
    heard: dict[int, float] = field(default_factory=dict)
    views: int = 0

    def hears(self, data: bytes, at: float) -> None:
        """Take bytes of the stream that came at a moment (monotonic seconds)."""
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            self.views += b"event: view" in event
            if b"event: announcement" in event:
                number = event.split(b"id: ", 1)[1].split(b"\n", 1)[0]
                self.heard.setdefault(int(number), at)


class Crowd:
    """Phones that listen to the page at a port of this machine, all in one thread."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._selector = selectors.DefaultSelector()
        self._over = Event()
        self._thread = Thread(target=self._listen, daemon=True)
        self.phones: list[Phone] = []

    def connect(self) -> socket.socket:
        """A connection that asks nothing."""
        return socket.create_connection(("127.0.0.1", self._port), timeout=60)

    def join(self, count: int, *, after: int | None = None) -> list[Phone]:
        """Phones that listen from now on (``after``: from an announcement on), once each has seen a view."""
        last = b"" if after is None else b"Last-Event-ID: %d\r\n" % after
        fresh = [self._phone(last) for _ in range(count)]
        self.phones += fresh
        return fresh

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def hear(self, number: int, phones: Iterable[Phone], seconds: float = 60.0) -> bool:
        """Whether all of them hear an announcement within some seconds."""
        end, waiting = time.monotonic() + seconds, list(phones)
        while waiting and time.monotonic() < end:
            self._over.wait(0.01)
            waiting = [phone for phone in waiting if number not in phone.heard]
        return not waiting

    def leave(self, phones: Iterable[Phone]) -> None:
        """Phones that go out of the house."""
        for phone in phones:
            self._selector.unregister(phone.line)
            phone.line.close()

    def close(self) -> None:
        """Everybody goes home."""
        self._over.set()
        self._thread.join()
        for phone in self.phones:
            phone.line.close()
        self._selector.close()

    def _phone(self, last: bytes) -> Phone:
        phone = Phone(self.connect())
        phone.line.sendall(ASK % (b"/api/events", last))
        while not phone.views:
            phone.hears(phone.line.recv(1 << 16), time.monotonic())
        phone.line.setblocking(False)
        self._selector.register(phone.line, selectors.EVENT_READ, phone)
        return phone

    def _listen(self) -> None:
        while not self._over.is_set():
            for key, _ in self._selector.select(0.1):
                self._read(key.data)

    def _read(self, phone: Phone) -> None:
        try:
            data = phone.line.recv(1 << 16)
        except (BlockingIOError, OSError):
            return
        if not data:
            self._selector.unregister(phone.line)
            return
        phone.hears(data, time.monotonic())


def waited(phones: Iterable[Phone], told: dict[int, float]) -> list[float]:
    """Seconds from telling to hearing, for each phone and each announcement that it heard; sorted."""
    waits = (
        at - told[number]
        for phone in phones
        for number, at in phone.heard.items()
        if number in told
    )
    return sorted(waits)


def percentile(waits: list[float], share: float) -> float:
    """The wait that a share of them does not exceed; endless where there are none."""
    if not waits:
        return float("inf")
    return waits[min(len(waits) - 1, int(share * len(waits)))]


def in_ms(waits: list[float]) -> dict[str, float]:
    """What half, most and all of some waits do not exceed, in ms."""
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "longest": 1.0}
    return {n: round(1000 * percentile(waits, share), 1) for n, share in shares.items()}
