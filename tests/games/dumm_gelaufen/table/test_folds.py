"""What each event at the table changes, and nothing else: Ann's turn is settled, Bob's may still be longer."""

from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from companion.announce import message
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.problems import violation
from companion.games.dumm_gelaufen.table.state import TableState
from companion.games.dumm_gelaufen.tracker.likelihoods import TablePrior
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.table import Table
from tests.games.dumm_gelaufen.script import dealt

ANN = "arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1"
BOB = "arm left\ndraw\nlay left G05-1"
R01, Y01, G05, G06 = (Card.parse(code) for code in ("R01-1", "Y01-1", "G05-1", "G06-1"))
Changes = dict[str, Any]


@cache
def told() -> TableState:
    """With something of everything that an event may change."""
    table_state = dealt(ANN, BOB).session.state
    assert ["final", "assumed"] == [turn.standing for turn in table_state.turns]
    return replace(
        table_state,
        now=50.0,
        questions=(question("1-whom"), question("2-whom")),
        violations=(WRONG, OTHER),
        announced=frozenset({"A01-1"}),
        called=(2, 1.0),
        did=(3,),
        no_turn=((9, False),),
        awaited=frozenset({"mac"}),
    )


def question(id: str) -> e.Question:
    return e.Question(
        id=id, text=message("question.whom"), choices=(), topic="whom", player=0, about=1
    )


def claim(*cards: str, **more: Any) -> c.LaidClaim:
    """What lies in the claim zone since half a minute."""
    return c.LaidClaim(cards, 20.0, 1, 19.0, shown=cards, **more)


WRONG = violation("action-on-pile", 0, ("K07-1",), "open-left")
OTHER = violation("number-on-actions", 0, ("G01-1",), "actions")
LIES = Table({"mac": ("R01-1",)})
LACKS = c.ClaimLacks(1, "no-murphy")


def settled(table_state: TableState, *facts: m.Event) -> Changes:
    """Every turn is as it was told, and the belief begins with what lies there; these facts come after the last turn."""
    *others, last = (replace(turn, standing="final") for turn in table_state.turns)
    turns = (*others, replace(last, then=facts))
    return {"turns": turns, "base": table_state.state, "anchor": 2, "evidence_at": float("-inf")}


def after(table_state: TableState, *facts: m.Event) -> m.State:
    """What the rules know after these facts."""
    fact = e.FactsStated(facts)
    state: m.State = evolve(replace(table_state, base=table_state.state), fact).state
    return state


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        (question("1-worked"), {"questions": ("1-whom", "2-whom", "1-worked")}),
        (e.QuestionClosed("1-whom"), {"questions": ("2-whom",)}),
        (e.ActionSeen(Card.parse("K02-1"), 1, "keep"), {"announced": {"A01-1", "K02-1"}}),
        (e.TurnDenied(2, back=True), {"no_turn": ((9, False), (2, True))}),
        (e.TurnStruck(4), {"struck": 4}),
        (e.TableTyped(LIES), {"table": LIES}),
        (e.ViolationDropped(WRONG), {"violations": (OTHER,)}),
        (e.ViolationAccepted(WRONG), {"violations": (OTHER,), "accepted": (WRONG,)}),
        (e.GameChanged(7), {"did": (3, 7), "awaited": set()}),
        (e.GameChanged(7, waits=False), {"did": (3, 7)}),
        (c.ClaimCalled(1), {"called": (1, 50.0)}),
        (c.ClaimTakenBack(1), {}),
        (LACKS, {}),
        (c.ClaimJudged(1, "M10", (), "no", ()), {}),
        (e.TurnContinued(1), {}),
        (e.TurnBegunAnew(1), {}),
        (e.BeliefCorrected(LIES), {}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_said_is_kept(event: e.Event, changes: Changes) -> None:
    """Of events that only inform, nothing."""
    before = told()

    found = changed(before, evolve(before, event))

    if "questions" in found:
        found["questions"] = tuple(asked.id for asked in found["questions"])
    assert changes == found


def changed(before: TableState, now: TableState) -> Changes:
    """The fields that differ, as they are now."""
    pairs = ((f.name, getattr(before, f.name), getattr(now, f.name)) for f in fields(TableState))
    return {name: new for name, old, new in pairs if name != "belief" and old != new}


def test_a_pause_keeps_how_the_table_lay() -> None:
    """What was seen of a turn counts when it goes on untouched; else the turns are as they were told."""
    before = told()
    paused = evolve(before, e.Paused(paused=True))
    moved = replace(paused, table=LIES)

    untouched = evolve(moved, e.Paused(paused=False, untouched=True))
    anew = evolve(moved, e.Paused(paused=False))

    assert {"paused": True, "left_so": before.table} == changed(before, paused)
    assert {"paused": False} == changed(moved, untouched)
    assert settled(before) | {"paused": False} == changed(moved, anew)
    assert (untouched.belief, 0) == (before.belief, anew.belief.number)


@pytest.mark.parametrize("lay", [None, LIES])
def test_a_table_that_is_laid_out_again_is_remembered_as_it_lay(lay: Table | None) -> None:
    """Until it lies so again; what had been found missing before is asked anew."""
    before = replace(told(), problems=())

    rebuild = evolve(before, e.StageBegan("rebuild", lay=lay))
    play = evolve(rebuild, e.StageBegan("play"))

    begins = {"stage": "rebuild", "problems": None, "since": 50.0}
    assert begins | {"relaid": lay or before.table} == changed(before, rebuild)
    assert {"stage": "play", "relaid": None} == changed(rebuild, play)


def test_a_table_that_was_misread_lies_as_it_was_settled_last() -> None:
    """Bob's turn may be told anew by what is seen next; what lies open is what lay there before it."""
    before = told()

    now = evolve(before, e.TableMisread())

    assert (before.base, m.visible(before.base)) == (now.state, now.table)
    assert {"state", "table", "anchor", "evidence_at"} == {*changed(before, now)}
    assert (0, before.base.left) == (now.belief.number, now.belief.hypotheses[0].left)


@pytest.mark.parametrize(
    ("event", "moves"),
    [
        (e.FactsStated((m.TurnGiven(0),), settles=True), True),
        (e.FactsStated((m.HandCounted(2, 3, 3),), settles=True), False),
    ],
)
def test_a_fact_that_settles_spends_what_was_seen(event: e.FactsStated, moves: bool) -> None:
    """Where it makes it another's turn, that one's time begins."""
    before = told()

    now = evolve(before, event)

    state = after(before, *event.facts)
    expected = settled(before, *event.facts) | {"state": state, "base": state}
    assert expected | ({"since": 50.0} if moves else {}) == changed(before, now)


@pytest.mark.parametrize(("anew", "number"), [(False, None), (True, 0)])
def test_a_fact_beside_what_was_seen_leaves_the_turns_as_they_are(
    anew: bool, number: int | None
) -> None:
    """It counts before the turns that wait, too; the belief begins with it where that is said."""
    before = told()
    fact = m.HandCounted(2, 3, 3)

    now = evolve(before, e.FactsStated((fact,), anew=anew))

    states = {"state": (3, 3), "base": (3, 3)}
    found = changed(before, now)
    assert states == {name: found[name].hands[2].size for name in states}
    ann, bob = before.turns
    assert (ann, replace(bob, then=(fact,))) == now.turns
    assert now.belief.number == (before.belief.number if number is None else number)


def test_a_shuffle_lets_action_cards_come_again() -> None:
    """But those that lie there; the belief knows that of the piles only the tops are left."""
    lies = Table({"actions": ("A01-1",)})
    before = replace(told(), announced=frozenset({"A01-1", "K02-1"}), table=lies)

    now = evolve(before, e.FactsStated((m.DrawPileReshuffled(),)))

    assert {"A01-1"} == now.announced
    assert before.belief.number + 1 == now.belief.number
    assert {1} == {len(h.left) for h in now.belief.hypotheses}


@pytest.mark.parametrize(
    ("there", "event", "expected"),
    [
        (
            None,
            c.ClaimSeen(("G01-1",), 30.0, 2, 29.0),
            c.LaidClaim(("G01-1",), 30.0, 2, 29.0, arms=None, shown=("G01-1",)),
        ),
        (
            None,
            c.ClaimSeen(("G01-1",), 30.0, 2),
            c.LaidClaim(("G01-1",), 30.0, 2, 30.0, arms=None, shown=("G01-1",)),
        ),
        (
            claim("G01-1", lacks=LACKS),
            c.ClaimSeen(("G02-1",), 30.0, 1, 19.0, (90.0,)),
            c.LaidClaim(
                ("G02-1",), 30.0, 1, 19.0, arms=(90.0,), shown=("G01-1", "G02-1"), lacks=LACKS
            ),
        ),
        (
            claim("G01-1", judged=True, lacks=LACKS),
            c.ClaimSeen(("G02-1",), 30.0, 2, 29.0, ()),
            c.LaidClaim(("G02-1",), 30.0, 2, 29.0, arms=(), shown=("G02-1",)),
        ),
        (
            claim("G01-1", "G02-1", judged=True),
            c.ClaimSeen(("G02-1",), 30.0, 1, 29.0, (), judged=True),
            replace(claim("G01-1", "G02-1", judged=True), cards=("G02-1",), gone=True),
        ),
        (claim("G01-1"), c.ClaimSeen((), 30.0, 1), None),
    ],
    ids=["the first", "of an older journal", "more of it", "another", "goes back", "gone"],
)
def test_what_lies_in_the_claim_zone(
    there: c.LaidClaim | None, event: c.ClaimSeen, expected: c.LaidClaim | None
) -> None:
    """All that has lain there since it was begun is of it, until it has been judged and another begins."""
    before = replace(told(), claim=there)

    now = evolve(before, event)

    assert expected == now.claim
    begins = expected is not None and not event.judged
    assert {"claim"} | ({"called"} if begins else set()) == {*changed(before, now)}


# Turns -------------------------------------------------------------------------------


def test_a_turn_that_is_taken_back_was_never_told() -> None:
    """Nor were those after it; what comes next begins where it began."""
    before = told()
    ann, bob = before.turns

    last, both = (evolve(before, e.TurnsWithdrawn(of)) for of in (bob.id, ann.id))

    assert {"turns": (ann,), "state": bob.before, "since": 50.0} == changed(before, last)
    assert ((), ann.before, ann.before) == (both.turns, both.state, both.base)


def test_a_turn_that_was_another_is_so_from_where_it_began() -> None:
    """What was told is among what it may have been; if it is the last one the rules follow it, else by those told anew."""
    before = told()
    ann, bob = before.turns
    other, third = (replace(bob.candidate, taken=(At("draw"),) * count) for count in (3, 4))
    before = replace(before, turns=(ann, replace(bob, rivals=(other, third))))
    drawn = m.CardsTaken(1, other.taken)

    now = evolve(before, e.TurnCorrected(bob.id, other, (drawn,)))
    first = evolve(before, e.TurnCorrected(ann.id, other, (drawn,)))

    assert (other, (bob.candidate, third)) == (now.turns[1].candidate, now.turns[1].rivals)
    state = evolve(replace(before, state=bob.before), e.FactsStated((drawn,))).state
    assert (state, bob.before) == (now.state, now.base)
    assert (other, before.base) == (first.turns[0].candidate, first.base)
    again = evolve(first, e.TurnRetold(bob.id, ()))
    assert (first.state, first.state) == (again.turns[1].before, again.base)


@pytest.mark.parametrize("rivals", [(), (TurnCandidate(2),)])
def test_what_else_a_turn_may_have_been_is_said_when_it_is_over(
    rivals: tuple[TurnCandidate, ...],
) -> None:
    """What was offered while it waited lapses; base and belief go on from there."""
    before = told()
    ann, bob = before.turns
    waits = replace(bob, rivals=(TurnCandidate(0),))

    now = evolve(
        replace(before, turns=(ann, waits)), e.TurnSettled(bob.id, bob.candidate, True, rivals)
    )

    assert rivals == now.turns[1].rivals
    assert before.state == now.base


@pytest.mark.parametrize(
    ("candidate", "learnt"),
    [
        ({}, {"met": 1}),
        ({"arms": (1.0,) * 2}, {"met": 1, "together": 1}),
        ({"arms": (1.0,) * 3}, {"met": 1, "apart": 1}),
        ({"arms": (1.0,) * 4}, {"met": 1, "apart": 1}),
        ({"arms": (1.0,) * 4, "drew": 2}, {"met": 1, "apart": 1}),
        ({"arms": (1.0,) * 3, "drew": 0}, {"missed": 1, "apart": 1}),
        (
            {
                "arms": (1.0,) * 2,
                "taken": (At("mac", R01),),
                "laid": (At("mac", G05), At("mac", G06)),
            },
            {"whole": 1},
        ),
        (
            {"arms": (1.0,) * 3, "drew": 0, "taken": (At("open-left", Y01),)},
            {"whole": 1, "apart": 1},
        ),
        ({"taken": (At("mac", R01),), "laid": (At("mac", R01),)}, {"whole": 1, "relaid": 1}),
        ({"wrong": "one-for-one"}, {}),
        ({"played": (Card.parse("K02-1"),)}, {}),
    ],
    ids=str,
)
def test_of_a_turn_that_is_over_the_tables_ways_are_learnt(
    candidate: Changes, learnt: Changes
) -> None:
    """Of an exchange that the rules allow: whether two cards were laid on piles at one reach, and the others."""
    exchange = TurnCandidate(
        1, (At("draw"),), (At("open-left", G05), At("open-right", G06)), drew=1
    )
    before = replace(told(), prior=TablePrior())
    (ann, bob), now = before.turns, replace(exchange, **candidate)
    before = replace(before, turns=(ann, replace(bob, candidate=now)))

    prior = evolve(before, e.TurnSettled(bob.id, now, sure=True)).prior

    assert TablePrior(**learnt) == prior
