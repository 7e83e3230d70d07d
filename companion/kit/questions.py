"""Questions to the people at a table, and their answers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
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

    def public(self) -> dict[str, Any]:
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
    yours: Message | None = field(default=None, kw_only=True)
    """What the phone of that player says instead; None: the same."""

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        who = {"player": self.player, "apart": None, "about": None, "topic": self.topic}
        choices = [choice.public() for choice in self.choices]
        yours = self.yours and self.yours.to_json()
        text = {"text": self.text.to_json(), "yours": yours, "choices": choices}
        return {"id": self.id, **who, **text}

    def meaning(self, choice: str) -> A:
        """What an answer means. Raises IllegalMove if it is none of the choices."""
        for offered in self.choices:
            if offered.id == choice:
                return offered.answer
        raise IllegalMove("session.no-choice")


Q = TypeVar("Q", bound=Question[Any])


def named(asked: Iterable[Q], question: str) -> Q:
    """The question of an id. Raises IllegalMove if nobody asks that."""
    for each in asked:
        if each.id == question:
            return each
    raise IllegalMove("session.no-question")


def answered(asked: Iterable[Question[A]], question: str, choice: str) -> A:
    """What an answer means. Raises IllegalMove if nobody asks that, or it is none of the choices."""
    return named(asked, question).meaning(choice)
