"""What stands out in a game, as its package reports it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.announce import Announcement, Message
from companion.rules import Json


@dataclass(frozen=True, slots=True)
class Highlight:
    """A count of something in one game by one seat; ``text`` says of what ("drew the Downpour")."""

    text: Message
    player: int
    count: int
    adds: bool = True
    """Whether it is summed over games; otherwise the highest single game counts."""


def how_often(
    text: Message, end: Json, announcements: Iterable[Announcement]
) -> Iterator[Highlight]:
    """How often each seat of a game is in some of what was announced; ``end`` is the view of its end."""
    counted = Counter(each.player for each in announcements)
    for seat in range(len(end["players"])):
        yield Highlight(text, seat, counted[seat])
