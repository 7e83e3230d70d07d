"""What each part of the table decides, case by case: what lies there, what a move may have been, what people may say, what they are asked and shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

import pytest

from companion.announce import message
from companion.errors import IllegalMove
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import board_toml, our_board
from companion.games.lauf_rauf.mat import GHOST
from companion.games.lauf_rauf.setup import Rulings, Setup
from companion.games.lauf_rauf.table import events as e
from companion.games.lauf_rauf.table import (
    moves_seen,
    observations,
    pieces_seen,
    questions,
    submissions,
    views,
)
from companion.games.lauf_rauf.table.announcements import announce
from companion.games.lauf_rauf.table.state import (
    Recorder,
    TableState,
    can_call,
    evolve,
    in_force,
    start,
    tolerant,
)
from companion.kit import rolls
from companion.kit import table as kit
from companion.table import Glimpse, Settled, Step, Table
from tests.games.lauf_rauf.seen import WatchedMountain

Own = tuple[str, str, str]
BASE: Final[Own] = ("base", "base", "base")
RED: Final[Own] = ("L3", "M2", "base")
GREEN: Final[Own] = ("L5", "base", "base")


def state_of(
    red: Own = BASE, green: Own = BASE, *rolls: m.Pair, ghost: str = "summit", **more: Any
) -> m.State:
    """Red's turn, the pawns there, after these rolls; rulings by name, whatever else of the state."""
    named = {name: more.pop(name) for name in [*more] if hasattr(Rulings(), name)}
    pawns = tuple(sorted(red)), tuple(sorted(green))
    begun = m.start(2, Rulings(**named))
    return replace(begun, pawns=pawns, rolls=rolls, ghost=ghost, **more)


def lying(
    red: tuple[str, ...] = BASE,
    green: tuple[str, ...] = BASE,
    ghost: str = "summit",
    dice: str = "",
    discard: tuple[str, ...] = (),
    covered: tuple[str, ...] = (),
) -> Table:
    """What a camera tells of pawns at their places, ``""``: out of sight; of dice ``3?``."""
    zones: dict[str, tuple[str, ...]] = {}
    for colour, own in (("red", red), ("green", green)):
        for n, place in enumerate(own, 1):
            zone = {"base": f"base-{colour}-{n}", "camp": f"camp-{colour}"}.get(place, place)
            if zone:
                zones[zone] = (*zones.get(zone, ()), f"{colour}-{n}")
    if ghost:
        zones[ghost] = (*zones.get(ghost, ()), GHOST)
    zones["tray"] = (*zones.get("tray", ()), *codes(dice))
    zones["discard"] = discard
    return Table(zones, frozenset(covered))


def codes(dice: str) -> tuple[str, ...]:
    return tuple("white" if value == "?" else f"white-{value}" for value in dice)


def at_table(state: m.State | None = None, table: Table | None = None, **more: Any) -> TableState:
    """The game is played, and looked at."""
    now = state or state_of()
    setup = Setup(("Ann", "Bob"), camera=more.pop("camera", True), rulings=now.rulings)
    there = replace(
        start(setup), stage="play", state=now, table=table or lying(now.pawns[0], now.pawns[1])
    )
    return replace(there, **more)


def recorded(table_state: TableState) -> Recorder:
    return Recorder(table_state, evolve)


def wrong(reason: str) -> rolls.Violation:
    return rolls.Violation(reason, 0, message("lauf.dice.missing"))


# What lies there ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "green", "ghost", "seen"),
    [
        (("M7", "camp", "L3"), GREEN, "summit", (("L3", "M7", "camp"), GREEN, "summit")),
        (("", "camp", "L3"), GREEN, "M7", (("L3", "M7", "camp"), GREEN, "M7")),
        (RED, ("base", "", "base"), "L9", (RED, ("L9", "base", "base"), "L9")),
        (RED, GREEN, "L9", None),
        (("", "", "base"), GREEN, "L9", None),
        (("", "M2", "base"), ("", "base", "base"), "L9", None),
        (RED, GREEN, "", None),
        (("", "M2", "base"), GREEN, "", None),
        (("", "M2", "base"), GREEN, "summit", None),
        (RED, GREEN, "tray", None),
        (("tray", "", "base"), GREEN, "L9", None),
        (("summit", "M2", "base"), GREEN, "summit", None),
    ],
)
def test_where_the_pawns_are(red: Own, green: Own, ghost: str, seen: Any) -> None:
    """By seat and in order; under the ghost stands the one that is out of sight, and on its summit it hides none. Anything else is no placement."""
    shown = pieces_seen.pawns_seen(state_of(), lying(red, green, ghost))

    wanted = seen and m.Placement((tuple(sorted(seen[0])), seen[1]), seen[2])
    assert wanted == shown


@pytest.mark.parametrize(
    ("red", "green", "ghost", "colours"),
    [
        (RED, GREEN, "summit", ()),
        (("", "", "base"), GREEN, "summit", ("red",)),
        (("", "M2", "base"), ("base", "", ""), "summit", ("red", "green")),
        (("", "M2", "base"), GREEN, "L9", ()),
        (("", "M2", "base"), GREEN, "summit", ("red",)),
        (("", "M2", "base"), GREEN, "", ("red",)),
        (("", "", "base"), GREEN, "L9", ("red",)),
        (("", "M2", "base"), ("base", "", "base"), "L9", ("red", "green")),
        (("tray", "M2", "base"), GREEN, "summit", ()),
    ],
)
def test_whose_pawns_are_missing(red: Own, green: Own, ghost: str, colours: Any) -> None:
    """Each colour once; one may stand under the ghost, wherever no pawn can be it is seen."""
    assert colours == pieces_seen.missing(state_of(), lying(red, green, ghost))


@pytest.mark.parametrize(
    ("covered", "place"), [((), "L8"), (("L8",), "L9"), (("L9",), "L8"), (("L8", "L9"), "L9")]
)
def test_a_pawn_that_a_hand_hides_is_where_it_is_seen(covered: tuple[str, ...], place: str) -> None:
    """Under a hand a place remembers what has gone from there."""
    zones = {"L8": ("red-1",), "L9": ("red-1",), **lying(("", "base", "base")).zones}

    seen = pieces_seen.pawns_seen(state_of(), Table(zones, frozenset(covered)))

    assert seen is not None
    assert (place, "base", "base") == seen.pawns[0]


@pytest.mark.parametrize(
    ("dice", "half", "faults"),
    [
        ("", None, (None, "missing")),
        ("3", 3, (None, "missing")),
        ("?", None, ("leans", "leans")),
        ("35", None, (None, None)),
        ("3?", 3, ("leans", "leans")),
        ("??", None, ("leans", "leans")),
        ("35?", None, (None, None)),
        ("345", None, ("too-many", "too-many")),
    ],
)
def test_what_of_the_dice_is_known(dice: str, half: int | None, faults: Any) -> None:
    """What one shows alone, and what is in the way; one that is out of sight only when dice have just fallen."""
    table = lying(dice=dice)
    lie = pieces_seen.dice_lying(table)

    found = [pieces_seen.fault_of(lie, fell) for fell in (False, True)]
    assert half == pieces_seen.half_read(table)
    assert faults == tuple(why and why.key.removeprefix("lauf.dice.") for why in found)


# What a move was, or why it is none ---------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "red", "green", "why", "more"),
    [
        ((), ("L4", "M2", "base"), GREEN, "lauf.wrong.no-roll", {}),
        (((4, 4),), RED, ("L6", "base", "base"), "lauf.wrong.not-yours", {}),
        (((4, 4),), ("L4", "M3", "base"), GREEN, "lauf.wrong.too-many", {}),
        (((4, 4),), ("L4", "M2", "base"), ("L6", "L7", "base"), "lauf.wrong.too-many", {}),
        (((4, 4),), ("L3", "M2", "L9"), GREEN, "lauf.start-ten", {}),
        (((4, 4),), ("L3", "M2", "camp"), GREEN, "lauf.start-ten", {}),
        (((5, 6),), ("L3", "M2", "L9"), GREEN, "lauf.wrong.elsewhere", {}),
        (((4, 4),), ("L3", "camp", "base"), GREEN, "lauf.no-approach", {"field": "M2"}),
        (((4, 4),), ("M5", "M2", "base"), GREEN, "lauf.no-approach", {"field": "L3"}),
        (((4, 4),), ("base", "M2", "base"), GREEN, "lauf.no-approach", {"field": "L3"}),
        (((4, 4),), ("L5", "M2", "base"), BASE, "lauf.hit-double", {}),
        (((3, 4), (1, 2)), ("L5", "M2", "base"), BASE, "lauf.hit-first-roll", {}),
        (((5, 6),), ("L5", "M2", "base"), BASE, "lauf.hit-distance", {"number": 5}),
        (((4, 4),), ("L5", "M2", "base"), ("L9", "base", "base"), "lauf.wrong.field", (8, "L11")),
        (((3, 4), (1, 2)), ("L9", "M2", "base"), GREEN, "lauf.wrong.field", (3, "L6")),
        (((5, 6),), ("L9", "M2", "base"), BASE, "lauf.wrong.field", (11, "L14")),
    ],
)
def test_why_the_board_shows_no_move(roll: Any, red: Own, green: Own, why: str, more: Any) -> None:
    """A pawn from the base was to start, one on another ring to climb, one where a pawn was sent home to hit, any other one to run by all the dice."""
    state = state_of(RED, GREEN, *roll)
    shown = m.Placement((tuple(sorted(red)), tuple(sorted(green))), "summit")

    told: Any = moves_seen.wrong_move(state, shown).params

    wanted = {"total": more[0], "to": more[1]} if isinstance(more, tuple) else more
    assert (why, wanted) == (told["why"].key, told["why"].params)
    assert told["back"] == moves_seen.back(state, shown)


@pytest.mark.parametrize(
    ("red", "ghost", "back"),
    [
        (("L3", "M2", "base"), "summit", []),
        (("L3", "M2", "base"), "M2", ["lauf.ghost-back"]),
        (("L4", "M2", "base"), "summit", ["lauf.step"]),
        (("L4", "M2", "base"), "L4", ["lauf.step"]),
        (("L4", "M3", "base"), "summit", ["lauf.step", "lauf.step"]),
    ],
)
def test_the_way_back(red: Own, ghost: str, back: list[str]) -> None:
    """Of each pawn that was moved; of the ghost where it alone was."""
    shown = m.Placement((tuple(sorted(red)), GREEN), ghost)

    told = moves_seen.back(state_of(RED, GREEN), shown)

    assert back == [step.key for step in told]


@pytest.mark.parametrize(
    ("did", "by_board", "correction"),
    [((3, 5), 5, {"do": "take-back"}), ((3, 5), 3, None), ((3, 5), 0, None)],
)
def test_what_undo_takes_back(did: Any, by_board: int, correction: Any) -> None:
    """What was last said or seen; where that is a move that the board shows, it is said that there was none."""
    undone = moves_seen.undoing(at_table(did=did, by_board=by_board), None)

    assert (5, correction) == (undone.of, undone.correction)


APART: Final = ("L30", "base", "base")
NEAR: Final = ("L3", "base", "base")


@pytest.mark.parametrize(
    ("thrown", "to", "theirs"),
    [
        (((1, 2), (3, 4)), "L10", True),
        (((1, 2), (3, 4)), "L6", False),
        (((1, 2), (2, 3), (3, 4)), "L10", True),
        (((1, 2), (2, 2), (1, 1)), "L5", True),
        (((3, 4),), "L10", False),
    ],
)
def test_a_move_of_the_next_player_tells_of_a_pass(thrown: Any, to: str, theirs: bool) -> None:
    """By the last roll, after one at which the turn could end; with a single roll there was none before it."""
    table = lying(APART, (to, "base", "base"))
    recorder = recorded(at_table(state_of(APART, NEAR, *thrown), table))
    shown = pieces_seen.pawns_seen(recorder.state, table)
    assert shown is not None

    assert theirs == moves_seen.passed(recorder, shown)

    happened = [one.event for one in recorder.happened]
    passes = [each.colour for each in happened if isinstance(each, m.NothingDone)]
    assert (["red"] * theirs, 2 * theirs) == (passes, recorder.table_state.turns)
    assert (to if theirs else "L3", "red") == (recorder.state.pawns[1][0], recorder.state.colour)


@pytest.mark.parametrize(
    ("red", "green", "turns", "said"),
    [
        (APART, NEAR, 0, []),
        (("L31", "base", "base"), NEAR, 1, ["PawnsWere", "DicePassedOn"]),
        (APART, ("L10", "base", "base"), 2, None),
    ],
)
def test_pawns_that_may_stand_end_a_turn(red: Own, green: Own, turns: int, said: Any) -> None:
    """As they lie, or, where they show another's move, that one's as well; as they stood, none has ended."""
    recorder = recorded(
        at_table(
            state_of(APART, NEAR, (1, 2), (3, 4)),
            lying(red, green),
            violations=(wrong("pawns"),),
        )
    )

    assert (turns > 0) == moves_seen.stands(recorder)

    assert turns == recorder.table_state.turns
    assert (turns > 0) == (() == recorder.table_state.violations)
    happened = [type(one.event).__name__ for one in recorder.happened]
    assert said is None or said == [name for name in happened if name != "ViolationResolved"]


@pytest.mark.parametrize(
    ("left", "dice", "thrown", "lost", "to", "reason"),
    [
        (codes("12"), "", ((1, 2),), 0, "L9", "unseen"),
        (codes("12"), "", ((1, 2),), 0, "L15", "unseen"),
        (codes("12"), "", ((1, 2),), 0, "L16", "pawns"),
        (codes("12"), "", ((1, 2),), 1, "L9", "unseen"),
        (codes("12"), "", ((1, 2),), 2, "L9", "pawns"),
        (codes("12"), "", ((1, 2), (1, 2)), 0, "L9", "unseen"),
        (codes("12"), "", ((1, 2), (1, 2), (1, 2)), 0, "L9", "pawns"),
        (codes("1"), "2", ((1, 2),), 0, "L9", "pawns"),
        (codes("12"), "3", ((1, 2),), 0, "L9", "pawns"),
        ((), "12", ((1, 2),), 0, "L9", "pawns"),
    ],
)
def test_a_roll_may_have_fallen_out_of_sight(
    left: Any, dice: str, thrown: Any, lost: int, to: str, reason: str
) -> None:
    """Both dice are up, none lies there, a roll is left, and two dice can show what the pawn was moved by; else it is wrong."""
    table = lying((to, "M2", "base"), GREEN, dice=dice)
    before = at_table(
        state_of(RED, GREEN, *thrown), table, left=left, lost=lost, violations=(wrong("pawns"),)
    )
    recorder = recorded(before)

    moves_seen.look_at_pawns(recorder, table)

    assert [reason] == [each.reason for each in recorder.table_state.violations]


@pytest.mark.parametrize(
    ("dice", "reasons", "nudged", "to", "told"),
    [
        ("3?", ("dice",), False, "L11", (3, 5)),
        ("3?", ("dice",), False, "L7", (3, 1)),
        ("3?", ("dice",), False, "L12", (3, 6)),
        ("3?", ("dice",), False, "L13", None),
        ("3?", (), False, "L11", None),
        ("??", ("dice",), False, "L11", None),
        ("35", (), True, "L11", (3, 5)),
        ("35", (), False, "L11", None),
        ("35", (), True, "L12", None),
        ("3", (), True, "L11", None),
        ("3?", (), True, "L11", None),
    ],
)
def test_a_move_tells_of_a_roll(
    dice: str, reasons: Any, nudged: bool, to: str, told: m.Pair | None
) -> None:
    """What the die shows that nobody could read; that dice which seemed nudged were rolled. Where several rolls or none lead there, none is told."""
    table = lying((to, "M2", "base"), GREEN, dice=dice)
    before = at_table(
        state_of(RED, GREEN), table, nudged=nudged, violations=tuple(map(wrong, reasons))
    )
    recorder = recorded(before)

    moves_seen.look_at_pawns(recorder, table)

    happened = [one.event for one in recorder.happened]
    assert ([told] if told else []) == [x.shows for x in happened if isinstance(x, m.PairThrown)]
    assert bool(told) == any(isinstance(x, m.PawnsMoved) for x in happened)


@pytest.mark.parametrize(
    ("unwanted", "red", "still", "after"),
    [
        (None, "L9", False, None),
        ("L9", "L9", True, "L9"),
        ("L9", "", False, "L9"),
        ("L9", "L8", False, None),
        ("L9", "L3", False, None),
        ("L3", "L3", False, None),
    ],
)
def test_a_move_that_was_taken_back_is_unwanted_until_the_pawns_are_moved(
    unwanted: str | None, red: str, still: bool, after: str | None
) -> None:
    """While one is in a hand nothing is known; back where they were it may be made again."""

    def placed(field: str | None) -> m.Placement | None:
        own = (field or "", "M2", "base")
        return field and m.Placement((tuple(sorted(own)), GREEN), "summit") or None

    table = lying((red, "M2", "base"), GREEN)
    before = at_table(state_of(RED, GREEN), table, taken_back=placed(unwanted))
    recorder = recorded(before)

    assert still == moves_seen.is_unwanted(recorder, table)
    assert placed(after) == recorder.table_state.taken_back


# What events change ---------------------------------------------------------------------------


def full() -> TableState:
    """With something of everything that an event may change."""
    return at_table(
        state_of(RED, GREEN, (3, 4)),
        entry=7,
        now=50.0,
        lost=1,
        before=state_of(),
        nudged=True,
        called=True,
        turned=("STA",),
        shown=("JOK",),
        under_way=(("red", "L3", "L4"),),
        by_board=3,
        takes_back=True,
        taken_back=m.Placement((RED, GREEN), "summit"),
        violations=(wrong("pawns"), wrong("dice")),
        left=codes("3"),
        came=codes("5"),
        turns=4,
    )


CHANGES: Final[dict[Any, dict[str, Any]]] = {
    e.RollLost(2): {"lost": 2},
    e.GhostCalled(): {},
    e.CardsTurned(("STA", "HIT")): {"turned": ("STA", "HIT")},
    e.CardsShown(): {"shown": ()},
    e.MadeOnBoard(): {"by_board": 7},
    e.MoveTakenBack(): {},
    e.PawnsUnwanted((RED, BASE), "L3"): {
        "takes_back": False,
        "taken_back": m.Placement((RED, BASE), "L3"),
    },
    e.PawnsUnwanted((), None): {"takes_back": False, "taken_back": None},
    e.MoveUnderWay(()): {"under_way": ()},
    rolls.DiceNudged(codes("3")): {"nudged": False},
    kit.StageBegan("rebuild"): {
        "stage": "rebuild",
        "since": 50.0,
        "under_way": (),
        "violations": (wrong("dice"),),
    },
    m.PairThrown("red", 2, (1, 2)): {
        "takes_back": False,
        "taken_back": None,
        "nudged": False,
        "before": None,
    },
    m.GhostMoved("red", "M2"): {},
    m.PawnsMoved("red", "run", (("red", "L3", "L10"),)): {"before": full().state},
    m.NothingDone("red"): {},
    m.DicePassedOn("green"): {
        "called": False,
        "turned": (),
        "shown": (),
        "under_way": (),
        "nudged": False,
        "lost": 0,
        "since": 50.0,
        "turns": 5,
    },
}


@pytest.mark.parametrize("event", CHANGES, ids=repr)
def test_what_an_event_changes(event: Any) -> None:
    """And nothing else, beside what the rules make of it."""
    before = full()

    after = evolve(before, event)

    assert replace(before, state=after.state, **CHANGES[event]) == after


def test_what_had_not_happened_before_has_then() -> None:
    """A call, a move that is taken back, dice nudged before the first roll; nothing of dice is wrong that could be read."""
    fresh = at_table(state_of(RED, GREEN), violations=(wrong("pawns"),), left=codes("3"))

    assert evolve(fresh, e.GhostCalled()).called
    assert evolve(fresh, e.MoveTakenBack()).takes_back
    assert evolve(fresh, rolls.DiceNudged()).nudged
    laid = evolve(fresh, kit.StageBegan("play"))
    assert ((), ()) == (laid.violations, laid.left)


@pytest.mark.parametrize(
    ("camera", "referee", "measured", "stage"),
    [
        (True, "whole-table", True, "set-up"),
        (False, "whole-table", True, "play"),
        (True, "dice-only", True, "play"),
        (True, "whole-table", False, "play"),
    ],
)
def test_a_set_up_is_checked_where_a_camera_knows_the_fields(
    camera: bool, referee: Any, measured: bool, stage: str
) -> None:
    """Otherwise the game begins at once."""
    file = board_toml(replace(our_board(), measured=measured))
    begun = start(
        Setup(("Ann", "Bob"), camera=camera, rulings=Rulings(referee=referee), board=file)
    )

    assert (stage, stage == "set-up") == (begun.stage, begun.sees_pawns)


@pytest.mark.parametrize(
    ("huckauf", "called", "waits", "offered"),
    [
        ("at-once", False, False, False),
        ("on-call", False, True, True),
        ("on-call", True, False, False),
        ("never", False, True, False),
    ],
)
def test_who_waits_for_a_call(huckauf: str, called: bool, waits: bool, offered: bool) -> None:
    """Where it is called, the ghost has to be moved only then; it is offered after the first roll, while the whole table is played."""
    now = state_of(RED, GREEN, (3, 4), huckauf=huckauf)
    table_state = at_table(now, called=called)

    assert (tolerant(now) if waits else now) == in_force(table_state)
    assert offered == can_call(table_state)
    for other in (
        at_table(replace(now, rolls=())),
        at_table(replace(now, rolls=((3, 4), (1, 2)))),
        replace(table_state, paused=True),
        replace(table_state, stage="rebuild"),
        at_table(state_of(RED, GREEN, (3, 4), huckauf=huckauf, referee="dice-only")),
        at_table(state_of(("camp",) * 3, GREEN, (3, 4), huckauf=huckauf)),
    ):
        assert not can_call(other)


@pytest.mark.parametrize(
    ("before", "after", "won"),
    [
        (("L3", "camp", "camp"), ("camp",) * 3, ["red"]),
        (("L3", "camp", "camp"), ("L4", "camp", "camp"), []),
        (("camp",) * 3, ("camp",) * 3, []),
    ],
)
def test_who_is_put_into_the_camp_last_has_won(before: Own, after: Own, won: list[str]) -> None:
    """Once."""
    recorder = recorded(at_table(state_of(before)))

    recorder.put_right(m.PawnsWere((after, BASE), "summit"))

    happened = [one.event for one in recorder.happened]
    assert won == [x.colour for x in happened if isinstance(x, m.CampFilled)]


# What people may say ----------------------------------------------------------------------------


def corrected(table_state: TableState, **told: Any) -> Any:
    """What was made of a correction: the state after it, or why it was refused."""
    recorder = recorded(table_state)
    try:
        submissions.correct(recorder, told)
    except IllegalMove as refused:
        return refused.message.key
    return recorder.table_state


@pytest.mark.parametrize(
    ("ghost", "player", "pawn", "place", "there"),
    [
        ("summit", 0, 1, "L9", (("L3", "L9", "base"), GREEN, "summit")),
        ("M2", 0, 1, "L9", (("L3", "L9", "base"), GREEN, "L9")),
        ("M2", 0, 1, "camp", (("L3", "base", "camp"), GREEN, "summit")),
        ("M2", 0, 1, "base", (("L3", "base", "base"), GREEN, "summit")),
        ("M2", 0, 0, "L9", (("L9", "M2", "base"), GREEN, "M2")),
        ("M2", 0, 1, "M2", (RED, GREEN, "M2")),
        ("summit", 1, 2, "L9", (RED, ("L5", "L9", "base"), "summit")),
        ("summit", 0, 1, "L3", "lauf.two-pawns"),
        ("summit", 0, 1, "L5", "lauf.two-pawns"),
        ("summit", 0, 1, "summit", "lauf.no-place"),
        ("summit", 0, 3, "L9", "session.no-correction"),
        ("summit", 0, -1, "L9", "session.no-correction"),
        ("summit", 2, 0, "L9", "session.no-correction"),
    ],
)
def test_a_pawn_is_put_right(ghost: str, player: int, pawn: int, place: str, there: Any) -> None:
    """Where no other stands; the ghost on it goes with it, and to its summit where no pawn carries it."""
    after = corrected(
        at_table(state_of(RED, GREEN, ghost=ghost)),
        do="put",
        player=player,
        pawn=pawn,
        place=place,
    )

    if not isinstance(there, str):
        after = (*after.state.pawns, after.state.ghost)
    assert there == after


@pytest.mark.parametrize(
    ("told", "there"),
    [
        ({"do": "ghost", "place": "L3"}, ("L3", (), (3, 4))),
        ({"do": "ghost", "place": "L5"}, ("L5", (), (3, 4))),
        ({"do": "ghost", "place": "summit"}, ("summit", (), (3, 4))),
        ({"do": "ghost", "place": "base"}, "lauf.no-ghost"),
        ({"do": "hand", "player": 0, "cards": ["STA", "BAC"]}, ("M2", ("BAC", "STA"), (3, 4))),
        ({"do": "hand", "player": 0, "cards": []}, ("M2", (), (3, 4))),
        ({"do": "hand", "player": 2, "cards": []}, "session.no-correction"),
        ({"do": "dice", "values": [1, 6]}, ("M2", (), (1, 6))),
        ({"do": "dice", "values": [0, 6]}, "session.no-correction"),
        ({"do": "dice", "values": [1, 7]}, "session.no-correction"),
        ({"do": "dice", "values": [1]}, "session.no-correction"),
        ({"do": "dice", "values": [1, 2, 3]}, "session.no-correction"),
        ({"do": "turn", "player": 2}, "session.no-correction"),
        ({"do": "turn", "player": -1}, "session.no-correction"),
    ],
)
def test_ghost_cards_and_dice_are_put_right(told: Any, there: Any) -> None:
    """The ghost on any pawn; cards of a player, dice that there are."""
    after = corrected(at_table(state_of(RED, GREEN, (3, 4), ghost="M2")), **told)

    if not isinstance(there, str):
        after = (after.state.ghost, after.state.hands[0], after.state.dice)
    assert there == after


@pytest.mark.parametrize(
    ("hand", "supply", "discard", "cards", "there"),
    [
        # What was told to be discarded comes back from there, what was never told out of the supply.
        ((), 17, ("CLI",), ("CLI",), (17, (), 0, 1)),
        ((), 16, ("CLI", "CLI"), ("CLI",), (16, ("CLI",), 0, 0)),
        ((), 17, ("HIT",), ("CLI",), (16, ("HIT",), 0, 1)),
        ((), 0, ("HIT",), ("CLI",), (0, ("HIT",), 16, 1)),
        # What is taken away was spent, or never there: it may come again.
        (("CLI",), 17, (), (), (17, (), 1, 2)),
        (("CLI", "HIT"), 16, (), ("HIT",), (16, (), 1, 2)),
        # It was another card.
        (("CLI",), 17, (), ("HIT",), (17, (), 0, 2)),
        (("CLI",), 16, ("HIT",), ("HIT",), (16, (), 1, 2)),
        # It is as it was told, or as it was before something was taken away.
        (("CLI",), 16, ("HIT",), ("CLI",), (16, ("HIT",), 0, 1)),
        ((), 17, (), ("CLI",), (17, (), 0, 1)),
    ],
)
def test_where_cards_come_from_that_are_put_right(
    hand: b.Cards,
    supply: int,
    discard: b.Cards,
    cards: b.Cards,
    there: tuple[int, b.Cards, int, int],
) -> None:
    """Two others have a climb card each: what is left in the supply, what is known to lie in the discard, how many more do, how many climb cards may still come."""
    begun = m.start(3)
    now = replace(begun, hands=(hand, ("CLI",), ("CLI",)), supply=supply, discard=discard)
    table_state = replace(
        start(Setup(("Ann", "Bob", "Cem"), camera=False)), stage="play", state=now
    )
    after = corrected(table_state, do="hand", player=0, cards=[*cards]).state
    unknown = after.thrown_away - len(after.discard)

    assert cards == after.hands[0]
    assert there == (after.supply, after.discard, unknown, after.unseen.count("CLI"))


def test_cards_that_version_03_put_right() -> None:
    """What its journals tell comes to what it was then: out of the supply, and back there."""
    now = state_of(hands=(("CLI",), ()), supply=18, discard=("HIT",))
    more, fewer = (evolve(at_table(now), m.HandWas("red", c)).state for c in (("CLI", "HIT"), ()))

    assert (17, ("HIT",), ("CLI", "HIT")) == (more.supply, more.discard, more.hands[0])
    assert (19, ("HIT",), ()) == (fewer.supply, fewer.discard, fewer.hands[0])


ASTRAY: Final = {
    "violations": (wrong("pawns"),),
    "table": lying(("L9", "M2", "base"), GREEN),
}


@pytest.mark.parametrize(
    ("order", "state", "more", "there"),
    [
        ({"do": "turn", "player": 0}, state_of(("camp",) * 3), {}, "session.no-correction"),
        ({"do": "turn", "player": 1}, state_of(("camp",) * 3), {}, "session.no-correction"),
        ({"do": "done"}, state_of(RED, GREEN), {}, "session.no-correction"),
        ({"do": "done"}, state_of(RED, GREEN, (1, 2)), {}, 1),
        ({"do": "done"}, state_of(("camp",) * 3, GREEN, (1, 2)), {}, "session.no-correction"),
        (
            {"do": "huckauf"},
            state_of(("camp",) * 3, ("M3", *BASE[1:]), (3, 4), huckauf="on-call"),
            {},
            "session.no-correction",
        ),
        (
            {"do": "counts"},
            state_of(("camp",) * 3, GREEN, (1, 2)),
            {
                "violations": (wrong("pawns"),),
                "table": lying(("camp",) * 3, ("L9", "base", "base")),
            },
            "session.no-correction",
        ),
        ({"do": "take-back"}, state_of(RED, GREEN), {}, 0),
        ({"do": "take-back"}, state_of(RED, GREEN), {"stage": "rebuild"}, "session.no-correction"),
        ({"do": "take-back"}, state_of(RED, GREEN), {"camera": False}, "session.no-correction"),
        ({"do": "huckauf"}, state_of(RED, GREEN, (3, 4), huckauf="on-call"), {}, 0),
        ({"do": "huckauf"}, state_of(RED, GREEN, (3, 3), huckauf="on-call"), {}, "lauf.no-seven"),
        ({"do": "huckauf"}, state_of(RED, GREEN, (3, 4)), {}, "session.no-correction"),
        ({"do": "counts"}, state_of(RED, GREEN, (1, 2)), {}, "session.settled"),
        (
            {"do": "counts"},
            state_of(RED, GREEN, (1, 2)),
            {"violations": (wrong("dice"),)},
            "session.settled",
        ),
        (
            {"do": "counts", "reason": "dice"},
            state_of(RED, GREEN, (1, 2)),
            {"violations": (wrong("dice"),), "table": lying(("L9", "M2", "base"), GREEN)},
            "session.no-correction",
        ),
        (
            {"do": "counts"},
            state_of(RED, GREEN, (1, 2)),
            {"violations": (wrong("pawns"),)},
            "session.no-correction",
        ),
        (
            {"do": "counts"},
            state_of(RED, GREEN, (1, 2)),
            {
                "violations": (wrong("pawns"), wrong("dice")),
                "table": lying(("L9", "M2", "base"), GREEN),
            },
            1,
        ),
        # The turn goes on only if nothing was rolled in it.
        ({"do": "counts"}, state_of(RED, GREEN), ASTRAY, 0),
        ({"do": "counts"}, state_of(RED, GREEN), {**ASTRAY, "lost": 1}, 1),
        (
            {"do": "counts", "reason": "pawns"},
            state_of(RED, GREEN),
            {**ASTRAY, "violations": (wrong("pawns"), wrong("dice"))},
            1,
        ),
    ],
)
def test_what_may_be_ordered_when(order: Any, state: m.State, more: Any, there: Any) -> None:
    """The end of a turn after a roll, the turn while nobody has won, pawns that count where they were moved, the call that a seven allows."""
    after = corrected(at_table(state, **more), **order)

    assert there == (after if isinstance(after, str) else after.turns)


@pytest.mark.parametrize(
    ("data", "more", "key"),
    [
        ({"move": "pass", "more": 1}, {}, "lauf.no-move"),
        ({"move": 7}, {}, "lauf.no-move"),
        ({"move": "p" * 81}, {}, "lauf.no-move"),
        ({}, {}, "lauf.no-move"),
        ({"move": "roll both"}, {}, "session.say-dice"),
        ({"move": "pass"}, {"paused": True}, "session.not-now"),
        ({"move": "pass"}, {"stage": "set-up"}, "session.not-now"),
        ({"move": "pass"}, {"turned": ("STA",)}, "lauf.cards-first"),
        ({"move": "buy"}, {}, "lauf.not-owned"),
    ],
)
def test_what_is_no_move_now(data: Any, more: Any, key: str) -> None:
    """Refused in words."""
    with pytest.raises(IllegalMove) as refused:
        submissions.submit(recorded(at_table(state_of(RED, GREEN, (1, 2)), **more)), data)

    assert key == refused.value.message.key


@pytest.mark.parametrize(
    ("thrown", "cards", "move", "then"),
    [
        (0, True, "roll both = 1 2", (1, 0, 0)),
        (0, True, "pass", None),
        (0, True, "buy", None),
        (1, True, "roll 1 = 5 2", (2, 0, 0)),
        (1, True, "roll 3 = 5 2", None),
        (1, True, "pass", (0, 0, 1)),
        (1, True, "buy", None),
        (1, True, "start", None),
        (3, True, "roll both = 1 2", None),
        (3, True, "buy", (3, 1, 0)),
        (3, False, "buy", None),
        (3, False, "pass", (0, 0, 1)),
    ],
)
def test_where_only_the_dice_are_refereed(thrown: int, cards: bool, move: str, then: Any) -> None:
    """Three rolls, of both dice or one that lies there, two more for a card where there are cards, and the end of the turn after any."""
    ruling = "with-cards" if cards else "without-cards"
    state = state_of(BASE, BASE, *[(1, 2)] * thrown, referee="dice-only", action_cards=ruling)
    recorder = recorded(at_table(state))
    key = None
    try:
        submissions.submit(recorder, {"move": move})
    except IllegalMove as refused:
        key = refused.message.key

    now, turns = recorder.state, recorder.table_state.turns
    assert then == (None if key else (len(now.rolls), now.sacrificed, turns))
    assert key in (None, "lauf.dice-only")


@pytest.mark.parametrize(
    ("state", "more", "player", "moves"),
    [
        (state_of(RED, GREEN), {}, 0, ["roll both"]),
        (state_of(RED, GREEN), {}, 1, []),
        (state_of(RED, GREEN), {"paused": True}, 0, []),
        (state_of(RED, GREEN, (6, 6)), {"turned": ("STA",)}, 0, ["card"]),
        (state_of(RED, GREEN, (6, 6)), {"turned": ("STA",)}, 1, []),
        (
            state_of(RED, GREEN, (1, 2), referee="dice-only"),
            {},
            0,
            ["roll both", "roll 1", "roll 2", "pass"],
        ),
        (state_of(("L3", "M2", "camp"), BASE, *[(1, 2)] * 3), {}, 0, ["run L3 3", "run M2 3"]),
    ],
)
def test_what_a_seat_may_decide(state: m.State, more: Any, player: int, moves: Any) -> None:
    """Whose turn it is, while it goes on; with nothing but runs left they have to run."""
    table_state = at_table(state, **more)
    can = [str(move) for move in submissions.may_decide(table_state, player)]

    assert moves == can
    if player == state.turn:
        only_runs = bool(can) and all(move.startswith("run") for move in can)
        assert only_runs == submissions.has_to_run(table_state)


# What people are asked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thrown", "turned", "hand", "supply", "may_come"),
    [
        (((4, 4),), (), ("STA",), 19, ("STA", "BAC", "CLI", "HIT", "JOK")),
        (((6, 6),), (), ("STA",), 19, ("STA", "BAC", "CLI", "HIT", "JOK")),
        (((6, 6),), ("BAC",), ("STA",), 19, ("STA", "BAC", "CLI", "HIT", "JOK")),
        (((6, 6),), ("BAC",), ("STA",), 0, ("STA", "BAC", "CLI", "HIT", "JOK")),
        (((4, 4),), ("BAC",), ("STA",), 19, ()),
        (((1, 2),), (), ("STA",), 19, ()),
        ((), (), ("STA",), 19, ()),
    ],
)
def test_which_cards_may_come(
    thrown: Any, turned: Any, hand: Any, supply: int, may_come: Any
) -> None:
    """One on a double; on two sixes another one after each new kind, from the discard where the supply is used up."""
    state = state_of(RED, GREEN, *thrown, hands=(hand, ()), supply=supply)

    assert may_come == questions.may_come(at_table(state, turned=turned))


@pytest.mark.parametrize(
    ("dice", "turned", "come", "kept"),
    [
        ((4, 4), (), "STA", ("BAC", "STA")),
        ((6, 6), (), "STA", ("STA",)),
        ((6, 6), ("STA",), "STA", ("BAC", "STA")),
        ((6, 6), ("STA",), "BAC", ("BAC", "STA")),
        ((6, 6), ("STA",), "HIT", ("STA", "HIT")),
        ((4, 4), ("STA",), "HIT", None),
    ],
)
def test_cards_that_are_turned_up(dice: m.Pair, turned: Any, come: str, kept: Any) -> None:
    """They are kept until a kind comes that one has, or has just got; then the turn is over."""
    state = state_of(RED, GREEN, dice, hands=(("BAC",), ()), supply=19)
    recorder = recorded(at_table(state, turned=turned))
    try:
        questions.turn_up(recorder, (come,))
    except IllegalMove:
        assert kept is None
        return

    after = recorder.table_state
    assert kept == (after.turned if after.turns == 0 else after.state.hands[0])


@pytest.mark.parametrize(
    ("reasons", "dice", "more", "thrown", "id", "choices"),
    [
        (("dice",), "??", {}, 1, "bothdice-0-1-0", 21),
        (("unseen",), "35", {}, 1, "bothdice-0-1-0", 21),
        (("dice",), "3?", {}, 1, "dice-0-1-0", 6),
        (("dice",), "3", {}, 0, "dice-0-0-0", 6),
        (("dice",), "345", {}, 1, None, 0),
        (("dice",), "3?", {"camera": False}, 1, None, 0),
        (("dice",), "3?", {"paused": True}, 1, None, 0),
        (("pawns",), "12", {}, 1, None, 0),
        ((), "12", {"turned": ("STA",)}, 1, None, 0),
        (("dice",), "??", {"won": True}, 1, None, 0),
        ((), "12", {}, 1, None, 0),
    ],
)
def test_what_is_asked_of_dice(
    reasons: Any, dice: str, more: Any, thrown: int, id: str | None, choices: int
) -> None:
    """Both, or the one that nobody can read, where a camera has told of them; nothing of three."""
    state = state_of(RED, GREEN, *[(1, 2)] * thrown)
    table = lying(RED, GREEN, dice=dice)
    told = {"violations": tuple(map(wrong, reasons)), **more}
    if told.pop("won", False):
        state = replace(state, pawns=(("camp",) * 3, GREEN))
    if "turned" in more:
        state, id, choices = replace(state, rolls=((6, 6),)), "card-0-1-1", 5

    asked = questions.questions(at_table(state, table, **told))

    assert ([(id, choices)] if id else []) == [(q.id, len(q.choices)) for q in asked]


@pytest.mark.parametrize(
    ("camera", "dice", "asked"),
    [(True, (4, 4), True), (False, (4, 4), False), (True, (4, 5), False)],
)
def test_a_card_is_asked_for_where_nobody_taps(camera: bool, dice: m.Pair, asked: bool) -> None:
    """On a double a camera cannot tell what was turned up."""
    found = questions.questions(at_table(state_of(RED, GREEN, dice), camera=camera))

    assert asked == (["card-0-1-0"] == [each.id for each in found])


@pytest.mark.parametrize(
    ("thrown", "left", "came", "dice", "again"),
    [
        ((), "", "", "3?", "both"),
        (((3, 5),), "5", "", "3?", "5"),
        (((3, 5),), "3", "", "5?", "3"),
        (((3, 5),), "35", "", "3?", "both"),
        (((3, 5),), "", "3", "3?", "5"),
        (((3, 5),), "", "33", "3?", "both"),
        (((3, 5),), "5", "", "4?", "both"),
    ],
)
def test_which_die_was_thrown(thrown: Any, left: str, came: str, dice: str, again: str) -> None:
    """The one that is not read, if the other shows what it showed and nothing else has moved; else both."""
    table_state = at_table(
        state_of(RED, GREEN, *thrown),
        lying(RED, GREEN, dice=dice),
        left=codes(left),
        came=codes(came),
        violations=(wrong("dice"),),
    )

    (asked,) = questions.questions(table_state)

    assert [f"roll {again} = {dice[0]} {n}" for n in range(1, 7)] == [c.id for c in asked.choices]
    assert ["lauf.choice.dice"] * 6 == [getattr(c.text, "key", "") for c in asked.choices]


@pytest.mark.parametrize(
    ("hand", "shown", "red", "moves"),
    [
        (("BAC", "JOK"), (), "L38", ["run L3 5 back with BAC", "run L3 5 back with JOK"]),
        (("BAC", "JOK"), ("JOK",), "L38", ["run L3 5 back with JOK"]),
        (("BAC", "JOK"), ("HIT",), "L38", ["run L3 5 back with BAC", "run L3 5 back with JOK"]),
        (("BAC",), (), "L38", ["run L3 5 back with BAC"]),
        (("BAC",), ("BAC",), "L8", ["run L3 5"]),
        (("BAC",), (), "L9", []),
        (("BAC",), (), "L3", []),
        (("BAC",), (), "", []),
    ],
)
def test_what_moves_the_board_shows(hand: Any, shown: Any, red: str, moves: list[str]) -> None:
    """All that end there; the card in the discard decides, and without one a move that needs none."""
    state = state_of(RED, ("L20", "base", "base"), (2, 3), hands=(hand, ()), supply=18)
    table = lying((red, "M2", "base"), ("L20", "base", "base"))

    found = questions.shown_moves(at_table(state, table, shown=shown))
    asked = questions.questions(at_table(state, table, shown=shown))

    assert moves == [str(one.move) for one in found]
    assert (["with-0-1-0"] if len(moves) > 1 else []) == [q.id for q in asked]
    assert () == questions.shown_moves(at_table(state, table, shown=shown, camera=False))


# What people are told and shown ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "event", "kinds"),
    [
        ({}, m.PairThrown("red", 1, (3, 4)), ["rolled", "huckauf"]),
        ({}, m.PairThrown("red", 1, (3, 5)), ["rolled"]),
        ({}, m.PairThrown("red", 2, (3, 4)), ["rolled"]),
        ({"huckauf": "on-call"}, m.PairThrown("red", 1, (3, 4)), ["rolled"]),
        ({"red": GREEN}, m.PairThrown("red", 1, (3, 4)), ["rolled"]),
        (
            {"red": BASE, "referee": "dice-only"},
            m.PairThrown("red", 1, (3, 4)),
            ["rolled", "huckauf"],
        ),
        ({"red": BASE, "referee": "dice-only"}, m.PairThrown("red", 1, (3, 3)), ["rolled"]),
    ],
)
def test_the_ghost_is_called_out_on_a_seven(more: Any, event: Any, kinds: list[str]) -> None:
    """In the first roll, where it can go somewhere or nobody follows the pawns, and people want to hear of it at once."""
    named = {**more}
    state = state_of(named.pop("red", RED), ("L20", "base", "base"), **named)
    if event.number > 1:
        state = replace(state, rolls=((1, 1),))

    assert kinds == [news.kind for news in announce(at_table(state), event)]


@pytest.mark.parametrize(
    ("again", "shows", "fallen"),
    [
        (None, (3, 5), [3, 5]),
        (3, (4, 5), [4]),
        (5, (3, 4), [4]),
        (3, (5, 5), [5]),
        (3, (4, 4), [4, 4]),
    ],
)
def test_which_dice_fell_is_told(again: int | None, shows: m.Pair, fallen: list[int]) -> None:
    """Both, or the one beside what the other showed before."""
    state = state_of(RED, GREEN, (3, 5))

    news, *_ = announce(at_table(state), m.PairThrown("red", 2, shows, again))

    assert (list(shows), fallen) == (news.params["dice"], news.params["rolled"])


@pytest.mark.parametrize(
    ("colour", "own", "percent"),
    [
        ("red", BASE, 0),
        ("red", ("camp",) * 3, 100),
        ("red", ("camp", "base", "base"), 33),
        ("red", ("L0", "base", "base"), round(100 / 198)),
        ("red", ("L1", "base", "base"), round(200 / 198)),
        ("red", ("L39", "base", "base"), round(4000 / 198)),
        ("red", ("M0", "base", "base"), round(4100 / 198)),
        ("red", ("M23", "base", "base"), round(6400 / 198)),
        ("red", ("L0", "M0", "camp"), round((100 + 4100 + 6600) / 198)),
        ("green", ("L20", "base", "base"), round(100 / 198)),
        ("green", ("L19", "M12", "base"), round(8100 / 198)),
    ],
)
def test_how_far_a_player_has_come(colour: str, own: Own, percent: int) -> None:
    """Fields from where its pawns start, once round the lower ring and once round the middle one, of the 66 of each of three."""
    state = state_of(own) if colour == "red" else state_of(BASE, own)

    assert percent == views.way_of(state, ["red", "green"].index(colour))


@pytest.mark.parametrize(
    ("thrown", "lost", "sacrificed", "rolls_made", "most"),
    [
        (0, 0, 0, 0, 3),
        (1, 0, 0, 1, 3),
        (1, 1, 0, 2, 3),
        (3, 0, 0, 3, 3),
        (3, 0, 1, 3, 5),
        (2, 2, 0, 4, 4),
    ],
)
def test_rolls_are_counted(
    thrown: int, lost: int, sacrificed: int, rolls_made: int, most: int
) -> None:
    """Those that nobody could read as well; three, and two for each card."""
    state = state_of(RED, GREEN, *[(1, 2)] * thrown, sacrificed=sacrificed)
    shown = views.view(at_table(state, lost=lost))

    assert (rolls_made, most) == (shown["rolls"], shown["most"])
    assert ([1, 2] if thrown else None) == shown["dice"]


def test_a_view_says_what_may_be_done() -> None:
    """Each pawn's move with all its steps, the ghost's from where it is; why a move is missing; nothing in a pause, and no pawns where nobody follows them."""
    state = state_of(RED, ("L8", "base", "base"), (1, 4), hands=(("JOK",), ()), supply=19)
    shown = views.view(at_table(state))
    can = {one["move"]: one for one in shown["can"]}

    assert {"card": None, "from": "L3", "to": "L8", "number": 0} == {
        key: can["run L3 5"][key] for key in ("card", "from", "to", "number")
    }
    assert [["red", "L3", "L8"], ["green", "L8", "L9"]] == can["run L3 5"]["steps"]
    assert "JOK" == can["run L3 5 back with JOK"]["card"]
    assert {"move": "roll both", "kind": "roll"} == can["roll both"]
    assert [] == shown["allowed"]
    assert [] == views.view(at_table(state, paused=True))["hindrances"]
    only = views.view(at_table(state_of(BASE, BASE, (1, 4), referee="dice-only")))
    assert [["run", 5], ["climb", 5], ["hit", 1]] == only["allowed"]
    assert [] == only["hindrances"]
    seven = views.view(at_table(state_of(RED, GREEN, (3, 4))))["can"]
    assert [{"move": "ghost M2", "kind": "ghost", "from": "summit", "to": "M2"}] == seven


# What was seen of dice and cards -----------------------------------------------------------------------


NONE: Final = state_of(RED, GREEN)
ONE: Final = state_of(RED, GREEN, (1, 2))
ALL: Final = state_of(RED, GREEN, (1, 2), (1, 2), (1, 2))
UP: Final = {"left": codes("12")}
UP_ONE: Final = {"left": codes("1")}


@pytest.mark.parametrize(
    ("state", "gone", "fell", "lies", "more", "happened", "left", "came"),
    [
        (NONE, "", "35", "35", {}, "PairThrown 1 None", "", ""),
        (NONE, "", "3", "3", {}, "Violated", "", "3"),
        (NONE, "", "3", "3", {"left": codes("35")}, "Violated", "35", "3"),
        (NONE, "12", "12", "12", {}, "DiceNudged", "", ""),
        (NONE, "", "3", "35", {}, "", "", ""),
        (ONE, "12", "", "", {}, "", "12", ""),
        (ONE, "1", "", "2", {}, "", "1", ""),
        (ONE, "12", "", "?", {}, "", "12", ""),
        (ONE, "1", "", "?", {}, "", "1", ""),
        (ONE, "", "35", "35", UP, "PairThrown 2 None", "", ""),
        (ONE, "", "5", "25", UP_ONE, "PairThrown 2 1", "", ""),
        (ONE, "", "1", "12", UP_ONE, "PairThrown 2 1", "", ""),
        (ONE, "12", "12", "12", {}, "DiceNudged", "", ""),
        (ONE, "1", "1", "12", {}, "DiceNudged", "", ""),
        (ONE, "1", "4", "42", {}, "PairThrown 2 1", "", ""),
        (ONE, "", "1", "12", {}, "", "", ""),
        (ONE, "", "1", "11", {}, "PairThrown 2 None", "", ""),
        (ONE, "", "12", "12", {}, "PairThrown 2 None", "", ""),
        (ONE, "", "3?", "3?", UP, "Violated", "12", "3?"),
        (ONE, "3?", "", "", {"came": codes("3?")}, "RollLost", "", ""),
        (ONE, "3", "", "", {"came": codes("3")}, "", "", ""),
        (ONE, "", "5", "125", {}, "Violated", "", "5"),
        (ONE, "", "35", "35", {**UP, "lost": 1}, "PairThrown 2 None", "", ""),
        (ONE, "", "35", "35", {**UP, "lost": 2}, "NothingDone PairThrown 1 None", "", ""),
        (ALL, "", "35", "35", UP, "NothingDone PairThrown 1 None", "", ""),
        (ALL, "", "5", "25", UP_ONE, "NothingDone PairThrown 1 None", "", ""),
        (ALL, "", "3?", "3?", UP, "NothingDone Violated", "12", "3?"),
        (ALL, "", "?", "2?", UP_ONE, "Violated", "1", "?"),
        (ALL, "12", "", "", {}, "", "12", ""),
    ],
)
def test_what_dice_that_moved_are_taken_for(
    state: m.State, gone: str, fell: str, lies: str, more: Any, happened: str, left: str, came: str
) -> None:
    """A roll of both or of the one that was taken up, by whose turn it is with the rolls left; a nudge where they show the same and nobody had them; wrong while one cannot be told; else they are in a hand."""
    steps = [Step("-", "tray", code) for code in codes(gone)]
    steps += [Step("+", "tray", code) for code in codes(fell)]
    after, told = looked(at_table(state, lying(RED, GREEN, dice=lies), **more), steps)

    known = [each for each in told if not isinstance(each, rolls.DiceMoved | m.DicePassedOn)]
    assert happened == " ".join(
        f"PairThrown {each.number} {each.again}"
        if isinstance(each, m.PairThrown)
        else type(each).__name__
        for each in known
    )
    assert (codes(left), codes(came)) == (after.left, tuple(sorted(after.came, reverse=True)))


def looked(table_state: TableState, steps: list[Step]) -> tuple[TableState, list[Any]]:
    """The state after a look at the table, and what was concluded."""
    told = tuple(steps)
    recorder = recorded(replace(table_state, steps=told))
    observations.observe(recorder, Settled(1, 1.0, table_state.table, told))
    return recorder.table_state, [one.event for one in recorder.happened]


FALL: Final = [Step("+", "tray", code) for code in codes("35")]
FAR: Final = ("L9", "M2", "base")


@pytest.mark.parametrize(
    ("red", "more", "steps", "wrongs", "turn"),
    [
        (FAR, {**UP, "violations": (wrong("pawns"),)}, FALL, [], 1),
        (FAR, UP, FALL, ["pawns"], 0),
        (FAR, {**UP_ONE, "violations": (wrong("pawns"),)}, FALL[1:], ["pawns"], 0),
        (("", "M2", "base"), UP, FALL, ["missing"], 0),
        (("", "M2", "base"), {}, [], [], 0),
        (RED, UP, FALL, [], 0),
    ],
)
def test_who_throws_both_dice_lets_pawns_stand(
    red: Own, more: Any, steps: list[Step], wrongs: list[str], turn: int
) -> None:
    """Where it had been told that they are wrong; a pawn that nobody sees is missing then."""
    dice = "35" if steps == FALL else "25" if steps else ""
    after, _ = looked(at_table(ONE, lying(red, GREEN, dice=dice), **more), steps)

    assert (wrongs, turn) == ([each.reason for each in after.violations], after.turns)


@pytest.mark.parametrize(
    ("left", "lies", "covered", "moved", "told"),
    [
        ("1", "2", (), "", True),
        ("12", "", (), "", False),
        ("1", "2", ("tray",), "", False),
        ("1", "2", ("discard",), "", True),
        ("", "2", (), "", False),
        ("1", "2", (), "HIT-1", False),
        ("1", "12", (), "", False),
    ],
)
def test_a_die_that_is_gone_is_told(
    left: str, lies: str, covered: tuple[str, ...], moved: str, told: bool
) -> None:
    """One alone, that was seen to leave, when nothing else moves and no hand is over the tray."""
    table = lying(RED, GREEN, dice=lies, covered=covered)
    steps = [Step("+", "discard", moved)] if moved else []

    after, _ = looked(at_table(ONE, table, left=codes(left)), steps)

    assert ["dice"] * told == [each.reason for each in after.violations]


@pytest.mark.parametrize(
    ("cards", "shown"),
    [(["HIT-1"], ("BAC", "HIT")), (["STA-1"], ("BAC",)), (["HIT-2", "STA-1"], ("BAC", "HIT"))],
)
def test_cards_that_come_to_the_discard(cards: list[str], shown: tuple[str, ...]) -> None:
    """The player's own are remembered until a move tells what they were for; those that go from there are not."""
    state = replace(ONE, hands=(("HIT", "JOK"), ()), supply=18)
    steps = [Step("+", "discard", card) for card in cards]
    steps += [Step("-", "discard", "JOK-1"), Step("+", "tray", "JOK-2")]

    after, _ = looked(at_table(state, shown=("BAC",)), steps)

    assert shown == after.shown


@pytest.mark.parametrize(
    ("more", "seen"),
    [
        ({"paused": True}, Settled(1, 1.0, Table({}), ())),
        ({"state": state_of(("camp",) * 3)}, Settled(1, 1.0, Table({}), ())),
        ({}, Glimpse(1, 1.0, "tray", "white-3")),
        ({"stage": "set-up"}, Glimpse(1, 1.0, "tray", "white-3")),
    ],
)
def test_what_is_not_looked_at(more: Any, seen: Any) -> None:
    """A table in a pause, or whose game is over; what has not settled."""
    recorder = recorded(at_table(**{"steps": tuple(FALL), "table": lying(dice="35"), **more}))

    observations.observe(recorder, seen)

    assert [] == recorder.happened


@pytest.fixture
def watched() -> Iterator[WatchedMountain]:
    with closing(WatchedMountain()) as table:
        table.looks()
        yield table


@pytest.mark.parametrize(
    ("pawns", "problem"),
    [
        ({"red-2": ""}, "lauf.problem.missing"),
        ({"red-2": "L4"}, "lauf.problem.back"),
        ({"ghost": "L4"}, "lauf.problem.ghost"),
        ({"ghost": ""}, "lauf.problem.ghost"),
        ({"ghost": "L4", "red-2": ""}, "lauf.problem.back"),
    ],
)
def test_what_is_missing_before_the_game(pawns: dict[str, str], problem: str) -> None:
    """Pawns that nobody sees, pawns elsewhere, a ghost that stands on none."""
    with closing(WatchedMountain()) as table:
        table.pawns |= pawns
        table.looks()

        shown = table.session.view()
        assert ("set-up", [problem]) == (
            shown["phase"],
            [each["code"] for each in shown["setup"]["problems"]],
        )


@pytest.mark.parametrize(
    ("hand", "discard", "rolled", "player", "cards"),
    [
        (["HIT"], ("HIT-1",), 4, 0, []),
        (["HIT"], ("STA-1",), 1, 1, ["HIT"]),
        (["HIT"], (), 1, 1, ["HIT"]),
        (["HIT", "JOK"], ("JOK-2", "HIT-1"), 4, 0, ["HIT"]),
    ],
)
def test_a_fourth_roll_is_bought_or_anothers(
    watched: WatchedMountain, hand: Any, discard: Any, rolled: int, player: int, cards: Any
) -> None:
    """With the first of the player's own cards that came to the discard; else it is the next player's."""
    watched.session.correct({"do": "hand", "player": 0, "cards": hand})
    for values in ("12", "13", "23"):
        watched.rolls(values)
    for n in range(len(discard)):
        watched.discard = discard[: n + 1]
        watched.looks()
    watched.rolls("46")

    assert (rolled, player) == (len(watched.now.rolls), watched.now.turn)
    assert tuple(cards) == watched.now.hands[0]
    assert () == watched.session.state.shown
