"""Events concluded from the belief."""

from collections.abc import Callable, Sequence

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table.state import (
    TableState,
    TurnRecord,
    with_answers,
)
from companion.games.dumm_gelaufen.tracker.replay import among_two, enacted
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.kit import table as kit


class Recorder(kit.Recorder[TableState, m.State, e.Event]):
    """The conclusions of one call of the game."""

    __slots__ = ()

    def close(self, which: Callable[[e.Question], bool]) -> None:
        """Questions were answered, or have become obsolete."""
        for question in filter(which, self.table_state.questions):
            self.record(e.QuestionClosed(question.id))


# Turns ---------------------------------------------------------------------------------


def tell_assumed(recorder: Recorder, candidate: TurnCandidate) -> TurnRecord:
    """Tell a turn as it is read for now; it is the last one."""
    table_state = recorder.table_state
    last = table_state.told[-1].id if table_state.told else 0
    number = max(last, table_state.struck) + 1
    candidate = among_two(table_state.state, candidate)
    facts = enacted(table_state.state, candidate)
    recorder.record(e.TurnAssumed(number, candidate, facts))
    return recorder.table_state.told[-1]


def tell_corrected(
    recorder: Recorder, of: TurnRecord, candidate: TurnCandidate
) -> None:
    """Tell that a turn was another than was told, and the turns after it on the new ground."""
    later = [told for told in recorder.table_state.told if told.id > of.id]
    candidate = among_two(of.before, candidate)
    facts = enacted(of.before, candidate)
    recorder.record(e.TurnCorrected(of.id, candidate, facts))
    for after in later:
        again = enacted(recorder.table_state.state, after.candidate)
        recorder.record(e.TurnRetold(after.id, again))


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
        now = recorder.table_state.told_as(told.id).candidate
        recorder.record(e.TurnSettled(told.id, now, sure=False))


def _is_open(told: TurnRecord) -> bool:
    return told.standing == "assumed"


def withdraw(recorder: Recorder, turns: Sequence[TurnRecord]) -> None:
    """Take back the turns told last: what was seen is read anew."""
    if turns:
        recorder.record(e.TurnsWithdrawn(turns[0].id))
