"""A broker of a few lines in this process: it reads what a table sends packet by packet, and answers as a test says (MQTT 5)."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.app.broker.connection import Access
from companion.broker import BrokerAddress


class Kind(IntEnum):
    """Types of packets."""

    CONNECT, CONNACK, PUBLISH, PUBACK = 1, 2, 3, 4
    SUBSCRIBE, SUBACK, PINGREQ, PINGRESP, DISCONNECT = 8, 9, 12, 13, 14


NO_LOCAL: Final = 4


@dataclass(frozen=True, slots=True)
class Said:
    """A message that was published, or is a last will."""

    topic: str
    payload: bytes
    qos: int
    retain: bool
    expiry: int | None
    run: str | None


@dataclass(frozen=True, slots=True)
class Greeting:
    """How somebody introduces itself."""

    client: str
    version: int
    keep_alive: int
    largest: int
    user: str | None
    password: bytes | None
    will: Said | None


class _Reader:
    """The fields of a packet, one after another."""

    def __init__(self, body: bytes) -> None:
        self.rest = body

    def take(self, size: int) -> bytes:
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def number(self, form: str) -> int:
        (told,) = struct.unpack(form, self.take(struct.calcsize(form)))
        return int(told)

    def binary(self) -> bytes:
        return self.take(self.number("!H"))

    def text(self) -> str:
        return self.binary().decode()

    def properties(self, packet: int) -> Properties:
        found = Properties(packet)
        _, size = found.unpack(self.rest)
        self.take(size)
        return found


def _packet(kind: int, body: bytes, flags: int = 0) -> bytes:
    size, length = len(body), b""
    while not length or size:
        size, seven = divmod(size, 128)
        length += bytes([seven | (128 if size else 0)])
    return bytes([kind << 4 | flags]) + length + body


def _said(topic: str, payload: bytes, qos: int, retain: bool, told: Properties) -> Said:
    run = dict(getattr(told, "UserProperty", ())).get("run")
    return Said(topic, payload, qos, retain, getattr(told, "MessageExpiryInterval", None), run)


@dataclass
class Wire:
    """A broker on a port of its own. ``greets``: its answer to whoever connects; None: silence.

    ``refused``: topic -> reason code, for messages and subscriptions; ``kept``: what it
    retains, by topic, with the run that said it; ``holds``: topics whose messages it
    does not acknowledge until ``acknowledge``; ``echoes``: whoever subscribes to its own
    messages gets them.
    """

    greets: int | None = 0
    refused: dict[str, int] = field(default_factory=dict)
    kept: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    holds: tuple[str, ...] = ()
    echoes: bool = True
    greetings: list[Greeting] = field(default_factory=list)
    subscribed: list[str] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    """The reason code of each farewell."""
    held: list[tuple[int, int]] = field(default_factory=list)
    """Numbers of packets that wait for ``acknowledge``, with the code they will get."""
    answers: Callable[[Wire, Said], None] = lambda wire, said: None
    """What it does when a message has come."""

    def __enter__(self) -> Wire:
        self._own: set[str] = set()
        self._over = False
        self._line: socket.socket | None = None
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.drop()
        self._thread.join()

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}/"

    def access(self, user: str = "", password: str = "") -> Access:
        return Access(BrokerAddress("127.0.0.1", self.port, user=user), password)

    def drop(self) -> None:
        """Cut the line."""
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)

    def say(self, topic: str, payload: bytes, *, retain: bool = False, run: str = "") -> None:
        """Send somebody a message; ``run``: who has published it."""
        told = Properties(PacketTypes.PUBLISH)
        if run:
            told.UserProperty = ("run", run)
        name = topic.encode()
        body = struct.pack("!H", len(name)) + name + told.pack() + payload
        self._send(_packet(Kind.PUBLISH, body, int(retain)))

    def end(self, code: int) -> None:
        """Say why the line is cut, and cut it."""
        self._send(_packet(Kind.DISCONNECT, bytes([code, 0])))
        self.drop()

    def acknowledge(self, count: int | None = None) -> None:
        """What waited for it, the oldest first."""
        for _ in self.held[:count]:
            self._acknowledge(*self.held.pop(0))

    def on(self, leaf: str) -> list[bytes]:
        """What was said on topics that end so."""
        return [said.payload for said in self.said if said.topic.endswith(leaf)]

    # -- what comes ---------------------------------------------------------------------

    def _serve(self) -> None:
        with suppress(OSError):
            while not self._over:
                line, _ = self._listening.accept()
                with line, suppress(OSError, EOFError):
                    self._line = line
                    self._own.clear()
                    self.held.clear()
                    self._hear(line)

    def _hear(self, line: socket.socket) -> None:
        with line.makefile("rb") as stream:

            def exactly(size: int) -> bytes:
                taken = stream.read(size)
                if len(taken) < size:
                    raise EOFError
                return taken

            while True:
                head = exactly(1)[0]
                size = shift = 0
                while True:
                    seven = exactly(1)[0]
                    size |= (seven & 127) << shift
                    shift += 7
                    if seven < 128:
                        break
                self._answer(head >> 4, head & 15, _Reader(exactly(size)))

    def _answer(self, kind: int, flags: int, told: _Reader) -> None:
        match kind:
            case Kind.CONNECT:
                self.greetings.append(_greeting(told))
                if self.greets is not None:
                    self._send(_packet(Kind.CONNACK, bytes([0, self.greets, 0])))
            case Kind.SUBSCRIBE:
                self._subscribe(told)
            case Kind.PUBLISH:
                self._publish(flags, told)
            case Kind.PINGREQ:
                self._send(_packet(Kind.PINGRESP, b""))
            case Kind.DISCONNECT:
                self.byes.append(told.number("!B") if told.rest else 0)
                raise EOFError

    def _subscribe(self, told: _Reader) -> None:
        number, codes, topics = told.number("!H"), b"", []
        told.properties(PacketTypes.SUBSCRIBE)
        while told.rest:
            topic, options = told.text(), told.number("!B")
            topics.append(topic)
            if not options & NO_LOCAL:
                self._own.add(topic)
            codes += bytes([self.refused.get(topic, options & 3)])
        self.subscribed += topics
        self._send(_packet(Kind.SUBACK, struct.pack("!HB", number, 0) + codes))
        for topic in topics:
            if topic in self.kept:
                payload, run = self.kept[topic]
                self.say(topic, payload, retain=True, run=run)

    def _publish(self, flags: int, told: _Reader) -> None:
        topic, qos = told.text(), flags >> 1 & 3
        number = told.number("!H") if qos else 0
        properties = told.properties(PacketTypes.PUBLISH)
        said = _said(topic, told.rest, qos, bool(flags & 1), properties)
        self.said.append(said)
        if self.echoes and topic in self._own:
            self.say(topic, said.payload, run=said.run or "")
        self.answers(self, said)
        code = self.refused.get(topic, 0)
        if qos and topic.endswith(self.holds):
            self.held.append((number, code))
        elif qos:
            self._acknowledge(number, code)

    def _acknowledge(self, number: int, code: int) -> None:
        self._send(_packet(Kind.PUBACK, struct.pack("!HBB", number, code, 0)))

    def _send(self, packet: bytes) -> None:
        assert self._line is not None
        self._line.sendall(packet)


def _greeting(told: _Reader) -> Greeting:
    told.text()
    version, flags = told.number("!B"), told.number("!B")
    keep_alive = told.number("!H")
    limits = told.properties(PacketTypes.CONNECT)
    client, will = told.text(), None
    if flags & 4:
        properties = told.properties(PacketTypes.WILLMESSAGE)
        will = _said(told.text(), told.binary(), flags >> 3 & 3, bool(flags & 32), properties)
    user = told.text() if flags & 128 else None
    password = told.binary() if flags & 64 else None
    return Greeting(
        client, version, keep_alive, getattr(limits, "MaximumPacketSize", 0), user, password, will
    )
