"""So many tables in one process that tell a broker what was said at real ones: `python -m benchmarks.table_tellers URL FIRST COUNT PACE FILE`.

Each steps once every ``PACE`` seconds, one after the other, from the first line of standard input until it ends; then a JSON
object: the name of each table -> when it said its steps (monotonic seconds, the same for every process of the machine).
A table's ``round`` counts its steps, so that whoever sees a state knows which one it is.
"""

from __future__ import annotations

import json
import pickle
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any

from benchmarks.table_sessions import Said
from companion.app.broker.publisher import BrokerReach, Publisher
from companion.app.broker.table_feed import TableSource
from companion.app.service.followers import Follower
from companion.journal.journal import Draft, Journal
from tests.brokers import plan

STARTING = 120.0
"""Seconds until every table has its name at the broker."""


class SimulatedTable:
    """A journal, the thread that tells of it, and what is said next; its session begins again at its end."""

    def __init__(self, url: str, name: str, table_state: list[Said]) -> None:
        self.name = name
        self.steps: list[float] = []
        self._sitting = table_state
        self._journal = Journal(None)
        self._view = table_state[0].view
        told = TableSource(self._journal, self._seen, lambda: "ok", lambda: "http://pi:8000/", "1")
        self._publisher = Publisher(told, plan(url, name))
        self._follower = Follower(name, self._publisher.turn)

    def __enter__(self) -> SimulatedTable:
        self._journal.append([Draft("game", {})])
        self._follower.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._follower.close()
        self._journal.close()

    @property
    def connected(self) -> bool:
        return self._publisher.standing.reach is BrokerReach.CONNECTED

    def step(self) -> None:
        """Say what is next."""
        said = self._sitting[len(self.steps) % len(self._sitting)]
        self._view = {**said.view, "round": len(self.steps) + 1}
        self.steps.append(time.monotonic())
        self._journal.append([Draft("announcement", news) for news in said.news])

    def _seen(self) -> dict[str, Any]:
        return {**self._view, "seq": self._journal.last}


def paced(tables: list[SimulatedTable], pace: float, over: Event) -> None:
    """Step through the tables, each once every ``pace`` seconds."""
    due, turn = time.monotonic(), 0
    while not over.wait(max(0.0, due - time.monotonic())):
        tables[turn % len(tables)].step()
        due, turn = due + pace / len(tables), turn + 1


def main() -> None:
    """Be the tables."""
    url, first, count, pace, file = sys.argv[1:]
    sittings = list(pickle.loads(Path(file).read_bytes()).values())
    names = range(int(first), int(first) + int(count))
    with ExitStack() as opened:
        tables = [
            opened.enter_context(SimulatedTable(url, f"table-{n:03}", sittings[n % len(sittings)]))
            for n in names
        ]
        end = time.monotonic() + STARTING
        while not all(table.connected for table in tables):
            assert time.monotonic() < end, "some tables did not reach the broker"
            time.sleep(0.1)
        print(json.dumps({"ready": len(tables)}), flush=True)
        sys.stdin.readline()
        over = Event()
        stepping = Thread(target=paced, args=(tables, float(pace), over))
        stepping.start()
        sys.stdin.read()
        over.set()
        stepping.join()
        print(json.dumps({table.name: table.steps for table in tables}), flush=True)
        # What was said last is still on its way.
        time.sleep(2.0)


if __name__ == "__main__":
    main()
