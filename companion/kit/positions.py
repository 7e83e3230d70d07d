"""What programs may ask of any game: positions as values, as text and as JSON, and their legal moves; what they pass is checked where it enters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import reduce
from random import Random
from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeAlias, TypeVar, cast

from companion.codec import Codec
from companion.errors import CompanionError, InputError, NotationError, quoted
from companion.kit.notation import Notation
from companion.rules import Json
from companion.seating import can_play

S = TypeVar("S")
M = TypeVar("M")
MoveTold: TypeAlias = Any
"""A move of the game's own type, its text, or its JSON."""


@dataclass(frozen=True, slots=True, repr=False)
class Position(ABC, Generic[S, M]):
    """One moment of a game; immutable. ``str()`` is one line of text, which ``Engine.position`` reads, and ``repr()`` the expression that makes it.

    Chance follows ``seed``: the same position with the same seed and moves develops the
    same way. Positions are equal regardless of their seeds.
    """

    game: Engine[Any] = field(compare=False)
    state: S
    seed: int = field(default=0, compare=False)

    @property
    def players(self) -> int:
        """How many play: as the state says."""
        return int(cast(Any, self.state).players)

    @property
    def player(self) -> int | None:
        """The seat whose decision it is; None if there is none: as the legal moves say."""
        found: tuple[Any, ...] = self.legal()
        return found[0].player if found else None

    @property
    def over(self) -> bool:
        """Whether the game has ended: as the legal moves say."""
        return not self.legal()

    def legal(self) -> tuple[M, ...]:
        """The legal moves, chance left open; ``str()`` of a move is its text."""
        return tuple(self.game.rules.legal(self.state))

    def choices(self) -> dict[str, list[str]]:
        """What may be done, as `murphy legal` says it."""
        return {"moves": [str(move) for move in self.legal()]}

    def play(self, move: MoveTold) -> Self:
        """The position after a move: a value, its text, or its JSON.

        Raises IllegalMove, whose ``str()`` says every reason; NotationError where it is no move.
        """
        chance = Random(self.seed)
        after = self.decided(self.move(move), chance)
        return replace(self, state=after, seed=chance.getrandbits(32))

    def move(self, told: MoveTold) -> M:
        """The move that a value, a text or JSON means. Raises NotationError."""
        match told:
            case str():
                return read_move(told, self.move_of_text, self.game.like)
            case Mapping():
                return read_move(told, self.move_of_json, self.game.like)
        if isinstance(told, tuple(self.game.moves.kinds.values())):
            return cast(M, told)
        raise _no_move(told, self.game.like)

    def move_json(self, move: M) -> dict[str, Any]:
        """A move as JSON values, which ``play`` takes."""
        return self.game.moves.to_json(move)

    def seen_by(self, seat: int) -> Self:
        """What a seat sees. Raises InputError for an invalid seat."""
        return replace(self, state=self.view(seat_number(seat, self.players)))

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values, which ``Engine.position`` reads."""
        return self.game.notation.json(self.state)

    def __str__(self) -> str:
        return self.game.notation.text(self.state)

    def __repr__(self) -> str:
        seed = f", seed={self.seed}" if self.seed else ""
        return f"{self.game!r}.position({str(self)!r}{seed})"

    def decided(self, move: M, chance: Random) -> S:
        """The state after a move. Raises IllegalMove."""
        events = self.game.rules.decide(self.state, move, chance)
        return reduce(self.game.rules.evolve, events, self.state)

    @abstractmethod
    def move_of_text(self, text: str) -> M:
        """The move in a text. Raises ValueError or KeyError for anything else."""

    def move_of_json(self, data: Json) -> M:
        """The move that is given as JSON. Raises ValueError or KeyError for anything else."""
        return cast(M, self.game.moves.exactly(data))

    def view(self, seat: int) -> S:
        """The state as a seat sees it: everything, where nothing is hidden."""
        return self.state


P = TypeVar("P", bound="Position[Any, Any]", covariant=True)


class Engine(ABC, Generic[P]):
    """A game for programs, as ``companion.game`` returns it; each game may add more."""

    name: ClassVar[str]
    """The name used in options and journals."""
    notation: Notation[Any]
    """How its positions are written."""
    made: type[P]
    """Its positions."""
    rules: Any
    """Its rules: ``legal``, ``decide`` and ``evolve``."""
    moves: ClassVar[Codec[Any]]
    """Its moves, with their names in JSON."""
    like: ClassVar[tuple[str, ...]]
    """Some moves as they are written."""
    seats: tuple[int, int]
    """The fewest and the most who can play."""

    def start(self, players: int) -> Any:
        """The state before anything happened. Raises NotImplementedError in a game that deals at random: it has its own ``deal``."""
        raise NotImplementedError

    def deal(self, players: int = 2, seed: int = 1) -> P:
        """The position at the start of a game; the same seed gives the same throws. Raises InputError."""
        count = whole_number(players, "players")
        can_play(count, self.seats)
        return self.at(self.start(count), whole_number(seed, "seed"))

    def at(self, state: Any, seed: int = 0) -> P:
        """The position of a state."""
        return self.made(self, state, seed)

    def position(self, data: str | Json, *, seed: int = 0) -> P:
        """The position given as text or JSON (docs/notation.md). Raises NotationError, InputError."""
        return self.at(self.notation.read(data), whole_number(seed, "seed"))

    def legal(self, asked: Json) -> dict[str, Any]:
        """The answer of `murphy legal`: ``{"position", "move"?}`` in; the deciding seat and every legal move out, after that move if one is given.

        Raises InputError, IllegalMove.
        """
        told = asked_object(asked)
        position, move = (self.position(cast(Any, told.get("position"))), told.get("move"))
        after = position if move is None else position.play(move)
        return {"position": str(after), "player": after.player, **after.choices()}

    def __repr__(self) -> str:
        return f"companion.game({self.name!r})"


def read_move(data: Any, read: Callable[[Any], M], like: tuple[str, ...]) -> M:
    """What ``read`` makes of it. Raises NotationError, which names moves ``like`` which it is written."""
    try:
        return read(data)
    except (ValueError, KeyError) as error:
        if isinstance(error, CompanionError):
            raise NotationError(error.message.key, **error.message.params) from error
        raise _no_move(data, like) from None


def _no_move(data: object, like: tuple[str, ...]) -> NotationError:
    return NotationError("notation.no-move", what=quoted(data), like=like)


# Arguments: one of the wrong type is refused in a sentence that names it -------------


_SHOWN = 40
"""How many characters of a wrong value are quoted."""


def whole_number(value: object, name: str) -> int:
    """A whole number, also one of numpy's. Raises InputError for anything else, also for ``True`` and ``3.0``."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        with suppress(TypeError):  # an array has the method, too
            return value.__index__()
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
        with suppress(TypeError):  # a numpy array without dimensions
            return list(value)
    raise InputError("argument.no-list", name=name, what=quoted(value, _SHOWN))


def asked_object(value: object) -> Json:
    """A line of a command or a request, checked to map names to values. Raises InputError."""
    if not isinstance(value, Mapping):
        raise InputError("lines.not-an-object", what=quoted(value, _SHOWN))
    return value
