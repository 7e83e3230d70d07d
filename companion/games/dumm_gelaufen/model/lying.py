"""What lies open on the table, and how a belief of it is put right."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.model.events import TableCorrected

Cards: TypeAlias = tuple[d.Card, ...]
Pile: TypeAlias = tuple[d.Card | None, ...]
"""A pile, its top first; None is a card that nobody has read."""
Lying: TypeAlias = Mapping[str, Pile]
"""What lies open at each place: Mac's row left to right, the piles their tops first."""


def lying(mac: Pile = (), left: Pile = (), right: Pile = (), actions: Pile = ()) -> Lying:
    """What lies open at each place."""
    return {d.MAC: mac, d.LEFT: left, d.RIGHT: right, d.ACTIONS: actions}


def without(believed: Lying, cards: Collection[d.Card]) -> Lying:
    """What lies open given that these cards do not lie where they were believed to: in the piles unknown ones do."""
    lies = {
        place: tuple(None if card in cards else card for card in pile)
        for place, pile in believed.items()
    }
    return {**lies, d.MAC: tuple(card for card in believed[d.MAC] if card not in cards)}


def corrected(believed: Lying, event: TableCorrected) -> tuple[Lying, Cards]:
    """What lies open once the table is right, and the cards that were seen there."""
    told = {d.MAC: event.mac, d.LEFT: event.left, d.RIGHT: event.right, d.ACTIONS: event.actions}
    seen = tuple(card for pile in told.values() for card in pile or () if card is not None)
    rest = without(believed, seen)
    return {place: rest[place] if pile is None else pile for place, pile in told.items()}, seen


def topped(believed: Lying, place: d.Place, card: d.Card) -> Lying:
    """What lies open once the top of a pile was read."""
    rest = without(believed, (card,))
    return {**rest, place: (card, *rest[place][1:])}
