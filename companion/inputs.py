"""What comes to a game from its table, as the journal keeps it: what was seen, and what people and programs say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from companion.codec import Convert, reader, writer
from companion.table import OBSERVATIONS, Glimpse, Observation, Settled

InputKind: TypeAlias = Literal["observation", "submission", "answer", "correction", "undo"]


@dataclass(frozen=True, slots=True)
class Submission:
    """A move made by hand; ``by``: the seat, here and below, None if nobody's."""

    move: Mapping[str, Any]
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the choices of a question, by their ids."""

    question: str
    choice: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """How it really was; it takes effect ``before`` an entry, or now."""

    correction: Mapping[str, Any]
    by: int | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back what the entry ``of`` says."""

    of: int


Said: TypeAlias = Submission | Answer | Correction | Undo


@dataclass(frozen=True, slots=True)
class Envelope:
    """What accompanies something that is said.

    ``seq``: the last entry that whoever says it knew, None: whatever has happened since.
    Under the same ``key`` it counts once, so that a client that missed the answer can
    retry. ``phone`` tells whose phone says it from all others.
    """

    seq: int | None = None
    key: str | None = None
    phone: str | None = None


PLAIN: Final = Envelope()
"""It always counts, whatever has happened since."""


@dataclass(frozen=True, slots=True)
class Input:
    """Something seen or said: ``seq`` is its entry's number, ``at`` seconds since 1970, ``key`` and ``phone`` those of its envelope."""

    seq: int
    at: float
    what: Observation | Said
    key: str | None = None
    phone: str | None = None

    @property
    def kind(self) -> InputKind:
        """The kind of its journal entry."""
        return _KINDS[type(self.what)]

    @property
    def seen(self) -> Observation | None:
        """What was seen; None if it was said."""
        return self.what if isinstance(self.what, Settled | Glimpse) else None

    @property
    def by(self) -> int | None:
        """The seat that says it; None if no seat does."""
        return getattr(self.what, "by", None)

    @property
    def before(self) -> int | None:
        """The entry before which a correction takes effect; None: it takes effect now, or is none."""
        return self.what.before if isinstance(self.what, Correction) else None

    @property
    def names_somebody(self) -> bool:
        """Whether somebody is only called otherwise, which is no word of the game."""
        what = self.what
        return isinstance(what, Correction) and what.correction.get("do") == "name"

    def to_json(self) -> dict[str, Any]:
        """The data of its journal entry, as JSON values; ``from_json`` is the inverse."""
        write, _ = _AS_JSON[self.kind]
        told: dict[str, Any] = write(self.what)
        marks = {"key": self.key, "phone": self.phone}
        return told | {name: mark for name, mark in marks.items() if mark is not None}

    @staticmethod
    def from_json(seq: int, at: float, kind: str, data: Mapping[str, Any]) -> Input:
        """The input of a journal entry. Raises KeyError or ValueError for an entry of another kind or shape."""
        _, read = _AS_JSON[kind]
        return Input(seq, at, read(data), data.get("key"), data.get("phone"))


_KINDS: Final[Mapping[type[Any], InputKind]] = {
    Settled: "observation",
    Glimpse: "observation",
    Submission: "submission",
    Answer: "answer",
    Correction: "correction",
    Undo: "undo",
}
KINDS: Final = frozenset(_KINDS.values())
"""The kinds of journal entries that are inputs."""
_SEEN: Final = (OBSERVATIONS.to_json, OBSERVATIONS.from_json)
_AS_JSON: Final[Mapping[str, tuple[Convert, Convert]]] = {
    kind: _SEEN if kind == "observation" else (writer(said), reader(said))
    for said, kind in _KINDS.items()
}
"""What writes and reads each kind."""
