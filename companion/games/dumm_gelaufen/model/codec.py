"""Values to JSON and back, derived from the types of their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import (
    Any,
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

from companion.announce import Message
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.rulings import Rulings
from companion.games.dumm_gelaufen.deck.verdicts import Reason, VerdictAnswer
from companion.games.dumm_gelaufen.model.places import At

V = TypeVar("V")
Convert: TypeAlias = Callable[[Any], Any]


class Codec(Generic[V]):
    """JSON of a closed set of frozen dataclasses: ``tag`` names the key that says which one it is."""

    def __init__(self, tag: str, names: Mapping[str, type[V]]) -> None:
        self._tag = tag
        self._writers = {t: _writer(tag, name, t) for name, t in names.items()}
        self._readers = {name: _reader(t) for name, t in names.items()}
        self._keys = {n: {tag, *get_type_hints(t)} for n, t in names.items()}

    def to_json(self, value: V) -> dict[str, Any]:
        """Its fields by name, cards by their codes, and under the tag the name of its class."""
        return cast(dict[str, Any], self._writers[type(value)](value))

    def from_json(self, data: Mapping[str, Any]) -> V:
        """The value that ``to_json`` wrote.

        Raises ValueError where it is none of the set, a field is missing, or
        has the wrong type; CardError where a code is no card.
        """
        name = data.get(self._tag)
        reader = self._readers.get(name) if isinstance(name, str) else None
        if reader is None:
            raise ValueError(f"no {self._tag} is called {name!r}")
        return cast(V, reader(data))

    def exactly(self, data: Mapping[str, Any]) -> V:
        """Like ``from_json``, for input from people: ValueError also for fields that ``to_json`` does not write."""
        value = self.from_json(data)
        if not data.keys() <= self._keys[data[self._tag]]:
            raise ValueError(f"more than a {self._tag} has")
        return value


def _writer(tag: str, name: str, kind: type[Any]) -> Convert:
    hints = get_type_hints(kind)
    writes = [(f.name, _write(hints[f.name])) for f in fields(kind)]

    def write(value: Any) -> dict[str, Any]:
        told: dict[str, Any] = {tag: name}
        for field, convert in writes:
            told[field] = convert(getattr(value, field))
        return told

    return write


def _reader(kind: type[Any]) -> Convert:
    hints = get_type_hints(kind)
    reads = [(f.name, _read(hints[f.name]), _needed(f)) for f in fields(kind)]

    def read(data: Mapping[str, Any]) -> Any:
        told = {}
        for field, convert, needed in reads:
            if field in data:
                told[field] = convert(data[field])
            elif needed:
                raise ValueError(f"{kind.__name__} needs {field!r}")
        return kind(**told)

    return read


def _needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _same(value: Any) -> Any:
    return value


def _code(card: Card) -> str:
    return card.code


def _write(hint: Any) -> Convert:
    """What turns a value of a type into JSON values."""
    some = _optional(hint)
    if some is not None:
        inner = _write(some)
        return lambda value: None if value is None else inner(value)
    if get_origin(hint) is tuple:
        return _write_tuple(get_args(hint))
    return _WRITE.get(hint, _same)


def _write_tuple(items: tuple[Any, ...]) -> Convert:
    if items[-1] is Ellipsis:
        inner = _write(items[0])
        return lambda value: [inner(item) for item in value]
    inners = [_write(item) for item in items]
    return lambda value: [each(item) for each, item in zip(inners, value, strict=True)]


def _read(hint: Any) -> Convert:
    """What turns JSON values into a value of a type, or raises ValueError."""
    some = _optional(hint)
    if some is not None:
        inner = _read(some)
        return lambda value: None if value is None else inner(value)
    if get_origin(hint) is tuple:
        return _read_tuple(get_args(hint))
    if get_origin(hint) is Literal:
        return _one_of(get_args(hint))
    return _READ[hint]


def _read_tuple(items: tuple[Any, ...]) -> Convert:
    if items[-1] is Ellipsis:
        inner = _read(items[0])
        return lambda value: tuple([inner(item) for item in _list(value)])
    inners = [_read(item) for item in items]
    return lambda value: tuple(
        each(item) for each, item in zip(inners, _list(value), strict=True)
    )


def _optional(hint: Any) -> Any:
    """``T`` of ``T | None``; None of any other type."""
    if get_origin(hint) not in (Union, UnionType):
        return None
    (some,) = (arg for arg in get_args(hint) if arg is not NoneType)
    return some


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"not a list: {value!r}")
    return list(value)


def _exactly(kind: type[Any]) -> Convert:
    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"not a {kind.__name__}: {value!r}")
        return value

    return check


def _one_of(values: tuple[Any, ...]) -> Convert:
    def check(value: Any) -> Any:
        if value not in values:
            raise ValueError(f"none of {values}: {value!r}")
        return value

    return check


def _card(value: Any) -> Card:
    return Card.parse(value if isinstance(value, str) else repr(value))


def _write_at(at: At) -> list[str | None]:
    return [at.place, None if at.card is None else at.card.code]


_PLACE = _one_of(get_args(get_type_hints(At)["place"]))


def _read_at(value: Any) -> At:
    pair = _list(value)
    if len(pair) != 2:
        raise ValueError(f"not a place and a card: {value!r}")
    place, card = pair
    return At(_PLACE(place), None if card is None else _card(card))


def _write_reason(reason: Reason) -> dict[str, Any]:
    return {
        "code": reason.code,
        "cards": [card.code for card in reason.cards],
        "text": reason.text.to_json(),
        "answer": reason.answer.value,
    }


def _read_reason(value: Any) -> Reason:
    cards = tuple(_card(code) for code in value["cards"])
    text = Message.from_json(value["text"])
    return Reason(value["code"], cards, text, VerdictAnswer(value["answer"]))


_WRITE: dict[Any, Convert] = {
    Card: _code,
    At: _write_at,
    Reason: _write_reason,
    Rulings: Rulings.to_json,
}

_READ: dict[Any, Convert] = {
    int: _exactly(int),
    bool: _exactly(bool),
    str: _exactly(str),
    Card: _card,
    At: _read_at,
    Reason: _read_reason,
    Rulings: Rulings.from_json,
}
