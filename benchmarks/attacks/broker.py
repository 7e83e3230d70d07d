"""Against a table that tells a broker: one that is none, that floods it with orders, that never takes a word."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.fake_broker import FakeBroker, Says, broker, message, text
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.hub import BAD, until
from benchmarks.attacks.siege import looked

GROWTH: Final = 96.0
"""MB that a table may grow by, whatever a broker sends: 16 MB that wait to be heard, as Python keeps them."""
TRIED: Final = 120.0
"""Seconds for which a broker is none; a table waits longer each time before it comes back."""
LOGGED: Final = 16.0
"""KB of log, at most."""


@contextmanager
def told(ground: Ground, says: Says) -> Iterator[tuple[FakeBroker, House]]:
    """A table with a game, at a broker that says this."""
    with broker(says) as fake:
        where = ("--broker", f"mqtt://127.0.0.1:{fake.port}/", "--table", "Living room")
        with ground.play(*where, game=True) as house:
            yield fake, house


def hears(fake: FakeBroker) -> bool:
    """Whether the table has said how it stands, by now or soon."""
    return any(b"/state" in topic for topic in fake.heard)


@attack(seconds=300)
def bad_packets(ground: Ground) -> Verdict:
    """A broker that sends what no broker sends, another kind at each connection, and hangs up: the table comes back each time, and tells an honest one how it stands."""
    kinds, end = [*BAD.values()], time.monotonic() + TRIED

    def says(number: int) -> Iterator[bytes]:
        if time.monotonic() < end:
            yield kinds[number % len(kinds)]
            time.sleep(0.5)
            raise OSError

    with told(ground, says) as (fake, house):
        waits = looked(house, 10.0)
        until(lambda: time.monotonic() > end, TRIED)
        tried = len(fake.came)
        fake.heard.clear()
        took = until(lambda: hears(fake), 90.0)
        logged = house.logged()
    figure = f"{tried} tried of {len(kinds)}, then told after {took:.0f} s; {logged:.1f} KB of log; {waits}"
    return Verdict(took < 90 and tried > 5 and logged < LOGGED and waits.prompt, figure)


@attack(seconds=120)
def flood(ground: Ground) -> Verdict:
    """A broker that sends orders to pause and to be silent as fast as they are taken, retained and not, of the right topics and others, and one packet of 250 MB."""

    def says(number: int) -> Iterator[bytes]:
        end = time.monotonic() + 20.0
        while time.monotonic() < end:
            for order in (b"set/pause", b"set/quiet", b"set/" + b"x" * 60_000, b"hello"):
                for retain in (True, False):
                    said = message(b"murphy/Living%20room/" + order, b"ON" * 2000, retain=retain)
                    yield said * 20
        yield b"\x30\x80\xe5\x9a\x77" + text(b"a") + b"\0"
        for _ in range(4000):
            yield b"x" * 65536

    with told(ground, says) as (_, house):
        before, journal, most = house.megabytes(), house.journal(), [0.0]
        waits = looked(house, 25.0, lambda: most.append(house.megabytes()))
        grown, logged = house.journal() - journal, house.logged()
        paused = house.phone().get("/api/view").json.get("paused")
    figure = f"{max(most) - before:.0f} MB more memory, {grown:.0f} KB more of journal, {logged:.1f} KB of log, {'paused' if paused else 'not paused'}; {waits}"
    held = max(most) - before <= GROWTH and grown < 64 and logged < LOGGED and not paused
    return Verdict(held and waits.prompt, figure)
