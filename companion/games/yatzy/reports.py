"""What is told of this game elsewhere: the lines of `murphy watch`, and what stands out for the archive."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.announce import Announcement, message
from companion.kit.highlights import Highlight
from companion.kit.points import most_points
from companion.kit.watch_lines import AnnouncedLines
from companion.rules import Json


def highlights(said: Sequence[Announcement], end: Json) -> Iterator[Highlight]:
    """What stands out in a game, from everything announced in it, and its end."""
    fives = Counter(news.player for news in said if news.kind == "five-alike")
    for seat in range(len(end["players"])):
        yield Highlight(message("yatzy.feat.fives"), seat, fives[seat])
    yield from most_points(end)


def watch_lines() -> AnnouncedLines:
    """The lines for one game being watched."""
    return AnnouncedLines()
