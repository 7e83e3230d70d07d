"""A position as JSON: the fields of its text, as numbers and lists (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.errors import InputError, quoted
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.programs.notation import (
    UNSEEN,
    read_card,
)
from companion.games.dumm_gelaufen.programs.position_reading import parts_of, state_of
from companion.games.dumm_gelaufen.programs.position_text import NOTHING, fields_of

_ROWS: Final = ("mac", "open-left", "open-right", "draw", "actions", "tasks", "stack", "returned")  # fmt: skip
_ROWS_BY_SEAT: Final = ("hands", "won")
_COUNTS: Final = ("round", "turn")


def to_json(state: State) -> dict[str, Any]:
    """The fields of the text: numbers as numbers, cards as lists of codes with null for an unseen one, the rest as text."""
    return {name: _as_json(name, text) for name, text in fields_of(state)}


def from_json(data: Mapping[str, Any]) -> State:
    """The state of ``to_json``'s fields, some of them or all, lists or text. Raises as ``read_position`` does."""
    return state_of({str(name): _as_text(value) for name, value in data.items()})


def _as_json(name: str, text: str) -> Any:
    if name in _COUNTS:
        return int(text)
    if name in _ROWS:
        return list(_codes(text))
    if name in _ROWS_BY_SEAT:
        return [list(_codes(part)) for part in text.split("/")]
    return text


def _codes(text: str) -> Iterator[str | None]:
    """Full codes; an uncertain number of unseen cards stays as it is: ``?2-3``."""
    for part in parts_of(text):
        if not part.startswith(UNSEEN):
            yield read_card(part).code
        elif "-" in part:
            yield part
        else:
            yield from (None,) * int(part[1:] or 1)


def _as_text(value: object) -> str:
    match value:
        case list() | tuple() if any(isinstance(part, list | tuple) for part in value):
            return "/".join(map(_row_text, value))
        case _:
            return _row_text(value)


def _row_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(_value_text, value)) or NOTHING
    return _value_text(value)


def _value_text(value: object) -> str:
    match value:
        case None:
            return UNSEEN
        case str():
            return value
        case int():
            return quoted(value)
        case _:
            raise InputError("notation.no-position", what=quoted(value, 40))
