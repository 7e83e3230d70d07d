"""The lines of `murphy watch` for games in which everything that is told is announced, and nothing turns out otherwise later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.announce import Announcement
from companion.rules import Json
from companion.session.session import Outcome, Session
from companion.table import Observation
from companion.words import Words

ASKED: Final = "unread"
"""The kind of announcement that says what its questions ask."""
OF_QUESTION: Final = ("id", "player", "topic", "text", "choices")


def _params(news: Announcement) -> Mapping[str, Any]:
    return news.params


@dataclass(frozen=True, slots=True)
class AnnouncedLines:
    """A line for each announcement, and one for each question once it is open (docs/commands.md)."""

    table: Callable[[Json, Words], str]
    """What lies in which zone, as a sentence."""
    fields: Callable[[Announcement], Mapping[str, Any]] = _params
    """What a line says of an announcement besides its kind, who, and the sentence."""
    asked: set[str] = field(default_factory=set)
    """The questions that were told, by their ids."""

    def seen(self, observation: Observation) -> Iterator[dict[str, Any]]:
        """Nothing is told at once where nobody plays."""
        return iter(())

    def finished(self, session: Session[Any]) -> Iterator[dict[str, Any]]:
        """The end of a source decides nothing: what nobody saw stays open."""
        return iter(())

    def played(self, came: Outcome, session: Session[Any]) -> Iterator[dict[str, Any]]:
        """The lines of what a call of the session came to, and what is asked since."""
        for news in (news for news in came.announcements if news.kind != ASKED):
            event = "roll" if news.kind == "rolled" else news.kind
            told = {"event": event, "player": news.player, **self.fields(news)}
            yield told | {"text": news.to_json()["text"]}
        for question in session.view()["questions"]:
            if question["id"] not in self.asked:
                self.asked.add(question["id"])
                yield {"event": "question"} | {k: question[k] for k in OF_QUESTION}

    def in_words(self, told: Json, said: Words, names: Sequence[str] = ()) -> str:
        """The sentence of a line."""
        is_table = told["event"] == "table"
        return self.table(told["zones"], said) if is_table else str(told["text"])
