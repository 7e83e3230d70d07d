"""`import companion`: light, lazy, and enough."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, assert_type, get_overloads

import pytest

import companion
from companion.errors import InputError
from companion.games import games
from companion.games.dumm_gelaufen.programs import DummGelaufen, Position
from companion.games.lauf_rauf.programs import LaufRauf
from companion.games.nicht_lustig.programs import NichtLustig
from companion.kit.positions import Engine

ROOT = Path(__file__).parent.parent


def modules_after(code: str) -> set[str]:
    """What is imported in a fresh Python once the code has run."""
    line = [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"]
    ran = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(ran.stdout.split())


def test_the_door_weighs_nothing() -> None:
    """Importing it imports no other module of the project, and none from outside it."""
    added = modules_after("import companion") - modules_after("import os, typing")

    assert {"companion"} == {name for name in added if not name.startswith("_")}


def test_an_engine_needs_no_camera() -> None:
    """Verdicts and positions load neither pictures nor pages nor the commands."""
    code = "import companion; companion.game('dumm-gelaufen').deal().legal()"
    heavy = {"numpy", "cv2", "flask", "click", "vision", "web", "companion.app"}

    assert set() == heavy & modules_after(code)


def test_every_game_is_behind_it() -> None:
    """A game that programs can play is given by its name, and knows it."""
    playable = [package.name for package in games() if package.engine]

    assert playable == [companion.game(name).name for name in playable]
    assert {f"companion.game({name!r})" for name in playable} == {
        repr(companion.game(name)) for name in playable
    }
    assert "dumm-gelaufen" in playable


@pytest.mark.parametrize("name", [package.name for package in games() if package.engine])
def test_moves_print_as_they_are_played(name: str) -> None:
    """Also where several are printed at once: what stands there may be copied."""
    position: Any = companion.game(name).deal(players=2, seed=1)

    assert f"({', '.join(map(str, position.legal()))}" == repr(position.legal()).rstrip(",)")
    assert all(position.play(repr(move)) for move in position.legal()[:3])


def test_an_editor_knows_the_games_by_their_names() -> None:
    """Read by mypy: each has positions of its own; of a name that is only computed every game's engine is known."""
    assert_type(companion.game("dumm-gelaufen"), DummGelaufen)
    assert_type(companion.game("lauf-rauf"), LaufRauf)
    assert_type(companion.game("nicht-lustig"), NichtLustig)
    assert_type(companion.game("dumm-gelaufen").deal().play("take draw"), Position)
    computed = games()[0].name
    assert_type(companion.game(computed), Engine[Any])


def test_what_an_editor_knows_is_what_is_given() -> None:
    """The signatures that name a game name the class that it is of."""
    known = {
        name: signature.__annotations__["return"]
        for signature in get_overloads(companion.game)
        for name in re.findall(r"Literal\['(.+)'\]", signature.__annotations__["name"])
    }

    ours = {p.name for p in games() if p.engine and p.module.startswith("companion.")}
    assert ours == known.keys()
    assert known == {name: type(companion.game(name)).__name__ for name in known}


def test_an_unknown_game_is_refused_in_a_sentence() -> None:
    """The sentence names those there are."""
    with pytest.raises(InputError, match="dumm-gelaufen"):
        companion.game("poker")


def test_what_is_not_there_is_no_attribute() -> None:
    """The lazy door opens to what it names only."""
    assert issubclass(companion.IllegalMove, companion.CompanionError)
    with pytest.raises(AttributeError, match="nothing"):
        _ = companion.nothing


@pytest.mark.parametrize("room", ["companion", "vision", "hardware", "web"])
def test_types_are_for_others_too(room: str) -> None:
    """Each package says that it is typed."""
    assert (ROOT / room / "py.typed").exists()


def test_no_room_stands_in_its_way() -> None:
    """What the door is called no module is called, or importing that one would shut it."""
    for name in companion.__all__:
        assert not (ROOT / "companion" / name).exists()
        assert not (ROOT / f"companion/{name}.py").exists()


WITHOUT = "import sys; sys.modules['numpy'] = sys.modules['cv2'] = None; "
"""What a Python sees where only the package was installed."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("import companion; companion.read('photo.jpg')", 1, "LibraryError: Looking at"),
        ("import companion; companion.watch('evening')", 1, "LibraryError: Looking at"),
        ("sys.argv = ['murphy', 'scan', 'photo.jpg', '--json']", 1, "Looking at pict"),
        ("sys.argv = ['murphy', 'doctor']", 1, "Looking at pictures needs"),
        ("sys.argv = ['murphy', '--help']", 0, ""),
    ],
)
def test_what_needs_pictures_says_so(code: str, status: int, said: str, tmp_path: Path) -> None:
    """Without OpenCV and numpy: one sentence, and all else works."""
    run = "; from companion.app.cli import main; main()" if "argv" in code else ""
    line = [sys.executable, "-c", f"{WITHOUT}{code}{run}"]
    ran = subprocess.run(
        line,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "MURPHY_LANG": "en", "XDG_STATE_HOME": str(tmp_path)},
    )

    assert (status, said) == (ran.returncode, said if said in ran.stderr else ran.stderr)
    assert status or "simulate" in ran.stdout
