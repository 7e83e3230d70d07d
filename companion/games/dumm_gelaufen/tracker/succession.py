"""Whose turn it is: one is over and the next begins, and the arms tell whose hands came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.tracker import (
    all_lay,
    card_effects,
    likelihoods,
    turn_transitions,
)


def begins(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.Evidence
) -> Iterator[t.Hypothesis]:
    """The turn about to begin: the next player's, or that of one whose arm it rather is, each turn left out as unlikely as one, and one card more as that."""
    yield hypothesis
    turn = hypothesis.turn
    if turn.visits or turn.taken or turn.acted or turn.thrown or not evidence.arms:
        return
    arm = evidence.arms[0]
    here = hypothesis.seating.likely(turn.player, arm)
    seat = turn.player
    before = hypothesis.late[-1:] if isinstance(evidence, t.ZoneChange) else ()
    for left_out in range(1, len(context.seats)):
        seat = context.after(seat)
        if hypothesis.seating.likely(seat, arm) > here:
            goes_on = any(seat == own.player for own in before)
            astray = 1 if goes_on else left_out
            skipped = hypothesis.score + likelihoods.ASTRAY * astray
            if skipped > context.least:
                begun = t.PartialTurn(seat, begun=turn.begun)
                yield m.changed(hypothesis, turn=begun, score=skipped)


def ends(hypothesis: t.Hypothesis, context: t.Context, number: int) -> Iterator[t.Hypothesis]:
    """The turn is over, the next player's begins with evidence ``number``."""
    following = t.PartialTurn(context.after(hypothesis.turn.player), begun=number)
    if card_effects.is_for_all(hypothesis.turn):
        hypothesis = hypothesis.costing(all_lay.skipped(hypothesis, context))
    for candidate, score in turn_transitions.closings(
        hypothesis.turn, hypothesis.mac, context.prior
    ):
        if hypothesis.score + score > context.least:
            yield hypothesis.costing(
                score,
                turn=following,
                closed=(*hypothesis.closed, m.changed(candidate, ended=number)),
                held=hands(hypothesis.held, candidate),
            )


def ended(hypothesis: t.Hypothesis, context: t.Context, number: int) -> tuple[t.Hypothesis, ...]:
    """The hypotheses in which the turn under way is over, the likeliest first."""
    return t.pruned(ends(hypothesis, context, number))


def hands(held: Mapping[d.Card, int], turn: t.TurnCandidate) -> Mapping[d.Card, int]:
    """In whose hand the cards are that were seen to come there, after one more turn."""
    if card_effects.mixes_hands(turn):
        return {}
    taken = {at.card: turn.player for at in turn.taken if at.card is not None}
    laid = {at.card for at in turn.laid}
    return {card: seat for card, seat in {**held, **taken}.items() if card not in laid}


def armed(hypothesis: t.Hypothesis, evidence: t.Evidence) -> t.Hypothesis:
    """The hypothesis with the hands that came, and how likely it is that this player's came from where they came."""
    turn = hypothesis.turn
    if isinstance(evidence, t.DrawPileReach) and turn.acted and card_effects.rested(turn):
        # A hand that only rests may be anybody's.
        return hypothesis
    if turn.played:
        return _for_action(hypothesis, evidence)
    if isinstance(evidence, t.ZoneChange):
        turn = m.changed(turn, visits=turn.visits + evidence.visits)
    hypothesis = m.changed(hypothesis, turn=m.changed(turn, arms=(*turn.arms, *evidence.arms)))
    for arm in evidence.arms:
        hypothesis = hypothesis.reached(turn.player, arm)
    return hypothesis


def _for_action(hypothesis: t.Hypothesis, evidence: t.Evidence) -> t.Hypothesis:
    """The same while an action card is obeyed: whose arms come for it is no habit, but tells whose card it is."""
    turn = hypothesis.turn
    zone = d.DRAW if isinstance(evidence, t.DrawPileReach) else evidence.zone
    others = (card_effects.is_for_all(turn) or turn.refilled) and zone != d.ACTIONS
    played = zone == d.ACTIONS and hypothesis.top is turn.played[0]
    if others or (card_effects.is_for_another(turn) and not played):
        return _shuffled(hypothesis, evidence) if zone == d.ACTIONS else hypothesis
    seat = turn.player
    if turn.unused and turn.unused[-1][1] is hypothesis.top:
        seat = turn.unused[-1][0]
    for arm in evidence.arms[-1:]:
        hypothesis = hypothesis.reached(seat, arm)
    return hypothesis


def _shuffled(hypothesis: t.Hypothesis, evidence: t.Evidence) -> t.Hypothesis:
    """The same once the discard is cleared in a turn in which somebody else draws: anybody may shuffle, the next player only in his own turn as well."""
    arms = evidence.arms[-1:] if hypothesis.turn.reshuffled else ()
    cost = sum(hypothesis.seating.anybodys(arm) for arm in arms)
    return hypothesis.costing(cost)


def pinned(hypotheses: tuple[t.Hypothesis, ...], pin: t.Pin) -> tuple[t.Hypothesis, ...]:
    """The hypotheses in which a turn was what people have said."""
    said = pin.candidate
    agree = [
        hypothesis
        for hypothesis in hypotheses
        if len(hypothesis.closed) > pin.turn
        and (hypothesis.closed[pin.turn].same(said) or hypothesis.closed[pin.turn].names(said))
    ]
    return tuple(agree) or (pin.instead,)


def ruled(
    hypotheses: tuple[t.Hypothesis, ...], settled: t.SettledTurns, context: t.Context, number: int
) -> tuple[t.Hypothesis, ...]:
    """What is known now, and by each hypothesis that agrees what lies in its piles, who sits where, and who is next."""
    start = m.changed(settled.start, turn=m.changed(settled.start.turn, begun=number + 1))
    over = [
        end
        for hypothesis in hypotheses
        for end in ended(hypothesis, context, number) or (hypothesis,)
    ]
    alike = [hypothesis for hypothesis in over if hypothesis.shows == start.shows]
    if not alike:
        return (start,)
    told = max(alike, key=lambda hypothesis: hypothesis.score)
    return t.pruned(_going_on(hypothesis, start, told, context) for hypothesis in alike)


def shown(
    hypotheses: tuple[t.Hypothesis, ...], hand: t.HandShown, context: t.Context
) -> tuple[t.Hypothesis, ...]:
    """The hypotheses, less likely for every card of a hand that is shown and lies in one of their piles, and for being in somebody else's hand."""
    return t.pruned(
        hypothesis.costing(_strange(hypothesis, hand, context)) for hypothesis in hypotheses
    )


def shuffled(hypotheses: tuple[t.Hypothesis, ...]) -> tuple[t.Hypothesis, ...]:
    """The hypotheses without what lay below the tops of their piles, and without their discard."""
    return t.pruned(
        m.changed(h, left=h.left[:1], right=h.right[:1], actions=frozenset(), top=None)
        for h in hypotheses
    )


def _strange(hypothesis: t.Hypothesis, hand: t.HandShown, context: t.Context) -> float:
    in_piles = len({*hypothesis.left, *hypothesis.right} & set(hand.cards))
    others = strange_hand(hypothesis, hand.player, hand.cards, context)
    return likelihoods.MISTAKEN * in_piles + others


def strange_hand(
    hypothesis: t.Hypothesis, player: int, cards: Iterable[d.Card], context: t.Context
) -> float:
    """How much speaks against a player's having these cards; whose hand it is may be taken wrongly for all of them at once."""
    others = (hypothesis.strange(player, card, context) for card in cards)
    return min(others, default=0.0)


def _going_on(
    hypothesis: t.Hypothesis, start: t.Hypothesis, told: t.Hypothesis, context: t.Context
) -> t.Hypothesis:
    """A hypothesis once its turns are settled: by one in which another than was ``told`` is next, he is.

    Where the discard has been cleared by what is settled, the piles were shuffled with it.
    """
    player = hypothesis.turn.player
    turn = start.turn
    deep = None if hypothesis.actions <= start.actions else 1
    turn = turn if player == told.turn.player else m.changed(turn, player=player)
    return m.changed(
        start,
        turn=turn,
        left=hypothesis.left[:deep],
        right=hypothesis.right[:deep],
        seating=hypothesis.seating,
        past=hypothesis.late,
        held={**hypothesis.held, **_shown(hypothesis, told, context)},
        peeped=hypothesis.peeped,
        score=hypothesis.score,
    )


def _shown(hypothesis: t.Hypothesis, told: t.Hypothesis, context: t.Context) -> dict[d.Card, int]:
    """The cards known to be in the hand of who acted last: they are his who it was by this hypothesis."""
    pairs = zip(told.late[-1:], hypothesis.late[-1:], strict=False)
    return {card: mine.player for its, mine in pairs for card in context.known[its.player]}
