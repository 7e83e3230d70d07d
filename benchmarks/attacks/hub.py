"""Against the hub, which believes what a broker keeps: names, states, fakes, and what is no topic."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import chain
from typing import Any, Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.fake_broker import broker, message, packet, text
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Phone, connect
from benchmarks.attacks.siege import BEGIN, Job, Over, besieged, looked
from benchmarks.attacks.streams import crowd, places_again

MEMORY: Final = 150.0
"""MB that a hub may take, whatever a broker keeps: a few MB of states, what its pages take, and 64 streams."""
ASKED: Final = 250.0
"""The same beside as many who ask and read nothing as there may be: 64 MB of answers more, and what threads work on."""
REAL: Final = "Living room"


def state(table: str, heavy: bool = False) -> bytes:
    """What a table says of itself; ``heavy``: as much as is shown."""
    many, wide = (12, 400) if heavy else (2, 5)
    texts = {f"l{n}": "N" * wide for n in range(8 if heavy else 1)}
    said: dict[str, Any] = {
        "table": table,
        "title": texts,
        "phase": "p" * wide,
        "announcements": [{"text": texts}] * 3,
        "players": [
            {"name": f"P{n}" + "x" * wide, "score": 10**300 if heavy else n} for n in range(many)
        ],
    }
    return json.dumps(said).encode()


def real() -> Iterator[bytes]:
    """A real table, online."""
    yield message(b"murphy/Living%20room/state", state(REAL))
    yield message(b"murphy/Living%20room/availability", b"online", retain=False)


def shows(house: House) -> bool:
    """Whether the hub is well and shows the real table."""
    phone = Phone(house.port, "127.0.0.2")
    told = phone.get("/api/tables").body.decode("utf-8", "replace")
    well = phone.get("/healthz").status == 200
    phone.close()
    return well and REAL in told


def until(true: Callable[[], bool], seconds: float) -> float:
    """The seconds until it is true; so many if it never is."""
    began = time.monotonic()
    while time.monotonic() < began + seconds and not true():
        time.sleep(0.2)
    return time.monotonic() - began


def kept(ground: Ground, says: Callable[[], Iterator[bytes]]) -> Verdict:
    """What a hub takes and shows at a broker that keeps all this, and a real table after it."""
    with broker(lambda number: chain(says(), real())) as fake, ground.hub(fake.port) as hub:
        until(lambda: bool(fake.said), 60.0)
        seen = until(lambda: shows(hub), 10.0) < 10.0
        waits = looked(hub, 3.0, path="/healthz")
        most = hub.megabytes()
        with ExitStack() as ends:
            crowd(hub, ends, 8, 2)
            time.sleep(BEGIN)
            most = max(most, hub.megabytes())
        told = len(Phone(hub.port, "127.0.0.2").get("/api/tables").body)
    figure = f"{most:.0f} MB with 16 streams, {told >> 10} KB of tables; the real one is {'shown' if seen else 'not shown'}; {waits}"
    return Verdict(seen and most <= MEMORY and waits.prompt, figure)


@attack(seconds=200, connections=16)
def long_names(ground: Ground) -> Verdict:
    """A broker keeps 1,000 tables whose names in topics are 60 KB long, with states as large as are shown."""

    def says() -> Iterator[bytes]:
        for number in range(1000):
            key = f"murphy/K{number:04}".encode() + b"k" * 60_000
            yield message(key + b"/state", state(f"t{number}", heavy=True))
            yield message(key + b"/availability", b"online")

    return kept(ground, says)


@attack(seconds=200, connections=16)
def large_states(ground: Ground) -> Verdict:
    """The same with short names: a third of the states as large as is shown, a third larger, a third with 200 KB that nobody shows."""

    def says() -> Iterator[bytes]:
        for number in range(1000):
            said = json.loads(state(f"t{number}", heavy=number % 3 > 0))
            said["phase"] = "p" * 400
            said["announcements"] = [{"text": {"en": "N" * 400, "de": "N" * 400}}] * 3
            if number % 3 == 2:
                said["ballast"] = "x" * 200_000
            yield message(f"murphy/t{number}/state".encode(), json.dumps(said).encode())
            yield message(f"murphy/t{number}/availability".encode(), b"online")

    return kept(ground, says)


def as_large_as_shown() -> Iterator[bytes]:
    """A thousand tables, each nearly as large as one may be (4 KB), and then one of them that changes, two hundred times a second."""
    texts = dict.fromkeys(("de", "en", "nl"), "N" * 400)
    for number in range(1000):
        yield _large(f"t{number}", texts)
        yield message(f"murphy/t{number}/availability".encode(), b"online", retain=False)
    yield from real()
    for number in range(20_000):
        time.sleep(0.005)
        yield _large(f"t{number % 1000}", texts, number)


def _large(table: str, texts: dict[str, str], turn: int = 0) -> bytes:
    more = {"announcements": [{"text": texts}] * 3, "round": turn}
    said = json.dumps(json.loads(state(table)) | more)
    return message(f"murphy/{table}/state".encode(), said.encode())


def asking(house: House, address: str, path: str, many: int, times: int) -> Job:
    """Connections of an address that ask so many times at once, read nothing for a while, and come again."""

    def ask(over: Over, counted: Counter[str]) -> None:
        while not over:
            with suppress(OSError), ExitStack() as ends:
                for _ in range(many):
                    line = ends.enter_context(connect(house.port, address, 5.0))
                    line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * times)
                over.wait(3.0)

    return ask


@attack(seconds=120, connections=400)
def asked_by_all(ground: Ground) -> Verdict:
    """A thousand tables as large as shown, that change all the time; 64 addresses hold all streams and ask for all tables on five connections each, and read nothing."""
    with broker(lambda number: as_large_as_shown()) as fake, ground.hub(fake.port) as hub:
        until(lambda: shows(hub), 60.0)
        most = [hub.megabytes()]
        jobs = [asking(hub, f"127.0.3.{n}", "/api/events", 1, 1) for n in range(1, 65)]
        jobs += [asking(hub, f"127.0.3.{n}", "/api/tables", 5, 4) for n in range(1, 65)]
        with besieged(*jobs):
            waits = looked(hub, 15.0, lambda: most.append(hub.megabytes()), path="/healthz")
    figure = f"{most[0]:.0f} MB, then {max(most):.0f}; {waits}"
    return Verdict(waits.prompt and max(most) <= ASKED, figure)


@attack(seconds=120, connections=16)
def fakes(ground: Ground) -> Verdict:
    """A broker keeps 10,000 availabilities of tables that do not exist, before a real one comes."""
    return kept(
        ground,
        lambda: (message(f"murphy/fake{n}/availability".encode(), b"x") for n in range(10_000)),
    )


@attack(seconds=120, connections=16)
def dead_tables(ground: Ground) -> Verdict:
    """A broker keeps the states of 5,000 tables that are offline, before a real one comes."""

    def says() -> Iterator[bytes]:
        for number in range(5000):
            yield message(f"murphy/old{number}/state".encode(), state(f"old {number}"))
            yield message(f"murphy/old{number}/availability".encode(), b"offline")

    return kept(ground, says)


@attack(seconds=120, quick=True)
def no_topic(ground: Ground) -> Verdict:
    """A broker sends one message whose topic is no text: the hub hears on, or comes back."""

    def says(number: int) -> Iterator[bytes]:
        if number == 0:
            yield packet(3, text(b"murphy/\xff/state") + b"\0x")
        yield from real()

    with broker(says) as fake, ground.hub(fake.port) as hub:
        took = until(lambda: shows(hub), 40.0)
    figure = f"shows a table after {took:.1f} s" if took < 40 else "shows nothing after 40 s"
    return Verdict(took < 40, f"{figure}, {len(fake.came)} connections")


BAD: Final = {
    "suback without codes": packet(9, b"\0\1\0"),
    "suback empty": packet(9, b""),
    "suback of bad properties": packet(9, b"\0\1\x7f\x26\0"),
    "an empty topic": packet(3, text(b"") + b"\0x"),
    "a topic cut off": packet(3, b"\xff\xffa"),
    "nothing": packet(3, b""),
    "QoS 3": packet(3, text(b"a") + b"\0\1\0x", 6),
    "bad properties": packet(3, text(b"a") + b"\x05\xfe\xfe\xfe\xfe\xfe"),
    "properties too long": packet(3, text(b"a") + b"\xff\xff\xff\x7f"),
    "a length of six bytes": packet(3, text(b"a") + b"\xff" * 6),
    "a property that is no text": packet(3, text(b"a") + b"\x09\x26\0\x02\xff\xff\0\x02\xff\xffx"),
    "a NUL": packet(3, text(b"a\0b") + b"\0x"),
    "half of a surrogate": packet(3, text(b"murphy/\xed\xa0\x80/state") + b"\0x"),
    "puback of nothing": packet(4, b"\x12\x34"),
    "puback short": packet(4, b"\x12"),
    "puback empty": packet(4, b""),
    "puback of a bad reason": packet(4, b"\0\1\x7e\0"),
    "pubrec": packet(5, b"\0\1"),
    "pubrel": packet(6, b"\0\1", 2),
    "pubcomp": packet(7, b"\0\1"),
    "connack again": packet(2, b"\0\0\0"),
    "connack short": packet(2, b""),
    "disconnect": packet(14, b"\0"),
    "disconnect for no reason": packet(14, b"\x7e\0"),
    "auth": packet(15, b"\0"),
    "no packet": packet(0, b"abc"),
    "a client's": packet(1, text(b"MQTT") + b"\5\0\0\0\0"),
    "unsuback": packet(11, b"\0\1\0"),
    "unsuback empty": packet(11, b""),
    "a client's ping": packet(12, b""),
    "a ping's answer with more": packet(13, b"xx"),
    "a length without end": b"\x30\xff\xff\xff\xff\xff",
    "QoS 2, never released": packet(3, text(b"a") + b"\0\1\0x", 4)
    + packet(3, text(b"a") + b"\0\2\0x", 4),
}
"""Packets of a broker that is none."""


@attack(seconds=300)
def bad_packets(ground: Ground) -> Verdict:
    """A broker that sends what no broker sends, another kind at each connection, and hangs up: the hub comes back each time."""
    kinds = [*BAD.values()]

    def says(number: int) -> Iterator[bytes]:
        if number < len(kinds):
            yield kinds[number]
            time.sleep(0.5)
            raise OSError
        yield from real()

    with broker(says) as fake, ground.hub(fake.port) as hub:
        took = until(lambda: shows(hub), 240.0)
        logged = hub.logged()
    figure = f"{min(len(fake.came), len(kinds))} of {len(kinds)} tried, then a table is shown after {took:.0f} s; {logged:.1f} KB of log"
    return Verdict(took < 240 and logged < 16, figure)


@attack(seconds=120)
def giant_packet(ground: Ground) -> Verdict:
    """A broker that sends one packet of 250 MB, as fast as it is taken, at every connection."""

    def says(number: int) -> Iterator[bytes]:
        yield b"\x30\x80\xe5\x9a\x77" + text(b"a") + b"\0"
        for _ in range(4000):
            yield b"x" * 65536

    with broker(says) as fake, ground.hub(fake.port) as hub:
        most = [0.0]
        looked(hub, 15.0, lambda: most.append(hub.megabytes()), path="/api/tables")
        well = Phone(hub.port, "127.0.0.2").get("/healthz").status
    figure = f"at most {max(most):.0f} MB, {len(fake.came)} connections; healthz {well}"
    return Verdict(max(most) <= MEMORY and bool(well), figure)


@attack(connections=64)
def left(ground: Ground) -> Verdict:
    """64 phones that take a hub's stream and leave without a word: their places are free again soon."""
    with broker(lambda number: real()) as fake, ground.hub(fake.port) as hub:
        return places_again(hub)
