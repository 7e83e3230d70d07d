"""What follows from a look at the table: action cards are announced, turns told, misplaced cards reported, claims judged."""

from dataclasses import replace
from typing import Final, Literal

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.table import beliefs, fold, problems, table_check
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.claims import claimed
from companion.games.dumm_gelaufen.table.state import Recorder, TableState
from companion.games.dumm_gelaufen.table.turns import turns
from companion.games.dumm_gelaufen.table.violations import TURN, laid_of, stand
from companion.inputs import Input
from companion.table import Glimpse, Observation, Settled

WATCHED: Final = 10.0
"""Seconds after the last evidence for which every look is heeded: something may be waiting for the table to stay as it is."""


def register(table_state: TableState, given: Input) -> TableState:
    """The game after an input has been recorded, before anything is concluded from it; the same where a look says nothing new."""
    after = table_state if given.seen is None else _looked(table_state, given.seen)
    if given.seen is not None and after is table_state:
        return table_state
    return replace(after, entry=given.seq, now=given.at)


def _looked(table_state: TableState, seen: Observation) -> TableState:
    if isinstance(seen, Glimpse):
        if not _is_news(table_state, seen.card):
            return table_state
        return replace(table_state, at=seen.at, glimpsed=(*table_state.glimpsed, seen))
    hands = table_state.prior.hands or bool(seen.visits)
    looked = replace(
        table_state,
        at=seen.at,
        table=seen.table,
        covered=seen.table.covered | table_state.table.covered,
        prior=replace(table_state.prior, hands=hands),
    )
    gone = bool(table_state.table[d.ACTIONS]) and not looked.table[d.ACTIONS]
    if gone and not looked.state.actions:
        # Somebody said that it was shuffled: what lay there may come again.
        looked = replace(looked, announced=frozenset())
    if table_state.goes_on:
        looked = _with_evidence(looked, table_state, seen)
    return looked if _says_something(table_state, looked, seen) else table_state


def _says_something(before: TableState, after: TableState, seen: Settled) -> bool:
    if before.table != after.table or before.belief is not after.belief:
        return True
    if not before.goes_on:
        return before.stage in ("set-up", "rebuild") and before.problems is None
    return bool(seen.unknown or seen.twice) or wants_quiet(before)


def _with_evidence(looked: TableState, before: TableState, seen: Settled) -> TableState:
    more = t.evidence_in(before.table, seen, before.glimpsed)
    looked, more = fold.unexpected(before, looked, more)
    if not more:
        return looked
    if any(isinstance(evidence, t.ZoneChange) and evidence.zone == d.ACTIONS for evidence in more):
        looked = replace(looked, glimpsed=())
    believed = beliefs.known(before)
    belief = before.belief
    if looked.prior.hands:
        belief = t.followed(belief, [(evidence, believed) for evidence in more])
    else:
        for evidence in more:
            belief = belief.then((evidence, believed))
    return replace(looked, belief=belief, evidence_at=more[-1].at)


def wants_quiet(table_state: TableState) -> bool:
    """Whether something is only waiting for the table to stay as it is for a while."""
    unjudged = table_state.claim is not None and not table_state.claim.judged
    standing = any(violation.zone != TURN for violation in table_state.violations)
    return unjudged or table_state.at - table_state.evidence_at < WATCHED or standing


def _is_news(table_state: TableState, code: str) -> bool:
    card = t.card_of(code)
    lies = card is None or card in table_state.state.actions
    return table_state.stage == "play" and not lies and code not in table_state.announced


def observe(recorder: Recorder, seen: Observation) -> None:
    """Tell what follows from an observation that has been noted."""
    table_state = recorder.table_state
    if isinstance(seen, Glimpse):
        if seen.zone == d.ACTIONS and _is_news(table_state, seen.card):
            _tell_action(recorder, seen.card)
        return
    if table_state.paused or table_state.stage == "over":
        return
    match table_state.stage:
        case "set-up":
            table_check.check_set_up(recorder)
        case "rebuild":
            table_check.check_rebuild(recorder)
        case _:
            _play(recorder, seen)


def _play(recorder: Recorder, seen: Settled) -> None:
    for code in reversed(seen.table[d.ACTIONS]):
        if _is_news(recorder.table_state, code):
            _tell_action(recorder, code)
    stand(recorder, seen)
    turns(recorder)
    if recorder.table_state.stage == "rebuild":
        table_check.check_rebuild(recorder)
        return
    touched = {step.zone for step in seen.steps}
    table_check.heal(recorder, touched | {visit.zone for visit in seen.visits})
    visits = [visit for visit in seen.visits if visit.zone == problems.CLAIM]
    claimed(recorder, visits)
    if any(isinstance(each.event, c.ClaimJudged) for each in recorder.happened):
        # What was played on behind the claim is told once it has been judged.
        turns(recorder)


def _tell_action(recorder: Recorder, code: str) -> None:
    card = t.card_of(code)
    if card is not None and card.is_action:
        at_once = card.kind is d.CardKind.AT_ONCE
        kind: Literal["at-once", "keep"] = "at-once" if at_once else "keep"
        player = whose(recorder.table_state, card)
        recorder.record(e.ActionSeen(card, player, kind))


def whose(table_state: TableState, card: d.Card) -> int:
    """Who drew or played an action card that lies on the discard now."""
    more = t.brought(table_state.table, table_state.glimpsed)
    best = beliefs.likely_hypotheses(beliefs.believing(table_state, *more))[0]
    told: tuple[t.SeenTurn, ...] = (*best.closed, best.turn)
    for turn in reversed(told):
        for seat, unused, _ in turn.unused:
            if unused is card:
                return seat
        if card in turn.played or card in turn.thrown or card in laid_of(turn):
            return turn.player
    return best.turn.player
