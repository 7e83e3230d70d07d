"""Piles of which only what lies open is sure: what must have been taken and laid for one to look as it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.action_cards import ACTION_CARDS
from companion.games.dumm_gelaufen.model.state import Pile

MOST_TAKEN: Final = ACTION_CARDS["K12"].takes
MOST_LAID: Final = ACTION_CARDS["K08"].lays
"""More is not looked for between two looks."""


@dataclass(frozen=True, slots=True)
class PileChange:
    """``taken`` from the top, first things first, then ``laid``, the last one on top; the ``pile`` after it."""

    taken: tuple[Card | None, ...]
    laid: tuple[Card | None, ...]
    pile: Pile
    surfaced: bool = False
    """Whether a card lies open now that nobody knew to be there."""
    vanished: bool = False
    """Whether nothing lies any more where cards should still lie: they were shuffled away."""
    blind: bool = False
    """Whether the top was not read: what shows lies below it, or nothing does."""

    named: tuple[Card, ...] = ()
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
def changes(pile: Pile, shown: tuple[Card, ...]) -> tuple[PileChange, ...]:
    """Everything that may have happened to a pile that now shows these cards, top first."""
    return tuple(_changes(pile, shown))


def _changes(pile: Pile, shown: tuple[Card, ...]) -> Iterator[PileChange]:
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
    yield from _vanishing(pile, shown)


def _vanishing(pile: Pile, shown: tuple[Card, ...]) -> Iterator[PileChange]:
    """The top was the last card of its pile, though more should have been there."""
    if not shown and len(pile) > 1:
        yield PileChange((pile[0],), (), (), vanished=True)


def _surfacing(pile: Pile, shown: tuple[Card, ...]) -> Iterator[PileChange]:
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


def _peeping_strangers(pile: Pile, shown: tuple[Card, ...]) -> Iterator[PileChange]:
    """Below the top show cards that nobody knew to be there."""
    for change in changes(pile, shown[:1]):
        if change.pile[:1] == shown[:1]:
            strangers = tuple(card for card in shown[1:] if card not in change.pile)
            below = (*shown[:1], *strangers, *change.pile[1:])
            yield replace(change, pile=below, surfaced=True)


def _laid_on(pile: Pile, taken: int, shown: tuple[Card, ...]) -> Iterator[PileChange]:
    gone = pile[:taken]
    rest = pile[taken:]
    for laid in _fresh(rest, shown):
        after = fitted((*reversed(laid), *rest), shown)
        if after is not None:
            named = after[: len(laid)]
            fresh = tuple(reversed(named))
            found = tuple(c for c in after[len(laid) :] if c not in rest)
            unread = tuple(c for c in found if c is not None)
            deep = _peeping(after, shown)
            yield PileChange(gone, fresh, after, named=unread, peeping=deep)


def _peeping(pile: Pile, shown: tuple[Card, ...]) -> int:
    """How many cards lie between the top and the next one that shows."""
    return min((pile.index(card) for card in shown[1:]), default=1) - 1


def _blindly(pile: Pile, taken: int, shown: tuple[Card, ...]) -> Iterator[PileChange]:
    """The top was not read: the one that lies there now, or one laid on it."""
    gone = pile[:taken]
    rest = pile[taken:]
    if rest and rest[0] not in shown and (taken or rest[0] is None):
        below = _named(rest[1:], shown)
        if below is not None:
            yield PileChange(gone, (), (rest[0], *below), blind=True)
    below = _named(rest, shown)
    if below is not None:
        covering = _covered(rest, shown)
        yield PileChange(gone, (None,), (None, *below), blind=True, peeping=covering)


def _covered(rest: Pile, shown: tuple[Card, ...]) -> int:
    """How many cards an unread one lies over, as far as what shows tells; where nothing shows, over the one that lay open."""
    if not shown:
        return min(1, len(rest))
    return rest.index(shown[0]) if shown[0] in rest else 0


def _fresh(rest: Pile, shown: tuple[Card, ...]) -> Iterator[tuple[Card | None, ...]]:
    """What may have been laid, the last one on top: cards that show and weren't there, and one unread among them."""
    new: list[Card] = []
    for card in shown:
        if card in rest:
            break
        new.append(card)
    for count in range(min(len(new), MOST_LAID) + 1):
        laid = tuple(reversed(new[:count]))
        yield laid
        if laid:
            yield (*laid[:-1], None, laid[-1])


def without(pile: Pile, cards: tuple[Card | None, ...]) -> Pile:
    """The pile without cards that lie elsewhere now: it was wrong that they lay in it."""
    if not any(card is not None and card in pile for card in cards):
        return pile
    return tuple(card for card in pile if card is None or card not in cards)


def fitted(pile: Pile, shown: tuple[Card, ...]) -> Pile | None:
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


def _named(pile: Pile, shown: tuple[Card, ...]) -> Pile | None:
    strangers = [card for card in shown if card not in pile]
    if len(strangers) > pile.count(None):
        return None
    names = iter(strangers)
    return tuple(next(names, None) if card is None else card for card in pile)
