"""A game that cannot be used costs itself alone: it is left out, and one sentence says why."""

import json
import re
from itertools import chain, combinations
from pathlib import Path
from shutil import rmtree

import pytest
from click.testing import CliRunner

import companion
from companion import games
from companion.app.cli import murphy
from companion.errors import GameError
from companion.games.discovery import MARKERS
from companion.words import LANGUAGES, words
from tests.games.installed import (
    EDIT,
    INIT,
    appended,
    broken_toy,
    in_file,
    installed,
    toy_in,
    toy_installed,
)

HOUSE = games.names()
BROKEN: dict[str, tuple[EDIT, str]] = {
    "no words": (lambda folder: rmtree(folder / "words"), "words/de.toml is missing"),
    "two languages": (
        lambda folder: (folder / "words/nl.toml").unlink(),
        "words/nl.toml is missing",
    ),
    "no TOML": (appended("words/de.toml", "so it goes"), "words/de.toml cannot be read"),
    "latin-1": (
        lambda folder: (folder / "words/de.toml").write_bytes(b'a = "\xe4"'),
        "words/de.toml cannot be read",
    ),
    "other keys": (in_file("words/nl.toml", "not-now", "never"), "words/"),
    "other gaps": (in_file("words/nl.toml", "{points}", "{dots}"), "other gaps in “nl”"),
    "a brace": (
        in_file("words/en.toml", "That cannot", "{That cannot"),
        "not a sentence with {gaps}",
    ),
    "a number": (appended("words/en.toml", "\nmany = 4\n"), "not a sentence with {gaps}"),
    "the house's sentence": (
        lambda folder: [
            appended(f"words/{each}.toml", '\n[game]\nunknown = "?"\n')(folder)
            for each in LANGUAGES
        ],
        "“game.unknown” in its words belongs to murphy already",
    ),
    "syntax": (appended(INIT, "\ndef"), "SyntaxError: invalid syntax (high_card/__init__.py, line"),
    "import": (
        appended(INIT, "\nimport no_such_thing\n"),
        "No module named 'no_such_thing' (high_card/__init__.py, line",
    ),
    "a name that is not there": (
        appended(INIT, "\nfrom companion.kit import lemonade\n"),
        "ImportError: cannot import name 'lemonade'",
    ),
    "an end": (appended(INIT, "\nraise SystemExit(3)\n"), "SystemExit: 3"),
    "a type": (appended(INIT, "\nGAME = 7\n"), "high_card:GAME is not a GamePackage"),
    "no game": (appended(INIT, "\ndel GAME\n"), "high_card:GAME is not a GamePackage"),
    "a field nobody knows": (in_file(INIT, "players=", "gamblers="), "TypeError"),
    "another name": (
        in_file(INIT, 'name="high-card"', 'name="low-card"'),
        "calls itself “low-card”",
    ),
    "another module": (in_file(INIT, "module=__name__", 'module="high_card.rules"'), "“module”"),
    "players": (in_file(INIT, "players=(2, 2)", "players=(2, 1)"), "“players”"),
    "titles": (in_file(INIT, "titles={", "titles=5 or {"), "“titles”"),
    "a mat of another game": (
        in_file(INIT, 'MAT: Final = Mat(\n    "high-card"', 'MAT: Final = Mat(\n    "low-card"'),
        "“mat”",
    ),
    "a zone beside the mat": (in_file(INIT, "542, 118", "642, 118"), "“mat”"),
    "a pawn's marker": (in_file(INIT, "(40, 41, 42, 43)", "(16, 41, 42, 43)"), "“mat.markers”"),
    "a marker twice": (in_file(INIT, "(40, 41, 42, 43)", "(40, 40, 42, 43)"), "“mat.markers”"),
    "a marker that cannot be": (
        in_file(INIT, "(40, 41, 42, 43)", "(40, 50, 42, 43)"),
        "“mat.markers”",
    ),
    "markers taken": (
        in_file(INIT, "(40, 41, 42, 43)", "(0, 1, 2, 3)"),
        "0, 1, 2, 3, are too much like those of dumm-gelaufen",
    ),
    "three markers taken": (
        in_file(INIT, "(40, 41, 42, 43)", "(4, 5, 6, 43)"),
        "are too much like those of nicht-lustig",
    ),
    "payload taken": (
        in_file(INIT, 'payloads=("TY1",)', 'payloads=("DG1",)'),
        "“DG1”, as those of dumm-gelaufen do",
    ),
    "payload begins like another": (
        in_file(INIT, 'payloads=("TY1",)', 'payloads=("D",)'),
        "“D”, as those of dumm-gelaufen do",
    ),
    "a payload for no edition": (
        in_file(INIT, 'payloads=("TY1",)', 'payloads=("TY1", "TY2")'),
        "“payloads”",
    ),
    "a command of another game": (
        in_file(INIT, "pages=_pages", 'pages=_pages, commands={"verify": "high_card"}'),
        "“verify” is there already (dumm-gelaufen)",
    ),
}
"""What is done to the toy -> what the one sentence says."""


@pytest.mark.parametrize("how", BROKEN)
def test_it_is_left_out_and_nothing_else_suffers(how: str, tmp_path: Path) -> None:
    """In one sentence, in three languages; every other game is there, with its words."""
    edit, why = BROKEN[how]
    with broken_toy(tmp_path, edit):
        assert games.names() == HOUSE
        (error,) = games.left_out()
        said = [words(language)(error.message) for language in LANGUAGES]
        with pytest.raises(GameError) as refused:
            companion.game("high-card")

    assert why in str(error)
    assert str(error) == str(refused.value)
    assert 3 == len(set(said))
    for sentence in said:
        assert "high-card" in sentence
        assert "murphy-toys 1.0" in sentence
        assert str(tmp_path) not in sentence
    assert games.left_out() == ()


@pytest.mark.parametrize(
    ("name", "entry", "why"),
    [
        ("High_Card", "high_card:GAME", "small letters"),
        ("high-card", "high_card.nowhere:GAME", "No module named 'high_card.nowhere'"),
        ("high-card", "high_card:MAT", "high_card:MAT is not a GamePackage"),
        ("dumm-gelaufen", "high_card:GAME", "companion.games.dumm_gelaufen"),
    ],
)
def test_an_entry_point_that_names_no_game(tmp_path: Path, name: str, entry: str, why: str) -> None:
    """A name that is none or taken, a module that is not there, something else in it."""
    toy_in(tmp_path)
    with installed(tmp_path, {name: entry}):
        assert games.names() == HOUSE
        assert why in str(games.left_out()[0])


def test_of_two_that_claim_the_same_the_first_one_stays(tmp_path: Path) -> None:
    """Two games from outside with one mat: the error names both."""
    second = toy_in(tmp_path, "more_card")
    in_file(INIT, '"high-card"', '"more-card"')(second)
    in_file(INIT, "TY1", "TY2")(second)
    for language in LANGUAGES:
        in_file(f"words/{language}.toml", "[high-card]", "[more-card]")(second)
    toy_in(tmp_path)
    both = {"high-card": "high_card:GAME", "more-card": "more_card:GAME"}
    with installed(tmp_path, both):
        assert games.names() == (*HOUSE, "high-card")
        said = str(games.left_out()[0])

    assert "“more-card”" in said
    assert "too much like those of high-card" in said


TAKEN = re.compile(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (.+) \|$", re.MULTILINE)


def test_the_list_of_combinations_is_true() -> None:
    """docs/physical.md names every mat of the house, and no two in it are too much alike."""
    text = (Path(__file__).parents[2] / "docs/physical.md").read_text("utf-8")
    taken = [tuple(map(int, row[:4])) for row in TAKEN.findall(text)]
    pairs = list(combinations(taken, 2))

    assert {mat.markers for mat in games.mats()} <= set(taken)
    assert len(pairs) > 5
    assert all(2 <= sum(a != b for a, b in zip(*pair, strict=True)) for pair in pairs)
    assert MARKERS.issuperset(chain.from_iterable(taken))


def test_mats_that_share_two_markers_are_told_apart(tmp_path: Path) -> None:
    """A combination of four is a mat's own: two corners that differ are enough."""
    edit = in_file(INIT, "(40, 41, 42, 43)", "(0, 1, 6, 7)")
    with broken_toy(tmp_path, edit):
        assert games.left_out() == ()


def test_a_folder_of_the_house_is_no_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is laid among the house's own games is found there, and left out for the same reasons."""
    folder = toy_in(tmp_path)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    games.look_again()
    try:
        assert "high-card" in games.names()
        (folder / "words/nl.toml").unlink()
        games.look_again()
        (error,) = games.left_out()
    finally:
        monkeypatch.undo()
        games.look_again()

    assert "(companion.games.high_card)" in str(error)
    assert games.names() == HOUSE


def test_one_number_of_players_is_told_once(tmp_path: Path) -> None:
    """Two players, not two to two."""
    with toy_installed(tmp_path):
        told = CliRunner().invoke(murphy, ["games", "--lang", "en"])

    assert "High card (high-card): 2 players" in told.stdout
    assert 0 == told.exit_code


def test_murphy_games_tells_it(tmp_path: Path) -> None:
    """The others on standard output, the sentence on standard error or as an object in its place, and exit code 1."""
    told = {}
    with broken_toy(tmp_path, BROKEN["two languages"][0]):
        for language in LANGUAGES:
            told[language] = CliRunner().invoke(murphy, ["games", "--lang", language])
        lines = CliRunner().invoke(murphy, ["games", "--json", "--lang", "en"])
    *others, last = map(json.loads, lines.stdout.splitlines())

    assert list(HOUSE) == [each["game"] for each in others]
    assert {"game", "error"} == last.keys()
    assert told["en"].stderr.strip() == last["error"]
    for each in (*told.values(), lines):
        assert 1 == each.exit_code
    for each in told.values():
        assert re.search("Dumm gelaufen", each.stdout)
        assert "nl.toml" in each.stderr
        assert 1 == len(each.stderr.splitlines())


@pytest.mark.parametrize("line", ["simulate --games 1", "legal --lines", "print mat"])
def test_asked_for_by_name_it_says_why(line: str, tmp_path: Path) -> None:
    """Its name is known, so it is no wrong usage: the sentence is the answer."""
    command, *more = line.split()
    with broken_toy(tmp_path, BROKEN["syntax"][0]):
        asked = CliRunner().invoke(murphy, [command, "--game", "high-card", *more])

    assert isinstance(asked.exception, GameError)
    assert "SyntaxError" in str(asked.exception)
