"""The tests of a room, run in the scratch copy: once as it is, then against each mutant until one notices."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from benchmarks.mutants.memory import SURVIVED, Memory, Verdict
from benchmarks.mutants.mutant import Mutant, digest
from benchmarks.mutants.record import Record, Records, nearest, read_records, write_records
from benchmarks.mutants.rooms import Room
from benchmarks.mutants.scratch import Scratch
from benchmarks.mutants.witness import WAITS, Plan

PATIENCE: Final = 10.0
"""Seconds of a processor that a test may always take."""
TIMES: Final = 10.0
"""So many times as long as without a mutant it may take."""
QUICK: Final = "not prove and not browser"
LONGEST: Final = 900.0
"""Seconds that a file of tests may take without a mutant."""
ENDED: Final = (-signal.SIGTERM, -signal.SIGKILL)
"""The exit statuses where somebody else ended it: that says nothing."""
FINE: Final = (0, 5)
"""The exit statuses of pytest where all passed, and where there was none to run."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one run of pytest."""

    status: int
    noticed: tuple[str, ...]
    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]


class Trials:
    """Of one room in one scratch copy. ``kept`` is the folder for what is remembered."""

    def __init__(
        self, room: Room, scratch: Scratch, kept: Path, memory: Memory, say: Callable[[str], None]
    ) -> None:
        self.room = room
        self._scratch = scratch
        self._memory = memory
        self._say = say
        self._path = kept / f"{room.name}.record.json"
        self._tests = digest(*map(self._text, (*room.tests, *self._helpers())))
        self._records: Records = {}

    def judge(self, mutant: Mutant) -> Verdict:
        """What the tests of those files make of it that come by, the nearest first."""
        source = self._text(mutant.file)
        changed = mutant.in_place(source)
        key = digest(mutant.file, changed)
        known = self._memory.of(key)
        if known and known.holds_for == self._resting_on(known.by):
            return known
        self._records = self._records or self.recorded()
        near = nearest(mutant, source, self._records)
        with self._scratch.holding(mutant.file, changed):
            by = self._noticing(near)
        verdict = Verdict(by, self._resting_on(by))
        self._memory.keep(key, verdict)
        return verdict

    def recorded(self) -> Records:
        """The room as it is. Only files of tests that are new, or that changed, are run."""
        before = read_records(self._path)
        sources = digest(*map(self._text, self.room.sources))
        wanted = {tests: digest(sources, self._text(tests)) for tests in self.room.tests}
        held = {t: r for t, r in before.items() if wanted.get(t) == r.of}
        missing = [tests for tests in wanted if tests not in held]
        if missing:
            self._say(f"{self.room.name}: {len(missing)} files of tests as they are")
            self._path.parent.mkdir(parents=True, exist_ok=True)
        for tests in missing:
            held[tests] = self._record(tests, wanted[tests])
            write_records(self._path, held)
        for test in (test for record in held.values() for test in record.broken):
            self._say(f"{self.room.name}: fails without a mutant and is left out: {test}")
        return {tests: held[tests] for tests in self.room.tests}

    def _record(self, tests: str, of: str) -> Record:
        seen = self._run([tests], Plan("", record=self.room.sources), LONGEST)
        again = tuple(test for test in seen.noticed if test in seen.seconds)
        if seen.status not in FINE and not again:
            why = ", ".join(seen.noticed) or f"pytest ends with {seen.status}"
            raise ValueError(f"{tests} cannot be run as it is: {why}")
        broken = self._run([tests], Plan("", again), LONGEST).noticed if again else ()
        return Record(of, seen.seconds, seen.lines, broken)

    def _noticing(self, tests: list[str]) -> str:
        """The first of these tests that fails; nothing where all of them pass."""
        records = self._records.values()
        broken = {each for record in records for each in record.broken}
        seconds = {test: s for record in records for test, s in record.seconds.items()}
        wanted = tuple(test for test in tests if test not in broken)
        if not wanted:
            return SURVIVED
        limits = {test: PATIENCE + TIMES * seconds[test] for test in wanted}
        expected = sum(seconds[test] for test in wanted)
        files = list(dict.fromkeys(map(_file_of, wanted)))
        seen = self._run(files, Plan("", wanted, limits), WAITS * (6 * PATIENCE + TIMES * expected))
        if seen.status in FINE:
            return SURVIVED
        return seen.noticed[0] if seen.noticed else files[0]

    def _run(self, files: list[str], plan: Plan, limit: float | None = None) -> Seen:
        beside = self._scratch.top / "build/mutants"
        (beside / "tmp").mkdir(parents=True, exist_ok=True)
        (beside / "verdict").unlink(missing_ok=True)
        Plan(str(beside / "verdict"), plan.tests, plan.limits, plan.record).write(beside / "plan")
        line = [sys.executable, "-m", "pytest", "-p", "benchmarks.mutants.witness"]
        line += ["--plan", str(beside / "plan"), "-q", "--tb=no", "-m", QUICK]
        line += ["-p", "no:cacheprovider", "-p", "no:xdist", *files]
        line += [] if plan.record else ["-x"]
        status = alone(line, self._scratch.top, beside / "tmp", limit)
        if status in ENDED:
            status = alone(line, self._scratch.top, beside / "tmp", limit)
        told: dict[str, Any] = {"noticed": [], "seconds": {}, "lines": {}}
        with suppress(FileNotFoundError):
            told = json.loads((beside / "verdict").read_text("utf-8"))
        return Seen(status, tuple(told["noticed"]), told["seconds"], told["lines"])

    def _resting_on(self, by: str) -> str:
        if by == SURVIVED:
            return self._tests
        file = _file_of(by)
        return digest(self._text(file)) if (self._scratch.top / file).is_file() else ""

    def _helpers(self) -> list[str]:
        found = (self._scratch.top / "tests").rglob("*.py")
        return sorted(
            str(path.relative_to(self._scratch.top))
            for path in found
            if not path.name.startswith("test_")
        )

    def _text(self, file: str) -> str:
        return (self._scratch.top / file).read_text("utf-8")


@cache
def _apart() -> tuple[str, ...]:
    """What gives a command mounts of its own, which end with it; nothing where that is not allowed."""
    line = ("unshare", "--mount", "--")
    try:
        tried = subprocess.run([*line, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        return ()
    return () if tried.returncode else line


def alone(line: list[str], top: Path, temporary: Path, limit: float | None) -> int:
    """The exit status of a command; nothing that it started is left behind, nor what it mounted where it may."""
    env = {**os.environ, "PYTHONPATH": str(top), "TMPDIR": str(temporary)}
    process = subprocess.Popen(
        [*_apart(), *line],
        cwd=top,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return -1
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _file_of(test: str) -> str:
    return test.partition("::")[0].partition(" ")[0]
