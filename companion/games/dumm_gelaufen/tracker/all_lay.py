"""Everybody lays a card (K11): whose is which, by the order of play, the arms, and who can have one at all."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.tracker import likelihoods


def laid_by(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    """The hypothesis with every card that was laid given to somebody who may have laid it."""
    turn = hypothesis.turn
    if len(turn.layers) >= len(turn.laid):
        yield m.changed(hypothesis, turn=m.changed(turn, layers=turn.layers[: len(turn.laid)]))
        return
    for seat, cost in _next(hypothesis, context, evidence):
        given = m.changed(turn, layers=(*turn.layers, seat))
        yield from laid_by(hypothesis.costing(cost, turn=given), context, evidence)


def _next(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[tuple[int, float]]:
    """Who may have laid the next card: whose turn to lay it is, and whose arm it may be."""
    turn, arm = hypothesis.turn, evidence.arms[-1] if evidence.arms else None
    order = _order(turn, context)
    last = max((order.index(seat) for seat in turn.layers), default=-1)
    free = [seat for seat in order if seat not in turn.layers] or list(order)
    able = [seat for seat in free if _cards(hypothesis, context, seat)[1]] or free
    due = next((seat for seat in able if order.index(seat) > last), able[0])
    arms = {p: hypothesis.seating.likely(p, arm) for p in able if arm is not None}
    least = max(arms.values(), default=0.0) + likelihoods.OVERTAKEN
    for seat in able:
        if seat == due or arms.get(seat, least) > least:
            late = likelihoods.OVERTAKEN * (order.index(seat) < last)
            yield seat, arms.get(seat, 0.0) + late


def skipped(hypothesis: t.Hypothesis, context: t.Context) -> float:
    """How much speaks against the others' having no number card, once everybody has laid who has one."""
    free = (seat for seat in context.seats if seat not in hypothesis.turn.layers)
    cost = sum(likelihoods.short(_cards(hypothesis, context, seat)[0]) for seat in free)
    return max(likelihoods.MISTAKEN, cost)


def _order(turn: t.PartialTurn, context: t.Context) -> tuple[int, ...]:
    begins = context.seats.index(turn.player)
    return context.seats[begins:] + context.seats[:begins]


def _cards(hypothesis: t.Hypothesis, context: t.Context, seat: int) -> tuple[int, int]:
    """How many cards somebody has to lay one of, at least and at most; the one that was played is not among them."""
    since = hypothesis.closed[context.settled :]
    if any(turn.played for turn in since):
        # What an action card did to the hands is known once its turn is settled.
        return 0, 1
    gained = sum(len(each.taken) - len(each.laid) for each in since if each.player == seat)
    gained -= seat == hypothesis.turn.player
    fewest, most = (context.fewest or context.most)[seat], context.most[seat]
    return max(0, fewest + gained), max(0, most + gained)
