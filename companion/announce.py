"""What people are told: messages without a language, put into words only where they leave the program.

A :class:`Message` is a key of the files in ``words/`` with its parameters. A parameter
may itself be a message or several (the name of a card, a list of reasons), so pure code
never contains a sentence and every sentence exists in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from companion.codec import reader, writer

Param: TypeAlias = "str | int | float | Message | tuple[Param, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence without a language: a key of the word files and its parameters."""

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.params))))

    def to_json(self) -> dict[str, Any]:
        """The message as JSON values; ``from_json`` is the inverse."""
        return {"key": self.key, "params": {k: _param_to_json(v) for k, v in self.params.items()}}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Message:
        """The message that ``to_json`` wrote. Raises KeyError or ValueError if it is not one."""
        return Message(data["key"], {k: _param_from_json(v) for k, v in data["params"].items()})


def message(key: str, **params: Param) -> Message:
    """A message with its parameters as keywords."""
    return Message(key, params)


def _param_to_json(value: Param) -> Any:
    match value:
        case Message():
            return value.to_json()
        case tuple():
            return [_param_to_json(v) for v in value]
        case _:
            return value


def _param_from_json(value: Any) -> Param:
    match value:
        case {"key": _, "params": _}:
            return Message.from_json(value)
        case list():
            return tuple(_param_from_json(v) for v in value)
        case str() | int() | float():
            return value
        case _:
            raise ValueError(f"not a parameter of a message: {value!r}")


AT_ANY_TABLE: Final = (
    *("corrected", "game-won", "illegal", "pause", "set-up"),
    *("no-longer-fits", "undone"),
)
"""The kinds of announcements that are made of any game, by the kit and by a session."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something everybody at the table is told once: its kind, whom it concerns, and the sentence.

    ``kind`` is defined by the game (``round-won``, ``question``...) and decides how
    prominent it is; ``player`` is a seat (0 is the first of ``--players``).
    """

    kind: str
    text: Message
    player: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The announcement as JSON values; ``from_json`` is the inverse."""
        return _write(self)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Announcement:
        """The announcement that ``to_json`` wrote. Raises ValueError or KeyError if it is not one."""
        return _read(data)


_write, _read = writer(Announcement), reader(Announcement)
