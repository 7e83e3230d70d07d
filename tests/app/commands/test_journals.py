"""The command `murphy journal`: read, taken away, brought back, and refused in a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.announce import Announcement, message
from companion.app.commands.journal import command
from companion.errors import JournalError
from companion.games import games
from companion.journal.journal import Draft, Journal, read


@pytest.fixture(autouse=True)
def words_of_games() -> None:
    """As in the command, every game has brought its words."""
    games()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A journal with a game and something that was told."""
    path = tmp_path / "game.journal"
    with Journal(path, clock=lambda: 1000.0) as journal:
        told = Announcement("x", message("card.number", colour=message("colour.R"), value=7))
        journal.append(
            [Draft("game", {"players": ["Änn", "Bob"]}), Draft("announcement", told.to_json())]
        )
    return path


def ran(*arguments: str | Path, given: str | bytes = "") -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], input=given)


def test_shown_in_words(game: Path) -> None:
    """People read who played and what was told, in their language."""
    lines = ran("show", game, "--lang", "de").output.splitlines()

    assert ["Ein Spiel beginnt: Änn und Bob", "Rot 7"] == [line.split("  ")[-1] for line in lines]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("announcement", {"kind": "x", "text": {"key": "gone", "params": {}}}),
        ("announcement", {}),
        ("game", {"players": [None]}),
    ],
    ids=["a sentence that is no more", "nothing", "another game"],
)
def test_what_another_version_wrote_is_shown_as_such(
    tmp_path: Path, kind: str, data: dict[str, object]
) -> None:
    """One entry without words hides none of the others, whatever the clock said."""
    with Journal(tmp_path / "old", clock=lambda: 1e300) as journal:
        journal.append([Draft(kind, data), Draft("correction", {})])

    shown = ran("show", tmp_path / "old", "--lang", "en")

    assert 0 == shown.exit_code
    first, second = shown.output.splitlines()
    assert f"no words ({kind})." in first
    assert "A correction by the host." in second


def test_the_environment_may_name_the_language(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it may everything that can be set."""
    monkeypatch.setenv("MURPHY_LANG", "nl")

    assert "Een spel begint" in ran("show", game).output


@pytest.mark.slow
def test_a_terminal_that_lacks_letters(tmp_path: Path) -> None:
    """What it cannot write is spelled out."""
    with Journal(tmp_path / "j") as journal:
        journal.append([Draft("game", {"players": ["Łucja", "Bob"]})])
    asked = (sys.executable, "-m", "companion", "journal", "show", str(tmp_path / "j"))
    env = {**os.environ, "PYTHONIOENCODING": "latin-1", "MURPHY_LANG": "en"}
    shown = subprocess.run(asked, env=env, capture_output=True, text=True, check=True)

    assert r"A game begins: \u0141ucja and Bob" in shown.stdout


def test_shown_to_programs(game: Path) -> None:
    """Programs get every entry."""
    entries = [json.loads(line) for line in ran("show", game, "--json").output.splitlines()]

    assert [1, 2] == [entry["seq"] for entry in entries]


def test_there_and_back(game: Path, tmp_path: Path) -> None:
    """What is exported can be imported, entry for entry."""
    copy = tmp_path / "copy.journal"
    done = ran("import", copy, given=ran("export", game).output)

    assert done.exit_code == 0
    assert read(game) == read(copy)


@pytest.mark.parametrize(
    "lines",
    ["nonsense\n", '{"seq": 1}\n', "[]\n", b"\xff\xfe\n", ""],
    ids=["no JSON", "half an entry", "no object", "no UTF-8", "nothing"],
)
def test_wrong_lines_leave_nothing(tmp_path: Path, lines: str | bytes) -> None:
    """Lines that nobody exported are refused by their number, and no file is left."""
    refused = ran("import", tmp_path / "new.journal", given=lines)

    assert isinstance(refused.exception, JournalError)
    assert refused.exception.message.params["line"] == 1
    assert list(tmp_path.iterdir()) == []


def test_a_line_without_an_end(tmp_path: Path) -> None:
    """What never breaks into lines, a device or a file full of zeros, is refused before it fills the memory."""
    path = tmp_path / "new.journal"
    refused = CliRunner().invoke(command, ["import", str(path), "/dev/zero"])

    assert isinstance(refused.exception, JournalError)
    assert not path.exists()


def test_a_line_changed_on_the_way(game: Path, tmp_path: Path) -> None:
    """An entry that was changed no longer fits its proof: nothing is imported."""
    lines = ran("export", game).output.replace("Änn", "Eve")

    assert isinstance(ran("import", tmp_path / "new.journal", given=lines).exception, JournalError)
    assert not (tmp_path / "new.journal").exists()


def test_a_game_is_never_overwritten(game: Path) -> None:
    """Importing over a journal is refused and changes nothing."""
    before = read(game)

    assert isinstance(ran("import", game, given=ran("export", game).output).exception, JournalError)
    assert before == read(game)


@pytest.mark.parametrize("what", ["show", "export"])
def test_no_such_journal(tmp_path: Path, what: str) -> None:
    """A journal that is not there is an error with its name."""
    refused = ran(what, tmp_path / "none")

    assert isinstance(refused.exception, JournalError)
    assert not (tmp_path / "none").exists()
