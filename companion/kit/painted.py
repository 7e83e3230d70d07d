"""What happens at a painted table, in terms that all games share: who plays what, and what hands do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from companion.mat import Point, Zone

B = TypeVar("B")
"""A game's description of its table; a frozen value."""


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


def free_place(
    zone: Zone, taken: Sequence[Point], chance: Random, *, edge: float, apart: float
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
