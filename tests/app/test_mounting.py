"""How high a camera hangs: the figures of the documentation, and what follows from them."""

import json
import math

import pytest
from click.testing import CliRunner

from companion.app.commands.doctor import command
from companion.app.doctor.checks import Severity
from companion.app.doctor.mounting import CAMERAS, View, mounted
from companion.commandline import DONE, USAGE
from companion.games.dumm_gelaufen.mat import MAT
from companion.mat import PAPERS_MM
from companion.words import LANGUAGES
from tests.places import ROOT

HARDWARE = ROOT / "docs" / "hardware.md"
A4 = PAPERS_MM["a4"]


def test_the_documented_heights_are_those_computed() -> None:
    rows = []
    for name, view in CAMERAS.items():
        over = [mounted(view, size) for size in PAPERS_MM.values()]
        cells = [
            f"{math.ceil(m.height / 10)}, {m.good // 10} cm | {m.module_at(m.good):.1f}"
            for m in over
        ]
        width, height = view.picture
        rows.append(f"| {name} | {width} x {height} | {' | '.join(cells)} |")

    assert "\n".join(rows) in HARDWARE.read_text()


def test_all_of_the_mat_and_a_margin_is_in_the_picture() -> None:
    for view in CAMERAS.values():
        there = mounted(view, MAT.size)
        seen = [
            2 * there.height * math.tan(math.radians(angle / 2))
            for angle in (view.across, view.down)
        ]
        free = [(side - mat) / mat / 2 for side, mat in zip(seen, MAT.size, strict=True)]

        assert min(free) == pytest.approx(0.04)


def test_an_angle_from_corner_to_corner_is_wider_than_both_sides() -> None:
    view = View.by_diagonal(78, (1920, 1080))

    assert (view.across, view.down) == pytest.approx((70.4, 43.3), abs=0.1)


def test_a_small_mat_is_read_by_a_camera_of_few_pixels() -> None:
    coarse = View.by_diagonal(78, (640, 360))

    assert mounted(coarse, MAT.size).verdict is Severity.WARN
    assert mounted(View.by_diagonal(78, (256, 144)), MAT.size).verdict is Severity.BAD
    assert mounted(coarse, A4).module == pytest.approx(
        2 * mounted(coarse, MAT.size).module, rel=0.01
    )


def test_the_plan_is_told_in_every_language_and_to_programs() -> None:
    told = CliRunner().invoke(command, ["--plan", "--json", "--view", "60"])
    lines = [json.loads(line) for line in told.stdout.splitlines()]

    assert told.exit_code == DONE
    assert [line["camera"] for line in lines] == [*CAMERAS, "60°"]
    assert lines[0] == {
        "game": "dumm-gelaufen",
        "mat": [594, 420],
        "camera": "Camera Module 3",
        "picture": [2304, 1296],
        "mm": 607,
        "px_per_module": 2.51,
        "good_mm": 640,
        "good_px_per_module": 2.38,
        "verdict": "ok",
        "arms": False,
    }
    for language in LANGUAGES:
        text = CliRunner().invoke(command, ["--plan", "--lang", language]).stdout
        assert "61 cm" in text
        assert "594 x 420" in text


def test_the_plan_is_told_of_any_size() -> None:
    """With --mat no game is meant, and no more has to be said for a plan; a camera hangs out of the way of arms where its pixels allow, and it is said where they do not."""
    told = CliRunner().invoke(command, ["--plan", "--json", "--mat", "a4", "--view", "150"])
    lines = [json.loads(line) for line in told.stdout.splitlines()]

    assert {(line["game"], *line["mat"]) for line in lines} == {(None, *A4)}
    assert {line["good_mm"] for line in lines[:-1]} == {500}
    assert lines[-1]["arms"] is True
    assert lines[-1]["verdict"] == "warn"
    for language in LANGUAGES:
        text = CliRunner().invoke(command, ["--mat", "a3", "--lang", language]).stdout
        assert "A3, 420 x 297" in text


@pytest.mark.parametrize("view", ["0", "180", "wide"])
def test_an_angle_that_no_camera_has_is_refused(view: str) -> None:
    told = CliRunner().invoke(command, ["--plan", "--view", view])

    assert told.exit_code == USAGE
    assert view in told.stderr
