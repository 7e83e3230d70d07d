"""Whether the place of a file takes what is written to it: looked at, and tried."""

import errno
import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from companion.errors import JournalError, reason_of

ROOM: Final = 1 << 16
"""Bytes that entries of the next minutes take at most."""
KEYS: Final = {
    errno.ENOSPC: "journal.disk-full",
    errno.EDQUOT: "journal.disk-full",
    errno.EROFS: "journal.read-only",
}


def looks_unwritable(path: Path) -> bool:
    """Whether a file system says that it is full or read-only, or does not even open the file; nothing is written.

    The file must not be one that SQLite has open: closing it here would end SQLite's
    locks (fcntl(2), F_SETLK).
    """
    try:
        system = os.statvfs(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC))
    except OSError:
        return True
    is_full = system.f_bavail * system.f_frsize < ROOM
    return is_full or bool(system.f_flag & os.ST_RDONLY)


def try_beside(path: Path) -> None:
    """Write as much as entries need beside a file, down to the disk; it has no name, or loses it at once. Raises JournalError."""
    try:
        with TemporaryFile(dir=path.parent) as file:
            # Zeros could be stored as nothing.
            file.write(os.urandom(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        key = KEYS.get(error.errno or 0, "journal.unwritable")
        why = reason_of(error)
        raise JournalError(key, path=str(path), why=why) from error
