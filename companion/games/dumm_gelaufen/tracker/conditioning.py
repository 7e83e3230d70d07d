"""What becomes of hypotheses once people say what a turn was or show a hand, or the rules settle the turns so far."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.tracker import likelihoods
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.evidence import HandShown, Pin, SettledTurns
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis, pruned
from companion.games.dumm_gelaufen.tracker.succession import ended


def pinned(hypotheses: tuple[Hypothesis, ...], pin: Pin) -> tuple[Hypothesis, ...]:
    """The hypotheses in which a turn was what people have said."""
    said = pin.candidate
    agree = [
        hypothesis
        for hypothesis in hypotheses
        if len(hypothesis.closed) > pin.turn
        and (
            hypothesis.closed[pin.turn].same(said)
            or hypothesis.closed[pin.turn].names(said)
        )
    ]
    return tuple(agree) or (pin.instead,)


def ruled(
    hypotheses: tuple[Hypothesis, ...],
    settled: SettledTurns,
    context: Context,
    number: int,
) -> tuple[Hypothesis, ...]:
    """What is known now, and by each hypothesis that agrees what lies in its piles, who sits where, and who is next."""
    start = but(settled.start, turn=but(settled.start.turn, begun=number + 1))
    over = [
        end
        for hypothesis in hypotheses
        for end in ended(hypothesis, context, number) or (hypothesis,)
    ]
    alike = [hypothesis for hypothesis in over if hypothesis.shows == start.shows]
    if not alike:
        return (start,)
    told = max(alike, key=lambda hypothesis: hypothesis.score)
    return pruned(_going_on(hypothesis, start, told, context) for hypothesis in alike)


def shown(
    hypotheses: tuple[Hypothesis, ...], hand: HandShown, context: Context
) -> tuple[Hypothesis, ...]:
    """The hypotheses, less likely for every card of a hand that is shown and lies in one of their piles, and for being in somebody else's hand."""
    return pruned(
        but(hypothesis, score=hypothesis.score + _strange(hypothesis, hand, context))
        for hypothesis in hypotheses
    )


def shuffled(hypotheses: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
    """The hypotheses without what lay below the tops of their piles, and without their discard."""
    return pruned(
        but(h, left=h.left[:1], right=h.right[:1], actions=frozenset(), top=None)
        for h in hypotheses
    )


def _strange(hypothesis: Hypothesis, hand: HandShown, context: Context) -> float:
    in_piles = len({*hypothesis.left, *hypothesis.right} & set(hand.cards))
    others = strange_hand(hypothesis, hand.player, hand.cards, context)
    return likelihoods.MISTAKEN * in_piles + others


def strange_hand(
    hypothesis: Hypothesis, player: int, cards: Iterable[Card], context: Context
) -> float:
    """How much speaks against a player's having these cards; whose hand it is may be taken wrongly for all of them at once."""
    others = (hypothesis.strange(player, card, context) for card in cards)
    return min(others, default=0.0)


def _going_on(
    hypothesis: Hypothesis, start: Hypothesis, told: Hypothesis, context: Context
) -> Hypothesis:
    """A hypothesis once its turns are settled: by one in which another than was ``told`` is next, he is."""
    player = hypothesis.turn.player
    turn = start.turn
    turn = turn if player == told.turn.player else but(turn, player=player)
    return but(
        start,
        turn=turn,
        left=hypothesis.left,
        right=hypothesis.right,
        seating=hypothesis.seating,
        past=hypothesis.late,
        held={**hypothesis.held, **_shown(hypothesis, told, context)},
        peeped=hypothesis.peeped,
        score=hypothesis.score,
    )


def _shown(
    hypothesis: Hypothesis, told: Hypothesis, context: Context
) -> dict[Card, int]:
    """The cards known to be in the hand of who acted last: they are his who it was by this hypothesis."""
    pairs = zip(told.late[-1:], hypothesis.late[-1:], strict=False)
    return {
        card: mine.player for its, mine in pairs for card in context.known[its.player]
    }
