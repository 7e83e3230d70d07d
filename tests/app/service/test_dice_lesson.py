"""Teaching dice: a face is learnt when it is seen twice alike or people say so; a set outlives the companion."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.camera import ipc
from companion.app.service.dice_teaching import DiceLesson, DiceTeaching, lesson
from companion.errors import InputError
from companion.household import (
    FACES,
    ShownFace,
    TaughtDie,
    TaughtSet,
    TaughtSets,
    as_stored,
    taught_set,
)
from companion.pieces import DiceSet, Die

RED, PINK = (-1.8, 1.5, 0.0), (-0.6, 0.5, 0.1)
DICE = DiceSet((Die("red", ("1", "symbol")), Die("pink", ("1", "symbol"))))
LESSON = lesson("ours", DICE)


def asked(now: DiceLesson) -> tuple[str, str] | None:
    """Colour and face that are to be shown next."""
    return None if now.asked is None else (now.asked.die.colour, now.asked.face)


def after(now: DiceLesson, *looks: ShownFace | None) -> DiceLesson:
    """A lesson after some looks."""
    for one in looks:
        now = now.seen(one)
    return now


ONE = ShownFace(RED, "1")


def test_a_face_is_learnt_when_it_is_seen_twice_alike() -> None:
    """Once could be a die that rolls on."""
    assert ("red", "1") == asked(after(LESSON, ONE))
    assert ("red", "symbol") == asked(after(LESSON, ONE, ONE))


@pytest.mark.parametrize(
    "looks",
    [
        (ShownFace(RED, "1", sure=False),) * 3,
        (ShownFace(RED, "3"),) * 3,
        (ONE, None, ONE),
        (ONE, ShownFace(PINK, "1")),
    ],
    ids=["unsure", "another face", "taken away", "another die"],
)
def test_what_is_not_surely_the_face_is_not_learnt(looks: tuple[ShownFace | None, ...]) -> None:
    """Until people say that it lies right."""
    assert ("red", "1") == asked(after(LESSON, *looks))


def test_people_say_what_is_not_read() -> None:
    """A symbol that resembles a four is the symbol; where nothing new was seen there is nothing to say."""
    now = after(LESSON, ONE, ONE, ShownFace(RED, "4", sure=False))

    assert ("red", "symbol") == asked(now.seen(None).confirmed())
    assert ("red", "symbol") == asked(after(LESSON, ONE, ONE).confirmed())
    assert ("pink", "1") == asked(now.confirmed())
    assert (TaughtDie("red", (RED, RED), ("1", "symbol")), TaughtDie("pink")) == (
        now.confirmed().taught.dice
    )


def test_an_ordinary_die_has_its_six_instead() -> None:
    """Where the game's own have a symbol."""
    six = ShownFace(RED, "6")

    assert ("1", "6") == after(LESSON, ONE, ONE, six, six).taught.dice[0].faces


def test_the_second_die_of_a_colour_need_not_be_shown() -> None:
    """Whoever skips the rest of all dice is through."""
    assert ("pink", "1") == asked(after(LESSON, ONE, ONE).next_die())
    assert asked(LESSON.next_die().next_die()) is None


looks = st.tuples(*[st.floats(-4, 2)] * 3)
dice = st.builds(
    TaughtDie,
    st.text(max_size=8),
    st.lists(looks).map(tuple),
    st.lists(st.sampled_from(FACES)).map(tuple),
)


@given(st.lists(dice, max_size=2).map(tuple))
def test_a_file_gives_the_set_back(dice: tuple[TaughtDie, ...]) -> None:
    """Whatever was taught."""
    assert TaughtSet(dice) == taught_set(as_stored(TaughtSet(dice)))


@pytest.mark.parametrize(
    "given",
    [{}, {"dice": [{}]}, {"dice": [{"colour": "red", "looks": [], "faces": ["9"]}]}],
    ids=["nothing", "no die", "no face of a die"],
)
def test_what_is_no_set_is_refused(given: Mapping[str, Any]) -> None:
    """A file of something else says so."""
    with pytest.raises((KeyError, ValueError)):
        taught_set(given)


def test_a_set_that_is_not_kept_is_refused_with_those_that_are(tmp_path: Path) -> None:
    """So is a file that holds none, and the name of ordinary dice."""
    sets = TaughtSets(tmp_path)
    sets.keep("ours", TaughtSet(()))
    (tmp_path / "dice" / "broken.json").write_text("[]")

    with pytest.raises(InputError, match="known: broken, ours"):
        sets.read("theirs")
    with pytest.raises(InputError):
        sets.read("broken")
    with pytest.raises(InputError):
        sets.check("plain")


@dataclass
class Table:
    """A camera over one die at a time, and the set that is played with."""

    shows: ShownFace | None = None
    used: str = ""
    played: list[str] = field(default_factory=list)

    def shown_die(self) -> ipc.DieShown | None:
        """What lies there."""
        return ipc.DieShown(self.shows)

    def use(self, name: str) -> None:
        """Play with a set."""
        self.used = name
        self.played.append(name)


def desk(table: Table, state: Path, dice: DiceSet = DICE) -> DiceTeaching:
    """Teaching at a table."""
    return DiceTeaching(
        TaughtSets(state), lambda: dice, lambda: table, lambda: table.used, table.use
    )


def test_a_set_that_was_shown_is_kept_and_played_with(tmp_path: Path) -> None:
    """Die by die, face by face; another companion on the same folder knows it."""
    table = Table()
    teaching = desk(table, tmp_path)
    teaching.act("begin", "ours")
    for look, side in ((RED, "1"), (RED, "symbol"), (PINK, "1"), (PINK, "symbol")):
        table.shows = ShownFace(look, side)
        teaching.act("look", "")
        told = teaching.act("look", "")

    assert (None, "ours", ["ours"]) == (told["lesson"], told["used"], told["sets"])
    again = TaughtSets(tmp_path).read("ours")
    assert {"red": (RED, RED), "pink": (PINK, PINK)} == again.looks


def test_a_lesson_tells_what_it_sees(tmp_path: Path) -> None:
    """Nothing, something that is not sure, something else, the face itself, and that the die may be turned."""
    table = Table()
    teaching = desk(table, tmp_path)
    teaching.act("begin", "ours")
    heard = []
    for shown in (
        None,
        replace(ONE, sure=False),
        replace(ONE, side="2"),
        replace(ONE, side="symbol"),
        ONE,
        ONE,
    ):
        table.shows = shown
        heard.append(teaching.act("look", "")["lesson"]["seen"].key)

    keys = ("none", "unsure", "other", "other-symbol", "steady", "turn")
    assert [f"dice.teach.{key}" for key in keys] == heard


def test_a_lesson_is_of_the_dice_there_were_when_it_was_begun(tmp_path: Path) -> None:
    """Another game, which has none, begins in that moment: it goes on, and can be stopped."""
    table, there = Table(), [DICE]
    teaching = DiceTeaching(
        TaughtSets(tmp_path),
        lambda: there.pop() if there else DiceSet(),
        lambda: table,
        lambda: table.used,
        table.use,
    )

    assert "red" == teaching.act("begin", "ours")["lesson"]["colour"]


def test_a_tap_for_a_die_that_is_done_skips_no_other(tmp_path: Path) -> None:
    """A look was on its way, and the die through when it was answered: what is said of it then is not said of the next one."""
    teaching = desk(Table(), tmp_path)
    number = teaching.act("begin", "ours")["lesson"]["number"]
    turns = [teaching.act("next", "", number)["lesson"]["colour"] for _ in range(2)]

    assert ["pink", "pink"] == turns
    assert teaching.act("next", "", number + 1)["lesson"] is None
    assert teaching.act("right", "", number)["lesson"] is None


def test_a_lesson_that_is_stopped_or_taught_nothing_leaves_nothing(tmp_path: Path) -> None:
    """The dice in play stay those that they were."""
    table = Table()
    teaching = desk(table, tmp_path)
    for acts in (("begin", "stop"), ("begin", "next", "next"), ("look", "right")):
        told = [teaching.act(act, "ours") for act in acts][-1]

        assert (None, []) == (told["lesson"], told["sets"])
    assert [] == table.played


def test_another_set_is_played_with_or_forgotten(tmp_path: Path) -> None:
    """One that is forgotten is played with no longer; one that is not there is refused."""
    table = Table()
    TaughtSets(tmp_path).keep("ours", TaughtSet(()))
    teaching = desk(table, tmp_path)

    assert ["ours", ""] == [teaching.act("use", n)["used"] for n in ("ours", "")]
    with pytest.raises(InputError, match="ours"):
        teaching.act("use", "theirs")
    teaching.act("use", "ours")
    assert ([], "") == (teaching.act("forget", "ours")["sets"], table.used)
    with pytest.raises(InputError, match="No dice have been shown yet"):
        teaching.act("use", "ours")


def test_no_lesson_begins_that_cannot_end(tmp_path: Path) -> None:
    """Without dice, with a name that no file can have, or doing what there is not."""
    with pytest.raises(InputError):
        desk(Table(), tmp_path, DiceSet()).act("begin", "ours")
    for act, name in (("begin", " "), ("begin", "plain"), ("dance", "ours")):
        with pytest.raises(InputError):
            desk(Table(), tmp_path).act(act, name)
