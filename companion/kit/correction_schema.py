"""The corrections people may send, by kind: what may accompany ``do``, and its type. Everything else is refused before it is stored."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.rules import Json

LONGEST: Final = 80
"""Most characters of any text a game knows: a code, a place, a move."""
MOST: Final = 64
"""Most items of one list: what lies in one place."""
ValueCheck: TypeAlias = Callable[[Any], bool]
CorrectionSchema: TypeAlias = Mapping[str, Mapping[str, ValueCheck]]
"""Kind of correction -> its allowed keys; one that is not listed takes none."""


def number(value: Any) -> bool:
    """An integer, but not a bool."""
    return type(value) is int


def truth(value: Any) -> bool:
    """True or False."""
    return type(value) is bool


def text(value: Any) -> bool:
    """A text no longer than any that a game knows."""
    return isinstance(value, str) and len(value) <= LONGEST


def some(shape: ValueCheck) -> ValueCheck:
    """A list of values of one type."""
    return lambda value: (
        isinstance(value, list | tuple)
        and len(value) <= MOST
        and all(map(shape, value))
    )


def maybe(shape: ValueCheck) -> ValueCheck:
    """A value of a type, or None."""
    return lambda value: value is None or shape(value)


def fits(told: Json, orders: CorrectionSchema) -> bool:
    """Whether a correction contains only what its kind allows, each with the right type."""
    order = told.get("do")
    if not isinstance(order, str):
        return False
    beside = {"do": text, **orders.get(order, {})}
    return all(name in beside and beside[name](told[name]) for name in told)
