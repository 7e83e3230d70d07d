"""The lock beside a journal file: only one companion may write to it."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import JournalError, reason_of


def _of_one_name(path: Path) -> None:
    """Raise JournalError if a link, device or folder is in its place: another companion could write to the file by another name."""
    try:
        there = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(there.st_mode) or there.st_nlink > 1:
        raise JournalError("journal.not-plain", path=str(path))


@contextmanager
def placing(path: Path) -> Iterator[None]:
    """What the system refuses at a journal's place, as JournalError."""
    try:
        yield
    except OSError as error:
        why = reason_of(error)
        raise JournalError("journal.no-place", path=str(path), why=why) from error


def lock_of(path: Path) -> Path:
    """The file beside a journal that is locked."""
    return Path(f"{path}.lock")


def locked(path: Path) -> int:
    """A lock beside the file, as a descriptor; it disappears with the process, however that ends.

    Raises JournalError if it is in use by another program, has nowhere to be written,
    or is not a plain file with one name.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
    with placing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _of_one_name(path)
        lock = os.open(lock_of(path), flags, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalError("journal.in-use", path=str(path), why=str(error)) from error
    return lock
