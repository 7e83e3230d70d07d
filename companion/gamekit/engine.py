"""What programs may ask of any game: positions as values, as text and as JSON, and their legal moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

MoveTold: TypeAlias = Any
"""A move of the game's own type, its text, or its JSON."""


M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class WrittenMove(Generic[M]):
    """A move that prints as its text (docs/notation.md), which ``Position.play`` accepts."""

    move: M
    write: Callable[[M], str] = field(compare=False)

    def __repr__(self) -> str:
        return self.write(self.move)


class Position(Protocol):
    """One moment of a game; immutable. ``str()`` gives one line of text, which ``Engine.position`` parses."""

    @property
    def player(self) -> int | None:
        """The seat whose decision it is; None if there is none."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def legal(self) -> Sequence[Any]:
        """The legal moves; ``str()`` of a move is its text."""
        ...

    def play(self, move: MoveTold) -> Position:
        """The position after a move. Raises IllegalMove, whose ``str()`` is a sentence."""
        ...

    def seen_by(self, seat: int) -> Position:
        """What one seat can see of it."""
        ...

    def to_json(self) -> Mapping[str, Any]:
        """The position as JSON values, which ``Engine.position`` parses."""
        ...


class Engine(Protocol):
    """A game for programs; each game may add more."""

    @property
    def name(self) -> str:
        """The name used in options and journals."""
        ...

    def deal(self, players: int = ..., seed: int = ...) -> Position:
        """The :class:`Position` at the start of a game; the same seed gives the same deal."""
        ...

    def position(self, told: str | Mapping[str, Any]) -> Position:
        """The :class:`Position` given as text or JSON."""
        ...
