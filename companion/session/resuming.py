"""Resuming a game: its history and last announcements, read from a journal's entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from companion.announce import Announcement
from companion.errors import JournalError
from companion.journal.journal import Entry
from companion.rules import Game, S
from companion.session.history import History, batches
from companion.session.recent_announcements import RecentAnnouncements

OFTEN: Final = 200
"""Progress is reported after every so many inputs of a long game."""


def resumed(
    game: Game[S],
    entries: Sequence[Entry],
    read: Callable[[float], None],
    *,
    where: str,
) -> tuple[History[S], RecentAnnouncements]:
    """The history in the entries of one game, its set-up first.

    ``read`` is called repeatedly with how much has been read, 0 to 1. Raises
    JournalError, naming the journal (``where``), if the entries do not fold.
    """
    begun, end = entries[0].seq, entries[-1].seq
    news = RecentAnnouncements()
    with _folding(where, begun):
        history = History(game, entries[0].data)
    for number, batch in enumerate(batches(entries[1:])):
        with _folding(where, batch[0].seq):
            _read(history, news, batch)
        if number % OFTEN == 0:
            read((batch[-1].seq - begun) / (end - begun))
    return history, news


def _read(
    history: History[S], news: RecentAnnouncements, batch: Sequence[Entry]
) -> None:
    given, kept, records = history.read(batch)
    heard = (e for e in batch if e.kind == "announcement")
    told = [(e.seq, Announcement.from_json(e.data)) for e in heard]
    news.take(given, history.records[kept:], records, told)
    history.take(given, kept, records)


@contextmanager
def _folding(where: str, entry: int) -> Iterator[None]:
    try:
        yield
    # Entries that this game did not write may make it raise anything.
    except Exception as error:
        raise JournalError("journal.no-fold", path=where, entry=entry) from error
