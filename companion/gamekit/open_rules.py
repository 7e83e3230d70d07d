"""What a game's sources leave open, as settings of a table, each with a name, a default and alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias, get_args, get_type_hints

from companion.announce import Message, message
from companion.errors import EditionError, quoted

Value: TypeAlias = bool | int | str


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


def open_rules(table: type[Any]) -> tuple[OpenRule, ...]:
    """The settings of a dataclass in order: the values of a field's ``Literal``, its default first."""
    hints = get_type_hints(table)
    return tuple(OpenRule(f.name, get_args(hints[f.name])) for f in fields(table))


def agreed_rules(
    told: Mapping[str, Any], rules: Iterable[OpenRule]
) -> dict[str, Value]:
    """Settings from some or all of their names, type-checked: ``true`` is not 1. Raises EditionError for an unknown name or value."""
    known = {rule.name: rule.values for rule in rules}
    if not isinstance(told, Mapping):
        raise EditionError("ruling.no-settings", what=quoted(told, 40))
    for name, value in told.items():
        if name not in known:
            raise EditionError(
                "ruling.unknown", name=quoted(name, 40), known=tuple(known)
            )
        if not any(type(value) is type(v) and value == v for v in known[name]):
            shown, allowed = quoted(value, 40), tuple(map(str, known[name]))
            raise EditionError("ruling.no-such-value", name=name, value=shown, allowed=allowed)  # fmt: skip
    return dict(told)
