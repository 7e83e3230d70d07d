"""Frozen values with some fields changed."""

from typing import TYPE_CHECKING, Any, Final, TypeVar

__all__ = ["KEPT", "changed"]

KEPT: Final = "_kept"
"""Where a value keeps what it has worked out of its fields."""

if TYPE_CHECKING:
    from dataclasses import replace as changed
else:
    V = TypeVar("V")

    def changed(value: V, **changes: Any) -> V:
        """The value with some fields changed.

        What ``dataclasses.replace`` does, at a tenth of its time, for frozen
        dataclasses without slots: every event, and every hypothesis of what
        was seen, passes here.
        """
        after = object.__new__(type(value))
        fields = value.__dict__ | changes
        fields.pop(KEPT, None)
        object.__setattr__(after, "__dict__", fields)
        return after
