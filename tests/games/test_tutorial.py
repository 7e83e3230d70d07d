"""docs/adding-a-game.md does what it says: every step's files work, every command answers as it is shown, and the game is played."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from companion import games
from companion.announce import Message
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.kit.painted import ScriptConfig
from companion.rules import PublicView
from companion.session.session import Session
from companion.words import words
from tests.games.by_camera import CameraGame
from tests.games.installed import installed
from tests.games.tutorial import PAGE, Box, finished, steps, typed
from tests.places import ROOT, free_port
from tests.waiting import until
from tests.web import screens
from tests.web.home import home_of
from tests.web.running import Running
from web.limits import Limits

STEPS = steps()
PORT = free_port()
"""Of a companion that is started here, one at a time."""
SAME = OutputChecker()
PLAYERS = {"players": ["Ann", "Bob"]}


def entries(folder: Path) -> dict[str, str]:
    """The entry points that the page's package has."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    found: dict[str, str] = project["entry-points"]["murphy.games"]
    return found


@contextmanager
def in_place(folder: Path) -> Iterator[GamePackage]:
    """The game as it is once the page has been followed."""
    with installed(finished(folder), entries(folder), "murphy-pig"):
        yield games.game("pig")


def typed_in(folder: Path, *line: str) -> subprocess.Popen[str]:
    """What somebody types in that folder, with the package installed; it needs no network, and a page is for this machine."""
    env = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        # What is installed may be another checkout than the one that is tried.
        "PYTHONPATH": f"{folder}:{ROOT}",
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "MYPYPATH": str(ROOT),
        "MURPHY_HOST": "127.0.0.1",
        "MURPHY_PORT": str(PORT),
        "PIP_NO_BUILD_ISOLATION": "false",
        "PIP_NO_INDEX": "true",
    }
    out, err = subprocess.PIPE, subprocess.STDOUT
    return subprocess.Popen(line, cwd=folder, env=env, text=True, stdout=out, stderr=err)


def run(folder: Path, *line: str) -> str:
    """What comes of it."""
    return typed_in(folder, *line).communicate()[0]


def told(folder: Path, box: Box) -> Iterator[tuple[str, str, str]]:
    """What a box says is typed, what comes of it by the box, and what does."""
    if box.language == "console":
        for command, answer in typed(box):
            yield command, answer, run(folder, "bash", "-c", command)
    else:
        page = folder / "box.txt"
        page.write_text(box.text, "utf-8")
        yield (
            box.text,
            "",
            run(folder, sys.executable, "-m", "doctest", "-o", "ELLIPSIS", page.name),
        )


def test_a_seat_is_offered_what_its_rules_allow(tmp_path: Path) -> None:
    """Whoever has to decide, as long as the game goes on; nothing is said of that in the game's pages."""
    roll, hold = {"move": "roll", "value": None}, {"move": "hold"}
    with in_place(tmp_path) as pig:
        session = Session(pig.played(), Journal(None), setup=PLAYERS)
        assert pig.pages is not None
        pages = pig.pages(lambda: session.state, lambda given: given)
        before = pages.legal(0), pages.legal(1)
        session.submit({"move": "roll", "value": 4})
        after = pages.legal(0), pages.legal(1)
        session.correct({"do": "pause"})

        assert ([roll], []) == before
        assert ([roll, hold], []) == after
        assert [] == pages.legal(0)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(STEPS)), ids=[step.title for step in STEPS])
def test_a_step_shows_what_happens(number: int, tmp_path: Path) -> None:
    """With the files as they are after that step."""
    folder, step = finished(tmp_path, number + 1), STEPS[number]
    # What pip leaves on the path: a name, a version and the entry points.
    with installed(folder, entries(folder), "murphy-pig"):
        boxes = [*step.of("console"), *step.of("pycon")]
        found = [each for box in boxes for each in told(folder, box)]

    assert found or not boxes
    for command, answer, came in found:
        assert SAME.check_output(answer, came, ELLIPSIS), f"{command}\n{came}"


def test_every_field_of_a_package_is_told_of() -> None:
    """The table has the fields of the dataclass, in its order."""
    assert [field.name for field in fields(GamePackage)] == listed("The fields of GamePackage")


def test_every_key_of_a_view_is_told_of() -> None:
    """The table has what the view of any game holds, in its order."""
    assert list(PublicView.__annotations__) == listed("What a view must hold")


def listed(title: str) -> list[str]:
    """What the first column of a table names."""
    part = PAGE.read_text("utf-8").partition(f"## {title}\n")[2]
    return re.findall(r"^\| `(\w+)`", part.partition("\n## ")[0], re.M)


def shown(title: str) -> list[str]:
    """The lines of the box in which a step says what people read."""
    (box,) = next(step for step in STEPS if step.title == title).of("text")
    return box.text.splitlines()


@pytest.mark.slow
@pytest.mark.browser
def test_its_page_says_what_is_shown(tmp_path: Path, chromium: screens.Devices) -> None:
    """Two rolls are entered by tap, on a phone that sits down first; nothing is wider than it, and everybody can use it."""
    with in_place(tmp_path) as package, Journal(None) as journal:
        setup = {**package.setup(PLAYERS), "camera": False}
        session: Session[Any] = Session(package.played(), journal, setup=setup)
        assert package.pages is not None
        house = home_of(session, package.pages(lambda: session.state, dict))
        running = Running(house, Limits())
        url = f"http://localhost:{running.server.port}"
        phone = screens.Screen(chromium, url, screens.PHONE, {})
        try:
            screens.seated(phone, 0)
            for value in (4, 6):
                phone.tap("#roll")
                phone.tap(f"[data-value='{value}']")
                phone.page.wait_for_selector("dialog", state="detached")
            screens.becomes(phone.page, "#pig h2", "At stake: 10")
            # What is only read aloud says it again, or has yet to.
            phone.page.evaluate(
                "document.querySelectorAll('.unseen').forEach((e) => (e.hidden = true))"
            )
            read = phone.page.inner_text("body").splitlines()
            assert shown("pages") == [line.strip() for line in read if line.strip()]
            assert 0 == phone.overflow()
            assert [] == phone.barriers()
        finally:
            phone.close()
            running.stop()
            house.close()


def told_by_camera(package: GamePackage, seed: int) -> Iterator[str]:
    """What is announced of the first painted game that the real reader looks at; in the end both must have the same points."""
    played, known, after = CameraGame(package, ScriptConfig(seed, 2)), 0, None
    for seen in played.told():
        after = seen.moment.step.after
        for news in played.session.view()["announcements"]:
            if news["seq"] > known:
                known = news["seq"]
                yield words("en")(Message.from_json(news["text"]))
    assert after == played.session.state.state


def test_its_painted_table_begins_as_shown(tmp_path: Path) -> None:
    """The first roll that the real reader sees."""
    with in_place(tmp_path) as package:
        assert shown("the painted table")[0] == next(told_by_camera(package, 2))


@pytest.mark.prove
def test_its_painted_table_is_followed_to_the_end(tmp_path: Path) -> None:
    """What is told is what the robots did."""
    with in_place(tmp_path) as package:
        told = list(told_by_camera(package, 2))

    begun = shown("the painted table")
    assert begun == told[: len(begun)]
    assert "wins with" in told[-1]


@pytest.mark.prove
def test_it_is_packed_and_printed(tmp_path: Path) -> None:
    """The wheel that others install holds code, words and pages; the mat is a file."""
    finished(tmp_path)
    with installed(tmp_path, entries(tmp_path), "murphy-pig"):
        printed = ["murphy print", "pip wheel"]
        for command, answer in once_typed():
            if any(map(command.startswith, printed)):
                came = run(tmp_path, "bash", "-c", command)
                assert SAME.check_output(answer or "...", came, ELLIPSIS), came
    (wheel,) = (tmp_path / "dist").glob("murphy_pig-1.0-*.whl")

    names = {
        path.relative_to(tmp_path).as_posix()
        for path in (tmp_path / "pig").rglob("*.*")
        if "__pycache__" not in path.parts
    }
    assert names == {n for n in ZipFile(wheel).namelist() if n.startswith("pig/")}
    assert (tmp_path / "mat.pdf").read_bytes().startswith(b"%PDF-")


def once_typed() -> Iterator[tuple[str, str]]:
    """What is typed once, and takes time or does not end by itself."""
    return (each for step in STEPS for box in step.of("sh") for each in typed(box))


@pytest.mark.prove
@pytest.mark.parametrize("camera", ["none", "painted"])
def test_it_is_played(camera: str, tmp_path: Path) -> None:
    """`murphy play` greets as shown; at the painted table the page soon tells of the first roll."""
    finished(tmp_path)
    (play,) = (each for each in once_typed() if f"--camera {camera}" in each[0])
    with (
        installed(tmp_path, entries(tmp_path), "murphy-pig"),
        typed_in(tmp_path, *play[0].split()) as companion,
    ):
        assert companion.stdout is not None
        came = "".join(companion.stdout.readline() for _ in play[1].splitlines())
        told = first_news() if camera == "painted" else ""
        companion.terminate()

    assert SAME.check_output(play[1], came, ELLIPSIS), came
    assert told in ("", shown("the painted table")[0])


def first_news() -> str:
    """The first thing that the running companion's page tells."""

    def told() -> list[Any]:
        with urlopen(f"http://127.0.0.1:{PORT}/api/view", timeout=10) as answer:
            news: list[Any] = json.load(answer)["announcements"]
        return news

    return str(until(told)[0]["text"]["en"])


@pytest.mark.prove
def test_its_files_are_in_good_form(tmp_path: Path) -> None:
    """A type checker, strictly, and a linter find nothing in what people copy."""
    finished(tmp_path)
    config = str(ROOT / "pyproject.toml")
    lines = (
        ("ruff", "check", "--isolated", "--select", "B,F,I,UP", "pig"),
        ("ruff", "format", "--isolated", "--check", "pig"),
        ("mypy", "--config-file", config, "--strict", "-p", "pig"),
    )

    assert [(0, line) for line in lines] == [(status(tmp_path, *line), line) for line in lines]


def status(folder: Path, *line: str) -> int:
    """How a command ends; what it says is shown if the test fails."""
    with typed_in(folder, *line) as running:
        print(running.communicate()[0])
    return running.returncode
