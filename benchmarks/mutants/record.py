"""What the tests of a room do without a bug: how long each takes, and which lines it comes by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from benchmarks.mutants.mutant import Mutant

Lines: TypeAlias = dict[str, dict[str, list[str]]]
"""Per file, per line as it is written, the tests that come by."""


@dataclass(frozen=True, slots=True)
class Record:
    """Of one file of tests, run with a room's sources as they are."""

    of: str
    """The digest of that file and of those sources."""
    seconds: dict[str, float]
    lines: Lines
    broken: tuple[str, ...] = ()
    """Tests that fail as it is."""


Records: TypeAlias = Mapping[str, Record]
"""By the file of tests."""


def nearest(mutant: Mutant, source: str, records: Records) -> list[str]:
    """The tests to begin with: of those that come by the changed lines, file by file, the quickest files first.

    A line that only an import comes by has none of its own: then those that come by another line of the file.
    """
    last = source.count("\n", 0, mutant.end) + 1
    changed = [line.strip() for line in source.splitlines()[mutant.line - 1 : last]]
    near = {
        tests: _coming_by(record.lines.get(mutant.file, {}), changed)
        for tests, record in records.items()
    }
    if not any(near.values()):
        near = {
            tests: _coming_by(own := record.lines.get(mutant.file, {}), own)
            for tests, record in records.items()
        }
    costs = {
        tests: sum(records[tests].seconds[each] for each in some)
        for tests, some in near.items()
    }
    return list(chain(*(near[tests] for tests in sorted(near, key=costs.__getitem__))))


def _coming_by(lines: Mapping[str, list[str]], changed: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(chain(*(lines.get(each, ()) for each in changed))))


def read_records(path: Path) -> dict[str, Record]:
    """What was recorded before; nothing where nothing was."""
    if not path.exists():
        return {}
    told = json.loads(path.read_text("utf-8"))
    return {
        tests: Record(**each | {"broken": tuple(each["broken"])})
        for tests, each in told.items()
    }


def write_records(path: Path, records: Records) -> None:
    """Keep them for the next time."""
    told = {tests: asdict(each) for tests, each in records.items()}
    path.write_text(json.dumps(told), "utf-8")
