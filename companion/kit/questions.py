"""Questions to the people at a table, and their answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.announce import Message
from companion.errors import IllegalMove

A = TypeVar("A", covariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """One answer: its id, what it says, and what it means to the game."""

    id: str
    text: Message | str
    answer: A

    def to_json(self) -> dict[str, Any]:
        """As the public view has it."""
        text = self.text if isinstance(self.text, str) else self.text.to_json()
        return {"id": self.id, "text": text, "move": None}


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """What a camera cannot know."""

    id: str
    topic: str
    player: int | None
    """Whose answer it needs; None: anybody's."""
    text: Message
    choices: tuple[Choice[A], ...]
    beside: tuple[int, ...] | None = None
    """For a die of several alike: what the others show."""

    def to_json(self) -> dict[str, Any]:
        """As the public view has it."""
        who = {"player": self.player, "about": None, "topic": self.topic}
        beside = {} if self.beside is None else {"beside": list(self.beside)}
        choices = [choice.to_json() for choice in self.choices]
        text = {"text": self.text.to_json(), "choices": choices}
        return {"id": self.id, **who, **beside, **text}


def answered(asked: Iterable[Question[A]], question: str, choice: str) -> A:
    """What an answer means. Raises IllegalMove if nobody asks that, or it is none of the choices."""
    found = next((each for each in asked if each.id == question), None)
    if found is None:
        raise IllegalMove("session.no-question")
    for offered in found.choices:
        if offered.id == choice:
            return offered.answer
    raise IllegalMove("session.no-choice")
