"""Copies of games in another folder: verified entry by entry, written atomically, the newest of them kept."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from glob import escape
from itertools import count
from pathlib import Path
from typing import Final

from companion.announce import Message
from companion.errors import JournalError
from companion.journal import ledger, ledger_lock, rescue
from companion.journal.journal import Journal
from companion.journal.ledger_rows import ERASED, START, Damage, Row
from companion.journal.replacement import Replacement, fold, replacement

KEPT: Final = 14
"""How many copies of one journal a folder keeps, the newest with it, and how many others of that name."""
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
    # A stick that was pulled out is still mounted, but unreadable.
    with ledger_lock.placing(folder):
        return _backed_up(journal, folder, now)


def _backed_up(journal: Path, folder: Path, now: datetime) -> Path | None:
    if not folder.is_dir():
        # If a stick is not plugged in, its empty mount point must not fill the card.
        raise JournalError("backup.no-folder", path=str(folder))
    copies = copies_of(journal, folder)
    with _sound(journal):
        if _nothing_new(journal, copies):
            return None
    copy = _free(journal, folder, _moment(now, copies))
    with replacement(copy) as new:
        _copy(journal, new)
        new.check()
        new.take_place()
    for old in _to_delete(copy, copies):
        old.unlink(missing_ok=True)
    return copy


def _nothing_new(journal: Path, copies: Sequence[Path]) -> bool:
    """Whether a journal is empty, or the newest copy holds all of it. Raises Damage, JournalError."""
    last = ledger.tip(journal)
    if last is START:
        return True
    # Only where the last rows are the same, it takes a look at every row.
    return any(
        _last(copy, ledger.tip) == last and _last(copy) == ledger.tail(journal)
        for copy in copies[-1:]
    )


def copies_of(journal: Path, folder: Path) -> list[Path]:
    """A journal's copies in a folder, newest last: plain files with a copy's name that begin as journals do. Raises OSError."""
    named = folder.glob(f"{escape(journal.stem)}-{DIGITS}{escape(journal.suffix)}")
    return sorted(filter(ledger.is_ours, named))


def _moment(now: datetime, copies: Sequence[Path]) -> datetime:
    """When a copy is made; if the clock has gone back, one second after the newest copy."""
    made = [now]
    for copy in copies[-1:]:
        with suppress(ValueError, OverflowError):
            newest = "-".join(copy.stem.split("-")[-2:])
            made.append(datetime.strptime(newest, STAMP) + timedelta(seconds=1))
    return max(made)


def _free(journal: Path, folder: Path, moment: datetime) -> Path:
    """The name of a copy made then, or in the first second after it in which nothing else has that name."""
    seconds = (moment + timedelta(seconds=n) for n in count())
    names = (f"{journal.stem}-{at.strftime(STAMP)}{journal.suffix}" for at in seconds)
    return next(folder / name for name in names if not os.path.lexists(folder / name))


def _to_delete(new: Path, before: Sequence[Path]) -> list[Path]:
    """The copies to delete, newest last as ``before``: all but the newest 13 that the new one continues, and all but the newest 14 others, which may be another table's."""
    continued = [old for old in before if _continues(new, old)]
    others = [old for old in before if old not in continued]
    return [*continued[: 1 - KEPT], *others[:-KEPT]]


def _continues(new: Path, old: Path) -> bool:
    """Whether a copy has the last entry of an older one, even if entries before it were erased since, or that one itself."""
    last = _last(old, ledger.tip)
    if last is None or last is START:
        return False
    same = _last(new, partial(ledger.row_at, seq=last.seq)) or START
    return same.kind == ERASED or replace(same, hash=b"") == replace(last, hash=b"")


def restore(copy: Path, journal: Path) -> Path | None:
    """Put a copy in a journal's place; returns where the previous journal was kept, None if there was none.

    Raises JournalError if the copy is not a journal or damaged, or if a companion is
    playing on the journal.
    """
    # A journal that was set aside has its log beside it; for a copy on a stick none must be created.
    still = not any(log.exists() for log in ledger.logs_of(copy))
    with _sound(copy):
        if ledger.tip(copy, still=still) is START:
            # An empty copy is refused: one that was cut off may look like that.
            raise ledger.damage_of(copy)
    lock = ledger_lock.locked(journal)
    try:
        with ledger_lock.placing(journal), replacement(journal) as new:
            _copy(copy, new, still=still)
            aside = rescue.put_aside(journal, "before") if journal.exists() else None
            with suppress(JournalError):
                fold(journal)
            new.take_place()
    finally:
        os.close(lock)
    return aside


class Backups:
    """Copies the current journal as it grows; one turn of a follower."""

    def __init__(
        self, journal: Journal, folder: Path, *, now: Callable[[], datetime] = datetime.now
    ) -> None:
        self._journal = journal
        self._folder = folder
        self._now = now
        self.trouble: Message | None = None
        """Why the last attempt failed."""

    def __call__(self, ended: threading.Event) -> None:
        """Copy what is new, then wait, less long if that failed; once more at the end."""
        self.copy()
        if ended.wait(AGAIN_SECONDS if self.trouble else BETWEEN_SECONDS):
            self.copy()

    def copy(self) -> None:
        """Copy what is new; failures are reported."""
        try:
            back_up(Path(self._journal.name), self._folder, self._now())
            self.trouble = None
        except JournalError as error:
            self.trouble = error.message


def _copy(path: Path, to: Replacement, *, still: bool = False) -> None:
    """Copy and seal all rows, each verified. Raises JournalError."""
    with _sound(path):
        ledger.through(path, to.write, still=still)
    to.seal()


@contextmanager
def _sound(path: Path) -> Iterator[None]:
    """Damage of a file, as JournalError."""
    try:
        yield
    except Damage as error:
        raise ledger.damage_of(path) from error


def _last(copy: Path, found: Callable[..., Row] = ledger.tail) -> Row | None:
    """A copy's last entry; None if it is damaged."""
    try:
        return found(copy, still=True)
    except (Damage, JournalError):
        return None
