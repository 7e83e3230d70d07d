"""What is told of this game elsewhere: the lines of `murphy watch`, and what stands out for the archive."""

from collections.abc import Iterator, Sequence

from companion.announce import Announcement, message
from companion.kit.highlights import Highlight, how_often
from companion.kit.points import most_points
from companion.kit.watch_lines import AnnouncedLines
from companion.rules import Json


def highlights(announced: Sequence[Announcement], end: Json) -> Iterator[Highlight]:
    """What stands out in a game, from everything announced in it, and its end."""
    fives = (news for news in announced if news.kind == "five-alike")
    yield from how_often(message("yatzy.feat.fives"), end, fives)
    yield from most_points(end)


def watch_lines() -> AnnouncedLines:
    """The lines for one game being watched."""
    return AnnouncedLines()
