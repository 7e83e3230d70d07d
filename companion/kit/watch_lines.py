"""The lines of `murphy watch` for games in which everything reported is announced, and nothing is revised later."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.announce import Announcement
from companion.rules import Json
from companion.session.session import Outcome, Session
from companion.table import Observation
from companion.words import Words, zone_name

ASKED: Final = "unread"
"""The kind of announcement that repeats what its questions ask."""
OF_QUESTION: Final = ("id", "player", "topic", "text", "choices")


def _params(announcement: Announcement) -> Mapping[str, Any]:
    return announcement.params


def die_name(code: str, words: Words) -> str:
    """A die by its colour and value, a symbol as a star; ``?`` is an unreadable one, and what is no die is called by its code."""
    colour, _, value = code.partition("-")
    if f"dice.colour.{colour}" not in words.sentences:
        return code
    return f"{words.say(f'dice.colour.{colour}')} {value.replace('symbol', '✶') or '?'}"


def by_zone(named: Callable[[str, Words], str], game: str = "") -> Callable[[Json, Words], str]:
    """What lies in which zone of a game's mat as a sentence, each piece as it is ``named``."""

    def table(zones: Json, words: Words) -> str:
        nothing = words.say("list.nothing")
        told = (
            f"{words.worded(zone_name(game, zone))}: {', '.join(named(c, words) for c in codes) or nothing}"
            for zone, codes in zones.items()
        )
        return words.say("watch.table", zones="; ".join(told))

    return table


@dataclass(frozen=True, slots=True)
class AnnouncedLines:
    """One line per announcement, and one per question once it is open (docs/commands.md)."""

    table: Callable[[Json, Words], str] | None = None
    """What lies in which zone, as a sentence; None: zone by zone, dice by their names, all else by its code."""
    fields: Callable[[Announcement], Mapping[str, Any]] = _params
    """What a line contains about an announcement besides its kind, player and sentence."""
    game: str = ""
    """Whose zones they are."""
    asked: set[str] = field(default_factory=set)
    """The ids of the questions already printed."""

    def seen(self, observation: Observation) -> Iterator[dict[str, Any]]:
        """Nothing is reported early if nobody plays."""
        return iter(())

    def finished(self, session: Session[Any]) -> Iterator[dict[str, Any]]:
        """The end of a source decides nothing: what nobody saw stays open."""
        return iter(())

    def played(self, came: Outcome, session: Session[Any]) -> Iterator[dict[str, Any]]:
        """The lines for the outcome of a session's call, and for questions opened since."""
        for news in (news for news in came.announcements if news.kind != ASKED):
            event = "roll" if news.kind == "rolled" else news.kind
            told = {"event": event, "player": news.player, **self.fields(news)}
            yield told | {"text": news.to_json()["text"]}
        for question in session.view()["questions"]:
            if question["id"] not in self.asked:
                self.asked.add(question["id"])
                yield {"event": "question"} | {k: question[k] for k in OF_QUESTION}

    def in_words(self, line: Json, words: Words, names: Sequence[str] = ()) -> str:
        """A line as a sentence."""
        if line["event"] != "table":
            return str(line["text"])
        return (self.table or by_zone(die_name, self.game))(line["zones"], words)
