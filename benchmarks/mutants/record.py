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
    """The tests to try: those that come by the changed lines, the quickest files first; then all others of these files.

    The others, because what a file sets up is noted for its first test alone. A line
    that only an import or another process comes by has no test of its own: then every
    file of the room is tried, those first that come by another line of the same source;
    so it is with a line outside of functions and classes, whose import one file of tests
    may have seen and another, that began later, not. Where an import comes by beside
    tests, what it came to may be kept for its file's.
    """
    last = source.count("\n", 0, mutant.end) + 1
    changed = [line.strip() for line in source.splitlines()[mutant.line - 1 : last]]
    near = _by_file(mutant.file, changed, records)
    alone = not any(near.values())
    if alone:
        near = _by_file(mutant.file, None, records)
    if alone or not mutant.scope:
        files = [*records]
    else:
        came = {
            t for t, record in records.items() if {*changed} & {*record.lines.get(mutant.file, ())}
        }
        files = [file for file, some in near.items() if some or file in came]
    costs = {f: sum(records[f].seconds[each] for each in near[f]) for f in files}
    order = sorted(files, key=lambda file: (not near[file], costs[file]))
    first = [each for file in order for each in near[file]]
    others = (each for file in order for each in records[file].seconds)
    return list(dict.fromkeys((*first, *others)))


def _by_file(file: str, lines: Iterable[str] | None, records: Records) -> dict[str, list[str]]:
    """The tests that come by some lines of a file, or by any, by the files they are in."""
    return {
        tests: _coming_by(own := record.lines.get(file, {}), own if lines is None else lines)
        for tests, record in records.items()
    }


def _coming_by(lines: Mapping[str, list[str]], changed: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(chain(*(lines.get(each, ()) for each in changed))))


def read_records(path: Path) -> dict[str, Record]:
    """What was recorded before; nothing where nothing was."""
    if not path.exists():
        return {}
    told = json.loads(path.read_text("utf-8"))
    return {
        tests: Record(**each | {"broken": tuple(each["broken"])}) for tests, each in told.items()
    }


def write_records(path: Path, records: Records) -> None:
    """Keep them for the next time."""
    told = {tests: asdict(each) for tests, each in records.items()}
    path.write_text(json.dumps(told), "utf-8")
