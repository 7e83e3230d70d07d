"""What is agreed before a game: who sits where, and how a table plays what the game's sources leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Self, TypeAlias, cast, get_args, get_type_hints

from companion.announce import Message, message
from companion.codec import reader
from companion.errors import EditionError, InputError, quoted
from companion.rules import Json
from companion.seating import can_play, turned

Value: TypeAlias = bool | int | str

# Open rules --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenRule:
    """One setting: its name and its values, the default first."""

    name: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        """What is played unless agreed otherwise."""
        return self.values[0]

    @property
    def question(self) -> Message:
        """What the setting decides, in words."""
        return message(f"ruling.{self.name}.question")

    @property
    def why(self) -> Message:
        """Why the default is the default, in one sentence."""
        return message(f"ruling.{self.name}.why")


@cache
def open_rules(table: type[Any]) -> tuple[OpenRule, ...]:
    """The settings of a dataclass in order: the values of a field's ``Literal``, or of a truth value, its default first."""
    hints = get_type_hints(table)
    return tuple(_open_rule(f, get_args(hints[f.name])) for f in fields(table))


def _open_rule(of: Field[Any], literals: tuple[Value, ...]) -> OpenRule:
    rest = (value for value in literals or (False, True) if value != of.default)
    return OpenRule(of.name, (cast(Value, of.default), *rest))


def agreed_rules(data: Mapping[str, Any], rules: Iterable[OpenRule]) -> dict[str, Value]:
    """Settings from some or all of their names, type-checked: ``true`` is not 1. Raises EditionError for an unknown name or value."""
    known = {rule.name: rule.values for rule in rules}
    if not isinstance(data, Mapping):
        raise EditionError("ruling.no-settings", what=quoted(data, 40))
    for name, value in data.items():
        if name not in known:
            raise EditionError("ruling.unknown", name=quoted(name, 40), known=tuple(known))
        if not any(type(value) is type(v) and value == v for v in known[name]):
            shown, allowed = quoted(value, 40), tuple(map(str, known[name]))
            raise EditionError("ruling.no-such-value", name=name, value=shown, allowed=allowed)
    return dict(data)


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rules of one table; a game's own are a frozen dataclass of literals, the default first."""

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON values; ``from_json`` is the inverse."""
        return asdict(self)

    def other_than(self, usual: Rulings | None = None) -> dict[str, Any]:
        """The settings that differ from the usual ones; the defaults unless others are given."""
        known = (usual or type(self)()).to_json()
        return {k: v for k, v in self.to_json().items() if v != known[k]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Settings from some or all of their names. Raises EditionError for another name or value."""
        return cls(**agreed_rules(data, open_rules(cast("Any", cls))))


# What is agreed ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game: who plays in seat order, and whether a camera looks on; a game adds its own."""

    SEATS: ClassVar[tuple[int, int]]
    """The fewest and the most who can play."""
    players: tuple[str, ...]
    camera: bool = field(default=True, kw_only=True)
    rulings: Rulings | None = field(default=None, kw_only=True)
    """A game's own, if its rules leave anything open."""

    def called(self, player: int, name: str) -> Self:
        """The same with another name of a player."""
        names = (*self.players[:player], name, *self.players[player + 1 :])
        return replace(self, players=names)

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """The agreement of a journal; what is left out has its default. Raises ValueError, EditionError."""
        given = {k: v for k, v in data.items() if (k, v) != ("rulings", None)}
        setup = cast("Self", _reader(cast("Any", cls))(given))
        fewest, most = cls.SEATS
        if not fewest <= len(setup.players) <= most:
            raise ValueError(f"not a set-up for {fewest} to {most}")
        return setup


@cache
def _reader(kind: Any) -> Callable[[Json], Any]:
    return reader(kind)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many may play, from the fewest to the most, and which rules may be agreed; ``usual``: where an edition has other defaults."""

    players: tuple[int, int]
    rules: tuple[OpenRule, ...]
    usual: Mapping[str, Value] = field(default_factory=dict)

    def agreed(self, given: Json) -> dict[str, Any]:
        """A new game as the host's page asks for it: names in seat order; the first begins.

        Raises InputError for names that are empty, too long or duplicate, or too few or
        too many, and EditionError for an invalid setting.
        """
        names, rulings = turned(given), given.get("rulings") or {}
        can_play(len(names), self.players)
        if not isinstance(rulings, Mapping):
            raise InputError("setup.malformed")
        usual = {rule.name: self._usual(rule) for rule in self.rules}
        return {"players": names, "rulings": usual | agreed_rules(rulings, self.rules)}

    def _usual(self, rule: OpenRule) -> Value:
        return self.usual.get(rule.name, rule.default)

    def form(self, edition: str) -> dict[str, Any]:
        """The form for the host: number of players, and the open rules with their values."""
        rules = [
            {"name": r.name, "values": list(r.values), "value": self._usual(r)} for r in self.rules
        ]
        return {"players": list(self.players), "rulings": rules}
