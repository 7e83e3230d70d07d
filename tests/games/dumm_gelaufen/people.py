"""People at a table, told gesture by gesture without a picture: tempers, second thoughts, idle hands, and what a camera misses of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Final

from companion.app.painted.performance import seconds
from companion.games.dumm_gelaufen.deck.cards import ACTIONS, DRAW, LEFT, MAC, RIGHT, Card, CardKind
from companion.games.dumm_gelaufen.painted.board import Board, gestures
from companion.games.dumm_gelaufen.painted.script import ScriptStep
from companion.kit.painted import Gesture, Reach, Wait
from companion.table import Glimpse, Observation, Settled, Side, Step, Table, Visit
from tests.games.dumm_gelaufen.onlooker import ZONE_NAMES, pile_of, shows, sticks_out, zone_at

MISSED_HAND: Final = 0.03
READ_LATE: Final = 0.02
"""How likely a card that was laid is read only a second or so later."""
SECOND_THOUGHTS: Final = 0.03
"""How likely somebody takes back what he laid and lays another card."""
AT_ONCE: Final = 0.08
"""How likely two cards for one pile are laid at once."""
IDLE: Final = 0.04
"""How likely a hand rests somewhere before another one reaches in."""
EDGE_MISSED: Final = 0.05
"""How likely it is seen wrong whether something new sticks out beside a pile's top."""
LEAN: Final = 9.0
"""Degrees by which one person's reaches differ."""


@dataclass(frozen=True, slots=True)
class SecondThought:
    """A card was laid at ``laid`` (seconds), taken back by ``back``, and another one laid in its place."""

    laid: float
    back: float
    first: str
    then: str


class People:
    """Play the painted game by gestures, each person in his own tempo, and tell what a settler would tell of it."""

    def __init__(self, players: int, seed: int) -> None:
        self._rng = Random(f"people {seed}")
        self._edges = Random(f"edges {seed}")
        self._piles: dict[str, set[str]] = {}
        first, room = self._rng.uniform(0, 360), 360 / players
        self._chairs = [first + room * (n + self._rng.uniform(-0.25, 0.25)) for n in range(players)]
        self._tempo = [self._rng.lognormvariate(0, 0.3) for _ in range(players)]
        self._pace = sum(self._tempo) / players
        self._seed, self._looks, self.at = seed, 0, 0.0
        self.board = Board()
        self._held: Reach[Board] | None = None
        self._lies: dict[str, tuple[str, ...]] = dict.fromkeys(ZONE_NAMES, ())
        self._told = dict(self._lies)
        self._due: dict[str, float] = {}
        self._late: dict[str, float] = {}
        self._visits: list[Visit] = []
        self.second_thoughts: list[SecondThought] = []
        """What was laid and taken back so far."""

    def watch(self, step: ScriptStep) -> Iterator[Observation]:
        """The observations while a step is performed."""
        for act in gestures(step, self.board, self._seed):
            yield from self._act(act, step)

    def linger(self, lasting: float) -> Iterator[Observation]:
        """The observations while nothing more is done."""
        if self._held is not None:
            yield from self._reach(self._held)
        yield from self._wait(lasting)

    def _act(self, act: Gesture[Board], step: ScriptStep) -> Iterator[Observation]:
        if isinstance(act, Wait):
            if self._held is None:
                yield from self._wait(act.seconds * self._pace)
            return
        held, self._held = self._held, None
        if held is not None and (act.at != held.at or act.brings is None):
            yield from self._reach(held)
        if act.brings is not None and act.brings.card is not None:
            on_pile = zone_at(*act.at) in (LEFT, RIGHT)
            if on_pile and self._rng.random() < AT_ONCE:
                self._held, self.board = act, act.after
                return
            yield from self._second_thoughts(act, act.brings.card, step)
        yield from self._reach(act)

    def _second_thoughts(
        self, act: Reach[Board], card: Card, step: ScriptStep
    ) -> Iterator[Observation]:
        """Another card is laid first and taken back."""
        zone, hand = zone_at(*act.at), step.before.hands[act.seat].known
        other = [c.code for c in hand if c.kind is CardKind.NUMBER and c != card]
        if zone not in (MAC, LEFT, RIGHT) or not other:
            return
        if self._rng.random() < SECOND_THOUGHTS:
            before, code = self._lies[zone], self._rng.choice(sorted(other))
            began, then = self.at, card.code
            there = (*before, code) if zone == MAC else (code,)
            yield from self._gesture(act.seat, zone, there)
            yield from self._wait(self._rng.uniform(0.3, 1.5))
            yield from self._gesture(act.seat, zone, before)
            changed = SecondThought(began, self.at, code, then)
            self.second_thoughts.append(changed)

    def _reach(self, act: Reach[Board]) -> Iterator[Observation]:
        if self._rng.random() < IDLE:
            idle = self._rng.choice((LEFT, DRAW, RIGHT, MAC))
            whose = self._rng.randrange(len(self._chairs))
            yield from self._gesture(whose, idle, self._lies[idle], idle=True)
        self.board = act.after
        zone = zone_at(*act.at)
        for name in ZONE_NAMES:
            if name != zone and shows(act.after, name) != self._lies[name]:
                self._change(name, shows(act.after, name))
        if zone is None:
            yield from self._wait(seconds(act))
        else:
            yield from self._gesture(act.seat, zone, shows(act.after, zone))

    def _gesture(
        self, seat: int, zone: str, there: tuple[str, ...], *, idle: bool = False
    ) -> Iterator[Observation]:
        """A hand comes, stays in a zone and leaves it as it lies then."""
        yield from self._wait(self._rng.uniform(0.3, 0.7) * self._tempo[seat])
        stays = self._rng.uniform(0.8, 2.5) if idle else self._rng.gammavariate(3, 0.1)
        began = self.at
        self._due[zone] = inf
        yield from self._wait(stays)
        self._change(zone, there)
        if self._rng.random() >= MISSED_HAND:
            bearing = (self._chairs[seat] + self._rng.gauss(0, LEAN)) % 360
            side = _side(bearing)
            self._visits.append(Visit(zone, began, self.at, side, round(bearing, 1)))
        if zone == ACTIONS and there and there[0] not in self._told[ACTIONS]:
            self._looks += 1
            yield Glimpse(self._looks, self.at, ACTIONS, there[0])

    def _change(self, zone: str, there: tuple[str, ...]) -> None:
        for code in set(there) - set(self._lies[zone]):
            if self._rng.random() < READ_LATE:
                self._late[code] = self.at + self._rng.expovariate(1.0)
        self._lies[zone] = there
        self._due[zone] = self.at + self._rng.uniform(0.4, 0.8)

    def _wait(self, lasting: float) -> Iterator[Observation]:
        """Time passes; what has settled meanwhile is told."""
        until = self.at + lasting
        while self._due and min(self._due.values()) <= until:
            zone = min(self._due, key=lambda name: self._due[name])
            self.at = max(self.at, self._due.pop(zone))
            yield from self._settle(zone)
        self.at = until

    def _settle(self, zone: str) -> Iterator[Observation]:
        there = self._lies[zone]
        late = [self._late[code] for code in there if self._late.get(code, 0) > self.at]
        if late:
            self._due[zone] = min(late)
        shown = tuple(c for c in there if self._late.get(c, 0) <= self.at)
        before, self._told[zone] = self._told[zone], shown
        steps = [Step("-", zone, c) for c in before if c not in shown]
        steps += [Step("+", zone, c) for c in shown if c not in before]
        visits = tuple(v for v in self._visits if v.zone == zone)
        if not steps and not visits:
            return
        self._visits = [v for v in self._visits if v.zone != zone]
        self._looks += 1
        table = Table({n: z for n, z in self._told.items() if z}, frozenset(self._due))
        edges = self._new_edges(zone, steps) if zone in (LEFT, RIGHT) and steps else {}
        told = Settled(self._looks, self.at, table, tuple(steps), visits)
        yield replace(told, edges=edges)

    def _new_edges(self, zone: str, steps: list[Step]) -> dict[str, bool]:
        before, now = self._piles.get(zone, set()), pile_of(self.board, zone)
        out, self._piles[zone] = sticks_out(before, now, self._told[zone], steps), now
        wrong = self._edges.random() < EDGE_MISSED
        return {} if out is None else {zone: out is not wrong}


def _side(bearing: float) -> Side:
    sides: tuple[Side, ...] = ("top", "right", "bottom", "left")
    return sides[round(bearing / 90) % 4]
