"""Turns: reported, corrected, asked about, settled."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.table import beliefs, questions, violations
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table.state import Recorder, TableState, TurnRecord
from companion.games.dumm_gelaufen.table.table_check import as_it_lies
from companion.games.dumm_gelaufen.tracker import commit, replay, turn_belief

# What is told ---------------------------------------------------------------------


def tell_assumed(recorder: Recorder, candidate: t.TurnCandidate) -> TurnRecord:
    """Tell a turn as it is read for now; it is the last one."""
    table_state = recorder.table_state
    last = table_state.turns[-1].id if table_state.turns else 0
    number = max(last, table_state.struck) + 1
    candidate = replay.among_two(table_state.state, candidate)
    facts = replay.enacted(table_state.state, candidate)
    recorder.record(e.TurnAssumed(number, candidate, facts))
    return recorder.table_state.turns[-1]


def tell_corrected(recorder: Recorder, of: TurnRecord, candidate: t.TurnCandidate) -> None:
    """Tell that a turn was another than was told, and what came after it on the new ground: turns, and what was stated between them."""
    later = [told for told in recorder.table_state.turns if told.id > of.id]
    candidate = replay.among_two(of.before, candidate)
    facts = replay.enacted(of.before, candidate)
    recorder.record(e.TurnCorrected(of.id, candidate, facts + of.then))
    for after in later:
        again = replay.enacted(recorder.state, after.candidate)
        recorder.record(e.TurnRetold(after.id, again + after.then))


def agree(recorder: Recorder, read: Sequence[t.TurnCandidate]) -> None:
    """Revise what was reported according to the current belief, including what was reported as sure."""
    for number, candidate in enumerate(read):
        told = recorder.table_state.followed
        if number >= len(told):
            tell_assumed(recorder, candidate)
            continue
        before = told[number]
        candidate = with_answers(before.candidate, candidate)
        if not before.candidate.same(candidate):
            withdraw(recorder, [each for each in told[number + 1 :] if _is_open(each)])
            tell_corrected(recorder, before, candidate)
            if before.standing == "final":
                # What was settled and turned out another is settled as that, and no longer sure.
                now = recorder.table_state.turn(before.id).candidate
                recorder.record(e.TurnSettled(before.id, now, sure=False))
        elif _is_open(before) and before.candidate.unseen != candidate.unseen:
            tell_corrected(recorder, before, candidate)
    withdraw(recorder, recorder.table_state.followed[len(read) :])


def with_answers(before: t.TurnCandidate, now: t.TurnCandidate) -> t.TurnCandidate:
    """A turn as it is read now with what was said of it while it was read otherwise: what no look tells."""
    same = before.player == now.player and before.played[:1] == now.played[:1]
    if not same or not now.played:
        return now
    said = replace(now, whom=before.whom, worked=before.worked, swapped=before.swapped)
    if before.counted and now.uncounted:
        others = tuple(at for at in now.taken if at.place != d.DRAW)
        drawn = tuple(at for at in before.taken if at.place == d.DRAW)
        said = replace(said, taken=(*others, *drawn), counted=True)
    return said


def _is_open(turn: TurnRecord) -> bool:
    return turn.standing == "assumed"


def withdraw(recorder: Recorder, turns: Sequence[TurnRecord]) -> None:
    """Take back the turns told last: what was seen is read anew."""
    if turns:
        recorder.record(e.TurnsWithdrawn(turns[0].id))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A turn that is over, and what it may have been instead."""

    turn: TurnRecord
    rivals: tuple[t.TurnCandidate, ...]


# When it is told --------------------------------------------------------------------


def turns(
    recorder: Recorder, *, over: bool = False, until: int | None = None, asks: bool = True
) -> tuple[Doubt, ...]:
    """Tell what the players did; once it is ``over`` everything that can be settled is, ``until`` a piece of evidence.

    Returns what turns are in doubt that are over now; unless it ``asks``, they have yet to be asked about.
    """
    doubts: tuple[Doubt, ...] = ()
    while True:
        table_state = beliefs.as_of(recorder.table_state, until)
        hypotheses, number = (
            beliefs.likely_hypotheses(table_state, over=over),
            table_state.belief.number,
        )
        read = hypotheses[0].closed
        hypotheses = turn_belief.unsettled(hypotheses, table_state.settled)
        one_more = not over and violations.is_one_more(table_state, hypotheses[0])
        now = () if one_more else commit.wanted(hypotheses, beliefs.known(table_state), number)
        agree(recorder, (*read[: table_state.settled], *now))
        if _was_none(recorder):
            continue
        told = beliefs.known(recorder.table_state)
        first = commit.found(hypotheses, told, number, table_state.covered, over=over)
        if first is None or first.waits or not recorder.table_state.open:
            _offer(recorder, first)
            violations.judge(recorder, hypotheses)
            break
        new = settle_first(recorder, first)
        doubts += new
        if asks:
            ask_about(recorder, new)
    questions.ask_follow_ups(recorder)
    return doubts


def _offer(recorder: Recorder, first: commit.BestCandidate | None) -> None:
    """Offer what the first turn that waits may have been instead."""
    if not recorder.table_state.open:
        return
    turn = recorder.table_state.open[0]
    legal = () if first is None else first.legal
    if legal != turn.rivals:
        recorder.record(e.RivalsOffered(turn.id, legal))


def was(recorder: Recorder, turn: TurnRecord, candidate: t.TurnCandidate) -> None:
    """A turn was what somebody says; one that waits is over by it, and what was seen since is read anew."""
    waiting = recorder.table_state.open
    if turn in waiting:
        withdraw(recorder, waiting[1:])
    tell_corrected(recorder, turn, candidate)
    if turn in waiting:
        others = recorder.table_state.turn(turn.id).rivals
        settled = e.TurnSettled(turn.id, candidate, sure=True, rivals=others)
        recorder.record(settled)
    recorder.record(e.TurnPinned(turn.id))
    turns(recorder)


def drawn_in_all(recorder: Recorder, turn: TurnRecord) -> None:
    """People say that two cards were drawn where one hand came: the other was told to be for having run short just before."""
    candidate = turn.candidate
    before = next(
        (each for each in reversed(recorder.table_state.turns) if each.id < turn.id), None
    )
    if before is None or before.candidate.refilled[-1:] != (candidate.player,):
        return
    if candidate.drawn > 1 and candidate.drew - len(candidate.thrown) == 1:
        fewer = before.candidate.refilled[:-1]
        tell_corrected(recorder, before, replace(before.candidate, refilled=fewer))


def _was_none(recorder: Recorder) -> bool:
    """Whether people said of a turn just told that it was none; then it is not."""
    ruled = dict(recorder.table_state.no_turn)
    turn = next((each for each in recorder.table_state.open if each.id in ruled), None)
    if turn is None:
        return False
    recorder.record(e.TurnsWithdrawn(turn.id))
    recorder.record(e.TurnStruck(turn.id))
    if ruled[turn.id]:
        # The cards go back: until they lie where they lay, nothing is read into it.
        recorder.record(e.FactsStated((), settles=True))
        recorder.record(e.StageBegan("rebuild"))
        return True
    given = m.TurnGiven(turn.candidate.player)
    lies: tuple[m.Event, ...] = (as_it_lies(recorder.table_state), given)
    recorder.record(e.FactsStated(lies, settles=True))
    return True


def _may_be_right(table_state: TableState, first: commit.BestCandidate) -> bool:
    """Whether a turn read as wrong is asked about: one card for one is what people do, any other wrong was told before it was over."""
    told = any(violation.zone == violations.TURN for violation in table_state.violations)
    slip = first.candidate.wrong == "one-for-one"
    return first.illegal <= 0.5 if told or slip else first.illegal < commit.SURE


def _is_asked_already(table_state: TableState) -> bool:
    """Whether people are asked about a turn of this round of the table already: their answer may settle this one, too."""
    late = table_state.turns[-1 - len(table_state.setup.players) :]
    return any(turn.standing == "asked" for turn in late)


def _is_older(table_state: TableState, first: commit.BestCandidate) -> bool:
    """Whether a doubt is about turns before, which are not sure: this turn may be the one that is told after it."""
    settled = [turn for turn in table_state.turns if turn.standing != "assumed"]
    if first.candidate.wrong is not None or not settled or settled[-1].sure:
        return False
    after = [turn.candidate for turn in table_state.open[1:2]]
    return any(rival.same(told) for told in after for rival in first.rivals)


def _clear(table_state: TableState, first: commit.BestCandidate) -> float:
    """How likely a turn is what was read as far as anything follows from it: how many cards somebody has does where it may be none."""
    now = first.candidate
    counts = [rival for rival in first.rivals if rival.seen == now.seen]
    if now.wrong is not None or questions.may_have_none(table_state, now, counts):
        return first.posterior
    return max(first.posterior, first.in_sight)


def settle_first(recorder: Recorder, first: commit.BestCandidate) -> tuple[Doubt, ...]:
    """The first turn is over: it is final, or, where it is returned, the people are to be asked while play goes on."""
    turn = recorder.table_state.open[0]
    now = first.candidate
    seen = replace(turn.candidate, arms=now.arms, ended=now.ended, drew=now.drew)
    if turn.candidate.same(first.candidate) and seen != turn.candidate:
        tell_corrected(recorder, turn, seen)
        turn = recorder.table_state.open[0]
    wrong = first.candidate.wrong
    near = _clear(recorder.table_state, first) < (commit.SURE if wrong else commit.ASK)
    near = near and bool(first.legal)
    doubted = near and (wrong is None or _may_be_right(recorder.table_state, first))
    asked = doubted and not (
        _is_asked_already(recorder.table_state) or _is_older(recorder.table_state, first)
    )
    if wrong is None:
        violations.right_again(recorder)
        if first.posterior >= commit.SURE:
            violations.tell_foreign_arm(recorder, turn)
    elif not doubted:
        violations.tell_wrong(recorder, turn, wrong)
    named = not turn.candidate.uncounted and turn.candidate.is_named
    sure = wrong is None and first.posterior >= commit.SURE and named and not first.short
    over = e.TurnAsked if asked else e.TurnSettled
    likely = round(first.posterior, 4)
    recorder.record(over(turn.id, turn.candidate, sure, first.legal, likely))
    if wrong is None and questions.may_have_none(recorder.table_state, now, first.short):
        questions.ask_who_drew(recorder, turn, first.short)
    return (Doubt(turn, first.rivals),) if asked else ()


def ask_about(recorder: Recorder, doubts: Iterable[Doubt]) -> None:
    """Ask the people what turns were that are in doubt."""
    for doubt in doubts:
        candidates = doubt.turn.candidate, *doubt.rivals
        questions.ask_about(recorder, doubt.turn, candidates)
