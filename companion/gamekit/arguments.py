"""What programs pass to a game, checked where it enters: an argument of the wrong type is refused in a sentence that names it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex

from companion.errors import InputError, quoted
from companion.rules import Json

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
