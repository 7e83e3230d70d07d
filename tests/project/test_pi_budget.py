"""What counts the camera process's instructions, and that no stage takes noticeably more of them than when they were counted last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.pi_budget import (
    BASELINE,
    CORES,
    SCENES,
    SIZES,
    STAGES,
    Stages,
    cannot,
    counted,
    grown,
    libraries,
    summed,
)

COSTS = dict.fromkeys(STAGES, 1_000_000)


def test_a_stage_within_another_has_its_own_count() -> None:
    """What is counted so far belongs to the stage that has just gone on."""
    marks: list[bytes] = []
    stages = Stages(marks.append)
    inner = stages.named("arms", lambda: marks.append(b"-"))
    stages.named("occlusion", inner)()

    assert [b"other", b"occlusion", b"-", b"arms", b"occlusion"] == marks


def test_counts_of_a_stage_are_summed(tmp_path: Path) -> None:
    """A frame's share of them; what belongs to no stage is left out."""
    for number, (stage, total) in enumerate(
        (("read", 90), ("read", 60), ("send", 15), ("other", 7))
    ):
        text = f"desc: Trigger: Client Request: {stage}\ntotals: {total}\n"
        (tmp_path / str(number)).write_text(text)

    sums = summed(tmp_path.iterdir())

    assert (10, 1, 0) == (sums["read"], sums["send"], sums["take"])
    assert set(STAGES) == set(sums)


@pytest.mark.parametrize(("share", "said"), [(1.04, 0), (1.06, 1), (0.5, 0)])
def test_a_twentieth_more_is_said(share: float, said: int) -> None:
    now = {"1280x720 hand": {**COSTS, "read": int(share * 10_000_000)}}
    before = {"1280x720 hand": {**COSTS, "read": 10_000_000}}

    assert said == len(grown(now, before))


def test_a_call_more_says_nothing() -> None:
    """Of a stage that takes next to nothing, half as much again is still next to nothing."""
    now = {"1280x720 hand": {**COSTS, "send": 150_000}}

    assert [] == grown(now, {"1280x720 hand": {**COSTS, "send": 100_000}})


def test_a_core_twice_as_fast_looks_twice_as_often() -> None:
    slow, fast = CORES[0].looks(100_000_000)

    assert slow < fast
    assert (slow / 2, fast / 2) == CORES[0].looks(200_000_000)


def test_every_scene_has_been_counted() -> None:
    kept = json.loads(BASELINE.read_text())["counts"]

    assert {f"{SIZES[0]} {scene}" for scene in SCENES} <= set(kept)
    assert all(set(STAGES) == set(counts) for counts in kept.values())


@pytest.mark.prove
def test_no_stage_takes_a_twentieth_more_than_before() -> None:
    """Counted with the same Python and libraries as the counts that are kept."""
    kept = json.loads(BASELINE.read_text())
    if why := cannot():
        pytest.skip(f"callgrind: {why}")
    if kept["libraries"] != libraries():
        pytest.skip(f"counted with {kept['libraries']}")
    now = {f"{SIZES[0]} {scene}": counted(scene, SIZES[0]) for scene in SCENES}

    assert [] == grown(now, kept["counts"])
