"""Groups of cards by the bags that they may lie in, a bag a bit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card

Group: TypeAlias = tuple[int, frozenset[Card]]
"""Cards of which the same is known: a bit for every bag in which they may be."""


def shared_out(count: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to choose ``count`` in total, with at most this many from each."""
    if not most:
        if count == 0:
            yield ()
        return
    for first in range(min(count, most[0]) + 1):
        for rest in shared_out(count - first, most[1:]):
            yield (first, *rest)


def reaching(
    groups: Iterable[Group], source: int, target: int, among: frozenset[Card]
) -> Iterator[Group]:
    """The groups once some cards ``among`` those in a bag of ``source`` went to the bag ``target``."""
    for bits, cards in groups:
        if not bits & source:
            yield bits, cards
            continue
        yield bits | target, cards & among
        yield bits, cards - among


def alone(bits: int) -> bool:
    """Whether it is one bag."""
    return bits != 0 and bits & (bits - 1) == 0


def unless_alone(bits: int, full: int) -> int:
    """The bits without those of full bags, but for a card that is one of theirs."""
    return bits if alone(bits) else bits & ~full


def renumbered(bits: int, moves: Sequence[int]) -> int:
    """The bits of the bags that they have become."""
    found = 0
    while bits:
        low = bits & -bits
        found |= moves[low.bit_length() - 1]
        bits ^= low
    return found


def regrouped(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Groups of the same bags made one, in order; empty ones left out."""
    found: dict[int, frozenset[Card]] = {}
    for bits, cards in groups:
        if cards:
            found[bits] = found[bits] | cards if bits in found else cards
    return tuple(sorted(found.items(), key=lambda group: group[0]))
