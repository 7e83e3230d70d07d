"""A game of which a part is broken that is imported later: tried at once, and left out like one that cannot be loaded."""

import logging
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import games
from companion.announce import Message
from companion.app.archive.summaries import evening
from companion.app.cli import main, murphy
from companion.app.doctor.inspection import everything, inspect
from companion.app.service.composition import Companion
from companion.archived_games import ArchivedGame
from companion.errors import GameError
from companion.journal.journal import Journal
from companion.journal.ledger import through
from companion.session.past import PastGame, games_in
from companion.session.session import Session
from companion.settings import Settings
from companion.words import LANGUAGES, words
from tests.games.installed import EDIT, INIT, appended, broken_toy, in_file, toy_installed

HOUSE = games.names()
PART = "folder=Path"
BROKEN: dict[str, tuple[EDIT, str]] = {
    "rules, syntax": (
        appended("rules.py", "\ndef"),
        "SyntaxError: invalid syntax (high_card/rules.py, line",
    ),
    "rules, import": (
        appended("rules.py", "\nimport no_such_thing\n"),
        "No module named 'no_such_thing' (high_card/rules.py, line",
    ),
    "rules, name": (
        appended("rules.py", "\nno_such_name\n"),
        "NameError: name 'no_such_name' is not defined (high_card/rules.py, line",
    ),
    "rules, one line": (appended("rules.py", "\nraise ValueError('a\\nb')\n"), "ValueError: a b"),
    "programs": (appended("programs.py", "\ndef"), "(high_card/programs.py, line"),
    "painted": (appended("painted.py", "\n1 / 0\n"), "ZeroDivisionError"),
    "pieces": (in_file(INIT, 'return cards("TY1", CARDS)', 'return "TY1"'), "“pieces”"),
    "a form": (
        in_file(INIT, "setup_form=AGREEMENT.form", "setup_form=lambda edition: {}[edition]"),
        "KeyError",
    ),
    "pages, syntax": (appended("pages.py", "\ndef"), "(high_card/pages.py, line"),
    "pages of another type": (in_file(INIT, "return pages(state, setup)", "return 7"), "“pages”"),
    "pages of another name": (in_file("pages.py", "name=GAME.name", 'name="low-card"'), "“pages”"),
    "a field nobody knows": (
        in_file("pages.py", PART, f"colour=1, {PART}"),
        "unexpected keyword argument 'colour'",
    ),
    "no such sheet of the house": (
        in_file("pages.py", PART, f'shared=("sauces.css",), {PART}'),
        "/static/sauces.css, which is not there",
    ),
    "no such sheet of its own": (
        in_file("pages.py", PART, f'styles=("card.css",), {PART}'),
        "card.css, which is not there",
    ),
    "no folder": (in_file("pages.py", '"static"', '"statue"'), "game.js, which is not there"),
    "no game.js": (
        lambda folder: (folder / "static/game.js").unlink(),
        "game.js, which is not there",
    ),
    "a module that it loads": (
        appended("static/game.js", '\nimport { a } from "./deck.js";\n'),
        "deck.js, which is not there",
    ),
    "a module of the house": (
        appended("static/game.js", '\nimport { a } from "/static/decks.js";\n'),
        "/static/decks.js, which is not there",
    ),
    "no UTF-8": (
        lambda folder: (folder / "static/game.js").write_bytes(b"// \xe4\n"),
        "UnicodeDecodeError",
    ),
    "an address of the shell": (
        in_file("pages.py", "/api/high-card/worth", "/api/view"),
        "“/api/view” is there already (murphy)",
    ),
    "an address of another game": (
        in_file(
            "pages.py", '"GET",\n        "/api/high-card/worth"', '"POST",\n        "/api/claims"'
        ),
        "“/api/claims” is there already (dumm-gelaufen)",
    ),
    "a page of another game": (
        in_file("pages.py", "/api/high-card/worth", "/verify"),
        "“/verify” is there already (dumm-gelaufen)",
    ),
    "a command of the house": (
        in_file(INIT, "pages=_pages", 'pages=_pages, commands={"play": "high_card"}'),
        "“play” is there already (murphy)",
    ),
    "a command that is none": (
        in_file(INIT, "pages=_pages", 'pages=_pages, commands={"deal": "high_card.rules"}'),
        "has no attribute 'command'",
    ),
}
"""What is done to the toy -> what the one sentence says."""


@pytest.mark.parametrize("how", BROKEN)
def test_it_is_left_out_and_nothing_else_suffers(how: str, tmp_path: Path) -> None:
    """In one sentence, in three languages; every other game is there."""
    edit, why = BROKEN[how]
    with broken_toy(tmp_path, edit):
        assert "high-card" in games.names()
        inspect(everything())
        assert games.names() == HOUSE
        (error,) = games.left_out()
        said = {words(language)(error.message) for language in LANGUAGES}
        assert CliRunner().invoke(murphy, ["--help"]).exit_code == 0

    assert why in str(error)
    assert 3 == len(said)
    for sentence in said:
        assert "murphy-toys 1.0" in sentence
        assert "\n" not in sentence
        assert str(tmp_path) not in sentence


def test_whoever_is_whole_stays(tmp_path: Path) -> None:
    """Nothing is wrong with the toy, nor with a game of the house."""
    with toy_installed(tmp_path):
        inspect(everything())

        assert games.names() == (*HOUSE, "high-card")
        assert games.left_out() == ()


def test_what_lacks_a_library_is_not_broken(tmp_path: Path) -> None:
    """A machine without OpenCV plays by tap: what is missing there says so when it is needed."""
    edit = appended("painted.py", "\nraise ModuleNotFoundError(name='cv2')\n")
    with broken_toy(tmp_path, edit):
        inspect(everything())

        assert games.left_out() == ()


@pytest.mark.parametrize(
    ("file", "line"), [("programs.py", "legal --lines"), ("painted.py", "play")]
)
def test_a_broken_part_is_said_where_it_is_needed(tmp_path: Path, file: str, line: str) -> None:
    """Whoever asks for it gets the sentence, and not Python's own words."""
    with broken_toy(tmp_path, appended(file, "\ndef")):
        package = games.game("high-card")
        made = package.engine if file == "programs.py" else package.painted
        assert made is not None
        with pytest.raises(GameError, match=f"SyntaxError: invalid syntax .*{file}"):
            made()


@pytest.mark.parametrize(("language", "said"), [("de", "bleibt weg"), ("nl", "doet niet mee")])
def test_the_language_is_that_of_the_options(
    tmp_path: Path,
    language: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whichever option comes first: exit 1, for nothing is wrong with how it was called."""
    line = ["murphy", "score", "--game", "high-card", "--lines", "--lang", language]
    monkeypatch.setattr(sys, "argv", line)
    with broken_toy(tmp_path, appended(INIT, "\ndef")), pytest.raises(SystemExit) as ended:
        main()

    assert 1 == ended.value.code
    assert said in capsys.readouterr().err


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household of its own."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("MURPHY_BUZZER", "none")
    return tmp_path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


def by_tap(away: Path, game: str = "", players: tuple[str, ...] = ()) -> Settings:
    """Settings of a table without a camera."""
    return Settings(
        camera="none",
        game=game,
        players=players,
        port=0,
        host="127.0.0.1",
        journal=away / "g.journal",
    )


def test_the_companion_plays_without_it(
    away: Path, site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The doctor says why one is missing, and the log does once."""
    edit = BROKEN["no such sheet of the house"][0]
    with (
        broken_toy(site, edit),
        caplog.at_level(logging.WARNING),
        closing(Companion(by_tap(away, players=("Ann", "Bob")), away / "c")) as begun,
    ):
        assert games.names() == HOUSE
        found = [each for each in begun.health.doctor() if each["name"] == "games"]

    assert 1 == len(found)
    assert "warn" == found[0]["verdict"]
    for language in LANGUAGES:
        assert "sauces.css" in found[0]["text"][language]
    assert 1 == sum("sauces.css" in each.getMessage() for each in caplog.records)


@pytest.mark.slow
def test_it_goes_on_when_it_is_mended(away: Path) -> None:
    """An unfinished game of one that is broken or gone gives a sentence, and loses nothing; another may be begun."""
    journal = away / "g.journal"
    with toy_installed(place(away, "whole")) as toy, Journal(journal) as kept:
        setup = {"players": ["Ann", "Bob"], "game": "high-card", "camera": False}
        Session(toy.played(), kept, setup=setup).submit({"roll": 4})
    before = journal.read_bytes()

    with pytest.raises(GameError) as gone:
        Companion(by_tap(away), away / "c")
    with (
        broken_toy(place(away, "broken"), appended("rules.py", "\ndef")),
        pytest.raises(GameError) as broken,
    ):
        Companion(by_tap(away), away / "c")
    assert before == journal.read_bytes()
    with (
        toy_installed(place(away, "mended")),
        closing(Companion(by_tap(away), away / "c")) as companion,
    ):
        assert 4 == companion.session.view()["rolled"]

    assert "There is no game called high-card" in str(gone.value)
    assert "SyntaxError" in str(broken.value)
    for error in (gone.value, broken.value):
        assert "is kept as it is" in str(error)
        assert 3 == len({words(each)(error.message) for each in LANGUAGES})
    given = by_tap(away, players=("Ann", "Bob"))
    with closing(Companion(given, away / "c", new=True)) as other:
        assert other.current.package is games.first()


def test_a_past_game_of_it_stays_in_the_archive(away: Path) -> None:
    """It is not told while its game is left out, the sentence says why, and afterwards it is."""
    file = away / "g.journal"
    with toy_installed(place(away, "whole")) as toy, Journal(file) as kept:
        setup = {"players": ["Ann", "Bob"], "game": "high-card"}
        Session(toy.played(), kept, setup=setup).submit({"roll": 4})
    found: list[PastGame] = []
    through(file, lambda rows: found.extend(games_in(rows)))

    with broken_toy(place(away, "broken"), appended(INIT, "\ndef")):
        untold = evening(found[0], threading.Event())
    with toy_installed(place(away, "mended")):
        told = evening(found[0], threading.Event())

    assert isinstance(untold, Message)
    assert "SyntaxError" in words("en")(untold)
    assert isinstance(told, ArchivedGame)
    assert "high-card" == told.game


def place(away: Path, name: str) -> Path:
    folder = away / name
    folder.mkdir()
    return folder
