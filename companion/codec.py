"""Frozen dataclasses, and closed sets of them, to JSON and back, derived from the types of their fields: for the journal, phones and programs."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

V = TypeVar("V")
Json: TypeAlias = Mapping[str, Any]
Convert: TypeAlias = Callable[[Any], Any]
Leaves: TypeAlias = Mapping[Any, tuple[Convert, Convert]]
"""A type -> what turns its values into JSON values, and back. The latter raises ValueError or KeyError."""


class Codec(Generic[V]):
    """JSON of a closed set: ``tag`` is the key that tells which class a value is, ``kinds`` the name of each class.

    Fields are numbers, texts, truth values, None, literals, enums, dataclasses and tuples,
    frozen sets and mappings of these, and types of ``leaves`` or with ``to_json`` and ``from_json``.
    """

    def __init__(
        self, tag: str, kinds: Mapping[str, type[V]], leaves: Leaves | None = None
    ) -> None:
        self.kinds = kinds
        self._tag = tag
        types = _Types(leaves or {})
        self._writers = {k: types.writer(k, {tag: n}) for n, k in kinds.items()}
        self._readers = {name: types.reader(kind) for name, kind in kinds.items()}
        self._keys = {name: {tag, *_written(kind)} for name, kind in kinds.items()}

    def __contains__(self, name: object) -> bool:
        return name in self.kinds

    def to_json(self, value: V) -> dict[str, Any]:
        """Its fields by name, and under the tag the name of its class."""
        return cast(dict[str, Any], self._writers[type(value)](value))

    def from_json(self, data: Json) -> V:
        """The value that ``to_json`` wrote; a field that is left out has its default, others than it has are ignored.

        Raises ValueError if it is none of the set, if a field is missing, or has the wrong type.
        """
        name = data.get(self._tag)
        reader = self._readers.get(name) if isinstance(name, str) else None
        if reader is None:
            raise ValueError(f"no {self._tag} is called {name!r}")
        return cast(V, reader(data))

    def exactly(self, data: Json) -> V:
        """Like ``from_json``, for input from people: ValueError also for a field that ``to_json`` does not write."""
        value = self.from_json(data)
        more = sorted(map(str, data.keys() - self._keys[data[self._tag]]))
        if more:
            raise ValueError(f"more than a {self._tag} has: {more}")
        return value


def reader(kind: type[V], leaves: Leaves | None = None) -> Callable[[Json], V]:
    """What reads a frozen dataclass from its fields by name; it raises ValueError for a field that is missing or has the wrong type."""
    return cast("Callable[[Json], V]", _Types(leaves or {}).reader(kind))


def writer(kind: type[V], leaves: Leaves | None = None) -> Callable[[V], dict[str, Any]]:
    """What writes such a dataclass as JSON values; ``reader`` is the inverse."""
    return cast("Callable[[V], dict[str, Any]]", _Types(leaves or {}).writer(kind))


KEY: Final = "key"


def named(key: str, **how: Any) -> Any:
    """A field that JSON values have under another key than its name."""
    return field(metadata={KEY: key}, **how)


def inlined() -> Any:
    """A field of a dataclass whose fields stand among those of the class that has it."""
    return field(metadata={KEY: None})


def _keys(kind: type[Any]) -> dict[str, str | None]:
    """Field -> its key."""
    assert is_dataclass(kind)
    return {each.name: each.metadata.get(KEY, each.name) for each in fields(kind)}


def _written(kind: type[Any]) -> Iterator[str]:
    """Every key of its JSON values."""
    for name, key in _keys(kind).items():
        if key is None:
            yield from _written(get_type_hints(kind)[name])
        else:
            yield key


def _lacks(kind: type[Any], data: Json) -> str:
    """Which field without a default JSON values lack for a dataclass, in a sentence."""
    needed = (f for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)
    keys = (f.metadata.get(KEY, f.name) for f in needed)
    missing = next((key for key in keys if key is not None and key not in data), None)
    return "" if missing is None else f"{kind.__name__} needs {missing!r}"


class _Types:
    """How values of each type are written and read."""

    def __init__(self, leaves: Leaves) -> None:
        self._leaves = leaves

    def writer(self, kind: type[Any], first: Json | None = None) -> Convert:
        """Everything that varies is resolved once, so that a journal of ten thousand entries is read quickly."""
        hints = get_type_hints(kind)
        writes = [(name, key, self._write(hints[name])) for name, key in _keys(kind).items()]
        begun = first or {}

        def write(value: Any) -> dict[str, Any]:
            told: dict[str, Any] = dict(begun)
            for name, key, convert in writes:
                here = getattr(value, name)
                written = here if convert is _same else convert(here)
                if key is None:
                    told.update(written)
                else:
                    told[key] = written
            return told

        return write

    def reader(self, kind: type[Any]) -> Convert:
        hints = get_type_hints(kind)
        reads = [(name, key, self._read(hints[name])) for name, key in _keys(kind).items()]

        def read(data: Json) -> Any:
            _as_object(data)
            try:
                given = {
                    name: convert(data if key is None else data[key])
                    for name, key, convert in reads
                    if key is None or key in data
                }
                return kind(**given)
            except (TypeError, ValueError) as error:
                if type(error) not in (TypeError, ValueError):
                    # A leaf's own error says it better.
                    raise
                raise ValueError(_lacks(kind, data) or f"{kind.__name__}: {error}") from error

        return read

    def _write(self, hint: Any) -> Convert:
        """What turns a value of a type into JSON values."""
        if hint in self._leaves:
            return self._leaves[hint][0]
        of, items = get_origin(hint), get_args(hint)
        if of in (Union, UnionType):
            inner = self._write(_some(items)[0])
            return inner if inner is _same else lambda v: None if v is None else inner(v)
        if of is tuple:
            return self._write_tuple(items)
        if of is frozenset:
            return sorted
        if of is Mapping:
            inner = self._write(items[1])
            return lambda value: {name: inner(each) for name, each in value.items()}
        if isinstance(hint, type) and issubclass(hint, Enum):
            return lambda value: value.value
        if hasattr(hint, "to_json"):
            return cast(Convert, hint.to_json)
        return self.writer(cast(type[Any], hint)) if is_dataclass(hint) else _same

    def _write_tuple(self, items: tuple[Any, ...]) -> Convert:
        inners = [self._write(item) for item in items if item is not Ellipsis]
        if items[-1] is not Ellipsis:
            return lambda value: [each(v) for each, v in zip(inners, value, strict=True)]
        (inner,) = inners
        return list if inner is _same else lambda value: [inner(item) for item in value]

    def _read(self, hint: Any) -> Convert:
        """What turns JSON values into a value of a type, or raises ValueError."""
        if hint in self._leaves:
            return self._leaves[hint][1]
        of, items = get_origin(hint), get_args(hint)
        if of in (Union, UnionType):
            first, *others = _some(items)
            inner = _exactly(first, *others) if others else self._read(first)
            return lambda value: None if value is None else inner(value)
        if of is tuple:
            return self._read_tuple(items)
        if of is frozenset:
            inner = self._read(items[0])
            return lambda value: frozenset([inner(item) for item in as_list(value)])
        if of is Mapping:
            inner = self._read(items[1])
            return lambda value: {name: inner(each) for name, each in _as_object(value).items()}
        if of is Literal:
            return _one_of(items)
        if hasattr(hint, "from_json"):
            return cast(Convert, hint.from_json)
        if is_dataclass(hint):
            return self.reader(cast(type[Any], hint))
        if hint is Any:
            return _same
        return hint if issubclass(hint, Enum) else _exactly(hint)

    def _read_tuple(self, items: tuple[Any, ...]) -> Convert:
        inners = [self._read(item) for item in items if item is not Ellipsis]
        if items[-1] is not Ellipsis:
            return lambda value: tuple(
                each(v) for each, v in zip(inners, as_list(value), strict=True)
            )
        (inner,) = inners
        return lambda value: tuple([inner(item) for item in as_list(value)])


def as_list(value: Any) -> list[Any]:
    """A list or tuple of JSON values. Raises ValueError for anything else."""
    if type(value) is not list and type(value) is not tuple:
        raise ValueError(f"not a list: {value!r}")
    return list(value)


def _as_object(value: Any) -> Json:
    if type(value) is not dict and not isinstance(value, Mapping):
        raise ValueError(f"not an object: {value!r}")
    return cast(Json, value)


def _some(items: tuple[Any, ...]) -> list[Any]:
    """``T`` of ``T | None``; of several, which are plain, all of them."""
    return [item for item in items if item is not NoneType]


def _same(value: Any) -> Any:
    return value


def _exactly(*kinds: type[Any]) -> Convert:
    fit = (*kinds, int) if float in kinds else kinds
    names = " or ".join(kind.__name__ for kind in kinds)

    def check(value: Any) -> Any:
        # ``True`` is no number.
        if type(value) not in fit:
            raise ValueError(f"not a {names}: {value!r}")
        return value

    return check


def _one_of(values: tuple[Any, ...]) -> Convert:
    def check(value: Any) -> Any:
        if value not in values:
            raise ValueError(f"none of {values}: {value!r}")
        return value

    return check
