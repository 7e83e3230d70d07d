"""The open cards, one by one: Mac's row and the piles, as known to an observer who saw every card laid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.knowledge.constraints import Holder
from companion.games.dumm_gelaufen.model.places import ACTIONS, LEFT, RIGHT, Place
from companion.games.dumm_gelaufen.model.state import Cards, Pile

Spot: TypeAlias = tuple[Place, int]
"""A card in a pile by its height: 1 is the lowest."""

PILES: Final[tuple[Place, ...]] = (LEFT, RIGHT, ACTIONS)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Mac's row, and the piles with their tops first; None is a card that nobody has read."""

    mac: Cards = ()
    left: Pile = ()
    right: Pile = ()
    actions: Pile = ()

    def pile(self, place: Place) -> Pile:
        """One of the piles; empty for another place."""
        match place:
            case "open-left":
                return self.left
            case "open-right":
                return self.right
            case "actions":
                return self.actions
            case _:
                return ()

    def with_pile(self, place: Place, pile: Pile) -> OpenTable:
        """The table with another pile in this place."""
        match place:
            case "open-left":
                return replace(self, left=pile)
            case "open-right":
                return replace(self, right=pile)
            case "actions":
                return replace(self, actions=pile)
            case _:
                return self

    def laid(self, place: Place, card: Card | None) -> OpenTable:
        """The table with one more card, on top of a pile or at the end of Mac's row."""
        if place == "mac":
            return self if card is None else replace(self, mac=(*self.mac, card))
        return self.with_pile(place, (card, *self.pile(place)))

    def top(self, place: Place) -> Spot:
        """Where the top card of a pile lies; height 0 where there is none."""
        return place, len(self.pile(place))

    def unread(self) -> Iterator[Spot]:
        """The places of the cards in the piles that nobody has read."""
        for place in PILES:
            pile = self.pile(place)
            for at, card in enumerate(pile):
                if card is None:
                    yield place, len(pile) - at

    @property
    def read(self) -> frozenset[Card]:
        """Every card whose place here is known."""
        lying = (*self.mac, *self.left, *self.right, *self.actions)
        return frozenset(card for card in lying if card is not None)

    def place_of(self, card: Card) -> Place | None:
        """Where a card lies open; None where it does not."""
        if card in self.mac:
            return "mac"
        return next((place for place in PILES if card in self.pile(place)), None)

    def without(self, cards: frozenset[Card]) -> OpenTable:
        """The table given that these cards do not lie where they were believed to: in the piles unknown ones do."""
        return OpenTable(
            tuple(card for card in self.mac if card not in cards),
            *(_vague(self.pile(place), cards) for place in PILES),
        )


def _vague(pile: Pile, cards: frozenset[Card]) -> Pile:
    return tuple(None if card in cards else card for card in pile)


def holder_place(holder: Holder) -> Holder:
    """The place of a holder: for a position in a pile, the pile."""
    return holder[0] if isinstance(holder, tuple) else holder
