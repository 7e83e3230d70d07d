"""Where the murphy cards can be: in front of whom, in the stack, among the returned, or won (rules, A8 and A9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.knowledge import possibilities
from companion.games.dumm_gelaufen.knowledge.constraints import Constraints, Holder
from companion.games.dumm_gelaufen.knowledge.possibilities import Possibilities

STACK: Final = "stack"
RETURNED: Final = "returned"
ON_TOP: Final = (STACK, 1)
"""Holder of what was left of the stack when the returned ones were shuffled under it."""


def stacked(cards: Iterable[Card]) -> Possibilities:
    """Before any was dealt: nobody holds one, and their order is unknown."""
    return (Constraints().put(STACK, frozenset(cards)),)


def anywhere(cards: frozenset[Card], players: Iterable[int]) -> Possibilities:
    """A card for everybody, and nothing known about which."""
    holders: dict[Holder, tuple[int, int]] = dict.fromkeys(players, (1, 1))
    rest = (0, len(cards))
    holders |= {STACK: rest, RETURNED: rest}
    return (possibilities.anywhere(holders, cards, lambda _card, _holder: True),)


def dealt(
    found: Possibilities, player: int, card: Card | None, everything: frozenset[Card]
) -> Possibilities:
    """A player gets the top of the stack; an empty one is renewed first, whether anybody said so or not."""
    among = everything if card is None else frozenset((card,))
    return possibilities.fan(found, lambda outcome: _dealt(outcome, player, among))


def _dealt(
    outcome: Constraints, player: int, among: frozenset[Card]
) -> Iterator[Constraints]:
    if outcome.size(ON_TOP)[1]:
        yield from outcome.moved(ON_TOP, player, 1, among)
        return
    if not outcome.size(STACK)[1]:
        outcome = outcome.held_by({RETURNED: STACK})
    yield from outcome.moved(STACK, player, 1, among)


def restacked(found: Possibilities) -> Possibilities:
    """The returned ones are shuffled under what is left of the stack."""
    return possibilities.each(found, _restacked)


def _restacked(outcome: Constraints) -> Constraints:
    return outcome.held_by({STACK: ON_TOP, RETURNED: STACK})


def returned(found: Possibilities, player: int) -> Possibilities:
    """A player's murphy card goes to those that were returned."""
    return possibilities.each(
        found, lambda outcome: outcome.held_by({player: RETURNED})
    )


def replaced(
    found: Possibilities, player: int, card: Card | None, everything: frozenset[Card]
) -> Possibilities:
    """A player takes a new one and only then returns his old one (A02)."""
    aside = ("old", player)
    kept = possibilities.each(found, lambda outcome: outcome.held_by({player: aside}))
    new = dealt(kept, player, card, everything)
    return possibilities.each(new, lambda outcome: outcome.held_by({aside: RETURNED}))


def swapped(found: Possibilities, one: int, other: int) -> Possibilities:
    """Two players swap theirs."""
    return possibilities.each(
        found, lambda outcome: outcome.held_by({one: other, other: one})
    )


def seen(found: Possibilities, player: int, card: Card) -> Possibilities:
    """A player's was read."""
    return possibilities.each(
        found, lambda outcome: outcome.confined(card, outcome.of(player))
    )


def won(
    found: Possibilities, player: int, card: Card, players: Iterable[int]
) -> Possibilities:
    """A player's lies open before him for good; everybody else's is returned unread."""
    gone = possibilities.each(
        found, lambda outcome: outcome.left(card, outcome.of(player))
    )
    others: dict[Holder, Holder] = {p: RETURNED for p in players if p != player}
    return possibilities.each(gone, lambda outcome: outcome.held_by(others))
