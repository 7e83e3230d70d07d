"""A table and its broker are killed at random moments, again and again: whoever listens hears everything, in order."""

import multiprocessing
import random
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import pytest

from companion.journal.journal import read
from tests.brokers import Listener, Mosquitto, needs_mosquitto, plan, telling
from tests.waiting import PATIENCE, until

FORKS: Final = multiprocessing.get_context("forkserver")
"""One program that has imported everything: a table starts in milliseconds."""
FORKS.set_forkserver_preload(["tests.brokers"])


def table_of(journal: Path, url: str, orders: Connection) -> None:
    """A table that announces once for every order, and says so once it is in the journal."""
    with telling(journal, plan(url)) as table:
        while True:
            orders.recv()
            orders.send(table.announce())


@contextmanager
def life(journal: Path, url: str) -> Iterator[Connection]:
    """A table in a process of its own that takes orders and is killed at the end."""
    here, there = FORKS.Pipe()
    table = FORKS.Process(target=table_of, args=(journal, url, there))
    table.start()
    there.close()
    try:
        yield here
    finally:
        table.kill()
        table.join()
        here.close()


def announced(orders: Connection, times: int) -> None:
    """That many announcements, each in the journal."""
    for _ in range(times):
        orders.send(None)
        orders.recv()


def killed(broker: Mosquitto, listener: Listener) -> None:
    """The broker dies and comes back, and so does who listens."""
    broker.kill()
    until(lambda: not listener.connected.is_set())
    broker.start()
    until(listener.connected.is_set)


def caught_up(listener: Listener, said: list[int]) -> None:
    """All of it is heard; patience is for the next one, for a table killed often enough has much to say again."""
    while (told := listener.told())[-1:] != said[-1:]:
        until(lambda: len(listener.told()) > len(told), 4 * PATIENCE)  # noqa: B023


@pytest.fixture(scope="module")
def forks() -> None:
    """The program that tables are forked from has imported everything, however long that took."""
    first = FORKS.Process(target=int)
    first.start()
    first.join()


@needs_mosquitto
@pytest.mark.prove
@pytest.mark.usefixtures("forks")
@pytest.mark.parametrize(("kills", "most"), [(4, 15), (200, 60)])
def test_nothing_is_lost_whatever_is_killed(kills: int, most: int, tmp_path: Path) -> None:
    """Every announcement of the journal (up to ``most`` before a kill), in order, each once by its number; and whether the table is there is right after each kill."""
    rng, done, journal = random.Random(7), 0, tmp_path / "a.journal"
    with Mosquitto(tmp_path) as broker, Listener(broker.port) as listener:

        def stands(said: bytes) -> None:
            until(lambda: listener.last("/availability") == said)

        while done < kills:
            with life(journal, broker.url()) as table:
                stands(b"online")
                for _ in range(rng.randrange(3)):
                    announced(table, rng.randrange(most))
                    before = listener.calls
                    killed(broker, listener)
                    announced(table, rng.randrange(most))
                    # Whoever dies before that has no will at this broker yet: what it kept expires (docs/scale.md).
                    until(lambda: listener.calls > before)  # noqa: B023
                    stands(b"online")
                    done += 1
                announced(table, rng.randrange(most))
            done += 1
            stands(b"offline")
        with life(journal, broker.url()):
            said = [e.seq for e in read(journal) if e.kind == "announcement"]
            caught_up(listener, said)

    assert len(said) > kills
    assert said == listener.told()
