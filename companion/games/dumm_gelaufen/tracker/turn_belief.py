"""The belief about the turns of this game (companion/tracking/belief.py): what was said of its turns, the posterior."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from math import log
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.rules.fold import evolve as happened
from companion.games.dumm_gelaufen.tracker import likelihoods, turn_transitions
from companion.games.dumm_gelaufen.tracker.replay import enacted
from companion.games.dumm_gelaufen.tracker.succession import ended
from companion.tracking.belief import Belief

TOLD: Final = log(7)
"""So much likelier another hypothesis must be before what was told for sure is corrected."""

TurnBelief: TypeAlias = Belief[t.Hypothesis, t.EvidenceInContext]
"""What the evidence says of the turns since everything was known last."""


def obeyed(before: m.State, told: t.TurnCandidate) -> t.Obeyed | None:
    """What a turn left everybody, where it was an action card."""
    if not told.played:
        return None
    candidate = m.changed(told, refilled=(), unused=())
    after = reduce(happened, enacted(before, candidate), before)
    left = tuple(hand.size[0] for hand in after.hands)
    fewer = {p for p, hand in enumerate(before.hands) if left[p] < hand.size[0]}
    return t.Obeyed(told, left, frozenset(fewer | set(candidate.swappers)))


# What people have said -----------------------------------------------------------------


def pinned(belief: TurnBelief, pin: t.Pin, known: t.Context) -> TurnBelief:
    """The belief that a turn was what people have said."""
    turn, said = pin.turn, pin.candidate
    closed = (
        hypothesis.closed[turn] for hypothesis in belief.hypotheses if len(hypothesis.closed) > turn
    )
    since = belief
    if not any(candidate.same(said) or candidate.names(said) for candidate in closed):
        since = belief.back(said.ended) or belief
    again = since.then((pin, known))
    for seen in belief.since(since.number):
        # What people say later of the same turn counts in its place.
        if not (isinstance(seen[0], t.Pin) and seen[0].turn == turn):
            again = again.then(seen)
    return again


# What is believed now ------------------------------------------------------------------


def ranked(
    belief: TurnBelief, known: t.Context, sure: Mapping[int, t.TurnCandidate], *, over: bool = False
) -> tuple[t.Hypothesis, ...]:
    """The likely hypotheses, the likeliest first; once it is ``over`` their last turns are complete.

    By what they have cost and by what it will cost to end them; of equals the
    one that was read. Of those nearly as likely the first one agrees with the
    turns, by their place in it, that were told for ``sure``.
    """
    hypotheses = belief.hypotheses
    if over:
        hypotheses = _all_ended(hypotheses, known, belief.number)
    due = (hypothesis.costing(_due(hypothesis, known)) for hypothesis in hypotheses)
    best = sorted(due, key=lambda hypothesis: (-round(hypothesis.score, 6), hypothesis.unread))
    near = (hypothesis for hypothesis in best if hypothesis.score >= best[0].score - TOLD)
    first = next((hypothesis for hypothesis in near if _agrees(hypothesis, sure)), best[0])
    return (first, *(hypothesis for hypothesis in best if hypothesis is not first))


def unsettled(hypotheses: Iterable[t.Hypothesis], settled: int) -> tuple[t.Hypothesis, ...]:
    """The hypotheses without the turns that are settled."""
    return tuple(
        m.changed(hypothesis, closed=hypothesis.closed[settled:]) for hypothesis in hypotheses
    )


def _agrees(hypothesis: t.Hypothesis, sure: Mapping[int, t.TurnCandidate]) -> bool:
    """Whether a hypothesis has the turns that were told for sure."""
    if len(hypothesis.closed) <= max(sure, default=-1):
        return False
    pairs = ((hypothesis.closed[number], candidate) for number, candidate in sure.items())
    return all(mine.same(its) or mine.names(its) for mine, its in pairs)


def _due(hypothesis: t.Hypothesis, known: t.Context) -> float:
    if turn_transitions.early(hypothesis.turn, hypothesis.mac):
        return likelihoods.ASTRAY
    if turn_transitions.hopeless(hypothesis.turn, hypothesis.mac):
        return likelihoods.WRONG - likelihoods.ODD_TOO
    return turn_transitions.due(hypothesis.turn, known.prior)


def _all_ended(
    hypotheses: Iterable[t.Hypothesis], known: t.Context, number: int
) -> tuple[t.Hypothesis, ...]:
    done: list[t.Hypothesis] = []
    for hypothesis in hypotheses:
        done += ended(hypothesis, known, number) if not hypothesis.turn.untouched else (hypothesis,)
        if not done or done[-1].closed is hypothesis.closed:
            done.append(hypothesis)
    return tuple(sorted(done, key=lambda hypothesis: -hypothesis.score))
