"""The whole companion on the painted table: what happens reaches pages and pins; what kills it loses nothing."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.app.camera import ipc
from companion.app.camera.camera_supervisor import CameraSupervisor
from companion.app.cli import main
from companion.app.commands.play import going_on
from companion.app.painted.show import playing_along
from companion.app.service.composition import Companion
from companion.app.service.systemd import Notifier
from companion.app.terminal import code
from companion.commandline import USAGE
from companion.errors import JournalError, LibraryError, SettingsError
from companion.games import game
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.painted.script import script
from companion.games.dumm_gelaufen.robots import greedy_robot
from companion.household import ShownFace, TaughtSets
from companion.journal.journal import Journal
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.settings import Settings
from companion.words import words
from tests.places import free_port
from tests.waiting import PATIENCE, until

EARLY = 3
"""Decisions within which an action card must be seen, dealing included."""


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household of its own: state and configuration lie in a temporary folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def eventful(players: int) -> int:
    """A seed whose game shows an action card early."""
    for seed in range(1, 1000):
        steps = islice(script(ScriptConfig(seed, players), greedy_robot), EARLY)
        if any(
            isinstance(event, m.ActionPlayed | m.AtOnceCardShown)
            for step in steps
            for event in step.events
        ):
            return seed
    raise AssertionError("no game shows an action card early")


def settings(journal: Path, **more: Any) -> Settings:
    given: dict[str, Any] = {
        "camera": "painted",
        "host": "127.0.0.1",
        "speed": 8.0,
        "fps": 5.0,
        "journal": journal,
    }
    return replace(Settings(), players=("Ann", "Bob"), port=free_port(), **given, **more)


def view(port: int) -> dict[str, Any] | None:
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/view", timeout=10) as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except OSError:
        return None


@pytest.mark.slow
def test_an_action_card_reaches_page_and_buzzer(away: Path, pins: MockFactory) -> None:
    """A card laid on the painted table is announced on the page and sounded at the pin."""
    companion = Companion(settings(away / "a.journal", seed=eventful(2)), away / "murphy.toml")
    port = companion.server.port
    running = threading.Thread(target=companion.run, args=(Notifier({}),))
    running.start()
    try:
        told = until(
            lambda: [
                n
                for n in (view(port) or {}).get("announcements", [])
                if n["kind"] in ("at-once", "keep")
            ]
        )
        until(lambda: any(state.state for state in pins.pin(18).states))
        health, well = companion.health.public(), companion.health.healthy()
    finally:
        companion.server.stop()
        running.join(PATIENCE)

    assert all(told[0]["text"][language] for language in ("de", "en", "nl"))
    assert well
    assert health["source"] == "painted"
    assert not pins.pin(18).state
    assert not running.is_alive()


def test_painted_players_stop_while_the_game_is_paused(away: Path) -> None:
    """They are told at once, and told when it goes on: nothing happens on the table that does not count. So they are while it is to be laid out again."""
    told: list[bool] = []
    given = settings(away / "p.journal", game="nicht-lustig")
    with closing(Companion(given, away / "murphy.toml")) as companion:
        session = companion.session
        session.correct({"do": "begin"})
        turn = playing_along(lambda: None, session, told.append, time.monotonic)
        ended = threading.Event()
        for order in ("pause", "resume", "lay-out", "begin"):
            session.correct({"do": order})
            turn(ended)

    assert [True, False, True, False] == told


def start(journal: Path, *more: str) -> tuple[subprocess.Popen[bytes], int]:
    """A companion in a process of its own, and its port."""
    port = free_port()
    options = [
        "--camera",
        "painted",
        "--players",
        "Ann,Bob",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        *more,
    ]
    environment = {**os.environ, "MURPHY_SPEED": "8", "MURPHY_FPS": "5", "MURPHY_BUZZER": "none"}
    command = [sys.executable, "-m", "companion", "play", *options, "--journal", str(journal)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL), port


@pytest.mark.prove
def test_a_killed_companion_goes_on(away: Path) -> None:
    """kill -9 in the middle of a game loses nothing that was told; the next start goes on with it."""
    journal = away / "b.journal"
    first, port = start(journal)
    try:
        before = until(lambda: (told := view(port)) and told["moves"] and told)
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait()
    second, port = start(journal)
    try:
        after = until(lambda: view(port))
        more = until(lambda: (told := view(port)) and told["seq"] > after["seq"] and told)
    finally:
        second.terminate()
        ended = second.wait(PATIENCE)

    assert before["seq"] <= after["seq"]
    assert before["players"][0]["name"] == after["players"][0]["name"]
    assert [move["id"] for move in before["moves"]] == [move["id"] for move in after["moves"]][
        : len(before["moves"])
    ]
    assert more["round"] == after["round"]
    assert ended == 0


class Screen(StringIO):
    """A terminal."""

    def __init__(self, encoding: str, people: bool = True) -> None:
        super().__init__()
        self._encoding, self._people = encoding, people

    @property
    def encoding(self) -> str:  # type: ignore[override]  # of a StringIO it is None, and read-only
        return self._encoding

    def isatty(self) -> bool:
        return self._people


def test_the_way_in_is_scanned_from_the_terminal() -> None:
    """Where people look at it and it can draw; programs and files are spared."""
    drawn = code("http://192.168.178.42:8000/", Screen("utf-8"))

    assert 14 < len(drawn.splitlines()) < 24
    assert "" == code("http://murphy/", Screen("utf-8", people=False))
    assert "" == code("http://murphy/", Screen("latin-1"))
    assert "" == code("http://murphy/", None)


ASKED = {"MURPHY_CAMERA": "usb:0", "MURPHY_LANG": "de"}


@pytest.mark.parametrize(
    ("order", "game", "changed", "left", "told"),
    [
        ("--new", None, (), "", ASKED),
        ("--edition revised", None, (), "", ASKED),
        ("--edition=revised", None, (), "", ASKED),
        ("--game yatzy", None, (), "--game yatzy", ASKED),
        ("--game yatzy", "lauf-rauf", (), "", ASKED | {"MURPHY_GAME": "lauf-rauf"}),
        ("--game=yatzy", "lauf-rauf", (), "", ASKED | {"MURPHY_GAME": "lauf-rauf"}),
        ("--no-mat", None, (), "", ASKED | {"MURPHY_NO_MAT": "true"}),
        ("--no-mat", None, ("no_mat",), "", ASKED),
        ("--camera usb:1 --lang nl", None, (), "--camera usb:1 --lang nl", ASKED),
        ("--camera usb:1 --lang nl", None, ("camera",), "--lang nl", {"MURPHY_LANG": "de"}),
        ("--camera=usb:1 --fps 5", None, ("fps", "volume"), "--camera=usb:1", ASKED),
    ],
)
def test_a_restart_goes_on(
    order: str, game: str | None, changed: tuple[str, ...], left: str, told: dict[str, str]
) -> None:
    """With the game on the table, and what was set on the page since: neither the line nor the environment says otherwise."""
    line = ["python", "-m", "companion", "play"]

    again = going_on([*line, *order.split(), "--port", "8000"], ASKED, game, changed)

    assert ([*line, *left.split(), "--port", "8000"], told) == again


def test_a_journal_in_use(away: Path) -> None:
    """A second companion on the same journal is refused in a sentence, and the first one is not disturbed."""
    with Journal(away / "c.journal"), pytest.raises(JournalError):
        Companion(settings(away / "c.journal"), away / "murphy.toml")


def test_what_others_ask_over_the_broker(away: Path) -> None:
    """The game pauses and goes on, sounds are switched off; what cannot be done now is not done."""
    given = replace(settings(away / "c.journal"), camera="none", game="nicht-lustig")
    with closing(Companion(given, away / "murphy.toml")) as companion:
        asked = [("pause", True), ("pause", True), ("quiet", True), ("pause", False)]
        shown = []
        for what, on in asked:
            companion.changes.obey(what, on)
            shown.append((companion.session.view()["paused"], companion.changes.settings.quiet))

    assert [(True, False), (True, False), (True, True), (False, True)] == shown


class Watching(CameraSupervisor):
    """A camera that is never opened, over one die; it remembers which dice it was to look for."""

    def __init__(self) -> None:
        super().__init__(Settings(), lambda seen: None)
        self.shown: ShownFace | None = None
        self.dice: list[str] = []

    def shown_die(self) -> ipc.DieShown:
        return ipc.DieShown(self.shown)

    def turn_to(self, settings: Settings) -> None:
        self.dice.append(settings.dice)


def test_dice_that_are_shown_again_are_looked_for_anew(away: Path) -> None:
    """A set is played with once it was shown, and the camera turned to it; under the same name once more too."""
    given = replace(settings(away / "c.journal"), camera="none", game="nicht-lustig")
    kept = []
    with closing(Companion(given, away / "murphy.toml")) as companion:
        companion.ingest.camera = camera = Watching()
        for look in ((-1.8, 1.5, 0.0), (-0.6, 0.5, 0.1)):
            lesson = companion.dice.act("begin", "ours")["lesson"]
            camera.shown = ShownFace(look, lesson["face"])
            for act in ("look", "look", *["next"] * 7):
                companion.dice.act(act)
            kept.append(TaughtSets(away / "murphy").read("ours").dice[0].looks)

    assert ["ours", "ours"] == camera.dice
    assert [((-1.8, 1.5, 0.0),), ((-0.6, 0.5, 0.1),)] == kept


def test_where_nothing_can_look_at_pictures_everything_goes_by_tap(
    away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi to which OpenCV has not come yet: it comes up, and says what is missing; a camera that is named is refused."""
    monkeypatch.setitem(sys.modules, "cv2", None)
    alone = Settings(journal=away / "game.journal", port=free_port())

    with closing(Companion(alone, away / "murphy.toml")) as companion:
        said = list(companion.greeting(words("en")))

        assert "none" == companion.source
        assert any("No camera" in line for line in said)
        assert any("; cv2 is missing" in line for line in said)
    with pytest.raises(LibraryError, match="cv2"):
        Companion(replace(alone, camera="usb:0"), away / "murphy.toml")


def test_a_companion_that_never_ran_leaves_nothing_behind(away: Path) -> None:
    """Closed before it served: its journal is free and its threads have ended; refused its port: there is none."""
    before = set(threading.enumerate())
    given = replace(settings(away / "c.journal"), camera="none")
    with closing(Companion(given, away / "murphy.toml")) as companion:
        companion.close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        busy = replace(given, port=taken.getsockname()[1])
        with pytest.raises(SettingsError):
            Companion(replace(busy, journal=away / "none.journal"), away / "murphy.toml")

    assert not list(away.glob("none*"))
    Journal(away / "c.journal").close()
    until(lambda: set(threading.enumerate()) <= before)


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["play", "--port", "0", "--camera", "none"], "--port"),
        (["play", "--players", ",", "--camera", "none"], "--players"),
        (["play", "--no-mat", "--game", "nicht-lustig"], "its mat"),
        (["play", "--no-mat", "--game", "lauf-rauf"], "its mat"),
        (["watch", "nowhere", "--no-mat", "--game", "dumm-gelaufen"], "its mat"),
        (["play", "--game", "lauf-rauf", "--edition", "newer"], "revised"),
        (["simulate", "--games", "1", "--game", "lauf-rauf", "--players", "5"], "2 to 4"),
        (["simulate", "--games", "1", "--players", "1"], "2 to 6"),
        (["watch", "nowhere", "--players", "A,B,C,D,E,F,G"], "1 to 6"),
        (["watch", "docs/pictures", "--fps", "nan"], "frames a second"),
        (["watch", "docs/pictures", "--game", "yatzy", "--board", "README.md"], "for: lauf-rauf"),
        (["scan", "nowhere.jpg", "--game", "yatzy", "--board", "README.md"], "for: lauf-rauf"),
        (["play", "--players", "Ann,ann", "--camera", "none"], "same"),
        (["play", "--players", "Ann,B\x1bob", "--camera", "none"], "characters"),
        (["play", "--edition", "golden"], "--edition"),
        (["play", "--port", "many"], "--port"),
        (["card", "--lang", "de"], "entweder"),
        (["card", "--boot", ".", "--stick", ".", "--lang", "de"], "entweder"),
    ],
)
def test_wrong_options(
    away: Path,
    arguments: list[str],
    option: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What cannot be is refused before anything starts, as wrong usage, by the option's name or in words."""
    monkeypatch.setattr(sys, "argv", ["murphy", *arguments])
    monkeypatch.setenv("MURPHY_LANG", "en")

    with pytest.raises(SystemExit) as ended:
        main()

    assert USAGE == ended.value.code
    assert option in capsys.readouterr().err
    assert not list(away.rglob("*.journal"))


@pytest.mark.slow
def test_an_edition_of_another_game_is_refused_to_the_one_that_goes_on(away: Path) -> None:
    """Instead of going on without a word."""
    with Journal(away / "c.journal") as journal:
        setup = {"players": ["Ann", "Bob"], "edition": "classic", "camera": False}
        Session(game("dumm-gelaufen").played(), journal, setup=setup)
    process, _ = start(away / "c.journal", "--camera", "none", "--edition", "revised")
    try:
        assert USAGE == process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_an_edition_in_the_environment_is_a_wish_for_new_games(
    away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that has not that one may have begun on the page since."""
    monkeypatch.setenv("MURPHY_EDITION", "revised")
    with Journal(away / "w.journal") as journal:
        setup = {"players": ["Ann", "Bob"], "edition": "classic", "camera": False}
        Session(game("dumm-gelaufen").played(), journal, setup=setup)
    process, port = start(away / "w.journal", "--camera", "none")
    try:
        assert "dumm-gelaufen" == until(lambda: view(port))["game"]
    finally:
        process.kill()
        process.wait()


def test_a_refusal_is_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever language the machine speaks otherwise; it names nothing that would be refused as well."""
    monkeypatch.setattr(sys, "argv", ["murphy", "watch", "nowhere", "--lang", "de"])
    monkeypatch.setenv("MURPHY_LANG", "en")

    with pytest.raises(SystemExit):
        main()

    assert "nowhere gibt es nicht" in (said := capsys.readouterr().err)
    assert "painted" not in said
