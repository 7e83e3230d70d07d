"""A companion that runs for long takes no more than at the beginning (benchmarks/soak.py runs the whole length)."""

from pathlib import Path

import pytest

from benchmarks.soak import Look, at_a_camera, figures, soak

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux's /proc"
)
MEGABYTES = 250
"""What all processes of `murphy play` may take together."""
LOG_MEGABYTES = 8


@pytest.mark.prove
def test_a_companion_is_small() -> None:
    """The painted table, four phones, a few frames."""
    found = figures(list(soak(40, looks=4)))

    assert found["mb_most"] < MEGABYTES
    assert {"main", "camera"} == set(found["mb_last"])
    assert found["wal_most_mb"] < LOG_MEGABYTES


@pytest.mark.prove
def test_a_companion_does_not_grow() -> None:
    """Ten thousand frames: memory within 10 MB once it is warm, threads and open files as they were, the log bounded."""
    found = figures(list(soak(10_000, looks=40)))

    assert found["mb_most"] < MEGABYTES
    assert found["mb_growth"] <= 10.0
    assert all(few == most for few, most in found["threads"].values())
    # A stream that ends and comes again, or a page being asked, is a file more for a moment.
    assert all(most - few <= 6 for few, most in found["files"].values())
    assert found["wal_most_mb"] < LOG_MEGABYTES


@pytest.mark.prove
def test_a_companion_at_a_large_camera_is_small() -> None:
    """2304 x 1296 at 10 pictures a second, all processes together."""
    found = figures(list(at_a_camera(seconds=40.0)))

    assert found["mb_most"] < MEGABYTES


def test_growth_is_told_from_standing_still() -> None:
    """The figure that is promised can be missed: a companion that takes a megabyte every thousand frames is seen."""

    def looks(growth: float) -> list[Look]:
        return [
            Look(
                1000 * n,
                {"camera": 100.0},
                100 + growth * n,
                {"camera": 90 + growth * n},
                {"camera": 2},
                {"camera": 8},
                0,
            )
            for n in range(100)
        ]

    assert 0.0 == figures(looks(0.0))["mb_growth"]
    assert 94.0 == figures(looks(1.0))["mb_growth"]
    assert {"camera": 94.0} == figures(looks(1.0))["mb_growth_own"]
