"""Copies of games in another folder: proved entry by entry, whole or not there, the newest of them kept."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path
from typing import Final

from companion.announce import Message
from companion.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.ledger import logs_of, peek, tail, written_anew
from companion.journal.ledger_lock import locked
from companion.journal.ledger_rows import Damage, Row
from companion.journal.rescue import put_aside

KEPT: Final = 14
"""Copies of one journal that a folder keeps."""
STAMP: Final = "%Y%m%d-%H%M%S"
DIGITS: Final = "[0-9]" * 8 + "-" + "[0-9]" * 6
BETWEEN_SECONDS: Final = 3600.0
"""How often a game that goes on is copied."""


def back_up(journal: Path, folder: Path, now: datetime) -> Path | None:
    """Copy a journal, in use or not, into a folder that exists; None where the newest copy says the same.

    Raises JournalError: what is no journal, or damaged, is not copied over what is good.
    """
    try:
        return _backed_up(journal, folder, now)
    except OSError as error:
        # A stick that was pulled out is still mounted, and nothing of it can be read.
        why = error.strerror or str(error)
        raise JournalError("journal.no-place", path=str(folder), why=why) from error


def _backed_up(journal: Path, folder: Path, now: datetime) -> Path | None:
    if not folder.is_dir():
        # A stick that is not plugged in: its empty mount point must not fill the card.
        raise JournalError("backup.no-folder", path=str(folder))
    rows = _rows(journal)
    copies = copies_of(journal, folder)
    if not rows or (copies and _last(copies[-1]) == rows[-1]):
        return None
    copy = folder / f"{journal.stem}-{_stamp(now, copies)}{journal.suffix}"
    written_anew(copy, rows)
    if _last(copy) != rows[-1]:
        raise JournalError("journal.damaged", path=str(copy))
    for old in copies_of(journal, folder)[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy


def copies_of(journal: Path, folder: Path) -> list[Path]:
    """A journal's copies in a folder, the newest last. Raises OSError."""
    return sorted(folder.glob(f"{escape(journal.stem)}-{DIGITS}{journal.suffix}"))


def _stamp(now: datetime, copies: Sequence[Path]) -> str:
    """When a copy was made; a second after the newest of those before where the clock has gone back."""
    made = [now]
    for copy in copies[-1:]:
        with suppress(ValueError, OverflowError):
            newest = "-".join(copy.stem.split("-")[-2:])
            made.append(datetime.strptime(newest, STAMP) + timedelta(seconds=1))
    return max(made).strftime(STAMP)


def restore(copy: Path, journal: Path) -> Path | None:
    """Put a copy in a journal's place; where what lay there is kept, None where nothing did.

    Raises JournalError: the copy is none, or damaged; a companion plays on the journal.
    """
    # One that was put aside has its log beside it; of a copy on a stick nothing is to be made there.
    rows = _rows(copy, still=not any(log.exists() for log in logs_of(copy)))
    if not rows:
        # No copy is made of nothing: one that is cut off may look like that.
        raise JournalError("journal.damaged", path=str(copy))
    lock = locked(journal)
    try:
        aside = put_aside(journal, "before") if journal.exists() else None
        written_anew(journal, rows)
    except OSError as error:
        why = error.strerror or str(error)
        raise JournalError("journal.no-place", path=str(journal), why=why) from error
    finally:
        os.close(lock)
    return aside


class Backups:
    """Copies the journal that is played on while it grows; one turn of a follower."""

    def __init__(
        self,
        journal: Journal,
        folder: Path,
        *,
        between: float = BETWEEN_SECONDS,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        self._journal = journal
        self._folder = folder
        self._between = between
        self._now = now
        self.trouble: Message | None = None
        """Why the last try came to nothing."""

    def __call__(self, ended: threading.Event) -> None:
        """Copy what is new, then wait; at the end once more."""
        self.copy()
        if ended.wait(self._between):
            self.copy()

    def copy(self) -> None:
        """Copy what is new; what hinders it is told."""
        try:
            back_up(Path(self._journal.name), self._folder, self._now())
            self.trouble = None
        except JournalError as error:
            self.trouble = error.message


def _rows(path: Path, *, still: bool = False) -> list[Row]:
    try:
        return peek(path, still=still)
    except Damage as error:
        raise JournalError("journal.damaged", path=str(path)) from error


def _last(copy: Path) -> Row | None:
    """A copy's last entry; None of one that is damaged."""
    try:
        return tail(copy, still=True)
    except (Damage, JournalError):
        return None
