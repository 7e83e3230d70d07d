"""Input by tap: moves, answers and corrections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final

from companion.announce import message
from companion.errors import CardError, IllegalMove
from companion.gamekit.said import Orders, is_order, number, text, truth
from companion.games.dumm_gelaufen.model.events import correction_from_json
from companion.games.dumm_gelaufen.model.moves import Claim, DecideClaim
from companion.games.dumm_gelaufen.model.state import Turn
from companion.games.dumm_gelaufen.model.stated import (
    GameJoined,
    TableCorrected,
    TurnGiven,
)
from companion.games.dumm_gelaufen.referee import table_check
from companion.games.dumm_gelaufen.referee.asking import ask_follow_ups
from companion.games.dumm_gelaufen.referee.beliefs import under_way
from companion.games.dumm_gelaufen.referee.claiming import (
    claimed,
    claimed_by,
    tell_claim,
)
from companion.games.dumm_gelaufen.referee.recorder import Recorder, tell_corrected
from companion.games.dumm_gelaufen.referee.sitting import DummSitting, answered
from companion.games.dumm_gelaufen.referee.statements import (
    allow,
    make_final,
    state,
    table_is_right,
    tell_facts,
    was_action,
)
from companion.games.dumm_gelaufen.referee.turn_records import (
    Question,
    TurnRecord,
    candidate_to_json,
    choice_id,
)
from companion.games.dumm_gelaufen.referee.turns import (
    drawn_in_all,
    turns,
    was,
)
from companion.games.dumm_gelaufen.rules.exchanging import played, said_moves
from companion.games.dumm_gelaufen.rules.rulebook import lapsed, play
from companion.games.dumm_gelaufen.tracker.replay_events import NO_CHANCE
from companion.rules import Json
from companion.table import Table

NOT_A_MOVE: Final = message("illegal.not-a-move")
ORDERS: Final[Orders] = {
    "was": {"move": number, "choice": text},
    "no-turn": {"move": number, "back": truth},
    "action": {"card": text},
    "claimant": {"player": number},
}
"""The fields of an order besides ``do``; orders that are not listed have none."""
JUST: Final = 10.0
"""Seconds for which a button that says "turn done" still means the turn before."""


def turn_of(sitting: DummSitting, number: object) -> TurnRecord:
    """What was told of a turn, by the number that people and phones name it by. Raises IllegalMove where there is none."""
    try:
        return sitting.told_as(int(str(number)))
    except (KeyError, ValueError) as error:
        raise IllegalMove("illegal.no-such-turn") from error


# Moves ------------------------------------------------------------------------------


def submitted(recorder: Recorder, told: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove with every reason."""
    try:
        moves = said_moves(told)
    except (ValueError, KeyError, TypeError) as error:
        why = error.message if isinstance(error, CardError) else NOT_A_MOVE
        raise IllegalMove(why.key, reasons=(why,), **why.params) from error
    if recorder.sitting.phase != "play":
        raise IllegalMove("illegal.not-now")
    if recorder.sitting.is_paused:
        raise IllegalMove("illegal.paused")
    turns(recorder, over=True)
    if isinstance(moves[0], Claim):
        _claimed(recorder, moves[0])
        return
    events = played(recorder.sitting.state, moves, Random(NO_CHANCE))
    if isinstance(moves[0], DecideClaim):
        _close(recorder, [q for q in recorder.sitting.questions if q.topic == "rule"])
    tell_facts(recorder, events, settles=True)
    recorder.tell("said", entry=recorder.sitting.entry)


def _claimed(recorder: Recorder, move: Claim) -> None:
    # What the rules refuse to judge is refused here, too: somebody is there to read it.
    move = replace(move, unsure=(), counted=True)
    play(recorder.sitting.state, move, Random(NO_CHANCE))
    tell_claim(recorder, move)
    recorder.tell("said", entry=recorder.sitting.entry)


# Answers ----------------------------------------------------------------------------


def answered_with(recorder: Recorder, id: str, choice: str) -> None:
    """Take an answer. Raises IllegalMove where there is no such question or choice."""
    question = next((q for q in recorder.sitting.questions if q.id == id), None)
    if question is None:
        raise IllegalMove("illegal.no-such-question")
    if choice not in {each.id for each in question.choices}:
        raise IllegalMove("illegal.no-such-choice")
    _close(recorder, [question])
    if question.topic == "rule":
        move = DecideClaim(accept=choice == "accept")
        events = play(recorder.sitting.state, move, Random(NO_CHANCE))[1]
        tell_facts(recorder, events, settles=True)
        return
    told = recorder.sitting.told_as(question.about)
    candidate = answered(recorder.sitting, question, choice)
    if candidate != told.candidate:
        tell_corrected(recorder, told, candidate)
    if question.topic == "drawn":
        drawn_in_all(recorder, recorder.sitting.told_as(told.id))
    if question.topic == "source":
        make_final(recorder, told.id)
        recorder.tell("pinned", of=told.id)
        turns(recorder)
    ask_follow_ups(recorder, (recorder.sitting.told_as(told.id),))


def _close(recorder: Recorder, questions: Iterable[Question]) -> None:
    for question in questions:
        recorder.tell("question-closed", id=question.id)


# How it really is ---------------------------------------------------------------------


def corrected(recorder: Recorder, told: Json) -> None:
    """Take a correction: one of the rules' facts, or one of what can be done. Raises IllegalMove."""
    if "event" in told:
        _stated(recorder, told)
        return
    if not is_order(told, ORDERS):
        raise IllegalMove("illegal.no-such-correction")
    match told:
        case {"do": "was", "move": id, "choice": choice}:
            _was(recorder, turn_of(recorder.sitting, id), choice)
        case {"do": "no-turn", "move": id, **more}:
            # It counts before the look that told the turn: nobody knows of it yet.
            recorder.tell("no-turn", id=id, back=more.get("back", False))
        case {"do": "action", "card": str(code)} if recorder.sitting.phase == "play":
            was_action(recorder, code)
        case {"do": "claimant", "player": int(player)}:
            _claimant(recorder, player)
        case _:
            _ordered(recorder, told.get("do"))


def _ordered(recorder: Recorder, order: object) -> None:
    phase, camera = recorder.sitting.phase, recorder.sitting.setup.camera
    match order:
        case "table-is-right" if camera and phase in ("play", "rebuild"):
            table_is_right(recorder)
        case "allow" if camera and phase == "play":
            allow(recorder)
        case "misread" if phase in ("play", "rebuild"):
            recorder.tell("rescan")
        case "begin" if phase == "set-up":
            table_check.begin_as_it_is(recorder)
        case "pause" if phase == "play" and not recorder.sitting.is_paused:
            recorder.tell("paused", paused=True)
        case "resume" if recorder.sitting.paused is not None:
            _resume(recorder, recorder.sitting.paused)
        case "rebuild" if phase == "play":
            _rebuild(recorder, recorder.sitting.table)
        case "finish":
            _finish(recorder)
        case "turn-done" if phase == "play" and not recorder.sitting.is_paused:
            _turn_done(recorder)
        case _:
            raise IllegalMove("illegal.no-such-correction")


def _claimant(recorder: Recorder, player: int) -> None:
    if player not in recorder.sitting.state.seats:
        raise IllegalMove("illegal.no-such-player", player=player + 1)
    claimed_by(recorder, player)


def _turn_done(recorder: Recorder) -> None:
    """Somebody says that his turn is over: what was seen of it is told; if nothing was, the next one's begins."""
    began = recorder.sitting.since
    turns(recorder, over=True)
    sitting = recorder.sitting
    if recorder.happened or 0 <= sitting.now - began < JUST:
        # What was seen has told it already: this is no word about the next turn.
        return
    state_now = lapsed(sitting.state) or sitting.state
    if sitting.violations or not isinstance(state_now.pending, Turn):
        raise IllegalMove("illegal.not-now")
    state(recorder, TurnGiven(sitting.state.after(state_now.pending.player)))
    recorder.tell("said", entry=sitting.entry)


def _finish(recorder: Recorder) -> None:
    """Nothing more will be seen: everything is told as it stands."""
    if recorder.sitting.phase == "play":
        turns(recorder, over=True)
        claimed(
            recorder, lambda until: turns(recorder, over=True, until=until), over=True
        )
    for told in recorder.sitting.told:
        if told.standing == "asked":
            candidate = candidate_to_json(told.candidate)
            more = {"sure": False, "rivals": []}
            recorder.tell("move", id=told.id, reading=candidate, **more)


def _resume(recorder: Recorder, before: Table) -> None:
    """Play goes on in the middle of the turn if the table lies as it lay, else once it lies again as it did after the last one, or as it should."""
    now = recorder.sitting.table
    if all(now[zone] == before[zone] for zone in {*now.zones, *before.zones}):
        recorder.tell("paused", paused=False, untouched=True)
        return
    goes_on = under_way(recorder.sitting)
    turns(recorder, over=True, until=goes_on)
    recorder.tell("paused", paused=False, untouched=goes_on is not None)
    _rebuild(recorder, before)


def _rebuild(recorder: Recorder, lay: Table) -> None:
    recorder.tell("phase", phase="rebuild", lay=lay.to_json())
    table_check.check_rebuild(recorder)


def _stated(recorder: Recorder, told: Json) -> None:
    try:
        fact = correction_from_json(told)
    except (ValueError, KeyError, TypeError) as error:
        raise IllegalMove("illegal.no-such-correction") from error
    if recorder.sitting.phase == "set-up" and isinstance(fact, TableCorrected):
        table_check.typed_in(recorder, fact)
        return
    empty = isinstance(fact, GameJoined) and not (fact.mac or fact.left or fact.right)
    if empty and not recorder.sitting.setup.camera:
        raise IllegalMove("illegal.table-empty")
    state(recorder, fact)
    if isinstance(fact, TurnGiven):
        recorder.tell("given", player=fact.player)


def _was(recorder: Recorder, told: TurnRecord, choice: str) -> None:
    """A turn was another of those it may have been; by now it may be told so already."""
    offered = (told.candidate, *told.rivals)
    candidate = next((each for each in offered if choice_id(each) == choice), None)
    if candidate is None:
        raise IllegalMove("illegal.no-such-choice")
    if told in recorder.sitting.open[1:]:
        # The turn before it may yet turn out otherwise, and so would this one.
        raise IllegalMove("illegal.not-now")
    _close(recorder, [q for q in recorder.sitting.questions if q.about == told.id])
    was(recorder, told, candidate)
    make_final(recorder, told.id, agreed=candidate == told.candidate)
