"""A broker that sends what nobody asked for costs its connection, not the companion's memory."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from companion.app.broker.connection import KEEP_ALIVE, LARGEST, Access, Connection
from companion.app.broker.subscriber import Subscriber
from companion.app.service.followers import Follower
from companion.broker import BrokerAddress
from companion.errors import BrokerError
from tests.waiting import PATIENCE, until
from web.hub.all_tables import AllTables

pytest.importorskip("paho.mqtt.client")

GREETING = b"\x20\x03\x00\x00\x00"
TOPIC = struct.pack("!H", 4) + b"a/b/"
MB = 1024 * 1024
NOTHING_MORE = b"\x00"
"""No properties."""


def length(size: int) -> bytes:
    """How MQTT writes the length of a packet."""
    told = b""
    while True:
        size, seven = divmod(size, 128)
        told += bytes([seven | (128 if size else 0)])
        if not size:
            return told


def message(payload: bytes, kind: int = 0x30, number: bytes = b"") -> bytes:
    """A PUBLISH packet."""
    body = TOPIC + number + NOTHING_MORE + payload
    return bytes([kind]) + length(len(body)) + body


AT_QOS_2 = 0x34
TOO_LARGE = b"\x30" + length(LARGEST + 1) + TOPIC
"""The beginning of a packet: nobody reads the rest."""
SUBSCRIBED_TO_NOTHING = b"\x90\x03\x00\x01\x00"
"""A SUBACK without a single code: what reads it stumbles."""


@contextmanager
def sending(
    packets: bytes, more: bytes = b"", when: threading.Semaphore | None = None
) -> Iterator[Access]:
    """How to reach a broker that greets whoever comes, and sends this; ``more`` when it is told to."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError), listening.accept()[0] as line:
                line.recv(4096)
                line.sendall(GREETING + packets)
                if when and when.acquire():
                    line.sendall(more)
                line.recv(1)

        threading.Thread(target=serve, daemon=True).start()
        yield Access(BrokerAddress("127.0.0.1", listening.getsockname()[1]))


@pytest.mark.parametrize(
    "packets",
    [
        TOO_LARGE,
        message(b"", AT_QOS_2, b"\x00\x01") + message(b"", AT_QOS_2, b"\x00\x02"),
        SUBSCRIBED_TO_NOTHING,
    ],
    ids=["a packet of any size", "messages that it may take back for ever", "what nobody can read"],
)
def test_what_was_not_agreed_ends_the_connection(packets: bytes) -> None:
    """Before it is received, and not only when the broker seems dead."""
    with sending(packets) as access:
        line = Connection(access, "test")
        try:
            until(lambda: not line.open, KEEP_ALIVE)
            with pytest.raises(BrokerError):
                line.received()
        finally:
            line.close()


def test_more_than_anybody_fetches_is_dropped() -> None:
    """What came first is there: sixteen megabytes of it."""
    payload = bytes(128 * 1024)
    many = 32 * MB // len(payload)
    with sending(message(payload) * many + TOO_LARGE) as access:
        line = Connection(access, "test")
        try:
            until(lambda: not line.open)
            kept = sum(len(each.payload) for each in line._received)
            assert 16 * MB - 2 * len(payload) < kept <= 16 * MB
        finally:
            line.close()


def test_what_was_fetched_leaves_room() -> None:
    """A connection goes on hearing however much it has heard in all, as long as somebody fetches it."""
    payload = bytes(128 * 1024)
    fit = 16 * MB // (len(payload) + len(TOPIC))
    fetched = threading.Semaphore(0)
    with sending(message(payload) * fit, message(payload) * fit, fetched) as access:
        line = Connection(access, "test")
        try:
            for _ in range(2):
                got = 0
                while got < fit:
                    line.wait(PATIENCE)
                    heard = len(line.received())
                    assert heard, "deaf"
                    got += heard
                fetched.release()
        finally:
            line.close()


@pytest.mark.parametrize("topic", [b"a\xffb/", b"a\xed\xa0\x80"], ids=["latin-1", "half of a pair"])
def test_a_topic_that_is_no_text_is_left_out(topic: bytes) -> None:
    """What comes after it is heard."""
    strange = message(b"1").replace(TOPIC, struct.pack("!H", 4) + topic)
    with sending(strange + message(b"2")) as access:
        line = Connection(access, "test")
        try:
            assert [b"2"] == [each.payload for each in until(line.received)]
        finally:
            line.close()


def test_a_hub_notices_that_it_hears_nothing_more() -> None:
    """It says so, and connects again."""
    seen: list[bool] = []
    overview = AllTables()
    subscribed = b"\x90\x05\x00\x01\x00\x01\x01"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        access = Access(BrokerAddress("127.0.0.1", port))
        follower = Follower("hearing", Subscriber(access, overview).turn)
        follower.start()
        try:
            for _ in range(2):
                with listening.accept()[0] as line:
                    line.recv(4096)
                    line.sendall(GREETING)
                    line.recv(4096)
                    line.sendall(subscribed)
                    seen.append(until(lambda: overview.connected))
                    line.sendall(SUBSCRIBED_TO_NOTHING)
                    seen.append(until(lambda: not overview.connected))
        finally:
            follower.close()

    assert [True] * 4 == seen
