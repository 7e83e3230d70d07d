"""A painted table, in terms that all games share: the script that robots play, what hands do, how dice fall, what players answer."""

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from companion.kit.robots import E, M, PlayedMove, S
from companion.mat import Point, Zone
from companion.rules import Json

B = TypeVar("B")
"""A game's description of its table; a frozen value."""

# The script: robots play game after game, the same for the same seed -----------------


@dataclass(frozen=True, slots=True)
class ScriptConfig:
    """Which game, players and seed: everything that determines the painted games."""

    seed: int = 0
    players: int = 3
    edition: str = ""
    """Empty: the game's first."""
    chosen: tuple[str, ...] = ()
    """What each player chose before the game, by seat; empty: the usual."""


@dataclass(frozen=True, slots=True)
class ScriptStep(Generic[S, M, E]):
    """One decision and its outcome; laying out a game is a step, too, without a move."""

    number: int
    """From 0, through all games."""
    game: int
    """From 0."""
    before: S
    move: M | None
    """None where a game is laid out: ``before`` and ``after`` are what it begins with."""
    events: tuple[E, ...]
    after: S


T = TypeVar("T", bound=ScriptStep[Any, Any, Any])
"""A game's script step."""


def script(
    config: ScriptConfig, whole_game: Callable[[Random], Iterator[PlayedMove[S, M, E]]]
) -> Iterator[ScriptStep[S, M, E]]:
    """The steps of all games, without end; each game has a chance of its own."""
    number = count()
    for game in count():
        played = whole_game(Random(f"{config.seed}/{game}"))
        for first, done in enumerate(played):
            if first == 0:
                yield ScriptStep(next(number), game, done.before, None, (), done.before)
            yield ScriptStep(next(number), game, done.before, done.move, done.events, done.after)


# Gestures ----------------------------------------------------------------------------


BETWEEN: Final = 0.9
"""Seconds without a hand after each reach: enough for a zone to settle."""
AFTER_GAME: Final = 8.0
"""Seconds before what lies there is gathered for the next game."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a moving hand; None is one that nobody may see, or several: a back is shown."""

    card: Any = None


@dataclass(frozen=True, slots=True)
class Reach(Generic[B]):
    """A hand comes in over the table, stops at a place, and leaves; the table changes while it is there."""

    seat: int
    at: Point
    after: B
    brings: Held | None = None
    takes: Held | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """No hand is over the table for this many seconds."""

    seconds: float


Gesture: TypeAlias = Reach[B] | Wait


def throw(
    seat: int, at: Point, board: B, gathered: B, fallen: B, looking: float
) -> Iterator[Gesture[B]]:
    """Dice are taken up, if any lie on the table, and thrown; everybody looks for so many seconds."""
    if gathered != board:
        yield Reach(seat, at, gathered)
        yield Wait(BETWEEN)
    yield Reach(seat, at, fallen)
    yield Wait(looking)


def askew(card: Any) -> float:
    """How far a carried card is rotated, degrees: as people lay cards."""
    return Random(card).gauss(0, 1.5)


# Dice --------------------------------------------------------------------------------


APART_MM: Final = 30.0
"""The least distance between thrown dice, centre to centre."""
EDGE_MM: Final = 18.0
"""And from the edge of where they are thrown."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An object on the table that is no piece of a game: its position (mm), its rotation (degrees), its colour (red, green, blue)."""

    kind: Literal["mug", "pen", "cube"]
    at: Point
    turn: float = 0.0
    ink: tuple[int, int, int] = (60, 90, 170)


@dataclass(frozen=True, slots=True)
class FallenDie:
    """A die: its name, what it shows (0 the symbol), its position (mm), its rotation (degrees)."""

    name: str
    """Its colour, with a number behind it where there are several: ``black-2``."""
    value: int
    at: Point
    turn: float

    @property
    def colour(self) -> str:
        """What the camera tells apart."""
        return self.name.partition("-")[0]


def thrown(
    lying: Iterable[FallenDie], values: Iterable[tuple[str, int]], zone: Zone, seed: str
) -> tuple[FallenDie, ...]:
    """The dice that lie in a zone and those that are thrown to them; name and value of each."""
    chance, dice = Random(seed), list(lying)
    for name, value in values:
        at = free_place(zone, [die.at for die in dice], chance)
        dice.append(FallenDie(name, value, at, chance.uniform(0, 90)))
    return tuple(dice)


def free_place(
    zone: Zone,
    taken: Sequence[Point],
    chance: Random,
    *,
    edge: float = EDGE_MM,
    apart: float = APART_MM,
) -> Point:
    """A place for a die in a zone, ``edge`` mm inside it and ``apart`` from the others if some random tries find one, else the best of them."""
    tries = [
        (
            chance.uniform(zone.x0 + edge, zone.x1 - edge),
            chance.uniform(zone.y0 + edge, zone.y1 - edge),
        )
        for _ in range(40)
    ]

    def room(at: Point) -> float:
        return min((math.dist(at, other) for other in taken), default=math.inf)

    return next((at for at in tries if room(at) >= apart), max(tries, key=room))


# Answers -----------------------------------------------------------------------------


def likely_dice(
    question: Json, shown: Iterable[tuple[str, int]], word: Callable[[int], str] = str
) -> Iterator[str]:
    """What an unread die may show: of colours and values on the table those of its colour, without those that are known beside it."""
    colour = question["choices"][0]["id"].partition("-")[0]
    mine = Counter(value for name, value in shown if name == colour)
    for value in (mine - Counter(question["beside"])).elements():
        yield f"{colour}-{word(value)}"


KEPT: Final = 6
"""How many decisions are remembered."""


class Answers(Generic[T]):
    """Follows the same script as the painter and answers for its players; a game says in ``likely`` what, by itself nothing."""

    def __init__(self, steps: Iterator[tuple[T, int]]) -> None:
        """``steps`` with the number of each one's first frame."""
        self._steps = steps
        self._next = next(steps)
        self._lately: deque[tuple[T, int]] = deque(maxlen=KEPT)

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that the players would tap; None if the camera has to see it, or the question is about nothing that happened.

        ``question`` is one from the view, ``frame`` the last one that was seen.
        """
        self.read_on(frame)
        offered = {choice["id"] for choice in question["choices"]}
        likely = self.likely(question, frame)
        return next((answer for answer in likely if answer in offered), None)

    def read_on(self, frame: int) -> None:
        """Read the script up to a frame."""
        while self._next[1] <= frame:
            self._lately.append(self._next)
            self._next = next(self._steps)

    def likely(self, question: Json, frame: int) -> Iterable[str]:
        """What they might answer, the likeliest first."""
        return ()

    def seen(self, frame: int) -> Iterator[tuple[T, float]]:
        """The steps that have begun, latest first, and how much of each has passed: 1.0 is all."""
        end = self._next[1]
        for step, first in reversed(self._lately):
            yield step, min(1.0, (frame - first) / (end - first))
            end = first
