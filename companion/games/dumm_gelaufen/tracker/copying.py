"""Copies of frozen values with some fields changed, where thousands are made."""

from __future__ import annotations

from typing import Any, Final, TypeVar

V = TypeVar("V")
KEPT: Final = "_kept"
"""Where a value keeps what it has worked out of its fields."""


def but(value: V, **changes: Any) -> V:
    """The value with some fields changed: what ``dataclasses.replace`` does, at a tenth of its time.

    For frozen dataclasses without slots. Every hypothesis of what was seen passes
    here.
    """
    changed = object.__new__(type(value))
    fields = value.__dict__ | changes
    fields.pop(KEPT, None)
    object.__setattr__(changed, "__dict__", fields)
    return changed
