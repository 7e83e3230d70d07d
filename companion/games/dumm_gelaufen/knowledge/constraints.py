"""What is known of hidden cards, as constraints: how many each bag holds, and in which bags a card may be; cards with the same bags are one group, a bag is one bit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.games.dumm_gelaufen import deck as d

Group: TypeAlias = tuple[int, frozenset[d.Card]]
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
    groups: Iterable[Group], source: int, target: int, among: frozenset[d.Card]
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
    found: dict[int, frozenset[d.Card]] = {}
    for bits, cards in groups:
        if cards:
            found[bits] = found[bits] | cards if bits in found else cards
    return tuple(sorted(found.items(), key=lambda group: group[0]))


Holder: TypeAlias = int | str | tuple[str, int]
"""A holder of hidden cards: a seat, a place, or a position in a pile, counted from 1 at the bottom."""


@dataclass(frozen=True, slots=True)
class Bag:
    """Hidden cards of one holder, at least ``fewest`` and at most ``most``.

    ``drawer`` is who drew them a moment ago, as long as at-once cards may be
    among them that he has not shown yet.
    """

    holder: Holder
    fewest: int
    most: int
    drawer: int | None = None

    def plus(self, fewest: int, most: int) -> Bag:
        """The bag with this many cards added."""
        return Bag(self.holder, self.fewest + fewest, self.most + most, self.drawer)

    def less(self, count: int) -> Bag:
        """The bag with this many cards removed."""
        return self.plus(-min(count, self.fewest), -count)


@dataclass(frozen=True, slots=True)
class Constraints:
    """All hidden cards: the bags, and for every card the bags in which it may be.

    ``ghosts`` are such bits of cards that have left in public.
    """

    bags: tuple[Bag, ...] = ()
    groups: tuple[Group, ...] = ()
    ghosts: tuple[int, ...] = ()

    def of(self, holder: Holder) -> int:
        """The bits of a holder's bags."""
        return sum(1 << i for i, bag in enumerate(self.bags) if bag.holder == holder)

    def drawn_by(self, player: int) -> int:
        """The bits of the bags that a player drew and has not shown."""
        return sum(1 << i for i, bag in enumerate(self.bags) if bag.drawer == player)

    def size(self, holder: Holder) -> tuple[int, int]:
        """The minimum and the maximum number of a holder's cards."""
        bits = self.of(holder)
        held = [bag for bag in self.bags if bag.holder == holder]
        gone = sum(1 for ghost in self.ghosts if ghost & bits)
        fewest = sum(bag.fewest for bag in held) - gone
        return max(0, fewest), sum(bag.most for bag in held) - gone

    def bits(self, card: d.Card) -> int:
        """The bits of the bags in which a card may be; 0 for a card that is not hidden."""
        return next((bits for bits, cards in self.groups if card in cards), 0)

    # What happens to hidden cards ------------------------------------------------

    def put(self, holder: Holder, cards: frozenset[d.Card]) -> Constraints:
        """The bags after publicly known cards went to a holder."""
        if not cards:
            return self
        bag = Bag(holder, len(cards), len(cards))
        group = (1 << len(self.bags), cards)
        return replace(self, bags=(*self.bags, bag), groups=(*self.groups, group)).tidy()

    def moved(
        self,
        source: Holder,
        target: Holder,
        count: int,
        among: frozenset[d.Card],
        drawer: int | None = None,
    ) -> Iterator[Constraints]:
        """The bags, for every outcome, after ``count`` unseen cards went from one holder to another.

        ``among`` are the cards that they can have been.
        """
        held = [i for i, bag in enumerate(self.bags) if bag.holder == source]
        for counts in shared_out(count, [self.bags[i].most for i in held]):
            taken = [(i, n) for i, n in zip(held, counts, strict=True) if n]
            yield self._split(taken, target, among, drawer).tidy()

    def left(self, card: d.Card, source: int) -> Constraints | None:
        """The bags after a card publicly left one of the bags ``source`` (bits); None if it cannot have been there."""
        bits = self.bits(card) & source
        if not bits:
            return None
        groups = tuple((b, cards - {card}) for b, cards in self.groups)
        return replace(self, groups=groups, ghosts=(*self.ghosts, bits)).tidy()

    def confined(self, card: d.Card, source: int) -> Constraints | None:
        """The bags after a card was seen to be in one of the bags ``source``; None if that is impossible."""
        bits = self.bits(card) & source
        if not bits:
            return None
        groups = tuple((b, cards - {card}) for b, cards in self.groups)
        return replace(self, groups=(*groups, (bits, frozenset((card,))))).tidy()

    def without(self, cards: frozenset[d.Card], source: int) -> Constraints | None:
        """The bags given that none of the cards is in the bags ``source``; None if one must be."""
        split = (
            part
            for bits, group in self.groups
            for part in ((bits & ~source, group & cards), (bits, group - cards))
        )
        groups = tuple((bits, group) for bits, group in split if group)
        if not all(bits for bits, _ in groups):
            return None
        return replace(self, groups=groups).tidy()

    def held_by(self, holders: Mapping[Holder, Holder]) -> Constraints:
        """The bags with everything of the first holder given to the second."""
        bags = tuple(replace(b, holder=holders.get(b.holder, b.holder)) for b in self.bags)
        return replace(self, bags=bags).tidy()

    def shown(self, player: int | None, at_once: frozenset[d.Card]) -> Constraints | None:
        """The bags given that what a player (None: anybody) drew contains no further at-once card."""
        fresh = [bag.drawer is not None and player in (None, bag.drawer) for bag in self.bags]
        bits = sum(1 << i for i, is_fresh in enumerate(fresh) if is_fresh)
        if not bits:
            return self
        rest = self.without(at_once, bits)
        return rest and replace(rest, bags=rest._settled(player)).tidy()

    def resized(self, holder: Holder, fewest: int, most: int) -> Constraints | None:
        """The bags after a holder's cards were counted; None if the count is impossible."""
        held = [i for i, bag in enumerate(self.bags) if bag.holder == holder]
        low, high = self.size(holder)
        if most < low or fewest > high:
            return None
        if len(held) != 1 or (fewest <= low and high <= most):
            return self
        (at,) = held
        gone = self.bags[at].most - high
        bag = Bag(holder, max(low, fewest) + gone, min(high, most) + gone)
        return replace(self, bags=(*self.bags[:at], bag, *self.bags[at + 1 :])).tidy()

    def _settled(self, player: int | None) -> tuple[Bag, ...]:
        return tuple(
            replace(bag, drawer=None) if player in (None, bag.drawer) else bag for bag in self.bags
        )

    def _split(
        self,
        taken: Sequence[tuple[int, int]],
        target: Holder,
        among: frozenset[d.Card],
        drawer: int | None,
    ) -> Constraints:
        bags, groups = list(self.bags), self.groups
        for i, count in taken:
            bags[i] = bags[i].less(count)
            groups = tuple(reaching(groups, 1 << i, 1 << len(bags), among))
            bags.append(Bag(target, count, count, drawer))
        return replace(self, bags=tuple(bags), groups=groups)

    # Keeping it small --------------------------------------------------------------

    def tidy(self) -> Constraints:
        """Equivalent constraints with the fewest bags and groups."""
        before, after = None, self
        while after is not before:
            before, after = after, after._closed()._buried()._merged()
        return after

    def _closed(self) -> Constraints:
        """Propagate: a bag that is full of cards which can be nowhere else contains no other card."""
        full = self._full()
        shared = (b for b in (*(b for b, _ in self.groups), *self.ghosts) if b & full)
        if all(alone(bits) for bits in shared):
            return self
        groups = tuple([(unless_alone(bits, full), c) for bits, c in self.groups])
        ghosts = tuple([unless_alone(ghost, full) for ghost in self.ghosts])
        return Constraints(self.bags, groups, ghosts)

    def _full(self) -> int:
        """The bits of bags without room for a card that could also be elsewhere."""
        full = 0
        for i, (bag, sure) in enumerate(zip(self.bags, self._sure(), strict=True)):
            if bag.fewest == bag.most == sure or bag.most <= 0:
                full |= 1 << i
        return full

    def _sure(self) -> list[int]:
        """How many cards can only be in each bag, including those that left publicly."""
        sure = [0] * len(self.bags)
        for bits, cards in self.groups:
            if alone(bits):
                sure[bits.bit_length() - 1] += len(cards)
        for ghost in self.ghosts:
            if alone(ghost):
                sure[ghost.bit_length() - 1] += 1
        return sure

    def _buried(self) -> Constraints:
        """Remove a ghost that can only have been in one bag, together with its place."""
        if not any(map(alone, self.ghosts)):
            return self
        bags, ghosts = list(self.bags), []
        for ghost in self.ghosts:
            at = ghost.bit_length() - 1
            if alone(ghost) and bags[at].most > 0:
                bags[at] = bags[at].less(1)
            else:
                ghosts.append(ghost)
        if len(ghosts) == len(self.ghosts):
            return self
        return Constraints(tuple(bags), self.groups, tuple(ghosts))

    def _merged(self) -> Constraints:
        """Constraints of one holder that the same cards may be in are one bag; so are those whose cards are sure."""
        place, bags = self._places()
        regular = len({bits for bits, c in self.groups if c}) == len(self.groups)
        if len(bags) == len(self.bags) and regular:
            return self
        moves = [1 << at if at >= 0 else 0 for at in place]
        return Constraints(
            tuple(bags),
            regrouped((renumbered(bits, moves), c) for bits, c in self.groups),
            tuple(sorted(renumbered(ghost, moves) for ghost in self.ghosts)),
        )

    def _places(self) -> tuple[list[int], list[Bag]]:
        """Where each bag goes when those that are alike are one (-1: nowhere), and the bags then."""
        keys: dict[object, int] = {}
        place: list[int] = []
        bags: list[Bag] = []
        sure, rows = self._sure(), self._rows()
        for bag, cards, seen in zip(self.bags, sure, rows, strict=True):
            if not seen and bag.most <= 0:
                place.append(-1)
                continue
            full = bag.fewest == bag.most == cards
            at = keys.setdefault((bag.holder, bag.drawer, full or seen), len(bags))
            place.append(at)
            if at == len(bags):
                bags.append(bag)
            else:
                bags[at] = bags[at].plus(bag.fewest, bag.most)
        return place, bags

    def _rows(self) -> list[int]:
        """For every bag the groups and ghosts that may be in it, as bits from 2 on."""
        rows = [0] * len(self.bags)
        mark = 2
        for bits in (*[bits for bits, _ in self.groups], *self.ghosts):
            rest = bits
            while rest:
                low = rest & -rest
                rows[low.bit_length() - 1] |= mark
                rest ^= low
            mark <<= 1
        return rows
