"""What the front door and the pages show is run as it stands."""

import doctest
from pathlib import Path
from shutil import copy

import pytest

import companion
from tests.places import ROOT

PICTURE = ROOT / "docs/pictures/painted.jpg"
SHOWN = [
    page
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    if ">>>" in page.read_text("utf-8")
    # Its lines are run step by step, with the files it shows: tests/games/test_tutorial.py.
    and page.name != "adding-a-game.md"
]


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a photograph of a table, and with an evening of the same."""
    copy(PICTURE, tmp_path / "photo.jpg")
    (tmp_path / "evening").mkdir()
    for number in range(6):
        copy(PICTURE, tmp_path / f"evening/{number}.jpg")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.name)
def test_pages_show_what_happens(page: Path) -> None:
    """Every line that a page shows gives what it says."""
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")

    assert tried > 0
    assert failed == 0


def test_the_front_door_shows_what_happens() -> None:
    """The lines that the package itself begins with."""
    failed, tried = doctest.testmod(companion)

    assert tried > 0
    assert failed == 0


def test_pages_for_programs_are_among_them() -> None:
    """They would not be run if they showed nothing."""
    assert {"notation.md", "programs.md"} <= {page.name for page in SHOWN}
