"""HTTP from chosen addresses of this machine: a browser that keeps its cookie, and bytes as they are."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

JSON: Final = {"Content-Type": "application/json"}
FORM: Final = {"Content-Type": "multipart/form-data; boundary=x"}
NONE: Final[Mapping[str, str]] = MappingProxyType({})
TOKEN: Final = "X-Murphy-Token"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request came to; status 0: nothing came, ``body`` says why. ``seconds``: until all of it was there."""

    status: int
    seconds: float
    headers: http.client.HTTPMessage = field(default_factory=http.client.HTTPMessage)
    body: bytes = b""

    @property
    def json(self) -> Any:
        """Its body as JSON; nothing where it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return {}

    @property
    def error(self) -> str:
        """The key of what is wrong, if the answer says so."""
        told = self.json
        return str(told.get("error", "")) if isinstance(told, dict) else ""


class Phone:
    """A browser at an address; a connection that is closed is opened anew."""

    def __init__(self, port: int, address: str, timeout: float = 60.0) -> None:
        self.address, self.port = address, port
        self._line = http.client.HTTPConnection(
            _loopback(address), port, timeout=timeout, source_address=(address, 0)
        )
        self.headers: dict[str, str] = {}

    def ask(
        self, how: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = NONE
    ) -> Answer:
        """One request; whatever happens is an answer."""
        began = time.monotonic()
        try:
            self._line.request(how, path, body, {**self.headers, **headers})
            got = self._line.getresponse()
            answer = Answer(got.status, 0.0, got.headers, got.read())
        except (OSError, http.client.HTTPException) as error:
            self._line.close()
            return Answer(0, time.monotonic() - began, body=repr(error).encode())
        if cookie := answer.headers.get("Set-Cookie"):
            self.headers["Cookie"] = cookie.partition(";")[0]
        if token := answer.headers.get(TOKEN):
            self.headers[TOKEN] = token
        took = time.monotonic() - began
        return Answer(answer.status, took, answer.headers, answer.body)

    def get(self, path: str, headers: Mapping[str, str] = NONE) -> Answer:
        """Ask for something."""
        return self.ask("GET", path, headers=headers)

    def say(self, path: str, body: Any, headers: Mapping[str, str] = NONE) -> Answer:
        """Send JSON."""
        return self.ask("POST", path, json.dumps(body).encode(), {**JSON, **headers})

    def sit(self, seat: int) -> Answer:
        """Take a seat, whoever sits there."""
        return self.say("/api/seat", {"seat": seat, "take": True})

    def send(self, path: str, parts: Mapping[str, bytes]) -> Answer:
        """Send a form; its part ``photo`` is a file."""
        return self.ask("POST", path, form(parts), FORM)

    def close(self) -> None:
        """Go home."""
        self._line.close()


def form(parts: Mapping[str, bytes]) -> bytes:
    """The body of a form of that kind; a part ``photo`` is a file."""
    whole = b""
    for name, data in parts.items():
        file = '; filename="a.jpg"\r\nContent-Type: image/jpeg' if name == "photo" else ""
        head = f'--x\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
        whole += head.encode() + data + b"\r\n"
    return whole + b"--x--\r\n"


def connect(port: int, address: str, timeout: float = 20.0) -> socket.socket:
    """A connection from an address of this machine, of either kind."""
    where = (_loopback(address), port)
    return socket.create_connection(where, timeout, source_address=(address, 0))


def _loopback(address: str) -> str:
    """Where somebody at an address reaches this machine."""
    return "::1" if ":" in address else "127.0.0.1"


def raw(port: int, data: bytes, address: str, timeout: float = 30.0) -> bytes:
    """All that is answered to some bytes until the other side closes, or is silent for so long."""
    came = b""
    try:
        with connect(port, address, timeout) as line:
            line.sendall(data)
            while more := line.recv(1 << 16):
                came += more
    except OSError:
        pass
    return came
