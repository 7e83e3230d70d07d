"""All that can be, as several :class:`~companion.games.dumm_gelaufen.knowledge.bags.Bags`: one for every outcome that nobody saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.knowledge.bags import Bag, Bags, Holder
from companion.games.dumm_gelaufen.knowledge.filling import possible

Worlds: TypeAlias = tuple[Bags, ...]
"""Never empty where what was told can be true; together exactly what can be, up to ``MOST`` of them."""

MOST: Final = 64
"""From here on outcomes are no longer told apart: what is known is still true, but no longer all that could be."""

_PRUNED_FROM: Final = 8


def each(worlds: Worlds, change: Callable[[Bags], Bags | None]) -> Worlds:
    """The worlds in which something can be, after it."""
    return fewer(after for bags in worlds if (after := change(bags)) is not None)


def fan(worlds: Worlds, outcomes: Callable[[Bags], Iterable[Bags]]) -> Worlds:
    """The worlds after something that can have gone several ways."""
    return fewer(after for bags in worlds for after in outcomes(bags))


def fewer(worlds: Iterable[Bags]) -> Worlds:
    """The same worlds without doubles, without those that cannot be, and joined where they are too many."""
    found = tuple(dict.fromkeys(worlds))
    if len(found) > _PRUNED_FROM:
        found = pruned(found)
    return found if len(found) <= MOST else (joined(found),)


def pruned(worlds: Iterable[Bags]) -> Worlds:
    """Only the worlds that can be."""
    return tuple(bags for bags in worlds if possible(bags) is not None)


def joined(worlds: Worlds) -> Bags:
    """One bag for every holder, with every card wherever it can be in any of the worlds."""
    keys = tuple(dict.fromkeys((b.holder, b.drawer) for w in worlds for b in w.bags))
    at = {key: 1 << i for i, key in enumerate(keys)}
    bags = tuple(_joined_bag(worlds, holder, drawer) for holder, drawer in keys)
    where: dict[Card, int] = {}
    for world in worlds:
        for bits, cards in world.groups:
            held = [b for i, b in enumerate(world.bags) if bits >> i & 1]
            reach = _union(at[b.holder, b.drawer] for b in held)
            where |= {card: where.get(card, 0) | reach for card in cards}
    return Bags(bags, _grouped(where)).tidy()


def _joined_bag(worlds: Worlds, holder: Holder, drawer: int | None) -> Bag:
    sizes = [_live(world, holder, drawer) for world in worlds]
    return Bag(holder, min(s for s, _ in sizes), max(s for _, s in sizes), drawer)


def _live(world: Bags, holder: Holder, drawer: int | None) -> tuple[int, int]:
    """How many cards are in these bags now: those that left in public are not."""
    bits = [
        (1 << i, bag)
        for i, bag in enumerate(world.bags)
        if (bag.holder, bag.drawer) == (holder, drawer)
    ]
    some = sum(1 for g in world.ghosts if any(g & bit for bit, _ in bits))
    surely = sum(1 for g in world.ghosts if g & ~_union(bit for bit, _ in bits) == 0)
    fewest = sum(bag.fewest for _, bag in bits) - some
    return max(0, fewest), sum(bag.most for _, bag in bits) - surely


def anywhere(
    holders: Mapping[Holder, tuple[int, int]],
    cards: Iterable[Card],
    may: Callable[[Card, Holder], bool],
    drawers: Mapping[Holder, int] | None = None,
) -> Bags:
    """Nothing known but how many cards each holder has at least and at most, and of which kind they may be."""
    fresh = drawers or {}
    bags = tuple(Bag(h, *size, fresh.get(h)) for h, size in holders.items())
    where = {
        card: _union(1 << i for i, bag in enumerate(bags) if may(card, bag.holder))
        for card in cards
    }
    return Bags(bags, _grouped(where)).tidy()


def size(worlds: Worlds, holder: Holder) -> tuple[int, int]:
    """The fewest and the most cards that a holder can have."""
    sizes = [bags.size(holder) for bags in worlds] or [(0, 0)]
    return min(few for few, _ in sizes), max(most for _, most in sizes)


def spots(worlds: Worlds) -> dict[Card, frozenset[Holder]]:
    """Every hidden card, and who can hold it in some world."""
    found: dict[Card, frozenset[Holder]] = {}
    for bags in worlds:
        for (_, cards), bits in zip(bags.groups, possible(bags) or (), strict=False):
            there = frozenset(
                b.holder for i, b in enumerate(bags.bags) if bits >> i & 1
            )
            found |= {card: found.get(card, frozenset()) | there for card in cards}
    return found


def _union(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found


def _grouped(where: Mapping[Card, int]) -> tuple[tuple[int, frozenset[Card]], ...]:
    groups: dict[int, set[Card]] = {}
    for card, bits in where.items():
        groups.setdefault(bits, set()).add(card)
    return tuple((bits, frozenset(cards)) for bits, cards in groups.items())
