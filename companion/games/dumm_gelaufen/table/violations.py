"""Violations at the table: reported when they are sure, and again when they are resolved (rules, E6)."""

from collections.abc import Sequence
from typing import Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.table import beliefs, problems
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table.problems import Violation, violation
from companion.games.dumm_gelaufen.table.state import Recorder, TableState, TurnRecord
from companion.games.dumm_gelaufen.tracker import replay, turn_transitions
from companion.kit import table as kit
from companion.table import Settled
from companion.tracking.beam import share
from companion.tracking.bearings import apart

PATIENCE: Final = 4.0
"""Seconds of quiet after which a turn that could only be saved by being undone is called wrong."""
FAR_ARM: Final = 45.0
"""Degrees from which on an arm is another one."""
TURN: Final = "turn"
"""Where a violation lies that is a turn's, not a card's."""


def judge(recorder: Recorder, hypotheses: Sequence[t.Hypothesis]) -> None:
    """Check whether the current turn can still become legal."""
    table_state, best = recorder.table_state, hypotheses[0]
    quiet = table_state.at - table_state.evidence_at >= PATIENCE
    hopeless = turn_transitions.hopeless(best.turn, best.mac)
    if hopeless and not table_state.covered.isdisjoint(best.turn.places):
        # While a hand is where the turn was made more of it may come.
        return
    if hopeless and (quiet or share(hypotheses, _is_lost) > 0.5):
        _tell_violation(recorder, _of_turn(best))
    elif is_one_more(table_state, best):
        whose = table_state.turns[-1].candidate.player
        extra = _of_turn(best, "laid-too-many", whose)
        _tell_violation(recorder, extra)
    elif not _is_lost(best):
        right_again(recorder)


def _is_lost(hypothesis: t.Hypothesis) -> bool:
    """Whether only undoing something makes the turn under way right, and nothing was but laid too soon."""
    turn, mac = hypothesis.turn, hypothesis.mac
    early = turn_transitions.early(turn, mac)
    return turn_transitions.hopeless(turn, mac) and not early


def is_one_more(table_state: TableState, best: t.Hypothesis) -> bool:
    """Whether the player whose exchange is complete laid yet another card: the same arm, and nothing taken before."""
    turn = best.turn
    if best.closed or not table_state.followed or not turn.laid or not turn.arms:
        return False
    if turn.taken or turn.drew or turn.played:
        return False
    last = table_state.turns[-1]
    arm, whose = turn.arms[0], last.candidate.player
    same = bool(last.candidate.arms) and apart(last.candidate.arms[-1], arm) < FAR_ARM
    if last.standing != "final" or last.candidate.wrong is not None or not same:
        return False
    # Where people sat before this arm came: by this turn itself it is its player's.
    seating = beliefs.seating_of(table_state)
    likelier = seating.likely(whose, arm) > seating.likely(turn.player, arm)
    return turn.player == whose or likelier


def _of_turn(
    best: t.Hypothesis, reason: t.Trouble | None = None, player: int | None = None
) -> Violation:
    """What is wrong with the turn under way, and whose it is, where that is not said."""
    reason = reason or turn_transitions.wrong(best.turn, best.mac)
    whose = best.turn.player if player is None else player
    return violation(reason, whose, _moved(best.turn), TURN)


def _moved(turn: t.SeenTurn) -> tuple[str, ...]:
    """The cards that a turn took and laid, each once."""
    moved = (at.card.code for at in turn.moved if at.card is not None)
    return tuple(dict.fromkeys(moved))


def of_turn(table_state: TableState) -> tuple[Violation, ...]:
    """What is wrong with the turn under way."""
    return tuple(wrong for wrong in table_state.violations if wrong.zone == TURN)


def _tell_violation(recorder: Recorder, wrong: Violation) -> None:
    standing = next(iter(of_turn(recorder.table_state)), None)
    if standing is not None and standing.reason == wrong.reason:
        return
    if standing is not None:
        recorder.record(e.ViolationDropped(standing))
    recorder.record(kit.Violated(wrong))


def let_go(recorder: Recorder) -> None:
    """What is wrong with the turn under way is spoken of no longer."""
    for wrong in of_turn(recorder.table_state):
        recorder.record(e.ViolationDropped(wrong))


def tell_wrong(recorder: Recorder, turn: TurnRecord, reason: t.Trouble) -> None:
    """A turn was wrong and play went on: it is told if it was not, and stays as it is."""
    candidate = turn.candidate
    wrong = violation(reason, candidate.player, _moved(candidate), TURN)
    _tell_violation(recorder, wrong)
    let_go(recorder)


def tell_foreign_arm(recorder: Recorder, turn: TurnRecord) -> None:
    """Say whose arm it was, where it was another's than the player's whose turn it was, and his was not seen."""
    candidate, due = turn.candidate, replay.to_move(turn.before)
    if recorder.table_state.covered.intersection(t.PLAYED):
        # What a hand is over may show the turn that seems to have been left out.
        return
    if candidate.player != due and not _reached_in(recorder.table_state, turn, due):
        laid = tuple(card.code for card in laid_of(candidate) if card is not None)
        wrong = violation("not-your-turn", candidate.player, laid, TURN)
        recorder.record(kit.Violated(wrong), e.ViolationDropped(wrong))


def _reached_in(table_state: TableState, told: TurnRecord, player: int) -> bool:
    """Whether somebody's arm was seen since the turn before one began: he may have had his turn, and nothing was read of it."""
    seating, turns = beliefs.seating_of(table_state), table_state.followed
    place = next((n for n, turn in enumerate(turns) if turn.id == told.id), 0)
    begun = turns[place - 2].candidate.ended if place > 1 else 0
    seen = table_state.belief.since(begun)[: told.candidate.ended - begun]
    arms = [arm for evidence, _ in seen for arm in getattr(evidence, "arms", ())]
    seats = table_state.state.seats
    return any(max(seats, key=lambda seat: seating.likely(seat, arm)) == player for arm in arms)


def right_again(recorder: Recorder) -> None:
    """Tell of every turn that was against the rules that it is so no longer."""
    for wrong in of_turn(recorder.table_state):
        recorder.record(kit.ViolationResolved(wrong))


def stand(recorder: Recorder, seen: Settled) -> None:
    """Tell what lies wrong, and what no longer does."""
    player = replay.to_move(recorder.state)
    found = set(problems.illegal(seen, recorder.state.edition))
    lies = [violation(w, player, at, z) for w, at, z in sorted(found, key=str)]
    accepted = {wrong.about for wrong in recorder.table_state.accepted}
    there = {wrong.about: wrong for wrong in lies if wrong.about not in accepted}
    told = recorder.table_state.violations
    for wrong in told:
        if wrong.about not in there and wrong.zone != TURN:
            recorder.record(kit.ViolationResolved(wrong))
    for about, wrong in there.items():
        if about not in {each.about for each in told}:
            recorder.record(kit.Violated(wrong))


def laid_of(candidate: t.SeenTurn) -> tuple[d.Card | None, ...]:
    """The cards that a turn laid, in order; None for one that nobody read."""
    return tuple(at.card for at in candidate.laid)
