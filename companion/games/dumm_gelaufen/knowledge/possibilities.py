"""Feasibility of the constraints, and which card can be in which bag in some solution."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.knowledge.constraints import Bag, Constraints, Holder, regrouped


def possible(constraints: Constraints) -> tuple[int, ...] | None:
    """For every group of ``constraints`` the bags in which one of its cards is in some filling, as bits.

    None where the bags cannot be filled: what was assumed is not so.

    Cards to bags is a transportation problem: a first filling is found by
    augmenting paths; a card can be in a bag if it is there in this filling or
    if a cycle of exchanges brings it there.
    """
    filled = _Filling(constraints)
    if not filled.complete():
        return None
    reach = filled.reachable()
    found = []
    for g in range(len(constraints.groups)):
        used = filled.flow[g]
        bits = 0
        for b in filled.allowed[g]:
            if used[b] or reach[b] >> g & 1:
                bits |= 1 << b
        found.append(bits)
    return tuple(found)


class _Filling:
    """How many cards of each group (ghosts are groups of one) lie in which bag."""

    def __init__(self, constraints: Constraints) -> None:
        self.bags = constraints.bags
        masks = [bits for bits, _ in constraints.groups] + list(constraints.ghosts)
        self.allowed = [tuple(_ones(bits)) for bits in masks]
        self.sizes = [len(cards) for _, cards in constraints.groups] + [1] * len(constraints.ghosts)
        self.flow = [[0] * len(constraints.bags) for _ in masks]
        self.rest = list(self.sizes)
        self.load = [0] * len(constraints.bags)

    def complete(self) -> bool:
        """Fill every bag to its minimum, then place all remaining cards."""
        self._fill([bag.fewest for bag in self.bags])
        if any(load < bag.fewest for load, bag in zip(self.load, self.bags, strict=True)):
            return False
        self._fill([bag.most for bag in self.bags])
        return not any(self.rest)

    def _fill(self, most: Sequence[int]) -> None:
        while self._augment(most):
            pass

    def _augment(self, most: Sequence[int]) -> bool:
        """Add cards along one augmenting path, from a group with cards left to a bag with room."""
        came: dict[int, int] = {g: -1 for g, rest in enumerate(self.rest) if rest}
        through: dict[int, int] = {}
        waiting = list(came)
        for g in waiting:
            for b in self.allowed[g]:
                if b in through:
                    continue
                through[b] = g
                if self.load[b] < most[b]:
                    self._push(b, came, through, most[b] - self.load[b])
                    return True
                for other in range(len(self.flow)):
                    if self.flow[other][b] and other not in came:
                        came[other] = b
                        waiting.append(other)
        return False

    def _push(self, b: int, came: dict[int, int], through: dict[int, int], room: int) -> None:
        path, end = [], b
        while True:
            g = through[b]
            back = came[g]
            path.append((g, b, back))
            if back < 0:
                break
            room, b = min(room, self.flow[g][back]), back
        room = min(room, self.rest[g])
        self.rest[g] -= room
        self.load[end] += room
        for g, b, back in path:
            self.flow[g][b] += room
            if back >= 0:
                self.flow[g][back] -= room

    def reachable(self) -> list[int]:
        """For every bag the groups to which a place in it can be traced by exchanges, as bits.

        A place in a bag can go to a card of a group that lies there, whose
        own place is then free in any bag it may be in, and so on. Constraints with
        room, and bags that can do with a card less, exchange freely.
        """
        slack = [
            (load < bag.most, load > bag.fewest)
            for load, bag in zip(self.load, self.bags, strict=True)
        ]
        return [self._traced(b, slack) for b in range(len(self.bags))]

    def _traced(self, start: int, slack: Sequence[tuple[bool, bool]]) -> int:
        bags, groups = {start}, 0
        waiting = [start]
        for b in waiting:
            if slack[b][0]:
                more = [c for c, (_, can_spare) in enumerate(slack) if can_spare]
            else:
                more = []
            for g in range(len(self.flow)):
                if self.flow[g][b] and not groups >> g & 1:
                    groups |= 1 << g
                    more.extend(self.allowed[g])
            for c in more:
                if c not in bags:
                    bags.add(c)
                    waiting.append(c)
        return groups


def _ones(bits: int) -> Iterator[int]:
    at = 0
    while bits:
        if bits & 1:
            yield at
        bits, at = bits >> 1, at + 1


Holders: TypeAlias = Mapping[Holder, Holder]
Possibilities: TypeAlias = tuple[Constraints, ...]
"""Not empty if the events are consistent; together they are exactly what is possible, up to ``MOST`` of them."""

MOST: Final = 64
"""Beyond this number outcomes are merged: what is known stays true, but is no longer complete."""

_PRUNED_FROM: Final = 8


def after(
    outcomes: Possibilities, branch: Callable[[Constraints], Iterable[Constraints | None]]
) -> Possibilities:
    """The outcomes after a change: all that each of them may lead to; None is what it cannot lead to."""
    return fewer(o for outcome in outcomes for o in branch(outcome) if o is not None)


def with_holders(outcomes: Possibilities, holders: Holders) -> Possibilities:
    """The outcomes with everything of each of these holders given to another."""
    return after(outcomes, lambda outcome: [outcome.held_by(holders)])


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
    bags = []
    for holder, drawer in keys:
        sizes = [_live(outcome, holder, drawer) for outcome in outcomes]
        bags.append(Bag(holder, min(s for s, _ in sizes), max(s for _, s in sizes), drawer))
    where: dict[d.Card, int] = {}
    for outcome in outcomes:
        for bits, cards in outcome.groups:
            held = [b for i, b in enumerate(outcome.bags) if bits >> i & 1]
            reach = _union(at[b.holder, b.drawer] for b in held)
            where |= {card: where.get(card, 0) | reach for card in cards}
    groups = regrouped((bits, frozenset((card,))) for card, bits in where.items())
    return Constraints(tuple(bags), groups).tidy()


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
    cards: Iterable[d.Card],
    may: Callable[[d.Card, Holder], bool],
) -> Constraints:
    """Nothing known but how many cards each holder has at least and at most, and of which kind they may be."""
    bags = [Bag(h, *size) for h, size in holders.items()]
    where = {
        card: _union(1 << i for i, bag in enumerate(bags) if may(card, bag.holder))
        for card in cards
    }
    groups = regrouped((bits, frozenset((card,))) for card, bits in where.items())
    return Constraints(tuple(bags), groups).tidy()


def size(outcomes: Possibilities, holder: Holder) -> tuple[int, int]:
    """The fewest and the most cards that a holder can have."""
    sizes = [outcome.size(holder) for outcome in outcomes] or [(0, 0)]
    return min(few for few, _ in sizes), max(most for _, most in sizes)


def spots(outcomes: Possibilities) -> dict[d.Card, frozenset[Holder]]:
    """Every hidden card, and who holds it in some outcome."""
    found: dict[d.Card, frozenset[Holder]] = {}
    for outcome in outcomes:
        for (_, cards), bits in zip(outcome.groups, possible(outcome) or (), strict=False):
            there = frozenset(b.holder for i, b in enumerate(outcome.bags) if bits >> i & 1)
            found |= {card: found.get(card, frozenset()) | there for card in cards}
    return found


def _union(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found
