"""The fold of a game at a table."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Literal

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.rules.fold import evolve as happened
from companion.games.dumm_gelaufen.table import beliefs
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.state import TableState, TurnRecord
from companion.games.dumm_gelaufen.tracker.replay import to_move
from companion.kit import table as kit
from companion.table import Table

# Moves that were entered by tap and are also carried out on the table: they count once


def awaiting(table_state: TableState) -> TableState:
    """The game after a tapped move, waiting for the zones that do not show it yet."""
    table, state = table_state.table, table_state.state
    zones = (z for z in t.PLAYED if not _shows(state, z, t.cards_of(table, z)))
    return replace(table_state, awaited=frozenset(zones))


def unexpected(
    before: TableState, looked: TableState, more: Iterable[t.Evidence]
) -> tuple[TableState, tuple[t.Evidence, ...]]:
    """The evidence that no tap explains, and the game with what it still waits for; any other change ends the waiting."""
    kept: list[t.Evidence] = []
    for evidence in more:
        if not _told(looked, before.table, evidence):
            kept.append(evidence)
            if isinstance(evidence, t.ZoneChange) and _changed(before.table, evidence):
                looked = replace(looked, awaited=frozenset())
        elif isinstance(evidence, t.ZoneChange) and _shows(
            looked.state, evidence.zone, evidence.cards
        ):
            looked = replace(looked, awaited=looked.awaited - {evidence.zone})
    return looked, tuple(kept)


def _told(table_state: TableState, before: Table, evidence: t.Evidence) -> bool:
    """Whether evidence is part of the tapped move; drawing precedes laying on a pile."""
    if isinstance(evidence, t.DrawPileReach):
        return bool(table_state.awaited - {d.MAC})
    if evidence.zone not in table_state.awaited:
        return False
    there = table_state.state.lying[evidence.zone]
    if evidence.zone != d.MAC:
        return not evidence.cards or evidence.cards[0] in there
    came = set(evidence.cards) - set(t.cards_of(before, d.MAC))
    gone = set(t.cards_of(before, d.MAC)) - set(evidence.cards)
    return came <= set(there) and not gone & set(there)


def _changed(before: Table, evidence: t.ZoneChange) -> bool:
    return set(t.cards_of(before, evidence.zone)) != set(evidence.cards)


def _shows(state: m.State, zone: str, cards: tuple[d.Card, ...]) -> bool:
    """Whether a zone shows what lies there by the rules' state; a card that nobody has read may be any."""
    there = state.lying[zone]
    if zone == d.MAC:
        return set(cards) == set(there)
    return there[:1] == cards[:1] or there[:1] == (None,)


# The fold ----------------------------------------------------------------------------


def evolve(table_state: TableState, event: e.Event) -> TableState:
    """The game after one event; events that only inform change nothing."""
    match event:
        case e.TurnAssumed():
            return _passed_on(table_state, _added(table_state, event))
        case e.TurnCorrected():
            return _passed_on(table_state, _instead(table_state, event))
        case e.TurnRetold():
            return _passed_on(table_state, _retold(table_state, event))
        case e.TurnsWithdrawn(of):
            return _passed_on(table_state, _withdrawn(table_state, of))
        case e.TurnAsked():
            return _settled(table_state, event, "asked")
        case e.TurnSettled():
            return _settled(table_state, event, "final")
        case e.TurnPinned(of):
            return beliefs.pinned_to(table_state, table_state.turn(of))
        case e.RivalsOffered(of, rivals):
            return _with(table_state, replace(table_state.turn(of), rivals=rivals))
        case e.Question():
            return replace(table_state, questions=(*table_state.questions, event))
        case e.QuestionClosed(id):
            left = tuple(q for q in table_state.questions if q.id != id)
            return replace(table_state, questions=left)
        case e.ActionSeen(card):
            return replace(table_state, announced=table_state.announced | {card.code})
        case e.StageBegan():
            return _staged(table_state, event)
        case e.Paused(paused, untouched):
            if paused:
                table_state = replace(table_state, left_so=table_state.table)
            elif not untouched:
                table_state = _as_told(table_state)
            return kit.evolve(table_state, event)
        case e.GameChanged(waits=True):
            return awaiting(kit.evolve(table_state, event))
        case e.TurnDenied(id, back):
            return replace(table_state, no_turn=(*table_state.no_turn, (id, back)))
        case e.TurnStruck(id):
            return replace(table_state, struck=id)
        case e.TableMisread():
            lies = m.visible(table_state.base)
            return beliefs.anchored(replace(table_state, state=table_state.base, table=lies))
        case e.TableTyped(table):
            return replace(table_state, table=table)
        case e.FactsStated():
            return _passed_on(table_state, _facts(table_state, event))
        case e.ViolationDropped(wrong):
            return kit.evolve(table_state, kit.ViolationResolved(wrong))
        case e.ViolationAccepted(wrong):
            after = kit.evolve(table_state, kit.ViolationResolved(wrong))
            return replace(after, accepted=(*after.accepted, wrong))
        case c.ClaimCalled(player):
            return replace(table_state, called=(player, table_state.now))
        case c.ClaimSeen():
            return _claim_seen(table_state, event)
        case c.ClaimLacks():
            claim = table_state.claim and replace(table_state.claim, lacks=event)
            return replace(table_state, claim=claim)
        case c.HandShown(cards):
            assert table_state.claim is not None
            return beliefs.believing(table_state, t.HandShown(cards, table_state.claim.player))
        case c.ClaimJudged():
            now = table_state.state
            claim = table_state.claim
            judged = claim and replace(claim, judged=True, before=now, after=now)
            return replace(table_state, claim=judged)
        case (
            c.ClaimTakenBack()
            | e.TurnContinued()
            | e.TurnBegunAnew()
            | e.BeliefCorrected()
            | e.DoubtSettled()
            | e.EvidenceSpent()
        ):
            return table_state
        case _:
            return kit.evolve(table_state, event)


def _facts(table_state: TableState, event: e.FactsStated) -> TableState:
    """What people or the rules state beside what was seen: from here on it is settled."""
    noted = _noted(table_state, event.facts)
    after = _by_facts(noted, table_state.state, event.facts)
    if event.settles:
        return _as_told(after)
    if event.rules:
        settled = beliefs.ruled(_final(beliefs.as_of(after, event.since)))
        if event.since is not None:
            settled = beliefs.taken_up(settled, table_state, event.since)
        # What lies in the claim zone has led to this state.
        claim = settled.claim and replace(settled.claim, after=settled.state)
        return replace(settled, claim=claim)
    after = replace(after, base=_applied(table_state.base, event.facts))
    after = beliefs.believing(after, t.PilesShuffled()) if _shuffles(event.facts) else after
    return beliefs.anchored(after) if event.anew else after


def _noted(table_state: TableState, facts: e.Facts) -> TableState:
    """The game that remembers after which turn something was stated."""
    for last in table_state.turns[-1:]:
        return _with(table_state, replace(last, then=last.then + facts))
    return table_state


def _shuffles(facts: e.Facts) -> bool:
    """Whether the draw pile is made anew by what an event says: of the piles only the tops are left."""
    return any(isinstance(fact, m.DrawPileReshuffled) for fact in facts)


def _by_facts(table_state: TableState, before: m.State, facts: e.Facts) -> TableState:
    """The game with the state that facts lead to from the one before them.

    After a shuffle every action card may come again, and be announced; those that lie there have been.
    """
    announced = table_state.announced
    if _shuffles(facts):
        announced &= frozenset(table_state.table[d.ACTIONS])
    return replace(table_state, state=_applied(before, facts), announced=announced)


def _as_told(table_state: TableState) -> TableState:
    """Discard the evidence: turns that were still open stay as they were reported."""
    return beliefs.anchored(_final(table_state))


def _final(table_state: TableState) -> TableState:
    told = tuple(
        replace(each, standing="final") if each.standing == "assumed" else each
        for each in table_state.turns
    )
    return replace(table_state, turns=told, base=table_state.state)


def _applied(state: m.State, facts: e.Facts) -> m.State:
    return reduce(happened, facts, state)


def _passed_on(before: TableState, after: TableState) -> TableState:
    """The time since which it is somebody's turn."""
    if _in_turn(after.state) != _in_turn(before.state):
        return replace(after, since=after.now)
    return after


def _in_turn(state: m.State) -> int | None:
    return to_move(state) if state.hands else None


def _staged(table_state: TableState, event: e.StageBegan) -> TableState:
    if event.reads:
        table_state = beliefs.read_on(table_state)
    relaid = (event.lay or table_state.table) if event.stage == "rebuild" else None
    return replace(kit.evolve(table_state, event), relaid=relaid)


def _claim_seen(table_state: TableState, event: c.ClaimSeen) -> TableState:
    cards = event.cards
    if not cards:
        return replace(table_state, claim=None)
    before = c.going_on(table_state.claim, grows=event.grows, goes_back=event.judged)
    shown = tuple(dict.fromkeys((*(before.shown if before else ()), *cards)))
    if before and event.judged:
        gone = replace(before, cards=cards, shown=shown, gone=True)
        return replace(table_state, claim=gone)
    laid = event.at if event.laid is None else event.laid
    lacks = before.lacks if before else None
    claim = c.LaidClaim(
        cards, event.at, event.player, laid, arms=event.arms, shown=shown, lacks=lacks
    )
    after = replace(table_state, claim=claim, called=None)
    if before is None or before.before is None or not event.grows:
        return after
    return beliefs.anchored(replace(after, state=before.before, base=before.before))


# Turns -------------------------------------------------------------------------------


def _with(table_state: TableState, turn: TurnRecord) -> TableState:
    """The game with a turn in place of the one of its number."""
    told = tuple(turn if each.id == turn.id else each for each in table_state.turns)
    return replace(table_state, turns=told)


def _added(table_state: TableState, event: e.TurnAssumed) -> TableState:
    turn = TurnRecord(event.id, table_state.entry, event.reading, table_state.state)
    after = _by_facts(table_state, table_state.state, event.facts)
    return replace(after, turns=(*table_state.turns, turn))


def _instead(table_state: TableState, event: e.TurnCorrected) -> TableState:
    """The turn as it was after all. Turns told after it are told again by events of their own."""
    old, now = table_state.turn(event.of), event.reading
    # What was told so far may turn out to be right after all.
    rivals = (old.candidate if each == now else each for each in old.rivals)
    new = replace(old, candidate=now, rivals=tuple(rivals))
    based = _with(_by_facts(table_state, old.before, event.facts), new)
    return _rebased(based) if table_state.turns[-1].id == old.id else based


def _retold(table_state: TableState, event: e.TurnRetold) -> TableState:
    new = replace(table_state.turn(event.of), before=table_state.state)
    return _rebased(_with(_by_facts(table_state, table_state.state, event.facts), new))


def _rebased(table_state: TableState) -> TableState:
    """What comes next begins where the first unsettled turn begins, or after the last one."""
    unsettled = table_state.open
    base = unsettled[0].before if unsettled else table_state.state
    return replace(table_state, base=base)


def _withdrawn(table_state: TableState, of: int) -> TableState:
    old = table_state.turn(of)
    told = tuple(each for each in table_state.turns if each.id < old.id)
    back = replace(table_state, turns=told, state=old.before)
    return _rebased(back) if old.standing != "assumed" else back


def _settled(
    table_state: TableState, event: e.TurnAsked | e.TurnSettled, standing: Literal["asked", "final"]
) -> TableState:
    """A turn is settled, or waits for an answer while play goes on: what was seen of it is spent."""
    old = table_state.turn(event.id)
    waited = old.standing == "assumed"
    rivals = event.rivals if waited else event.rivals or old.rivals
    now = replace(old, standing=standing, sure=event.sure, rivals=rivals)
    after = _with(table_state, now)
    if not waited:
        return after
    following = [each for each in after.turns if each.id > old.id]
    base = following[0].before if following else table_state.state
    return _learned(replace(after, base=base), now)


def _learned(table_state: TableState, turn: TurnRecord) -> TableState:
    candidate = turn.candidate
    if candidate.kind != "exchange" or candidate.wrong is not None:
        return table_state
    relaid = any(at in candidate.taken for at in candidate.laid)
    two = len(candidate.laid) == 2 and candidate.area != d.MAC
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
