"""Where the murphy cards can be: in front of whom, in the stack, among the returned, or won (rules, A8 and A9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.knowledge import worlds
from companion.games.dumm_gelaufen.knowledge.bags import Bags, Holder
from companion.games.dumm_gelaufen.knowledge.worlds import Worlds

STACK: Final = "stack"
RETURNED: Final = "returned"
ON_TOP: Final = (STACK, 1)
"""Holder of what was left of the stack when the returned ones were shuffled under it."""


def stacked(cards: Iterable[Card]) -> Worlds:
    """All of them in the stack."""
    return (Bags().put(STACK, frozenset(cards)),)


def anywhere(cards: frozenset[Card], players: Iterable[int]) -> Worlds:
    """A card for everybody, and nothing known about which."""
    holders: dict[Holder, tuple[int, int]] = dict.fromkeys(players, (1, 1))
    rest = (0, len(cards))
    holders |= {STACK: rest, RETURNED: rest}
    return (worlds.anywhere(holders, cards, lambda _card, _holder: True),)


def dealt(
    found: Worlds, player: int, card: Card | None, everything: frozenset[Card]
) -> Worlds:
    """A player gets the top of the stack; an empty one is renewed first, whether anybody said so or not."""
    among = everything if card is None else frozenset((card,))
    return worlds.fan(found, lambda bags: _dealt(bags, player, among))


def _dealt(bags: Bags, player: int, among: frozenset[Card]) -> Iterator[Bags]:
    if bags.size(ON_TOP)[1]:
        yield from bags.moved(ON_TOP, player, 1, among)
        return
    if not bags.size(STACK)[1]:
        bags = bags.held_by({RETURNED: STACK})
    yield from bags.moved(STACK, player, 1, among)


def restacked(found: Worlds) -> Worlds:
    """The returned ones are shuffled under what is left of the stack."""
    return worlds.each(found, _restacked)


def _restacked(bags: Bags) -> Bags:
    return bags.held_by({STACK: ON_TOP, RETURNED: STACK})


def returned(found: Worlds, player: int) -> Worlds:
    """A player returns his."""
    return worlds.each(found, lambda bags: bags.held_by({player: RETURNED}))


def replaced(
    found: Worlds, player: int, card: Card | None, everything: frozenset[Card]
) -> Worlds:
    """A player takes a new one and only then returns his old one (A02)."""
    aside = ("old", player)
    kept = worlds.each(found, lambda bags: bags.held_by({player: aside}))
    new = dealt(kept, player, card, everything)
    return worlds.each(new, lambda bags: bags.held_by({aside: RETURNED}))


def swapped(found: Worlds, one: int, other: int) -> Worlds:
    """Two players swap theirs."""
    return worlds.each(found, lambda bags: bags.held_by({one: other, other: one}))


def seen(found: Worlds, player: int, card: Card) -> Worlds:
    """A player's was read."""
    return worlds.each(found, lambda bags: bags.confined(card, bags.of(player)))


def won(found: Worlds, player: int, card: Card, players: Iterable[int]) -> Worlds:
    """A player's lies open before him for good; everybody else's is returned unread."""
    gone = worlds.each(found, lambda bags: bags.left(card, bags.of(player)))
    others: dict[Holder, Holder] = {p: RETURNED for p in players if p != player}
    return worlds.each(gone, lambda bags: bags.held_by(others))
