"""Constraints against every world there is: on small tables they say exactly what can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.knowledge.constraints import Constraints, Holder
from companion.games.dumm_gelaufen.knowledge.possibilities import possible

CARDS = load_edition("classic").numbers
NONE: frozenset[Card] = frozenset()
World = dict[Card, Holder]
"""Where every hidden card is."""

HOLDERS: tuple[Holder, ...] = ("draw", 0, 1, 2)


def places(systems: Iterable[Constraints]) -> dict[Card, set[Holder]]:
    """Where every card can be, as the bags know it."""
    found: dict[Card, set[Holder]] = {}
    for bags in systems:
        for (_, cards), bits in zip(bags.groups, possible(bags) or (), strict=False):
            holders = {b.holder for i, b in enumerate(bags.bags) if bits >> i & 1}
            for card in cards:
                found.setdefault(card, set()).update(holders)
    return found


def truly(worlds: Iterable[World]) -> dict[Card, set[Holder]]:
    """Where every card can be, by looking at every world."""
    found: dict[Card, set[Holder]] = {}
    for world in worlds:
        for card, holder in world.items():
            found.setdefault(card, set()).add(holder)
    return found


def distinct(worlds: Iterable[World]) -> list[World]:
    return [dict(w) for w in {frozenset(w.items()) for w in worlds}]


@dataclass
class Both:
    """The same history told to bags and to every single world."""

    systems: list[Constraints]
    worlds: list[World]
    truth: World

    @classmethod
    def begin(cls, rng: Random, count: int) -> Both:
        cards = rng.sample(CARDS, count)
        there = frozenset(cards)
        return cls([Constraints().put("draw", there)], [], dict.fromkeys(cards, "draw")).all()

    def all(self) -> Both:
        self.worlds = [dict(self.truth)]
        return self

    def holding(self, holder: Holder) -> list[Card]:
        return [card for card, where in self.truth.items() if where == holder]

    def move(
        self, source: Holder, target: Holder, count: int, among: frozenset[Card], rng: Random
    ) -> None:
        for card in rng.sample([c for c in self.holding(source) if c in among], count):
            self.truth[card] = target
        self.systems = [
            after for bags in self.systems for after in bags.moved(source, target, count, among)
        ]
        self.worlds = distinct(
            after for world in self.worlds for after in _moved(world, source, target, count, among)
        )

    def learn(
        self, told: Callable[[Constraints], Constraints | None], true: Callable[[World], bool]
    ) -> None:
        self.systems = [after for b in self.systems if (after := told(b)) is not None]
        self.worlds = [world for world in self.worlds if true(world)]

    def leave(self, card: Card) -> None:
        holder = self.truth[card]
        self.learn(lambda b: b.left(card, b.of(holder)), lambda w: w[card] == holder)
        for world in (*self.worlds, self.truth):
            del world[card]
        self.worlds = distinct(self.worlds)

    def enter(self, card: Card, holder: Holder) -> None:
        self.systems = [bags.put(holder, frozenset((card,))) for bags in self.systems]
        for world in (*self.worlds, self.truth):
            world[card] = holder

    def swap(self, one: Holder, other: Holder) -> None:
        swapped = {one: other, other: one}
        self.systems = [bags.held_by(swapped) for bags in self.systems]
        for world in (*self.worlds, self.truth):
            world |= {card: swapped.get(h, h) for card, h in world.items()}


def _moved(
    world: World, source: Holder, target: Holder, count: int, among: frozenset[Card]
) -> Iterator[World]:
    there = [c for c, holder in world.items() if holder == source and c in among]
    for gone in combinations(there, count):
        yield world | dict.fromkeys(gone, target)


def random_step(both: Both, rng: Random, seen: list[Card]) -> None:
    """One random thing that can happen at a table, told to both."""
    source, target = rng.sample(HOLDERS, 2)
    there = both.holding(source)
    card = rng.choice(there) if there else None
    cards = frozenset(both.truth)
    match rng.randrange(9):
        case 0 | 1 if both.holding("draw"):
            count = rng.randint(1, min(2, len(both.holding("draw"))))
            both.move("draw", rng.choice((0, 1, 2)), count, cards, rng)
        case 2 if there:
            both.move(source, target, 1, cards, rng)
        case 3 if card:
            both.leave(card)
            seen.append(card)
        case 4 if seen:
            both.enter(seen.pop(), target)
        case 5:
            both.swap(0, 1)
        case 6 if card:
            among = frozenset((card, *rng.sample(sorted(cards, key=str), len(cards) // 2)))
            both.move(source, target, 1, among, rng)
        case 7:
            no = frozenset(c for c in rng.sample(CARDS, 40) if c not in there)
            both.learn(
                lambda b: b.without(no, b.of(source)),
                lambda w: not any(w.get(c) == source for c in no),
            )
        case 8 if card:
            both.learn(lambda b: b.confined(card, b.of(source)), lambda w: w[card] == source)
        case _:
            pass


def check_games(seeds: range, cards: int, steps: int) -> None:
    for seed in seeds:
        rng = Random(seed)
        both, seen = Both.begin(rng, cards), list[Card]()
        for step in range(steps):
            random_step(both, rng, seen)
            assert truly(both.worlds) == places(both.systems), (seed, step)


@pytest.mark.slow
def test_bags_say_exactly_what_can_be() -> None:
    """After every draw, blind pass, swap, showing and denial: no place too many, none too few."""
    check_games(range(150), 6, 12)


@pytest.mark.prove
def test_bags_say_exactly_what_can_be_for_long() -> None:
    """The same with more cards, longer and more often."""
    check_games(range(1000, 3000), 7, 18)
