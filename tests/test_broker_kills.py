"""A table and its broker are killed at random moments, again and again: whoever listens hears everything, in order."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from companion.journal import read
from tests.brokers import Listener, Mosquitto, needs_mosquitto, plan, telling, until

ROOT: Final = Path(__file__).parent.parent
KILLS: Final = 200
MOST: Final = 60
"""Announcements that a table makes before the next kill, at random."""


def main() -> None:
    """A table that announces without end, a number a line once each is in the journal."""
    path, url = Path(sys.argv[1]), sys.argv[2]
    with telling(path, plan(url)) as table:
        for _ in sys.stdin:
            print(*table.announce(), flush=True)


@contextmanager
def life(journal: Path, url: str) -> Iterator[subprocess.Popen[str]]:
    """A table in a process of its own: it announces once for every line it is given, and is killed at the end."""
    line = [sys.executable, "-m", "tests.test_broker_kills", str(journal), url]
    with subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:  # fmt: skip
        try:
            yield table
        finally:
            table.kill()


def announced(table: subprocess.Popen[str], times: int) -> None:
    """That many announcements, each in the journal."""
    assert table.stdin is not None
    assert table.stdout is not None
    for _ in range(times):
        table.stdin.write("\n")
        table.stdin.flush()
        table.stdout.readline()


def last_said(listener: Listener) -> bytes:
    return (listener.on("/availability") or [b"nothing"])[-1]


def calls(listener: Listener) -> int:
    """How often the table itself has said that it is there; what a broker kept of it does not count."""
    return sum(
        topic.endswith("/availability") and payload == b"online" and not retained
        for topic, payload, retained in list(listener.heard)
    )


def killed(broker: Mosquitto, listener: Listener) -> None:
    """The broker dies and comes back; who listens is there before the table calls again."""
    broker.kill()
    until(lambda: not listener.connected.is_set())
    broker.start()
    until(listener.connected.is_set)


@needs_mosquitto
@pytest.mark.prove
def test_nothing_is_lost_whatever_is_killed(tmp_path: Path) -> None:
    """Every announcement of the journal, in order, each once by its number; and whether the table is there is right after each kill."""
    rng, kills, journal = random.Random(7), 0, tmp_path / "a.journal"
    with Mosquitto(tmp_path) as broker, Listener(broker.port) as listener:
        while kills < KILLS:
            with life(journal, broker.url()) as table:
                until(lambda: last_said(listener) == b"online")
                for _ in range(rng.randrange(3)):
                    announced(table, rng.randrange(MOST))
                    kills, before = kills + 1, calls(listener)
                    killed(broker, listener)
                    announced(table, rng.randrange(MOST))
                    # Whoever dies before that has no will at this broker yet: what it kept expires (docs/scale.md).
                    until(lambda: calls(listener) > before)  # noqa: B023
                    until(lambda: last_said(listener) == b"online")
                announced(table, rng.randrange(MOST))
            kills += 1
            until(lambda: last_said(listener) == b"offline")
        with life(journal, broker.url()):
            said = [e.seq for e in read(journal) if e.kind == "announcement"]
            until(lambda: listener.told()[-1:] == said[-1:])

    assert len(said) > KILLS
    assert said == listener.told()


if __name__ == "__main__":
    main()
