"""What programs may ask of any game: positions as values, as text and as JSON, and their legal moves; what they pass is checked where it enters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, SupportsIndex, TypeAlias, TypeVar

from companion.errors import InputError, quoted
from companion.rules import Json

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


# Arguments: one of the wrong type is refused in a sentence that names it -------------


_SHOWN = 40
"""How many characters of a wrong value are quoted."""


def whole_number(value: object, name: str) -> int:
    """A whole number, also one of numpy's. Raises InputError for anything else, also for ``True`` and ``3.0``."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        try:
            return value.__index__()
        except TypeError:  # an array has the method, too
            pass
    raise InputError("argument.no-number", name=name, what=quoted(value, _SHOWN))


def seat_number(value: object, seats: int) -> int:
    """A seat that was given, checked to be one of 0 to ``seats`` - 1. Raises InputError."""
    number = whole_number(value, "seat")
    if not 0 <= number < seats:
        what = quoted(number, _SHOWN)
        raise InputError("argument.no-seat", what=what, last=seats - 1)
    return number


def text_or_none(value: object, name: str) -> str | None:
    """What was given, checked to be a text or left out. Raises InputError."""
    if value is not None and not isinstance(value, str):
        raise InputError("argument.no-text", name=name, what=quoted(value, _SHOWN))
    return value


def listed(value: object, name: str) -> list[Any]:
    """The elements of a list, tuple or other iterable; but not of a text. Raises InputError."""
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        try:
            return list(value)
        except TypeError:  # a numpy array without dimensions
            pass
    raise InputError("argument.no-list", name=name, what=quoted(value, _SHOWN))


def object_of(value: object, name: str) -> Json:
    """What was given, checked to map names to values. Raises InputError."""
    if not isinstance(value, Mapping):
        raise InputError("argument.no-object", name=name)
    return value


def asked_object(value: object) -> Json:
    """A line of a command or a request, checked to map names to values. Raises InputError."""
    if not isinstance(value, Mapping):
        raise InputError("lines.not-an-object", what=quoted(value, _SHOWN))
    return value
