"""What is told of this game elsewhere: the lines of `murphy watch`, and what stands out for the archive."""

from collections.abc import Iterator, Sequence

from companion import rules
from companion.announce import Announcement, message
from companion.games.nicht_lustig import pieces as p
from companion.kit.highlights import Highlight, how_often
from companion.kit.points import most_points
from companion.kit.watch_lines import AnnouncedLines, by_zone, die_name
from companion.words import Words


def highlights(announced: Sequence[Announcement], end: rules.Json) -> Iterator[Highlight]:
    """The highlights of a game, from everything announced in it, and its end."""
    deaths = (news for news in announced if news.kind == "death")
    yield from how_often(message("lustig.feat.deaths"), end, deaths)
    yield from most_points(end)


def _named(code: str, words: Words) -> str:
    """A card by its name, a die by its colour and value."""
    face, _, _ = code.rpartition("-")
    return str(words.worded(p.card_name(face))) if face in p.CARDS else die_name(code, words)


def watch_lines() -> AnnouncedLines:
    """The lines for one game being watched."""
    return AnnouncedLines(by_zone(_named, "nicht-lustig"))
