"""Games with score sheets, by the kit alone: two dice, two rolls a turn, a sheet of four boxes (companion/kit/score_sheets)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Literal

import pytest

from companion.announce import Announcement, message
from companion.errors import CompanionError, IllegalMove, InputError
from companion.journal.journal import Journal
from companion.kit import painted as hands
from companion.kit import rolls
from companion.kit import table as kit
from companion.kit.dice import PIPS, DiceLying, Tray
from companion.kit.dice_watch import FallenDice
from companion.kit.odds import Dice
from companion.kit.robots import Simulation
from companion.kit.score_sheets import model as m
from companion.kit.score_sheets import seats
from companion.kit.score_sheets.examples import examples_of
from companion.kit.score_sheets.painted import Answers, SheetHands
from companion.kit.score_sheets.programs import Engine
from companion.kit.score_sheets.robots import SheetRobots, alike_robot, random_robot
from companion.kit.score_sheets.rules import SheetRules
from companion.kit.score_sheets.seats import followed
from companion.kit.score_sheets.table import EVENTS, TableState
from companion.kit.score_sheets.views import SheetGame
from companion.kit.setup import Agreement, Rulings, open_rules
from companion.mat import Zone, ZoneKind
from companion.pieces import DiceSet, Die
from companion.rules import Json
from companion.session.session import Session

UPPER = m.Part("upper", ("ones", "sixes"), bonus=10, bonus_from=8)
LOWER = m.Part("lower", ("pair", "chance"))
FORM = m.Form((UPPER, LOWER))
SHORT = m.Form((m.Part("upper", ("ones", "twos")),))


@dataclass(frozen=True, slots=True)
class Open(Rulings):
    """What the toy leaves open."""

    sheet: Literal["long", "short"] = "long"


def offers(now: m.State[Open], player: int, dice: Dice) -> Mapping[str, m.Offer]:
    """A pair may only be written where there is one; two sixes bring five points beside it."""
    same = dice[0] == dice[-1]
    worth = {
        "ones": dice.count(1),
        "twos": 2 * dice.count(2),
        "sixes": 6 * dice.count(6),
        "chance": sum(dice),
    } | ({"pair": sum(dice)} if same else {})
    extra = 5 if dice == (6, 6) else 0
    free = now.form.open_boxes(now.sheets[player])
    return {box: m.Offer(worth[box], extra) for box in free if box in worth}


RULES: SheetRules[Open] = SheetRules(
    name="toy",
    box_name=lambda box: message(f"yatzy.box.{box}"),
    form=lambda rulings: SHORT if rulings.sheet == "short" else FORM,
    offers=offers,
    dice=2,
    rolls=2,
    highest=12,
)
FULL: m.Sheet = (1, 6, 4, 9)
MINE: m.Sheet = (None, 6, 4, 9)


def state(*sheets: m.Sheet, **more: Any) -> m.State[Open]:
    """A moment of a game of two, nothing written unless said."""
    both = sheets or (FORM.empty,) * 2
    usual: dict[str, Any] = {"form": FORM, "rulings": Open(), "extras": (0,) * len(both)}
    return m.State(**usual | {"sheets": both} | more)


OWED = m.BoxOwed(1, 4, (2, 2))
GONE = frozenset({1})


# The sheet -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "free", "sums", "bonus", "total"),
    [
        (FORM.empty, ("ones", "sixes", "pair", "chance"), (0, 0), 0, 0),
        ((1, 6, None, 9), ("pair",), (7, 9), 0, 16),
        ((2, 6, None, None), ("pair", "chance"), (8, 0), 10, 18),
        ((0, 12, 4, 0), (), (12, 4), 10, 26),
    ],
)
def test_a_sheet(
    sheet: m.Sheet, free: tuple[str, ...], sums: tuple[int, int], bonus: int, total: int
) -> None:
    """A box that was struck is written; a bonus is given from its points on, once."""
    assert free == FORM.open_boxes(sheet)
    assert sums == (FORM.sum_of(UPPER, sheet), FORM.sum_of(LOWER, sheet))
    assert (bonus, 0) == (FORM.bonus_of(UPPER, sheet), FORM.bonus_of(LOWER, sheet))
    assert (bonus, total, total + 5) == (FORM.bonus(sheet), FORM.total(sheet), FORM.total(sheet, 5))
    assert sheet[2] == FORM.points_in(sheet, "pair")
    assert (*sheet[:2], 8, sheet[3]) == FORM.written(sheet, "pair", 8)


@pytest.mark.parametrize(
    ("now", "round", "plays", "left", "points"),
    [
        (state(), 1, True, (4, 4), (0, 0)),
        (state((1, None, None, None), FORM.empty), 1, True, (3, 4), (1, 0)),
        (state((1, None, None, None), (None, None, 2, 5)), 2, True, (3, 2), (1, 7)),
        (state(FORM.empty, (None, None, 2, 5), turn=1, owed=(OWED,)), 1, True, (4, 1), (0, 7)),
        (state(FORM.empty, (1, None, 2, 5), turn=1, owed=(OWED,)), 1, False, (4, 0), (0, 8)),
        (state(FORM.empty, FULL, turn=1, extras=(0, 5)), 1, False, (4, 0), (0, 25)),
        (state(FULL, FULL, winners=(0, 1)), 5, False, (0, 0), (20, 20)),
        (state(FORM.empty, FULL, winners=(1,)), 1, False, (4, 0), (0, 20)),
        (state(MINE, (1, 2, None, None), left_game=GONE), 4, True, (1, 0), (19, 3)),
        (state(MINE, (1, 2, None, None), turn=1, left_game=GONE), 4, False, (1, 0), (19, 3)),
    ],
)
def test_how_far_a_game_is(
    now: m.State[Open], round: int, plays: bool, left: tuple[int, int], points: tuple[int, int]
) -> None:
    """Nobody plays whose boxes are all written or owed, who has left, or once somebody has won."""
    assert (round, plays) == (now.round, now.plays)
    assert (left, points) == ((now.turns_left(0), now.turns_left(1)), now.points)
    assert bool(now.winners) == now.over


@pytest.mark.parametrize(
    ("player", "turn", "dice"),
    [(0, None, (3, 4)), (1, None, ()), (1, 4, (2, 2)), (0, 4, ()), (1, 3, ())],
)
def test_what_may_be_written(player: int, turn: int | None, dice: Dice) -> None:
    """The dice of this turn by whoever plays it, those that are owed by who owes them."""
    assert dice == state(dice=(3, 4), owed=(OWED,)).dice_of(player, turn)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (m.Throw(0), "roll"),
        (m.Throw(0, (3,)), "roll keep 3"),
        (m.Throw(0, (3, 3), (3, 3)), "roll keep 3 3 = 3 3"),
        (m.Throw(0, (), (1, 2)), "roll = 1 2"),
        (m.Fill(0, "pair"), "box pair"),
        (m.Fill(1, "pair", 4), "box pair 4"),
        (m.Fill(1, "pair", 0), "box pair 0"),
    ],
)
def test_moves_are_written(move: m.Move, text: str) -> None:
    """As they are read; the text of an owed box does not say whose it is."""
    owed = (OWED, replace(OWED, turn=0))
    position = ToyEngine().at(state(turn=0, owed=owed))

    assert text == str(move)
    assert move == position.move(text)


# What may be done ------------------------------------------------------------------------

ROLLED = state(rolls=1, dice=(3, 4))
TWICE = state(rolls=2, dice=(3, 3))


@pytest.mark.parametrize(
    ("now", "moves"),
    [
        (state(), ["roll"]),
        (ROLLED, ["roll", "roll keep 3", "roll keep 4", "box ones", "box sixes", "box chance"]),
        (TWICE, ["box ones", "box sixes", "box pair", "box chance"]),
        (state(rolls=1), ["roll"]),
        (state(rolls=2), []),
        (replace(TWICE, winners=(0,)), []),
        (state(FULL, FORM.empty), []),
        (state(owed=(OWED,)), ["roll", "box ones 4", "box sixes 4", "box pair 4", "box chance 4"]),
        (state(FULL, (0, 0, None, None), owed=(OWED,)), ["box pair 4", "box chance 4"]),
    ],
)
def test_what_is_legal(now: m.State[Open], moves: list[str]) -> None:
    """All dice first and after a roll that nobody could read, else any of them, none once all rolls are done; a box with dice; what is owed at any time."""
    assert moves == [str(move) for move in RULES.legal(now)]
    assert all(RULES.refusal(now, move) is None for move in RULES.legal(now))


@pytest.mark.parametrize(
    ("now", "move", "why"),
    [
        (state(winners=(0,)), m.Throw(0), "session.over"),
        (state(winners=(0,)), m.Fill(0, "ones"), "session.over"),
        (state(), m.Throw(1), "score.not-yours"),
        (state(FULL, FORM.empty), m.Throw(0), "score.not-yours"),
        (TWICE, m.Throw(0), "score.no-more-rolls"),
        (state(), m.Throw(0, (3,)), "score.all-dice"),
        (ROLLED, m.Throw(0, (5,)), "score.not-kept"),
        (ROLLED, m.Throw(0, (3, 3)), "score.not-kept"),
        (ROLLED, m.Throw(0, (3, 4)), "score.not-kept"),
        (ROLLED, m.Throw(0, (3,)), None),
        (ROLLED, m.Throw(0, (3,), (3, 6)), None),
        (ROLLED, m.Throw(0, (3,), (1, 6)), "score.no-dice"),
        (ROLLED, m.Throw(0, (), (1, 6)), None),
        (ROLLED, m.Throw(0, (), (1,)), "score.no-dice"),
        (ROLLED, m.Throw(0, (), (1, 2, 3)), "score.no-dice"),
        (ROLLED, m.Throw(0, (), (1, 7)), "score.no-dice"),
        (ROLLED, m.Throw(0, (), (0, 1)), "score.no-dice"),
        (ROLLED, m.Fill(0, "twos"), "score.no-box"),
        (ROLLED, m.Fill(0, "chance"), None),
        (ROLLED, m.Fill(1, "chance"), "score.roll-first"),
        (ROLLED, m.Fill(0, "chance", 4), "score.roll-first"),
        (state(), m.Fill(0, "chance"), "score.roll-first"),
        (ROLLED, m.Fill(0, "pair"), "score.not-offered"),
        (state((1, None, None, None), rolls=1, dice=(1, 1)), m.Fill(0, "ones"), "score.is-filled"),
        (state((0, None, None, None), rolls=1, dice=(1, 1)), m.Fill(0, "ones"), "score.is-filled"),
        (state(owed=(OWED,)), m.Fill(1, "pair", 4), None),
        (state(owed=(OWED,)), m.Fill(0, "pair", 4), "score.roll-first"),
    ],
)
def test_why_a_move_is_refused(now: m.State[Open], move: m.Move, why: str | None) -> None:
    """The first of the reasons."""
    told = RULES.refusal(now, move)

    assert why == (told.key if told else None)
    if told:
        with pytest.raises(IllegalMove) as refused:
            RULES.decide(now, move, Random(1))
        assert told == refused.value.message


# What follows ----------------------------------------------------------------------------

LAST = (None, 6, 4, 9)
LATER = m.BoxOwed(2, 4, (2, 2))


@pytest.mark.parametrize(
    ("now", "move", "events"),
    [
        (state(), m.Throw(0, (), (4, 3)), [m.DiceRolled(0, 1, (3, 4))]),
        (ROLLED, m.Throw(0, (4,), (4, 1)), [m.DiceRolled(0, 2, (1, 4))]),
        (
            replace(TWICE, turns=7),
            m.Fill(0, "pair"),
            [m.BoxFilled(0, "pair", 6, 0, 7), m.TurnBegan(1)],
        ),
        (
            state(rolls=1, dice=(6, 6), turn=1),
            m.Fill(1, "sixes"),
            [m.BoxFilled(1, "sixes", 12, 5, 0), m.TurnBegan(0)],
        ),
        (state(owed=(OWED,), turns=5), m.Fill(1, "pair", 4), [m.BoxFilled(1, "pair", 4, 0, 4)]),
        (
            state(LAST, FULL, rolls=1, dice=(1, 2)),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 1, 0, 0), m.SheetsCounted((20, 20), (0, 1))],
        ),
        (
            state(LAST, FULL, rolls=1, dice=(1, 1)),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 2, 0, 0), m.SheetsCounted((31, 20), (0,))],
        ),
        (
            state(FULL, LAST, turn=0, owed=(OWED,)),
            m.Fill(1, "ones", 4),
            [m.BoxFilled(1, "ones", 0, 0, 4), m.SheetsCounted((20, 19), (0,))],
        ),
        # Whose boxes are all written is passed over.
        (
            state(LAST, FULL, FORM.empty, rolls=1, dice=(1, 1)),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 2, 0, 0), m.TurnBegan(2)],
        ),
        (
            state((None, None, 4, 9), FULL, rolls=1, dice=(1, 1)),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 2, 0, 0), m.TurnBegan(0)],
        ),
        # Nobody waits for who has left, and the most points of those who have not win.
        (
            state(LAST, FORM.empty, LAST, rolls=1, dice=(1, 1), left_game=GONE),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 2, 0, 0), m.TurnBegan(2)],
        ),
        (
            state(LAST, (2, 12, 12, None), rolls=1, dice=(1, 1), left_game=GONE),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 2, 0, 0), m.SheetsCounted((31, 36), (0,))],
        ),
        (
            state(LAST, FORM.empty, LAST, rolls=1, dice=(1, 1), owed=(LATER,), left_game=GONE),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 2, 0, 0), m.TurnBegan(2)],
        ),
        # All that is left is owed: the next one's turn it is.
        (
            state(LAST, LAST, rolls=1, dice=(1, 1), owed=(OWED,)),
            m.Fill(0, "ones"),
            [m.BoxFilled(0, "ones", 2, 0, 0), m.TurnBegan(1)],
        ),
    ],
)
def test_what_follows_a_move(now: m.State[Open], move: m.Move, events: list[m.Event]) -> None:
    """Dice in order, the next player with a box left, and the end with all who have most."""
    assert events == [*RULES.decide(now, move, Random(1))]


def test_chance_throws_what_is_not_kept() -> None:
    """As many dice as there are."""
    shown = {RULES.decide(ROLLED, m.Throw(0, (4,)), Random(n))[0] for n in range(40)}

    assert {m.DiceRolled(0, 2, tuple(sorted((4, n)))) for n in range(1, 7)} == shown


@pytest.mark.parametrize(
    ("now", "events"),
    [
        (replace(ROLLED, turns=3), [m.BoxOwed(0, 3, (3, 4)), m.TurnBegan(1)]),
        (state(), [m.TurnBegan(1)]),
        (state(FULL, FORM.empty, rolls=1, dice=(3, 4)), [m.TurnBegan(1)]),
        # One box is left, and it is owed from now on.
        (
            state(LAST, FULL, rolls=1, dice=(3, 4), turns=3),
            [m.BoxOwed(0, 3, (3, 4)), m.TurnBegan(1)],
        ),
        (
            state(LAST, (None, None, 1, 1), (1, 1, 1, 1), turn=1, rolls=1, dice=(3, 4), turns=3),
            [m.BoxOwed(1, 3, (3, 4)), m.TurnBegan(0)],
        ),
        (state(FULL, FULL), [m.SheetsCounted((20, 20), (0, 1))]),
    ],
)
def test_a_turn_without_a_word_about_its_box(now: m.State[Open], events: list[m.Event]) -> None:
    """It is owed where there are dice and a box for them."""
    assert events == [*RULES.left_open(now)]


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        (m.DiceRolled(0, 2, (6, 1)), {"rolls": 2, "dice": (1, 6)}),
        (m.DiceRolled(0, 2, ()), {"rolls": 2, "dice": ()}),
        (m.BoxFilled(1, "pair", 4, 5, 4), {"sheets": ((1, None, None, None), (None, None, 4, None)), "extras": (1, 7), "owed": ()}),
        (m.BoxFilled(0, "pair", 4, 0, 3), {"sheets": ((1, None, 4, None), FORM.empty)}),
        (m.BoxOwed(0, 5, (1, 2)), {"owed": (OWED, m.BoxOwed(0, 5, (1, 2)))}),
        (m.TurnBegan(1), {"turn": 1, "turns": 6, "rolls": 0, "dice": ()}),
        (m.SheetsCounted((1, 2), (1,)), {"winners": (1,)}),
        (m.DiceWere((6, 2)), {"dice": (2, 6)}),
        (m.BoxWas(1, "ones", 2), {"sheets": ((1, None, None, None), (2, None, None, None)), "winners": ()}),
        (m.BoxWas(0, "ones", None), {"sheets": (FORM.empty, FORM.empty), "winners": ()}),
        (m.BoxWas(1, "ones", 2, 4, 2), {"sheets": ((1, None, None, None), (2, None, None, None)), "winners": (), "owed": (), "extras": (1, 0)}),
        (m.PlayerLeft(1), {"left_game": {1, 2}, "owed": ()}),
        (m.PlayerLeft(0), {"left_game": {0, 2}}),
        (m.PlayerBack(2), {"left_game": set()}),
    ],
)  # fmt: skip
def test_what_an_event_changes(event: m.Event, changed: dict[str, Any]) -> None:
    """And nothing else."""
    now = state(
        (1, None, None, None),
        FORM.empty,
        extras=(1, 2),
        rolls=1,
        dice=(3, 4),
        turns=5,
        owed=(OWED,),
        winners=(0,),
        left_game=frozenset({2}),
    )

    assert replace(now, **changed) == RULES.evolve(now, event)


# Programs --------------------------------------------------------------------------------


class ToyEngine(Engine):
    """The toy for programs."""

    rules = RULES
    rulings = Open
    seats = (1, 3)


ENGINE = ToyEngine()


class HighEngine(ToyEngine):
    """The toy with as many points in a box as the examples have."""

    rules = replace(RULES, highest=21)


EXAMPLE_ENGINE = HighEngine()


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("sheets=[()]", state(FORM.empty)),
        ("sheets=[pair(),(ones=1)]", None),
        ("sheets=[(ones=1 chance=12),()]", state((1, None, None, 12), FORM.empty)),
        ("sheets=[()] dice=[4,3]", state(FORM.empty, rolls=1, dice=(3, 4))),
        ("sheets=[()] dice=[4,3] rolls=2", state(FORM.empty, rolls=2, dice=(3, 4))),
        ("sheets=[()] rolls=2", state(FORM.empty, rolls=2)),
        ("sheets=[()] rolls=3", None),
        ("sheets=[()] dice=[4,3] rolls=0", None),
        ("sheets=[()] dice=[4]", None),
        ("sheets=[()] dice=[4,7]", None),
        ("sheets=[()] dice=[0,4]", None),
        ("sheets=[(),()] turn=1 turns=9 extras=[0,5]", state(turn=1, turns=9, extras=(0, 5))),
        ("sheets=[(),()] turn=2", None),
        ("sheets=[(),()] extras=[5]", None),
        ("sheets=[(ones=13)]", None),
        ("sheets=[(twos=2)]", None),
        ("sheets=[(),(),(),()]", None),
        ("sheets=[]", None),
        ("turn=0", None),
        ("sheets=[(),()] owed=[(player=1 turn=4 dice=[2,2])]", state(owed=(OWED,))),
        (
            "sheets=[(twos=2)] rules=(sheet=short)",
            state((None, 2), form=SHORT, rulings=Open(sheet="short")),
        ),
        (
            "sheets=[(ones=1 sixes=6 pair=4 chance=9)]",
            state(FULL, winners=(0,)),
        ),
        ("sheets=[(),()] left-game=[1]", state(left_game=GONE)),
        ("sheets=[(),()] left-game=[0,1]", None),
        ("sheets=[(),()] left-game=[2]", None),
        (
            "sheets=[(),(ones=1)] winners=[1]",
            state(FORM.empty, (1, None, None, None), winners=(1,)),
        ),
        ("sheets=[(),()] winners=[2]", None),
        (
            "sheets=[(ones=1 sixes=6 pair=4 chance=9),(chance=12)] left-game=[1]",
            state(FULL, (None, None, None, 12), left_game=GONE, winners=(0,)),
        ),
        (
            "sheets=[(ones=1 sixes=6 pair=4 chance=9),(ones=1)]",
            state(FULL, (1, None, None, None)),
        ),
    ],
)
def test_positions(text: str, now: m.State[Open] | None) -> None:
    """Dice that lie there were rolled, a full sheet is counted, and what cannot be is refused."""
    if now is None:
        with pytest.raises(CompanionError, match=" "):
            ENGINE.position(text)
        return
    position = ENGINE.position(text)

    assert now == position.state
    assert position == ENGINE.position(str(position)) == ENGINE.position(position.to_json())
    assert (now.over, now.points) == (position.over, position.points)


@pytest.mark.parametrize(
    "text",
    ["", "roll 3", "roll keep x", "roll =x", "box", "box pair = 3", "box pair 4 = 3", "box pair x", "box pair 4 4"],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    """Each is refused with some that are moves."""
    with pytest.raises(InputError, match="roll keep 3 3"):
        ENGINE.position("sheets=[()] dice=[3,4]").move(text)


def test_kept_dice_are_read_in_any_order() -> None:
    """So are those that are shown; an owed box that nobody owes is one's own."""
    position = ENGINE.position("sheets=[(),()] dice=[3,4] turn=1")

    assert m.Throw(1, (3, 4), (3, 4)) == position.move("roll keep 4 3 = 4 3")
    assert m.Fill(1, "pair", 9) == position.move("box pair 9")


def test_what_programs_are_answered() -> None:
    """What each box would bring with the points beside it, all moves, and everybody's points."""
    position = {"sheets": [{}, {"ones": 2, "sixes": 6}], "extras": [0, 5]}
    found = ENGINE.legal({"position": position, "dice": [6, 6]})
    before = ENGINE.legal({"position": position})
    after = ENGINE.legal({"position": position, "move": "roll = 1 2"})

    assert {"ones": 5, "sixes": 17, "pair": 17, "chance": 17} == found["boxes"]
    assert ["roll", "roll keep 6"] == found["moves"][:2]
    assert ({}, ["roll"], 0) == (before["boxes"], before["moves"], before["player"])
    assert 3 == after["boxes"]["chance"]
    told = {
        "points": [0, 23],
        "sums": {"upper": [0, 8], "lower": [0, 0]},
        "bonus": [0, 10],
        "winners": [1],
    }
    assert told == ENGINE.score(position) == ENGINE.score({"position": position})
    assert (state(), 7) == ((dealt := ENGINE.deal(2, 7)).state, dealt.seed)


# Robots ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "text"),
    [
        (state(), "roll"),
        (state(rolls=1), "roll"),
        (ROLLED, "roll keep 4"),
        (state(rolls=1, dice=(3, 3)), "box pair"),
        (state(rolls=2, dice=(1, 4)), "box chance"),
        (state(rolls=2, dice=(6, 6)), "box sixes"),
        (state((None, 1, 1, None), FORM.empty, rolls=2, dice=(6, 6)), "box chance"),
    ],
)
def test_a_robot_keeps_what_shows_most_often(now: m.State[Open], text: str) -> None:
    """Of equals the higher; all alike are not thrown again, and what nobody could read is."""
    assert text == str(alike_robot(RULES)(now, Random(1)))


def test_a_robot_of_chance_stops_every_third_time() -> None:
    """Where it may write."""
    play = random_robot(RULES)
    chosen = [play(ROLLED, Random(n)) for n in range(300)]

    # 3 of 6 legal moves are boxes; 1/3 + 2/3 · 1/2 of the time one is chosen.
    assert 180 < sum(isinstance(move, m.Fill) for move in chosen) < 220
    assert m.Throw(0) == play(state(), Random(1))


ROBOTS = SheetRobots(
    rules=RULES,
    rulings=Open(),
    robots={"alike": alike_robot(RULES)},
    sentence="yatzy.simulate",
    names=lambda event: ("rolls",) if isinstance(event, m.DiceRolled) else (),
    counts=("points", "bonuses", "rolls"),
)


def test_what_is_counted_of_robots() -> None:
    """A turn for each box, what is told of events, points and bonuses of each at the end."""
    play = ROBOTS.robots["alike"]
    ends = [[*ROBOTS.whole_game(2, play, chance)] for chance in Simulation(2, "", 3, 5).chances()]
    found = ROBOTS.simulated(Simulation(2, "alike", 3, 5))
    last = [game[-1].after for game in ends]

    assert (8,) * 3 == found.turns
    assert {
        "points": sum(map(sum, (end.points for end in last))) / 6,
        "bonuses": sum(FORM.bonus(sheet) > 0 for end in last for sheet in end.sheets) / 3,
        "rolls": sum(isinstance(one.move, m.Throw) for game in ends for one in game) / 3,
    } == pytest.approx(dict(found.means))
    *_, end = ROBOTS.whole_game(1, play, Random(1), Open(sheet="short"))
    assert SHORT == end.after.form


TURN = seats.RobotTurn(1, ((1, 2),))


@pytest.mark.parametrize(
    ("turns", "event", "then"),
    [
        ((), m.DiceRolled(1, 1, (1, 2)), (TURN,)),
        ((TURN,), m.DiceRolled(2, 1, (3, 4)), (TURN, seats.RobotTurn(2, ((3, 4),)))),
        ((TURN,), m.DiceRolled(1, 2, (3, 4)), (seats.RobotTurn(1, ((1, 2), (3, 4))),)),
        ((TURN, TURN), m.BoxFilled(1, "pair", 3, 0, 1), (TURN, replace(TURN, box="pair", points=3))),
        ((TURN,), m.DiceRolled(0, 1, (3, 4)), ()),
        ((TURN,), m.BoxFilled(0, "pair", 3, 0, 1), (TURN,)),
        ((), m.BoxFilled(1, "pair", 3, 0, 1), ()),
        ((TURN,), m.TurnBegan(1), (TURN,)),
    ],
)  # fmt: skip
def test_what_robots_have_played(
    turns: seats.RobotTurns, event: m.Event, then: seats.RobotTurns
) -> None:
    """Since a person rolled last; a box that was owed before robots rolled is none of theirs."""
    assert then == followed(turns, {1, 2}, event)
    assert {"player": 1, "rolls": [[1, 2]], "box": "", "points": 0} == TURN.public()


# At a table ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ToySetup(seats.Setup):
    """What is agreed before the toy."""

    SEATS: ClassVar[tuple[int, int]] = (1, 3)
    rulings: Open = field(default_factory=Open)


SEEN = Tray(DiceSet((Die("white"),) * 2), PIPS, "tray", "kept")
GAME = SheetGame(rules=RULES, seen=SEEN, setup=ToySetup, robot=alike_robot(RULES))
AT_TABLE = GAME.table


def at(now: m.State[Open], **more: Any) -> TableState:
    """A moment at a table of people."""
    usual: dict[str, Any] = {"setup": ToySetup(("Ann", "Bob")), "state": now, "stage": "play"}
    return TableState(**usual | more)


def recorder(table_state: TableState) -> Any:
    return GAME.game.recorder(table_state, AT_TABLE.evolve)


def events(heard: Any) -> list[Any]:
    return [each.event for each in heard.happened]


@pytest.mark.parametrize(
    ("setup", "robots", "turn"),
    [
        (ToySetup(("Ann", "Bob")), set(), 0),
        (ToySetup(("Ann", "Bob"), robots=("Bob", "Cem")), {1}, 0),
        (ToySetup(("Ann", "Bob", "Cem"), robots=("Ann", "Bob")), {0, 1}, 2),
        (ToySetup(("Ann",), robots=("Ann",)), {0}, 0),
    ],
)
def test_who_begins(setup: ToySetup, robots: set[int], turn: int) -> None:
    """The first person; nothing is laid out for it."""
    there = AT_TABLE.start(setup)

    assert (robots, turn, "play") == ({*there.robots}, there.state.turn, there.stage)
    assert there.goes_on
    assert not replace(there, paused=True).goes_on
    assert not replace(there, state=state(FULL, winners=(0,))).goes_on


AGREEMENT = Agreement((1, 3), open_rules(Open))


@pytest.mark.parametrize(
    ("told", "robots"),
    [
        ({}, None),
        ({"plays": ["person", "robot"]}, ["Bob"]),
        ({"plays": ["robot", "person"], "first": 1}, ["Ann"]),
        ({"plays": ["robot", "person"], "robots": ["Bob"]}, ["Ann"]),
        ({"plays": ["person", "person"], "robots": ["Bob"]}, None),
        ({"plays": ["person"]}, None),
        ({"plays": ["person", "robot", "robot"]}, ["Bob"]),
        ({"robots": ["Cem", "Bob"]}, ["Bob"]),
        ({"robots": ("Bob",)}, ["Bob"]),
        ({"robots": "Bob"}, None),
        ({"plays": ["robot", "robot"]}, "score.no-person"),
        ({"robots": ["Ann", "Bob"]}, "score.no-person"),
        ({"plays": "robot"}, "setup.malformed"),
        ({"plays": ["person", 1]}, "setup.malformed"),
    ],
)
def test_who_is_a_robot(told: Json, robots: Any) -> None:
    """As the form says by seat, else as in the game before by name; a person there is always."""
    given = {"players": ["Ann", "Bob"], **told}
    if isinstance(robots, str):
        with pytest.raises(InputError) as refused:
            seats.agreed(AGREEMENT, given)
        assert robots == refused.value.message.key
        return

    assert robots == seats.agreed(AGREEMENT, given).get("robots")


@pytest.mark.parametrize(
    ("player", "name", "players", "robots"),
    [(1, "Cem", ("Ann", "Cem"), ("Cem",)), (0, "Cem", ("Cem", "Bob"), ("Bob",))],
)
def test_who_is_called_otherwise_is_a_robot_or_not_as_before(
    player: int, name: str, players: tuple[str, ...], robots: tuple[str, ...]
) -> None:
    """In this game and in what is agreed on."""
    there = AT_TABLE.start(ToySetup(("Ann", "Bob"), robots=("Bob",)))
    after = AT_TABLE.evolve(there, kit.PlayerNamed(player, name))

    assert (players, robots) == (after.setup.players, after.setup.robots)  # type: ignore[attr-defined]  # the toy's
    assert there.robots == after.robots


def test_the_form_asks_who_plays_on_each_seat() -> None:
    """A person or a robot, and whatever else is agreed on."""
    form = seats.form(AGREEMENT, "")

    assert (AGREEMENT.form("")["rulings"], [1, 3]) == (form["rulings"], form["players"])
    assert ("plays", ["person", "robot"], True) == tuple(
        form["each"][key] for key in ("name", "values", "alike")
    )


STRAY = rolls.Violation("no-more-rolls", 0, message("score.wrong.no-more-rolls"), (), (1, 5))
BLURRED = replace(STRAY, values=())
LEFT = state(left_game=GONE)
STOPPED = state(winners=(0, 1))
OVER = state(FULL, FULL, winners=(0, 1))
OWING = state(owed=(OWED, replace(OWED, turn=7)))
TWELVE = state((None, 12, None, None), (None, 12, None, None), extras=(5, 0))
MISREAD = m.BoxFilled(0, "sixes", 12, 5, 0)
LOST_DIE = rolls.RollUnread((("white", 3),), ("white",), (), (), (), True)


@pytest.mark.parametrize(
    ("now", "told", "happened"),
    [
        (at(state()), {"do": "box", "player": 1, "box": "ones", "points": 2}, [m.BoxWas(1, "ones", 2)]),
        (at(state()), {"do": "box", "player": 0, "box": "ones", "points": 0}, [m.BoxWas(0, "ones", 0)]),
        (at(state()), {"do": "box", "player": 0, "box": "ones"}, [m.BoxWas(0, "ones", None)]),
        (at(state()), {"do": "box", "player": 0, "box": "ones", "points": 3}, "score.no-points"),
        (at(state()), {"do": "box", "player": 0, "box": "ones", "points": -1}, "score.no-points"),
        (at(state()), {"do": "box", "player": 2, "box": "ones", "points": 1}, "session.no-correction"),
        (at(state()), {"do": "box", "player": -1, "box": "ones", "points": 1}, "session.no-correction"),
        (at(state()), {"do": "box", "player": 0, "box": "twos", "points": 1}, "session.no-correction"),
        (
            at(state(MINE, FULL)),
            {"do": "box", "player": 0, "box": "ones", "points": 1},
            [m.BoxWas(0, "ones", 1), m.SheetsCounted((20, 20), (0, 1))],
        ),
        (at(ROLLED), {"do": "dice", "values": [6, 1]}, [m.DiceWere((1, 6))]),
        (at(state(rolls=1)), {"do": "dice", "values": [6, 1]}, [m.DiceWere((1, 6))]),
        (at(state()), {"do": "dice", "values": [6, 1]}, "score.no-dice"),
        (at(ROLLED), {"do": "dice", "values": [6, 1, 1]}, "score.no-dice"),
        (at(ROLLED), {"do": "dice"}, "session.no-correction"),
        (at(ROLLED, violations=(STRAY,)), {"do": "counts"}, [kit.ViolationResolved(STRAY), m.DiceRolled(0, 2, (1, 5))]),
        (at(TWICE, violations=(STRAY,)), {"do": "counts"}, [kit.ViolationResolved(STRAY), m.DiceRolled(0, 2, (1, 5))]),
        (at(TWICE, violations=(STRAY,)), {"do": "counts", "reason": "missing"}, "session.settled"),
        (at(TWICE, violations=(BLURRED,)), {"do": "counts"}, "session.no-correction"),
        (at(replace(TWICE, turn=1), violations=(STRAY,)), {"do": "counts"}, "session.no-correction"),
        (at(replace(TWICE, winners=(1,)), violations=(STRAY,)), {"do": "counts"}, "session.no-correction"),
        (at(TWICE, violations=(STRAY,)), {"do": "look-again"}, [kit.ViolationResolved(STRAY)]),
        (at(ROLLED), {"do": "done"}, [m.BoxOwed(0, 0, (3, 4)), m.TurnBegan(1)]),
        (at(state(rolls=1)), {"do": "done"}, [m.TurnBegan(1)]),
        (at(state()), {"do": "done"}, "session.no-correction"),
        (at(replace(ROLLED, winners=(0,))), {"do": "done"}, "session.no-correction"),
        (at(state()), {"do": "turn", "player": 1}, [m.TurnBegan(1), kit.TurnHandedOver(1)]),
        (at(state()), {"do": "turn", "player": 0}, [m.TurnBegan(0), kit.TurnHandedOver(0)]),
        (at(state()), {"do": "turn", "player": 2}, "session.no-correction"),
        (at(state()), {"do": "turn", "player": -1}, "session.no-correction"),
        (at(state(winners=(0,))), {"do": "turn", "player": 1}, "session.no-correction"),
        (at(state()), {"do": "lay-out"}, "session.no-correction"),
        (at(ROLLED), {"do": "left", "player": 0}, [m.PlayerLeft(0), m.TurnBegan(1)]),
        (at(ROLLED), {"do": "left", "player": 1}, [m.PlayerLeft(1)]),
        (at(state(FULL, FORM.empty)), {"do": "left", "player": 1}, [m.PlayerLeft(1), m.SheetsCounted((20, 0), (0,))]),
        (at(state(FORM.empty)), {"do": "left", "player": 0}, "score.last-person"),
        (at(state(), robots=GONE), {"do": "left", "player": 0}, "score.last-person"),
        (at(state(), robots=GONE), {"do": "left", "player": 1}, [m.PlayerLeft(1)]),
        (at(LEFT), {"do": "left", "player": 0}, "score.last-person"),
        (at(LEFT), {"do": "left", "player": 1}, "session.no-correction"),
        (at(state()), {"do": "left", "player": 2}, "session.no-correction"),
        (at(STOPPED), {"do": "left", "player": 1}, "session.no-correction"),
        (at(LEFT), {"do": "back", "player": 1}, [m.PlayerBack(1)]),
        (at(replace(LEFT, owed=(m.BoxOwed(0, 1, (1, 1)),) * 4)), {"do": "back", "player": 1}, [m.PlayerBack(1), m.TurnBegan(1)]),
        (at(state()), {"do": "back", "player": 1}, "session.no-correction"),
        (at(replace(LEFT, winners=(0,))), {"do": "back", "player": 1}, "session.no-correction"),
        (at(LEFT), {"do": "turn", "player": 1}, "session.no-correction"),
        (at(state(MINE, FORM.empty)), {"do": "count"}, [m.SheetsCounted((19, 0), (0,))]),
        (at(state()), {"do": "count"}, [m.SheetsCounted((0, 0), (0, 1))]),
        (at(replace(LEFT, sheets=(FORM.empty, MINE))), {"do": "count"}, [m.SheetsCounted((0, 19), (0,))]),
        (at(STOPPED), {"do": "count"}, "session.no-correction"),
        # What was counted early is counted anew, and a box that was filled is open again.
        (at(STOPPED), {"do": "box", "player": 1, "box": "ones", "points": 2}, [m.BoxWas(1, "ones", 2), m.SheetsCounted((0, 2), (1,))]),
        (at(state(FULL, FULL, winners=(0, 1))), {"do": "box", "player": 1, "box": "ones"}, [m.BoxWas(1, "ones", None), m.TurnBegan(1)]),
        (at(replace(OVER, turn=1)), {"do": "box", "player": 1, "box": "ones"}, [m.BoxWas(1, "ones", None), m.TurnBegan(1)]),
        (at(replace(OVER, left_game=GONE)), {"do": "box", "player": 1, "box": "ones"}, [m.BoxWas(1, "ones", None), m.SheetsCounted((20, 19), (0,))]),
        # Nobody had a box to fill but those that are owed.
        (at(state(FULL, MINE, owed=(OWED,))), {"do": "box", "player": 0, "box": "ones"}, [m.BoxWas(0, "ones", None), m.TurnBegan(0)]),
        (at(state(MINE, FULL, rolls=1, dice=(1, 2))), {"do": "box", "player": 1, "box": "ones"}, [m.BoxWas(1, "ones", None)]),
        # What is owed the longest is written into an open box, and into no other.
        (at(OWING), {"do": "box", "player": 1, "box": "ones", "points": 2}, [m.BoxWas(1, "ones", 2, 4)]),
        (at(OWING), {"do": "box", "player": 0, "box": "ones", "points": 2}, [m.BoxWas(0, "ones", 2)]),
        (at(OWING), {"do": "box", "player": 1, "box": "ones"}, [m.BoxWas(1, "ones", None)]),
        (at(replace(OWING, sheets=(FORM.empty, (1, None, None, None)))), {"do": "box", "player": 1, "box": "ones", "points": 2}, [m.BoxWas(1, "ones", 2)]),
        # With other points go those that the box brought beside.
        (at(TWELVE, brought=(MISREAD,)), {"do": "box", "player": 0, "box": "sixes", "points": 6}, [m.BoxWas(0, "sixes", 6, None, 5)]),
        (at(TWELVE, brought=(MISREAD,)), {"do": "box", "player": 0, "box": "sixes"}, [m.BoxWas(0, "sixes", None, None, 5)]),
        (at(TWELVE, brought=(MISREAD,)), {"do": "box", "player": 0, "box": "sixes", "points": 12}, [m.BoxWas(0, "sixes", 12)]),
        (at(TWELVE, brought=(MISREAD,)), {"do": "box", "player": 1, "box": "sixes", "points": 6}, [m.BoxWas(1, "sixes", 6)]),
        (at(TWELVE, brought=(MISREAD,)), {"do": "box", "player": 0, "box": "ones", "points": 2}, [m.BoxWas(0, "ones", 2)]),
    ],
)  # fmt: skip
def test_what_people_put_right(now: TableState, told: Json, happened: Any) -> None:
    """Boxes, dice, a roll that counts all the same, whose turn it is, who plays on, and the end."""
    heard = recorder(now)
    if isinstance(happened, str):
        with pytest.raises(IllegalMove) as refused:
            AT_TABLE.orders.correct(heard, told)
        assert happened == refused.value.message.key
        assert [] == events(heard)
        return
    AT_TABLE.orders.correct(heard, told)

    assert happened == events(heard)


def unread(now: TableState) -> TableState:
    """With a roll of which one die is asked about, in a turn in which people have dice in the hand."""
    return AT_TABLE.evolve(replace(now, watched=rolls.DiceWatched(out=("white",))), LOST_DIE)


SETTLED = [rolls.RollRead(), rolls.DiceWatched()]


@pytest.mark.parametrize(
    ("told", "happened"),
    [
        ({"move": "roll", "player": 0, "dice": [2, 1]}, [m.DiceRolled(0, 1, (1, 2)), *SETTLED]),
        ({"move": "roll", "player": 0}, "session.say-dice"),
        ({"move": "roll", "player": 1, "dice": [2, 1]}, "score.not-yours"),
        ({"move": "box", "player": 0, "box": "ones"}, "score.roll-first"),
        ({"move": "box", "player": 1, "box": "pair", "turn": 4}, [m.BoxFilled(1, "pair", 4, 0, 4)]),
        ({"move": "fly"}, "notation.no-move"),
    ],
)
def test_what_is_entered(told: Json, happened: Any) -> None:
    """Dice that are entered lie there: nothing is asked of them, and nothing was thrown since."""
    heard = recorder(unread(at(state(owed=(OWED,)))))
    if isinstance(happened, str):
        with pytest.raises(IllegalMove) as refused:
            AT_TABLE.submit(heard, told)
        assert happened == refused.value.message.key
        return
    AT_TABLE.submit(heard, told)

    assert happened == events(heard)


def test_what_is_entered_puts_right_what_was_wrong() -> None:
    """Whatever it was."""
    heard = recorder(at(state(), violations=(STRAY, replace(STRAY, reason="missing"))))
    AT_TABLE.submit(heard, {"move": "roll", "player": 0, "dice": [2, 1]})

    assert () == heard.table_state.violations


def test_a_new_turn_begins_afresh() -> None:
    """Nothing is asked of an earlier roll, and the turn begins now."""
    before = replace(unread(at(state(), turns=3)), now=7.5)
    after = AT_TABLE.evolve(before, m.TurnBegan(1))
    other = AT_TABLE.evolve(before, m.DiceRolled(0, 1, (1, 2)))

    assert (None, 7.5, 4) == (after.unread, after.since, after.turns)
    assert (before.unread, 0.0, 3) == (other.unread, other.since, other.turns)


WRONG_FIRST = rolls.Violation("all-dice", 0, message("score.wrong.all-dice"), (), (1, 2))
LONELY = rolls.Violation("missing", 0, message("dice.wrong.missing"))
HERE = DiceLying((("white", 1), ("white", 2)))
DARK = DiceLying((("white", 1),), ("white",))


@pytest.mark.parametrize(
    ("now", "dice", "aside", "every", "falls", "happened"),
    [
        (state(), HERE, 0, True, True, []),
        (state(), HERE, 1, True, True, []),
        (state(), HERE, 0, False, True, []),
        (state(), HERE, 1, False, False, [kit.Violated(WRONG_FIRST)]),
        (state(), DARK, 1, False, False, [kit.Violated(replace(WRONG_FIRST, values=()))]),
        (ROLLED, HERE, 1, False, True, []),
        (TWICE, HERE, 0, True, True, [m.BoxOwed(0, 0, (3, 3)), m.TurnBegan(1)]),
        (TWICE, HERE, 1, False, False, [kit.Violated(replace(STRAY, values=(1, 2)))]),
        (TWICE, DARK, 0, False, False, [kit.Violated(BLURRED)]),
        (state(FULL, FORM.empty), HERE, 0, True, True, [m.TurnBegan(1)]),
        (state(FULL, FORM.empty), HERE, 0, False, False, [kit.Violated(replace(STRAY, values=(1, 2)))]),
    ],
)  # fmt: skip
def test_dice_that_fall(
    now: m.State[Open],
    dice: DiceLying,
    aside: int,
    every: bool,
    falls: bool,
    happened: list[rolls.Event],
) -> None:
    """A first roll is one of all dice; after the last all are the next player's, and fewer are one roll too many."""
    heard = recorder(at(now))

    assert falls == AT_TABLE.watch.falls(heard, FallenDice(dice, aside, every))
    assert happened == events(heard)


@pytest.mark.parametrize(
    ("now", "told", "still"),
    [
        (TWICE, {"question": "box-0-2", "choice": "pair"}, False),
        (replace(TWICE, owed=(OWED,)), {"question": "owed-4", "choice": "pair"}, True),
        (state(LAST, FULL, rolls=2, dice=(1, 1)), {"question": "box-0-2", "choice": "ones"}, False),
        (TWICE, {"do": "done"}, False),
        (TWICE, {"do": "turn", "player": 1}, False),
        (TWICE, {"do": "turn", "player": 0}, False),
        (TWICE, {"do": "left", "player": 0}, False),
        (TWICE, {"do": "left", "player": 1}, True),
        (TWICE, {"do": "count"}, False),
    ],
)
def test_what_was_wrong_with_a_roll_ends_with_its_turn(
    now: m.State[Open], told: Json, *, still: bool
) -> None:
    """However it ends: a roll too many is nobody else's first."""
    heard = recorder(at(now, violations=(STRAY, LONELY)))
    if "question" in told:
        AT_TABLE.answer(heard, told["question"], told["choice"])
    else:
        AT_TABLE.orders.correct(heard, told)

    assert ((STRAY, LONELY) if still else (LONELY,)) == heard.table_state.violations


def test_a_roll_puts_right_what_was_wrong_with_the_last_one() -> None:
    """A die that is missing is another matter."""
    heard = recorder(at(ROLLED, violations=(STRAY, LONELY, WRONG_FIRST)))
    AT_TABLE.watch.falls(heard, FallenDice(HERE, 0, True))

    assert (LONELY,) == heard.table_state.violations


@pytest.mark.parametrize(
    ("now", "number"), [(state(), 1), (ROLLED, 2), (TWICE, 2)], ids=["first", "last", "let count"]
)
def test_the_number_of_a_roll(now: m.State[Open], number: int) -> None:
    """No more than there are; of one that nobody could read likewise."""
    heard, lost = recorder(at(now)), recorder(at(now))
    AT_TABLE.watch.rolled(heard, (("white", 4), ("white", 1)))
    AT_TABLE.watch.lost(lost)

    assert [m.DiceRolled(0, number, (1, 4))] == events(heard)
    assert [m.DiceRolled(0, number, ())] == events(lost)
    assert tuple(("white", value) for value in now.dice) == AT_TABLE.watch.known(recorder(at(now)))


@pytest.mark.parametrize(
    ("now", "asked"),
    [
        (at(state()), []),
        (at(ROLLED), [("box-0-1", 0, {"ones": 0, "sixes": 0, "chance": 7})]),
        (at(replace(TWICE, turns=5)), [("box-5-2", 0, {"ones": 0, "sixes": 0, "pair": 6, "chance": 6})]),
        (at(replace(ROLLED, dice=(6, 6))), [("box-0-1", 0, {"ones": 5, "sixes": 17, "pair": 17, "chance": 17})]),
        (at(ROLLED, paused=True), []),
        (at(replace(ROLLED, winners=(0,))), []),
        (at(state(FULL, FORM.empty, rolls=1, dice=(3, 4))), []),
        (
            at(replace(ROLLED, owed=(OWED,))),
            [
                ("owed-4", 1, {"ones": 0, "sixes": 0, "pair": 4, "chance": 4}),
                ("box-0-1", 0, {"ones": 0, "sixes": 0, "chance": 7}),
            ],
        ),
    ],
)  # fmt: skip
def test_what_is_asked(now: TableState, asked: list[Any]) -> None:
    """Each box with all points that it brings; whose boxes are written is asked nothing."""
    found = AT_TABLE.questions(now)

    def points(question: Any) -> dict[str, int]:
        return {choice.id: choice.text.params["points"] for choice in question.choices}

    assert asked == [(each.id, each.player, points(each)) for each in found]


def test_of_a_roll_that_is_not_read_a_die_is_asked_for() -> None:
    """And no box, but for what is owed."""
    now = unread(at(replace(ROLLED, owed=(OWED,))))

    assert ["take", "die"] == [each.topic for each in AT_TABLE.questions(now)]
    heard = recorder(now)
    AT_TABLE.answer(heard, "owed-4", "pair")
    assert [m.BoxFilled(1, "pair", 4, 0, 4)] == events(heard)
    (_, die) = AT_TABLE.questions(now)
    AT_TABLE.answer(recorder(now), die.id, "white-5")


def test_what_a_seat_may_decide() -> None:
    """Its own boxes, also those that it owes, while the game goes on."""
    now = at(replace(ROLLED, owed=(OWED,)))

    assert {4} == {move.turn for move in AT_TABLE.may_decide(now, 1) if isinstance(move, m.Fill)}
    assert 6 == len(AT_TABLE.may_decide(now, 0))
    assert () == AT_TABLE.may_decide(replace(now, paused=True), 0)
    told = {"move": "roll", "player": 0, "kept": [], "dice": None}
    assert told == AT_TABLE.legal_json(now, 0)[0]


# What everybody is told ------------------------------------------------------------------

ROBOT_PLAYED = seats.RobotTurn(1, ((1, 2), (3, 3)))
BOX: Json = {"box": "pair", "points": 6, "extra": 0}


@pytest.mark.parametrize(
    ("before", "event", "told"),
    [
        (at(state()), m.DiceRolled(0, 1, (1, 2)), [("rolled", "score.told.rolled", 0, {"number": 1, "dice": [1, 2]})]),
        (at(state()), m.DiceRolled(0, 2, ()), [("roll-lost", "score.told.roll-lost", 0, {"number": 2})]),
        (at(state(), robots=frozenset({1})), m.DiceRolled(1, 1, (1, 2)), []),
        (at(TWICE), m.BoxFilled(0, "pair", 6, 0, 0), [("filled", "score.told.filled", 0, BOX)]),
        (at(TWICE), m.BoxFilled(0, "pair", 0, 0, 0), [("filled", "score.told.struck", 0, {**BOX, "points": 0})]),
        (at(TWICE), m.BoxFilled(0, "pair", 0, 5, 0), [("filled", "score.told.filled-extra", 0, {**BOX, "points": 0, "extra": 5})]),
        (at(TWICE), m.BoxFilled(0, "pair", 6, 5, 0), [("filled", "score.told.filled-extra", 0, {**BOX, "extra": 5})]),
        (
            at(state((2, None, None, None), FORM.empty)),
            m.BoxFilled(0, "sixes", 6, 0, 0),
            [
                ("filled", "score.told.filled", 0, {**BOX, "box": "sixes"}),
                ("bonus", "score.told.bonus", 0, {}),
            ],
        ),
        (
            at(state((1, None, None, None), FORM.empty)),
            m.BoxFilled(0, "sixes", 6, 0, 0),
            [("filled", "score.told.filled", 0, {**BOX, "box": "sixes"})],
        ),
        (
            at(state((2, 6, None, None), FORM.empty)),
            m.BoxFilled(0, "pair", 6, 0, 0),
            [("filled", "score.told.filled", 0, BOX)],
        ),
        (
            at(state(), robots=frozenset({1}), robot_turns=(TURN, ROBOT_PLAYED)),
            m.BoxFilled(1, "pair", 6, 0, 0),
            [("robot", "score.told.robot", 1, {**BOX, "rolls": [[1, 2], [3, 3]]})],
        ),
        (
            at(state(), robots=frozenset({1}), robot_turns=(ROBOT_PLAYED,)),
            m.BoxFilled(0, "pair", 6, 0, 0),
            [("filled", "score.told.filled", 0, BOX)],
        ),
        (
            at(state(), robots=frozenset({1})),
            m.BoxFilled(1, "pair", 6, 0, 0),
            [("filled", "score.told.filled", 1, BOX)],
        ),
        (at(state()), OWED, [("owed", "score.told.owed", 1, {"dice": [2, 2]})]),
        (at(state(FULL, FULL)), m.SheetsCounted((3, 4), (1,)), [("game-won", "points.won", 1, {"points": [3, 4], "winners": [1]})]),
        (at(state()), m.SheetsCounted((3, 4), (1,)), [("game-won", "score.told.stopped", 1, {"points": [3, 4], "winners": [1]})]),
        (at(state(turn=1)), m.DiceWere((1, 2)), [("corrected", "score.told.dice-were", 1, {})]),
        (at(state()), m.BoxWas(1, "pair", 0), [("corrected", "score.told.box-was", 1, {})]),
        (at(state()), m.BoxWas(1, "pair", None), [("corrected", "score.told.box-open", 1, {})]),
        (
            at(TWELVE),
            m.BoxWas(0, "sixes", 6, None, 5),
            [
                ("corrected", "score.told.box-was", 0, {}),
                ("corrected", "score.told.extra-gone", 0, {}),
            ],
        ),
        (at(state()), m.PlayerLeft(1), [("corrected", "score.told.left", 1, {})]),
        (at(LEFT), m.PlayerBack(1), [("corrected", "score.told.back", 1, {})]),
        (at(state()), m.TurnBegan(1), []),
        (at(state()), rolls.DiceNudged(("white-1",)), [("nudged", "dice.nudged", None, {})]),
    ],
)  # fmt: skip
def test_what_people_are_told(before: TableState, event: Any, told: list[Any]) -> None:
    """Of whom, in which sentence, with what programs are told of it; a robot's turn in one sentence."""
    news = [*GAME.announce(before, event)]

    assert told == [(each.kind, each.text.key, each.player, each.params) for each in news]


def test_a_game_may_tell_more() -> None:
    """Of the rules' events, behind what all such games tell."""
    more = replace(GAME, told=lambda before, event: [Announcement("more", message("x.more"))])
    kinds = [each.kind for each in more.announce(at(state()), m.DiceRolled(0, 1, (1, 2)))]

    assert ["rolled", "more"] == kinds
    assert ["nudged"] == [each.kind for each in more.announce(at(state()), rolls.DiceNudged())]


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        (at(state()), {"dice": None, "rolls": 0, "offers": {}, "round": 1, "phase": "play", "winner": None, "winners": []}),
        (at(ROLLED), {"dice": [3, 4], "rolls": 1, "offers": {"ones": 0, "sixes": 0, "chance": 7}, "lying": None}),
        (at(replace(ROLLED, dice=(6, 6))), {"offers": {"ones": 5, "sixes": 17, "pair": 17, "chance": 17}}),
        (unread(at(ROLLED)), {"dice": [3, 4], "offers": {}, "lying": [3, None]}),
        (at(state(FULL, FORM.empty, rolls=1, dice=(3, 4))), {"offers": {}, "turn": None}),
        (at(state(turn=1), since=4.0), {"turn": {"player": 1, "since": 4.0}}),
        (
            at(state(FULL, FULL, winners=(1, 0))),
            {"round": 0, "phase": "over", "turn": None, "winner": 1, "winners": [1, 0], "questions": []},
        ),
        (
            at(state(), robots=frozenset({1}), robot_turns=(TURN,)),
            {"plays": ["person", "robot"], "robots": [TURN.public()]},
        ),
        (at(state()), {"size": 2, "most": 2, "highest": 12, "game": "toy", "edition": ""}),
    ],
)  # fmt: skip
def test_what_everybody_sees(now: TableState, shown: dict[str, Any]) -> None:
    """The dice, what they may be written into, whose turn it is, who has won."""
    view = GAME.view(now)

    assert shown == {key: view[key] for key in shown}


def test_the_sheets_everybody_sees() -> None:
    """Box by box, with the sum and bonus of each part, and the points beside."""
    now = at(state((2, 6, None, 0), FORM.empty, extras=(0, 5)), robots=frozenset({1}))
    view = replace(GAME, shown=lambda table_state: {"more": 1, "highest": 99}).view(now)
    ann, bob = view["players"]

    assert {"ones": 2, "sixes": 6, "pair": None, "chance": 0} == ann["sheet"]
    assert [{"sum": 8, "bonus": 10}, {"sum": 0, "bonus": 0}] == ann["parts"]
    assert ("Ann", False, 0, 18, [0, 0]) == tuple(
        ann[key] for key in ("name", "robot", "extra", "points", "cards")
    )
    assert ("Bob", True, 5, 5) == tuple(bob[key] for key in ("name", "robot", "extra", "points"))
    upper = {"name": "upper", "boxes": ["ones", "sixes"], "bonus_from": 8}
    assert upper | {"values": {"ones": [0, 1, 2], "sixes": [0, 6, 12]}} == view["form"][0]
    assert [0, 2, 4, 6, 8, 10, 12] == view["form"][1]["values"]["pair"]
    assert (1, 99) == (view["more"], view["highest"])


@pytest.mark.parametrize(
    ("now", "unfinished", "left"),
    [
        (state(FULL, MINE), [False, False], [False, False]),
        (state(FULL, MINE, left_game=GONE), [False, True], [False, True]),
        (state(MINE, FULL, left_game=GONE), [False, False], [False, True]),
        (state(FULL, MINE, winners=(0,)), [False, True], [False, False]),
        (state(MINE, MINE, winners=(0,)), [True, True], [False, False]),
    ],
)
def test_whose_sheet_is_not_finished(
    now: m.State[Open], unfinished: list[bool], left: list[bool]
) -> None:
    """Boxes are open that nobody will fill; it is said with the points at the end."""
    players = GAME.view(at(now))["players"]
    (won,) = GAME.announce(at(now), m.SheetsCounted((20, 19), (0,)))
    everybody = all(None in sheet for sheet in now.sheets)
    points: Any = won.text.params["points"]
    over = {True: "points.unfinished", False: "points.has"}

    assert everybody == (won.text.key == "score.told.stopped")
    assert (unfinished, left) == tuple([p[key] for p in players] for key in ("unfinished", "left"))
    marked = [None in sheet and not everybody for sheet in now.sheets]
    assert [over[mark] for mark in marked] == [each.key for each in points]


def test_what_a_box_may_hold_into_which_no_dice_go_yet() -> None:
    """Anything: the game may let them in later."""
    closed = replace(RULES, offers=lambda now, player, dice: {"ones": m.Offer(7, 0)})

    assert [0, 7] == closed.values(Open())["ones"]
    assert [*range(13)] == closed.values(Open())["pair"]


def test_an_end_that_is_taken_back() -> None:
    """The game goes on where it was; so does who had left."""
    session: Session[Any] = Session(
        GAME.game, Journal(None), setup={"players": ["Ann", "Bob", "Cem"], "camera": False}
    )
    left = session.correct({"do": "left", "player": 0})
    stopped = session.correct({"do": "count"})
    over, winners = session.view()["phase"], session.view()["winners"]
    session.undo(stopped.entry)
    turn = session.view()["turn"]["player"]
    session.undo(left.entry)

    assert ("over", [1, 2], 1) == (over, winners, turn)
    assert 0 == session.view()["turn"]["player"]


def test_points_beside_the_boxes_go_once() -> None:
    """With the box that brought them; what the same box brings anew is given anew."""
    session: Session[Any] = Session(
        GAME.game, Journal(None), setup={"players": ["Ann"], "camera": False}
    )
    points = []

    def corrects(count: int | None) -> None:
        session.correct({"do": "box", "player": 0, "box": "sixes", "points": count})
        points.append(session.view()["players"][0]["points"])

    def writes() -> None:
        session.submit({"move": "roll", "player": 0, "dice": [6, 6]})
        session.submit({"move": "box", "player": 0, "box": "sixes"})

    writes()
    corrects(12)
    corrects(6)
    corrects(None)
    writes()
    corrects(12)
    corrects(None)

    # The bonus of ten is there from eight points on.
    assert [27, 6, 0, 27, 0] == points


def test_a_session_of_it() -> None:
    """Ann writes, the robot plays at once, and what Ann makes again brings the same from it."""
    setup = {"players": ["Ann", "Bob"], "robots": ["Bob"], "camera": False}
    session: Session[Any] = Session(GAME.game, Journal(None), setup=setup)
    roll = {"move": "roll", "player": 0, "dice": [6, 6]}
    session.submit(roll)
    written = session.submit({"move": "box", "player": 0, "box": "pair"})
    played = session.view()["robots"]
    session.undo(written.entry)
    session.submit({"move": "box", "player": 0, "box": "sixes"})

    assert 0 == session.view()["turn"]["player"]
    assert played[0]["rolls"][0] == session.view()["robots"][0]["rolls"][0]


# What it is tried with -------------------------------------------------------------------


def test_examples() -> None:
    """A roll with what the dice show, the kept ones what they showed, and what fits the toy's dice and boxes."""
    tried = examples_of(RULES, Open())
    filled = tried.filled({"move": "roll", "player": 0, "kept": [6]}, None, Random(1))
    box = {"move": "box", "player": 0, "box": "pair"}

    assert 2 == len(filled["dice"])
    assert 6 in filled["dice"]
    assert sorted(filled["dice"]) == filled["dice"]
    assert {*range(1, 7)} == {
        tried.filled({"move": "roll", "kept": [6]}, None, Random(n))["dice"][0] for n in range(40)
    }
    assert box == tried.filled(box, None, Random(1))
    assert [1, 2] == [*tried.moves[0]["dice"]]
    assert {"ones", "chance"} == {*tried.positions[0]["sheets"][0]}  # type: ignore[index]  # is JSON
    assert {"do": "dice", "values": [6, 6]} in tried.corrections
    assert tried.public is not None
    assert ((FULL,), (0,), (0,)) == tried.public(state(FULL, winners=(0,)))


def test_examples_are_taken() -> None:
    """Of the toy, too: each is what it is to be an example of."""
    tried = examples_of(RULES, Open())
    roll, box = (m.MOVES.exactly(move) for move in tried.moves)

    assert (None, None) == (RULES.refusal(state(), roll), RULES.refusal(ROLLED, box))
    for correction in tried.corrections:
        now = replace(ROLLED, left_game=GONE if correction["do"] == "back" else frozenset())
        AT_TABLE.orders.correct(recorder(at(now, violations=(STRAY,))), correction)
    boxes = [each for each in tried.corrections if each["do"] == "box"]
    assert [1, None] == [each["points"] for each in boxes]
    (position,) = tried.positions
    assert ((3, None, None, 12), (None, None, None, 12)) == tuple(
        tuple(points and min(points, 12) for points in sheet)
        for sheet in EXAMPLE_ENGINE.position(position).state.sheets
    )
    assert {"legal", "score"} == set(tried.asked)
    for legal in tried.asked["legal"]:
        assert "chance" not in EXAMPLE_ENGINE.legal(legal)["boxes"]
    for score in tried.asked["score"]:
        assert [24, 18] == EXAMPLE_ENGINE.score(score)["points"]
    for event in tried.events:
        assert m.DiceWere((1, 2)) == EVENTS.exactly(event)


# At the painted table --------------------------------------------------------------------

TRAY = Zone("tray", ZoneKind.TRAY, 0, 60, 200, 200)
STRIP = Zone("kept", ZoneKind.TRAY, 0, 0, 40, 60)
HANDS = SheetHands(TRAY, STRIP, "white", dice=2, first=10, apart=20)


def fallen(value: int, x: float, y: float) -> hands.FallenDie:
    return hands.FallenDie("white", value, (x, y), 0.0)


def acts(
    move: m.Move | None, before: m.State[Open], after: m.State[Open], *board: hands.FallenDie
) -> list[hands.Gesture[Any]]:
    step: Any = hands.ScriptStep(3, 0, before, move, (), after)
    return [*HANDS.gestures(step, board, 1)]


def test_where_dice_are_laid_aside() -> None:
    """One below the other, a place more than there are dice."""
    assert ((20, 10), (20, 30), (20, 50)) == HANDS.slots
    assert (5, 35.0, 52.0) == (
        (usual := SheetHands(TRAY, STRIP, "white")).dice,
        usual.first,
        usual.apart,
    )


def test_what_hands_do_between_rolls() -> None:
    """All is taken up before a game; a box is talked about, and the end looked at."""
    first, wait = acts(None, state(), state(), fallen(3, 100, 100))
    end = acts(m.Fill(0, "ones"), state(), state(FULL, winners=(0,)))

    assert (hands.Reach(0, TRAY.middle, ()), hands.Wait(0.9)) == (first, wait)
    assert [hands.Wait(5.0), hands.Wait(8.0)] == end
    assert [hands.Wait(5.0)] == acts(m.Fill(0, "ones"), state(), state())


def test_what_is_kept_is_laid_aside_and_the_others_are_thrown() -> None:
    """Those that lie on the strip stay there."""
    three, four = fallen(3, 100, 100), fallen(4, 150, 150)
    aside, still, taken, _, thrown, look = acts(
        m.Throw(1, (4,)), state(dice=(3, 4)), state(dice=(4, 6)), three, four
    )

    assert isinstance(aside, hands.Reach)
    assert (1, (20, 10), hands.Wait(0.9)) == (aside.seat, aside.at, still)
    assert {(3, (100, 100)), (4, (20, 10))} == {(die.value, die.at) for die in aside.after}
    assert isinstance(taken, hands.Reach)
    assert isinstance(thrown, hands.Reach)
    assert [4] == [die.value for die in taken.after]
    assert [4, 6] == sorted(die.value for die in thrown.after)
    assert hands.Wait(4.0) == look
    again = acts(m.Throw(1, (4,)), state(dice=(4, 6)), state(dice=(1, 4)), *thrown.after)
    assert not isinstance(again[0], hands.Wait)
    assert [(4, (20, 10))] == [(die.value, die.at) for die in again[0].after]


def test_of_two_alike_the_one_on_the_strip_stays() -> None:
    """And a second one is laid below it."""
    on_strip, four = fallen(4, 20, 10), fallen(4, 150, 150)
    one, *_ = acts(m.Throw(0, (4,)), state(), state(dice=(1, 4)), four, on_strip)
    two, *_ = acts(m.Throw(0, (4, 4)), state(), state(dice=(4, 4)), four, on_strip)

    assert isinstance(one, hands.Reach)
    assert isinstance(two, hands.Reach)
    assert (on_strip,) == one.after
    assert (20, 30) == two.at


def asked(id: str, topic: str, player: int | None, *choices: str, **more: Any) -> Json:
    return {
        "id": id,
        "topic": topic,
        "player": player,
        "choices": [{"id": c} for c in choices],
        **more,
    }


def script_of(*moves: tuple[m.Move | None, Dice]) -> Any:
    """A step every ten frames, with what the dice show after it."""
    for number, (move, dice) in enumerate(moves):
        yield hands.ScriptStep(number, 0, None, move, (), state(dice=dice)), 10 * number


PLAYED: tuple[tuple[m.Move | None, Dice], ...] = (
    (None, ()),
    (m.Throw(0), (3, 4)),
    (m.Throw(0, (3,)), (3, 6)),
    (m.Fill(0, "chance"), (3, 6)),
    (m.Throw(1), (1, 1)),
    (m.Fill(1, "ones"), ()),
    (None, ()),
    (None, ()),
)
DIE = ("white-3", "white-4", "white-6", "white-1")


@pytest.mark.parametrize(
    ("question", "frame", "answer"),
    [
        (asked("die", "die", None, *DIE, beside=[3]), 15, "white-4"),
        (asked("die", "die", None, *DIE, beside=[3]), 25, "white-6"),
        (asked("die", "die", None, *DIE, beside=[4]), 25, "white-3"),
        (asked("die", "die", None, *DIE, beside=[5]), 25, None),
        (asked("die", "die", None, *DIE, beside=[3]), 35, "white-6"),
        (asked("box-0-2", "take", 0, "ones", "chance"), 25, None),
        (asked("box-0-2", "take", 0, "ones", "chance"), 35, "chance"),
        (asked("box-0-2", "take", 0, "ones", "chance"), 45, None),
        (asked("owed-0", "take", 0, "ones", "chance"), 45, "chance"),
        (asked("owed-0", "take", 0, "ones", "chance"), 55, "chance"),
        (asked("box-1-1", "take", 1, "ones", "chance"), 55, "ones"),
        (asked("box-1-1", "take", 0, "ones", "chance"), 55, None),
        (asked("box-1-1", "take", 1, "ones", "chance"), 65, "ones"),
    ],
)
def test_what_players_answer(question: Json, frame: int, answer: str | None) -> None:
    """Of a die what that roll showed; of a box what they have just written, of an owed one what they wrote lately."""
    assert answer == Answers(script_of(*PLAYED)).answer(question, frame)
