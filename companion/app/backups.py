"""Copies of games in another folder: verified entry by entry, written atomically, the newest of them kept."""

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
from companion.journal.ledger import logs_of, peek, tail
from companion.journal.ledger_lock import locked
from companion.journal.ledger_rows import Damage, Row
from companion.journal.replacement import written_anew
from companion.journal.rescue import put_aside

KEPT: Final = 14
"""How many copies of one journal a folder keeps."""
STAMP: Final = "%Y%m%d-%H%M%S"
DIGITS: Final = "[0-9]" * 8 + "-" + "[0-9]" * 6
BETWEEN_SECONDS: Final = 3600.0
"""How often a running game is copied."""
AGAIN_SECONDS: Final = 15.0
"""How soon a failed copy is tried again: somebody plugs the stick in, and looks whether that is seen."""
LAST_SECONDS: Final = 5.0
"""How long the last copy may take, within the service's TimeoutStopSec."""


def back_up(journal: Path, folder: Path, now: datetime) -> Path | None:
    """Copy a journal, in use or not, into an existing folder; None if the newest copy has the same content.

    Raises JournalError: something damaged, or not a journal, must not replace a good
    copy.
    """
    try:
        return _backed_up(journal, folder, now)
    except OSError as error:
        # A stick that was pulled out is still mounted, but unreadable.
        why = error.strerror or str(error)
        raise JournalError("journal.no-place", path=str(folder), why=why) from error


def _backed_up(journal: Path, folder: Path, now: datetime) -> Path | None:
    if not folder.is_dir():
        # If a stick is not plugged in, its empty mount point must not fill the card.
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
    """A journal's copies in a folder, newest last. Raises OSError."""
    return sorted(folder.glob(f"{escape(journal.stem)}-{DIGITS}{journal.suffix}"))


def _stamp(now: datetime, copies: Sequence[Path]) -> str:
    """When a copy is made; if the clock has gone back, one second after the newest copy."""
    made = [now]
    for copy in copies[-1:]:
        with suppress(ValueError, OverflowError):
            newest = "-".join(copy.stem.split("-")[-2:])
            made.append(datetime.strptime(newest, STAMP) + timedelta(seconds=1))
    return max(made).strftime(STAMP)


def restore(copy: Path, journal: Path) -> Path | None:
    """Put a copy in a journal's place; returns where the previous journal was kept, None if there was none.

    Raises JournalError if the copy is not a journal or damaged, or if a companion is
    playing on the journal.
    """
    # A journal that was set aside has its log beside it; for a copy on a stick none must be created.
    rows = _rows(copy, still=not any(log.exists() for log in logs_of(copy)))
    if not rows:
        # An empty copy is refused: one that was cut off may look like that.
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
    """Copies the current journal as it grows; one turn of a follower."""

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
        """Why the last attempt failed."""

    def __call__(self, ended: threading.Event) -> None:
        """Copy what is new, then wait, less long if that failed; once more at the end."""
        self.copy()
        if ended.wait(AGAIN_SECONDS if self.trouble else self._between):
            self.copy()

    def copy(self) -> None:
        """Copy what is new; failures are reported."""
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
    """A copy's last entry; None if it is damaged."""
    try:
        return tail(copy, still=True)
    except (Damage, JournalError):
        return None
