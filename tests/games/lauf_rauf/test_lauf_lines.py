"""What `murphy watch` tells of Lauf Rauf!: a line for each announcement, and one for each question."""

from companion.games.lauf_rauf.reports import watch_lines
from companion.words import words
from tests.games.lauf_rauf.seen import WatchedMountain


def test_a_roll_is_a_line() -> None:
    """As of any game with dice: by colour, with those that were thrown."""
    watched, lines = WatchedMountain(), watch_lines()
    watched.looks()
    (first,) = lines.played(watched.rolls("35"), watched.session)
    (again,) = lines.played(watched.rolls_one("3", "1"), watched.session)

    assert ("roll", 0, 1) == (first["event"], first["player"], first["number"])
    assert {"white": [3, 5]} == first["dice"] == first["rolled"]
    assert ({"white": [1, 5]}, {"white": [1]}) == (again["dice"], again["rolled"])
    watched.close()


def test_a_die_that_cannot_be_read_is_a_question() -> None:
    """Nobody answers; it is told once."""
    watched, lines = WatchedMountain(), watch_lines()
    watched.looks()
    told = list(lines.played(watched.rolls("3?"), watched.session))

    assert ["illegal", "question"] == [line["event"] for line in told]
    assert "roll both = 3 1" == told[1]["choices"][0]["id"]
    assert "3 and 1" == words("en").worded(told[1])["choices"][0]["text"]
    assert [] == list(lines.played(watched.looks(), watched.session))
    watched.close()
