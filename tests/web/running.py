"""The real server on a real port, for tests: connections to it, and what is said on them."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import NamedTuple

from flask import request

from tests.web.home import KEYS, Home, Table, home
from web.access.visitors import Cookies, Visitor
from web.limits import Limits
from web.server.server import Server

PATIENCE = 60.0
"""Seconds; far more than a busy machine needs."""


USUAL = Limits()


class Answer(NamedTuple):
    """What was answered to a request."""

    status: int
    body: bytes


class Running:
    """A server in a thread, and connections to it."""

    def __init__(self, house: Home, limits: Limits) -> None:
        self.house = house
        self.server = Server(house.app, "127.0.0.1", 0, limits=limits)
        self.thread = Thread(target=self.server.run, daemon=True)
        self.thread.start()
        self.open: list[socket.socket] = []

    def connect(self, by: str = "127.0.0.1") -> socket.socket:
        connection = socket.create_connection(
            ("127.0.0.1", self.server.port), PATIENCE, source_address=(by, 0)
        )
        self.open.append(connection)
        return connection

    def stream(self, by: str = "127.0.0.1") -> socket.socket:
        """A phone that has been answered with a stream."""
        phone = self.connect(by)
        phone.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = b""
        while b"event: view" not in answer:
            answer += phone.recv(4096)
        return phone

    def asks_for_stream(self) -> bytes:
        """The status with which a phone that asks for a stream, and leaves, is answered."""
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as phone:
            phone.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return phone.recv(4096).split(b" ")[1]

    def ask(self, raw: bytes) -> bytes:
        """Everything that is answered until the server closes."""
        phone = self.connect()
        phone.sendall(raw)
        answer = b""
        while more := phone.recv(4096):
            answer += more
        return answer

    def get(self, path: str) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        line.request("GET", path, headers={"Host": "localhost", "Connection": "close"})
        answer = line.getresponse()
        told = Answer(answer.status, answer.read())
        line.close()
        return told

    def stop(self) -> float:
        """End the server; the seconds it took."""
        began = time.monotonic()
        self.server.stop()
        self.thread.join(PATIENCE)
        for connection in self.open:
            connection.close()
        self.house.close()
        return time.monotonic() - began


@contextmanager
def serving(limits: Limits = USUAL, game: Table | None = None) -> Iterator[Running]:
    running = Running(home(limits=limits, game=game), limits)
    try:
        yield running
    finally:
        running.stop()


class Held:
    """A hook of the application: requests stay in it until they may go; ``most`` were in it at once."""

    def __init__(self) -> None:
        self.lock, self.go = Lock(), Event()
        self.inside = self.most = self.seen = 0

    def __call__(self) -> None:
        with self.lock:
            self.inside, self.seen = self.inside + 1, self.seen + 1
            self.most = max(self.most, self.inside)
        if request.path in ("/api/view", "/api/history"):
            self.go.wait(PATIENCE)
        with self.lock:
            self.inside -= 1


@contextmanager
def holding(limits: Limits) -> Iterator[tuple[Running, Held]]:
    held = Held()
    house = home(limits=limits)
    house.app.before_request(held)
    running = Running(house, limits)
    try:
        yield running, held
    finally:
        held.go.set()
        running.stop()


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed it; reads what is there."""
    connection.setblocking(False)
    try:
        while more := connection.recv(4096):
            del more
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    return True


def letter(length: str) -> bytes:
    """The header of a form that a seat may send."""
    cookies, who = Cookies(KEYS), Visitor("a", 0)
    head = (
        "POST /api/claims/photo HTTP/1.1",
        "Host: localhost",
        f"Cookie: {cookies.name}={cookies.write(who)}",
        f"X-Murphy-Token: {cookies.token(who)}",
        "Content-Type: multipart/form-data; boundary=x",
        "Connection: close",
        length,
    )
    return ("\r\n".join(head) + "\r\n\r\n").encode()
