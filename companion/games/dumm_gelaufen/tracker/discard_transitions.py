"""What the action discard shows now, as a part of a hypothesis: cards obeyed, thrown away, shuffled anew."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.tracker import card_effects, likelihoods
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.evidence import ZoneChange
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis


def discarded(
    path: Hypothesis, context: Context, evidence: ZoneChange
) -> Iterator[Hypothesis]:
    if not evidence.cards:
        # Shuffled anew, or a card laid there was not read.
        yield reshuffled(path, context)
        unread = likelihoods.UNSEEN if path.actions else 0.0
        yield but(path, score=path.score + unread)
        return
    new = [card for card in reversed(evidence.cards) if card not in path.actions]
    top, shown = evidence.cards[0], frozenset(evidence.cards)
    here = but(path, actions=path.actions | shown, top=top)
    if not new and top is not path.top and path.top is not None:
        # What lay on it was picked up, or it was played again after a shuffle.
        yield but(here, score=path.score + likelihoods.OVERTAKEN)
        again = but(here, actions=shown, score=path.score + likelihoods.ODD_TOO)
        yield from _action(again, context, top)
        return
    yield from _all(here, context, new[-max(1, evidence.visits) :])
    if len(new) > max(1, evidence.visits):
        more = likelihoods.ODD_TOO * (len(new) - max(1, evidence.visits))
        yield from _all(but(here, score=path.score + more), context, new)


def _all(path: Hypothesis, context: Context, new: list[Card]) -> list[Hypothesis]:
    """The hypotheses in which these action cards came, one after the other."""
    paths = [path]
    for card in new:
        paths = [after for before in paths for after in _action(before, context, card)]
    return paths


def _action(path: Hypothesis, context: Context, card: Card) -> Iterator[Hypothesis]:
    turn = path.turn
    for after, cost in card_effects.played(turn, card):
        if not path.closed and not turn.acted:
            cost += context.plays(turn, card)
        yield but(path, turn=after, score=path.score + cost)
    if turn.drew and not turn.acted:
        unused = but(turn, thrown=(*turn.thrown, card))
        again = bool(turn.thrown)
        score = path.score + (
            likelihoods.SHORT if again else context.thrown(turn.player, path.closed)
        )
        yield but(path, turn=unused, score=score)


def reshuffled(path: Hypothesis, context: Context) -> Hypothesis:
    """The discard was cleared: with the piles but for their tops it is the new draw pile (rules, A7)."""
    early = likelihoods.MISTAKEN * (context.draw > likelihoods.NEARLY_EMPTY)
    turn = path.turn
    drawn = turn.drew + turn.reached + len(turn.refilled)
    drawn += sum(
        r.drawn + card_effects.ordered(r) + len(r.refilled) for r in path.closed
    )
    if (
        turn.acted
        and turn.reached >= card_effects.ordered(turn)
        and drawn < context.draw
    ):
        # Somebody who has laid and drawn all he had to leaves it to the next one, who draws.
        early += likelihoods.SHUFFLED
    return but(
        path,
        left=path.left[:1],
        right=path.right[:1],
        actions=frozenset(),
        top=None,
        turn=but(
            turn,
            reshuffled=True,
            swept=len(turn.thrown) + len(turn.played) + len(turn.unused),
            sooner=len(turn.taken),
            stacked=False,
        ),
        score=path.score + early,
    )
