"""The successors of a hypothesis with one piece of evidence: every way to read it as a part of the turns of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import heappushpop
from math import inf
from typing import Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.tracker import (
    all_lay,
    card_effects,
    likelihoods,
    piles,
    succession,
    zone_transitions,
)

AMPLE: Final = 2 * t.WIDTH
"""With so many likelier ones, some of them the same, a hypothesis is not followed."""


def spread(
    hypotheses: tuple[t.Hypothesis, ...], seen: t.EvidenceInContext, number: int
) -> tuple[t.Hypothesis, ...]:
    """The likely hypotheses with one piece of evidence more, the likeliest first."""
    evidence, context = seen
    if isinstance(evidence, t.Pin):
        return succession.pinned(hypotheses, evidence)
    if isinstance(evidence, t.SettledTurns):
        return succession.ruled(hypotheses, evidence, context, number)
    if isinstance(evidence, t.HandShown):
        return succession.shown(hypotheses, evidence, context)
    if isinstance(evidence, t.PilesShuffled):
        return succession.shuffled(hypotheses)
    told: list[t.Hypothesis] = []
    best = [-inf] * AMPLE
    known = replace(context, least=-inf)
    for hypothesis in hypotheses:
        # No evidence makes a hypothesis likelier: these are given up with all that may follow.
        if hypothesis.score <= known.least:
            continue
        more = _likely(hypothesis, known, evidence, number)
        told += more
        for after in more:
            heappushpop(best, after.score)
        least = max([best[0], *(after.score - t.FAR for after in more)])
        if least > known.least:
            known = replace(context, least=least)
    return t.pruned(told)


def _likely(
    hypothesis: t.Hypothesis, known: t.Context, evidence: t.Evidence, number: int
) -> list[t.Hypothesis]:
    """The ways to go on; while nothing bounds them the likely ones first, which bound the others."""
    if known.least > -inf:
        return _above(hypothesis, known, evidence, number)
    near = replace(known, least=hypothesis.score - t.FAR / 3)
    more = _above(hypothesis, near, evidence, number)
    if len(more) >= AMPLE:
        return more
    best = max((after.score for after in more), default=-inf)
    return _above(hypothesis, replace(known, least=best - t.FAR), evidence, number)


def _above(
    hypothesis: t.Hypothesis, known: t.Context, evidence: t.Evidence, number: int
) -> list[t.Hypothesis]:
    told = _told(hypothesis, known, evidence, number)
    return [after for after in told if after.score > known.least]


def _told(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.Evidence, number: int
) -> Iterator[t.Hypothesis]:
    for after in _read(hypothesis, context, evidence, number):
        if isinstance(evidence, t.ZoneChange) and card_effects.is_for_all(after.turn):
            yield from all_lay.laid_by(after, context, evidence)
        else:
            yield after
    yield from _rested(hypothesis, evidence)
    score = hypothesis.score + likelihoods.MISREAD + _misread_too(hypothesis, evidence)
    yield m.changed(hypothesis, score=score, misread=hypothesis.misread + 1)


def _rested(hypothesis: t.Hypothesis, evidence: t.Evidence) -> Iterator[t.Hypothesis]:
    """Hands that only rested or pointed: anybody's, and a part of no turn."""
    if isinstance(evidence, t.DrawPileReach):
        rested = likelihoods.RESTED + likelihoods.stayed(evidence.stayed, rested=True)
        yield hypothesis.costing(rested)
    elif evidence.visits and (evidence.unseen or shows_already(hypothesis, evidence)):
        yield hypothesis.costing(likelihoods.RESTED * evidence.visits)


def shows_already(hypothesis: t.Hypothesis, evidence: t.ZoneChange) -> bool:
    """Whether a zone shows what it should by a hypothesis that nothing happened in."""
    match evidence.zone:
        case "mac":
            return {*hypothesis.mac} - {None} == {*evidence.cards}
        case "actions":
            return bool(evidence.cards) and hypothesis.actions >= set(evidence.cards)
        case zone:
            there = hypothesis.pile(zone)
            return there[:1] == evidence.cards[:1] and set(evidence.cards) <= set(there)


def _misread_too(hypothesis: t.Hypothesis, evidence: t.Evidence) -> float:
    """What it costs beyond that if several cards of a row were misread at once."""
    if not isinstance(evidence, t.ZoneChange) or evidence.zone != d.MAC:
        return 0.0
    new = len(set(evidence.cards) - set(hypothesis.mac))
    return likelihoods.ODD_TOO * max(0, new - 1)


def _read(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.Evidence, number: int
) -> Iterator[t.Hypothesis]:
    if isinstance(evidence, t.DrawPileReach):
        came = hypothesis.costing(likelihoods.stayed(evidence.stayed, rested=False))
        for after in _drew(came, context, evidence, number):
            yield succession.armed(after, evidence)
        return
    if evidence.unseen:
        yield from _unseen(hypothesis, context, evidence, number)
        return
    yield from _acted(hypothesis, context, evidence)
    if evidence.zone == d.ACTIONS and len(evidence.arms) > 1:
        yield from _brought_last(hypothesis, context, evidence, number)
    several = evidence.may_hold_two_turns or piles.moves_several_turns(hypothesis, evidence)
    if not hypothesis.turn.untouched or several:
        yield from _shared(hypothesis, context, evidence, number)
    if hypothesis.turn.untouched:
        return
    # One hand that moves nothing begins no turn; of two the second may lay back what the first took.
    if evidence.visits == 1 and shows_already(hypothesis, evidence):
        return
    for fresh in succession.ends(hypothesis, context, number):
        yield from _acted(fresh, context, evidence)
        if several:
            yield from _shared(fresh, context, evidence, number)


def _acted(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    """The turn goes on, or one begins, with what a zone shows."""
    for here in _reached(hypothesis, context, evidence):
        for after in zone_transitions.showed(here, context, evidence):
            yield succession.armed(after, evidence) if evidence.zone == d.ACTIONS else after


def _reached(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    """The turn goes on, or one begins, with the hands that came; whose an action card is only the card tells."""
    for begun in succession.begins(hypothesis, context, evidence):
        here = begun if evidence.zone == d.ACTIONS else succession.armed(begun, evidence)
        if here.score > context.least:
            yield here


def _brought_last(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange, number: int
) -> Iterator[t.Hypothesis]:
    """The last hand brought the action card: those before it rested, or what they laid was never read."""
    rested = likelihoods.RESTED * (len(evidence.arms) - 1)
    here = hypothesis.costing(rested)
    last = replace(evidence, visits=1, arms=evidence.arms[-1:])
    yield from _acted(here, context, last)
    if not hypothesis.turn.untouched:
        for fresh in succession.ends(here, context, number):
            yield from _acted(fresh, context, last)


def _unseen(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange, number: int
) -> Iterator[t.Hypothesis]:
    """Somebody did a part of what a zone shows once others had been there."""
    parts = piles.parts_of_row if evidence.zone == d.MAC else piles.parts_of_pile
    over = () if hypothesis.turn.untouched else succession.ends(hypothesis, context, number)
    begun = [b for p in (hypothesis, *over) for b in _reached(p, context, evidence)]
    if not begun:
        return
    best = max(here.score for here in begun)
    there = hypothesis.mac if evidence.zone == d.MAC else hypothesis.pile(evidence.zone)
    for cards, unread, cost in parts(there, evidence):
        if best + cost <= context.least:
            continue
        seen = replace(evidence, cards=cards, unread=unread, moved=())
        for here in begun:
            if here.score + cost > context.least:
                yield from zone_transitions.showed(here.costing(cost), context, seen)


def _shared(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange, number: int
) -> Iterator[t.Hypothesis]:
    """One turn's last card was laid and the next one's first was taken before the zone was read again."""
    for between in piles.shown_between(hypothesis, evidence):
        for mine in range(1, max(1, evidence.visits) + 1):
            visits = evidence.visits - mine
            # The hand of the next one may be told of later than what it did.
            late = 0.0 if visits > 0 else likelihoods.OVERTAKEN
            late += likelihoods.OVERTAKEN * evidence.disorder(hypothesis.mac, between)
            first = replace(
                evidence, cards=between, visits=mine, arms=evidence.arms[:mine], moved=()
            )
            last = replace(evidence, visits=max(0, visits), arms=evidence.arms[mine:])
            start = hypothesis.costing(late)
            if evidence.zone != d.ACTIONS:
                start = succession.armed(start, first)
            if start.score <= context.least:
                continue
            for before in zone_transitions.showed(start, context, first):
                if evidence.zone == d.ACTIONS:
                    before = succession.armed(before, first)
                for fresh in succession.ends(before, context, number):
                    yield from _acted(fresh, context, last)


# A hand at the draw pile --------------------------------------------------------


def _drew(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.DrawPileReach, number: int
) -> Iterator[t.Hypothesis]:
    turn = hypothesis.turn
    if not turn.stacked:
        # The shuffled cards are laid down as the new draw pile.
        yield m.changed(hypothesis, turn=m.changed(turn, stacked=True))
        return
    if not turn.acted:
        for begun in succession.begins(hypothesis, context, evidence):
            drew = begun.turn.drew + 1
            yield m.changed(begun, turn=m.changed(begun.turn, drew=drew))
        if not turn.taken:
            return
    else:
        cost = card_effects.reach(turn)
        again = m.changed(turn, reached=turn.reached + 1)
        yield hypothesis.costing(cost, turn=again)
    yield from _refilled(hypothesis, context, evidence)
    for fresh in succession.ends(hypothesis, context, number):
        for begun in succession.begins(fresh, context, evidence):
            yield m.changed(begun, turn=m.changed(begun.turn, drew=1))


def _refilled(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.DrawPileReach
) -> Iterator[t.Hypothesis]:
    """Somebody who lost cards to the action card draws until he has a number card (rules, A6)."""
    turn = hypothesis.turn
    for seat, left in context.losers(turn, first=len(hypothesis.closed) == context.settled):
        again = turn.refilled[-1:] == (seat,)
        cost = likelihoods.SHORT if again else likelihoods.short(left)
        drew = m.changed(turn, refilled=(*turn.refilled, seat))
        came = hypothesis.costing(cost, turn=drew)
        for arm in evidence.arms:
            came = came.reached(seat, arm)
        yield came
