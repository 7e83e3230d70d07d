"""Events concluded from the belief."""

from __future__ import annotations

from collections.abc import Sequence

from companion.gamekit.recorder import EventRecorder
from companion.games.dumm_gelaufen.model.events import to_json as fact_to_json
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.referee.fold import evolve
from companion.games.dumm_gelaufen.referee.sitting import DummSitting, Json
from companion.games.dumm_gelaufen.referee.turn_records import (
    TurnRecord,
    candidate_to_json,
    with_answers,
)
from companion.games.dumm_gelaufen.tracker.replay import enacted
from companion.games.dumm_gelaufen.tracker.replay_actions import among_two
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate


class Recorder(EventRecorder[DummSitting]):
    """The conclusions of one call of the game."""

    __slots__ = ()

    def __init__(self, sitting: DummSitting) -> None:
        super().__init__(sitting, evolve)


# Telling ---------------------------------------------------------------------------------


def facts(state: State, reading: TurnCandidate) -> list[Json]:
    """The rules' events of a turn, as JSON."""
    return [fact_to_json(event) for event in enacted(state, reading)]


def tell_assumed(recorder: Recorder, reading: TurnCandidate) -> TurnRecord:
    """Tell a turn as it is read for now; it is the last one."""
    sitting = recorder.sitting
    last = sitting.told[-1].id if sitting.told else 0
    number = max(last, sitting.struck) + 1
    reading = among_two(sitting.state, reading)
    told = {"id": number, "reading": candidate_to_json(reading)}
    recorder.tell("assumed", **told, facts=facts(sitting.state, reading))
    return recorder.sitting.told[-1]


def tell_corrected(recorder: Recorder, of: TurnRecord, reading: TurnCandidate) -> None:
    """Tell that a turn was another than was told, and the turns after it on the new ground."""
    later = [told for told in recorder.sitting.told if told.id > of.id]
    reading = among_two(of.before, reading)
    told = {"of": of.id, "reading": candidate_to_json(reading)}
    recorder.tell("corrected", **told, facts=facts(of.before, reading))
    for after in later:
        again = facts(recorder.sitting.state, after.reading)
        recorder.tell("retold", of=after.id, facts=again)


def agree(recorder: Recorder, read: Sequence[TurnCandidate]) -> None:
    """Revise what was reported according to the current belief, including what was reported as sure."""
    for number, reading in enumerate(read):
        told = recorder.sitting.followed
        if number >= len(told):
            tell_assumed(recorder, reading)
            continue
        before = told[number]
        reading = with_answers(before.reading, reading)
        if not before.reading.same(reading):
            withdraw(recorder, [t for t in told[number + 1 :] if _is_open(t)])
            tell_corrected(recorder, before, reading)
            _settle_again(recorder, before)
        elif _is_open(before) and before.reading.unseen != reading.unseen:
            tell_corrected(recorder, before, reading)
    withdraw(recorder, recorder.sitting.followed[len(read) :])


def _settle_again(recorder: Recorder, told: TurnRecord) -> None:
    """A turn that was settled and turned out another is settled as that, and no longer sure."""
    if told.standing == "final":
        now = candidate_to_json(recorder.sitting.told_as(told.id).reading)
        recorder.tell("move", id=told.id, reading=now, sure=False, rivals=[])


def _is_open(told: TurnRecord) -> bool:
    return told.standing == "assumed"


def withdraw(recorder: Recorder, turns: Sequence[TurnRecord]) -> None:
    """Take back the turns told last: what was seen is read anew."""
    if turns:
        recorder.tell("withdrawn", of=turns[0].id)
