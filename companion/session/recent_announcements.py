"""The most recent announcements that still hold: whatever was undone is removed."""

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from companion import announce, inputs
from companion.session.history import HistoryRecord, cancel, keys_of

MOST: Final = 20
"""How many a view carries."""


class RecentAnnouncements:
    """Announcements with the numbers of their entries, oldest first."""

    def __init__(self) -> None:
        self._news: deque[tuple[int, announce.Announcement]] = deque(maxlen=MOST)

    @property
    def all(self) -> tuple[tuple[int, announce.Announcement], ...]:
        """Those kept, each with its entry's number."""
        return tuple(self._news)

    def take(
        self,
        given: inputs.Input,
        old: Iterable[HistoryRecord[Any]],
        new: Iterable[HistoryRecord[Any]],
        news: Iterable[tuple[int, announce.Announcement]],
    ) -> None:
        """Add the announcements of an input; if it is an undo, first drop those that its ``old`` records made and the ``new`` ones do not."""
        if isinstance(given.what, inputs.Undo):
            self._forget(old, new)
        self._news.extend(news)

    def _forget(
        self, old: Iterable[HistoryRecord[Any]], new: Iterable[HistoryRecord[Any]]
    ) -> None:
        gone = keys_of(old) - keys_of(new)
        left = [each for each in reversed(self._news) if not cancel(gone, each[1])]
        self._news = deque(reversed(left), maxlen=MOST)
