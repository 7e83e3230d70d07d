"""Piles of which only what lies open is sure: what must have been taken and laid for one to look as it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.rules.actions import ACTION_CARDS
from companion.games.dumm_gelaufen.tracker import likelihoods, turn_transitions

MOST_TAKEN: Final = ACTION_CARDS["K12"].takes
MOST_LAID: Final = ACTION_CARDS["K08"].lays
"""More is not looked for between two looks."""


@dataclass(frozen=True, slots=True)
class PileChange:
    """``taken`` from the top, first things first, then ``laid``, the last one on top; the ``pile`` after it."""

    taken: tuple[d.Card | None, ...]
    laid: tuple[d.Card | None, ...]
    pile: m.Pile
    surfaced: bool = False
    """Whether a card lies open now that nobody knew to be there."""
    vanished: bool = False
    """Whether nothing lies any more where cards should still lie: they were shuffled away."""
    blind: bool = False
    """Whether the top was not read: what shows lies below it, or nothing does."""

    named: tuple[d.Card, ...] = ()
    """Cards that turn out to have lain there unread."""

    peeping: int = 0
    """How many cards lie between the top and the next one that shows."""

    @property
    def hidden(self) -> int:
        """How many cards were laid without being read."""
        return self.laid.count(None)

    @property
    def count(self) -> int:
        """How many cards moved."""
        return len(self.taken) + len(self.laid)


@lru_cache(maxsize=64)
def changes(pile: m.Pile, shown: tuple[d.Card, ...]) -> tuple[PileChange, ...]:
    """Everything that may have happened to a pile that now shows these cards, top first."""
    return tuple(_changes(pile, shown))


def _changes(pile: m.Pile, shown: tuple[d.Card, ...]) -> Iterator[PileChange]:
    explained = False
    for taken in range(min(MOST_TAKEN, len(pile)) + 1):
        for change in _laid_on(pile, taken, shown):
            explained = explained or not set(change.taken) & set(change.laid)
            yield change
    if shown and shown[0] in pile and not explained:
        # It was wrong that the card lay deeper.
        yield from _laid_on(without(pile, shown[:1]), 0, shown)
    if len(shown) > 1 and not explained:
        yield from _peeping_strangers(pile, shown)
    for taken in range(min(MOST_TAKEN, len(pile)) + 1):
        yield from _blindly(pile, taken, shown)
    yield from _surfacing(pile, shown)
    if not shown and len(pile) > 1:
        # The top was the last card of its pile, though more should have been there.
        yield PileChange((pile[0],), (), (), vanished=True)


def _surfacing(pile: m.Pile, shown: tuple[d.Card, ...]) -> Iterator[PileChange]:
    """A top was taken, and below it lies what was laid there unread long ago, or not what was believed to."""
    if not pile or not shown:
        return
    top = pile[0]
    below = (None, *pile[1:])
    if shown[0] in pile:
        depth = pile.index(shown[0])
        if not any(card is not None for card in pile[1:depth]):
            return
        below = pile[depth:]
    after = fitted(below, shown)
    if after is not None:
        deep = _peeping(after, shown)
        yield PileChange((top,), (), after, surfaced=True, peeping=deep)


def _peeping_strangers(pile: m.Pile, shown: tuple[d.Card, ...]) -> Iterator[PileChange]:
    """Below the top show cards that nobody knew to be there."""
    for change in changes(pile, shown[:1]):
        if change.pile[:1] == shown[:1]:
            strangers = tuple(card for card in shown[1:] if card not in change.pile)
            below = (*shown[:1], *strangers, *change.pile[1:])
            yield replace(change, pile=below, surfaced=True)


def _laid_on(pile: m.Pile, taken: int, shown: tuple[d.Card, ...]) -> Iterator[PileChange]:
    gone = pile[:taken]
    rest = pile[taken:]
    for laid in _fresh(rest, shown):
        after = fitted((*reversed(laid), *rest), shown)
        if after is not None:
            named = after[: len(laid)]
            fresh = tuple(reversed(named))
            unread = _strangers(rest, after[len(laid) :])
            deep = _peeping(after, shown)
            yield PileChange(gone, fresh, after, named=unread, peeping=deep)


def _peeping(pile: m.Pile, shown: tuple[d.Card, ...]) -> int:
    """How many cards lie between the top and the next one that shows."""
    return min((pile.index(card) for card in shown[1:]), default=1) - 1


def _blindly(pile: m.Pile, taken: int, shown: tuple[d.Card, ...]) -> Iterator[PileChange]:
    """The top was not read: the one that lies there now, or one laid on it."""
    gone = pile[:taken]
    rest = pile[taken:]
    if rest and rest[0] not in shown and (taken or rest[0] is None):
        below = _named(rest[1:], shown)
        if below is not None:
            after, found = (rest[0], *below), _strangers(rest, below)
            yield PileChange(gone, (), after, blind=True, named=found)
    below = _named(rest, shown)
    if below is not None:
        # How many cards the unread one lies over, as far as what shows tells.
        deep = below.index(shown[0]) if shown else 0
        found, after = _strangers(rest, below), (None, *below)
        yield PileChange(gone, (None,), after, blind=True, named=found, peeping=deep)


def _strangers(pile: m.Pile, after: m.Pile) -> tuple[d.Card, ...]:
    """The cards that turn out to have lain unread in a pile."""
    return tuple(card for card in after if card is not None and card not in pile)


def _fresh(rest: m.Pile, shown: tuple[d.Card, ...]) -> Iterator[tuple[d.Card | None, ...]]:
    """What may have been laid, the last one on top: cards that show and weren't there, and one unread among them."""
    new: list[d.Card] = []
    for card in shown:
        if card in rest:
            break
        new.append(card)
    for count in range(min(len(new), MOST_LAID) + 1):
        laid = tuple(reversed(new[:count]))
        yield laid
        if laid:
            yield (*laid[:-1], None, laid[-1])


def without(pile: m.Pile, cards: tuple[d.Card | None, ...]) -> m.Pile:
    """The pile without cards that lie elsewhere now: it was wrong that they lay in it."""
    if not any(card is not None and card in pile for card in cards):
        return pile
    return tuple(card for card in pile if card is None or card not in cards)


def fitted(pile: m.Pile, shown: tuple[d.Card, ...]) -> m.Pile | None:
    """The pile with the unread cards named that show; None where it cannot look like this.

    Its top shows; of what lies below anything may show, and what of it lies over what is not seen.
    """
    if not shown or not pile:
        return pile if not shown and not pile else None
    top = pile[0]
    if top is not shown[0] and (top is not None or shown[0] in pile):
        return None
    below = _named(pile[1:], shown[1:])
    return None if below is None else (shown[0], *below)


def _named(pile: m.Pile, shown: tuple[d.Card, ...]) -> m.Pile | None:
    strangers = [card for card in shown if card not in pile]
    if len(strangers) > pile.count(None):
        return None
    names = iter(strangers)
    return tuple(next(names, None) if card is None else card for card in pile)


ShownInBetween: TypeAlias = tuple[tuple[d.Card, ...], int, float]
"""What a zone may have shown in between, how many cards more lay there, and what speaks against it."""
MOST_A_TURN: Final = sum(turn_transitions.RATIOS[0])
"""One turn moves so many cards in Mac's row."""
MOST_AT_ONCE: Final = 2 * MOST_A_TURN
"""Two turns move no more cards in Mac's row before it settles."""


@lru_cache(maxsize=64)
def parts_of_row(row: m.Pile, evidence: t.ZoneChange) -> tuple[ShownInBetween, ...]:
    """What Mac's row, of which this is believed, may have shown in between."""
    return tuple(_parts_of_row(row, evidence))


def _parts_of_row(row: m.Pile, evidence: t.ZoneChange) -> Iterator[ShownInBetween]:
    gone = [card for card in row if card and card not in evidence.cards]
    new = [card for card in evidence.cards if card not in row]
    new += evidence.passed(row)
    for out in _subsets(gone):
        for came, unread in _laid_unseen(new):
            if unread and out and evidence.visits < 2:
                continue
            if out or came or unread:
                between = (*(c for c in row if c and c not in out), *came)
                cost = likelihoods.OVERTAKEN * evidence.disorder(row, between)
                yield between, unread, cost + likelihoods.OVERTAKEN * unread


def parts_of_pile(pile: m.Pile, evidence: t.ZoneChange) -> Iterator[ShownInBetween]:
    """The same of a pile: its top taken, or some of what was laid on it, or a card more that went before it was read."""
    for cards in _on_pile(pile, evidence.cards):
        yield cards, 0, 0.0
    yield evidence.cards, 1, likelihoods.OVERTAKEN


def _laid_unseen(new: list[d.Card]) -> Iterator[tuple[tuple[d.Card, ...], int]]:
    """What may have been laid in Mac's row before others came: cards that show now, and how many went before they were read."""
    for came in _subsets(new):
        yield came, 0
        if len(came) < 2:
            yield came, 1


def _on_pile(pile: m.Pile, shown: tuple[d.Card, ...]) -> Iterator[tuple[d.Card, ...]]:
    """What a pile may have shown before it came to show these cards."""
    for under in (pile[1:2], pile[2:3])[: len(pile)]:
        if None not in under:
            yield tuple(card for card in under if card)
    for number, card in enumerate(shown, 1):
        if card in pile:
            return
        if shown[number:]:
            yield shown[number:]


def shown_between(hypothesis: t.Hypothesis, evidence: t.ZoneChange) -> Iterator[tuple[d.Card, ...]]:
    """What a zone may have shown between two turns: such that the first is complete by it."""
    if evidence.zone == d.ACTIONS:
        if len(set(evidence.cards) - hypothesis.actions) > 1:
            yield evidence.cards[1:]
        return
    if evidence.zone != d.MAC:
        if evidence.visits > 1:
            yield from _on_pile(hypothesis.pile(evidence.zone), evidence.cards)
        return
    turn = hypothesis.turn
    gone = [card for card in hypothesis.mac if card and card not in evidence.cards]
    passed = evidence.passed(hypothesis.mac)
    new = [card for card in evidence.cards if card not in hypothesis.mac] + passed
    moved = len(gone) + len(new) + len(passed)
    if not 2 <= moved <= MOST_AT_ONCE:
        return
    taken, laid = len(turn.taken), len(turn.laid)
    for out in _subsets(gone):
        for came in _subsets(new):
            moves = (taken + len(out), laid + len(came))
            # What an action card has somebody do with Mac is no exchange.
            whole = bool(turn.played) or moves in turn_transitions.RATIOS
            if whole and 0 < len(out) + len(came) < moved:
                left = tuple(card for card in hypothesis.mac if card and card not in out)
                yield (*left, *came)


def moves_several_turns(hypothesis: t.Hypothesis, evidence: t.ZoneChange) -> bool:
    """Whether more cards came to Mac's row and went than one turn moves: arms that touch are told as one."""
    if evidence.zone != d.MAC:
        return False
    moved = {*hypothesis.mac} - {None} ^ {*evidence.cards}
    return len(moved) > MOST_A_TURN


def _subsets(cards: list[d.Card]) -> Iterator[tuple[d.Card, ...]]:
    return chain.from_iterable(combinations(cards, n) for n in range(3))
