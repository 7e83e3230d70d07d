"""What a game's sources leave open, as settings of a table: named, each with its default and its rivals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias, get_args, get_type_hints

from companion.announce import Message, message
from companion.errors import EditionError, quoted

Value: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class OpenRule:
    """One setting: its name and what it may be, the default first."""

    name: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        """What is played where nobody says otherwise."""
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
    """The settings of a dataclass in their order: what a field's ``Literal`` says, its default first."""
    hints = get_type_hints(table)
    return tuple(OpenRule(f.name, get_args(hints[f.name])) for f in fields(table))


def agreed_rules(
    told: Mapping[str, Any], rules: Iterable[OpenRule]
) -> dict[str, Value]:
    """Settings from some or all of their names, checked: ``true`` is no 1. Raises EditionError for another name or value."""
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
