"""A closed set of frozen dataclasses with plain fields, to JSON and back: one key tells which class it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from companion.rules import Json

V = TypeVar("V")


class Tagged(Generic[V]):
    """The set: ``tag`` is the key, ``names`` the name of each class. Fields are numbers, texts, None, and tuples of these."""

    def __init__(self, tag: str, names: Mapping[str, type[V]]) -> None:
        self._tag = tag
        self.kinds = names
        self._names = {kind: name for name, kind in names.items()}
        self._hints = {kind: get_type_hints(kind) for kind in names.values()}

    def __contains__(self, name: object) -> bool:
        return name in self.kinds

    def to_json(self, value: V) -> dict[str, Any]:
        """Its fields by name, and under the tag the name of its class."""
        told: Any = value
        return {self._tag: self._names[type(value)]} | asdict(told)

    def from_json(self, told: Json) -> V:
        """The value that ``to_json`` wrote. Raises ValueError if it is none of the set, or if a field is invalid."""
        kind = self.kinds.get(str(told.get(self._tag)))
        if kind is None:
            raise ValueError(f"no {self._tag} is called {told.get(self._tag)!r}")
        given = {k: _frozen(v) for k, v in told.items() if k != self._tag}
        hints = self._hints[kind]
        wrong = [k for k, v in given.items() if k not in hints or not _is(hints[k], v)]
        if wrong:
            raise ValueError(f"not of a {kind.__name__}: {wrong}")
        try:
            return kind(**given)
        except TypeError as error:
            raise ValueError(str(error)) from error


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _is(hint: Any, value: Any) -> bool:
    """Whether a value is of a type."""
    if get_origin(hint) is UnionType:
        return any(_is(each, value) for each in get_args(hint))
    if get_origin(hint) is not tuple:
        return type(value) is hint
    items = get_args(hint)
    if not isinstance(value, tuple):
        return False
    if items[-1] is Ellipsis:
        return all(_is(items[0], each) for each in value)
    return len(items) == len(value) and all(map(_is, items, value))
