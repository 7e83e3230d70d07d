"""The service's bounds where they bite: the kernel's own control groups, around the real companion (root, Linux)."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.photographs import honest, seated, shows
from benchmarks.soak import family_of, name_of
from tests.places import ROOT

GROUPS = Path("/sys/fs/cgroup")
"""The first version of control groups, a tree for each kind of bound; where systemd has the second one, it sets the same bounds."""
MB = 1 << 20
NAME = "murphy-bounds"


def missing() -> str | None:
    """Why this machine bounds nothing here."""
    trees = (GROUPS / "memory/memory.limit_in_bytes", GROUPS / "pids/tasks")
    if os.geteuid() != 0:
        return "needs root"
    return None if all(map(Path.exists, trees)) else "no tree for memory and for pids"


pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(missing() is not None, reason=f"control groups: {missing()}"),
]


@contextmanager
def group(kind: str, bound: str, most: int) -> Iterator[Path]:
    """A control group below this process's own, gone when those in it are."""
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    own = next(line.split(":")[2] for line in lines if f":{kind}:" in line)
    made = GROUPS / kind / own.lstrip("/") / NAME
    made.mkdir()
    try:
        (made / bound).write_text(str(most))
        yield made
    finally:
        end = time.monotonic() + 30
        while made.exists() and time.monotonic() < end:
            with suppress(OSError):
                made.rmdir()
                break
            time.sleep(0.1)


@contextmanager
def bounded(folder: Path, megabytes: int, tasks: int) -> Iterator[tuple[House, Path, Path]]:
    """The real companion with a game on the table, in as much as it may take; and its groups."""
    with ExitStack() as ends:
        memory = group("memory", "memory.limit_in_bytes", megabytes * MB)
        groups = (ends.enter_context(memory), ends.enter_context(group("pids", "pids.max", tasks)))
        ground = Ground(ROOT, folder)
        yield ends.enter_context(ground.play(game=True, within=groups)), *groups


def photograph(house: House) -> int:
    """What a phone is answered that sends twelve megapixels."""
    with closing(seated(house, "127.0.4.1")) as phone:
        return shows(phone, honest()).status


def is_well(house: House) -> bool:
    """Whether it says so."""
    with closing(house.phone()) as phone:
        return bool(phone.get("/healthz").json["ok"])


def test_memory_that_is_not_there_costs_a_photograph(tmp_path: Path) -> None:
    """The kernel ends the decoder, each time; the pages answer, and the game goes on."""
    with bounded(tmp_path, megabytes=120, tasks=256) as (house, memory, _):
        statuses = [photograph(house) for _ in range(3)]
        told = (memory / "memory.oom_control").read_text().split()
        well = is_well(house)

    assert ([422] * 3, True) == (statuses, well)
    assert 3 == int(told[-1])


def test_processes_that_are_not_there_cost_a_photograph(tmp_path: Path) -> None:
    """None is to be had for the decoder; once there are some, the next photograph is read."""
    with bounded(tmp_path, megabytes=1200, tasks=256) as (house, _, pids):
        (pids / "pids.max").write_text((pids / "pids.current").read_text())
        refused = photograph(house)
        well = is_well(house)
        kept = (pids / "pids.events").read_text().split()
        (pids / "pids.max").write_text("256")
        photograph(house)
        there = {name_of(pid) for pid in family_of(house.process.pid)}

    assert (422, True) == (refused, well)
    assert int(kept[-1]) > 0
    assert "photos" in there
