"""What a camera would tell of the painted game, without a picture: looks that miss, hands that cover, tables that are bumped."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import atan2, degrees
from random import Random
from typing import Final

from companion.app.painted.painter import SEATS
from companion.app.painted.performance import changed, seconds
from companion.games.dumm_gelaufen.deck.cards import ACTIONS, DRAW, LEFT, RIGHT, Card
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted.board import CENTRES, Board, gestures
from companion.games.dumm_gelaufen.painted.script import ScriptStep
from companion.kit.painted import Gesture, Reach, Wait
from companion.table import Glimpse, Observation, Settled, Side, Table, Visit
from companion.table import Step as Change

INTERVAL: Final = 0.2
"""Seconds between two looks."""
ZONE_NAMES: Final = ("mac", "open-left", "draw", "open-right", "actions", "claim")
ENOUGH: Final = 2
"""Looks in which a card is read, or its place is seen without it, before that is believed."""
LOOKS: Final = 3
HOLD: Final = 0.55
SIDES: Final[tuple[Side, ...]] = ("bottom", "left", "top", "right")


@dataclass(frozen=True, slots=True)
class Noise:
    """How badly it is seen: shares of looks, of moves, and times a game."""

    missed: float = 0.10
    """Reads missed, of each card at each look."""
    resting: float = 0.02
    """How likely a hand that has no business there comes to rest in some zone, before each reach."""
    hurried: float = 0.0
    """How likely the pause before a reach is too short for a zone to settle."""
    together: float = 0.0
    """How likely two cards for one pile are laid at once."""
    bumps: float = 2.0
    """Bumps of the table in a game of two hundred reaches."""
    leans: float = 5.0
    """Degrees by which the line of one person's arm differs."""
    edges: float = 0.05
    """How likely it is seen wrong whether something new sticks out beside a pile's top."""


USUAL: Final = Noise(resting=0.0)
"""Reads missed, hands that reach and cover, bumps; every hand has business where it stops."""
HURRIED: Final = Noise(hurried=0.15, together=0.05)
"""Restless hands, too, and people who do not give zones the time to settle."""
CLEAR: Final = Noise(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""Everything is seen."""


@dataclass(slots=True)
class _Zone:
    """What is believed of one zone, and how far it has settled."""

    told: tuple[str, ...] = ()
    read: dict[str, int] = field(default_factory=dict)
    bare: dict[str, int] = field(default_factory=dict)
    believed: tuple[str, ...] = ()
    looks: int = 0
    same: int = 0

    def cover(self) -> None:
        """A hand is over it: what was seen so far does not count towards settling."""
        self.looks, self.same = 0, 0

    def look(self, there: tuple[str, ...], read: set[str]) -> None:
        """One look without a hand: what lies there by the truth, and what of it was read."""
        for code in read:
            self.read[code] = self.read.get(code, 0) + 1
            self.bare.pop(code, None)
        for code in [code for code in self.believed if code not in there]:
            self.bare[code] = self.bare.get(code, 0) + 1
        kept = {c for c in self.believed if self.bare.get(c, 0) < ENOUGH}
        kept |= {c for c in there if self.read.get(c, 0) >= ENOUGH}
        believed = tuple(c for c in there if c in kept)
        believed += tuple(c for c in self.believed if c in kept and c not in there)
        self.read = {c: n for c, n in self.read.items() if c in there}
        self.looks += 1
        self.same = self.same + 1 if believed == self.believed else 1
        self.believed = believed

    @property
    def settled(self) -> bool:
        """Whether it has been the same for long enough, or for as long as anybody waits."""
        return self.same >= LOOKS or (self.looks - 1) * INTERVAL >= HOLD


class Onlooker:
    """Looks on while the painted game is played, and tells what a settler would tell of it."""

    def __init__(self, players: int, noise: Noise, seed: int) -> None:
        self._seats = SEATS[players]
        self._noise = noise
        self._rng = Random(seed)
        self._arms = Random(f"{seed} arms")
        self._edges = Random(f"{seed} edges")
        self._piles: dict[str, set[str]] = {}
        self._seed = seed
        self._zones = {name: _Zone() for name in ZONE_NAMES}
        self._board = Board()
        self._visits: list[Visit] = []
        self._glimpsed: set[str] = set()
        self._shaken = 0.0
        self._looks = 0
        self.at = 0.0

    def watch(self, step: ScriptStep) -> Iterator[Observation]:
        """The observations while a step is performed."""
        for act in self._performed(step):
            yield from self._during(act)

    def linger(self, seconds: float) -> Iterator[Observation]:
        """The observations while nothing more is done."""
        yield from self._during(Wait(seconds))

    def _performed(self, step: ScriptStep) -> Iterator[Gesture[Board]]:
        """The acts of a step, as people in a hurry or with restless hands perform them."""
        board = self._board
        for act in _together(gestures(step, board, self._seed), self._rng, self._noise):
            if isinstance(act, Wait) and self._rng.random() < self._noise.hurried:
                act = Wait(act.seconds * self._rng.uniform(0.3, 0.8))
            if isinstance(act, Reach) and self._rng.random() < self._noise.resting:
                yield self._rest(act)
                yield Wait(0.8)
            yield act

    def _rest(self, before: Reach[Board]) -> Reach[Board]:
        """Some hand stops where it has no business."""
        where = self._rng.choice([CENTRES[p] for p in (LEFT, DRAW, RIGHT, ACTIONS)])
        seat = self._rng.randrange(len(self._seats))
        return Reach(seat, where, self._board)

    def _during(self, act: Gesture[Board]) -> Iterator[Observation]:
        begun, lasts = self.at, seconds(act)
        zone = zone_at(*act.at) if isinstance(act, Reach) else None
        if self._rng.random() < self._noise.bumps / 400:
            self._shaken = self.at + 1.0
        while self._next() < begun + lasts:
            self.at = self._next()
            self._looks += 1
            into = self.at - begun
            covered = self._covered(act, zone, into)
            yield from self._look(changed(act, self._board, into), covered)
        if isinstance(act, Reach) and zone is not None:
            side, bearing = _side(self._seats[act.seat]), self._bearing(act.seat)
            self._visits.append(Visit(zone, begun + 0.5, begun + 1.0, side, bearing))
            self._board = act.after
        self._left = begun + lasts

    def _bearing(self, seat: int) -> float:
        """From where somebody reaches in, as the line of an arm tells it."""
        (x, y), (right, down) = self._seats[seat], MAT.middle
        line = degrees(atan2(x - right, down - y))
        return round((line + self._arms.gauss(0, self._noise.leans)) % 360, 1)

    def _next(self) -> float:
        return round((self._looks + 1) * INTERVAL, 3)

    def _covered(self, act: Gesture[Board], zone: str | None, into: float) -> set[str]:
        if self.at < self._shaken:
            return set(ZONE_NAMES)
        if not isinstance(act, Reach) or not 0.15 < into < 1.35:
            return set()
        crossed = {"bottom": "claim", "top": "mac"}.get(_side(self._seats[act.seat]))
        return {name for name in (zone, crossed) if name is not None}

    def _look(self, board: Board, covered: set[str]) -> Iterator[Observation]:
        changes: list[Change] = []
        for name, zone in self._zones.items():
            if name in covered:
                zone.cover()
                continue
            there = shows(board, name)
            misses = self._noise.missed
            zone.look(there, {c for c in there if self._rng.random() >= misses})
        yield from self._glimpses(covered)
        settled = [n for n, z in self._zones.items() if z.settled and n not in covered]
        edges: dict[str, bool] = {}
        for name in settled:
            steps = tuple(_steps(name, self._zones[name]))
            changes += steps
            if name in (LEFT, RIGHT) and steps:
                before, now = self._piles.get(name, set()), pile_of(board, name)
                out = sticks_out(before, now, self._zones[name].told, steps)
                wrong = self._edges.random() < self._noise.edges
                edges |= {} if out is None else {name: out is not wrong}
                self._piles[name] = now
        visits = [v for v in self._visits if v.zone in settled]
        if not changes and not visits:
            return
        self._visits = [v for v in self._visits if v not in visits]
        table = {n: z.told for n, z in self._zones.items() if z.told}
        seen = Table(table, frozenset(covered))
        told = Settled(self._looks, self.at, seen, tuple(changes), tuple(visits))
        yield replace(told, edges=edges)

    def _glimpses(self, covered: set[str]) -> Iterator[Glimpse]:
        for code in self._zones[ACTIONS].believed if ACTIONS not in covered else ():
            if code not in self._glimpsed:
                yield Glimpse(self._looks, self.at, ACTIONS, code)
        self._glimpsed |= set(self._zones[ACTIONS].believed)


def _steps(name: str, zone: _Zone) -> Iterator[Change]:
    before, zone.told = zone.told, zone.believed
    yield from (Change("-", name, c) for c in before if c not in zone.told)
    yield from (Change("+", name, c) for c in zone.told if c not in before)


def pile_of(board: Board, zone: str) -> set[str]:
    """All the cards of a pile."""
    return {card.code for card in (board.left if zone == LEFT else board.right)}


def sticks_out(
    before: set[str], now: set[str], shown: tuple[str, ...], steps: Iterable[Change]
) -> bool | None:
    """Whether something new sticks out beside a pile's new top: a card that is not read came with it, or one was taken.

    ``before`` and ``now`` are all the cards of the pile. None where it has no new top.
    """
    moved = {sign: {s.card for s in steps if s.sign == sign} for sign in "+-"}
    if not shown or shown[0] not in moved["+"]:
        return None
    return bool((before | moved["-"]) - now or now - before - moved["+"])


def _together(
    performed: Iterator[Gesture[Board]], rng: Random, noise: Noise
) -> Iterator[Gesture[Board]]:
    """The acts, now and then with two cards laid on one pile at one reach."""
    held: Reach[Board] | None = None
    for act in performed:
        if held is not None and isinstance(act, Wait):
            continue
        if held is not None:
            same = isinstance(act, Reach) and act.at == held.at and act.brings
            if not same:
                yield held
                yield Wait(0.75)
            held = None
        is_lay = isinstance(act, Reach) and act.brings is not None
        if is_lay and isinstance(act, Reach) and rng.random() < noise.together:
            held = act
            continue
        yield act
    if held is not None:
        yield held
        yield Wait(0.75)


def shows(board: Board, zone: str) -> tuple[str, ...]:
    """What could be read of a zone: a row left to right, of a pile its top and, now and then, what is askew below it."""
    match zone:
        case "mac":
            return tuple(card.code for card in board.mac if card is not None)
        case "open-left":
            return _pile(board.left)
        case "open-right":
            return _pile(board.right)
        case "actions":
            return _pile(board.actions)
        case "claim":
            return tuple(card.code for card in board.claim)
        case _:
            return ()


def _pile(cards: tuple[Card, ...]) -> tuple[str, ...]:
    top = [card.code for card in reversed(cards[-2:])]
    askew = len(top) > 1 and Random(f"{top[0]}/{top[1]}").random() < 0.3
    return tuple(top if askew else top[:1])


def zone_at(x: float, y: float) -> str | None:
    """The zone a point of the mat (mm) is in."""
    return next((zone.name for zone in MAT.zones if zone.contains(x, y)), None)


def _side(seat: tuple[float, float]) -> Side:
    x, y = seat
    if y > 420:
        return "bottom"
    if y < 0:
        return "top"
    return "left" if x < 0 else "right"
