"""Events concluded from the belief."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.state import (
    TableState,
    TurnRecord,
    candidate_to_json,
    with_answers,
)
from companion.games.dumm_gelaufen.tracker.replay import among_two, enacted
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.kit import table as kit
from companion.rules import Json


class Recorder(kit.Recorder[TableState, Json]):
    """The conclusions of one call of the game."""

    __slots__ = ()

    def __init__(self, table_state: TableState) -> None:
        super().__init__(table_state, evolve)

    def tell(self, event: str, **told: Any) -> None:
        """Let an event happen."""
        self.record({"event": event, **told})


# Telling ---------------------------------------------------------------------------------


def facts(state: m.State, candidate: TurnCandidate) -> list[Json]:
    """The rules' events of a turn, as JSON."""
    return [m.event_to_json(event) for event in enacted(state, candidate)]


def tell_assumed(recorder: Recorder, candidate: TurnCandidate) -> TurnRecord:
    """Tell a turn as it is read for now; it is the last one."""
    table_state = recorder.table_state
    last = table_state.told[-1].id if table_state.told else 0
    number = max(last, table_state.struck) + 1
    candidate = among_two(table_state.state, candidate)
    told = {"id": number, "reading": candidate_to_json(candidate)}
    recorder.tell("assumed", **told, facts=facts(table_state.state, candidate))
    return recorder.table_state.told[-1]


def tell_corrected(
    recorder: Recorder, of: TurnRecord, candidate: TurnCandidate
) -> None:
    """Tell that a turn was another than was told, and the turns after it on the new ground."""
    later = [told for told in recorder.table_state.told if told.id > of.id]
    candidate = among_two(of.before, candidate)
    told = {"of": of.id, "reading": candidate_to_json(candidate)}
    recorder.tell("corrected", **told, facts=facts(of.before, candidate))
    for after in later:
        again = facts(recorder.table_state.state, after.candidate)
        recorder.tell("retold", of=after.id, facts=again)


def agree(recorder: Recorder, read: Sequence[TurnCandidate]) -> None:
    """Revise what was reported according to the current belief, including what was reported as sure."""
    for number, candidate in enumerate(read):
        told = recorder.table_state.followed
        if number >= len(told):
            tell_assumed(recorder, candidate)
            continue
        before = told[number]
        candidate = with_answers(before.candidate, candidate)
        if not before.candidate.same(candidate):
            withdraw(recorder, [t for t in told[number + 1 :] if _is_open(t)])
            tell_corrected(recorder, before, candidate)
            _settle_again(recorder, before)
        elif _is_open(before) and before.candidate.unseen != candidate.unseen:
            tell_corrected(recorder, before, candidate)
    withdraw(recorder, recorder.table_state.followed[len(read) :])


def _settle_again(recorder: Recorder, told: TurnRecord) -> None:
    """A turn that was settled and turned out another is settled as that, and no longer sure."""
    if told.standing == "final":
        now = candidate_to_json(recorder.table_state.told_as(told.id).candidate)
        recorder.tell("move", id=told.id, reading=now, sure=False, rivals=[])


def _is_open(told: TurnRecord) -> bool:
    return told.standing == "assumed"


def withdraw(recorder: Recorder, turns: Sequence[TurnRecord]) -> None:
    """Take back the turns told last: what was seen is read anew."""
    if turns:
        recorder.tell("withdrawn", of=turns[0].id)
