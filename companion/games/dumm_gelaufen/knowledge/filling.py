"""Feasibility of the constraints, and which card can be in which bag in some solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.dumm_gelaufen.knowledge.constraints import Constraints


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
        self.sizes = [len(cards) for _, cards in constraints.groups] + [1] * len(
            constraints.ghosts
        )
        self.flow = [[0] * len(constraints.bags) for _ in masks]
        self.rest = list(self.sizes)
        self.load = [0] * len(constraints.bags)

    def complete(self) -> bool:
        """Fill every bag to its minimum, then place all remaining cards."""
        self._fill([bag.fewest for bag in self.bags])
        if any(
            load < bag.fewest for load, bag in zip(self.load, self.bags, strict=True)
        ):
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

    def _push(
        self, b: int, came: dict[int, int], through: dict[int, int], room: int
    ) -> None:
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
