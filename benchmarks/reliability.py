"""Every figure of docs/reliability.md, made anew: `python -m benchmarks.reliability [--share 1.0] [--only kills soak] [--but guest]`.

Runs one thing after the other and prints a line of a table as soon as it is known: what was done,
what came of it, the seconds it took and the machine's load meanwhile. All of it takes some hours on
two cores; ``--share`` does so much less of everything, and of the tests those that `make test` and `make slow` run.
``--but`` leaves out what is named. Exit status 1 where something was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from benchmarks.attacks.ground import LAID
from companion.games import games
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.journal.ledger_rows import START, Row
from companion.journal.replacement import written_anew
from companion.session.session import Session

ENTRIES: Final = 200_000
"""Of evenings before, half a kilobyte each."""
CORRECTIONS: Final = 5_000
PROOFS: Final = (
    "journal/test_disks",
    "journal/test_journal",
    "app/camera/test_camera_supervisor",
    "app/service/test_watchdog",
    "session/test_order",
    "app/service/test_photo_process",
    "app/commands/test_surroundings",
    "app/test_backups",
    "app/test_update",
    "web/test_server",
)
"""Modules whose long tests show what a table's line says."""


def told(module: str, *given: object) -> str:
    """What a program says at its end: the last line, JSON."""
    line = [sys.executable, "-m", module, *map(str, given)]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)
    return ran.stdout.strip().splitlines()[-1]


def killed(module: str, kills: int, seed: int, length: int) -> str:
    """Kills, and what they cost."""
    with tempfile.TemporaryDirectory() as folder:
        found = json.loads(told(f"tests.{module}", folder, kills, seed, length))
    if found["lost"] or found["differing"]:
        raise AssertionError(found)
    return json.dumps(found)


def proved(module: str, which: str) -> str:
    """The tests of a module, those of a mark."""
    line = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", which]
    ran = subprocess.run(
        [sys.executable, *line, f"tests/{module}.py"], capture_output=True, text=True
    )
    said = ran.stdout.strip().splitlines()[-1] if ran.stdout else ran.stderr
    if ran.returncode:
        raise AssertionError(said)
    return re.sub(r"\x1b\[[0-9;]*m", "", said)


def opened(entries: int) -> str:
    """A file full of evenings, opened by a process of its own, and the last game's entries had."""
    drafts = ({"said": "x" * 400}, {"players": ["Ann", "Bob"]})
    kinds = ["input"] * (entries - 1) + ["game"]

    def after(row: Row, kind: str) -> Row:
        return row.next(0.0, kind, json.dumps(drafts[kind == "game"]), row.seq + 1)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        written_anew(path, [*accumulate(kinds, after, initial=START)][1:])
        size = path.stat().st_size
        open_it = (
            "import resource, sys; from pathlib import Path; from companion.journal.journal import Journal;"
            "j = Journal(Path(sys.argv[1])); assert len(j.since('game')) == 1;"
            "u = resource.getrusage(resource.RUSAGE_SELF); print(round(u.ru_utime + u.ru_stime, 2), u.ru_maxrss // 1024)"
        )
        line = [sys.executable, "-c", open_it, str(path)]
        ran = subprocess.run(line, capture_output=True, text=True, check=True)
    seconds, megabytes = ran.stdout.split()
    return f"{size >> 20} MB: {seconds} s of processor time, {megabytes} MB"


def folded(corrections: int) -> str:
    """A long game of each kind read again."""
    return "; ".join(_folded(package, corrections) for package in games())


def _folded(package: GamePackage, corrections: int) -> str:
    agreed = package.setup({"players": ["Ann", "Bob"], "edition": package.edition})
    setup = {**agreed, "camera": False}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        with Journal(path) as journal:
            game = Session(package.played(), journal, setup=setup)
            if package.first:
                game.correct(LAID)
            for number in range(corrections):
                game.correct({"do": "resume" if number % 2 else "pause"})
            began = time.process_time()
            for _ in range(corrections // 10):
                assert game.last_input is not None
                game.undo(game.last_input.seq)
            undone = time.process_time() - began
            entries, before = journal.last, game.view()
        with Journal(path) as journal:
            began = time.process_time()
            after = Session(package.played(), journal).view()
            seconds = time.process_time() - began
    if after != before:
        raise AssertionError("read again it is another game")
    return f"{package.name} {entries} entries {seconds:.1f} s, a tenth taken back {undone:.1f} s of processor time"


def steps(share: float) -> Mapping[str, Callable[[], str]]:
    """What is measured, by its name."""

    def some(many: int) -> int:
        return max(1, round(many * share))

    which = "prove or not prove" if share >= 1 else "not prove"
    proofs = {name: lambda name=name: proved(name, which) for name in PROOFS}
    return {
        "opening": lambda: opened(some(ENTRIES)),
        "folding": lambda: folded(some(CORRECTIONS)),
        "kills": lambda: killed("kills", some(1000), 7, 120),
        "killings": lambda: killed("killings", some(1000), 11, 25),
        "crowd": lambda: told("benchmarks.crowd", "--phones", 50),
        "attacks": lambda: told("benchmarks.attacks", "evening", "--longer", 60 * share),
        "large-camera": lambda: told("benchmarks.soak", "--camera"),
        "soak": lambda: told("benchmarks.soak", "--frames", some(100_000)),
        **proofs,
    }


def line(name: str, act: Callable[[], str]) -> tuple[str, bool]:
    """A line of the table, and whether what is promised held."""
    began, good = time.monotonic(), True
    try:
        came = act()
    except (AssertionError, subprocess.SubprocessError, OSError) as error:
        came, good = f"**{type(error).__name__}: {error}**", False
    seconds = time.monotonic() - began
    return f"| {name} | {came} | {seconds:.0f} | {os.getloadavg()[1]:.1f} |", good


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--share", type=float, default=1.0)
    given.add_argument("--only", nargs="+", default=[])
    given.add_argument("--but", nargs="+", default=[])
    args: Any = given.parse_args()
    all_good = True
    print("| what | came of it | s | load |\n| --- | --- | --- | --- |", flush=True)
    for name, act in steps(args.share).items():
        if name not in args.but and (not args.only or name in args.only):
            said, good = line(name, act)
            all_good = all_good and good
            print(said, flush=True)
    sys.exit(not all_good)


if __name__ == "__main__":
    main()
