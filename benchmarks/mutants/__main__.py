"""Plausible bugs put in one at a time: `python -m benchmarks.mutants [--room ROOM...] [--count N] [--seed N] [--changed [REV]] [--list FILE] [--fresh]`.

Without options a seeded sample of every room (rooms.toml), each mutant against
the tests of its room, in a copy of the working folder. ``--changed`` tries what
differs from where the branch left REV (main), ``--list`` a list made by hand,
``[{"what", "file", "old", "new"}]`` in JSON. What became of each is kept in
build/mutants/, and so is a report per room; ``--fresh`` asks again. Exit status 1:
a room's tests noticed less than 0.9 of what they could.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks.mutants.equivalents import equivalents
from benchmarks.mutants.memory import Memory
from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.report import WANTED, Report, Tried, table
from benchmarks.mutants.rooms import TOP, Room, room_of, rooms
from benchmarks.mutants.sample import by_hand, every, sample, touched
from benchmarks.mutants.scratch import Scratch, scratch_of
from benchmarks.mutants.signatures import signatures
from benchmarks.mutants.trial import Trials

PACKAGES = ("companion", "hardware", "vision", "web")
KEPT = TOP / "build/mutants"


def options() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutants", description="Do the tests notice plausible bugs?"
    )
    parser.add_argument("--room", action="append", help="only this room (rooms.toml)")
    parser.add_argument(
        "--count", type=int, default=28, help="mutants a room; with --changed in all (default: 28)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed is another sample (default: 1)"
    )
    parser.add_argument(
        "--changed",
        nargs="?",
        const="main",
        metavar="REV",
        help="only on lines that differ from where the branch left REV (default: main)",
    )
    parser.add_argument("--list", type=Path, metavar="FILE", help="these, made by hand, in JSON")
    parser.add_argument("--fresh", action="store_true", help="forget what became of them before")
    return parser.parse_args()


def main() -> int:
    """Try them, tell of each, and write the reports."""
    asked = options()
    # So that the copy of the working folder goes, however this is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        return _try(asked)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except (ValueError, LookupError, OSError) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


def _try(asked: argparse.Namespace) -> int:
    houses = _asked_for(rooms(), asked.room)
    sources = {
        str(p.relative_to(TOP)): p.read_text("utf-8")
        for name in PACKAGES
        for p in sorted((TOP / name).rglob("*.py"))
    }
    same = equivalents(sources)
    chosen = _chosen(asked, houses, sources)
    with scratch_of(TOP) as scratch:
        reports = [
            _report(houses[name], some, same, sources, scratch, asked.fresh)
            for name, some in chosen.items()
            if some
        ]
    print(f"\n{table(reports)}" if reports else "mutants: there is nothing to change")
    return int(any(report.score < WANTED for report in reports))


def _asked_for(every_room: Mapping[str, Room], names: list[str] | None) -> dict[str, Room]:
    unknown = set(names or ()) - set(every_room)
    if unknown:
        raise ValueError(
            f"there is no room {', '.join(sorted(unknown))}; there are {', '.join(every_room)}"
        )
    return {name: room for name, room in every_room.items() if not names or name in names}


def _chosen(
    asked: argparse.Namespace, houses: Mapping[str, Room], sources: Mapping[str, str]
) -> dict[str, list[Mutant]]:
    """The mutants to try, by room."""
    if asked.list:
        found, wrong = by_hand(asked.list, sources)
        for each in wrong:
            _say(f"left out: {each}")
        return _by_room(found, houses)
    known = signatures(sources.values())
    if not asked.changed:
        return {
            name: sample(every(house.sources, sources, known), sources, asked.seed, asked.count)
            for name, house in houses.items()
        }
    files = sorted({file for house in houses.values() for file in house.sources})
    found = touched(every(files, sources, known), TOP, asked.changed)
    return _by_room(sample(found, sources, asked.seed, asked.count), houses)


def _by_room(found: list[Mutant], houses: Mapping[str, Room]) -> dict[str, list[Mutant]]:
    own: dict[str, list[Mutant]] = {name: [] for name in houses}
    for each in found:
        own[room_of(each.file, houses.values()).name].append(each)
    return own


def _report(
    room: Room,
    some: list[Mutant],
    same: Mapping[str, str],
    sources: Mapping[str, str],
    scratch: Scratch,
    fresh: bool,
) -> Report:
    memory = Memory(KEPT / f"{room.name}.verdicts.json", fresh)
    trials = Trials(room, scratch, KEPT, memory, _say)
    tried = []
    for number, each in enumerate(some, 1):
        begun = time.monotonic()
        known = each.name(sources[each.file]) in same
        verdict = None if known else trials.judge(each)
        tried.append(Tried(each, verdict))
        fate = (
            "equivalent"
            if verdict is None
            else f"killed by {verdict.by}"
            if verdict.by
            else "SURVIVED"
        )
        _say(
            f"{room.name} {number}/{len(some)} {each.file}:{each.line} {each.what}: {fate} ({time.monotonic() - begun:.1f} s)"
        )
    report = Report(room.name, tried)
    text = report.text(sources)
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / f"{room.name}.txt").write_text(text, "utf-8")
    print(f"\n{text}", end="", flush=True)
    return report


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
