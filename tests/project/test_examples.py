"""The examples, run as a stranger would: in a Python of their own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copy, which
from typing import Any

import cv2
import numpy as np
import pytest

from companion.announce import Announcement, message
from companion.app.broker.publisher import BrokerReach
from companion.games import yatzy
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.sheets import faces
from companion.journal.journal import Draft, Journal
from companion.session.session import Session
from companion.words import words
from tests.brokers import NEWS, Listener, Mosquitto, needs_mosquitto, plan, telling
from tests.places import ROOT
from tests.toy import Matches
from tests.waiting import until
from tests.web import scripted
from tests.web.running import PATIENCE, serving
from vision.painting.layout import Layout, Lying
from vision.painting.scene import paint
from vision.painting.view import View

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def run(name: str, *options: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """An example with its options, from a folder of its own; nothing on standard error."""
    line = [sys.executable, str(ROOT / "examples" / name), *options]
    ran = subprocess.run(
        line, capture_output=True, text=True, input=given, cwd=ROOT, timeout=PATIENCE
    )
    assert "Traceback" not in ran.stderr
    return ran


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_each_says_what_it_does(example: Path) -> None:
    """It is told of in docs/programs.md, and begins with how it is called."""
    assert f"examples/{example.name}" in (ROOT / "docs/programs.md").read_text("utf-8")
    assert f"examples/{example.name}" in example.read_text("utf-8")


@pytest.mark.skipif(which("curl") is None, reason="curl is not installed")
def test_the_lines_over_http_play_a_turn(tmp_path: Path) -> None:
    """As they stand in docs/programs.md: a seat, what is legal, a roll, a box."""
    setup = {"players": ["Ann", "Bob"], "camera": False}
    session: Session[Any] = Session(yatzy.GAME.played(), Journal(None), setup=setup)
    assert yatzy.GAME.pages is not None
    pages = yatzy.GAME.pages(lambda: session.state, yatzy.GAME.setup)
    page = (ROOT / "docs/programs.md").read_text("utf-8")
    lines = page.split("```sh\nURL=")[1].split("```")[0].partition("\n")[2]
    with scripted.serving(session, scripted.Others(), pages) as server:
        script = f"URL=http://127.0.0.1:{server.port}\n{lines}"
        ran = subprocess.run(
            ["bash", "-euc", script],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=PATIENCE,
            check=True,
        )

    assert '"moves":[{"move":"roll","player":0,"kept":[],"dice":null}]' in ran.stdout
    now = session.state.state
    assert ((15, 0), 1) == (now.points, now.turn)


@pytest.mark.slow
def test_the_bot_solves_murphy_cards() -> None:
    """Rounds are won with claims, and the same seed plays the same game."""
    told = run("bot.py", "--players", "2", "--moves", "900").stdout

    assert " claim M" in told
    assert told == run("bot.py", "--players", "2", "--moves", "900").stdout


def test_the_statistic_has_a_line_for_every_table() -> None:
    """Two to six players."""
    lines = run("statistic.py", "--moves", "40").stdout.splitlines()

    assert [f"{n} players" for n in range(2, 7)] == [x.split(":")[0] for x in lines]


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A murphy card and five red cards laid into the claim zone."""
    cards = {face.code: face for face in faces(load_edition("classic"), words("en"))}
    shown = ("M10-1", "R01-1", "R03-1", "R04-1", "R04-2", "R08-1")
    laid = (Lying(cards[code], (90 + 74 * number, 320), 0) for number, code in enumerate(shown))
    path = tmp_path / "claim.png"
    picture = paint(Layout(tuple(laid)), View(MAT), np.random.default_rng(1))
    cv2.imwrite(str(path), picture)
    return path


def test_the_referee_judges_a_photograph(photo: Path) -> None:
    """The murphy card in it says what the hand has to be."""
    ran = run("referee.py", str(photo))

    assert (0, "M10") == (ran.returncode, ran.stdout[:3]), ran.stdout + ran.stderr


@pytest.mark.slow
def test_the_referee_says_what_is_missing(tmp_path: Path) -> None:
    """A table without a claim, and a file that is no picture."""
    copy(ROOT / "docs/pictures/painted.jpg", tmp_path / "table.jpg")

    nothing = run("referee.py", str(tmp_path / "table.jpg"))
    unread = run("referee.py", str(tmp_path / "nowhere.jpg"))

    assert (1, "--task" in nothing.stderr) == (nothing.returncode, True)
    assert (1, "nowhere.jpg" in unread.stderr) == (unread.returncode, True)


def test_the_evening_is_told(tmp_path: Path) -> None:
    """Who played, and what was announced how often, from what the command exports; what is none of that is refused."""
    file = tmp_path / "evening.journal"
    with Journal(file) as journal:
        setup = {"players": ["Ann", "Bob"], "matches": 10}
        session = Session(Matches(), journal, setup=setup)
        session.submit({"take": 2})
        session.submit({"take": 1})
    murphy = [sys.executable, "-m", "companion", "journal", "export", str(file)]
    exported = subprocess.run(murphy, capture_output=True, text=True, cwd=ROOT)

    told = run("evening.py", given=exported.stdout).stdout

    assert "murphy journal export" in run("evening.py", given="At the table: Ann").stderr
    assert "At the table: Ann, Bob" in told
    assert "minutes" in told
    assert "2 x took" in told


@needs_mosquitto
def test_a_tournament_is_added_up(tmp_path: Path) -> None:
    """Wins at all tables, a shared one for each who won, and one that was told while the program was away."""
    view = {"players": [{"name": "Ann"}, {"name": "Bob"}]}
    alone = Announcement("game-won", message("session.undone"), 0)
    shared = replace(alone, params={"winners": [0, 1]})
    file = tmp_path / "wins.json"
    with (
        Mosquitto(tmp_path) as broker,
        telling(None, plan(broker.url(), "red"), view) as red,
        telling(None, plan(broker.url(), "blue"), view) as blue,
    ):
        until(lambda: {red.reach, blue.reach} == {BrokerReach.CONNECTED})
        with tournament(broker.url(), file) as first:
            assert first.stdout is not None
            assert "listening\n" == first.stdout.readline()
            # How the tables stand is retained, and comes first.
            until(lambda: file.exists() and '"blue"' in file.read_text())
            # A table is cleared, and somebody's hand slips.
            with Listener(broker.port) as somebody:
                for junk in (b"", b"{", b"[]", b"{}"):
                    somebody.say("murphy/green/state", junk)
            red.announce(1, NEWS)
            red.announce(1, alone)
            first.communicate(timeout=PATIENCE)
        blue.announce(1, shared)
        with tournament(broker.url(), file) as second:
            told, _ = second.communicate(timeout=PATIENCE)

    assert "  2 Ann\n  1 Bob" in told


def test_a_broker_that_is_not_there_is_said(tmp_path: Path) -> None:
    """In a sentence that does not repeat the password of the address."""
    told = run("tournament.py", "mqtt://hub:secret@localhost:1/", str(tmp_path / "wins.json"))

    assert (1, "The broker does not answer") == (told.returncode, told.stderr.partition(" (")[0])
    assert "secret" not in told.stderr


@contextmanager
def tournament(url: str, file: Path) -> Iterator[subprocess.Popen[str]]:
    """The example listens; it ends with the next game that is won."""
    line = [sys.executable, str(ROOT / "examples/tournament.py"), url, str(file), "--games", "1"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def test_the_lamp_flashes() -> None:
    """Once for the at-once card, not for what else is announced."""
    drafts = [
        Draft("announcement", Announcement(kind, message("session.undone")).to_json())
        for kind in ("took", "at-once", "took")
    ]
    with serving() as running:
        running.house.session.journal.append(drafts)
        url = f"http://localhost:{running.server.port}"
        told = run("lamp.py", url, "--times", "1", "--since", "0").stdout

    assert 1 == told.count("*flash*")
