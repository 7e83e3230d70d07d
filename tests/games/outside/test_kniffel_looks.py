"""What the kit makes of looks at dice that all look alike (companion/kit/rolls.py), look by look."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.announce import Message
from companion.games.package import GamePackage
from companion.words import words
from tests.games.outside.watched import WatchedDice, kniffel_installed


@pytest.fixture(scope="module")
def kniffel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The game from outside."""
    with kniffel_installed(tmp_path_factory.mktemp("outside")) as package:
        yield package


@pytest.fixture
def table(kniffel: GamePackage) -> WatchedDice:
    """Ann has rolled 2 2 4 5 6 once."""
    watched = WatchedDice(kniffel)
    watched.rolls("22456")
    return watched


def stands(table: WatchedDice) -> tuple[int, str]:
    """How many rolls this turn has had, and what the dice show."""
    return table.now.rolls, "".join(map(str, table.now.dice))


ONCE = (1, "22456")


def test_dice_that_lie_there_at_first_were_not_thrown(kniffel: GamePackage) -> None:
    """A game begins beside the dice of the one before; those that fall later are a roll."""
    table = WatchedDice(kniffel, begins={"tray": "13556"})
    assert (0, "") == stands(table)
    table.shows(tray="")
    table.shows(tray="11223")
    assert (1, "11223") == stands(table)


@pytest.mark.parametrize("looks", [("2245?",), ("2?45?", "22456"), ("?????", "2245?")])
def test_a_die_that_lies_still_may_be_unread(table: WatchedDice, looks: tuple[str, ...]) -> None:
    """Nobody is asked what is known, and nothing was thrown."""
    for tray in looks:
        table.shows(tray=tray)
    assert ONCE == stands(table)
    assert [] == [q for q in table.view["questions"] if q["topic"] == "die"]


def test_a_throw_that_no_look_shows(table: WatchedDice) -> None:
    """The dice show something else than before: they were thrown between two looks."""
    table.shows(tray="22411")
    assert (2, "11224") == stands(table)


def test_under_a_hand_nothing_counts(table: WatchedDice) -> None:
    """What is remembered there is no look."""
    table.shows(tray="224", covered="tray")
    table.shows(tray="22456")
    assert ONCE == stands(table)


def test_a_die_laid_aside_by_hand_was_not_thrown(table: WatchedDice) -> None:
    """It was out of sight for a look, and lies on the strip then."""
    table.shows(tray="2456")
    table.shows(kept="2")
    assert ONCE == stands(table)
    table.shows(tray="45")
    table.shows(tray="4566")
    assert (2, "24566") == stands(table)


def test_everything_is_new_to_a_camera_that_has_just_started(table: WatchedDice) -> None:
    """It lies as it lay."""
    table.zones.clear()
    table.shows(tray="22456")
    assert ONCE == stands(table)


def test_a_cube_in_the_tray_is_no_die(table: WatchedDice) -> None:
    """Once there were more than five it is known, also while it could be the one that is in the hand."""
    table.shows(tray="22456?")
    table.shows(tray="2256?")
    assert [] == table.troubles()
    table.shows(tray="2256??")
    (asked,) = (q for q in table.view["questions"] if q["topic"] == "die")
    assert [2, 2, 5, 6] == asked["beside"]
    table.session.answer(asked["id"], "white-3")
    assert (2, "22356") == stands(table)


def test_what_may_have_been_thrown_beside_a_cube_was_not_if_it_shows_the_same(
    table: WatchedDice,
) -> None:
    """The one that nobody read shows what was not seen meanwhile: there was no roll."""
    table.shows(tray="22456?")
    table.shows(tray="2256?")
    table.shows(tray="2256??")
    (asked,) = (q for q in table.view["questions"] if q["topic"] == "die")
    table.session.answer(asked["id"], "white-4")
    assert ONCE == stands(table)


def test_a_cube_that_is_taken_away_is_forgotten(table: WatchedDice) -> None:
    """Then what cannot be read is a die again, which is asked for after a roll."""
    table.shows(tray="22456?")
    table.shows(tray="22456")
    table.shows(tray="")
    table.shows(tray="1345?")
    assert [None] == [v for v in table.view["lying"] if v is None]


def test_six_dice(table: WatchedDice) -> None:
    """All of them can be read: one does not belong to the game."""
    table.shows(tray="224566")
    assert ["too-many"] == table.troubles()
    table.shows(tray="22456")
    assert ([], ONCE) == (table.troubles(), stands(table))


def test_a_straightened_die_answers_by_itself(table: WatchedDice) -> None:
    """Taken up alone and laid flat it is the same roll."""
    table.rolls("1134?")
    table.shows(tray="1134")
    table.shows(tray="11346")
    assert (2, "11346") == stands(table)


def test_an_unread_die_thrown_with_another_one_is_another_roll(table: WatchedDice) -> None:
    """What nobody could read counts all the same."""
    table.rolls("1134?")
    table.shows(tray="113")
    table.shows(tray="11326")
    assert "roll-lost" in table.told()
    assert (3, "11236") == stands(table)


def test_two_unread_dice_are_asked_for_one_by_one(table: WatchedDice) -> None:
    """A look may answer the second one."""
    table.rolls("113??")
    table.taps("white-5")
    assert [1, 1, 3, 5, None] == table.view["lying"]
    table.shows(tray="11356")
    assert (2, "11356") == stands(table)


def test_a_fourth_roll_is_laid_back(table: WatchedDice) -> None:
    """As the third one lay; the trouble is over."""
    table.rolls("22433")
    table.rolls("22411")
    table.shows(tray="224")
    table.shows(tray="22455")
    assert ["no-more-rolls"] == table.troubles()
    table.shows(tray="224")
    table.shows(tray="22411")
    assert ([], (3, "11224")) == (table.troubles(), stands(table))


def test_fewer_than_five_begin_no_turn(table: WatchedDice) -> None:
    """Two stay on the strip, three are thrown."""
    table.shows(tray="456", kept="22")
    table.taps("chance")
    table.shows(tray="")
    table.shows(tray="111")
    assert ["all-dice"] == table.troubles()
    assert (0, "") == stands(table)


def test_nothing_counts_in_a_pause(table: WatchedDice) -> None:
    """Somebody plays with the dice meanwhile."""
    table.session.correct({"do": "pause"})
    table.shows(tray="")
    table.shows(tray="66666")
    table.session.correct({"do": "resume"})
    table.shows(tray="66666", moved="6")
    assert ONCE == stands(table)


def test_a_nudge_is_told(table: WatchedDice) -> None:
    """Two dice lie elsewhere and show the same."""
    table.shows(moved="26")
    assert "nudged" == table.told()[-1]


def test_entered_dice_are_those_on_the_table(table: WatchedDice) -> None:
    """Whoever enters a roll that lies there has not thrown twice."""
    table.shows(tray="224")
    table.shows(tray="2241?")
    table.session.submit({"move": "roll", "player": 0, "kept": [2, 2, 4], "dice": [1, 2, 2, 3, 4]})
    table.shows(tray="22413")
    assert (2, "12234") == stands(table)


def test_what_may_be_in_the_hand_is_asked_once_nothing_moves(table: WatchedDice) -> None:
    """A cube goes, and a die can no longer be read: until a look without any change it may be the other way round."""
    table.shows(tray="22456?")
    table.shows(tray="2245?")
    assert ["take"] == [q["topic"] for q in table.view["questions"]]
    table.shows()
    assert ["die"] == [q["topic"] for q in table.view["questions"]]
    table.taps("white-6")
    assert ONCE == stands(table)


def test_a_die_in_the_hand_at_the_end_of_a_pause_was_not_thrown(table: WatchedDice) -> None:
    """Whatever it shows as it is laid back."""
    table.session.correct({"do": "pause"})
    table.shows(tray="2245")
    table.session.correct({"do": "resume"})
    table.shows(tray="22451")
    assert ONCE == stands(table)


def test_all_five_were_thrown_though_a_cube_passed_for_one(table: WatchedDice) -> None:
    """It came as they were taken up; beside all five it is known, and the turn is the next player's."""
    table.rolls("22451")
    table.rolls("22455")
    table.shows(tray="?")
    table.shows(tray="13456?")
    assert [] == table.troubles()
    assert (1, 1, "13456") == (table.now.turn, *stands(table))


def test_all_five_were_thrown_though_something_else_passed_for_one(table: WatchedDice) -> None:
    """Beside a cube that is known; where all five have come none has stayed."""
    table.rolls("22451?")
    table.rolls("22455?")
    table.shows(tray="??")
    table.shows(tray="13456?")
    assert [] == table.troubles()
    assert (1, 1, "13456") == (table.now.turn, *stands(table))


def test_what_is_asked_and_told_names_the_dice(table: WatchedDice) -> None:
    """The colour, what lies beside it, and that one is out of sight."""
    say = words("en")
    table.rolls("2245?")
    (asked,) = table.view["questions"]
    assert "A die (white, beside the one that shows 2, 2, 4, 5) cannot be read" in say(
        Message.from_json(asked["text"])
    )
    told = table.view["announcements"][-1]
    assert "A die cannot be read for sure: white" in say(Message.from_json(told["text"]))


def test_a_throw_that_no_look_shows_beside_an_unread_die(table: WatchedDice) -> None:
    """What was asked for has been thrown again: that roll is lost, and this one counts."""
    table.rolls("1134?")
    table.shows(tray="22256")
    assert "roll-lost" in table.told()
    assert (3, "22256") == stands(table)


def test_a_throw_after_one_that_nobody_saw(table: WatchedDice) -> None:
    """What may have been thrown beside a cube is not asked any more, and was no roll."""
    for tray in ("22456?", "2256?", "2256??"):
        table.shows(tray=tray)
    assert table.view["lying"] is not None
    table.shows(tray="22?")
    table.shows(tray="22111?")
    assert (2, "11122", None) == (*stands(table), table.view["lying"])
    assert "roll-lost" not in table.told()


def test_all_five_may_be_thrown_between_two_looks(table: WatchedDice) -> None:
    """After the third roll they are the next player's, unless some lie on the strip."""
    table.rolls("22451")
    table.rolls("22455")
    table.shows(tray="13346")
    assert (1, 1, "13346") == (table.now.turn, *stands(table))


def test_a_roll_that_people_let_count_is_the_last_one_seen(table: WatchedDice) -> None:
    """What lies there is no further roll, however often it is looked at."""
    table.rolls("22433")
    table.rolls("22411")
    table.shows(tray="224")
    table.shows(tray="22455")
    table.session.correct({"do": "counts", "reason": "no-more-rolls"})
    table.shows(moved="5")
    assert ([], (3, "22455")) == (table.troubles(), stands(table))


def test_thrown_dice_may_show_the_same(table: WatchedDice) -> None:
    """They were seen in the hand, so it is a roll, also if one of them has to be told."""
    table.rolls("22456")
    assert (2, "22456") == stands(table)
    table.rolls("2245?")
    table.taps("white-6")
    assert (3, "22456") == stands(table)
