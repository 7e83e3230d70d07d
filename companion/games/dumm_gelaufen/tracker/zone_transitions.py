"""What a zone shows now, as a part of a hypothesis: the action discard, Mac's row, a pile."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.tracker import card_effects, likelihoods, turn_transitions
from companion.games.dumm_gelaufen.tracker.card_effects import meant
from companion.games.dumm_gelaufen.tracker.piles import PileChange, changes, without


def discarded(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    """What a change of the discard pile may mean: new action cards were played one after the other, a known one lies open again, or all were shuffled."""
    if not evidence.cards:
        # Shuffled anew, or a card laid there was not read.
        yield reshuffled(hypothesis, context)
        unread = likelihoods.UNSEEN if hypothesis.actions else 0.0
        yield hypothesis.costing(unread)
        return
    new = [card for card in reversed(evidence.cards) if card not in hypothesis.actions]
    top, shown = evidence.cards[0], frozenset(evidence.cards)
    here = m.changed(hypothesis, actions=hypothesis.actions | shown, top=top)
    if not new and top is not hypothesis.top and hypothesis.top is not None:
        # What lay on it was picked up, or it was played again after a shuffle.
        yield here.costing(likelihoods.OVERTAKEN)
        again = here.costing(likelihoods.ODD_TOO, actions=shown)
        yield from _action(again, context, top)
        return
    yield from _all(here, context, new[-max(1, evidence.visits) :])
    if len(new) > max(1, evidence.visits):
        more = likelihoods.ODD_TOO * (len(new) - max(1, evidence.visits))
        yield from _all(here.costing(more), context, new)


def _all(hypothesis: t.Hypothesis, context: t.Context, new: list[d.Card]) -> list[t.Hypothesis]:
    """The hypotheses in which these action cards came, one after the other."""
    hypotheses = [hypothesis]
    for card in new:
        hypotheses = [after for before in hypotheses for after in _action(before, context, card)]
    return hypotheses


def _action(hypothesis: t.Hypothesis, context: t.Context, card: d.Card) -> Iterator[t.Hypothesis]:
    turn = hypothesis.turn
    for after, cost in card_effects.played(turn, card):
        if not hypothesis.closed and not turn.acted:
            cost += context.plays(turn, card)
        yield hypothesis.costing(cost, turn=after)
    if turn.drew and not turn.acted:
        unused = m.changed(turn, thrown=(*turn.thrown, card))
        first = not turn.thrown
        cost = context.thrown(turn.player, hypothesis.closed) if first else likelihoods.SHORT
        yield hypothesis.costing(cost, turn=unused)


def reshuffled(hypothesis: t.Hypothesis, context: t.Context) -> t.Hypothesis:
    """The discard was cleared: with the piles but for their tops it is the new draw pile (rules, A7)."""
    early = likelihoods.MISTAKEN * (context.draw > likelihoods.NEARLY_EMPTY)
    turn = hypothesis.turn
    drawn = turn.drew + turn.reached + len(turn.refilled)
    drawn += sum(r.drawn + card_effects.ordered(r) + len(r.refilled) for r in hypothesis.closed)
    if turn.acted and turn.reached >= card_effects.ordered(turn) and drawn < context.draw:
        # Somebody who has laid and drawn all he had to leaves it to the next one, who draws.
        early += likelihoods.SHUFFLED
    return hypothesis.costing(
        early,
        left=hypothesis.left[:1],
        right=hypothesis.right[:1],
        actions=frozenset(),
        top=None,
        turn=m.changed(
            turn,
            reshuffled=True,
            swept=len(turn.thrown) + len(turn.played) + len(turn.unused),
            sooner=len(turn.taken),
            stacked=False,
        ),
    )


def showed(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    """The same turn goes on with what a zone shows now."""
    match evidence.zone:
        case "mac":
            for known in _read_late(hypothesis, context, evidence):
                yield from _row(known, context, evidence)
        case "open-left" | "open-right":
            yield from _pile(hypothesis, context, evidence)
        case _:
            yield from discarded(hypothesis, context, evidence)


def _read_late(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    """The hypothesis, and those in which a card that went again before the row settled had lain there unread."""
    yield hypothesis
    read = evidence.passed(hypothesis.mac)
    for count in range(1, min(hypothesis.mac.count(None), len(read)) + 1):
        lay = tuple(read[:count])
        there = (card for card in hypothesis.mac if card is not None)
        unread = [None] * (hypothesis.mac.count(None) - count)
        cost = _found(hypothesis, d.MAC, lay, context)
        known = _named(hypothesis, d.MAC, lay)
        yield known.costing(cost, mac=(*there, *lay, *unread))


def _row(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    gone = tuple(d.At(d.MAC, c) for c in hypothesis.mac if c and c not in evidence.cards)
    new = tuple(card for card in evidence.cards if card not in hypothesis.mac)
    passed = len(evidence.passed(hypothesis.mac))
    visits = max(min(1, evidence.visits), evidence.visits - 2 * passed)
    again = likelihoods.RECONSIDERED * passed
    # A hand of which nothing was seen may have laid a card that is not read.
    late = int(evidence.visits > len(gone) + len(new))
    before = hypothesis.mac.count(None)
    # What lay there unread is what was read first, before what was laid since.
    first = tuple(sorted(new, key=evidence.order_of))
    for unread in {evidence.unread, max(evidence.unread, late)}:
        for named, taken in _blind(before, len(new)):
            stay = before - named - taken
            out = gone + (d.At(d.MAC),) * taken
            lay = first[:named]
            rest = (card for card in new if card not in lay)
            came = tuple(d.At(d.MAC, card) for card in (*rest, *[None] * unread))
            cost = again + _found(hypothesis, d.MAC, lay, context)
            cost += likelihoods.MISTAKEN * (unread - evidence.unread + stay)
            cost += _reaches(len(out), len(came), unread, visits)
            told = _named(hypothesis, d.MAC, lay)
            row = (*evidence.cards, *[None] * (unread + stay))
            after = told.costing(cost, mac=row)
            yield from _moved(after, told, context, out, came)


def _blind(unread: int, new: int) -> Iterator[tuple[int, int]]:
    """How many of the unread cards of Mac's row are read now, and how many were taken; the others stay unread."""
    for named in range(min(unread, new) + 1):
        for taken in range(unread - named + 1):
            yield named, taken


def _pile(
    hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange
) -> Iterator[t.Hypothesis]:
    zone: d.Place = "open-left" if evidence.zone == d.LEFT else "open-right"
    if _may_be_shuffled(hypothesis, context, evidence):
        shuffled = reshuffled(hypothesis, context)
        yield shuffled.costing(likelihoods.SHUFFLED)
    for change, cost in _likely(_look_at(hypothesis, zone, context, evidence)):
        if hypothesis.score + cost < context.least:
            return
        cost += _found(hypothesis, zone, change.named, context)
        cost += likelihoods.ASTRAY * evidence.takes_late(change.taken, change.laid)
        if hypothesis.score + cost < context.least:
            continue
        gone = tuple(d.At(zone, card) for card in change.taken)
        unread = (None,) * evidence.unread
        new = tuple(d.At(zone, card) for card in (*change.laid, *unread))
        there = without(hypothesis.pile(d.RIGHT if zone == d.LEFT else d.LEFT), change.laid)
        told = _named(hypothesis, zone, change.named)
        after = told.costing(
            cost,
            left=(*unread, *change.pile) if zone == d.LEFT else there,
            right=(*unread, *change.pile) if zone == d.RIGHT else there,
            peeped=hypothesis.peeped.union(evidence.cards[1:]).difference(change.taken),
        )
        yield from _moved(after, told, context, gone, new)


class PileLook(NamedTuple):
    """A pile as it is believed to have been, and what is seen of it now."""

    pile: m.Pile
    shown: tuple[d.Card, ...]
    visits: int
    """How many hands stopped there."""
    peeped: frozenset[d.Card]
    """The cards that show and were seen under others before."""
    hiding: float
    """How likely it is that the first of two cards laid there is covered unread, as a logarithm."""
    late: bool
    """Whether the draw pile may be used up."""
    edge: bool | None
    """Whether something else that is new sticks out beside the top; None: that cannot be told."""
    lifted: tuple[d.Card, ...]
    """The cards that it was seen without before another came."""
    showing: frozenset[d.Card]
    """The cards of the pile that were seen under others before."""


def _look_at(
    hypothesis: t.Hypothesis, zone: d.Place, context: t.Context, evidence: t.ZoneChange
) -> PileLook:
    return PileLook(
        pile=hypothesis.pile(zone),
        shown=evidence.cards,
        visits=evidence.visits,
        peeped=hypothesis.peeped.intersection(evidence.cards),
        hiding=context.prior.hiding,
        late=context.draw <= likelihoods.NEARLY_EMPTY,
        edge=evidence.edge,
        lifted=evidence.lifted,
        showing=hypothesis.peeped.intersection(hypothesis.pile(zone)),
    )


@lru_cache(maxsize=64)
def _likely(look: PileLook) -> tuple[tuple[PileChange, float], ...]:
    """What may have happened to a pile, the likeliest first, and how likely it is, as a logarithm."""
    weighed = ((change, _unlikely(change, look)) for change in changes(look.pile, look.shown))
    near = (pair for pair in weighed if pair[1] >= -t.FAR)
    return tuple(sorted(near, key=lambda pair: -pair[1]))


def _found(
    hypothesis: t.Hypothesis, zone: d.Place, named: tuple[d.Card, ...], context: t.Context
) -> float:
    """How much speaks against the cards that turn out to have lain there unread."""
    if not named:
        return 0.0
    turns: tuple[t.SeenTurn, ...] = (*hypothesis.closed, hypothesis.turn)
    laid = [n for n, turn in enumerate(turns) if d.At(zone) in turn.laid]
    own: set[int | None] = {turns[n].player for n in laid}
    # What came or went in the open since was not lying there.
    since = turns[laid[-1] :] if laid else ()
    moved = {at.card for turn in since for at in turn.laid}
    moved.update(at.card for turn in since[1:] for at in turn.taken)
    cost = sum(context.held(card, laid_by=own) for card in named)
    return cost + likelihoods.MISREAD * (not moved.isdisjoint(named))


def _named(hypothesis: t.Hypothesis, zone: d.Place, cards: tuple[d.Card, ...]) -> t.Hypothesis:
    """The hypothesis with the cards laid unread named that turn out now, the last one laid first."""
    for card in cards:
        unread, at = d.At(zone), d.At(zone, card)
        if unread in hypothesis.turn.laid:
            hypothesis = m.changed(
                hypothesis,
                turn=m.changed(hypothesis.turn, laid=_last(hypothesis.turn.laid, unread, at)),
            )
            continue
        for number in range(len(hypothesis.closed) - 1, -1, -1):
            turn = hypothesis.closed[number]
            if unread in turn.laid:
                turn = m.changed(turn, laid=_last(turn.laid, unread, at))
                closed = (*hypothesis.closed[:number], turn, *hypothesis.closed[number + 1 :])
                hypothesis = m.changed(hypothesis, closed=closed)
                break
    return hypothesis


def _last(laid: tuple[d.At, ...], old: d.At, new: d.At) -> tuple[d.At, ...]:
    """What was laid, with the last card of a kind replaced."""
    place = len(laid) - 1 - laid[::-1].index(old)
    return (*laid[:place], new, *laid[place + 1 :])


def _may_be_shuffled(hypothesis: t.Hypothesis, context: t.Context, evidence: t.ZoneChange) -> bool:
    """Whether the hand may have taken what lies below the top of a pile, to shuffle it."""
    pile = hypothesis.pile(evidence.zone)
    same = bool(evidence.cards) and bool(pile) and pile[0] is evidence.cards[0]
    late = context.draw <= likelihoods.NEARLY_EMPTY
    return same and len(pile) > 1 and late and not hypothesis.actions and evidence.visits > 0


def _unlikely(change: PileChange, look: PileLook) -> float:
    laid, lifted = len(change.laid), set(look.lifted)
    taken = not lifted.isdisjoint(change.taken)
    # A hand that was seen to take before another card came has come twice.
    visits = max(look.visits, 2) if taken and laid else look.visits
    cost = likelihoods.MISTAKEN * len(lifted.intersection(change.pile))
    below = look.pile[len(change.taken) :][:1]
    if taken and laid and below[:1] != (None,) and look.showing.isdisjoint(below):
        # What lay below would have been read before the next one came.
        cost += likelihoods.OVERTAKEN * len(below)
    cost += _reaches(len(change.taken), laid, change.hidden, visits)
    if change.hidden and not change.blind:
        more = visits >= change.count
        cost += (likelihoods.ONE_MORE_REACH if more else look.hiding) * change.hidden
    if change.blind:
        # Where nothing shows, the mat does.
        cost += likelihoods.UNSEEN if look.shown else likelihoods.MISTAKEN
    if look.peeped.isdisjoint(change.pile[change.peeping + 1 : change.peeping + 2]):
        cost += likelihoods.PEEPS * change.peeping
    if look.edge is not None and laid and not change.taken and not change.blind:
        cost += likelihoods.EDGE * (bool(change.hidden) is not look.edge)
    if change.surfaced:
        cost += likelihoods.MISTAKEN
    if change.vanished:
        cost += likelihoods.UNSEEN * (1 if look.late else 2)
    return cost


def _reaches(taken: int, laid: int, unread: int, visits: int) -> float:
    """How likely it is that so many hands came for these cards: each for one, some for two, and some were missed."""
    count, hands = taken + laid, max(1, visits)
    if visits >= count:
        return likelihoods.ONE_MORE_REACH * (visits - count)
    missed = max(0, bool(taken) + bool(laid) - hands)
    together = max(0, count - unread - hands - missed)
    return likelihoods.TOGETHER * together + likelihoods.UNSEEN * missed


def _moved(
    after: t.Hypothesis,
    before: t.Hypothesis,
    context: t.Context,
    gone: tuple[d.At, ...],
    new: tuple[d.At, ...],
) -> Iterator[t.Hypothesis]:
    """The turn under way once cards have gone and come, in every way that this can be meant."""
    if not gone and not new:
        yield after
        return
    cost = sum(_strange(before, context, at) for at in new)
    cost += likelihoods.RECONSIDERED * _own_again(before, gone)
    if after.score + cost < context.least:
        return
    nothing_taken = not before.turn.taken and not before.turn.drew
    righted = nothing_taken and not before.turn.played
    righted = righted or turn_transitions.hopeless(before.turn, before.mac)
    righted = righted or card_effects.off_colour(before.turn)
    for turn, score in meant(before.turn, gone, new, righted=righted):
        if turn.played:
            score += card_effects.cost(before.turn, turn, before.mac, len(context.seats))
        slips = turn_transitions.hopeless(turn, after.mac) and not righted
        score += likelihoods.ODD_TOO * (slips and not turn_transitions.early(turn, after.mac))
        if cost + score > -t.FAR and after.score + cost + score > context.least:
            yield m.changed(after, turn=turn, score=after.score + cost + score)


def _own_again(hypothesis: t.Hypothesis, gone: tuple[d.At, ...]) -> int:
    """How many cards go that the same player laid in the turn before: whatever else it is, they are picked up again."""
    player = hypothesis.turn.player
    own = (turn.laid for turn in hypothesis.late[-1:] if turn.player == player)
    return sum(at in laid for laid in own for at in gone)


def _strange(hypothesis: t.Hypothesis, context: t.Context, at: d.At) -> float:
    if at.card is None or at in hypothesis.turn.taken:
        return 0.0
    believed = likelihoods.MISTAKEN * hypothesis.lies(at.card)
    if card_effects.is_for_all(hypothesis.turn):
        return believed
    return believed + hypothesis.strange(hypothesis.turn.player, at.card, context)
