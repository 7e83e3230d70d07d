"""What each part of the table decides, case by case: which dice were thrown, whose roll it is, what a card that went was taken for, what people may say, are asked and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from companion.announce import message
from companion.errors import IllegalMove
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.setup import Rulings, Setup
from companion.games.nicht_lustig.table import (
    dice_seen,
    observations,
    questions,
    rolling,
    submissions,
    taking,
    views,
)
from companion.games.nicht_lustig.table import events as e
from companion.games.nicht_lustig.table.dice_seen import SEEN, DiceAtRest
from companion.games.nicht_lustig.table.state import (
    AssumedTurn,
    OneSymbol,
    Recorder,
    TableState,
    evolve,
    open_symbols,
    start,
)
from companion.kit import rolls
from companion.kit import table as kit
from companion.kit.dice import DiceLying, UnreadRoll
from companion.table import Glimpse, Settled, Step, Table
from tests.games.nicht_lustig.seen import codes

DICE: Final = (3, 3, 1, 2, 4, 5, 1)
ALL: Final = p.DICE


def rolled(dice: str) -> p.DiceRoll:
    """``33 12 45 1``, a symbol as ``*``."""
    return p.DiceRoll(tuple(0 if v == "*" else int(v) for v in dice.replace(" ", "")))


def state_of(dice: str = "", number: int = 1, **more: Any) -> m.State:
    """Ann's turn with so many rolls; her cards by their place, Bob's as ``bob_open`` and so on; rulings by name."""
    named = {name: more.pop(name) for name in [*more] if hasattr(Rulings(), name)}
    parts = ("open", "scored", "covered", "deaths", "specials")
    ann = m.PlayerArea(**{part: more.pop(part) for part in parts if part in more})
    of_bob = {part: more.pop(f"bob_{part}") for part in parts if f"bob_{part}" in more}
    areas = ann, m.PlayerArea(**of_bob)
    owned = {card for area in areas for card in area.cards}
    display = tuple(face for face in p.TARGETS if face not in owned)
    known = {"dice": rolled(dice), "rolls": number} if dice else {}
    begun = m.start(2, Rulings(**named))
    return replace(begun, **{"areas": areas, "display": display, **known, **more})


def at_table(state: m.State | None = None, **more: Any) -> TableState:
    """The game is played, and looked at."""
    now = state or state_of()
    setup = Setup(("Ann", "Bob"), camera=more.pop("camera", True), rulings=now.rulings)
    lie = {"display": tuple(f"{face}-1" for face in now.display)}
    there = replace(start(setup), stage="play", state=now, table=Table(lie))
    return replace(there, **more)


def recorded(table_state: TableState) -> Recorder:
    return Recorder(table_state, evolve)


def kinds(recorder: Recorder) -> list[str]:
    return [type(one.event).__name__ for one in recorder.happened]


def wrong(reason: str, player: int = 0) -> rolls.Violation:
    return rolls.Violation(reason, player, message("lustig.wrong.taken", card="R03"))


# Which dice were thrown, and what they show ---------------------------------------------------


def rest(before: str, lies: str, left: str = "", came: str = "", free: p.Names = ALL) -> DiceAtRest:
    """``left`` and ``came`` as the codes of dice, one after the other."""
    known = rolled(before) if before else None
    return DiceAtRest(
        known, free, SEEN.read(codes(lies)), tuple(left.split()), tuple(sorted(came.split()))
    )


@pytest.mark.parametrize(
    ("fallen", "stale", "asked"),
    [
        (rest("", "33 1? 4? 1"), (), ("red", "white")),
        (rest("33 12 45 1", "33 12 45 1"), (), ()),
        (rest("33 12 45 1", "33 ?2 45 1"), (), ()),
        (rest("33 12 45 1", "33 ?2 45 1"), ("red",), ("red",)),
        (rest("33 12 45 1", "33 ?2 45 1"), ("white",), ()),
        (rest("33 12 45 1", "33 ?2 45 1", "red-1", "red"), (), ("red",)),
        (rest("33 12 45 1", "33 ?2 45 1", "red-1", "red-2"), (), ()),
        (rest("33 12 45 1", "33 ?? 45 1", "red-1", "red"), (), ("red",)),
        (rest("33 12 45 1", "33 ?? 45 1", "red", "red"), (), ("red", "red")),
        (rest("33 22 45 1", "33 ?? 45 1", "red", "red"), (), ("red",)),
        (rest("33 12 45 1", "33 12 45 ?", "pink-1", "pink"), (), ("pink",)),
    ],
)
def test_which_unread_dice_have_to_be_known(
    fallen: DiceAtRest, stale: p.Names, asked: p.Names
) -> None:
    """Those that fell; one that was kept only where nobody knows what it showed, or which of two it is."""
    assert asked == fallen.unknown(stale)


@pytest.mark.parametrize(
    ("fallen", "asked", "values"),
    [
        (rest("33 12 45 1", "33 ?2 45 1"), (), "33 12 45 1"),
        (rest("33 12 45 1", "33 ?? 45 1"), (), "33 12 45 1"),
        (rest("33 12 45 1", "33 ?? 45 1", "red-1", "red"), ("red",), "33 2_ 45 1"),
        (rest("33 12 45 1", "33 ?4 45 1", "red-1", "red-4"), (), "33 24 45 1"),
        (rest("33 12 45 1", "33 12 45 ?", "pink-1", "pink"), ("pink",), "33 12 45 _"),
        (rest("33 12 45 1", "33 ?_ 45 1", "red-1"), (), "33 2_ 45 1"),
    ],
)
def test_a_kept_die_shows_what_it_showed(fallen: DiceAtRest, asked: p.Names, values: str) -> None:
    """Though nobody can read it now; where that is not known the dice are as they lie."""
    assert DiceLying(SEEN.read(codes(values)).values, asked) == fallen.with_kept(asked)
    assert fallen.dice == replace(fallen, before=None).with_kept(asked)


@pytest.mark.parametrize(
    ("fallen", "thrown", "values"),
    [
        (
            rest("", "33 12 45 1", "", "black-3 black-3 red-1 red-2 white-4 white-5 pink-1"),
            ALL,
            "33 12 45 1",
        ),
        (rest("33 12 45 1", "33 12 45 2", "pink-1", "pink-2"), ("pink",), "33 12 45 2"),
        (rest("33 12 45 1", "33 14 45 1", "red-2", "red-4"), ("red-2",), "33 14 45 1"),
        (rest("33 12 45 1", "33 24 45 1", "red-1", "red-4"), ("red-1",), "33 42 45 1"),
        (rest("33 12 45 1", "33 24 45 1", "red", "red-4"), ("red-1",), "33 42 45 1"),
        (
            rest("33 12 45 1", "33 55 45 1", "red-1 red-2", "red-5 red-5"),
            ("red-1", "red-2"),
            "33 55 45 1",
        ),
        (rest("33 12 45 1", "34 12 45 1", "black-3", "black-4"), ("black-1",), "43 12 45 1"),
        (
            rest("33 12 45 1", "34 12 45 1", "black-3", "black-4", ("black-2", "pink")),
            ("black-2",),
            "34 12 45 1",
        ),
        (
            rest("33 12 45 1", "33 12 45 2", "black-3 pink-1", "black-3 pink-2", ("pink",)),
            ("pink",),
            "33 12 45 2",
        ),
        (
            rest("33 12 45 1", "35 12 45 2", "black-3 pink-1", "black-5 pink-2", ("pink",)),
            ("black-1", "pink"),
            "53 12 45 2",
        ),
    ],
)
def test_which_dice_were_thrown(fallen: DiceAtRest, thrown: p.Names, values: str) -> None:
    """Of two of a colour the one that was seen to leave, else the one that does not lie as it lay, else the one that may be; a kept one that shows what it showed was nudged."""
    assert (thrown, rolled(values).values) == (fallen.throw.thrown, fallen.throw.values)


@pytest.mark.parametrize(
    ("lies", "before", "values"),
    [
        ("33 12 45 1", "00 00 00 0", "33 12 45 1"),
        ("33 ?2 45 1", "33 12 45 1", "33 12 45 1"),
        ("33 ?? 45 1", "33 12 45 1", "33 12 45 1"),
        ("33 ?4 45 1", "33 12 45 1", "33 14 45 1"),
        ("33 12 45 ?", "33 12 45 1", "33 12 45 1"),
    ],
)
def test_what_was_never_read_is_what_it_was(lies: str, before: str, values: str) -> None:
    """A die of its colour, as it was before."""
    found = dice_seen.filled(SEEN.read(codes(lies)), rolled(before))

    assert DiceLying(SEEN.read(codes(values)).values) == found


@pytest.mark.parametrize(
    ("before", "asked", "came", "fell", "alike"),
    [
        (None, (("black", 3), ("black", 5)), ("black",), ("black",), ()),
        ("35 12 45 1", (("black", 3), ("black", 2)), ("black",), ("black-2",), ()),
        ("35 12 45 1", (("black", 3), ("black", 5)), ("black",), ("black",), ("black",)),
        ("35 12 45 1", (("black", 1), ("black", 2)), ("black",), ("black",), ()),
        ("35 12 45 1", (("black", 3), ("black", 3)), ("black",), ("black",), ()),
        ("35 12 45 1", (("black", 3), ("black", None)), ("black",), ("black",), ()),
        ("35 12 45 1", (("black", 3), ("black", 2)), ("black", "black"), ("black", "black"), ()),
        ("35 12 45 1", (("black", 3), ("black", 2)), ("red",), ("red",), ()),
    ],
)
def test_of_two_that_were_told_one_stayed(
    before: str | None, asked: Any, came: Any, fell: Any, alike: Any
) -> None:
    """The one that shows what it showed, if a single die came; where either may have stayed its colour is remembered."""
    known = rolled(before) if before else None

    assert (fell, alike) == dice_seen.one_of_two(known, asked, came)


# Whose roll it is ---------------------------------------------------------------------------------


KEPT: Final = ("red-1", "red-2", "pink")


@pytest.mark.parametrize(
    ("state", "missed", "may", "may_all"),
    [
        (state_of(), 0, True, True),
        (state_of("33 12 45 1", 1), 0, True, True),
        (state_of("33 12 45 1", 2), 0, True, True),
        (state_of("33 12 45 1", 3), 0, False, False),
        (state_of("33 12 45 1", 2), 1, False, False),
        (state_of("33 12 45 1", 1), 1, True, True),
        (state_of("33 12 45 1", 1, now="take"), 0, False, False),
        (state_of("33 12 45 1", 2, specials=("S05",)), 0, False, False),
        (state_of("33 12 45 1", 2, specials=("S05",), ufo="skips-turn"), 0, True, True),
        (state_of("33 12 45 1", 3, specials=("S01",)), 0, True, True),
        (state_of("33 12 45 1", 3, specials=("S01",), free=KEPT), 0, True, False),
        (state_of("33 12 45 1", 3, specials=("S01",), duck="nothing"), 0, False, False),
        (state_of("33 12 45 1", 2, free=KEPT), 0, True, True),
        (state_of("33 12 45 1", 2, free=KEPT, bob_open=("R03",)), 0, True, False),
        (state_of("33 12 45 1", 2, bob_open=("R03",)), 0, True, True),
        (state_of("44 12 45 1", 2, free=KEPT, bob_open=("R03",)), 0, True, True),
    ],
)
def test_who_may_throw(state: m.State, missed: int, may: bool, may_all: bool) -> None:
    """Three rolls, two with the UFO, one more for the duck; all seven with dice kept only where no card of another's may have been taken."""
    table_state = at_table(state, missed=missed)

    assert (may, may_all) == (rolling.may_throw(table_state), rolling.may_throw_all(table_state))


@pytest.mark.parametrize(
    ("state", "more", "lies", "covered", "happened"),
    [
        (state_of("33 12 45 1", 1), {}, "33 12 45 _", (), ["DiceMoved", "RollUnread"]),
        (state_of("33 12 45 1", 3), {}, "33 12 45 _", (), ["DieTakenOff"]),
        (state_of(), {}, "33 12 45 _", (), ["DieTakenOff"]),
        (state_of("33 12 45 1", 1, now="take"), {}, "33 12 45 _", (), ["DieTakenOff"]),
        (state_of("33 12 45 1", 1), {"left": ()}, "33 12 45 _", (), []),
        (state_of("33 12 45 1", 1), {"left": ("pink-1", "red-1")}, "33 12 45 _", (), []),
        (state_of("33 12 45 1", 1), {}, "33 12 45 1", (), []),
        (state_of("33 12 45 1", 1), {}, "33 12 _5 _", (), []),
        (state_of("33 12 45 1", 1), {"off": True}, "33 12 45 _", (), []),
        (state_of("33 12 45 1", 1), {"unread": UnreadRoll(())}, "33 12 45 _", (), []),
        (state_of("33 12 45 1", 1), {}, "33 12 45 _", ("tray",), []),
        (state_of("33 12 45 1", 1), {}, "33 12 45 _", ("kept",), []),
        (state_of("33 12 45 1", 1), {}, "33 12 45 _", ("display",), ["DiceMoved", "RollUnread"]),
    ],
)
def test_a_die_that_is_gone(
    state: m.State, more: Any, lies: str, covered: Any, happened: list[str]
) -> None:
    """One alone, that was seen to leave: thrown out of sight where a roll is left, else taken off, which is told once."""
    table = Table({"tray": codes(lies)}, frozenset(covered))
    recorder = recorded(at_table(state, **{"left": ("pink-1",), "table": table, **more}))

    rolling.taken_off(recorder)

    assert happened == kinds(recorder)


@pytest.mark.parametrize(
    ("number", "missed", "gone", "every", "turns", "counted"),
    [
        (1, 0, (), True, 0, 1),
        (1, 0, (), False, 0, 1),
        (2, 0, (), True, 1, 0),
        (2, 0, (), False, 0, 1),
        (1, 1, (), True, 1, 0),
        (0, 0, (), True, 0, 1),
        (1, 0, ("R03",), True, 1, 0),
        (1, 0, ("R03",), False, 0, 1),
    ],
)
def test_a_roll_that_nobody_told(
    number: int, missed: int, gone: p.Faces, every: bool, turns: int, counted: int
) -> None:
    """Thrown again it counts as one; all seven after the last one, or after a card went, are the next player's."""
    state = state_of("33 12 45 1", number) if number else state_of()
    unread = UnreadRoll((), (("pink", None),), (), ("pink-1",), ("pink",))
    recorder = recorded(at_table(state, missed=missed, gone=gone, unread=unread))

    rolling._unknown_for_good(recorder, unread, every)

    after = recorder.table_state
    assert (turns, counted) == (after.turns, after.missed - missed if not after.turns else 0)


SEVEN: Final = "black-3 black-3 red-1 red-2 white-4 white-5 pink-1"
UNREAD: Final = SEVEN.replace("pink-1", "pink")
FIRST: Final = state_of()
SECOND: Final = state_of("33 12 45 1")
FOURTH: Final = state_of("33 12 45 1", 3)
END: Final = state_of(now="reckon", professors=(None, None), scored=("P01", "P02"))
LEANS: Final = UnreadRoll(
    SEEN.read(SEVEN.split()[:-1]).values, (("pink", None),), (), (), tuple(sorted(UNREAD.split()))
)
UP: Final = {"left": ("pink-1",)}


@pytest.mark.parametrize(
    ("state", "gone", "came", "lies", "more", "happened"),
    [
        (FIRST, "", SEVEN, "33 12 45 1", {}, "DiceSighted DiceRolled"),
        (FIRST, "", "pink-1", "__ __ __ 1", {}, ""),
        (FIRST, "", UNREAD, "33 12 45 ?", {}, "RollUnread"),
        (FIRST, "", SEVEN[:-7], "33 12 45 _", {}, "RollUnread"),
        (
            FIRST,
            "pink",
            "pink-4",
            "33 12 45 4",
            {"unread": LEANS},
            "DieTold RollRead DiceSighted DiceRolled",
        ),
        (FIRST, "red-1", "red-4", "33 42 45 ?", {"unread": LEANS}, "RollMissed RollUnread"),
        (SECOND, "pink-1", "pink-1", "33 12 45 1", {}, "DiceNudged"),
        (SECOND, "pink-1", "pink-2", "33 12 45 2", {}, "DiceSighted DiceRolled"),
        (SECOND, "pink-1", "", "33 12 45 _", {}, ""),
        (SECOND, "", "pink-1", "33 12 45 1", UP, "DiceSighted DiceRolled"),
        (SECOND, "", "pink-2", "33 12 45 2", UP, "DiceSighted DiceRolled"),
        (SECOND, "", "pink-2", "33 12 45 2", {**UP, "sighted": True}, "DiceRolled"),
        (
            SECOND,
            "",
            "pink-2",
            "33 12 45 2",
            {**UP, "alike": ("red",)},
            "DiceSighted DiceAlike DiceRolled",
        ),
        (SECOND, "", "pink-1", "33 12 45 1", {}, ""),
        (SECOND, "", "pink", "__ __ __ ?", {"left": tuple(SEVEN.split())}, ""),
        (SECOND, "", "pink-2", "__ __ __ 2", {"left": tuple(SEVEN.split())}, "RollUnread"),
        (SECOND, "", "red-2", "33 _2 45 _", {"left": ("pink-1", "red-1", "red-2")}, ""),
        (SECOND, "", "red-1", "33 12 45 _", UP, ""),
        # All that were in the hand have fallen, while another one goes out of sight.
        (SECOND, "red-1", "pink-1", "33 _2 45 1", UP, "RollUnread"),
        (SECOND, "", "red-5", "33 52 45 _", {"left": ("pink-1", "red-1")}, "RollUnread"),
        (
            FIRST,
            "white",
            SEVEN,
            "33 12 45 1",
            {"left": tuple(SEVEN.split()), "came": ("white",)},
            "DiceSighted DiceRolled",
        ),
        (SECOND, "", "pink-2", "33 12 45 2", {}, "DiceSighted DiceRolled"),
        (SECOND, "", "pink-2", "33 12 45 12", {}, "Violated"),
        (SECOND, "red-1", "", "33 _2 45 12", {"violations": (wrong("dice"),)}, ""),
        (
            SECOND,
            "pink-2",
            "",
            "33 12 45 1",
            {"violations": (wrong("dice"),), "came": ("pink-2",)},
            "ViolationResolved",
        ),
        (FOURTH, "", "pink-2", "33 12 45 2", UP, "DiceSighted Violated"),
        (FOURTH, "", "pink", "33 12 45 ?", UP, "Violated"),
        (
            FOURTH,
            "",
            SEVEN,
            "33 12 45 1",
            {"left": tuple(SEVEN.split())},
            "TargetsScored TargetsTaken TurnWentOn DiceSighted DiceRolled",
        ),
        (
            replace(SECOND, free=("pink",)),
            "",
            "black-5",
            "35 12 45 1",
            {"left": ("black-3",)},
            "DiceSighted Violated",
        ),
        (
            END,
            "",
            "red-1 red-2",
            "__ 12 __ _",
            {},
            "ProfessorsRolled ProfessorsRolled GameReckoned",
        ),
        (END, "", "red-1", "__ 1_ __ _", {}, "Violated"),
        (END, "", "red-1 red", "__ 1? __ _", {}, "RollUnread"),
        (state_of(now="done"), "", SEVEN, "33 12 45 1", {}, ""),
    ],
)
def test_what_dice_that_moved_are_taken_for(
    state: m.State, gone: str, came: str, lies: str, more: Any, happened: str
) -> None:
    """A roll where one was taken up or shows something else, if the turn has one left; a nudge, a die that was straightened or came to light, one too many, professors at the end; nothing under a hand."""
    steps = [Step("-", "tray", code) for code in gone.split()]
    steps += [Step("+", "tray", code) for code in came.split()]
    there, eighth = lies.split(), ""
    if len(there[3]) > 1:
        there[3], eighth = there[3][0], f"pink-{there[3][1]}"
    tray = (*codes(" ".join(there)), *eighth.split())
    for covered, told in (
        ((), happened),
        (("display",), happened),
        (("tray",), ""),
        (("kept",), ""),
    ):
        table = Table({"tray": tray}, frozenset(covered))
        recorder = recorded(at_table(state, table=table, **more))
        rolling.at_rest(recorder, steps)

        assert told == " ".join(each for each in kinds(recorder) if each != "DiceMoved")


@pytest.mark.parametrize(
    ("before", "told", "alike"),
    [
        ((), (3, 5), ("black",)),
        (("black",), (3, 5), ("black",)),
        (("black",), (3, 2), ()),
        ((), (3, 2), ()),
    ],
)
def test_which_dice_may_be_either_is_remembered(
    before: p.Names, told: tuple[int, int], alike: p.Names
) -> None:
    """From the roll of which nobody knows it until the next."""
    asked = tuple(("black", value) for value in told)
    known = SEEN.read(codes("__ 12 45 1")).values
    roll = UnreadRoll(known, asked, (), ("black-5",), ("black",))
    recorder = recorded(at_table(state_of("35 12 45 1"), alike=before))

    rolling._known(recorder, roll)

    assert (alike, 2) == (recorder.table_state.alike, recorder.state.rolls)


@pytest.mark.parametrize(
    ("more", "seen"),
    [
        ({"paused": True}, Settled(1, 1.0, Table({}), ())),
        ({"state": state_of(now="over", professors=((), ()))}, Settled(1, 1.0, Table({}), ())),
        ({}, Glimpse(1, 1.0, "tray", "pink-3")),
        ({"stage": "set-up"}, Glimpse(1, 1.0, "tray", "pink-3")),
    ],
)
def test_what_is_not_looked_at(more: Any, seen: Any) -> None:
    """A table in a pause, or whose game is over; what has not settled."""
    steps = tuple(Step("+", "tray", code) for code in SEVEN.split())
    recorder = recorded(at_table(**{"steps": steps, **more}))

    observations.observe(recorder, seen)

    assert [] == recorder.happened


@pytest.mark.parametrize(("order", "taken"), [("card dice", False), ("dice card", True)])
def test_a_card_that_goes_before_the_dice_fall_is_of_the_roll_before(
    order: str, taken: bool
) -> None:
    """And one that goes after them is taken by what they show."""
    fall = [Step("+", "tray", code) for code in SEVEN.split()]
    card = [Step("-", "display", "R03-1")]
    steps = tuple(card + fall if order == "card dice" else fall + card)
    table = Table({"tray": codes("33 12 45 1")})
    recorder = recorded(at_table(steps=steps, table=table, thrower=1))

    observations.observe(recorder, Settled(1, 1.0, table, steps))

    owner = recorder.state.owner("R03")
    assert (0 if taken else 1) == owner


SYMBOL: Final = OneSymbol(4, 0, "black", "S01", "S02", None, None)
OTHER: Final = OneSymbol(4, 0, "red", "S03", "S04", 1, None)


@pytest.mark.parametrize(("number", "missed", "counted"), [(1, 0, 2), (1, 1, 3), (2, 0, 3)])
def test_which_roll_it_was_that_counts(number: int, missed: int, counted: int) -> None:
    """Those that nobody read count with it; the last one is scored."""
    throw = rolls.Violation("kept-again", 0, message("lustig.wrong.kept-again"), ("pink",), DICE)
    state = state_of("33 12 45 2", number)
    recorder = recorded(at_table(state, missed=missed, violations=(throw,)))

    submissions.correct(recorder, {"do": "counts"})

    after = recorder.state
    assert (counted, DICE) == (after.rolls, after.dice.values if after.dice else None)
    assert ("take" if counted == 3 else "roll") == after.now


def test_a_roll_of_somebody_else_is_none_of_the_turn() -> None:
    """A journal may have one that nobody settled before the turn passed."""
    throw = rolls.Violation("kept-again", 1, message("lustig.wrong.kept-again"), ("pink",), DICE)
    recorder = recorded(at_table(state_of(), violations=(throw,)))

    told = refused(submissions.correct, recorder, {"do": "counts"})

    assert ("session.no-correction", 0) == (told, recorder.state.rolls)
    assert refused(submissions.correct, recorder, {"do": "look-again"}) is None


# Symbols that nobody knows --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("special", "more", "happened"),
    [
        ("S01", {}, "SymbolTold"),
        ("S02", {}, "SymbolTold CardMoved CardMoved"),
        ("S02", {"turns": 4, "state": state_of("*3 12 45 1", now="take")}, "SymbolTold DiceWere"),
        (
            "S02",
            {"turns": 4, "state": state_of("*3 12 45 1", now="virus", specials=("S01", "S06"))},
            "SymbolTold DiceWere CardMoved CardMoved",
        ),
    ],
)
def test_which_special_a_symbol_stood_for(special: str, more: Any, happened: str) -> None:
    """As assumed nothing changes; else the other die showed it, the card goes back to where it came from, and the other one comes."""
    state = state_of("33 12 45 1", specials=("S01",), now="done", turn=0)
    table_state = at_table(**{"state": state, "symbols": (SYMBOL,), "turns": 5, **more})
    recorder = recorded(table_state)

    submissions._symbol(recorder, SYMBOL, special)

    told = [each for each in kinds(recorder) if each in ("SymbolTold", "DiceWere", "CardMoved")]
    assert happened == " ".join(told)
    assert () == recorder.table_state.symbols


ROBOT: Final = OneSymbol(3, 0, "red", "S03", "S04", None, 1)


@pytest.mark.parametrize(
    ("symbol", "turns", "state", "skipped"),
    [
        (ROBOT, 5, state_of(), 1),
        (ROBOT, 4, state_of(), None),
        (ROBOT, 6, state_of(), None),
        (ROBOT, 5, state_of("33 12 45 1"), None),
        (ROBOT, 5, state_of(bob_specials=("S04",)), None),
        (replace(ROBOT, other_owner=None), 5, state_of(), None),
        (replace(ROBOT, other_owner=0), 5, state_of(), None),
        (replace(ROBOT, other="S05"), 5, state_of(), 1),
        (replace(ROBOT, other="S06"), 5, state_of(), None),
        (replace(ROBOT, player=1, other_owner=0), 5, state_of(), 0),
    ],
)
def test_whose_turn_was_skipped_for_nothing(
    symbol: OneSymbol, turns: int, state: m.State, skipped: int | None
) -> None:
    """The next player's, by a robot or UFO that was theirs and in truth had been taken away, while nobody has rolled since."""
    recorder = recorded(at_table(state, turns=turns))

    assert skipped == submissions._was_skipped(recorder, symbol)


# Cards that leave the display ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "more", "face", "deeds"),
    [
        (state_of("33 12 45 1"), {}, "R03", ["TargetsPicked", "TargetsTaken"]),
        (state_of("33 22 45 1"), {}, "R03", ["TargetsPicked"]),
        (
            state_of("33 22 45 1", now="take"),
            {"picked": ("R03",)},
            "Y02",
            ["TargetsPicked", "TargetsTaken"],
        ),
        (state_of("33 22 45 1", now="take"), {"picked": ("R03",)}, "R03", []),
        (state_of("33 12 45 1"), {}, "R04", ["Violated"]),
        (state_of("33 12 45 1"), {}, "T01", []),
        (state_of("33 12 45 1", bob_open=("R03",)), {}, "R03", []),
        (state_of(), {}, "R03", ["TargetsGone", "Violated"]),
        (state_of(), {"thrower": 1}, "R03", ["Violated"]),
        (state_of(), {"unread": UnreadRoll(())}, "R03", ["TargetsGone"]),
        (state_of("33 12 45 1"), {"unread": UnreadRoll(())}, "R03", ["TargetsGone"]),
    ],
)
def test_what_a_card_that_went_is_taken_for(
    state: m.State, more: Any, face: str, deeds: list[str]
) -> None:
    """Taken where the dice allow it and nothing more with it, picked where they allow another one, wrong where they do not; before the roll is known it has gone."""
    recorder = recorded(at_table(state, **more))

    taking.moved(recorder, [Step("-", "display", f"{face}-1")])

    known = ("TargetsTaken", "TargetsPicked", "TargetsGone", "Violated")
    assert deeds == [each for each in kinds(recorder) if each in known]
    assert bool(deeds) == bool(recorder.happened)


@pytest.mark.parametrize(
    ("thrower", "left", "player", "why", "gone"),
    [
        (None, (), 0, "not-rolled", ("R03",)),
        (1, (), 1, "taken", ()),
        (1, ("pink-1",), 0, "not-rolled", ("R03",)),
    ],
)
def test_whose_card_it_is_before_the_roll(
    thrower: int | None, left: Any, player: int, why: str, gone: Any
) -> None:
    """While the dice of the turn before lie there it is that player's; once they are up it belongs to the roll that comes."""
    recorder = recorded(at_table(thrower=thrower, left=left))

    taking.moved(recorder, [Step("-", "display", "R03-1")])

    (told,) = recorder.table_state.violations
    assert (player, f"lustig.wrong.{why}", "taken-R03") == (told.player, told.text.key, told.reason)
    assert gone == recorder.table_state.gone


@pytest.mark.parametrize(
    ("state", "more", "face", "there"),
    [
        (state_of("33 22 45 1"), {"picked": ("R03", "Y02")}, "R03", (("Y02",), (), True)),
        (state_of(), {"gone": ("R03", "Y02")}, "R03", ((), ("Y02",), True)),
        (state_of(display=("Y02",)), {}, "R03", ((), (), True)),
        (state_of(bob_open=("R03",)), {}, "R03", ((), (), False)),
        (
            state_of(),
            {"violations": (wrong("taken-R03"), wrong("taken-Y02"))},
            "R03",
            ((), (), True),
        ),
    ],
)
def test_a_card_that_comes_back(state: m.State, more: Any, face: str, there: Any) -> None:
    """It is no longer taken, gone or wrong; one that nobody has lies in the display, one that somebody has is left where it is told to be."""
    recorder = recorded(at_table(state, **more))

    taking.moved(recorder, [Step("+", "display", f"{face}-1")])

    after = recorder.table_state
    assert there == (after.picked, after.gone, face in after.state.display)
    assert [] == [each for each in after.violations if each.reason == f"taken-{face}"]
    assert len(more.get("violations", ())) // 2 == len(after.violations)


def test_only_the_display_loses_cards() -> None:
    """What moves elsewhere, or is no card, has no part in it."""
    for step in (Step("-", "tray", "R03-1"), Step("-", "display", "X99-1")):
        recorder = recorded(at_table(state_of("33 12 45 1")))
        taking.moved(recorder, [step])
        assert [] == kinds(recorder)


@pytest.mark.parametrize(
    ("more", "lost"),
    [
        ({}, ("R03", "Y02")),
        ({"picked": ("R03",)}, ("Y02",)),
        ({"gone": ("Y02",)}, ("R03",)),
        ({"violations": (wrong("taken-R03"),)}, ("Y02",)),
        ({"violations": (wrong("dice"),)}, ("R03", "Y02")),
    ],
)
def test_what_the_display_lacks(more: Any, lost: p.Faces) -> None:
    """But for what left it in this turn, rightly or not."""
    there = {face for face in p.TARGETS if face not in ("R03", "Y02")}

    assert lost == taking.missing(at_table(**more), there)


@pytest.mark.parametrize(
    ("state", "player", "happened"),
    [
        (state_of("33 12 45 1"), 0, ["TargetsScored", "TargetsTaken"]),
        (state_of("33 12 45 1", now="take"), 0, ["TargetsTaken"]),
        (state_of("33 12 45 1"), 1, ["CardMoved"]),
        (state_of(), 0, ["CardMoved"]),
        (state_of("33 12 45 1", now="done"), 0, ["CardMoved"]),
    ],
)
def test_a_card_that_is_let_stand(state: m.State, player: int, happened: list[str]) -> None:
    """As taken in its player's turn while that goes on; after it, as moved."""
    recorder = recorded(at_table(state, violations=(wrong("taken-R04", player),)))

    taking.counts(recorder, wrong("taken-R04", player))

    found = [
        each for each in kinds(recorder) if each in ("TargetsScored", "TargetsTaken", "CardMoved")
    ]
    assert happened == found
    assert (player, ()) == (recorder.state.owner("R04"), recorder.table_state.violations)


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (state_of("33 12 45 1", now="take", bob_open=("R03",)), ["0 take R03"]),
        (
            state_of("33 22 45 1", now="take", bob_open=("R03", "Y02")),
            ["0 take R03 Y02", "0 take R03", "0 take Y02"],
        ),
        (
            state_of("33 12 45 1", now="take", bob_open=("R03",), specials=("S02",)),
            ["0 take R03", "0 use S02"],
        ),
        (
            state_of("34 12 45 1", now="take", specials=("S02", "S03")),
            ["0 use S03", "0 death T01 open", "0 use S02"],
        ),
        (state_of("33 12 45 1", now="take"), ["0 take R03"]),
    ],
)
def test_what_may_have_been_decided_unseen(state: m.State, moves: list[str]) -> None:
    """Likeliest first: all the cards that may be taken and do not lie in the display, no Death where it can be refused, and time is turned back last."""
    assert moves == [str(move) for move in taking.unseen(recorded(at_table(state)))]


@pytest.mark.parametrize(
    ("verdicts", "choice", "sure", "others"),
    [
        ((), "0 take R03 Y02", False, ("0 take R03", "0 take Y02")),
        (((0, "0 take Y02"),), "0 take Y02", True, ("0 take R03 Y02", "0 take R03")),
        (((1, "0 take Y02"),), "0 take R03 Y02", False, ("0 take R03", "0 take Y02")),
        (((0, "0 take L01"),), "0 take R03 Y02", False, ("0 take R03", "0 take Y02")),
    ],
)
def test_what_is_assumed_of_a_turn(
    verdicts: Any, choice: str, sure: bool, others: tuple[str, ...]
) -> None:
    """The likeliest, unless people have said what it was."""
    state = state_of("33 22 45 1", now="take", bob_open=("R03", "Y02"))
    recorder = recorded(at_table(state, verdicts=verdicts, entry=7))

    taking.complete(recorder)

    (told,) = recorder.table_state.assumed
    assert AssumedTurn(0, 0, choice, others, sure, 7) == told
    assert 1 == recorder.table_state.turns


# What events change -----------------------------------------------------------------------------------


def full() -> TableState:
    """With something of everything that an event may change."""
    return at_table(
        state_of("33 12 45 1", specials=("S03",)),
        entry=7,
        now=50.0,
        picked=("R03",),
        absent=("L01",),
        gone=("Y01", "Y02"),
        thrower=1,
        off=True,
        alike=("red",),
        sighted=True,
        scored=(("P04",), ()),
        symbols=(SYMBOL, OTHER),
        assumed=tuple(AssumedTurn(n, 0, "0 stop", (), False, n) for n in range(6)),
        verdicts=((1, "0 stop"),),
        unread=UnreadRoll(()),
        missed=1,
        stale=("white",),
        turns=4,
    )


ASSUMED: Final = AssumedTurn(6, 1, "1 stop", ("1 take R03",), True, 7)
CHANGES: Final[dict[Any, dict[str, Any]]] = {
    e.TargetsPicked(("R04",)): {"picked": ("R04",)},
    e.TargetsGone(): {"gone": ()},
    e.TurnAssumed(6, 1, "1 stop", ("1 take R03",), True): {
        "assumed": (*full().assumed[1:], ASSUMED)
    },
    e.TurnStated(2, "1 stop"): {"verdicts": ((1, "0 stop"), (2, "1 stop"))},
    e.DicePutRight(DICE): {},
    e.TurnUnread(0): {},
    rolls.DiceMoved(("pink-1",), ("pink-2",)): {
        "off": False,
        "left": ("pink-1",),
        "came": ("pink-2",),
    },
    e.Paused(True, ("L02",)): {"paused": True, "absent": ("L02",)},
    e.DieTakenOff(("pink-1",)): {},
    e.DiceAlike(()): {"alike": ()},
    e.DiceSighted(False): {"sighted": False},
    e.SymbolTold("black"): {"symbols": (OTHER,)},
    m.DiceRolled(0, 2, DICE, ALL): {"unread": None, "missed": 0, "stale": (), "thrower": 0},
    m.TargetsTaken(0, ("R04",)): {"picked": ()},
    m.CardMoved("Y01", "open", 1): {"gone": ("Y02",)},
    m.SpecialUsed(0, "S03"): {"symbols": (SYMBOL, replace(OTHER, owner=None))},
    m.TurnWentOn(1): {
        "picked": (),
        "unread": None,
        "gone": (),
        "missed": 0,
        "stale": (),
        "alike": (),
        "scored": (),
        "since": 50.0,
        "turns": 5,
    },
    m.TargetsScored(0, ((), ("Y02",))): {"scored": ((), ("Y02",)), "symbols": ()},
    m.NoDeathLeft(0): {},
}


@pytest.mark.parametrize("event", CHANGES, ids=repr)
def test_what_an_event_changes(event: Any) -> None:
    """And nothing else, beside what the rules make of it."""
    before = full()

    after = evolve(before, event)

    assert replace(before, state=after.state, **CHANGES[event]) == after


@pytest.mark.parametrize(
    ("dice", "specials", "sighted", "symbols"),
    [
        ("*3 12 45 1", (), True, [("black", "S01", "S02")]),
        ("3* 12 45 1", (), True, [("black", "S02", "S01")]),
        ("** 12 45 1", (), True, []),
        ("33 12 45 *", (), True, []),
        ("33 *2 4* 1", (), True, [("red", "S03", "S04"), ("white", "S06", "S05")]),
        ("*3 12 45 1", ("S01",), True, [("black", "S01", "S02")]),
        ("*3 12 45 1", ("S01", "S02"), True, []),
        ("*3 12 45 1", (), False, []),
    ],
)
def test_which_symbol_is_open(dice: str, specials: p.Faces, sighted: bool, symbols: Any) -> None:
    """A colour's only one, as a camera read it, unless the player has both cards."""
    table_state = at_table(
        state_of(dice, specials=specials, bob_specials=("S05",)), sighted=sighted
    )

    found = list(open_symbols(table_state))

    assert symbols == [(each.colour, each.taken, each.other) for each in found]
    for each in found:
        owners = (table_state.state.owner(each.taken), table_state.state.owner(each.other))
        assert owners == (each.owner, each.other_owner)
    assert [] == list(open_symbols(at_table(sighted=True)))


def refused(call: Callable[..., Any], *given: Any) -> str | None:
    """Why a call is refused; None if it is not."""
    try:
        call(*given)
    except IllegalMove as error:
        return error.message.key
    return None


# What people may say -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "place", "player", "under", "fits"),
    [
        ("R03", "display", None, None, True),
        ("R03", "display", 0, None, False),
        ("R03", "open", 1, None, True),
        ("R03", "open", None, None, False),
        ("R03", "open", 2, None, False),
        ("R03", "open", -1, None, False),
        ("R03", "scored", 0, None, True),
        ("R03", "scored", 0, "L01", False),
        ("R03", "middle", None, None, False),
        ("R03", "deaths", 0, None, False),
        ("R03", "specials", 0, None, False),
        ("R03", "covered", 0, "L01", False),
        ("R03", "table", 0, None, False),
        ("T01", "middle", None, None, True),
        ("T01", "middle", 0, None, False),
        ("T01", "deaths", 0, None, True),
        ("T01", "covered", 0, "L01", True),
        ("T01", "covered", 0, "L02", True),
        ("T01", "covered", 1, "L01", False),
        ("T01", "covered", 0, "L03", False),
        ("T01", "covered", 0, None, False),
        ("T01", "open", 0, None, False),
        ("T01", "display", None, None, False),
        ("S01", "specials", 1, None, True),
        ("S01", "middle", None, None, True),
        ("S01", "deaths", 1, None, False),
        ("X01", "middle", None, None, False),
    ],
)
def test_where_a_card_may_lie(
    card: str, place: str, player: int | None, under: str | None, fits: bool
) -> None:
    """Each kind has its places, whose they are; a Death covers what its player has scored."""
    state = state_of(scored=("L01",), covered=(("L02", "T02"),))
    told = {"do": "put", "card": card, "place": place, "player": player, "under": under}
    recorder = recorded(at_table(state))

    assert (None if fits else "lustig.no-place") == refused(submissions.correct, recorder, told)

    moved = [one.event for one in recorder.happened][:1]
    assert [m.CardMoved(card, place, player, under)] * fits == moved


@pytest.mark.parametrize(
    ("order", "state", "more", "key"),
    [
        ({"do": "done"}, state_of(), {}, "session.no-correction"),
        ({"do": "done"}, state_of("33 12 45 1"), {}, None),
        ({"do": "turn", "player": 1}, state_of(), {}, None),
        ({"do": "turn", "player": 2}, state_of(), {}, "session.no-correction"),
        ({"do": "turn", "player": -1}, state_of(), {}, "session.no-correction"),
        (
            {"do": "turn", "player": 1},
            state_of(now="reckon", professors=(None, None)),
            {},
            "session.no-correction",
        ),
        ({"do": "dice", "values": [*DICE]}, state_of(), {}, "session.no-correction"),
        ({"do": "dice", "values": [*DICE]}, state_of("33 12 45 1"), {}, None),
        (
            {"do": "dice", "values": [6, *DICE[1:]]},
            state_of("33 12 45 1"),
            {},
            "session.no-correction",
        ),
        ({"do": "dice", "values": [*DICE, 1]}, state_of("33 12 45 1"), {}, "session.no-correction"),
        (
            {"do": "was", "move": 4, "choice": "0 stop"},
            state_of(),
            {"assumed": full().assumed},
            None,
        ),
        ({"do": "counts"}, state_of(), {}, "session.settled"),
        ({"do": "lay-out"}, state_of(), {"camera": False}, "session.no-correction"),
        ({"do": "lay-out"}, state_of(), {}, None),
    ],
)
def test_what_may_be_ordered_when(order: Any, state: m.State, more: Any, key: str | None) -> None:
    """The end of a turn after a roll, the turn of a player that there is, dice that were rolled."""
    recorder = recorded(at_table(state, **more))

    assert key == refused(submissions.correct, recorder, order)

    assert (key is None) == bool(recorder.happened)


@pytest.mark.parametrize(
    ("move", "choice", "key", "entry"),
    [
        (4, "0 stop", None, 4),
        (6, "1 take R03", None, 7),
        (6, "1 take R04", "session.no-choice", None),
        (9, "0 stop", "session.no-turn", None),
    ],
)
def test_which_turn_is_meant(move: int, choice: str, key: str | None, entry: int | None) -> None:
    """One that was assumed, and may have been what is said; it takes effect before the look that ended it."""
    table_state = at_table(assumed=(*full().assumed[1:], ASSUMED))
    told = {"do": "was", "move": move, "choice": choice}

    assert key == refused(submissions.place, table_state, told)
    if key is None:
        assert entry == submissions.place(table_state, told)
    assert submissions.place(table_state, {**told, "do": "put"}) is None


@pytest.mark.parametrize(
    ("now", "dice", "player", "paused", "moves"),
    [
        ("roll", "", 0, False, 1),
        ("roll", "", 1, False, 0),
        ("roll", "", 0, True, 0),
        ("take", "33 12 45 1", 0, False, 1),
    ],
)
def test_what_a_seat_may_decide(now: Any, dice: str, player: int, paused: bool, moves: int) -> None:
    """Whose turn it is, while the game goes on."""
    table_state = at_table(state_of(dice, now=now), paused=paused)

    assert moves == len(submissions.may_decide(table_state, player))


# What people are asked ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "more", "id", "key", "choices"),
    [
        (
            state_of("33 22 45 1", now="take"),
            {},
            "take-0",
            "takes",
            ["0 take R03 Y02", "0 take R03", "0 take Y02"],
        ),
        (
            state_of("33 22 45 1", now="take"),
            {"picked": ("R03",)},
            "take-0",
            "takes",
            ["0 take R03 Y02", "0 take R03"],
        ),
        (
            state_of("55 55 45 1", now="take"),
            {},
            "take-0",
            "takes",
            [
                "0 take R05 Y05",
                *(
                    f"0 take {face}"
                    for face in ("D28", "D27", "D26", "D25", "D24", "P05", "R05", "Y05")
                ),
            ],
        ),
        (state_of("34 12 45 1", now="take"), {}, "take-0", "take", ["0 death T01 open"]),
        (state_of("33 12 45 1", 2, bob_open=("R03",)), {}, "roll-0-2", "roll", ["0 take R03"]),
        (state_of("33 12 45 1", 2, bob_open=("R03",)), {"camera": False}, None, "", []),
        (state_of("33 12 45 1", 2), {}, None, "", []),
        (state_of("33 12 45 1", 3, specials=("S01",)), {}, "roll-0-3", "stop", ["0 stop"]),
        (state_of("33 12 45 1", 3, specials=("S01",)), {"camera": False}, None, "", []),
        (state_of("33 12 45 1", 2, bob_open=("R03",)), {"paused": True}, None, "", []),
    ],
)
def test_what_is_asked_of_a_taking(
    state: m.State, more: Any, id: str | None, key: str, choices: list[str]
) -> None:
    """What may have been taken, larger sets and greater dinosaurs first; while dice may be thrown, only what no camera sees."""
    asked = questions.questions(at_table(state, **more))

    assert ([id] if id else []) == [each.id for each in asked]
    for each in asked:
        assert f"lustig.question.{key}" == each.text.key
        assert each.yours is not None
        assert f"lustig.question.{key}.you" == each.yours.key
        assert choices == [choice.id for choice in each.choices]


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (m.TakeTargets(0, ("R03",)), "take"),
        (m.TakeDeath(0, "T01", None), "open"),
        (m.TakeDeath(0, "T01", "L01"), "onto"),
        (m.UseSpecial(0, "S03"), "refuse"),
        (m.UseSpecial(0, "S02"), "use"),
        (m.StopRolling(0), "stop"),
        (m.ThrowDice(0, ("pink",)), "roll"),
        (m.RollProfessors(0), "professors"),
        (questions.SymbolMeans(SYMBOL, "S01"), "card"),
    ],
)
def test_what_an_answer_is_called(answer: Any, key: str) -> None:
    """Each in a sentence of its own."""
    assert f"lustig.choice.{key}" == questions.choice_text(answer, at_table()).key


def test_whose_card_it_is_is_said_with_it() -> None:
    """Where it is another player's."""
    table_state = at_table(state_of(open=("R01",), bob_open=("R03",)))

    (mine, theirs, free) = table_state.cards(("R01", "R03", "R04"))

    assert p.card_name("R01") == mine
    assert message("lustig.card-from", card=p.card_name("R03"), player="Bob") == theirs
    assert p.card_name("R04") == free


@pytest.mark.parametrize("symbol", [SYMBOL, replace(SYMBOL, taken="S02", other="S01")])
def test_a_symbol_is_asked_in_one_order(symbol: OneSymbol) -> None:
    """Whichever was assumed."""
    (asked,) = questions.questions(at_table(symbols=(symbol,)))

    assert ("symbol-4-black", 0, ["S01", "S02"]) == (
        asked.id,
        asked.player,
        [choice.id for choice in asked.choices],
    )


# What lies there before the game, and what is shown ---------------------------------------------------------


@pytest.mark.parametrize(
    ("display", "problems"),
    [
        ([f"{face}-1" for face in p.TARGETS], []),
        ([f"{face}-1" for face in p.TARGETS[1:]], [("missing", 1)]),
        ([f"{face}-1" for face in p.TARGETS[6:]], [("missing", 6)]),
        ([f"{face}-1" for face in p.TARGETS[7:]], [("missing-many", 7)]),
        ([*(f"{face}-1" for face in p.TARGETS), "T01-1"], [("strange", 1)]),
        ([*(f"{face}-1" for face in p.TARGETS[1:]), "D24-2"], [("turned", 1)]),
        (
            ["T01-2", *(f"{face}-1" for face in p.TARGETS[2:])],
            [("missing", 2), ("strange", 1), ("turned", 1)],
        ),
    ],
)
def test_what_is_wrong_with_a_display(display: list[str], problems: Any) -> None:
    """What it lacks, up to six by name; what does not belong there; what lies the wrong way up."""
    table_state = at_table(stage="set-up", table=Table({"display": tuple(display)}))
    recorder = recorded(table_state)

    observations.check(recorder)

    told = [
        (each.text.key.removeprefix("lustig.problem."), each.text.params["count"])
        for each in recorder.table_state.problems or ()
    ]
    assert problems == told
    assert ("set-up" if problems else "play") == recorder.table_state.stage


@pytest.mark.parametrize(
    ("stage", "codes_of_problems", "fallen", "on"),
    [
        ("set-up", ("missing",), 4, True),
        ("set-up", ("missing-many",), 4, True),
        ("set-up", ("missing",), 3, False),
        ("set-up", ("missing", "turned"), 7, False),
        ("set-up", ("strange",), 7, False),
        ("set-up", (), 7, False),
        ("rebuild", ("missing",), 7, False),
    ],
)
def test_when_a_game_is_joined_under_way(
    stage: Any, codes_of_problems: Any, fallen: int, on: bool
) -> None:
    """Only cards are missing, and more than half of the dice fell."""
    problems = tuple(kit.Problem(message(f"lustig.problem.{key}")) for key in codes_of_problems)
    steps = [Step("+", "tray", f"pink-{n}") for n in range(fallen)]
    steps += [Step("-", "tray", "red-1"), Step("+", "display", "R03-1")]

    assert on == observations._goes_on(at_table(stage=stage, problems=problems, steps=tuple(steps)))


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        (state_of(), {"most": 3, "duck": False, "dice": None, "reckoning": None, "winners": [], "turn": 0}),
        (state_of("33 12 45 1", 3, specials=("S01",)), {"duck": True, "dice": [*DICE], "rolls": 3}),
        (state_of("33 12 45 1", 2, specials=("S01",)), {"duck": False}),
        (state_of("33 12 45 1", 3, specials=("S01",), now="take"), {"duck": False}),
        (state_of("33 12 45 1", 2, specials=("S05",)), {"most": 2}),
        (state_of(now="reckon", professors=(None, None), scored=("P01", "P02"), bob_scored=("P03",)), {"turn": None, "waits": [2, 1]}),
        (state_of(now="reckon", professors=((1, 2), None), scored=("P01", "P02"), bob_scored=("P03",)), {"turn": None, "waits": [0, 1]}),
        (state_of(now="over", professors=((), ()), scored=("L05",)), {"turn": None, "winner": 0, "winners": [0], "phase": "over", "waits": [0, 0]}),
    ],
)  # fmt: skip
def test_what_a_view_says(state: m.State, shown: dict[str, Any]) -> None:
    """Whose turn it is and how many rolls it has; at the end who still rolls for professors, and who has won."""
    told = views.view(at_table(state))
    turn = told["turn"] and told["turn"]["player"]
    reckoning = told["reckoning"] or []

    seen = {**told, "turn": turn, "waits": [each["waits"] for each in reckoning]}
    assert shown == {key: seen[key] for key in shown}
    assert [*p.DICE] == told["names"]
