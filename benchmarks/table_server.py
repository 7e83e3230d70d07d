"""The page's server over a toy table in a process of its own: `tell` on standard input makes an announcement.

Answers one JSON object a line: first ``{"port"}``, then for every ``tell``
``{"seq", "called", "kept"}``: the announcement's number, and when the session
was called and had it in the journal (monotonic seconds, the same for every
process of the machine).
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from threading import Thread
from typing import Any

from companion.journal.journal import Journal
from tests.toy import Heap
from tests.web.home import Table, home
from web.limits import Limits
from web.server.server import Server

BALLAST = 15_000
"""Bytes of the real game's view after some rounds."""


class Laden(Table):
    """The toy game with a view as heavy as the real one's."""

    def view(self, state: Heap) -> dict[str, Any]:
        return super().view(state) | {"ballast": "x" * BALLAST}


def main() -> None:
    """Serve until standard input ends; ``argv``: the most streams there may be."""
    streams = int(sys.argv[1])
    limits = Limits(streams=streams, connections=streams + 400)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "murphy.journal")
        house = home(journal, limits=limits, matches=1_000_000, game=Laden())
        server = Server(house.app, "127.0.0.1", 0, limits=limits)
        thread = Thread(target=server.run)
        thread.start()
        say({"port": server.port})
        for _ in sys.stdin:
            say(told(house.session))
        server.stop()
        thread.join()
        house.close()


def told(session: Any) -> dict[str, float]:
    """One announcement, and when."""
    called = time.monotonic()
    came = session.submit({"take": 1})
    kept = time.monotonic()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seq": came.seq, "called": called, "kept": kept, "megabytes": most}


def say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
