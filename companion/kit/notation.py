"""One notation for the positions of every game: JSON values, and the same as one line of text (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.announce import Message, Param, message
from companion.errors import CompanionError, NotationError, quoted
from companion.kit.line import Line, Path, line
from companion.rules import Json

S = TypeVar("S")
T = TypeVar("T")

# Kinds of values: how one is written as JSON, and read -------------------------------


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """How values of one kind are written as JSON, shorter on a line than in an object, and read from either."""

    write: Callable[[T, bool], Any]
    read: Callable[[Any, Path], T]
    none: bool = False
    """Whether null is a value of it; everywhere else a field that is null is left out."""


class Unread(Exception):
    """A value that cannot be read: where it stands, and why in a sentence."""

    def __init__(self, path: Path, key: str, **params: Param) -> None:
        super().__init__(path, key)
        self.path, self.key, self.params = path, key, params


def _wrong(path: Path, found: object, expected: Message) -> Unread:
    return Unread(path, "notation.wrong", found=quoted(found, 40), expected=expected)


def _same(value: Any, brief: bool) -> Any:
    return value


def checked(fits: Callable[[Any], bool], expected: Message) -> Kind[Any]:
    """JSON values that are written as they are, those that fit."""

    def read(data: Any, path: Path) -> Any:
        if not fits(data):
            raise _wrong(path, data, expected)
        return data

    return Kind(_same, read)


def number(least: int = 0, most: int | None = None) -> Kind[int]:
    """A whole number; ``True`` is none."""
    key = "notation.a.number" if most is None else "notation.a.number-to"
    upto = least if most is None else most

    def fits(told: Any) -> bool:
        return type(told) is int and least <= told and (most is None or told <= most)

    return checked(fits, message(key, least=least, most=upto))


FLAG: Final[Kind[bool]] = checked(lambda told: type(told) is bool, message("notation.a.flag"))


ANYTHING: Final[Kind[Any]] = checked(lambda told: True, message("notation.a.value"))
"""What the game itself checks: settings, which its ``Rulings.from_json`` reads."""


def one_of(known: Iterable[str], expected: Message | None = None) -> Kind[Any]:
    """One of some texts; ``expected`` says it where they are too many to be listed."""
    all_known = tuple(known)
    fits = frozenset(all_known).__contains__
    what = expected or message("notation.a.choice", known=all_known)
    return checked(lambda told: isinstance(told, str) and fits(told), what)


def leaf(
    write: Callable[[T], Any],
    read: Callable[[Any], T],
    expected: Message,
    brief: Callable[[T], Any] | None = None,
) -> Kind[T]:
    """A game's own value; ``read`` raises ValueError, or CompanionError with the reason; ``brief``: as it is on a line."""
    shorter = brief or write

    def located(data: Any, path: Path) -> T:
        try:
            return read(data)
        except CompanionError as error:
            raise Unread(path, "notation.because", why=error.message) from error
        except ValueError as error:
            raise _wrong(path, data, expected) from error

    return Kind(lambda value, brief: (shorter if brief else write)(value), located)


def many(kind: Kind[T], least: int = 0, most: int | None = None) -> Kind[tuple[T, ...]]:
    """A list, of as many as may be."""
    upto = least if most is None else most
    of = "list-of" if most != least else "list-exactly"
    key = of if most else "list"
    expected = message(f"notation.a.{key}", least=least, most=upto)

    def read(data: Any, path: Path) -> tuple[T, ...]:
        fits = isinstance(data, list | tuple) and least <= len(data)
        if not fits or len(data) > (most or len(data)):
            raise _wrong(path, data, expected)
        return tuple([kind.read(each, (*path, n)) for n, each in enumerate(data)])

    return Kind(lambda value, brief: [kind.write(v, brief) for v in value], read)


def row(*kinds: Kind[Any]) -> Kind[tuple[Any, ...]]:
    """A list with one value of each kind."""
    whole = many(ANYTHING, len(kinds), len(kinds))

    def read(data: Any, path: Path) -> tuple[Any, ...]:
        each = zip(kinds, whole.read(data, path), strict=True)
        return tuple(k.read(value, (*path, n)) for n, (k, value) in enumerate(each))

    return Kind(
        lambda value, brief: [k.write(v, brief) for k, v in zip(kinds, value, strict=True)], read
    )


def optional(kind: Kind[T]) -> Kind[T | None]:
    """The same, or None: ``?``, null."""
    return Kind(
        lambda value, brief: None if value is None else kind.write(value, brief),
        lambda told, path: None if told is None else kind.read(told, path),
        none=True,
    )


def by_name(kind: Kind[T], known: Iterable[str]) -> Kind[Mapping[str, T]]:
    """Values by some of the known names."""
    kinds = dict.fromkeys(known, kind)
    return Kind(
        lambda value, brief: {n: kind.write(v, brief) for n, v in value.items()},
        lambda data, path: read_named(kinds, data, path),
    )


@dataclass(frozen=True, slots=True)
class Field(Generic[S]):
    """A field of a value: the kind of what it holds, and how that is found, by default as the attribute of that name."""

    kind: Kind[Any]
    of: Callable[[S], Any] | None = None
    usual: Any = ...
    """What is left out; ``...``: nothing is."""
    needed: bool = False
    """Whether there is no value without it."""


def fields_of(of: type[S], leaves: Leaves | None = None, **kinds: Kind[Any]) -> dict[str, Field[S]]:
    """The fields of a frozen dataclass, their defaults left out; kinds that are not given follow from the types."""
    hints = get_type_hints(of)
    return {
        each.name: Field(
            kinds.get(each.name) or of_type(hints[each.name], leaves),
            usual=... if each.default is MISSING else each.default,
            needed=each.default is each.default_factory is MISSING,
        )
        for each in fields(cast(Any, of))
    }


def record(
    of: type[T], leaves: Leaves | None = None, full: bool = False, **kinds: Kind[Any]
) -> Kind[T]:
    """A frozen dataclass by the names of its fields, as in ``fields_of``; in JSON nothing is left out if ``full``."""
    each = fields_of(of, leaves, **kinds)
    return Kind(
        lambda value, brief: write_fields(each, value, brief, full and not brief),
        lambda data, path: of(**read_fields(each, data, path)),
    )


def union(kinds: Iterable[type[Any]], leaves: Leaves | None = None) -> Kind[Any]:
    """One of several dataclasses, called by its name: ``to-roll(player=0)``, ``{"to-roll": {"player": 0}}``; ``done`` where it needs no field."""
    names = {of: _HUMP.sub("-", of.__name__).lower() for of in kinds}
    records = {name: record(of, leaves) for of, name in names.items()}
    expected = message("notation.a.choice", known=tuple(records))

    def read(data: Any, path: Path) -> Any:
        match data:
            case str() if data in records:
                return records[data].read({}, path)
            case Mapping() if len(data) == 1 and next(iter(data)) in records:
                ((name, inner),) = data.items()
                return records[name].read(inner, (*path, name))
        raise _wrong(path, data, expected)

    def write(value: Any, brief: bool) -> Any:
        name = names[type(value)]
        inner = records[name].write(value, brief)
        return {name: inner} if inner else name

    return Kind(write, read)


Leaves: TypeAlias = Mapping[Any, Kind[Any]]
"""A type -> how its values are written and read."""
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BASIC: Final[Leaves] = {
    int: number(),
    bool: FLAG,
    str: checked(lambda told: isinstance(told, str), message("notation.a.text")),
}


def of_type(hint: Any, leaves: Leaves | None = None) -> Kind[Any]:
    """What follows from a type: a basic one, a literal, a tuple, a dataclass, one of several, or one of ``leaves``."""
    known = {**_BASIC, **(leaves or {})}
    if hint in known:
        return known[hint]
    args = get_args(hint)
    if get_origin(hint) is Literal:
        return one_of(args)
    if get_origin(hint) is tuple and args[-1] is Ellipsis:
        return many(of_type(args[0], leaves))
    if get_origin(hint) is tuple:
        return row(*(of_type(each, leaves) for each in args))
    if is_dataclass(hint):
        return record(cast(type[Any], hint), leaves)
    some = [each for each in args if each is not NoneType]
    inner = of_type(some[0], leaves) if not some[1:] else union(some, leaves)
    return optional(inner) if len(some) < len(args) else inner


def read_fields(each: Mapping[str, Field[S]], data: Any, path: Path) -> dict[str, Any]:
    """What is given of some fields, by name; one that is needed is missed."""
    there = read_named({name: field.kind for name, field in each.items()}, data, path)
    for name, field in each.items():
        if field.needed and name not in there:
            raise Unread(path, "notation.missing", name=name)
    return there


def write_fields(
    each: Mapping[str, Field[S]], value: S, brief: bool, full: bool = False
) -> dict[str, Any]:
    """The fields of a value that are not as usual; all of them if ``full``."""
    told = {}
    for name, field in each.items():
        here = field.of(value) if field.of else getattr(value, name)
        if full or field.usual is ... or here != field.usual:
            told[name] = field.kind.write(here, brief)
    return told


def read_named(kinds: Mapping[str, Kind[Any]], data: Any, path: Path) -> dict[str, Any]:
    """Values by name, of which only those may be named that are known."""
    if not isinstance(data, Mapping):
        raise _wrong(path, data, message("notation.a.object"))
    strange = next((name for name in data if name not in kinds), None)
    if strange is not None:
        name, known = quoted(strange, 40), tuple(kinds)
        raise Unread(path, "notation.no-field", name=name, known=known)
    return {
        name: kind.read(data[name], (*path, name))
        for name, kind in kinds.items()
        if name in data and (kind.none or data[name] is not None)
    }


def read_json(kind: Kind[T], data: object, name: str) -> T:
    """A value that stands alone, as part of a question. Raises NotationError."""
    return _told(lambda: kind.read(data, (name,)), {})


def _told(read: Callable[[], T], begins: Mapping[Path, int]) -> T:
    """What is read, or the error that says where it cannot be."""
    try:
        return read()
    except Unread as error:
        where = _where(error.path, begins)
        raise NotationError(error.key, where=where, **error.params) from None
    except CompanionError as error:
        raise NotationError(error.message.key, **error.message.params) from error


def _where(path: Path, begins: Mapping[Path, int]) -> Message:
    """The value's name, and where the innermost that holds it begins in the text, if it was one."""
    if not path:
        return message("notation.whole")
    around = (path[:count] for count in range(len(path), 0, -1))
    at = next((begins[each] for each in around if each in begins), None)
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    name = "".join(steps).removeprefix(".")
    if at is None:
        return message("notation.where", name=name)
    return message("notation.where-at", name=name, at=at + 1)


# Positions ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Notation(Generic[S]):
    """How the positions of a game are written: its fields in their order, and the state of those that are given."""

    fields: Mapping[str, Field[S]]
    state: Callable[[dict[str, Any]], S]
    """The state of the fields that are given, checked. Raises CompanionError."""
    prepared: Callable[[Json], Json] = dict
    """The fields as given, with what follows from others. Raises CompanionError."""

    def json(self, state: S) -> dict[str, Any]:
        """A state as JSON values."""
        return write_fields(self.fields, state, brief=False)

    def text(self, state: S) -> str:
        """A state as one line of text."""
        return line(write_fields(self.fields, state, brief=True))

    def parse(self, data: object) -> tuple[Json, Mapping[Path, int]]:
        """The fields of a text or of JSON values, and where in the text they begin. Raises NotationError."""
        if isinstance(data, Mapping):
            return data, {}
        if isinstance(data, str):
            read = Line(data)
            return read.fields, read.begins
        found, known = quoted(data, 40), tuple(self.fields)
        raise NotationError("notation.no-position", found=found, known=known)

    def read(self, data: object, more: Json | None = None) -> S:
        """The state that is written as text or JSON; ``more`` are fields besides. Raises NotationError."""
        given, begins = self.parse(data)

        def built() -> S:
            prepared = self.prepared({**given, **(more or {})})
            return self.state(read_fields(self.fields, prepared, ()))

        return _told(built, begins)
