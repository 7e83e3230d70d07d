"""What the action discard shows now, as a part of a hypothesis: cards obeyed, thrown away, shuffled anew."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.tracker import card_effects, likelihoods
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.evidence import ZoneChange
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis


def discarded(
    hypothesis: Hypothesis, context: Context, evidence: ZoneChange
) -> Iterator[Hypothesis]:
    """What a change of the discard pile may mean: new action cards were played one after the other, a known one lies open again, or all were shuffled."""
    if not evidence.cards:
        # Shuffled anew, or a card laid there was not read.
        yield reshuffled(hypothesis, context)
        unread = likelihoods.UNSEEN if hypothesis.actions else 0.0
        yield but(hypothesis, score=hypothesis.score + unread)
        return
    new = [card for card in reversed(evidence.cards) if card not in hypothesis.actions]
    top, shown = evidence.cards[0], frozenset(evidence.cards)
    here = but(hypothesis, actions=hypothesis.actions | shown, top=top)
    if not new and top is not hypothesis.top and hypothesis.top is not None:
        # What lay on it was picked up, or it was played again after a shuffle.
        yield but(here, score=hypothesis.score + likelihoods.OVERTAKEN)
        again = but(here, actions=shown, score=hypothesis.score + likelihoods.ODD_TOO)
        yield from _action(again, context, top)
        return
    yield from _all(here, context, new[-max(1, evidence.visits) :])
    if len(new) > max(1, evidence.visits):
        more = likelihoods.ODD_TOO * (len(new) - max(1, evidence.visits))
        yield from _all(but(here, score=hypothesis.score + more), context, new)


def _all(hypothesis: Hypothesis, context: Context, new: list[Card]) -> list[Hypothesis]:
    """The hypotheses in which these action cards came, one after the other."""
    hypotheses = [hypothesis]
    for card in new:
        hypotheses = [
            after for before in hypotheses for after in _action(before, context, card)
        ]
    return hypotheses


def _action(
    hypothesis: Hypothesis, context: Context, card: Card
) -> Iterator[Hypothesis]:
    turn = hypothesis.turn
    for after, cost in card_effects.played(turn, card):
        if not hypothesis.closed and not turn.acted:
            cost += context.plays(turn, card)
        yield but(hypothesis, turn=after, score=hypothesis.score + cost)
    if turn.drew and not turn.acted:
        unused = but(turn, thrown=(*turn.thrown, card))
        again = bool(turn.thrown)
        score = hypothesis.score + (
            likelihoods.SHORT
            if again
            else context.thrown(turn.player, hypothesis.closed)
        )
        yield but(hypothesis, turn=unused, score=score)


def reshuffled(hypothesis: Hypothesis, context: Context) -> Hypothesis:
    """The discard was cleared: with the piles but for their tops it is the new draw pile (rules, A7)."""
    early = likelihoods.MISTAKEN * (context.draw > likelihoods.NEARLY_EMPTY)
    turn = hypothesis.turn
    drawn = turn.drew + turn.reached + len(turn.refilled)
    drawn += sum(
        r.drawn + card_effects.ordered(r) + len(r.refilled) for r in hypothesis.closed
    )
    if (
        turn.acted
        and turn.reached >= card_effects.ordered(turn)
        and drawn < context.draw
    ):
        # Somebody who has laid and drawn all he had to leaves it to the next one, who draws.
        early += likelihoods.SHUFFLED
    return but(
        hypothesis,
        left=hypothesis.left[:1],
        right=hypothesis.right[:1],
        actions=frozenset(),
        top=None,
        turn=but(
            turn,
            reshuffled=True,
            swept=len(turn.thrown) + len(turn.played) + len(turn.unused),
            sooner=len(turn.taken),
            stacked=False,
        ),
        score=hypothesis.score + early,
    )
