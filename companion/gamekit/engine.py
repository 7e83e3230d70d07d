"""What programs may ask of any game: positions as values, as text and as JSON, and what may be done in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

MoveTold: TypeAlias = Any
"""A move of the game's own type, its text, or its JSON."""


M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class WrittenMove(Generic[M]):
    """A move that shows as its text (docs/notation.md), which ``Position.play`` takes."""

    move: M
    write: Callable[[M], str] = field(compare=False)

    def __repr__(self) -> str:
        return self.write(self.move)


class Position(Protocol):
    """One moment of a game; it never changes. ``str()`` of it is one line, which ``Engine.position`` reads back."""

    @property
    def player(self) -> int | None:
        """The seat that has to decide; None where nobody has."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def legal(self) -> Sequence[Any]:
        """What may be done now; ``str()`` of a move is its text."""
        ...

    def play(self, move: MoveTold) -> Position:
        """The position after a move. Raises IllegalMove, whose ``str()`` is a sentence."""
        ...

    def seen_by(self, seat: int) -> Position:
        """What a seat sees of it."""
        ...

    def to_json(self) -> Mapping[str, Any]:
        """The position as JSON values, which ``Engine.position`` reads back."""
        ...


class Engine(Protocol):
    """A game for programs; what it can do beyond this is its own."""

    @property
    def name(self) -> str:
        """What options and journals call the game."""
        ...

    def deal(self, players: int = ..., seed: int = ...) -> Any:
        """The :class:`Position` in which a game begins; the same seed deals the same."""
        ...

    def position(self, told: str | Mapping[str, Any]) -> Any:
        """The :class:`Position` of a text or of JSON."""
        ...
