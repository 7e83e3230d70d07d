"""Whose turn it is: one is over and the next begins, and the arms tell whose hands came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.places import ACTIONS, DRAW
from companion.games.dumm_gelaufen.tracker import (
    all_lay,
    card_effects,
    likelihoods,
    turn_transitions,
)
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.evidence import (
    DrawPileReach,
    Evidence,
    ZoneChange,
)
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis, pruned
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    TurnCandidate,
)


def begins(
    hypothesis: Hypothesis, context: Context, evidence: Evidence
) -> Iterator[Hypothesis]:
    """The turn about to begin: the next player's, or that of one whose arm it rather is, each turn left out as unlikely as one."""
    yield hypothesis
    turn = hypothesis.turn
    if turn.visits or turn.taken or turn.acted or turn.thrown or not evidence.arms:
        return
    arm = evidence.arms[0]
    here = hypothesis.seating.likely(turn.player, arm)
    seat = turn.player
    for left_out in range(1, len(context.seats)):
        seat = context.after(seat)
        if hypothesis.seating.likely(seat, arm) > here:
            skipped = hypothesis.score + likelihoods.ASTRAY * left_out
            if skipped > context.least:
                begun = PartialTurn(seat, turn.begun)
                yield but(hypothesis, turn=begun, score=skipped)


def ends(hypothesis: Hypothesis, context: Context, number: int) -> Iterator[Hypothesis]:
    """The turn is over, the next player's begins with evidence ``number``."""
    following = PartialTurn(context.after(hypothesis.turn.player), number)
    if card_effects.is_for_all(hypothesis.turn):
        hypothesis = but(
            hypothesis, score=hypothesis.score + all_lay.skipped(hypothesis, context)
        )
    for candidate, score in turn_transitions.closings(
        hypothesis.turn, hypothesis.mac, context.prior
    ):
        if hypothesis.score + score > context.least:
            yield but(
                hypothesis,
                turn=following,
                closed=(*hypothesis.closed, but(candidate, ended=number)),
                held=hands(hypothesis.held, candidate),
                score=hypothesis.score + score,
            )


def ended(
    hypothesis: Hypothesis, context: Context, number: int
) -> tuple[Hypothesis, ...]:
    """The hypotheses in which the turn under way is over, the likeliest first."""
    return pruned(ends(hypothesis, context, number))


def hands(held: Mapping[Card, int], turn: TurnCandidate) -> Mapping[Card, int]:
    """In whose hand the cards are that were seen to come there, after one more turn."""
    if card_effects.mixes_hands(turn):
        return {}
    taken = {at.card: turn.player for at in turn.taken if at.card is not None}
    laid = {at.card for at in turn.laid}
    return {card: seat for card, seat in {**held, **taken}.items() if card not in laid}


def armed(hypothesis: Hypothesis, evidence: Evidence) -> Hypothesis:
    """The hypothesis with the hands that came, and how likely it is that this player's came from where they came."""
    turn = hypothesis.turn
    if isinstance(evidence, DrawPileReach) and turn.acted and card_effects.rested(turn):
        # A hand that only rests may be anybody's.
        return hypothesis
    if turn.played:
        return _for_action(hypothesis, evidence)
    if isinstance(evidence, ZoneChange):
        turn = but(turn, visits=turn.visits + evidence.visits)
    hypothesis = but(hypothesis, turn=but(turn, arms=(*turn.arms, *evidence.arms)))
    for arm in evidence.arms:
        hypothesis = hypothesis.reached(turn.player, arm)
    return hypothesis


def _for_action(hypothesis: Hypothesis, evidence: Evidence) -> Hypothesis:
    """The same while an action card is obeyed: whose arms come for it is no habit, but tells whose card it is."""
    turn = hypothesis.turn
    zone = DRAW if isinstance(evidence, DrawPileReach) else evidence.zone
    others = (card_effects.is_for_all(turn) or turn.refilled) and zone != ACTIONS
    played = zone == ACTIONS and hypothesis.top is turn.played[0]
    if others or (card_effects.is_for_another(turn) and not played):
        return _shuffled(hypothesis, evidence) if zone == ACTIONS else hypothesis
    seat = turn.player
    if turn.unused and turn.unused[-1][1] is hypothesis.top:
        seat = turn.unused[-1][0]
    for arm in evidence.arms[-1:]:
        hypothesis = hypothesis.reached(seat, arm)
    return hypothesis


def _shuffled(hypothesis: Hypothesis, evidence: Evidence) -> Hypothesis:
    """The same once the discard is cleared in a turn in which somebody else draws: anybody may shuffle, the next player only in his own turn as well."""
    arms = evidence.arms[-1:] if hypothesis.turn.reshuffled else ()
    cost = sum(hypothesis.seating.anybodys(arm) for arm in arms)
    return hypothesis.weighed(hypothesis.score + cost)
