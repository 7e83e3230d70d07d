"""The command `murphy games`."""

import json
import re

import pytest
from click.testing import CliRunner

from companion.app.cli import modules, murphy
from companion.games import games
from companion.words import LANGUAGES


def test_every_game_is_told() -> None:
    """One object a line: who may play, and what lies on the table."""
    told = CliRunner().invoke(murphy, ["games", "--json"])
    lines = [json.loads(line) for line in told.output.splitlines()]

    assert 0 == told.exit_code
    assert [game.name for game in games()] == [line["game"] for line in lines]
    first = lines[0]
    assert ([2, 6], [0, 1, 2, 3]) == (first["players"], first["mat"])
    assert first["editions"] == ["classic", "newer"]
    assert [game.pawns for game in games()] == [line["pawns"] for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_get_sentences(language: str) -> None:
    """In their language, without braces."""
    told = CliRunner().invoke(murphy, ["games", "--lang", language])

    assert "Dumm gelaufen (dumm-gelaufen)" in told.output
    assert "{" not in told.output
    assert "110 / 111" in told.output
    bare = [line for line in told.output.splitlines() if "--no-mat" in line]
    assert ["5"] == re.findall(r"\b\d+\b", " ".join(bare)), "five dice alone need no mat"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["--lang", "nl", "games"], "spelers"),
        (["--lang", "nl", "games", "--lang", "en"], "players"),
    ],
    ids=["for all", "a command's own"],
)
def test_the_language_may_be_named_first(said: list[str], told: str) -> None:
    """`murphy --lang` holds for every command, before the environment."""
    came = CliRunner(env={"MURPHY_LANG": "de"}).invoke(murphy, said)

    assert told in came.output


def test_a_game_adds_its_own_commands() -> None:
    """They stand beside those of the house."""
    assert "verify" in modules()
    assert "play" in modules()
