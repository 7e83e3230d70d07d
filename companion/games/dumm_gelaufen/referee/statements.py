"""Statements by people: facts besides the evidence, and how a turn that looked wrong was meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final

from companion.errors import CardError, IllegalMove
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.events import Correction, Event
from companion.games.dumm_gelaufen.model.events import to_json as fact_to_json
from companion.games.dumm_gelaufen.model.state import Over
from companion.games.dumm_gelaufen.model.stated import (
    GameJoined,
    TableCorrected,
    TurnGiven,
)
from companion.games.dumm_gelaufen.referee import table_check
from companion.games.dumm_gelaufen.referee.asking import ask_no_more
from companion.games.dumm_gelaufen.referee.beliefs import likely_hypotheses, under_way
from companion.games.dumm_gelaufen.referee.recorder import Recorder, tell_corrected
from companion.games.dumm_gelaufen.referee.turn_records import (
    candidate_to_json,
    violation_to_json,
)
from companion.games.dumm_gelaufen.referee.turns import turns
from companion.games.dumm_gelaufen.referee.violations import TURN
from companion.games.dumm_gelaufen.rules import corrections
from companion.games.dumm_gelaufen.tracker.replay_events import NO_CHANCE, to_move

SETTLING: Final = (GameJoined, TurnGiven, TableCorrected)
"""Facts that invalidate earlier evidence."""


def tell_facts(
    recorder: Recorder, events: Iterable[Event], *, settles: bool = False
) -> None:
    """Report what follows by the rules from a statement."""
    facts = [fact_to_json(event) for event in events]
    recorder.tell("facts", facts=facts, settles=settles)
    if isinstance(recorder.sitting.state.pending, Over):
        recorder.tell("phase", phase="over")


def state(recorder: Recorder, fact: Correction) -> None:
    """State a fact, and what follows from it. Raises IllegalMove with every reason."""
    events = corrections.correct(recorder.sitting.state, fact, Random(NO_CHANCE))
    tell_facts(recorder, events, settles=isinstance(fact, SETTLING))
    if isinstance(fact, GameJoined):
        recorder.tell("phase", phase="play")


def make_final(recorder: Recorder, id: int, *, agreed: bool = False) -> None:
    """A turn that the people have told is sure, and asked about no more; one that was told so already, too, once they agree."""
    told = recorder.sitting.told_as(id)
    ask_no_more(recorder, id)
    if told.standing == "asked" or (agreed and not told.sure):
        candidate = candidate_to_json(told.candidate)
        recorder.tell("move", id=id, reading=candidate, sure=True, rivals=[])


# What looked wrong --------------------------------------------------------------------


def table_is_right(recorder: Recorder) -> None:
    """Accept the table as the camera sees it, whatever lies where it should not; whose turn it is does not change.

    A turn under way goes on where what lies there may be what it has led to; else it begins anew.
    Raises IllegalMove as ``state`` does.
    """
    wrong = any(violation.zone == TURN for violation in recorder.sitting.violations)
    _let_go(recorder)
    for violation in recorder.sitting.violations:
        recorder.tell("accepted", **violation_to_json(violation))
    sitting = recorder.sitting
    if not wrong and table_check.goes_on(sitting):
        if sitting.phase == "rebuild":
            recorder.tell("phase", phase="play", reads=True)
        turns(recorder)
        if under_way(recorder.sitting) is not None:
            whose = likely_hypotheses(recorder.sitting)[0].turn.player
            recorder.tell("turn-goes-on", player=whose)
        return
    lies = table_check.as_it_lies(sitting)
    events = corrections.correct(sitting.state, lies, Random(NO_CHANCE))
    table_check.tell_anew(recorder, *events)
    if recorder.sitting.phase == "rebuild":
        recorder.tell("phase", phase="play")


def allow(recorder: Recorder) -> None:
    """The table lets a turn pass that the rules do not allow: it is over. Raises IllegalMove as ``state`` does."""
    following = recorder.sitting.base.after(to_move(recorder.sitting.base))
    # What was taken and laid is told as it was seen, so that the hands follow.
    turns(recorder, over=True)
    for told in recorder.sitting.told[-1:]:
        if told.candidate.wrong is not None:
            make_final(recorder, told.id, agreed=True)
    _let_go(recorder)
    state(recorder, table_check.as_it_lies(recorder.sitting))
    state(recorder, TurnGiven(following))


def was_action(recorder: Recorder, code: str) -> None:
    """The turn that looked wrong was a kept action card's, which may still come to its place. Raises IllegalMove."""
    card = _action(recorder, code)
    if all(violation.zone != TURN for violation in recorder.sitting.violations):
        raise IllegalMove("illegal.no-such-correction")
    turns(recorder, over=True)
    told = recorder.sitting.told[-1] if recorder.sitting.told else None
    if told is None or told.candidate.wrong is None:
        raise IllegalMove("illegal.no-such-correction")
    _let_go(recorder)
    played = {"card": card.code, "player": told.candidate.player, "kind": "keep"}
    recorder.tell("action", **played)
    tell_corrected(recorder, told, replace(told.candidate, played=(card,), wrong=None))
    make_final(recorder, told.id, agreed=True)
    recorder.tell("pinned", of=told.id)
    turns(recorder)


def _action(recorder: Recorder, code: str) -> Card:
    """A kept action card, by face or code, that has not been played. Raises IllegalMove."""
    try:
        card = Card.parse(code if "-" in code else f"{code}-1")
    except CardError as error:
        why = error.message
        raise IllegalMove(why.key, reasons=(why,), **why.params) from error
    if card.kind is not CardKind.KEEP:
        raise IllegalMove("illegal.not-an-action", card=card.name)
    if card in recorder.sitting.state.actions:
        raise IllegalMove("illegal.same-card-twice", card=card.name)
    return card


def _let_go(recorder: Recorder) -> None:
    for violation in recorder.sitting.violations:
        if violation.zone == TURN:
            recorder.tell("let-go", **violation_to_json(violation))
