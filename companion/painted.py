"""What happens at a painted table, in words that all games share: who plays what, and what hands do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from companion.mat import Point

B = TypeVar("B")
"""How a game's table lies: a frozen value."""


@dataclass(frozen=True, slots=True)
class Casting:
    """Who plays what: everything that decides how the painted games go."""

    seed: int = 0
    players: int = 3
    edition: str = ""
    """Empty: the first there is."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a hand that moves; None is one nobody may see, or many: what shows is a back."""

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
    """Nobody's hand is over the table, for so many seconds."""

    seconds: float


Act: TypeAlias = Reach[B] | Wait
