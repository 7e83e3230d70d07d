"""What people say to put a game right, by its order: what stands beside ``do``, and of which shape; all else is refused before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.rules import Json

LONGEST: Final = 80
"""Characters of a text that a game knows: a code, a place, a move."""
MOST: Final = 64
"""In one list: what lies in one place."""
Shape: TypeAlias = Callable[[Any], bool]
Orders: TypeAlias = Mapping[str, Mapping[str, Shape]]
"""Order -> what may stand beside it; an order that is not named takes nothing."""


def number(value: Any) -> bool:
    """A whole number, and no truth."""
    return type(value) is int


def truth(value: Any) -> bool:
    """True or False."""
    return type(value) is bool


def text(value: Any) -> bool:
    """A text that is no longer than any that a game knows."""
    return isinstance(value, str) and len(value) <= LONGEST


def some(shape: Shape) -> Shape:
    """A list of values of a shape."""
    return lambda value: (
        isinstance(value, list | tuple)
        and len(value) <= MOST
        and all(map(shape, value))
    )


def maybe(shape: Shape) -> Shape:
    """A value of a shape, or None."""
    return lambda value: value is None or shape(value)


def is_order(told: Json, orders: Orders) -> bool:
    """Whether somebody says no more than an order takes, and each of it in its shape."""
    order = told.get("do")
    if not isinstance(order, str):
        return False
    beside = {"do": text, **orders.get(order, {})}
    return all(name in beside and beside[name](told[name]) for name in told)
