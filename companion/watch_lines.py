"""The lines of `murphy watch` for games in which everything that is told is announced, and nothing turns out otherwise later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.announce import Announcement
from companion.rules import Json
from companion.session import Outcome, Session
from companion.table import Observation
from companion.words import Words


def _params(news: Announcement) -> Mapping[str, Any]:
    return news.params


@dataclass(frozen=True, slots=True)
class AnnouncedLines:
    """A line for each announcement (docs/commands.md)."""

    table: Callable[[Json, Words], str]
    """What lies in which zone, as a sentence."""
    fields: Callable[[Announcement], Mapping[str, Any]] = _params
    """What a line says of an announcement besides its kind, who, and the sentence."""

    def seen(self, observation: Observation) -> Iterator[dict[str, Any]]:
        """Nothing is told at once where nobody plays."""
        return iter(())

    def finished(self, session: Session[Any]) -> Iterator[dict[str, Any]]:
        """The end of a source decides nothing: what nobody saw stays open."""
        return iter(())

    def played(self, came: Outcome) -> Iterator[dict[str, Any]]:
        """The lines of what a call of the session came to."""
        for news in came.announcements:
            event = "roll" if news.kind == "rolled" else news.kind
            told = {"event": event, "player": news.player, **self.fields(news)}
            yield told | {"text": news.to_json()["text"]}

    def in_words(self, told: Json, said: Words, names: Sequence[str] = ()) -> str:
        """The sentence of a line."""
        is_table = told["event"] == "table"
        return self.table(told["zones"], said) if is_table else str(told["text"])
