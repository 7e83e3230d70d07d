"""What follows from an observation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.places import ACTIONS
from companion.games.dumm_gelaufen.referee.awaited import unexpected
from companion.games.dumm_gelaufen.referee.beliefs import known, likely_hypotheses
from companion.games.dumm_gelaufen.referee.claiming import claimed
from companion.games.dumm_gelaufen.referee.problems import CLAIM
from companion.games.dumm_gelaufen.referee.recorder import Recorder
from companion.games.dumm_gelaufen.referee.sitting import DummSitting
from companion.games.dumm_gelaufen.referee.table_check import (
    check_rebuild,
    check_set_up,
    heal,
)
from companion.games.dumm_gelaufen.referee.turns import turns
from companion.games.dumm_gelaufen.referee.violations import TURN, laid_of, stand
from companion.games.dumm_gelaufen.tracker.evidence import (
    ZoneChange,
    brought,
    card_of,
    evidence_in,
    followed,
)
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    TurnCandidate,
)
from companion.table import Glimpse, Observation, Settled

WATCHED: Final = 10.0
"""Seconds after the last evidence for which every look is heeded: something may be waiting for the table to stay as it is."""


def noted(sitting: DummSitting, seen: Observation) -> DummSitting:
    """The game that has seen an observation and concluded nothing; the same where it says nothing new."""
    if isinstance(seen, Glimpse):
        if not _is_news(sitting, seen.card):
            return sitting
        return replace(sitting, at=seen.at, glimpsed=(*sitting.glimpsed, seen))
    hands = sitting.prior.hands or bool(seen.visits)
    looked = replace(
        sitting,
        at=seen.at,
        table=seen.table,
        covered=seen.table.covered | sitting.table.covered,
        prior=replace(sitting.prior, hands=hands),
    )
    if _is_cleared(looked, sitting):
        looked = replace(looked, announced=frozenset())
    if sitting.phase == "play" and not sitting.is_paused:
        looked = _with_evidence(looked, sitting, seen)
    elif seen.table == sitting.table and sitting.problems is not None:
        return sitting
    return looked if _says_something(sitting, looked, seen) else sitting


def _is_cleared(looked: DummSitting, before: DummSitting) -> bool:
    """Whether the discard has gone that somebody said was shuffled: what lay there may come again."""
    gone = bool(before.table[ACTIONS]) and not looked.table[ACTIONS]
    return gone and not looked.state.actions


def _says_something(before: DummSitting, after: DummSitting, seen: Settled) -> bool:
    if before.problems is None and before.phase != "play":
        return True
    changed = before.table != after.table or before.belief is not after.belief
    return changed or bool(seen.unknown or seen.twice) or wants_quiet(before)


def _with_evidence(
    looked: DummSitting, before: DummSitting, seen: Settled
) -> DummSitting:
    more = evidence_in(before.table, seen, before.glimpsed)
    looked, more = unexpected(before, looked, more)
    if not more:
        return looked
    if any(
        isinstance(evidence, ZoneChange) and evidence.zone == ACTIONS
        for evidence in more
    ):
        looked = replace(looked, glimpsed=())
    believed = known(before)
    belief = before.belief
    if looked.prior.hands:
        belief = followed(belief, [(evidence, believed) for evidence in more])
    else:
        for evidence in more:
            belief = belief.then((evidence, believed))
    return replace(looked, belief=belief, evidence_at=more[-1].at)


def wants_quiet(sitting: DummSitting) -> bool:
    """Whether something is only waiting for the table to stay as it is for a while."""
    unjudged = sitting.claim is not None and not sitting.claim.judged
    standing = any(violation.zone != TURN for violation in sitting.violations)
    return unjudged or sitting.at - sitting.evidence_at < WATCHED or standing


def _is_news(sitting: DummSitting, code: str) -> bool:
    card = card_of(code)
    lies = card is None or card in sitting.state.actions
    return sitting.phase == "play" and not lies and code not in sitting.announced


def concluded(recorder: Recorder, seen: Observation) -> None:
    """Tell what follows from an observation that has been noted."""
    sitting = recorder.sitting
    if isinstance(seen, Glimpse):
        if seen.zone == ACTIONS and _is_news(sitting, seen.card):
            _tell_action(recorder, seen.card)
        return
    if sitting.is_paused or sitting.phase == "over":
        return
    match sitting.phase:
        case "set-up":
            check_set_up(recorder)
        case "rebuild":
            check_rebuild(recorder)
        case _:
            _play(recorder, seen)


def _play(recorder: Recorder, seen: Settled) -> None:
    for code in reversed(seen.table[ACTIONS]):
        if _is_news(recorder.sitting, code):
            _tell_action(recorder, code)
    stand(recorder, seen)
    turns(recorder)
    if recorder.sitting.phase == "rebuild":
        check_rebuild(recorder)
        return
    touched = {step.zone for step in seen.steps}
    heal(recorder, touched | {visit.zone for visit in seen.visits})
    visits = [visit for visit in seen.visits if visit.zone == CLAIM]
    claimed(recorder, lambda until: turns(recorder, over=True, until=until), visits)
    if any(happened.event["event"] == "claim" for happened in recorder.happened):
        # What was played on behind the claim is told once it has been judged.
        turns(recorder)


def _tell_action(recorder: Recorder, code: str) -> None:
    card = card_of(code)
    if card is not None and card.is_action:
        kind = "at-once" if card.kind is CardKind.AT_ONCE else "keep"
        player = whose(recorder.sitting, card)
        recorder.tell("action", card=code, player=player, kind=kind)


def whose(sitting: DummSitting, card: Card) -> int:
    """Who drew or played an action card that lies on the discard now."""
    belief, context = sitting.belief, known(sitting)
    for evidence in brought(sitting.table, sitting.glimpsed):
        belief = belief.then((evidence, context))
    sitting = replace(sitting, belief=belief)
    best = likely_hypotheses(sitting)[0]
    told: tuple[TurnCandidate | PartialTurn, ...] = (*best.closed, best.turn)
    for turn in reversed(told):
        for seat, unused, _ in turn.unused:
            if unused is card:
                return seat
        if card in turn.played or card in turn.thrown or card in laid_of(turn):
            return turn.player
    return best.turn.player
