"""Violations at the table: reported when they are sure, and again when they are resolved (rules, E6)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.rules.refusals import IllegalReason
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import problems
from companion.games.dumm_gelaufen.table.beliefs import seating_of
from companion.games.dumm_gelaufen.table.recorder import Recorder
from companion.games.dumm_gelaufen.table.state import (
    TableState,
    TurnRecord,
)
from companion.games.dumm_gelaufen.tracker import turn_transitions
from companion.games.dumm_gelaufen.tracker.evidence import PLAYED
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis
from companion.games.dumm_gelaufen.tracker.replay import to_move
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    TurnCandidate,
)
from companion.table import Settled
from companion.tracking.beam import share
from companion.tracking.bearings import apart

PATIENCE: Final = 4.0
"""Seconds of quiet after which a turn that could only be saved by being undone is called wrong."""
FAR_ARM: Final = 45.0
"""Degrees from which on an arm is another one."""
TURN: Final = "turn"
"""Where a violation lies that is a turn's, not a card's."""


def judge(recorder: Recorder, hypotheses: Sequence[Hypothesis]) -> None:
    """Check whether the current turn can still become legal."""
    table_state, best = recorder.table_state, hypotheses[0]
    quiet = table_state.at - table_state.evidence_at >= PATIENCE
    hopeless = turn_transitions.hopeless(best.turn, best.mac)
    if hopeless and not table_state.covered.isdisjoint(_places(best)):
        return
    if hopeless and (quiet or share(hypotheses, _is_lost) > 0.5):
        _tell_violation(recorder, _of_turn(best))
    elif is_one_more(table_state, best):
        whose = table_state.told[-1].candidate.player
        extra = replace(
            _of_turn(best), reason=IllegalReason.LAID_TOO_MANY, player=whose
        )
        _tell_violation(recorder, extra)
    elif not _is_lost(best):
        right_again(recorder)


def _places(hypothesis: Hypothesis) -> set[str]:
    """Where the turn under way was made: while a hand is there, more of it may come."""
    return {at.place for at in (*hypothesis.turn.taken, *hypothesis.turn.laid)}


def _is_lost(hypothesis: Hypothesis) -> bool:
    """Whether only undoing something makes the turn under way right, and nothing was but laid too soon."""
    turn, mac = hypothesis.turn, hypothesis.mac
    early = turn_transitions.early(turn, mac)
    return turn_transitions.hopeless(turn, mac) and not early


def is_one_more(table_state: TableState, best: Hypothesis) -> bool:
    """Whether the player whose exchange is complete laid yet another card: the same arm, and nothing taken before."""
    turn = best.turn
    if best.closed or not table_state.followed or not turn.laid or not turn.arms:
        return False
    if turn.taken or turn.drew or turn.played:
        return False
    last = table_state.told[-1]
    arm, whose = turn.arms[0], last.candidate.player
    same = bool(last.candidate.arms) and apart(last.candidate.arms[-1], arm) < FAR_ARM
    if last.standing != "final" or last.candidate.wrong is not None or not same:
        return False
    # Where people sat before this arm came: by this turn itself it is its player's.
    seating = seating_of(table_state)
    return seating.likely(whose, arm) > seating.likely(turn.player, arm)


def _of_turn(hypothesis: Hypothesis) -> e.Violation:
    reason, turn = (
        turn_transitions.wrong(hypothesis.turn, hypothesis.mac),
        hypothesis.turn,
    )
    return e.Violation(reason, turn.player, _moved(turn), TURN)


def _moved(turn: TurnCandidate | PartialTurn) -> tuple[str, ...]:
    """The cards that a turn took and laid, each once."""
    moved = (at.card.code for at in (*turn.taken, *turn.laid) if at.card is not None)
    return tuple(dict.fromkeys(moved))


def _tell_violation(recorder: Recorder, violation: e.Violation) -> None:
    same = (
        t for t in recorder.table_state.violations if t.zone == violation.zone == TURN
    )
    standing = next(same, None)
    if standing is not None and standing.reason is violation.reason:
        return
    if standing is not None:
        recorder.record(standing.as_a(e.ViolationDropped))
    recorder.record(violation.as_a(e.Violated))


def tell_wrong(recorder: Recorder, told: TurnRecord, reason: IllegalReason) -> None:
    """A turn was wrong and play went on: it is told if it was not, and stays as it is."""
    candidate = told.candidate
    violation = e.Violation(reason, candidate.player, _moved(candidate), TURN)
    _tell_violation(recorder, violation)
    for standing in recorder.table_state.violations:
        if standing.zone == TURN:
            recorder.record(standing.as_a(e.ViolationDropped))


def tell_foreign_arm(recorder: Recorder, told: TurnRecord) -> None:
    """Say whose arm it was, where it was another's than the player's whose turn it was, and his was not seen."""
    candidate, due = told.candidate, to_move(told.before)
    if recorder.table_state.covered.intersection(PLAYED):
        # What a hand is over may show the turn that seems to have been left out.
        return
    if candidate.player != due and not _reached_in(recorder.table_state, told, due):
        laid = tuple(card.code for card in laid_of(candidate) if card is not None)
        violation = e.Violation(
            IllegalReason.NOT_YOUR_TURN, candidate.player, laid, TURN
        )
        recorder.record(violation.as_a(e.Violated))
        recorder.record(violation.as_a(e.ViolationDropped))


def _reached_in(table_state: TableState, told: TurnRecord, player: int) -> bool:
    """Whether somebody's arm was seen since the turn before one began: he may have had his turn, and nothing was read of it."""
    seating, turns = seating_of(table_state), table_state.followed
    place = next((n for n, turn in enumerate(turns) if turn.id == told.id), 0)
    begun = turns[place - 2].candidate.ended if place > 1 else 0
    seen = table_state.belief.since(begun)[: told.candidate.ended - begun]
    arms = [arm for evidence, _ in seen for arm in getattr(evidence, "arms", ())]
    seats = table_state.state.seats
    return any(
        max(seats, key=lambda seat: seating.likely(seat, arm)) == player for arm in arms
    )


def right_again(recorder: Recorder) -> None:
    """Tell of every turn that was against the rules that it is so no longer."""
    for violation in recorder.table_state.violations:
        if violation.zone == TURN:
            recorder.record(violation.as_a(e.ViolationResolved))


def stand(recorder: Recorder, seen: Settled) -> None:
    """Tell what lies wrong, and what no longer does."""
    player = to_move(recorder.table_state.state)
    told = {(t.reason, t.cards, t.zone): t for t in recorder.table_state.violations}
    accepted = {(t.reason, t.cards, t.zone) for t in recorder.table_state.accepted}
    there = set(problems.illegal(seen, recorder.table_state.state.edition)) - accepted
    for key, violation in told.items():
        if key not in there and violation.zone != TURN:
            recorder.record(violation.as_a(e.ViolationResolved))
    for reason, cards, zone in sorted(there - set(told), key=str):
        violation = e.Violation(reason, player, cards, zone)
        recorder.record(violation.as_a(e.Violated))


def laid_of(candidate: TurnCandidate | PartialTurn) -> tuple[Card | None, ...]:
    """The cards that a turn laid, in order; None for one that nobody read."""
    return tuple(at.card for at in candidate.laid)
