"""The eye's process: what it tells, how it ends, and how it is started again whatever happens to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.keeper import Keeper, Sight
from companion.settings import Settings
from companion.table import Observation
from tests.faults import Plan

PATIENCE = 60.0
"""Seconds a test waits for a process that starts; far more than it needs."""


@pytest.fixture
def keep(tmp_path: Path) -> Iterator[Callable[..., Keeper]]:
    """Keepers over planned cameras, closed behind the test."""
    kept: list[Keeper] = []

    def make(*lives: tuple[str, ...]) -> Keeper:
        seen: list[Observation] = []
        keeper = Keeper(Settings(), seen.append, open_frames=Plan(str(tmp_path), lives))
        kept.append(keeper)
        keeper.start()
        return keeper

    yield make
    for keeper in kept:
        keeper.close()


def until(keeper: Keeper, true: Callable[[Sight], object]) -> Sight:
    """How the eye is once something holds of it."""
    beat = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if true(sight := keeper.sight):
            return sight
        beat.wait(0.02)
    raise AssertionError(f"never: {keeper.sight}")


def test_frames_arrive(keep: Callable[..., Keeper]) -> None:
    """A camera that gives frames is told of, the last picture is to be had, and closing ends the child."""
    keeper = keep(("frame",))
    sight = until(keeper, lambda sight: sight.pulse)
    picture = keeper.picture()

    assert sight.wrong is None
    assert (keeper.frame_age() or 0) < PATIENCE
    assert picture.jpeg.startswith(b"\xff\xd8")
    assert [160, 90] == picture.overlay["size"]
    assert keeper.health()["camera"]

    keeper.close()

    assert keeper.picture().jpeg == b""


@pytest.mark.parametrize("fault", ["die", "raise", "end-badly"])
def test_a_child_that_is_gone_is_started_again(
    keep: Callable[..., Keeper], fault: str
) -> None:
    """Whatever kills the child, another one takes over, and what was wrong is over."""
    keeper = keep(("frame", fault), ("frame",))
    sight = until(
        keeper, lambda sight: sight.starts > 1 and sight.pulse and not sight.wrong
    )

    assert sight.starts == 2


def test_trouble_is_told(keep: Callable[..., Keeper]) -> None:
    """A camera without frames for a while is told of, and the child lives on."""
    keeper = keep(("trouble",))
    sight = until(keeper, lambda sight: sight.wrong)

    assert sight.wrong is not None
    assert "camera.silent" == sight.wrong.key
    assert sight.starts == 1
    assert not keeper.health()["camera"]


def test_a_source_that_ends(keep: Callable[..., Keeper]) -> None:
    """A film that is over is no fault: nobody starts it again."""
    keeper = keep(("frame", "frame", "end"))
    until(keeper, lambda sight: sight.over)
    keeper.close()

    assert keeper.sight.starts == 1


@pytest.mark.prove
def test_a_child_that_hangs_is_killed(keep: Callable[..., Keeper]) -> None:
    """A child that says nothing is killed and started again."""
    keeper = keep(("frame", "hang"), ("frame",))
    sight = until(
        keeper, lambda sight: sight.starts > 1 and sight.pulse and not sight.wrong
    )

    assert sight.starts == 2


PARENT = """
import multiprocessing, os, sys, time

from companion.app.keeper import Keeper
from companion.settings import Settings
from tests.faults import Plan

if __name__ == "__main__":
    plan = Plan(sys.argv[1], (("frame", "hang"),))
    keeper = Keeper(Settings(), print, open_frames=plan)
    keeper.start()
    while not keeper.sight.pulse:
        time.sleep(0.02)
    print(multiprocessing.active_children()[0].pid, flush=True)
    os.kill(os.getpid(), 9)
"""


def test_the_child_ends_with_its_parent(tmp_path: Path) -> None:
    """A parent that is killed leaves no child behind, not even one whose camera hangs."""
    lives = tmp_path / "lives"
    lives.mkdir()
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    root = str(Path(__file__).parent.parent)
    with subprocess.Popen(
        [sys.executable, str(script), str(lives)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": root},
        cwd=root,
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())

    assert parent.returncode == -signal.SIGKILL
    assert gone(child)


def gone(process: int) -> bool:
    """Whether a process ends soon."""
    beat = threading.Event()
    for _ in range(500):
        try:
            os.kill(process, 0)
            state = Path(f"/proc/{process}/stat").read_text().split()[2]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        beat.wait(0.02)
    return False
