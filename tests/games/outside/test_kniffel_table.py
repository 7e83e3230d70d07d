"""Kniffel at a table with a camera: rolls are counted, boxes are tapped, and what goes wrong is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.errors import IllegalMove
from companion.games.package import GamePackage
from tests.games.outside.watched import WatchedDice, kniffel_installed


@pytest.fixture(scope="module")
def kniffel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The game from outside."""
    with kniffel_installed(tmp_path_factory.mktemp("outside")) as package:
        yield package


def test_a_turn(kniffel: GamePackage) -> None:
    """Two dice stay on the strip, three are thrown again; what every box would score is told, and one tap ends the turn."""
    table = WatchedDice(kniffel)
    table.rolls("22456")
    assert (1, [2, 2, 4, 5, 6]) == (table.view["rolls"], table.view["dice"])
    table.shows(tray="2456", kept="2")
    table.shows(tray="456", kept="22")
    table.rolls("233", kept="22")
    assert (2, 25) == (table.view["rolls"], table.view["offers"]["full-house"])
    table.taps("full-house")
    assert (25, 1) == (table.now.points[0], table.now.turn)
    assert ["rolled", "rolled", "filled"] == table.told()


def test_a_nudge_is_no_roll(kniffel: GamePackage) -> None:
    """Dice that lie elsewhere and show the same were not thrown, unless they were taken up."""
    table = WatchedDice(kniffel)
    table.rolls("22456")
    table.shows(moved="26")
    assert 1 == table.now.rolls
    table.shows(tray="2456")
    table.shows(moved="4", kept="2")
    # What a hand brushes while it sets a die aside is not worth a word.
    assert ["rolled", "nudged"] == table.told()
    table.shows(tray="22456", kept="")
    table.shows(tray="2245")
    table.shows(tray="22456")
    assert 2 == table.now.rolls


def test_a_die_nobody_can_read(kniffel: GamePackage) -> None:
    """It is asked for; straightened it answers by itself."""
    table = WatchedDice(kniffel)
    table.rolls("2245?")
    assert ["die"] == [q["topic"] for q in table.view["questions"]]
    assert [2, 2, 4, 5, None] == table.view["lying"]
    table.taps("white-6")
    assert (2, 2, 4, 5, 6) == table.now.dice
    table.rolls("2245?")
    table.shows(tray="22451")
    assert (2, (1, 2, 2, 4, 5)) == (table.now.rolls, table.now.dice)


def test_a_roll_nobody_could_read_counts(kniffel: GamePackage) -> None:
    """Whoever throws on without a word has one roll less."""
    table = WatchedDice(kniffel)
    table.rolls("2245?")
    table.rolls("11111")
    assert (2, (1,) * 5) == (table.now.rolls, table.now.dice)
    assert ["roll-lost", "rolled", "kniffel"] == table.told()[1:]
    # One that does not count either makes nothing known, and nobody is asked any more what the last one was.
    table.rolls("2245?")
    table.shows(tray="22")
    table.shows(tray="22333")
    assert ["no-more-rolls"] == table.troubles()
    assert (None, []) == (
        table.view["lying"],
        [q["topic"] for q in table.view["questions"] if q["topic"] == "die"],
    )


def test_a_sixth_thing_that_cannot_be_read_is_no_die(kniffel: GamePackage) -> None:
    """Five readable ones are the dice."""
    table = WatchedDice(kniffel)
    table.shows(kept="?")
    table.rolls("22456", kept="?")
    assert [] == table.troubles()
    assert 1 == table.now.rolls


def test_a_box_that_nobody_tapped_is_owed(kniffel: GamePackage) -> None:
    """The next player throws all five after the third roll: the turn has gone on, and the box is asked for."""
    table = WatchedDice(kniffel)
    for rolled in ("22456", "22451", "22222"):
        table.rolls(rolled)
    table.rolls("13456")
    assert (1, 1) == (table.now.turn, table.now.rolls)
    owed, now = table.view["questions"]
    assert ("owed-0", 0, 1) == (owed["id"], owed["player"], now["player"])
    table.session.answer("owed-0", "kniffel")
    assert (50, 0) == table.now.points
    table.taps("chance")
    assert (50, 19) == table.now.points


def test_a_fourth_roll(kniffel: GamePackage) -> None:
    """It does not count; the host may let it, or it is put right."""
    table = WatchedDice(kniffel)
    for rolled in ("22456", "22451", "22233"):
        table.rolls(rolled)
    table.shows(tray="222")
    table.shows(tray="22266")
    assert ["no-more-rolls"] == table.troubles()
    table.session.correct({"do": "counts"})
    assert ((2, 2, 2, 6, 6), []) == (table.now.dice, table.troubles())


def test_a_die_that_fell_off(kniffel: GamePackage) -> None:
    """Four dice lie there: it is said, until the fifth does."""
    table = WatchedDice(kniffel)
    table.rolls("2245")
    assert ["missing"] == table.troubles()
    table.shows(tray="22456")
    assert ([], 1) == (table.troubles(), table.now.rolls)


def test_taking_back(kniffel: GamePackage) -> None:
    """What was seen and what was tapped, one after the other."""
    table = WatchedDice(kniffel)
    table.rolls("22456")
    table.taps("chance")
    table.session.undo()
    assert (0, 1) == (table.now.turn, table.now.rolls)
    table.session.undo()
    assert 0 == table.now.rolls


def test_corrections(kniffel: GamePackage) -> None:
    """Dice, a box, the turn; nonsense is refused."""
    table = WatchedDice(kniffel)
    table.rolls("22456")
    table.session.correct({"do": "dice", "values": [2, 2, 2, 2, 2]})
    table.session.correct({"do": "box", "player": 1, "box": "sixes", "points": 24})
    table.session.correct({"do": "turn", "player": 1})
    assert ((0, 24), 1) == (table.now.points, table.now.turn)
    for wrong in (
        {"do": "dice", "values": [1]},
        {"do": "box", "player": 7, "box": "ones", "points": 1},
        {"do": "x"},
    ):
        with pytest.raises(IllegalMove):
            table.session.correct(wrong)
