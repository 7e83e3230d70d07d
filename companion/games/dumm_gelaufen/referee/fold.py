"""The fold of a game at a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Literal

from companion.games.dumm_gelaufen.model.events import from_json as fact_from_json
from companion.games.dumm_gelaufen.model.evolve import evolve as happened
from companion.games.dumm_gelaufen.model.places import ACTIONS, MAC
from companion.games.dumm_gelaufen.model.state import State, visible
from companion.games.dumm_gelaufen.referee.awaited import awaiting
from companion.games.dumm_gelaufen.referee.beliefs import (
    anchored,
    as_of,
    hand_shown,
    pinned_to,
    read_on,
    ruled,
    shuffled,
    taken_up,
)
from companion.games.dumm_gelaufen.referee.problems import Problem
from companion.games.dumm_gelaufen.referee.sitting import DummSitting, LaidClaim
from companion.games.dumm_gelaufen.referee.turn_records import (
    TurnRecord,
    candidate_from_json,
    question_from_json,
    violation_from_json,
)
from companion.games.dumm_gelaufen.tracker.replay_events import to_move
from companion.rules import Json
from companion.table import Table


def evolve(sitting: DummSitting, event: Json) -> DummSitting:
    """The game after one event; events that only inform change nothing."""
    match event["event"]:
        case "facts":
            return _facts(sitting, event)
        case "assumed" | "move" | "asked" | "corrected" | "withdrawn" | "retold":
            return _turn(sitting, event)
        case "pinned":
            return pinned_to(sitting, sitting.told_as(event["of"]))
        case "offered":
            return _offered(sitting, event)
        case "question":
            question = question_from_json(event)
            return replace(sitting, questions=(*sitting.questions, question))
        case "question-closed":
            return _closed(sitting, event["id"])
        case "illegal":
            violation = violation_from_json(event)
            return replace(sitting, violations=(*sitting.violations, violation))
        case "legal-again" | "let-go":
            gone = violation_from_json(event)
            left = tuple(
                violation for violation in sitting.violations if violation != gone
            )
            return replace(sitting, violations=left)
        case "accepted":
            let_be = violation_from_json(event)
            left = tuple(
                violation for violation in sitting.violations if violation != let_be
            )
            accepted = (*sitting.accepted, let_be)
            return replace(sitting, violations=left, accepted=accepted)
        case "set-up" | "rebuild":
            problems = tuple(Problem.from_json(told) for told in event["problems"])
            return replace(sitting, problems=problems)
        case "action":
            return replace(sitting, announced=sitting.announced | {event["card"]})
        case "phase":
            return _phase(sitting, event)
        case "paused":
            if event["paused"]:
                return replace(sitting, paused=sitting.table)
            went_on = sitting if event.get("untouched") else _as_told(sitting)
            return replace(went_on, paused=None)
        case "called":
            return replace(sitting, called=(event["player"], sitting.now))
        case "claim-seen":
            return _claim_seen(sitting, event)
        case "hand-shown":
            return hand_shown(sitting, event["cards"])
        case "claim":
            claim = sitting.claim
            if claim is None:
                return sitting
            now = sitting.state
            judged = replace(claim, judged=True, before=now, after=now)
            return replace(sitting, claim=judged)
        case "said":
            return awaiting(replace(sitting, said=event["entry"]))
        case "no-turn":
            ruled = (event["id"], event["back"])
            return replace(sitting, no_turn=(*sitting.no_turn, ruled))
        case "struck":
            return replace(sitting, struck=event["id"])
        case "rescan":
            lies = visible(sitting.base)
            return anchored(replace(sitting, state=sitting.base, table=lies))
        case "table":
            return replace(sitting, table=Table.from_json(event["table"]))
        case _:
            return sitting


def _facts(sitting: DummSitting, event: Json) -> DummSitting:
    """What people or the rules state beside what was seen: from here on it is settled."""
    sitting = _known_again(sitting, event)
    after = replace(sitting, state=_applied(sitting.state, event["facts"]))
    if event.get("settles"):
        return _passed_on(sitting, _as_told(after))
    if event.get("rules"):
        number = event["since"]
        settled = ruled(_final(as_of(after, number)))
        if number is not None:
            settled = taken_up(settled, sitting, number)
        return _passed_on(sitting, _ruled_on(settled))
    after = replace(after, base=_applied(sitting.base, event["facts"]))
    after = shuffled(after) if _shuffles(event) else after
    return _passed_on(sitting, anchored(after) if event.get("anew") else after)


def _ruled_on(sitting: DummSitting) -> DummSitting:
    """The game after a verdict: what lies in the claim zone has led to this state."""
    claim = sitting.claim and replace(sitting.claim, after=sitting.state)
    return replace(sitting, claim=claim)


def _shuffles(event: Json) -> bool:
    """Whether the draw pile is made anew by what an event says: of the piles only the tops are left."""
    facts = event.get("facts", ())
    return any(fact["event"] == "draw-pile-reshuffled" for fact in facts)


def _known_again(sitting: DummSitting, event: Json) -> DummSitting:
    """After a shuffle every action card may come again, and be announced; those that lie there have been."""
    if not _shuffles(event):
        return sitting
    lying = frozenset(sitting.table[ACTIONS])
    return replace(sitting, announced=sitting.announced & lying)


def _as_told(sitting: DummSitting) -> DummSitting:
    """Discard the evidence: turns that were still open stay as they were reported."""
    return anchored(_final(sitting))


def _final(sitting: DummSitting) -> DummSitting:
    told = tuple(
        replace(t, standing="final") if t.standing == "assumed" else t
        for t in sitting.told
    )
    return replace(sitting, told=told, base=sitting.state)


def _applied(state: State, facts: Iterable[Json]) -> State:
    return reduce(happened, map(fact_from_json, facts), state)


def _passed_on(before: DummSitting, after: DummSitting) -> DummSitting:
    """The time since which it is somebody's turn."""
    if _in_turn(after.state) != _in_turn(before.state):
        return replace(after, since=after.now)
    return after


def _in_turn(state: State) -> int | None:
    return to_move(state) if state.hands else None


def _phase(sitting: DummSitting, event: Json) -> DummSitting:
    if event.get("reads"):
        sitting = read_on(sitting)
    relaid = None
    if event["phase"] == "rebuild":
        relaid = Table.from_json(event["lay"]) if "lay" in event else sitting.table
    now = replace(sitting, phase=event["phase"], since=sitting.now, relaid=relaid)
    return replace(now, problems=None)


def _claim_seen(sitting: DummSitting, event: Json) -> DummSitting:
    cards = tuple(event["cards"])
    if not cards:
        return replace(sitting, claim=None)
    if sitting.claim and event.get("judged"):
        return replace(sitting, claim=replace(sitting.claim, cards=cards, gone=True))
    before = sitting.claim.before if sitting.claim and event.get("grows") else None
    arms = event.get("arms")
    arms = None if arms is None else tuple(arms)
    laid = event.get("laid", event["at"])
    claim = LaidClaim(cards, event["at"], event["player"], laid, arms=arms)
    after = replace(sitting, claim=claim, called=None)
    if before is None:
        return after
    return anchored(replace(after, state=before, base=before))


def _closed(sitting: DummSitting, question: str) -> DummSitting:
    left = tuple(q for q in sitting.questions if q.id != question)
    return replace(sitting, questions=left)


# Turns -------------------------------------------------------------------------------


def _turn(sitting: DummSitting, event: Json) -> DummSitting:
    sitting = _known_again(sitting, event)
    match event["event"]:
        case "assumed":
            after = _added(sitting, event)
        case "corrected":
            after = _instead(sitting, event)
        case "retold":
            after = _retold(sitting, event)
        case "withdrawn":
            after = _withdrawn(sitting, event)
        case "asked":
            after = _settled(sitting, event, "asked")
        case _:
            after = _settled(sitting, event, "final")
    return _passed_on(sitting, after)


def _added(sitting: DummSitting, event: Json) -> DummSitting:
    candidate = candidate_from_json(event["reading"])
    told = TurnRecord(event["id"], sitting.entry, candidate, sitting.state)
    state = _applied(sitting.state, event["facts"])
    return replace(sitting, told=(*sitting.told, told), state=state)


def _instead(sitting: DummSitting, event: Json) -> DummSitting:
    """The turn as it was after all. Turns told after it are told again by events of their own."""
    old = sitting.told_as(event["of"])
    candidate = candidate_from_json(event["reading"])
    # What was told so far may turn out to be right after all.
    rivals = (old.candidate if each == candidate else each for each in old.rivals)
    new = replace(old, candidate=candidate, rivals=tuple(rivals))
    told = tuple(new if t.id == old.id else t for t in sitting.told)
    state = _applied(old.before, event["facts"])
    last = sitting.told[-1].id == old.id
    based = replace(sitting, told=told, state=state)
    return _rebased(based) if last else based


def _retold(sitting: DummSitting, event: Json) -> DummSitting:
    old = sitting.told_as(event["of"])
    new = replace(old, before=sitting.state)
    told = tuple(new if t.id == old.id else t for t in sitting.told)
    state = _applied(sitting.state, event["facts"])
    again = replace(sitting, told=told, state=state)
    return _rebased(again) if sitting.told[-1].id == old.id else again


def _rebased(sitting: DummSitting) -> DummSitting:
    """What comes next begins where the first unsettled turn begins, or after the last one."""
    unsettled = sitting.open
    base = unsettled[0].before if unsettled else sitting.state
    return replace(sitting, base=base)


def _offered(sitting: DummSitting, event: Json) -> DummSitting:
    """What a turn that waits may have been instead."""
    old = sitting.told_as(event["of"])
    rivals = tuple(candidate_from_json(rival) for rival in event["rivals"])
    new = replace(old, rivals=rivals)
    return replace(sitting, told=tuple(new if t is old else t for t in sitting.told))


def _withdrawn(sitting: DummSitting, event: Json) -> DummSitting:
    old = sitting.told_as(event["of"])
    told = tuple(t for t in sitting.told if t.id < old.id)
    back = replace(sitting, told=told, state=old.before)
    return _rebased(back) if old.standing != "assumed" else back


def _settled(
    sitting: DummSitting, event: Json, standing: Literal["asked", "final"]
) -> DummSitting:
    """A turn is settled, or waits for an answer while play goes on: what was seen of it is spent."""
    old = sitting.told_as(event["id"])
    rivals = tuple(candidate_from_json(rival) for rival in event["rivals"])
    waited = old.standing == "assumed"
    known = {"standing": standing, "sure": event["sure"]}
    now = replace(old, **known, rivals=rivals if waited else rivals or old.rivals)
    told = tuple(now if t.id == old.id else t for t in sitting.told)
    after = replace(sitting, told=told)
    if not waited:
        return after
    following = [t for t in told if t.id > old.id]
    base = following[0].before if following else sitting.state
    return _learned(replace(after, base=base), now)


def _learned(sitting: DummSitting, told: TurnRecord) -> DummSitting:
    candidate = told.candidate
    if candidate.kind != "exchange" or candidate.wrong is not None:
        return sitting
    relaid = any(at in candidate.taken for at in candidate.laid)
    two = len(candidate.laid) == 2 and candidate.area != MAC
    hands = len(candidate.arms) - candidate.drew
    moved = len(candidate.taken) - candidate.drawn + len(candidate.laid)
    prior = sitting.prior.learned(
        candidate.drew,
        candidate.drawn,
        relaid=relaid,
        together=two and 0 < hands < moved,
        apart=two and hands >= moved,
    )
    return replace(sitting, prior=prior)
