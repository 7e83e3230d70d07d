"""A journal file written anew beside the one whose place it takes; until then nothing is changed, afterwards nothing is missing."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.journal import ledger, ledger_rows
from companion.journal.ledger_lock import placing
from companion.whole_file import sync

ROWS_AT_ONCE: Final = 500
"""How many rows are in memory, and in a transaction, while a file is written anew."""


class Replacement:
    """The new file. Everything raises JournalError."""

    def __init__(self, path: Path) -> None:
        self.last = ledger_rows.START
        """The last row written."""
        self._path = path
        self._fresh = path.with_name(f"{path.name}.fresh")
        with placing(path):
            self._remove()
            # Readable by its owner only, whatever the umask; SQLite gives its logs the same mode.
            os.close(os.open(self._fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            self._ledger = ledger.Ledger(self._fresh, synced=False)
        except JournalError:
            self._remove_if_possible()
            raise

    def write(self, rows: Iterable[ledger_rows.Row]) -> None:
        """Append rows, one after the other: a long journal is never in memory as a whole."""
        coming = iter(rows)
        while some := tuple(islice(coming, ROWS_AT_ONCE)):
            self._ledger.write(some)
            self.last = some[-1]

    def flush(self) -> None:
        """Have what was written on the disk, so that sealing is quick. Raises JournalError."""
        with placing(self._path):
            sync(self._fresh)

    def seal(self) -> None:
        """Have all of it in one file and on the disk; nothing can be written to it any more. Raises JournalError."""
        # Closing alone would, on a full disk, leave rows in the log without a word.
        if not self._ledger.fold():
            raise JournalError("journal.being-read", path=str(self._fresh))
        self._ledger.close()
        self.flush()

    def check(self) -> None:
        """Read what was sealed. Raises JournalError if it is not what was written."""
        try:
            whole = ledger.tail(self._fresh, still=True) == self.last
        except ledger_rows.Damage:
            whole = False
        if not whole:
            raise JournalError("journal.damaged", path=str(self._path))

    def take_place(self) -> None:
        """Replace what is there by what was sealed, atomically.

        The old log is removed first, so whatever only that holds must have been folded
        into the old file (``fold``) or be kept elsewhere. Raises JournalError.
        """
        with placing(self._path):
            logs = [each for each in ledger.logs_of(self._path) if each.exists()]
            for each in logs:
                # SQLite would apply an older file's log to this one.
                each.unlink(missing_ok=True)
            if logs:
                sync(self._path.parent)
            os.replace(self._fresh, self._path)
            sync(self._path.parent)

    def discard(self) -> None:
        """Remove the new file unless it has taken the place."""
        self._ledger.close()
        self._remove_if_possible()

    def _remove(self) -> None:
        for each in (self._fresh, *ledger.logs_of(self._fresh)):
            each.unlink(missing_ok=True)

    def _remove_if_possible(self) -> None:
        # On a disk that is gone nothing can be, and why it failed was said.
        with suppress(OSError):
            self._remove()


@contextmanager
def replacement(path: Path) -> Iterator[Replacement]:
    """A new file for a path; gone at the end unless it has taken the place. Raises JournalError."""
    new = Replacement(path)
    try:
        yield new
    finally:
        new.discard()


def written_anew(path: Path, rows: Iterable[ledger_rows.Row] = ()) -> None:
    """Replace whatever is at a path by a journal file with these rows, atomically.

    A power cut must not leave half a schema behind. Raises JournalError.
    """
    with replacement(path) as new:
        new.write(rows)
        new.seal()
        new.take_place()


def fold(path: Path) -> None:
    """Have everything that a file's log holds in the file, too. Raises JournalError, also if somebody who reads prevents that."""
    try:
        with closing(ledger.database(path, "rw")) as db:
            done = ledger.is_folded(db)
    except sqlite3.Error as error:
        raise ledger.refusal(error, path) from error
    if not done:
        raise JournalError("journal.being-read", path=str(path))
