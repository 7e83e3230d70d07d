"""What all games have in common, by itself: values in a journal, what may be said, what stands as wrong, what a look changed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from random import Random
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from companion.announce import Announcement, Message, message
from companion.errors import EditionError, IllegalMove, InputError, NotationError
from companion.inputs import Answer, Correction, Input, Submission
from companion.kit import notation, odds, rolls
from companion.kit import table as kit
from companion.kit.codec import Codec, inlined, named, reader, writer
from companion.kit.dice import PIPS, Tray
from companion.kit.highlights import Highlight, how_often
from companion.kit.line import Line, Path, line
from companion.kit.notation import Unread, union
from companion.kit.orders import (
    LONGEST,
    MOST,
    CorrectionSchema,
    Orders,
    as_tapped,
    fits,
    is_of_turn,
    maybe,
    move_told,
    number,
    settled,
    some,
    text,
    truth,
)
from companion.kit.painted import free_place
from companion.kit.points import most_points, won
from companion.kit.positions import (
    Engine,
    Position,
    asked_object,
    listed,
    seat_number,
    text_or_none,
    whole_number,
)
from companion.kit.questions import Choice, Question, answered
from companion.kit.robots import GameCounts, ManyGames, Means, RobotGames, Simulation, play_by
from companion.kit.setup import Agreement, OpenRule, Rulings, Setup, agreed_rules, open_rules
from companion.kit.watch_lines import AnnouncedLines, by_zone, die_name
from companion.mat import Zone, ZoneKind
from companion.pieces import DiceSet, Die
from companion.rules import Json
from companion.session.session import Outcome
from companion.table import Glimpse, Settled, Step, Table
from companion.words import words


@dataclass(frozen=True)
class Laid:
    """An event of a game."""

    card: str
    at: tuple[int, int] = (0, 0)
    seen: tuple[str, ...] = ()
    by: int | None = None


@dataclass(frozen=True)
class Passed:
    """Another."""


TAGGED: Codec[Laid | Passed] = Codec("event", {"laid": Laid, "passed": Passed})


class TestValuesInAJournal:
    @pytest.mark.parametrize(
        "value",
        [Passed(), Laid("R07"), Laid("R07", (3, 4), ("a", "b"), 2), Laid("", (1, 1), ("c",))],
    )
    def test_they_come_back(self, value: Laid | Passed) -> None:
        """Lists are tuples again."""
        told = TAGGED.to_json(value)

        assert value == TAGGED.from_json(
            {k: list(v) if isinstance(v, tuple) else v for k, v in told.items()}
        )
        assert told["event"] in TAGGED

    @pytest.mark.parametrize(
        "told",
        [
            {},
            {"event": "gone"},
            {"event": ["laid"], "card": "R07"},
            {"event": "laid"},
            {"event": "laid", "card": 7},
            {"event": "laid", "card": None},
            {"event": "laid", "card": "R07", "face": "up"},
            {"event": "laid", "card": "R07", "at": [1]},
            {"event": "laid", "card": "R07", "at": [1, 2, 3]},
            {"event": "laid", "card": "R07", "at": ["1", 2]},
            {"event": "laid", "card": "R07", "at": [True, 2]},
            {"event": "laid", "card": "R07", "at": 3},
            {"event": "laid", "card": "R07", "seen": ["a", 1]},
            {"event": "laid", "card": "R07", "by": "0"},
            {"event": "passed", "by": 1},
        ],
    )
    def test_what_none_of_them_is(self, told: Json) -> None:
        """Another name, a field too many or too few, or of another type."""
        with pytest.raises(ValueError, match=" "):
            TAGGED.exactly(told)

        assert "gone" not in TAGGED


@dataclass(frozen=True)
class Told:
    """An event about another value, which has a key of its own."""

    what: Laid = inlined()
    of: int = named("number", default=1)


def test_a_value_within_another() -> None:
    """Its fields stand among those of the other; a field is called as it is named, and may be left out."""
    codec: Codec[Told] = Codec("event", {"told": Told})
    told = codec.to_json(Told(Laid("R07"), 3))
    bare = {"event": "told", "card": "R07"}

    assert {**bare, "at": [0, 0], "seen": [], "by": None, "number": 3} == told
    assert Told(Laid("R07"), 3) == codec.exactly({k: told[k] for k in ("event", "number")} | bare)
    assert Told(Laid("R07")) == codec.from_json(bare)
    for wrong in ({"event": "told"}, {**bare, "number": "3"}, {**bare, "card": 7}):
        with pytest.raises(ValueError, match=" "):
            codec.from_json(wrong)


class Colour(Enum):
    """A value by name."""

    RED = "red"


@dataclass(frozen=True)
class Thrown:
    """A field of each type."""

    number: int = 0
    share: float = 0.5
    sure: bool = False
    side: Literal["top", 1] = 1
    colour: Colour = Colour.RED
    either: int | str = 0
    perhaps: float | None = None
    inner: Laid | None = None
    rows: tuple[tuple[int, ...], ...] = ()
    pair: tuple[str, Colour] = ("", Colour.RED)
    zones: frozenset[str] = frozenset()
    worth: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    said: Message = field(default_factory=lambda: message("x"))
    when: date = date.min
    anything: Any = None


DATES = {date: (date.isoformat, date.fromisoformat)}
THROWN: Codec[Thrown] = Codec("event", {"thrown": Thrown}, DATES)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Thrown(number=-3), {"number": -3}),
        (Thrown(share=2), {"share": 2}),
        (Thrown(sure=True), {"sure": True}),
        (Thrown(side="top"), {"side": "top"}),
        (Thrown(either="x"), {"either": "x"}),
        (Thrown(either=7), {"either": 7}),
        (Thrown(perhaps=1.5), {"perhaps": 1.5}),
        (Thrown(perhaps=0), {"perhaps": 0}),
        (Thrown(inner=Laid("R07", (1, 2), ("a",))), {"inner": {"card": "R07", "at": [1, 2], "seen": ["a"], "by": None}}),
        (Thrown(rows=((1, 2), (), (3,))), {"rows": [[1, 2], [], [3]]}),
        (Thrown(pair=("a", Colour.RED)), {"pair": ["a", "red"]}),
        (Thrown(zones=frozenset(("left", "mac", "a"))), {"zones": ["a", "left", "mac"]}),
        (Thrown(worth={"b": (1.5,), "a": ()}), {"worth": {"b": [1.5], "a": []}}),
        (Thrown(said=message("y", n=1)), {"said": {"key": "y", "params": {"n": 1}}}),
        (Thrown(when=date(2026, 7, 1)), {"when": "2026-07-01"}),
        (Thrown(anything=[{"x": None}]), {"anything": [{"x": None}]}),
    ],
)  # fmt: skip
def test_how_each_type_is_written(value: Thrown, told: Json) -> None:
    """There and back; by itself, too, and with only what differs from the usual."""
    written = json.loads(json.dumps(THROWN.to_json(value)))
    usual = THROWN.to_json(Thrown())

    assert told == {name: each for name, each in written.items() if each != usual[name]}
    assert value == THROWN.exactly(written) == THROWN.from_json({"event": "thrown", **told})
    bare = writer(Thrown, DATES)(value)
    assert written == {"event": "thrown", **json.loads(json.dumps(bare))}
    assert value == reader(Thrown, DATES)(bare)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"number": 1.0}, "Thrown: not a int: 1.0"),
        ({"number": True}, "Thrown: not a int: True"),
        ({"number": None}, "Thrown: not a int: None"),
        ({"share": "1"}, "Thrown: not a float: '1'"),
        ({"share": False}, "Thrown: not a float: False"),
        ({"sure": 1}, "Thrown: not a bool: 1"),
        ({"side": "left"}, "Thrown: none of ('top', 1): 'left'"),
        ({"colour": "blue"}, "Thrown: 'blue' is not a valid Colour"),
        ({"either": 1.5}, "Thrown: not a int or str: 1.5"),
        ({"either": True}, "Thrown: not a int or str: True"),
        ({"perhaps": "x"}, "Thrown: not a float: 'x'"),
        ({"inner": []}, "Thrown: not an object: []"),
        ({"inner": {"at": [1, 2]}}, "Thrown: Laid needs 'card'"),
        ({"inner": {"card": 7}}, "Thrown: Laid: not a str: 7"),
        ({"rows": [1]}, "Thrown: not a list: 1"),
        ({"rows": "12"}, "Thrown: not a list: '12'"),
        ({"rows": {"1": 2}}, "Thrown: not a list: {'1': 2}"),
        ({"pair": ["a"]}, "Thrown: zip() argument 2 is shorter than argument 1"),
        ({"zones": "mac"}, "Thrown: not a list: 'mac'"),
        ({"zones": [1]}, "Thrown: not a str: 1"),
        ({"worth": []}, "Thrown: not an object: []"),
        ({"worth": {"a": [None]}}, "Thrown: not a float: None"),
        ({"when": "now"}, "Thrown: Invalid isoformat string: 'now'"),
        ({"event": "caught"}, "no event is called 'caught'"),
        ({"event": None}, "no event is called None"),
        ({"more": 1, "also": 2}, "more than a event has: ['also', 'more']"),
    ],
)
def test_what_each_type_is_not(told: Json, why: str) -> None:
    """Whatever is wrong with it is said, with the class that has it."""
    with pytest.raises(ValueError, match="^" + re.escape(why)):
        THROWN.exactly({"event": "thrown", **told})


class NoDay(ValueError):
    """A leaf's own error."""


def no_day(told: object) -> date:
    raise NoDay(told)


@dataclass(frozen=True)
class Dated:
    """A value with a leaf."""

    on: date


def test_a_leafs_own_error_says_it_better() -> None:
    """It is raised as it is; one of an ordinary kind names the class."""
    with pytest.raises(NoDay):
        reader(Dated, {date: (str, no_day)})({"on": "R12"})
    with pytest.raises(ValueError, match="^Dated needs 'on'"):
        reader(Dated, {date: (str, no_day)})({})


ORDERS: CorrectionSchema = {
    "turn": {"player": number, "sure": truth},
    "cards": {"cards": some(text), "by": maybe(number)},
}


@pytest.mark.parametrize(
    ("told", "allowed"),
    [
        ({"do": "turn"}, True),
        ({"do": "turn", "player": 2, "sure": False}, True),
        ({"do": "cards", "cards": [], "by": None}, True),
        ({"do": "cards", "cards": ["x" * LONGEST] * MOST, "by": 1}, True),
        ({"do": "finish"}, True),
        ({"do": "finish", "player": 1}, False),
        ({"do": "x" * (LONGEST + 1)}, False),
        ({}, False),
        ({"do": 1}, False),
        ({"do": "turn", "player": True}, False),
        ({"do": "turn", "player": 1.0}, False),
        ({"do": "turn", "sure": 1}, False),
        ({"do": "turn", "by": 1}, False),
        ({"do": "cards", "cards": ["x"] * (MOST + 1)}, False),
        ({"do": "cards", "cards": ["x" * (LONGEST + 1)]}, False),
        ({"do": "cards", "cards": "xyz"}, False),
        ({"do": "cards", "cards": {"x": 1}}, False),
        ({"do": "cards", "by": "1"}, False),
    ],
)
def test_what_may_be_said(told: Json, allowed: bool) -> None:
    """A correction has what its kind allows, of the right type and no longer than anything a game knows; nothing of it need be there."""
    assert allowed == fits(told, ORDERS)


@dataclass(frozen=True)
class Open(Rulings):
    """What a game leaves open."""

    cards: Literal["with", "without"] = "with"
    rolls: Literal[3, 4] = 3
    fair: Literal[True, False] = True


OPEN = open_rules(Open)


def test_what_is_left_open_has_a_default() -> None:
    """The first value of each, in their order."""
    assert (
        OpenRule("cards", ("with", "without")),
        OpenRule("rolls", (3, 4)),
        OpenRule("fair", (True, False)),
    ) == OPEN
    assert ["with", 3, True] == [rule.default for rule in OPEN]


@pytest.mark.parametrize(
    "told",
    [
        {"dice": 3},
        {"cards": "some"},
        {"rolls": 5},
        {"rolls": "3"},
        {"fair": 1},
        {"fair": None},
        ["cards"],
    ],
)
def test_settings_that_there_are_none(told: Any) -> None:
    """Another name or value; true is not one."""
    with pytest.raises(EditionError, match=" "):
        agreed_rules(told, OPEN)


AGREEMENT = Agreement((2, 4), OPEN)


class TestAgreeing:
    def test_what_is_not_said_is_as_usual(self) -> None:
        """A page may say some, all or nothing of it."""
        usual = {"cards": "with", "rolls": 3, "fair": True}

        nothing: tuple[Json | None, ...] = ({}, None)
        for rulings in nothing:
            told = AGREEMENT.agreed({"players": ["Ann", " Bob"], "rulings": rulings, "first": 1})
            assert {"players": ["Bob", "Ann"], "rulings": usual} == told
        told = AGREEMENT.agreed({"players": ["Ann", "Bob"], "rulings": {"rolls": 4}})
        assert usual | {"rolls": 4} == told["rulings"]

    @pytest.mark.parametrize(
        ("told", "trouble"),
        [
            ({"players": ["Ann"]}, "setup.players"),
            ({"players": list("ABCDE")}, "setup.players"),
            ({"players": ["Ann", "Bob"], "rulings": [1]}, "setup.malformed"),
        ],
    )
    def test_what_cannot_be_agreed(self, told: Json, trouble: str) -> None:
        """Too few or too many, or no settings at all."""
        with pytest.raises(InputError) as refused:
            AGREEMENT.agreed(told)

        assert trouble == refused.value.message.key

    def test_what_the_host_is_asked(self) -> None:
        """How many may play, and each setting with its values, the usual one chosen."""
        form = AGREEMENT.form("")

        assert [2, 4] == form["players"]
        assert {"name": "rolls", "values": [3, 4], "value": 3} == form["rulings"][1]

    def test_what_is_usual_in_an_edition(self) -> None:
        """Its own defaults, in the form and where nothing is said."""
        revised = replace(AGREEMENT, usual={"rolls": 4})

        assert {"name": "rolls", "values": [3, 4], "value": 4} == revised.form("")["rulings"][1]
        assert 4 == revised.agreed({"players": ["Ann", "Bob"]})["rulings"]["rolls"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup(Setup):
    """What is agreed before a game that has a board."""

    SEATS = AGREEMENT.players
    rulings: Open = field(default_factory=Open)
    board: str | None = None


TWO: dict[str, Any] = {"players": ["Ann", "Bob"]}


@pytest.mark.parametrize(
    ("told", "setup"),
    [
        ({}, GameSetup(("Ann", "Bob"))),
        ({"rulings": None, "board": None, "later": 1}, GameSetup(("Ann", "Bob"))),
        (
            {"rulings": {"rolls": 4}, "camera": False, "board": "b"},
            GameSetup(("Ann", "Bob"), rulings=Open(rolls=4), camera=False, board="b"),
        ),
    ],
)
def test_a_setup_of_a_journal(told: dict[str, Any], setup: GameSetup) -> None:
    """What is left out has its default, as rulings that are none have."""
    assert setup == GameSetup.from_json(TWO | told)


@pytest.mark.parametrize(
    "told",
    [
        {"players": ["Ann"]},
        {"players": list("ABCDE")},
        {"players": ["Ann", 2]},
        {"players": "Ann"},
        {"players": None},
        {"camera": 1},
        {"camera": None},
        {"board": 3},
        {"rulings": [1]},
        {"rulings": {"rolls": 5}},
    ],
)
def test_a_setup_that_is_none(told: dict[str, Any]) -> None:
    """Too few or too many, a name that is none, another type or an unknown ruling."""
    with pytest.raises(ValueError, match=" "):
        GameSetup.from_json(TWO | told)


def test_a_setup_without_players() -> None:
    """They have no default."""
    with pytest.raises(ValueError, match="players"):
        GameSetup.from_json({})


STRAY = rolls.Violation("stray-die", 1, message("x.stray"), ("red-1",), (3,))
TWICE = rolls.Violation("twice", 0, message("x.twice", card="R07"))
DICE = Tray(DiceSet((Die("red", tuple("123456")),)), PIPS)
PLAYED = Setup(("Ann", "Bob"))


def table_state(**more: Any) -> rolls.TableState:
    """A table at which nothing has happened."""
    return rolls.TableState(**{"setup": PLAYED, "state": None} | more)


def evolve(before: rolls.TableState, event: rolls.Event) -> rolls.TableState:
    """The kit's fold; whether it is paused can be undone."""
    after = rolls.evolve(before, event, DICE)
    return replace(after, state=after.paused)


def recorder(*wrong: rolls.Violation, did: tuple[int, ...] = ()) -> Any:
    """At a table where that stands as wrong."""
    now = table_state(stage="play", entry=9, violations=wrong, did=did, state=False)
    return kit.Recorder(now, evolve)


def events(recorder: Any) -> list[rolls.Event]:
    return [each.event for each in recorder.happened]


class TestWhatStandsAsWrong:
    def test_it_is_said_once(self) -> None:
        """Again only where it is another; a new one of its kind takes its place."""
        at = recorder()
        for wrong in (STRAY, TWICE, STRAY, replace(STRAY, player=0)):
            at.report_violation(wrong)

        assert [kit.Violated] * 3 == list(map(type, events(at)))
        assert (TWICE, replace(STRAY, player=0)) == at.table_state.violations

    def test_it_is_kept_as_it_was_said(self) -> None:
        """With the roll that people may accept; without one, where none was meant."""
        codec: Codec[Any] = Codec("event", rolls.KINDS, rolls.LEAVES)
        for wrong in (STRAY, TWICE):
            told = codec.to_json(kit.Violated(wrong))
            assert kit.Violated(wrong) == codec.from_json(told)
            assert wrong.public() == {k: v for k, v in told.items() if k != "event"}
        bare = {"reason": "twice", "player": 0, "text": TWICE.text.to_json()}
        told = {"event": "illegal", **bare}
        assert kit.Violated(TWICE) == codec.from_json(told)
        without: Codec[Any] = Codec("event", kit.KINDS)
        plain = kit.Violated(kit.Violation("twice", 0, TWICE.text))
        assert told == without.to_json(plain)
        assert plain == without.from_json(told)

    def test_one_is_named_or_it_is_the_latest(self) -> None:
        """Of what stands; what does not cannot be meant."""
        at = recorder(STRAY, TWICE)

        assert (TWICE, STRAY) == (at.standing_violation(None), at.standing_violation("stray-die"))
        with pytest.raises(IllegalMove, match=" "):
            at.standing_violation("gone")
        with pytest.raises(IllegalMove, match=" "):
            recorder().standing_violation(None)

    @pytest.mark.parametrize(
        ("reason", "dice", "left"),
        [("stray-die", True, (TWICE,)), ("twice", False, (STRAY,)), (None, True, ())],
    )
    def test_it_is_looked_at_again(
        self, reason: str | None, dice: bool, left: tuple[rolls.Violation, ...]
    ) -> None:
        """That one, or all; dice that lay wrong are looked for anew, and only where it was about dice."""
        at = recorder(STRAY, TWICE)
        at.table_state = replace(at.table_state, left=("red-3",), came=("red-4",))
        rolls.look_again(at, reason, "stray-die".__eq__)
        other = recorder(STRAY, TWICE)
        settled(other, reason)

        assert left == at.table_state.violations == other.table_state.violations
        assert dice == ((at.table_state.left, at.table_state.came) == ((), ()))

    def test_what_is_right_again_is_said(self) -> None:
        """Those that are named; without a name all of them."""
        for reasons, left in ((("twice",), (STRAY,)), ((), ()), (("gone",), (STRAY, TWICE))):
            at = recorder(STRAY, TWICE)
            at.resolve(*reasons)
            assert left == at.table_state.violations


@pytest.mark.parametrize(
    ("stage", "checked"), [("set-up", kit.SetUpChecked), ("rebuild", kit.RebuildChecked)]
)
def test_what_is_missing_is_told_of_what_is_being_laid_out(stage: Any, checked: type[Any]) -> None:
    """Before a game, or in the middle of it; once, until it is another."""
    at: Any = kit.Recorder(table_state(stage=stage, state=False), evolve)
    lacks = kit.Problem(message("x.mat"))

    whole = [at.check(found) for found in ([lacks], [lacks], [], [])]

    assert [False, False, True, False] == whole
    assert [checked((lacks,)), checked(())] == events(at)


class TestWhatCanBeUndone:
    def test_what_changed_the_game(self) -> None:
        """Each entry that did, the last one first; what changed nothing is none."""
        at = recorder(did=(4,))
        at.done()
        assert (4,) == at.table_state.did

        at.record(kit.Paused(paused=True))
        at.done()
        assert (4, 9) == at.table_state.did
        assert 9 == kit.step_by_step(at.table_state, None).of

    def test_nothing_happened(self) -> None:
        """It says so."""
        with pytest.raises(IllegalMove):
            kit.step_by_step(table_state(), None)

    def test_facts_are_events(self) -> None:
        """Under their names, with their fields."""
        told = [TAGGED.to_json(Laid("R07", by=1)), TAGGED.to_json(Passed())]

        assert [
            {"event": "laid", "card": "R07", "at": [0, 0], "seen": [], "by": 1},
            {"event": "passed"},
        ] == told


def seen(zones: dict[str, tuple[str, ...]], *steps: str) -> Settled:
    return Settled(1, 2.0, Table(zones), tuple(map(Step.parse, steps)))


class TestWhatALookChanged:
    @pytest.mark.parametrize(
        ("before", "look", "told"),
        [
            ({}, seen({"tray": ("red-3",)}, "+tray red-3"), ["+tray red-3"]),
            # A camera that has just started, and what lies there as before; a die that could be read, or can now.
            ({"tray": ("red-3",)}, seen({"tray": ("red-3",)}, "+tray red-3"), []),
            ({"tray": ("red-3",)}, seen({"tray": ("red",)}, "+tray red"), []),
            (
                {"tray": ("red-3", "red-4")},
                seen({"tray": ("red-3",)}, "+tray red-3"),
                ["+tray red-3"],
            ),
            ({"tray": ("red-3",)}, seen({"tray": ("red-4",)}, "+tray red-4"), ["+tray red-4"]),
            (
                {"tray": ("red-3",)},
                seen({"tray": ("red-3", "red-3")}, "+tray red-3", "+tray red-3"),
                ["+tray red-3"] * 2,
            ),
            # It was in a hand meanwhile, or other things changed beside it.
            (
                {"tray": ("red-3",)},
                seen({"tray": ("red-3",)}, "-tray red-3", "+tray red-3"),
                ["-tray red-3", "+tray red-3"],
            ),
            (
                {"tray": ("red-3",)},
                seen({"tray": ("red-3",), "row": ("R07",)}, "+row R07", "+tray red-3"),
                ["+row R07"],
            ),
        ],
    )
    def test_what_lies_as_before_did_not_change(
        self, before: dict[str, tuple[str, ...]], look: Settled, told: list[str]
    ) -> None:
        """Zone by zone."""
        assert told == [str(step) for step in rolls.changes(Table(before), look)]

    def test_it_is_registered(self) -> None:
        """A look brings its table, words leave it; a card that is only seen flashing by is nothing yet."""
        before = table_state(table=Table({"row": ("R07",)}), steps=(Step("+", "row", "R07"),))
        look = seen({"row": ("R08",)}, "+row R08")

        after = before.registered(Input(5, 7.5, look))
        said = before.registered(Input(6, 8.5, Submission({})))
        flash = before.registered(Input(7, 9.5, Glimpse(1, 2.0, "row", "R09")))

        assert (5, 7.5, look.table, look.steps) == (
            after.entry,
            after.now,
            after.table,
            after.steps,
        )
        assert (6, 8.5, before.table) == (said.entry, said.now, said.table)
        assert before is flash


class TestWhatIsRemembered:
    def test_another_stage_begins_afresh(self) -> None:
        """Dice, trouble and what was missing are gone, and the turn begins now; what can be undone stays."""
        before = table_state(
            now=7.0,
            left=("red-1",),
            came=("red-2",),
            violations=(TWICE,),
            problems=(),
            did=(3,),
            turns=2,
        )
        after = rolls.evolve(before, kit.StageBegan("play"), DICE)

        assert after == table_state(stage="play", now=7.0, since=7.0, did=(3,), turns=2)
        assert after.goes_on
        paused = kit.evolve(after, kit.Paused(paused=True))
        assert (True, False) == (paused.paused, paused.goes_on)
        assert not before.goes_on
        assert after is kit.evolve(after, kit.TurnHandedOver(1))

    def test_everybody_sees_it(self) -> None:
        """What is under a hand, what is missing before it can begin, what is wrong."""
        lacks = kit.Problem(message("x.mat"))
        waits = table_state(table=Table({}, frozenset({"row", "mat"})), problems=(lacks,))
        ready, plays = (
            replace(waits, problems=()),
            replace(waits, stage="play", violations=(TWICE,)),
        )
        missing = {"code": "x.mat", "text": Message("x.mat").to_json()}

        assert ["mat", "row"] == waits.public(0, (), over=False)["covered"]
        assert {"ok": False, "problems": [missing]} == waits.public(0, (), over=False)["setup"]
        assert {"ok": True, "problems": []} == ready.public(0, (), over=False)["setup"]
        assert (None, None) == (
            plays.public(0, (), over=False)["setup"],
            table_state().public(0, (), over=False)["setup"],
        )
        assert [TWICE.public()] == plays.public(0, (), over=False)["troubles"]
        checked = kit.RebuildChecked((lacks,))
        assert (lacks,) == kit.evolve(table_state(), checked).problems
        (asked,) = plays.public(0, (ASKED,), over=False)["questions"]
        assert asked == ASKED.public()


@pytest.mark.parametrize("value", [["a"], ("a",), {"a"}, iter("a")])
def test_what_is_a_list(value: object) -> None:
    """Whatever can be gone through."""
    assert ["a"] == listed(value, "cards")


WRONG: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
    "argument.no-list": (lambda told: listed(told, "cards"), ["a", b"a", {"a": 1}, 1, None]),
    "argument.no-number": (lambda told: whole_number(told, "cards"), [True, 3.0, "3", None, [1]]),
    "argument.no-seat": (lambda told: seat_number(told, 3), [3, -1]),
    "argument.no-text": (lambda told: text_or_none(told, "cards"), [1, b"a", ["a"]]),
    "lines.not-an-object": (asked_object, [[], "a", None, 1]),
}


@pytest.mark.parametrize("key", WRONG)
def test_an_argument_of_another_kind_is_named(key: str) -> None:
    """And quoted; a text is one value and no list, nor is an object, and yes is no number."""
    read, values = WRONG[key]
    for value in values:
        with pytest.raises(InputError) as refused:
            read(value)

        told = refused.value.message
        assert key == told.key
        assert told.params["what"]
        assert told.params.get("name", "cards") == "cards"
        assert told.params.get("last", 2) == 2
    assert (0, 2, 7) == (seat_number(0, 3), seat_number(2, 3), whole_number(7, "cards"))
    assert ("a", None) == (text_or_none("a", "cards"), text_or_none(None, "cards"))
    assert {"a": 1} == asked_object({"a": 1})


def test_a_die_finds_a_free_place() -> None:
    """In its zone and off the edge; away from the others where there is room, and else where there is most."""
    zone, taken = Zone("tray", ZoneKind.TRAY, 0, 0, 100, 60), [(20.0, 30.0)]

    for seed in range(20):
        x, y = free_place(zone, taken, Random(seed), edge=10, apart=40)
        assert 10 <= x <= 90
        assert 10 <= y <= 50
        assert 40 <= math.dist((x, y), taken[0])
        far = free_place(zone, taken, Random(seed), edge=10, apart=1000)
        assert 60 < math.dist(far, taken[0])


ASKED = Question(
    "card-3",
    "card",
    1,
    message("x.card"),
    (Choice("R07", "red 7", 7), Choice("none", message("x.none"), 0)),
)


class TestQuestions:
    def test_what_an_answer_means(self) -> None:
        """Of the question with that id, the choice with that one."""
        other = replace(ASKED, id="card-4", choices=ASKED.choices[:1])

        assert 0 == answered((other, ASKED), "card-3", "none")

    @pytest.mark.parametrize(
        ("question", "choice", "why"),
        [("card-2", "R07", "session.no-question"), ("card-3", "R08", "session.no-choice")],
    )
    def test_what_nobody_asks_or_offers(self, question: str, choice: str, why: str) -> None:
        """Both are told apart."""
        with pytest.raises(IllegalMove) as refused:
            answered((ASKED,), question, choice)

        assert why == refused.value.message.key

    def test_a_question_in_the_view(self) -> None:
        """What the choices mean stays with the game; what others show is there only for dice."""
        told = ASKED.public()
        die = rolls.DieQuestion("die-3", "die", None, message("x.die"), (), (4,))

        keys = "id player apart about topic text yours choices"
        assert keys.split() == list(told)
        assert {"id": "R07", "text": "red 7", "move": None} == told["choices"][0]
        assert [4] == die.public()["beside"]


def test_means_are_told_to_the_hundredth() -> None:
    """Of what was counted in each game, also where it was not there; to people and to programs alike."""
    found = [GameCounts(4, (1,), {"turns": 9, "sevens": n}) for n in (2, 1)]
    told = Means.over([*found, GameCounts(1, (), {})], 2, ("sevens",), "x").to_json(1.0)

    assert {
        "games": 3,
        "finished": 2,
        "decisions": 9,
        "wins_by_seat": [0, 2],
        "sevens": 1.0,
    }.items() <= told.items()
    assert {"sevens": 0.67} == Means.over(
        found[:1] + [GameCounts(1, (), {})] * 2, 2, ("sevens",), "x"
    ).rounded


def test_how_long_games_are_is_told_of_those_that_ended() -> None:
    """The mean, and what nearly all do not exceed: of twenty games nineteen."""
    games = [GameCounts(1, (n % 2,), {"turns": n}) for n in range(1, 21)]
    told, none = (Means.over(found, 2, (), "session.undone") for found in (games, []))

    assert (10.5, 19, 1, 20) == (
        told.mean,
        told.percentile(0.95),
        told.percentile(0),
        told.percentile(1),
    )
    assert (0.0, 0) == (none.mean, none.percentile(0.95))
    say = words("en").say
    _, length, own, *wins = told.lines(1.0, words("en"))
    assert (say("simulate.length", mean=10.5, most=19), say("session.undone")) == (length, own)
    assert [say("simulate.wins", seat=seat, wins=10) for seat in (1, 2)] == wins


def orders(**hooks: Any) -> Orders[Any, Any]:
    """Those of a game without any of its own, which a camera watches."""

    def nothing(*given: Any) -> None:
        """No consequences."""

    usual: dict[str, Any] = {
        "more": {},
        "own": lambda recorder, told: False,
        "lay_out": lambda recorder: recorder.record(kit.StageBegan("rebuild")),
        "watches": lambda table_state: True,
    }
    rest = ("allow", "read_on", "resumed", "end_turn", "hand_over")
    return Orders(**usual | dict.fromkeys(rest, nothing) | hooks)


class TestOrders:
    @pytest.mark.parametrize(
        ("told", "happened"),
        [
            ({"do": "pause"}, [kit.Paused(True)]),
            ({"do": "turn", "player": 1}, [kit.TurnHandedOver(1)]),
            ({"do": "name", "player": 1, "name": " O  ma "}, [kit.PlayerNamed(1, "O ma")]),
            ({"do": "lay-out"}, [kit.StageBegan("rebuild")]),
            ({"do": "look-again", "reason": "twice"}, [kit.ViolationResolved(TWICE)]),
            ({"do": "done"}, []),
            ({"do": "finish"}, []),
        ],
    )
    def test_what_is_ordered_at_every_table(self, told: Json, happened: list[rolls.Event]) -> None:
        """In any game, by its hooks."""
        heard = recorder(TWICE)
        orders().correct(heard, told)

        assert happened == events(heard)

    def test_what_was_once_called_otherwise(self) -> None:
        """Journals and programs name an order as it was called then; any other name is none."""
        named = orders(formerly={"put-back": "look-again"})
        told = {"do": "put-back", "reason": "twice"}
        heard = recorder(TWICE)
        named.correct(heard, told)

        assert [kit.ViolationResolved(TWICE)] == events(heard)
        with pytest.raises(IllegalMove):
            orders().correct(recorder(TWICE), told)

    @pytest.mark.parametrize("order", ["begin", "resume", "set-out", "dice", "turn", "dance"])
    def test_what_cannot_be_ordered_now(self, order: str) -> None:
        """A game that is played and not paused; another game's name for it; what lacks its keys."""
        with pytest.raises(IllegalMove) as no:
            orders().correct(recorder(), {"do": order})

        assert "session.no-correction" == no.value.message.key

    def test_before_a_game_is_played_no_turn_is_done(self) -> None:
        """Nobody has one while the table is set up."""
        setting_up: Any = kit.Recorder(table_state(), evolve)
        with pytest.raises(IllegalMove):
            orders().correct(setting_up, {"do": "done"})

        assert [] == events(setting_up)

    def test_a_pause_begins_once(self) -> None:
        """Whoever asks for it again takes nothing back by taking that back."""
        at = recorder()
        at.record(kit.Paused(paused=True))
        with pytest.raises(IllegalMove):
            orders().correct(at, {"do": "pause"})

        assert [kit.Paused(paused=True)] == events(at)

    def test_a_game_that_nobody_watches_is_not_laid_out_again(self) -> None:
        """Nothing would look at it, or there is nothing to look at."""
        for game in (orders(watches=lambda state: False), orders(lay_out=None)):
            with pytest.raises(IllegalMove):
                game.correct(recorder(), {"do": "lay-out"})

    def test_a_game_orders_its_own_first(self) -> None:
        """What it carries out itself is not looked for among what all share."""
        heard = recorder()
        dance = orders(more={"dance": {"times": number}}, own=lambda recorder, told: True)
        dance.correct(heard, {"do": "dance", "times": 3})

        assert [] == events(heard)
        with pytest.raises(IllegalMove):
            dance.correct(heard, {"do": "dance", "times": "3"})


@pytest.mark.parametrize(
    ("stage", "turn", "over", "shown"),
    [
        ("play", 1, False, ("play", {"player": 1, "since": 3.0})),
        ("play", None, False, ("play", None)),
        ("play", 1, True, ("over", None)),
        ("rebuild", 1, False, ("rebuild", None)),
    ],
)
def test_whose_turn_everybody_sees(
    stage: kit.Stage, turn: int | None, over: bool, shown: object
) -> None:
    """Nobody's before the game, after it, or while it is laid out again."""
    told = table_state(stage=stage, since=3.0).public(turn, (), over=over)

    assert shown == (told["phase"], told["turn"])


# Values of a position --------------------------------------------------------------------


@dataclass(frozen=True)
class ToRoll:
    """Nothing more is to be said of it."""


@dataclass(frozen=True)
class MayWait:
    player: int


class Card(str):
    """A value of a game's own."""

    __slots__ = ()


@dataclass(frozen=True)
class Held:
    card: Card


ONE_OF = union([ToRoll, MayWait])
HERE = ("position", "now")


@pytest.mark.parametrize(
    ("value", "told"),
    [(ToRoll(), "to-roll"), (MayWait(2), {"may-wait": {"player": 2}})],
    ids=["by name", "with fields"],
)
def test_one_of_several_is_called_by_its_name(value: Any, told: Any) -> None:
    """As it is written it is read."""
    assert told == ONE_OF.write(value, False)
    assert value == ONE_OF.read(told, HERE)


@pytest.mark.parametrize(
    "told",
    ["may-roll", {}, {"sits": {}}, {"to-roll": {}, "may-wait": {"player": 1}}, ["to-roll"], None],
    ids=str,
)
def test_what_is_none_of_several_is_told_with_what_there_is(told: Any) -> None:
    """Where it stands, and the names of all."""
    with pytest.raises(Unread) as why:
        ONE_OF.read(told, HERE)

    assert (HERE, "notation.wrong") == (why.value.path, why.value.key)
    choice = why.value.params["expected"]
    assert isinstance(choice, Message)
    assert ("to-roll", "may-wait") == choice.params["known"]


def test_what_is_wrong_within_one_of_several_says_where() -> None:
    """Under its name."""
    with pytest.raises(Unread) as why:
        ONE_OF.read({"may-wait": {"player": "Ann"}}, HERE)

    assert (*HERE, "may-wait", "player") == why.value.path


# Orders, one by one ----------------------------------------------------------------------


def hook(name: str) -> Any:
    """A hook that is heard by its name and what it is given."""
    return lambda recorder, *given: recorder.heard.append(
        (name, *(each for each in given if not isinstance(each, kit.TableState)))
    )


class Heard(kit.Recorder[Any, Any, Any]):
    """Which hooks were called, in order."""

    def __init__(self, table_state: rolls.TableState) -> None:
        super().__init__(table_state, evolve)
        self.heard: list[tuple[Any, ...]] = []


HOOKS = [
    "begin",
    "read_on",
    "allow",
    "look_again",
    "lay_out",
    "pause",
    "resume",
    "resumed",
    "end_turn",
    "hand_over",
    "finish",
]
PLAYING = table_state(stage="play")
PAUSED = replace(PLAYING, paused=True)
SETTING_UP = table_state()
REBUILDING = table_state(stage="rebuild")


@pytest.mark.parametrize(
    ("before", "told", "watches", "heard"),
    [
        (SETTING_UP, {"do": "begin"}, True, [("begin",)]),
        (REBUILDING, {"do": "begin"}, True, [("begin",), ("read_on",)]),
        (PLAYING, {"do": "begin"}, True, None),
        (PLAYING, {"do": "lay-out"}, True, [("lay_out",)]),
        (PLAYING, {"do": "lay-out"}, False, None),
        (SETTING_UP, {"do": "lay-out"}, True, None),
        (REBUILDING, {"do": "lay-out"}, True, None),
        (PAUSED, {"do": "lay-out"}, True, [("lay_out",)]),
        (PLAYING, {"do": "pause"}, True, [("pause",)]),
        (SETTING_UP, {"do": "pause"}, True, [("pause",)]),
        (PAUSED, {"do": "pause"}, True, None),
        (PAUSED, {"do": "resume"}, True, [("resume",), ("resumed",)]),
        (PAUSED, {"do": "resume"}, False, [("resume",)]),
        (replace(SETTING_UP, paused=True), {"do": "resume"}, True, [("resume",)]),
        (PLAYING, {"do": "resume"}, True, None),
        (PLAYING, {"do": "done"}, False, [("end_turn",)]),
        (PAUSED, {"do": "done"}, False, [("end_turn",)]),
        (REBUILDING, {"do": "done"}, True, None),
        (SETTING_UP, {"do": "finish"}, True, [("finish",)]),
        (PLAYING, {"do": "turn", "player": 1}, True, [("hand_over", 1)]),
        (PLAYING, {"do": "turn"}, True, None),
        (PLAYING, {"do": "counts"}, True, [("allow", None)]),
        (PLAYING, {"do": "counts", "reason": "twice"}, True, [("allow", "twice")]),
        (PLAYING, {"do": "look-again"}, True, [("look_again", None)]),
        (PLAYING, {"do": "look-again", "reason": "twice"}, True, [("look_again", "twice")]),
        (PLAYING, {"do": "look-again", "reason": 2}, True, None),
        (PLAYING, {"do": "name", "player": 1}, True, None),
        (PLAYING, {"do": "dance"}, True, None),
        (PLAYING, {}, True, None),
    ],
)
def test_which_hook_carries_out_an_order(
    before: rolls.TableState, told: Json, watches: bool, heard: list[Any] | None
) -> None:
    """At its time; whatever is not ordered then is refused."""
    at = Heard(before)
    game = orders(**{name: hook(name) for name in HOOKS}, watches=lambda state: watches)
    if heard is None:
        with pytest.raises(IllegalMove) as refused:
            game.correct(at, told)
        assert "session.no-correction" == refused.value.message.key
        heard = []
    else:
        game.correct(at, told)

    assert heard == at.heard


@pytest.mark.parametrize(
    ("before", "told", "happened"),
    [
        (SETTING_UP, {"do": "begin"}, [kit.StageBegan("play")]),
        (REBUILDING, {"do": "begin"}, [kit.StageBegan("play")]),
        (PAUSED, {"do": "resume"}, [kit.Paused(paused=False)]),
        (PLAYING, {"do": "finish"}, []),
        (PLAYING, {"do": "counts"}, None),
        (PLAYING, {"do": "look-again"}, None),
        (PLAYING, {"do": "lay-out"}, None),
    ],
)
def test_what_a_game_does_of_which_nothing_is_said(
    before: rolls.TableState, told: Json, happened: list[Any] | None
) -> None:
    """It begins, and goes on after a pause; nothing that breaks the rules counts, and nothing is laid out."""
    at: Any = kit.Recorder(before, evolve)
    game: Orders[Any, Any] = Orders(
        end_turn=lambda recorder: None, hand_over=lambda recorder, player: None
    )
    if happened is None:
        with pytest.raises(IllegalMove):
            game.correct(at, told)
        return
    game.correct(at, told)

    assert happened == events(at)


@pytest.mark.parametrize(
    ("player", "name", "named"),
    [
        (1, "Cem", kit.PlayerNamed(1, "Cem")),
        (0, "  Cem ", kit.PlayerNamed(0, "Cem")),
        (1, "Bob", ()),
        (1, " Bob ", ()),
        (1, "Ann", "setup.same-name"),
        (1, "", "setup.name"),
        (2, "Cem", "session.no-correction"),
        (-1, "Cem", "session.no-correction"),
    ],
)
def test_how_somebody_is_called(player: int, name: str, named: Any) -> None:
    """By a name that nobody else has; the same again is nothing new."""
    at = recorder()
    told = {"do": "name", "player": player, "name": name}
    if isinstance(named, str):
        with pytest.raises(IllegalMove) as refused:
            orders().correct(at, told)
        assert named == refused.value.message.key
        named = ()
    else:
        orders().correct(at, told)

    assert ([named] if named else []) == events(at)


@pytest.mark.parametrize(
    ("told", "anybody"),
    [
        ({"do": "done"}, True),
        ({"do": "done", "player": 1}, False),
        ({"do": "turn", "player": 1}, True),
        ({"do": "turn", "player": "1"}, False),
        ({"do": "turn"}, False),
        ({"do": "turn", "player": 1, "by": 1}, False),
        ({"do": "pause"}, False),
        ({}, False),
    ],
)
def test_what_anybody_may_order(told: Json, anybody: bool) -> None:
    """That a turn is over, or whose it is, and nothing beside it."""
    assert anybody == is_of_turn(told)


@pytest.mark.parametrize(
    ("now", "data", "why"),
    [
        (PLAYING, {"event": "passed"}, None),
        (PLAYING, {"event": "x" * 99}, "notation.no-move"),
        (PAUSED, {"event": "passed"}, "session.not-now"),
        (SETTING_UP, {"event": "passed"}, "session.not-now"),
    ],
)
def test_a_move_that_is_tapped(now: rolls.TableState, data: Json, why: str | None) -> None:
    """While the game goes on; what is none is quoted, not at length, with some that are."""
    like = as_tapped(TAGGED, Passed(), Laid("R07"))
    if why is None:
        assert Passed() == move_told(now, data, TAGGED.exactly, like)
        return
    with pytest.raises(IllegalMove) as refused:
        move_told(now, data, TAGGED.exactly, like)

    told = refused.value.message
    assert why == told.key
    assert told.params in ({}, {"what": str(data)[:80], "like": like})
    assert '{"event":"passed"}' in like[0].replace(" ", "")


# A game, composed ------------------------------------------------------------------------


def game(**more: Any) -> kit.TableGame[Any, Any]:
    """A game that remembers what it was given: an input is an event."""

    def told(kind: str) -> Any:
        return lambda recorder, *given: recorder.record(kit.PlayerNamed(0, f"{kind} {given}"))

    usual: dict[str, Any] = {
        "start": lambda setup: table_state(),
        "recorder": kit.Recorder,
        "evolve": evolve,
        "announce": lambda state, event: (),
        "view": lambda state: {},
        "events": TAGGED,
    }
    heard = {name: told(name) for name in ("observe", "submit", "answer", "correct")}
    return kit.TableGame(**usual | heard | more)


LOOK = seen({"row": ("R07",)}, "+row R07")


@pytest.mark.parametrize(
    ("what", "name"),
    [
        (LOOK, f"observe {(LOOK,)}"),
        (Submission({"a": 1}), "submit ({'a': 1},)"),
        (Answer("q", "yes"), "answer ('q', 'yes')"),
        (Correction({"do": "x"}), "correct ({'do': 'x'},)"),
    ],
)
def test_who_hears_an_input(what: Any, name: str) -> None:
    """Each kind of it its own function, and what follows is folded."""
    (one,) = game().respond(replace(PLAYING, state=False), Input(4, 2.0, what))

    assert kit.PlayerNamed(0, name) == one.event
    assert (name, "Bob") == one.state.names


def test_what_changed_the_game_can_be_undone() -> None:
    """Behind all else that follows from an input; step by step, where the game says nothing else."""
    paused = game(submit=lambda recorder, move: recorder.record(kit.Paused(paused=True)))
    first, done = paused.respond(
        replace(PLAYING, state=False, entry=4), Input(4, 2.0, Submission({}))
    )

    assert (kit.Paused(paused=True), kit.GameChanged(4)) == (first.event, done.event)
    assert 4 == paused.undoing(done.state, None).of
    assert None is paused.place(done.state, {"do": "turn", "player": 1})
    registered = paused.register(PLAYING, Input(7, 3.0, LOOK))
    assert (7, 3.0, LOOK.table) == (registered.entry, registered.now, registered.table)
    told = paused.event_to_json(Laid("R07"))
    assert Laid("R07") == paused.event_from_json(told)


def test_a_defect_of_a_look_leaves_nothing_half_told() -> None:
    """The game goes on from what lies there where it can, else it is raised."""

    def stumbles(recorder: Any, look: Any) -> None:
        recorder.record(kit.PlayerNamed(0, "half"))
        raise LookupError("a defect")

    def gives_up(recorder: Any) -> bool:
        recorder.record(kit.PlayerNamed(1, "lost"))
        return True

    before = replace(PLAYING, state=False)
    with pytest.raises(LookupError):
        game(observe=stumbles).respond(before, Input(4, 2.0, LOOK))
    (lost,) = game(observe=stumbles, lost=gives_up).respond(before, Input(4, 2.0, LOOK))
    assert (kit.PlayerNamed(1, "lost"), ("Ann", "lost")) == (lost.event, lost.state.names)


FIRST, SECOND = kit.Problem(message("x.mat")), kit.Problem(message("x.deck"))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (kit.Violated(TWICE), ("illegal", "x.twice", 0)),
        (kit.SetUpChecked((FIRST, SECOND)), ("set-up", "x.mat", None)),
        (kit.RebuildChecked((FIRST, SECOND)), ("set-up", "x.mat", None)),
        (kit.RebuildChecked(()), ("corrected", "session.laid-out", None)),
        (kit.SetUpChecked(()), None),
        (kit.Paused(paused=True), ("pause", "session.paused", None)),
        (kit.Paused(paused=False), ("pause", "session.resumed", None)),
        (kit.TurnHandedOver(1), ("corrected", "session.turn-given", 1)),
        (kit.PlayerNamed(1, "Cem"), ("corrected", "session.named", 1)),
        (kit.StageBegan("play"), None),
        (kit.ViolationResolved(TWICE), None),
        (kit.GameChanged(3), None),
        (rolls.DiceNudged(("red-1",)), ("nudged", "dice.nudged", None)),
        (rolls.DiceMoved(("red-1",)), None),
        (rolls.DieTold("red", 3), None),
        (rolls.RollRead(), None),
        (rolls.RollMissed(("red",)), None),
        (rolls.DiceWatched(), None),
        (rolls.RollUnread((), ("red", "red"), (), (), (), True), ("unread", "dice.wrong.unread", None)),
        (rolls.RollUnread((), ("red", "red"), ("red",), (), (), True), ("unread", "dice.wrong.missing", None)),
    ],
)  # fmt: skip
def test_what_people_are_told_at_any_table(event: Any, told: Any) -> None:
    """The first of what is missing; of several dice those on the floor."""
    news = [
        (each.kind, each.text.key, each.player) for each in rolls.announce(("Ann", "Bob"), event)
    ]

    assert ([told] if told else []) == news


def test_what_is_told_names_whom_it_is_about() -> None:
    """By the name that was used until then; an unread roll with all its dice."""
    (given,) = kit.announce(("Ann", "Bob"), kit.TurnHandedOver(1))
    (named,) = kit.announce(("Ann", "Bob"), kit.PlayerNamed(1, "Cem"))
    roll = rolls.RollUnread((), ("red", "blue"), ("blue",), (), (), True)
    (unread,) = rolls.announce((), roll)

    assert {"player": "Bob"} == given.text.params
    assert {"player": "Bob", "name": "Cem"} == named.text.params
    assert ({"dice": ["red", "blue"]}, 1) == (unread.params, unread.text.params["count"])
    said = PLAYING.says("laid", "x.laid", 1, {"card": "R07"}, card="R07")
    assert ("laid", 1, {"card": "R07"}, {"player": "Bob", "card": "R07"}) == (
        said.kind,
        said.player,
        said.params,
        said.text.params,
    )
    assert {} == PLAYING.says("laid", "x.laid", 0).params
    assert {"name": "Ann", "cards": [7, 7], "won": []} == PLAYING.public_player("Ann", 7)


def test_a_public_view_of_any_game() -> None:
    """What its setup says of camera and rulings, and whether it is paused."""
    plain = table_state().public(None, (), over=False)
    agreed = replace(PLAYED, camera=False, rulings=Open(rolls=4))
    other = table_state(setup=agreed, paused=True, stage="over", problems=()).public(
        0, (), over=True
    )

    assert (True, {}, False, 0) == tuple(plain[k] for k in ("camera", "rulings", "paused", "round"))
    assert (False, True, None) == tuple(other[k] for k in ("camera", "paused", "setup"))
    assert {"cards": "with", "rolls": 4, "fair": True} == other["rulings"]


# Rolls that are not known ----------------------------------------------------------------

COLOURS = Tray(DiceSet((Die("red"), Die("red"), Die("blue"))), PIPS, "tray", "kept")
ROLL = rolls.RollUnread((("red", 4),), ("red", "blue"), ("blue",), ("red-1",), ("red",), False)


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        (rolls.DiceMoved(("red-1",), ("red-2",)), {"left": ("red-1",), "came": ("red-2",)}),
        (rolls.DiceNudged(("red-1",)), {}),
        (rolls.RollRead(), {"unread": None}),
        (rolls.RollMissed(("red",)), {"unread": None, "missed": 3, "stale": ("blue", "red")}),
        (rolls.DiceWatched(aside=2), {"watched": rolls.DiceWatched(aside=2)}),
        (
            kit.StageBegan("rebuild"),
            {"left": (), "came": (), "violations": (), "stage": "rebuild", "since": 6.0},
        ),
        (kit.Paused(paused=True), {"paused": True}),
    ],
)
def test_what_an_event_of_dice_changes(event: Any, changed: dict[str, Any]) -> None:
    """And nothing else."""
    at = rolls.evolve(table_state(entry=5), ROLL, COLOURS)
    before = replace(
        at,
        left=("red-3",),
        came=("red-4",),
        missed=2,
        stale=("blue",),
        violations=(TWICE,),
        now=6.0,
    )

    assert replace(before, **changed) == rolls.evolve(before, event, COLOURS)


def test_a_roll_of_which_dice_are_told_one_by_one() -> None:
    """It is that of the look that showed it; everybody sees what is known, colour by colour."""
    before = table_state(entry=5)
    asked = rolls.evolve(before, ROLL, COLOURS)
    told = rolls.evolve(asked, rolls.DieTold("blue", 2), COLOURS)
    roll = asked.unread

    assert roll is not None
    assert (5, False, ("blue",), ("red-1",), ("red",)) == (
        roll.entry,
        roll.taken_up,
        roll.missing,
        roll.left,
        roll.came,
    )
    assert (None, [4, None, None], [4, None, 2]) == tuple(
        state.lying(COLOURS) for state in (before, asked, told)
    )
    assert before.undoable != asked.undoable != told.undoable
    ids = [(q.id, q.text.key, q.beside) for q in rolls.die_questions(COLOURS, roll)]
    assert [
        ("die-5-red-1", "dice.question.beside", (4,)),
        ("die-5-blue-1", "dice.question.missing", ()),
    ] == ids


@pytest.mark.parametrize(
    ("asked", "missing", "kind"),
    [
        (("red", "red"), (), "die"),
        (("red", "red"), ("red",), "die"),
        (("red", "red"), ("red", "red"), "missing"),
        (("red",), ("blue",), "die"),
    ],
)
def test_those_on_the_floor_are_asked_for_last(
    asked: tuple[str, ...], missing: tuple[str, ...], kind: str
) -> None:
    """Of two alike the one that lies there first; each face is an answer."""
    roll = rolls.RollUnread((), asked, missing, (), (), True)
    there = rolls.evolve(table_state(entry=5), roll, COLOURS).unread
    assert there is not None
    (die,) = rolls.die_questions(COLOURS, there, lambda value: f"<{value}>")

    assert (f"dice.question.{kind}", f"die-5-red-{len(asked)}") == (die.text.key, die.id)
    assert [f"red-{n}" for n in range(1, 7)] == [choice.id for choice in die.choices]
    answer = die.meaning("red-3")
    assert ("red", 3) == (answer.colour, answer.value)
    assert "<1>" == die.choices[0].text.params["value"]  # type: ignore[union-attr]  # a message


def test_what_breaks_the_rules_is_of_the_turn() -> None:
    """With the dice that people may let count; once."""
    state = SimpleNamespace(turn=1)
    at: Any = rolls.Recorder(table_state(state=state), lambda s, e: rolls.evolve(s, e, COLOURS))
    for _ in range(2):
        at.wrong("twice", message("x.twice"), ("red",), (3, 4))

    wrong = rolls.Violation("twice", 1, message("x.twice"), ("red",), (3, 4))
    assert [kit.Violated(wrong)] == events(at)


# Whole games -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Countdown:
    """A game that ends at nought."""

    left: int


def countdown(**more: Any) -> RobotGames[Countdown, int, str]:
    """Each move takes some away; who brings it to nought has won."""
    usual: dict[str, Any] = {
        "play": lambda now, move, chance: (Countdown(now.left - move), ("turns", "taken")),
        "winners": lambda end: (1,) if end.left <= 0 else (),
        "over": lambda now: now.left <= 0,
        "names": lambda event: (event,),
    }
    return RobotGames(**usual | more)


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ({}, GameCounts(4, (1,), {"turns": 4, "taken": 4})),
        ({"of_end": lambda end: {"left": end.left}}, GameCounts(4, (1,), {"turns": 4, "taken": 4, "left": 0})),
        ({"is_choice": lambda before: before.left > 2}, GameCounts(2, (1,), {"turns": 4, "taken": 4})),
        ({"longest": 3}, GameCounts(3, (), {"turns": 3, "taken": 3})),
        ({"longest": 0}, GameCounts(0, (), {})),
        ({"over": lambda now: True}, GameCounts(0, (), {})),
    ],
)  # fmt: skip
def test_what_is_counted_of_a_game(more: dict[str, Any], counts: GameCounts) -> None:
    """Every decision that is one, every event, what the end adds; one that is not over has no winner."""
    games = countdown(**more)
    found = games.counted(games.played(Countdown(4), lambda now, chance: 1, Random(1)))

    assert counts == found
    assert counts.counts.get("turns", 0) == found.turns


def test_many_games_are_of_the_same_seed() -> None:
    """Each has a chance of its own, which follows from the seed and its number."""
    asked = Simulation(2, "any", games=3, seed=5)
    numbers = [chance.random() for chance in asked.chances()]
    found = countdown().many(asked, Countdown(4), lambda now, chance: 1 + (chance.random() < 0.5))

    assert [Random(f"5/{n}").random() for n in range(3)] == numbers
    assert [Random("5-0").random()] == [c.random() for c in replace(asked, games=1).chances("-")]
    assert 3 == len(found)
    assert (1, 1) == (len([*Simulation(2, "any").chances()]), Simulation(2, "any").seed)


def test_events_of_a_move_are_folded() -> None:
    """One after the other."""

    def decide(state: tuple[int, ...], move: int, chance: Random) -> list[int]:
        return [move, move + 1]

    play = play_by(decide, lambda state, event: (*state, event))

    assert ((0, 3, 4), (3, 4)) == play((0,), 3, Random(1))


def test_what_is_told_of_many_games() -> None:
    """Of those that ended; each winner of a game counts, who shares it, too."""
    games = [
        GameCounts(3, (0, 1), {"turns": 5}),
        GameCounts(4, (1,), {"turns": 2}),
        GameCounts(9, (), {"turns": 90}),
    ]
    found = ManyGames.of(games, 3)

    assert (3, 2, 16, (2, 5), (1, 2, 0)) == (
        found.games,
        found.finished,
        found.decisions,
        found.turns,
        found.wins,
    )
    assert {"mean": 3.5, "p50": 2, "p95": 5} == found.to_json(1.23456)["turns"]
    assert 1.235 == found.to_json(1.23456)["seconds"]
    assert 5 == len([*found.lines(1.0, words("en"))])


@pytest.mark.parametrize(
    ("share", "turns"), [(0.0, 1), (0.25, 1), (0.26, 2), (0.5, 2), (0.75, 3), (0.76, 9), (1.0, 9)]
)
def test_the_least_that_a_share_does_not_exceed(share: float, turns: int) -> None:
    """Of four games."""
    found = ManyGames.of([GameCounts(1, (0,), {"turns": n}) for n in (9, 3, 1, 2)], 1)

    assert turns == found.percentile(share)


# Odds ------------------------------------------------------------------------------------


def test_what_dice_may_still_show() -> None:
    """All rolls, what may be kept of one, and how likely what follows is."""
    assert [1, 6, 21, 252] == [len(odds.rolls(n)) for n in (0, 1, 2, 5)]
    assert ((), (3,), (4,)) == odds.keeps((3, 4))
    assert ((), (3,)) == odds.keeps((3, 3))
    shown = dict(odds.outcomes((3,), 3))
    assert (21, 1 / 36, 2 / 36) == (len(shown), shown[3, 6, 6], shown[3, 5, 6])
    assert 1.0 == pytest.approx(sum(shown.values()))
    assert {(3, n): 1 / 6 for n in range(3, 7)}.items() <= dict(odds.outcomes((3,), 2)).items()


def test_what_it_is_worth_to_roll_on() -> None:
    """One die whose value counts: a second throw from 3 down, a third from 4 down."""
    none, one, two = (odds.RollingOn.of(sum, 1, more) for more in range(3))

    assert (3.5, 4.25) == (none.mean(()), one.mean(()))
    assert [3.5, 3.5, 3.5, 4, 5, 6] == [one.after[value,] for value in odds.FACES]
    assert [4.25] * 4 + [5, 6] == [two.after[value,] for value in odds.FACES]
    assert ((6,), 9.5) == odds.RollingOn.of(sum, 2, 0).best((1, 6))
    assert () == odds.RollingOn.of(sum, 2, 0).best((2, 3))[0]


# Lines of `murphy watch` -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "name"),
    [("red-4", "red 4"), ("red", "red ?"), ("red-symbol", "red ✶"), ("H07-1", "H07-1")],
)
def test_a_die_in_a_line(code: str, name: str) -> None:
    """By colour and value; a card by its code."""
    assert name == die_name(code, words("en"))


def test_what_stands_out_is_counted_by_seat() -> None:
    """Also of whom nothing was announced; points only once a game is over."""
    text = message("x.laid")
    news = [Announcement("laid", text, seat) for seat in (1, None, 1, 0)]
    end = {"players": [{"points": 3}, {"points": 9}, {"points": 0}], "phase": "over"}

    assert [Highlight(text, 0, 1), Highlight(text, 1, 2), Highlight(text, 2, 0)] == [
        *how_often(text, end, news)
    ]
    record = message("points.record")
    assert [Highlight(record, seat, n, adds=False) for seat, n in enumerate((3, 9, 0))] == [
        *most_points(end)
    ]
    assert [] == [*most_points({**end, "phase": "play"})]
    told = won(("Ann", "Bob"), (3, 9), (1,))
    assert ("game-won", 1, "points.won") == (told.kind, told.player, told.text.key)
    assert (("Bob",), 1) == (told.text.params["player"], told.text.params["count"])


# Kinds of values, and lines --------------------------------------------------------------


@dataclass(frozen=True)
class Pile:
    """A value with a default, one without, and one that is made."""

    top: str
    count: int = 2
    seen: tuple[int, ...] = field(default_factory=tuple)


PILE: Any = Pile
LETTER: Any = Held
HOUSE: notation.Kind[Any] = notation.leaf(
    lambda value: value.upper(),
    lambda told: str.lower(told) if told != "X" else int(told),
    message("x.a-letter"),
    lambda value: f"<{value}>",
)


@pytest.mark.parametrize(
    ("kind", "value", "json", "brief"),
    [
        (notation.number(), 0, 0, 0),
        (notation.number(2, 4), 4, 4, 4),
        (notation.FLAG, False, False, False),
        (notation.ANYTHING, {"a": [None]}, {"a": [None]}, {"a": [None]}),
        (notation.one_of(["a", "b"]), "b", "b", "b"),
        (notation.many(notation.number()), (), [], []),
        (notation.many(notation.number(), 1, 2), (3, 4), [3, 4], [3, 4]),
        (notation.many(HOUSE), ("a", "b"), ["A", "B"], ["<a>", "<b>"]),
        (notation.row(notation.number(), HOUSE), (1, "a"), [1, "A"], [1, "<a>"]),
        (notation.optional(HOUSE), None, None, None),
        (notation.optional(HOUSE), "a", "A", "<a>"),
        (notation.by_name(HOUSE, "xy"), {"y": "a"}, {"y": "A"}, {"y": "<a>"}),
        (notation.record(Pile), Pile("a"), {"top": "a", "seen": []}, {"top": "a", "seen": []}),
        (notation.record(Pile), Pile("a", 3, (1,)), {"top": "a", "count": 3, "seen": [1]}, {"top": "a", "count": 3, "seen": [1]}),
        (notation.record(Pile, full=True), Pile("a"), {"top": "a", "count": 2, "seen": []}, {"top": "a", "seen": []}),
        (notation.record(Pile, top=notation.optional(notation.FLAG)), PILE(True), {"top": True, "seen": []}, {"top": True, "seen": []}),
        (notation.of_type(tuple[int, ...]), (1, 2), [1, 2], [1, 2]),
        (notation.of_type(tuple[int, bool]), (1, True), [1, True], [1, True]),
        (notation.of_type(int | None), None, None, None),
        (notation.of_type(str | None), "a", "a", "a"),
        (notation.of_type(Literal["a", "b"]), "a", "a", "a"),
        (notation.of_type(Pile), Pile("a"), {"top": "a", "seen": []}, {"top": "a", "seen": []}),
        (notation.of_type(ToRoll | MayWait), MayWait(1), {"may-wait": {"player": 1}}, {"may-wait": {"player": 1}}),
        (notation.of_type(ToRoll | MayWait | None), None, None, None),
        (notation.of_type(ToRoll | MayWait | None), ToRoll(), "to-roll", "to-roll"),
        (notation.of_type(Card, {Card: HOUSE}), "a", "A", "<a>"),
        (notation.of_type(tuple[Card, ...], {Card: HOUSE}), ("a",), ["A"], ["<a>"]),
        (notation.of_type(tuple[Card, int], {Card: HOUSE}), ("a", 1), ["A", 1], ["<a>", 1]),
        (notation.of_type(Card | None, {Card: HOUSE}), "a", "A", "<a>"),
        (notation.of_type(Held, {Card: HOUSE}), LETTER("a"), {"card": "A"}, {"card": "<a>"}),
        (notation.of_type(Held | ToRoll, {Card: HOUSE}), LETTER("a"), {"held": {"card": "A"}}, {"held": {"card": "<a>"}}),
    ],
)  # fmt: skip
def test_kinds_of_values(kind: notation.Kind[Any], value: Any, json: Any, brief: Any) -> None:
    """As JSON, and as it is on a line; the JSON reads back."""
    assert (json, brief) == (kind.write(value, False), kind.write(value, True))
    assert value == kind.read(json, ())


@pytest.mark.parametrize(
    ("kind", "told", "path", "expected"),
    [
        (notation.number(), -1, HERE, "notation.a.number"),
        (notation.number(), True, HERE, "notation.a.number"),
        (notation.number(), 1.0, HERE, "notation.a.number"),
        (notation.number(2, 4), 1, HERE, "notation.a.number-to"),
        (notation.number(2, 4), 5, HERE, "notation.a.number-to"),
        (notation.FLAG, 1, HERE, "notation.a.flag"),
        (notation.one_of(["a"]), "b", HERE, "notation.a.choice"),
        (notation.one_of(["a"]), ["a"], HERE, "notation.a.choice"),
        (notation.one_of(["a"], message("x.some")), "b", HERE, "x.some"),
        (HOUSE, "X", HERE, "x.a-letter"),
        (notation.many(notation.number()), "12", HERE, "notation.a.list"),
        (notation.many(notation.number(), 1), [], HERE, "notation.a.list"),
        (notation.many(notation.number(), 1, 2), [], HERE, "notation.a.list-of"),
        (notation.many(notation.number(), 1, 2), [1, 2, 3], HERE, "notation.a.list-of"),
        (notation.many(notation.number(), 2, 2), [1], HERE, "notation.a.list-exactly"),
        (notation.many(notation.number()), [1, -1], (*HERE, 1), "notation.a.number"),
        (notation.row(notation.number(), notation.FLAG), [1], HERE, "notation.a.list-exactly"),
        (notation.row(notation.number(), notation.FLAG), [1, 1], (*HERE, 1), "notation.a.flag"),
        (notation.by_name(notation.number(), "xy"), [1], HERE, "notation.a.object"),
        (notation.by_name(notation.number(), "xy"), {"x": -1}, (*HERE, "x"), "notation.a.number"),
        (notation.record(Pile), "a", HERE, "notation.a.object"),
        (notation.of_type(str), 1, HERE, "notation.a.text"),
    ],
)
def test_what_no_value_of_a_kind_is(
    kind: notation.Kind[Any], told: Any, path: Path, expected: str
) -> None:
    """Where it stands, and what is expected there."""
    with pytest.raises(Unread) as why:
        kind.read(told, HERE)

    what = why.value.params["expected"]
    assert isinstance(what, Message)
    assert (path, "notation.wrong", expected) == (why.value.path, why.value.key, what.key)


@pytest.mark.parametrize(
    ("told", "key", "named"),
    [
        ({"top": "a", "sky": 1}, "notation.no-field", "sky"),
        ({"count": 1}, "notation.missing", "top"),
        ({"top": None}, "notation.missing", "top"),
    ],
)
def test_fields_that_are_too_many_or_too_few(told: Json, key: str, named: str) -> None:
    """By their names; null is as good as nothing where it is no value."""
    with pytest.raises(Unread) as why:
        notation.record(Pile).read(told, HERE)

    assert (HERE, key) == (why.value.path, why.value.key)
    assert named in str(why.value.params["name"])
    assert Pile("a") == notation.record(Pile).read({"top": "a", "count": None}, HERE)


def test_a_value_that_is_refused_with_a_reason() -> None:
    """In the words of whoever knows."""

    def read(told: Any) -> Any:
        raise InputError("x.why")

    with pytest.raises(Unread) as why:
        notation.leaf(str, read, message("x.a")).read(1, HERE)
    assert ("notation.because", message("x.why")) == (why.value.key, why.value.params["why"])
    with pytest.raises(NotationError) as refused:
        notation.read_json(notation.row(notation.number()), [-1], "dice")
    where = refused.value.message.params["where"]
    assert isinstance(where, Message)
    assert ("notation.where", "dice[0]") == (where.key, where.params["name"])


NOTE: notation.Notation[dict[str, Any]] = notation.Notation(
    {
        "turn": notation.Field(notation.number(), lambda now: now.get("turn", 0), usual=0),
        "hand": notation.Field(notation.many(notation.record(Pile)), lambda now: now["hand"], needed=True),
    },
    dict,
    prepared=lambda told: {"turn": 7} | dict(told) if "lift" not in told else {},
)  # fmt: skip


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ("hand=[]", {"turn": 7, "hand": ()}),
        ("turn=1 hand=[(top=a)]", {"turn": 1, "hand": (Pile("a"),)}),
        ({"hand": [{"top": "a"}]}, {"turn": 7, "hand": (Pile("a"),)}),
    ],
)
def test_a_position_that_is_read(told: Any, state: dict[str, Any]) -> None:
    """With what follows from what is given."""
    assert state == NOTE.read(told)
    assert {**state, "turn": 3} == NOTE.read(told, {"turn": 3})


def test_a_position_is_written_as_short_as_it_may_be() -> None:
    """What is usual is left out, as text and as JSON."""
    now = {"turn": 0, "hand": (Pile("a"),)}

    assert {"hand": [{"top": "a", "seen": []}]} == NOTE.json(now)
    assert "hand=[(top=a seen=[])]" == NOTE.text(now)


@pytest.mark.parametrize(
    ("told", "key", "place"),
    [
        ("turn=1", "notation.missing", ("notation.whole", {})),
        ("hand=[] turn=-1", "notation.wrong", ("notation.where-at", {"name": "turn", "at": 14})),
        (
            "hand=[(top=a),(top=b count=x)]",
            "notation.wrong",
            ("notation.where-at", {"name": "hand[1].count", "at": 28}),
        ),
        (
            "hand=[(top=a),()]",
            "notation.missing",
            ("notation.where-at", {"name": "hand[1]", "at": 15}),
        ),
        ({"hand": [1]}, "notation.wrong", ("notation.where", {"name": "hand[0]"})),
        ({"lift": 1}, "notation.missing", ("notation.whole", {})),
        (7, "notation.no-position", None),
    ],
)
def test_where_a_position_is_wrong(told: Any, key: str, place: Any) -> None:
    """By name, and by the character in a text, from 1."""
    with pytest.raises(NotationError) as refused:
        NOTE.read(told)

    found = refused.value.message
    assert key == found.key
    where = found.params.get("where")
    assert place == ((where.key, where.params) if isinstance(where, Message) else None)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("a=123456789", {"a": 123456789}),
        ("a=1234567890", {"a": "1234567890"}),
        ("a=-7 b=x-7", {"a": -7, "b": "x-7"}),
        ("a=[?999]", {"a": [None] * 999}),
        ("a=[?1000]", {"a": ["?1000"]}),
        ("a=[?0]", {"a": []}),
        ("a=?2", {"a": "?2"}),
        ('a="?2" b="x \\" y"', {"a": "?2", "b": 'x " y'}),
        (
            "a=x() b=() c=[(d=1),e(f=2)]",
            {"a": {"x": {}}, "b": {}, "c": [{"d": 1}, {"e": {"f": 2}}]},
        ),
        ("a=" + "[" * 11 + "]" * 11, {"a": [[[[[[[[[[[]]]]]]]]]]]}),
        ("a=" + "[" * 12 + "]" * 12, {"a": [[[[[[[[[[[[]]]]]]]]]]]]}),
        ("", {}),
    ],
)
def test_a_line_that_is_read(text: str, fields: Json) -> None:
    """Whole numbers of up to nine digits, up to 999 unseen things at once, twelve values within each other."""
    assert fields == Line(text).fields


@pytest.mark.parametrize(
    ("text", "key", "at"),
    [
        ("a", "notation.ends", 2),
        ("a=", "notation.ends", 3),
        ("a=  ", "notation.ends", 3),
        ("a 1", "notation.unexpected", 3),
        ("=1", "notation.unexpected", 1),
        ("a=1 a=2", "notation.twice", 5),
        ("a=[1 2]", "notation.unexpected", 6),
        ("a=[,1]", "notation.unexpected", 4),
        ("a=[1", "notation.ends", 5),
        ("a=(b=1", "notation.ends", 7),
        ("a=(b=1]", "notation.unexpected", 7),
        ("a=)", "notation.unexpected", 3),
        ('a="x', "notation.unexpected", 3),
        ('a="\\x"', "notation.unexpected", 3),
        ("a=" + "[" * 13 + "]" * 13, "notation.unexpected", 15),
    ],
)
def test_a_line_that_cannot_be_read(text: str, key: str, at: int) -> None:
    """From which character on, counted from 1."""
    with pytest.raises(NotationError) as refused:
        Line(text)

    told = refused.value.message
    assert (key, at) == (told.key, told.params["at"])


def test_where_the_values_of_a_line_begin() -> None:
    """Each field, and each within another."""
    begins = Line("a=1 b=x(c=[2,3])").begins

    assert {("a",): 2, ("b",): 6, ("b", "x", "c"): 10, ("b", "x", "c", 0): 11, ("b", "x", "c", 1): 13} == begins  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x-7", "a=x-7"),
        ("-7", 'a="-7"'),
        ("1234567890", "a=1234567890"),
        ("?7", 'a="?7"'),
        ("no", 'a="no"'),
        ("x y", 'a="x y"'),
        ({"b": {}}, "a=b()"),
        ({"b": 1}, "a=(b=1)"),
        ({"b": {}, "c": {}}, "a=(b=() c=())"),
        ([None], "a=[?]"),
        ([None, None, 1, None], "a=[?2,1,?]"),
        ([1, 1], "a=[1,1]"),
    ],
)
def test_a_value_on_a_line(value: Any, text: str) -> None:
    """What would be read as something else is quoted; unseen things are counted."""
    assert text == line({"a": value})


# Lines for programs ----------------------------------------------------------------------


def test_what_lies_where_in_a_sentence() -> None:
    """Zone by zone, each piece by its name, or nothing."""
    english = words("en")
    told = by_zone(lambda code, words: f"<{code}>")({"tray": ("a", "b"), "kept": ()}, english)

    assert "<a>, <b>" in told
    assert f": {english.say('list.nothing')}" in told
    assert "; " in told


OUTCOME = Outcome(
    3,
    (),
    (
        Announcement("rolled", message("x.rolled"), 1, {"dice": [3]}),
        Announcement("unread", message("x.unread")),
        Announcement("pause", message("x.pause")),
    ),
)


def test_announcements_and_questions_as_lines() -> None:
    """Each question once; what only repeats what is asked is left out."""
    asked = {"id": "q", "player": 1, "topic": "die", "text": {}, "choices": [], "yours": None}
    views = iter([{"questions": [asked]}, {"questions": [asked, {**asked, "id": "r"}]}])
    session: Any = SimpleNamespace(view=lambda: next(views))
    lines = AnnouncedLines()
    first = [*lines.played(OUTCOME, session)]
    second = [*lines.played(Outcome(4), session)]

    assert [("roll", 1), ("pause", None)] == [(line["event"], line["player"]) for line in first[:2]]
    assert ([3], "x.rolled") == (first[0]["dice"], first[0]["text"]["key"])
    question = {"event": "question", **{k: v for k, v in asked.items() if k != "yours"}}
    assert [question] == first[2:]
    assert [{**question, "id": "r"}] == second
    assert ([], []) == ([*lines.seen(LOOK)], [*lines.finished(session)])
    english = words("en")
    assert "said" == lines.in_words({"event": "roll", "text": "said"}, english)
    table = {"event": "table", "zones": {"tray": ("red-3",)}, "text": "said"}
    assert "red 3" in lines.in_words(table, english)
    own = AnnouncedLines(fields=lambda announcement: {"dice": 7})
    views = iter([{"questions": []}])
    assert 7 == next(own.played(OUTCOME, session))["dice"]


# Settings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "usual", "other"),
    [
        (Open(), None, {}),
        (Open(rolls=4), None, {"rolls": 4}),
        (Open(rolls=4, fair=False), Open(rolls=4), {"fair": False}),
        (Open(), Open(rolls=4), {"rolls": 3}),
    ],
)
def test_what_is_played_otherwise(rulings: Open, usual: Open | None, other: Json) -> None:
    """Than the usual rules, or than others."""
    assert other == rulings.other_than(usual)
    assert rulings == Open.from_json(rulings.to_json())


@dataclass(frozen=True)
class Truths(Rulings):
    """What is simply so or not."""

    jokers: bool = True
    tens: bool = False


def test_what_is_simply_so_or_not() -> None:
    """Both may be agreed on, the default first; each is asked and explained under its name."""
    jokers, tens = open_rules(Truths)

    assert ((True, False), (False, True)) == (jokers.values, tens.values)
    assert ("ruling.jokers.question", "ruling.jokers.why") == (jokers.question.key, jokers.why.key)


@pytest.mark.parametrize(("players", "fits"), [(1, False), (2, True), (4, True), (5, False)])
def test_how_many_may_play(players: int, fits: bool) -> None:
    """As many as a game says, from a page and from a journal."""
    told = {"players": list("ABCDE")[:players]}
    if fits:
        assert players == len(AGREEMENT.agreed(told)["players"])
        assert players == len(GameSetup.from_json(told).players)
        return
    with pytest.raises(InputError):
        AGREEMENT.agreed(told)
    with pytest.raises(ValueError, match="2 to 4"):
        GameSetup.from_json(told)


# Positions -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Off:
    """Take some away."""

    player: int
    count: int

    def __str__(self) -> str:
        return f"off {self.count}"


@dataclass(frozen=True)
class Heap:
    """Some stones, and whose turn it is; what nobody sees is random."""

    stones: int
    turn: int = 0
    luck: float = 0.0
    players: int = 2


HEAP = SimpleNamespace(
    legal=lambda heap: [Off(heap.turn, n) for n in (1, 2) if n <= heap.stones],
    decide=lambda heap, move, chance: [move, chance.random()],
    evolve=lambda heap, event: (
        replace(heap, stones=heap.stones - event.count, turn=1 - heap.turn)
        if isinstance(event, Off)
        else replace(heap, luck=event)
    ),
)


class HeapPosition(Position[Heap, Off]):
    """One moment of it."""

    __slots__ = ()

    def move_of_text(self, text: str) -> Off:
        _, count = text.split()
        return Off(self.state.turn, int(count))

    def view(self, seat: int) -> Heap:
        return replace(self.state, luck=float(seat))


class Stones(Engine[HeapPosition]):
    """Stones for programs."""

    name = "stones"
    made = HeapPosition
    moves = Codec("move", {"off": Off})
    like = ("off 1",)
    rules = HEAP
    seats = (2, 3)
    notation = notation.Notation(
        notation.fields_of(Heap, luck=notation.ANYTHING), lambda told: Heap(**told)
    )

    def start(self, players: int) -> Heap:
        return Heap(3, players=players)


STONES = Stones()


def test_a_position_of_any_game() -> None:
    """Who decides, what is legal, whether it is over, and the expression that makes it."""
    begun, end = STONES.deal(seed=4), STONES.at(Heap(0, 1))

    assert (0, False, 2, 4) == (begun.player, begun.over, begun.players, begun.seed)
    assert (None, True) == (end.player, end.over)
    assert {"moves": ["off 1", "off 2"]} == begun.choices()
    assert {"moves": []} == end.choices()
    assert "companion.game('stones').position('stones=3', seed=4)" == repr(begun)
    assert "companion.game('stones').position('stones=0 turn=1')" == repr(end)
    assert begun == replace(begun, seed=5)
    assert begun != end
    assert (3, 9) == ((three := STONES.deal(3, 9)).players, three.seed)
    assert (1.0, 2) == ((seen := begun.seen_by(1)).state.luck, begun.players)
    assert seen.seed == begun.seed
    for wrong in (4, 1):
        with pytest.raises(InputError):
            STONES.deal(wrong)
    for seat in (-1, 2):
        with pytest.raises(InputError):
            begun.seen_by(seat)


@pytest.mark.parametrize("told", [Off(0, 2), "off 2", {"move": "off", "player": 0, "count": 2}])
def test_a_move_that_is_played(told: Any) -> None:
    """As a value, a text or JSON; chance goes on from the position's seed."""
    begun = STONES.deal(seed=4)
    chance = Random(4)
    after = begun.play(told)

    assert Heap(1, 1, chance.random()) == after.state
    assert chance.getrandbits(32) == after.seed
    assert after.seed != begun.play("off 1").play("off 1").seed
    assert Off(0, 2) == begun.move(told)
    assert {"move": "off", "player": 0, "count": 2} == begun.move_json(Off(0, 2))


@pytest.mark.parametrize(
    "told", ["off", "off x", {"move": "off"}, {"move": "on"}, {}, 7, None, ["off 1"], Passed()]
)
def test_a_move_that_is_none(told: Any) -> None:
    """It is quoted, with some that are."""
    with pytest.raises(NotationError) as refused:
        STONES.deal().play(told)

    assert ("notation.no-move", ("off 1",)) == (
        refused.value.message.key,
        refused.value.message.params["like"],
    )


@pytest.mark.parametrize(
    ("asked", "position", "player", "moves"),
    [
        ({"position": "stones=3"}, "stones=3", 0, ["off 1", "off 2"]),
        ({"position": "stones=3", "move": None}, "stones=3", 0, ["off 1", "off 2"]),
        ({"position": {"stones": 1, "turn": 1}}, "stones=1 turn=1", 1, ["off 1"]),
        ({"position": {"stones": 0}}, "stones=0", None, []),
    ],
)
def test_what_is_legal_is_asked(
    asked: Json, position: str, player: int | None, moves: list[str]
) -> None:
    """Of a position, after a move if one is given."""
    assert {"position": position, "player": player, "moves": moves} == STONES.legal(asked)


def test_what_is_legal_after_a_move_is_asked() -> None:
    """Whoever is next decides."""
    told = STONES.legal({"position": "stones=3", "move": "off 1"})

    assert (1, ["off 1", "off 2"]) == (told["player"], told["moves"])
    assert told["position"].startswith("stones=2 turn=1")
    with pytest.raises(NotationError):
        STONES.legal({})
    with pytest.raises(InputError):
        STONES.position("stones=1", seed="1")  # type: ignore[arg-type]  # no number
    assert 5 == STONES.position("stones=1", seed=5).seed
