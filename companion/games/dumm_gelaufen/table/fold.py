"""The fold of a game at a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Literal

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import ACTIONS, LEFT, MAC, RIGHT, Card
from companion.games.dumm_gelaufen.rules.fold import evolve as happened
from companion.games.dumm_gelaufen.table.beliefs import (
    anchored,
    as_of,
    hand_shown,
    pinned_to,
    read_on,
    ruled,
    shuffled,
    taken_up,
)
from companion.games.dumm_gelaufen.table.problems import Problem
from companion.games.dumm_gelaufen.table.state import (
    LaidClaim,
    TableState,
    TurnRecord,
    candidate_from_json,
    question_from_json,
    violation_from_json,
)
from companion.games.dumm_gelaufen.tracker.evidence import (
    PLAYED,
    DrawPileReach,
    Evidence,
    ZoneChange,
    cards_of,
)
from companion.games.dumm_gelaufen.tracker.replay import to_move
from companion.rules import Json
from companion.table import Table

# Moves that were entered by tap and are also carried out on the table: they count once


def awaiting(table_state: TableState) -> TableState:
    """The game after a tapped move, waiting for the zones that do not show it yet."""
    table, state = table_state.table, table_state.state
    zones = (z for z in PLAYED if not _shows(state, z, cards_of(table, z)))
    return replace(table_state, awaited=frozenset(zones))


def unexpected(
    before: TableState, looked: TableState, more: Iterable[Evidence]
) -> tuple[TableState, tuple[Evidence, ...]]:
    """The evidence that no tap explains, and the game with what it still waits for; any other change ends the waiting."""
    kept: list[Evidence] = []
    for evidence in more:
        if not _told(looked, before.table, evidence):
            kept.append(evidence)
            if isinstance(evidence, ZoneChange) and _changed(before.table, evidence):
                looked = replace(looked, awaited=frozenset())
        elif isinstance(evidence, ZoneChange) and _shows(
            looked.state, evidence.zone, evidence.cards
        ):
            looked = replace(looked, awaited=looked.awaited - {evidence.zone})
    return looked, tuple(kept)


def _told(table_state: TableState, before: Table, evidence: Evidence) -> bool:
    """Whether evidence is part of the tapped move; drawing precedes laying on a pile."""
    if isinstance(evidence, DrawPileReach):
        return bool(table_state.awaited - {MAC})
    if evidence.zone not in table_state.awaited:
        return False
    there = _there(table_state.state, evidence.zone)
    if evidence.zone != MAC:
        return not evidence.cards or evidence.cards[0] in there
    came = set(evidence.cards) - set(cards_of(before, MAC))
    gone = set(cards_of(before, MAC)) - set(evidence.cards)
    return came <= set(there) and not gone & set(there)


def _changed(before: Table, evidence: ZoneChange) -> bool:
    return set(cards_of(before, evidence.zone)) != set(evidence.cards)


def _shows(state: m.State, zone: str, cards: tuple[Card, ...]) -> bool:
    """Whether a zone shows what lies there by the rules' state; a card that nobody has read may be any."""
    there = _there(state, zone)
    if zone == MAC:
        return set(cards) == set(there)
    return there[:1] == cards[:1] or there[:1] == (None,)


def _there(state: m.State, zone: str) -> tuple[Card | None, ...]:
    piles = {MAC: state.mac, LEFT: state.left, RIGHT: state.right}
    return piles.get(zone, state.actions)


# The fold ----------------------------------------------------------------------------


def evolve(table_state: TableState, event: Json) -> TableState:
    """The game after one event; events that only inform change nothing."""
    match event["event"]:
        case "facts":
            return _facts(table_state, event)
        case "assumed" | "move" | "asked" | "corrected" | "withdrawn" | "retold":
            return _turn(table_state, event)
        case "pinned":
            return pinned_to(table_state, table_state.told_as(event["of"]))
        case "offered":
            return _offered(table_state, event)
        case "question":
            question = question_from_json(event)
            return replace(table_state, questions=(*table_state.questions, question))
        case "question-closed":
            return _closed(table_state, event["id"])
        case "illegal":
            violation = violation_from_json(event)
            return replace(table_state, violations=(*table_state.violations, violation))
        case "legal-again" | "let-go":
            gone = violation_from_json(event)
            left = tuple(
                violation for violation in table_state.violations if violation != gone
            )
            return replace(table_state, violations=left)
        case "accepted":
            let_be = violation_from_json(event)
            left = tuple(
                violation for violation in table_state.violations if violation != let_be
            )
            accepted = (*table_state.accepted, let_be)
            return replace(table_state, violations=left, accepted=accepted)
        case "set-up" | "rebuild":
            problems = tuple(Problem.from_json(told) for told in event["problems"])
            return replace(table_state, problems=problems)
        case "action":
            return replace(
                table_state, announced=table_state.announced | {event["card"]}
            )
        case "phase":
            return _phase(table_state, event)
        case "paused":
            if event["paused"]:
                return replace(table_state, paused=table_state.table)
            went_on = table_state if event.get("untouched") else _as_told(table_state)
            return replace(went_on, paused=None)
        case "called":
            return replace(table_state, called=(event["player"], table_state.now))
        case "claim-seen":
            return _claim_seen(table_state, event)
        case "hand-shown":
            return hand_shown(table_state, event["cards"])
        case "claim":
            claim = table_state.claim
            if claim is None:
                return table_state
            now = table_state.state
            judged = replace(claim, judged=True, before=now, after=now)
            return replace(table_state, claim=judged)
        case "said":
            return awaiting(replace(table_state, said=event["entry"]))
        case "no-turn":
            ruled = (event["id"], event["back"])
            return replace(table_state, no_turn=(*table_state.no_turn, ruled))
        case "struck":
            return replace(table_state, struck=event["id"])
        case "rescan":
            lies = m.visible(table_state.base)
            return anchored(replace(table_state, state=table_state.base, table=lies))
        case "table":
            return replace(table_state, table=Table.from_json(event["table"]))
        case _:
            return table_state


def _facts(table_state: TableState, event: Json) -> TableState:
    """What people or the rules state beside what was seen: from here on it is settled."""
    table_state = _known_again(table_state, event)
    after = replace(table_state, state=_applied(table_state.state, event["facts"]))
    if event.get("settles"):
        return _passed_on(table_state, _as_told(after))
    if event.get("rules"):
        number = event["since"]
        settled = ruled(_final(as_of(after, number)))
        if number is not None:
            settled = taken_up(settled, table_state, number)
        return _passed_on(table_state, _ruled_on(settled))
    after = replace(after, base=_applied(table_state.base, event["facts"]))
    after = shuffled(after) if _shuffles(event) else after
    return _passed_on(table_state, anchored(after) if event.get("anew") else after)


def _ruled_on(table_state: TableState) -> TableState:
    """The game after a verdict: what lies in the claim zone has led to this state."""
    claim = table_state.claim and replace(table_state.claim, after=table_state.state)
    return replace(table_state, claim=claim)


def _shuffles(event: Json) -> bool:
    """Whether the draw pile is made anew by what an event says: of the piles only the tops are left."""
    facts = event.get("facts", ())
    return any(fact["event"] == "draw-pile-reshuffled" for fact in facts)


def _known_again(table_state: TableState, event: Json) -> TableState:
    """After a shuffle every action card may come again, and be announced; those that lie there have been."""
    if not _shuffles(event):
        return table_state
    lying = frozenset(table_state.table[ACTIONS])
    return replace(table_state, announced=table_state.announced & lying)


def _as_told(table_state: TableState) -> TableState:
    """Discard the evidence: turns that were still open stay as they were reported."""
    return anchored(_final(table_state))


def _final(table_state: TableState) -> TableState:
    told = tuple(
        replace(t, standing="final") if t.standing == "assumed" else t
        for t in table_state.told
    )
    return replace(table_state, told=told, base=table_state.state)


def _applied(state: m.State, facts: Iterable[Json]) -> m.State:
    return reduce(happened, map(m.event_from_json, facts), state)


def _passed_on(before: TableState, after: TableState) -> TableState:
    """The time since which it is somebody's turn."""
    if _in_turn(after.state) != _in_turn(before.state):
        return replace(after, since=after.now)
    return after


def _in_turn(state: m.State) -> int | None:
    return to_move(state) if state.hands else None


def _phase(table_state: TableState, event: Json) -> TableState:
    if event.get("reads"):
        table_state = read_on(table_state)
    relaid = None
    if event["phase"] == "rebuild":
        relaid = Table.from_json(event["lay"]) if "lay" in event else table_state.table
    now = replace(
        table_state, phase=event["phase"], since=table_state.now, relaid=relaid
    )
    return replace(now, problems=None)


def _claim_seen(table_state: TableState, event: Json) -> TableState:
    cards = tuple(event["cards"])
    if not cards:
        return replace(table_state, claim=None)
    if table_state.claim and event.get("judged"):
        return replace(
            table_state, claim=replace(table_state.claim, cards=cards, gone=True)
        )
    before = (
        table_state.claim.before if table_state.claim and event.get("grows") else None
    )
    arms = event.get("arms")
    arms = None if arms is None else tuple(arms)
    laid = event.get("laid", event["at"])
    claim = LaidClaim(cards, event["at"], event["player"], laid, arms=arms)
    after = replace(table_state, claim=claim, called=None)
    if before is None:
        return after
    return anchored(replace(after, state=before, base=before))


def _closed(table_state: TableState, question: str) -> TableState:
    left = tuple(q for q in table_state.questions if q.id != question)
    return replace(table_state, questions=left)


# Turns -------------------------------------------------------------------------------


def _turn(table_state: TableState, event: Json) -> TableState:
    table_state = _known_again(table_state, event)
    match event["event"]:
        case "assumed":
            after = _added(table_state, event)
        case "corrected":
            after = _instead(table_state, event)
        case "retold":
            after = _retold(table_state, event)
        case "withdrawn":
            after = _withdrawn(table_state, event)
        case "asked":
            after = _settled(table_state, event, "asked")
        case _:
            after = _settled(table_state, event, "final")
    return _passed_on(table_state, after)


def _added(table_state: TableState, event: Json) -> TableState:
    candidate = candidate_from_json(event["reading"])
    told = TurnRecord(event["id"], table_state.entry, candidate, table_state.state)
    state = _applied(table_state.state, event["facts"])
    return replace(table_state, told=(*table_state.told, told), state=state)


def _instead(table_state: TableState, event: Json) -> TableState:
    """The turn as it was after all. Turns told after it are told again by events of their own."""
    old = table_state.told_as(event["of"])
    candidate = candidate_from_json(event["reading"])
    # What was told so far may turn out to be right after all.
    rivals = (old.candidate if each == candidate else each for each in old.rivals)
    new = replace(old, candidate=candidate, rivals=tuple(rivals))
    told = tuple(new if t.id == old.id else t for t in table_state.told)
    state = _applied(old.before, event["facts"])
    last = table_state.told[-1].id == old.id
    based = replace(table_state, told=told, state=state)
    return _rebased(based) if last else based


def _retold(table_state: TableState, event: Json) -> TableState:
    old = table_state.told_as(event["of"])
    new = replace(old, before=table_state.state)
    told = tuple(new if t.id == old.id else t for t in table_state.told)
    state = _applied(table_state.state, event["facts"])
    again = replace(table_state, told=told, state=state)
    return _rebased(again) if table_state.told[-1].id == old.id else again


def _rebased(table_state: TableState) -> TableState:
    """What comes next begins where the first unsettled turn begins, or after the last one."""
    unsettled = table_state.open
    base = unsettled[0].before if unsettled else table_state.state
    return replace(table_state, base=base)


def _offered(table_state: TableState, event: Json) -> TableState:
    """What a turn that waits may have been instead."""
    old = table_state.told_as(event["of"])
    rivals = tuple(candidate_from_json(rival) for rival in event["rivals"])
    new = replace(old, rivals=rivals)
    return replace(
        table_state, told=tuple(new if t is old else t for t in table_state.told)
    )


def _withdrawn(table_state: TableState, event: Json) -> TableState:
    old = table_state.told_as(event["of"])
    told = tuple(t for t in table_state.told if t.id < old.id)
    back = replace(table_state, told=told, state=old.before)
    return _rebased(back) if old.standing != "assumed" else back


def _settled(
    table_state: TableState, event: Json, standing: Literal["asked", "final"]
) -> TableState:
    """A turn is settled, or waits for an answer while play goes on: what was seen of it is spent."""
    old = table_state.told_as(event["id"])
    rivals = tuple(candidate_from_json(rival) for rival in event["rivals"])
    waited = old.standing == "assumed"
    known = {"standing": standing, "sure": event["sure"]}
    now = replace(old, **known, rivals=rivals if waited else rivals or old.rivals)
    told = tuple(now if t.id == old.id else t for t in table_state.told)
    after = replace(table_state, told=told)
    if not waited:
        return after
    following = [t for t in told if t.id > old.id]
    base = following[0].before if following else table_state.state
    return _learned(replace(after, base=base), now)


def _learned(table_state: TableState, told: TurnRecord) -> TableState:
    candidate = told.candidate
    if candidate.kind != "exchange" or candidate.wrong is not None:
        return table_state
    relaid = any(at in candidate.taken for at in candidate.laid)
    two = len(candidate.laid) == 2 and candidate.area != MAC
    hands = len(candidate.arms) - candidate.drew
    moved = len(candidate.taken) - candidate.drawn + len(candidate.laid)
    prior = table_state.prior.learned(
        candidate.drew,
        candidate.drawn,
        relaid=relaid,
        together=two and 0 < hands < moved,
        apart=two and hands >= moved,
    )
    return replace(table_state, prior=prior)
