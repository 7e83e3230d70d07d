"""Evenings that releases wrote, of every game: they open and come to what everybody saw then, in every version from then on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import game, names
from companion.session.session import Session
from tests.journal.evenings import RELEASES, keeps, read, shown, write
from tests.places import ROOT

EVENINGS = sorted(RELEASES.glob("*/*.json.xz"))


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_opens_and_comes_to_the_same(path: Path) -> None:
    """Whatever was seen, tapped, answered, corrected and taken back."""
    journal, view = read(path)
    played = game(path.name.rpartition("-")[0]).played()

    with journal:
        now = shown(Session(played, journal))

    assert view["players"]
    assert [
        key for key, value in view.items() if key not in now or not keeps(now[key], value)
    ] == []


def test_every_release_has_its_evenings() -> None:
    """Of each game that it had; `make release` keeps them."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    kept = {(p.parent.name, p.name.rpartition("-")[0]) for p in EVENINGS}

    assert set(released) == {version for version, _ in kept}
    assert {("0.2.0", name) for name in names()} <= kept


@pytest.mark.parametrize(
    ("version", "why"),
    [("", "is no version"), ("next", "is no version"), ("0.2.0", "there already")],
)
def test_they_are_kept_once_under_a_version(version: str, why: str) -> None:
    """What a release wrote is never written over."""
    with pytest.raises(SystemExit, match=why):
        write(version)
