"""What people are asked about a turn, and how a turn is put to them: every topic with its choices, every move in a sentence."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.setup import Setup
from companion.games.dumm_gelaufen.table.events import Topic
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.questions import (
    ask_about,
    ask_follow_ups,
    ask_who_drew,
    turn_text,
)
from companion.games.dumm_gelaufen.table.state import Recorder, TableState, TurnRecord, start
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.words import words
from tests.games.dumm_gelaufen.staged import table

DRAWN = At("draw")
RED, YELLOW, GREEN = (Card.parse(code) for code in ("R05-1", "Y06-1", "G07-1"))


def played(*codes: str, **more: Any) -> TurnCandidate:
    """Ann has played or drawn these action cards."""
    cards = tuple(map(Card.parse, codes))
    return replace(TurnCandidate(0, played=cards), **more)


def told(candidate: TurnCandidate, *sizes: int, opened: bool = False) -> Recorder:
    """Three at a table, one turn that is settled, and nothing asked about it."""
    state = table(*(sizes or (8, 9, 10)))
    if opened:
        state = replace(state, murphys=replace(state.murphys, opened=frozenset({1})))
    turn = TurnRecord(1, 1, candidate, state, "final")
    begun = start(Setup(players=("Ann", "Bob", "Cem")))
    now = replace(begun, state=state, base=state, stage="play", turns=(turn,))
    return Recorder(now, evolve)


def asked(table_state: TableState) -> dict[str, tuple[int, list[str]]]:
    """Of each topic who is asked, and the choices in English."""
    said = words("en")
    return {
        question.topic: (question.player, [said(choice.text) for choice in question.choices])
        for question in table_state.questions
    }


@pytest.mark.parametrize(
    ("candidate", "wanted"),
    [
        (played("K02-1"), {"whom": (0, ["Bob", "Cem"])}),
        (played("K02-1", player=1), {"whom": (1, ["Cem", "Ann"])}),
        (played("K02-1", whom=1), {}),
        (played("K07-1"), {}),
        (played("K05-1", "A05-1"), {"whom": (0, ["Bob", "Cem"])}),
        (played("K05-1", "A05-1", whom=1), {"swapped": (1, ["Cem", "Ann"])}),
        (played("K05-1", "A05-1", whom=1, swapped=2), {}),
        (played("K05-1", whom=1), {}),
        (played("K10-1"), {"whom": (0, ["Bob", "Cem"])}),
        (played("K10-1", whom=2), {"worked": (0, ["Yes, handed over", "No, not there"])}),
        (played("K10-1", whom=2, worked=False), {}),
        (TurnCandidate(0, (DRAWN,), (At("mac", RED),)), {}),
    ],
    ids=lambda value: "-".join(card.face for card in getattr(value, "played", ())),
)
def test_what_no_look_tells_of_an_action_card_is_asked(
    candidate: TurnCandidate, wanted: dict[str, object]
) -> None:
    """One thing after the other; not while people are asked whether it was that turn at all."""
    recorder, waiting = told(candidate), told(candidate)
    waiting.table_state = replace(
        waiting.table_state, turns=(replace(waiting.table_state.turns[0], standing="asked"),)
    )

    for each in (recorder, waiting):
        ask_follow_ups(each)

    assert wanted == asked(recorder.table_state)
    assert {} == asked(waiting.table_state)


@pytest.mark.parametrize(
    ("now", "topics"),
    [
        (played("K02-1"), ["whom", "source", "short", "rule"]),
        (played("K02-1", whom=1), ["source", "short", "rule"]),
        (played("K10-1"), ["source", "short", "rule", "whom"]),
        (TurnCandidate(0, (DRAWN,), (At("mac", RED),)), ["source", "short", "rule"]),
        (None, ["rule"]),
    ],
    ids=["the same", "said", "another card", "no action card", "no turn"],
)
def test_what_is_asked_of_a_turn_that_was_another_lapses(
    now: TurnCandidate | None, topics: list[str]
) -> None:
    """Of another action card it is asked anew; what the turn was at all, and what a claim was, stand."""
    recorder = told(played("K02-1"))
    ask_follow_ups(recorder)
    (whom,) = recorder.table_state.questions
    others: tuple[tuple[Topic, int], ...] = (("source", 1), ("short", 1), ("rule", 0))
    more = tuple(replace(whom, id=topic, topic=topic, about=about) for topic, about in others)
    turns = () if now is None else (replace(recorder.table_state.turns[0], candidate=now),)
    recorder.table_state = replace(recorder.table_state, questions=(whom, *more), turns=turns)

    ask_follow_ups(recorder)

    assert topics == [question.topic for question in recorder.table_state.questions]


@pytest.mark.parametrize("opened", [False, True])
def test_whose_murphy_cards_were_swapped_matters_where_one_lies_open(opened: bool) -> None:
    """Nobody knows the others (rules, C)."""
    recorder = told(played("K01-1"), opened=opened)

    ask_follow_ups(recorder)

    assert opened is bool(recorder.table_state.questions)


@pytest.mark.parametrize(
    ("drawn", "sizes", "is_asked"),
    [
        (played("A02-1", taken=(DRAWN,)), (0, 9, 9), True),
        (played("A02-1", taken=(DRAWN,)), (1, 9, 9), False),
        (played("A02-1", taken=(DRAWN,), counted=True), (0, 9, 9), False),
        (played("A02-1", taken=(DRAWN, DRAWN)), (0, 9, 9), False),
        (played("K07-1", taken=(DRAWN,)), (0, 9, 9), False),
        (played("K05-1", "A01-1", taken=(DRAWN,), whom=1), (0, 9, 9), False),
    ],
    ids=["none left", "one left", "said", "two seen", "a kept one", "drawn for another"],
)
def test_how_many_were_drawn_is_asked_of_who_has_no_number_card(
    drawn: TurnCandidate, sizes: tuple[int, ...], is_asked: bool
) -> None:
    """The answers are the turn with one card drawn and with two, and are said to be counted."""
    recorder = told(drawn, *sizes)

    ask_follow_ups(recorder)

    choices = [c.answer for q in recorder.table_state.questions for c in q.choices if c.answer]
    counts = [(choice.drawn, choice.counted) for choice in choices]
    assert ([(1, True), (2, True)] if is_asked else []) == counts


def test_what_a_turn_was_is_asked_with_the_likeliest_first() -> None:
    """Four choices at most; that it was against the rules is one only where it was told so."""
    legal = [TurnCandidate(0, (DRAWN,) * n, (At("open-left", RED),)) for n in (1, 2, 3)]
    legal += [replace(each, laid=(At("open-right", RED),)) for each in legal[:2]]
    wrong = [
        replace(each, wrong="one-for-one", laid=(At("open-left", YELLOW),)) for each in legal[:2]
    ]
    recorder = told(legal[0])
    (turn,) = recorder.table_state.turns

    ask_about(recorder, turn, (wrong[0], legal[0], wrong[1], *legal[1:]))
    ask_about(recorder, turn, legal[:2])

    first, second = recorder.table_state.questions
    assert [wrong[0].id, *(each.id for each in legal[:3])] == [c.id for c in first.choices]
    assert legal[:2] == [choice.answer for choice in second.choices]


def test_who_may_have_drawn_for_being_short_is_asked_with_nobody_among_them() -> None:
    """Each way once; who drew twice is said to have."""
    candidate = played("A01-1", refilled=(1,))
    recorder = told(candidate)
    others = [replace(candidate, refilled=seats) for seats in ((2, 2), (1,), (1, 2))]

    ask_who_drew(recorder, recorder.table_state.turns[0], others)

    wanted = ["Bob", "Cem, twice", "Bob and Cem", "Nobody"]
    assert {"short": (0, wanted)} == asked(recorder.table_state)
    (question,) = recorder.table_state.questions
    assert [(1,), (2, 2), (1, 2), ()] == [c.answer and c.answer.refilled for c in question.choices]


@pytest.mark.parametrize(
    ("candidate", "sentence"),
    [
        (
            TurnCandidate(0, (At("mac", RED), At("mac")), (At("mac", GREEN),)),
            "takes red 5 and 1 unread card from Mac and gives him green 7",
        ),
        (
            TurnCandidate(0, (At("mac", RED),), (At("open-left", GREEN),)),
            "takes red 5 (Mac) and lays green 7 (left)",
        ),
        (
            TurnCandidate(0, (DRAWN,), (At("open-left", RED), At("open-right", YELLOW))),
            "takes one from the draw pile and lays red 5 (left) and yellow 6 (right)",
        ),
        (
            TurnCandidate(0, (DRAWN,) * 4, (At("open-left", RED), At("open-left", YELLOW))),
            "takes three from the draw pile and lays red 5 and yellow 6 (left)",
        ),
        (
            TurnCandidate(0, (At("open-left"), At("open-left")), (At("open-right", RED),)),
            "takes 2 unread cards (left) and lays red 5 (right)",
        ),
        (
            TurnCandidate(0, (), (At("open-left", RED),)),
            "takes nothing and lays red 5 (left)",
        ),
        (TurnCandidate(0, (DRAWN,)), "takes one from the draw pile and lays nothing"),
        (played("K07-1"), "plays “Feeding Mac”"),
    ],
)
def test_a_turn_is_one_sentence(candidate: TurnCandidate, sentence: str) -> None:
    """What was taken, from where; what was laid, where; what nobody read, by its number."""
    assert sentence == words("en")(turn_text(candidate))


def test_what_was_thrown_away_or_drawn_for_being_short_is_told_as_unused() -> None:
    """By its name, before what was laid."""
    thrown = TurnCandidate(
        0,
        (DRAWN, DRAWN),
        (At("open-left", RED),),
        thrown=(Card.parse("A05-1"),),
        unused=((1, Card.parse("A03-1"), 0),),
    )

    said = words("en")(turn_text(thrown))

    assert said.startswith("takes two from the draw pile and lays “")
    assert 2 == said.count("” unused")
    assert said.endswith(" and red 5 (left)")
