"""Turns that were told: what stays of what people said, what they may take back, and when it matters how many cards somebody has."""

from dataclasses import replace
from typing import Any

import pytest

from companion.announce import message
from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.model import visible
from companion.games.dumm_gelaufen.setup import Setup
from companion.games.dumm_gelaufen.table.events import Question, Topic, TurnSettled
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.problems import Violation
from companion.games.dumm_gelaufen.table.questions import may_have_none
from companion.games.dumm_gelaufen.table.state import (
    Recorder,
    TableState,
    TurnRecord,
    TurnStanding,
    patched,
    shown,
    start,
)
from companion.games.dumm_gelaufen.table.submissions import make_final, undoing
from companion.games.dumm_gelaufen.table.turns import drawn_in_all, tell_assumed, with_answers
from companion.games.dumm_gelaufen.table.violations import tell_foreign_arm
from companion.games.dumm_gelaufen.tracker.evidence import DrawPileReach, EvidenceInContext
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.kit.table import Violated
from companion.rules import Undoing
from companion.table import Table
from companion.tracking.belief import Belief
from tests.games.dumm_gelaufen.staged import table

DRAWN, ROW, LEFT = At("draw"), At("mac", Card.parse("R01-1")), At("open-left", Card.parse("G05-1"))


def turn(played: str = "", player: int = 0, **more: Any) -> TurnCandidate:
    return TurnCandidate(player, played=tuple(map(Card.parse, played.split())), **more)


K02 = turn("K02-1", whom=1)
ONE, TWO = (turn("A02-1", taken=(DRAWN,) * drawn) for drawn in (1, 2))


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        (K02, turn("K02-1", laid=(LEFT,)), turn("K02-1", laid=(LEFT,), whom=1)),
        (K02, turn("K02-1", whom=2), K02),
        (turn("K10-1", whom=1, worked=True), turn("K10-1"), turn("K10-1", whom=1, worked=True)),
        (turn("K05-1 A05-1", whom=1, swapped=2), turn("K05-1"), turn("K05-1", whom=1, swapped=2)),
        (K02, turn("K03-1"), turn("K03-1")),
        (K02, turn("K02-1", player=1), turn("K02-1", player=1)),
        (turn(whom=1), turn(laid=(LEFT,)), turn(laid=(LEFT,))),
        (replace(TWO, counted=True), ONE, replace(TWO, counted=True)),
        (replace(ONE, counted=True), ONE, replace(ONE, counted=True)),
        (
            replace(TWO, counted=True),
            replace(ONE, taken=(DRAWN, ROW)),
            replace(TWO, taken=(ROW, DRAWN, DRAWN), counted=True),
        ),
        (replace(ONE, counted=True), TWO, TWO),
        (TWO, ONE, ONE),
    ],
)
def test_what_no_look_tells_stays_as_it_was_said(
    before: TurnCandidate, now: TurnCandidate, told: TurnCandidate
) -> None:
    """While it is the same player's same action card; how many were drawn, where no look tells that."""
    assert told == with_answers(before, now)


TOLD = turn("K05-1", laid=(LEFT,), ended=3)
CHOSEN = turn(
    "K02-1", taken=(DRAWN,), whom=1, worked=True, swapped=2, refilled=(1,), drew=4, ended=9
)


@pytest.mark.parametrize(
    ("topic", "answered"),
    [
        ("source", replace(CHOSEN, ended=3)),
        ("drawn", replace(TOLD, taken=(DRAWN,), counted=True)),
        ("whom", replace(TOLD, whom=1)),
        ("worked", replace(TOLD, worked=True)),
        ("swapped", replace(TOLD, swapped=2)),
        ("short", replace(TOLD, refilled=(1,))),
        ("rule", TOLD),
    ],
)
def test_an_answer_says_what_was_asked(topic: Topic, answered: TurnCandidate) -> None:
    """And nothing else: what has been told of the turn since the question stays."""
    assert answered == patched(TOLD, topic, CHOSEN)


def test_turns_are_settled_one_after_the_other() -> None:
    """The belief follows those from where it began; one that waits for an answer is over."""
    table_state = played_on()
    (one, _) = table_state.turns
    order: tuple[TurnStanding, ...] = ("final", "final", "asked", "assumed", "assumed")
    told = tuple(replace(one, id=n, standing=so) for n, so in enumerate(order, 1))
    now = replace(table_state, turns=told, anchor=1)

    assert (told[3:], told[1:], 2) == (now.open, now.followed, now.settled)
    assert told[2] == now.turn(3)
    with pytest.raises(KeyError):
        now.turn(6)


@pytest.mark.parametrize(
    ("camera", "dealt", "seen"), [(True, True, True), (False, True, False), (False, False, True)]
)
def test_a_table_lies_as_the_camera_sees_it(camera: bool, dealt: bool, seen: bool) -> None:
    """Without one as the rules know it, once the cards are dealt."""
    table_state = played_on(camera=camera)
    lies = Table({"mac": ("R01-1",)})
    now = replace(table_state if dealt else start(table_state.setup), table=lies)

    assert (lies if seen else visible(now.state)) == shown(now)


def played_on(
    *sizes: int, did: tuple[int, ...] = (), camera: bool = True, turns: int = 2
) -> TableState:
    """Turns that the entries 3 and 7 of the journal brought."""
    state = table(*(sizes or (8, 9, 10)))
    begun = start(Setup(players=("Ann", "Bob", "Cem"), camera=camera))
    told = tuple(TurnRecord(n, entry, turn(), state) for n, entry in ((1, 3), (2, 7)))
    return replace(begun, state=state, base=state, stage="play", turns=told[:turns], did=did)


def none(number: int, *, back: bool) -> dict[str, Any]:
    return {"do": "no-turn", "move": number, "back": back}


@pytest.mark.parametrize(
    ("table_state", "move", "undone"),
    [
        (played_on(), None, Undoing(7, none(2, back=True))),
        (played_on(camera=False), None, Undoing(7, none(2, back=False))),
        (played_on(did=(5,)), None, Undoing(7, none(2, back=True))),
        (played_on(did=(5, 9)), None, Undoing(9)),
        (played_on(did=(9,)), "2", Undoing(7, none(2, back=True))),
        (played_on(did=(9,)), "1", Undoing(3, none(1, back=False))),
        (played_on(did=(4,), turns=0), None, Undoing(4)),
    ],
)
def test_what_is_taken_back(table_state: TableState, move: str | None, undone: Undoing) -> None:
    """What was tapped last, or a turn that was none; of the last one its cards go back on the table."""
    assert undone == undoing(table_state, move)


@pytest.mark.parametrize(
    ("turns", "move", "why"),
    [
        (0, None, "session.nothing-happened"),
        (0, "1", "session.nothing-happened"),
        (2, "3", "session.no-turn"),
        (2, "x", "session.no-turn"),
    ],
)
def test_what_never_was_is_not_taken_back(turns: int, move: str | None, why: str) -> None:
    """It is said why."""
    with pytest.raises(IllegalMove) as refusal:
        undoing(played_on(turns=turns), move)

    assert why == refusal.value.message.key


EXCHANGE = turn(taken=(DRAWN,), laid=(LEFT,))


@pytest.mark.parametrize(
    ("other", "sizes", "may"),
    [
        (turn(laid=(LEFT, LEFT)), (4, 9, 9), True),
        (turn(laid=(LEFT, LEFT)), (5, 9, 9), False),
        (turn(taken=(DRAWN, DRAWN), laid=(LEFT,)), (2, 9, 9), True),
        (turn(taken=(DRAWN, DRAWN), laid=(LEFT,)), (3, 9, 9), False),
        (turn(taken=(ROW,), laid=(LEFT,)), (0, 0, 0), False),
        (replace(EXCHANGE, refilled=(1,)), (9, 2, 9), True),
        (replace(EXCHANGE, refilled=(1,)), (2, 3, 2), False),
    ],
)
def test_how_many_cards_somebody_has_matters_where_it_may_be_none(
    other: TurnCandidate, sizes: tuple[int, ...], may: bool
) -> None:
    """Among two there is no number card once in six times, among three once in fifteen (rules, A6)."""
    now = played_on(*sizes)

    assert may is may_have_none(now, EXCHANGE, (EXCHANGE, other))
    assert not may_have_none(now, EXCHANGE, (EXCHANGE,))


@pytest.mark.parametrize(
    ("refilled", "bob", "left"),
    [
        ((1,), {}, ()),
        ((1, 1), {}, (1,)),
        ((2, 1), {}, (2,)),
        ((1, 2), {}, (1, 2)),
        ((), {}, ()),
        ((1,), {"taken": (DRAWN,)}, (1,)),
        ((1,), {"drew": 2}, (1,)),
        ((1,), {"drew": 2, "thrown": (Card.parse("K03-1"),)}, ()),
    ],
)
def test_who_drew_two_with_one_hand_had_not_drawn_one_before(
    refilled: tuple[int, ...], bob: dict[str, Any], left: tuple[int, ...]
) -> None:
    """People say how many Bob drew for his turn: the one that he was told to have drawn for having run short was of it."""
    recorder = Recorder(played_on(turns=0), evolve)
    ann = tell_assumed(recorder, turn("A01-1", taken=(DRAWN,), refilled=refilled))
    drew = replace(turn("A02-1", player=1, taken=(DRAWN, DRAWN), drew=1, counted=True), **bob)
    told = tell_assumed(recorder, drew)

    drawn_in_all(recorder, told)
    drawn_in_all(recorder, recorder.table_state.turn(ann.id))

    assert left == recorder.table_state.turn(ann.id).candidate.refilled


@pytest.mark.parametrize(
    ("standing", "sure", "agreed", "settled"),
    [
        ("asked", False, False, True),
        ("asked", False, True, True),
        ("assumed", False, False, False),
        ("final", False, False, False),
        ("final", False, True, True),
        ("final", True, True, False),
    ],
)
def test_what_people_have_said_of_a_turn_is_sure(
    standing: TurnStanding, sure: bool, agreed: bool, settled: bool
) -> None:
    """And what it was is asked no more; whom it was played against may be."""
    table_state = played_on()
    one, other = table_state.turns
    turns = (replace(one, standing=standing, sure=sure), other)
    recorder = Recorder(replace(table_state, turns=turns), evolve)
    asked: list[tuple[Topic, int]] = [("source", 1), ("whom", 1), ("source", 2)]
    for topic, about in asked:
        id, text = f"{about}-{topic}", message(f"question.{topic}")
        recorder.record(Question(id=id, text=text, topic=topic, player=0, choices=(), about=about))

    make_final(recorder, one.id, agreed=agreed)

    assert ["1-whom", "2-source"] == [question.id for question in recorder.table_state.questions]
    assert settled == any(isinstance(each.event, TurnSettled) for each in recorder.happened)
    assert recorder.table_state.turn(one.id).sure is (settled or sure)


def test_what_a_turn_of_an_earlier_release_does_not_say_did_not_happen() -> None:
    """Whether something was swept away was told before how much."""
    told = TurnCandidate.from_json({"player": 1, "swept": True})

    assert (1, 0, 0, 0) == (told.swept, told.sooner, told.drew, told.ended)
    assert (None, None, None, False) == (told.whom, told.worked, told.swapped, told.counted)
    assert "exchange" == told.kind


ANN, BOB, CEM = 180.0, 270.0, 0.0


@pytest.mark.parametrize(
    ("player", "arms", "covered", "told"),
    [
        (1, "BBCCBBBB", (), True),
        (1, "AAAABBBB", (), True),
        (1, "BBCCABBB", (), False),
        (1, "BBCCBBBA", (), False),
        (1, "BBCCBBBBA", (), True),
        (1, "BBCC----", (), True),
        (1, "BBCCBBBB", ("mac",), False),
        (1, "BBCCBBBB", ("claim",), True),
        (0, "BBCCBBBB", (), False),
    ],
)
def test_whose_turn_it_was_not_is_told_where_the_others_arm_was_not_seen(
    player: int, arms: str, covered: tuple[str, ...], told: bool
) -> None:
    """Since the turn before began; he may have had his turn under a hand, and nothing was read of it."""
    table_state = played_on()
    belief: Belief[Hypothesis, EvidenceInContext] = Belief(lambda paths, seen, number: paths, ())
    for arm in arms:
        bearing = {"A": ANN, "B": BOB, "C": CEM}.get(arm)
        belief = belief.then((DrawPileReach(0.0, bearing), None))
    turns = [
        TurnRecord(n, n, turn(player=seat, arms=(place,) * 5, ended=2 * n), table_state.state)
        for n, (seat, place) in enumerate(((0, ANN), (1, BOB), (2, CEM)), 1)
    ]
    skipped = turn(player=player, laid=(LEFT, At("open-right")), ended=8)
    last = TurnRecord(4, 4, skipped, table_state.state)
    now = replace(table_state, turns=(*turns, last), belief=belief, covered=frozenset(covered))
    recorder = Recorder(now, evolve)

    tell_foreign_arm(recorder, last)

    (violated, *dropped) = [each.event for each in recorder.happened] or [None]
    assert told == isinstance(violated, Violated) == bool(dropped)
    assert () == recorder.table_state.violations
    if isinstance(violated, Violated):
        wrong = violated.wrong
        assert isinstance(wrong, Violation)
        assert ("not-your-turn", player, ("G05-1",)) == (wrong.reason, wrong.player, wrong.cards)
