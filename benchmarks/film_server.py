"""The whole companion over a film of at-once cards, in a process of its own: camera process, session, journal on disk, pages.

Answers one JSON object a line: first ``{"port"}``, then for every at-once card
``{"seq", "card", "frame", "called", "writing", "kept"}``: its announcement's
number, the frame that showed it, and when the session was told, began to
write and had it on the disk (monotonic seconds, the same for every process of
the machine); ``{"over", "megabytes"}`` at the film's end. Begins to look when
a line comes in, ends with standard input.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from threading import Thread
from typing import Any

from benchmarks.film import Film, Scene, scenes
from benchmarks.table_server import say
from companion.app.camera.camera_supervisor import CameraSupervisor
from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Draft, Journal
from companion.session.session import Session
from companion.settings import Settings
from companion.table import Observation
from tests.web.home import KEYS
from tests.web.scripted import Others
from tests.web.unwired import unwired
from web.addresses import Hosts
from web.app import create_app
from web.limits import Limits
from web.server.server import Server
from web.services import Services, by_name

NAMES = ("Ann", "Bob", "Cem", "Dia")


class Timed(Journal):
    """A journal that remembers when it last began and ended to write."""

    writing = kept = 0.0

    def append(self, drafts: Iterable[Draft], *, at: float | None = None) -> tuple[int, ...]:
        began = time.monotonic()
        seqs = super().append(drafts, at=at)
        self.writing, self.kept = began, time.monotonic()
        return seqs


class Table:
    """What hears the camera process: a new game for every scene, every at-once card told with its times."""

    def __init__(self, journal: Timed, film: tuple[Scene, ...]) -> None:
        self._journal = journal
        self._starts = [scene.deal - 2 for scene in film[1:]]
        self.session: Session[TableState] = Session(TABLE_GAME, journal, setup=_setup())

    def observe(self, seen: Observation) -> None:
        """Tell the session what was seen, and standard output what came of it."""
        if self._starts and seen.frame >= self._starts[0]:
            self._starts.pop(0)
            self.session.begin(_setup())
        before, called = self._journal.last, time.monotonic()
        self.session.observe(seen)
        for entry in self._journal.after(before):
            if entry.kind == "announcement" and entry.data["kind"] == "at-once":
                told = {"seq": entry.seq, "card": entry.data["params"]["card"]}
                times = {"writing": self._journal.writing, "kept": self._journal.kept}
                say({**told, "frame": seen.frame, "called": called, **times})


def _setup() -> dict[str, Any]:
    return {"players": list(NAMES), "edition": "classic", "camera": True}


def main() -> None:
    """Serve until standard input ends; ``argv``: the most streams, how many cards, the film's notes."""
    limits, film = Limits(streams=int(sys.argv[1])), Film(int(sys.argv[2]), sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        journal = Timed(Path(folder) / "murphy.journal")
        table = Table(journal, scenes(film.count))
        server = Server(_app(table.session, limits), "127.0.0.1", 0, limits=limits)
        serving = Thread(target=server.run, daemon=True)
        serving.start()
        camera = CameraSupervisor(Settings(), table.observe, opens=lambda: film)
        say({"port": server.port})
        sys.stdin.readline()
        camera.start()
        while not camera.sight.over:
            time.sleep(0.1)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        say({"over": True, "megabytes": round(most)})
        sys.stdin.read()
        camera.close()
        server.stop()
        serving.join()
        journal.close()


def _app(session: Session[TableState], limits: Limits) -> Any:
    others = Others()
    services = Services(
        session=session,
        games=by_name([pages(lambda: session.state, dict)]),
        read_photo=lambda data: others.read,
        doctor=others.doctor,
        sheets=others.sheets,
        settings=others,
        **unwired(),
        hosts=Hosts(hostname=lambda: "murphy"),
        limits=limits,
    )
    return create_app(services, KEYS)


if __name__ == "__main__":
    main()
