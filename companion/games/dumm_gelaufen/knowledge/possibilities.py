"""Everything possible, as several :class:`~companion.games.dumm_gelaufen.knowledge.constraints.Constraints`: one for every outcome that nobody saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.knowledge.constraints import Bag, Constraints, Holder
from companion.games.dumm_gelaufen.knowledge.filling import possible

Possibilities: TypeAlias = tuple[Constraints, ...]
"""Not empty if the events are consistent; together they are exactly what is possible, up to ``MOST`` of them."""

MOST: Final = 64
"""Beyond this number outcomes are merged: what is known stays true, but is no longer complete."""

_PRUNED_FROM: Final = 8


def each(
    outcomes: Possibilities, change: Callable[[Constraints], Constraints | None]
) -> Possibilities:
    """The outcomes that are consistent with a change, after it."""
    return fewer(
        after for outcome in outcomes if (after := change(outcome)) is not None
    )


def fan(
    outcomes: Possibilities, branch: Callable[[Constraints], Iterable[Constraints]]
) -> Possibilities:
    """The outcomes of a change with several possible results."""
    return fewer(after for outcome in outcomes for after in branch(outcome))


def fewer(outcomes: Iterable[Constraints]) -> Possibilities:
    """The outcomes without duplicates and impossible ones, merged if there are too many."""
    found = tuple(dict.fromkeys(outcomes))
    if len(found) > _PRUNED_FROM:
        found = pruned(found)
    return found if len(found) <= MOST else (joined(found),)


def pruned(outcomes: Iterable[Constraints]) -> Possibilities:
    """Only the possible outcomes."""
    return tuple(outcome for outcome in outcomes if possible(outcome) is not None)


def joined(outcomes: Possibilities) -> Constraints:
    """One bag per holder, in which a card may be if any of the outcomes allows it."""
    keys = tuple(dict.fromkeys((b.holder, b.drawer) for o in outcomes for b in o.bags))
    at = {key: 1 << i for i, key in enumerate(keys)}
    bags = tuple(_joined_bag(outcomes, holder, drawer) for holder, drawer in keys)
    where: dict[Card, int] = {}
    for outcome in outcomes:
        for bits, cards in outcome.groups:
            held = [b for i, b in enumerate(outcome.bags) if bits >> i & 1]
            reach = _union(at[b.holder, b.drawer] for b in held)
            where |= {card: where.get(card, 0) | reach for card in cards}
    return Constraints(bags, _grouped(where)).tidy()


def _joined_bag(outcomes: Possibilities, holder: Holder, drawer: int | None) -> Bag:
    sizes = [_live(outcome, holder, drawer) for outcome in outcomes]
    return Bag(holder, min(s for s, _ in sizes), max(s for _, s in sizes), drawer)


def _live(outcome: Constraints, holder: Holder, drawer: int | None) -> tuple[int, int]:
    """How many cards are in these bags now: those that left in public are not."""
    bits = [
        (1 << i, bag)
        for i, bag in enumerate(outcome.bags)
        if (bag.holder, bag.drawer) == (holder, drawer)
    ]
    some = sum(1 for g in outcome.ghosts if any(g & bit for bit, _ in bits))
    surely = sum(1 for g in outcome.ghosts if g & ~_union(bit for bit, _ in bits) == 0)
    fewest = sum(bag.fewest for _, bag in bits) - some
    return max(0, fewest), sum(bag.most for _, bag in bits) - surely


def anywhere(
    holders: Mapping[Holder, tuple[int, int]],
    cards: Iterable[Card],
    may: Callable[[Card, Holder], bool],
    drawers: Mapping[Holder, int] | None = None,
) -> Constraints:
    """Nothing known but how many cards each holder has at least and at most, and of which kind they may be."""
    fresh = drawers or {}
    bags = tuple(Bag(h, *size, fresh.get(h)) for h, size in holders.items())
    where = {
        card: _union(1 << i for i, bag in enumerate(bags) if may(card, bag.holder))
        for card in cards
    }
    return Constraints(bags, _grouped(where)).tidy()


def size(outcomes: Possibilities, holder: Holder) -> tuple[int, int]:
    """The fewest and the most cards that a holder can have."""
    sizes = [outcome.size(holder) for outcome in outcomes] or [(0, 0)]
    return min(few for few, _ in sizes), max(most for _, most in sizes)


def spots(outcomes: Possibilities) -> dict[Card, frozenset[Holder]]:
    """Every hidden card, and who holds it in some outcome."""
    found: dict[Card, frozenset[Holder]] = {}
    for outcome in outcomes:
        for (_, cards), bits in zip(
            outcome.groups, possible(outcome) or (), strict=False
        ):
            there = frozenset(
                b.holder for i, b in enumerate(outcome.bags) if bits >> i & 1
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
