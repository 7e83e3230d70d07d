"""What `murphy watch` tells of this game: a line for each announcement, in words of three languages."""

import pytest

from companion.games.nicht_lustig.reports import watch_lines
from companion.words import LANGUAGES, words
from tests.games.nicht_lustig.seen import WatchedTable, codes


def test_a_roll_is_a_line() -> None:
    """It says who rolled what, and which roll of the turn it was."""
    table = WatchedTable().begin()
    (line,) = watch_lines().played(table.shows(tray=codes("33 12 45 *")), table.session)
    told = words("en").worded(line)

    assert ("roll", 0, 1) == (line["event"], line["player"], line["number"])
    assert {"black": [3, 3], "red": [1, 2], "white": [4, 5], "pink": "symbol"} == line["dice"]
    assert "Ann: roll 1" == watch_lines().in_words(told, words("en"), ("Ann", "Bob"))
    table.close()


def test_a_later_roll_says_which_dice_were_thrown() -> None:
    """By their colours: a camera does not tell two of one apart."""
    table = WatchedTable().begin()
    table.rolls("33 12 45 1")
    (line,) = watch_lines().played(table.rolls("33 14 45 2", "0001001"), table.session)

    assert {"red": [4], "pink": 2} == line["rolled"]
    table.close()


def test_a_die_that_cannot_be_read_is_a_question() -> None:
    """With what may be answered, and once."""
    table, lines = WatchedTable().begin(), watch_lines()
    (asked,) = lines.played(table.shows(tray=codes("33 1? 45 2")), table.session)
    told = words("en").worded(asked)

    assert ("question", "die", None) == (asked["event"], asked["topic"], asked["player"])
    assert ["1", "2"] == [choice["text"] for choice in told["choices"]][:2]
    assert "red-1" == asked["choices"][0]["id"]
    assert [] == list(lines.played(table.shows(), table.session))
    table.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_in_words(language: str) -> None:
    """Cards by their names, dice by colour and value; a die that is not read is told as such."""
    told = {
        "event": "table",
        "zones": {"display": ["R01-1"], "tray": ["red-3", "pink"], "kept": []},
    }
    said = watch_lines().in_words(told, words(language))

    assert "Riebmann 1" in said
    assert {"3", "?"} <= set(said.replace(",", " ").replace(";", " ").split())
