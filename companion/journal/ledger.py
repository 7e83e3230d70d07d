"""The journal's file: its schema and migrations, and whether its place takes what is written to it."""

import errno
import os
import sqlite3
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, TypeVar

from companion.errors import JournalError, reason_of
from companion.journal.ledger_lock import lock_of
from companion.journal.ledger_rows import START, Damage, Row, proved

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
        os.close(os.open(path, os.O_RDWR))
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


APPLICATION: Final = 0x434D504A
"""``CMPJ`` in the file's header identifies a companion's journal."""

MIGRATIONS: Final = (
    "CREATE TABLE entry (seq INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL,"
    " data TEXT NOT NULL, last INTEGER NOT NULL, hash BLOB NOT NULL)",
)
"""Statements that turn a file of version n into one of version n + 1, in order."""

HEADER: Final = b"SQLite format 3\0"
APPLICATION_AT: Final = 68
"""The offset of the application's number in SQLite's header (sqlite.org/fileformat2.html#the_database_header)."""
SCHEMA: Final = "SELECT sql FROM sqlite_master ORDER BY rowid"
STILL: Final = "ro&immutable=1"
"""How SQLite opens a file that nobody writes to."""
WAL_PAGES: Final = 256
"""The log is checkpointed into the file at about a megabyte."""
MOST_BYTES: Final = 1 << 24
"""Of one row; the largest valid request is a few hundred times smaller."""
CACHE_PAGES: Final = 64
"""Only the end of the file is written and followed; SQLite would cache 2 MB of it by default."""

REFUSALS: Final = {
    sqlite3.SQLITE_FULL: "journal.disk-full",
    sqlite3.SQLITE_READONLY: "journal.read-only",
    sqlite3.SQLITE_BUSY: "journal.in-use",
    sqlite3.SQLITE_CANTOPEN: "journal.no-place",
    sqlite3.SQLITE_PERM: "journal.no-place",
    sqlite3.SQLITE_IOERR: "journal.unwritable",
}
"""Errors of SQLite that concern the file's location, not the file."""
UNFIT: Final = (sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT)
"""Errors of SQLite that concern what is to be stored."""


T = TypeVar("T")


class Ledger:
    """The file, opened for writing. One thread at a time."""

    def __init__(self, path: Path, *, synced: bool = True) -> None:
        """Open it, creating or migrating its schema; without ``synced`` whoever writes flushes the file to the disk. Raises JournalError."""
        self.path = path
        try:
            self._db = _opened(path, "FULL" if synced else "OFF")
        except sqlite3.Error as error:
            raise refusal(error, path) from error

    def write(self, rows: Sequence[Row]) -> None:
        """Append the rows in one transaction. Raises JournalError and writes nothing then."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            values = [(r.seq, r.at, r.kind, r.data, r.last, r.hash) for r in rows]
            self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", values)
            self._db.execute("COMMIT")
        # A lone surrogate in a name cannot be stored.
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise refusal(error, self.path) from error

    def looks_unwritable(self) -> bool:
        """Whether something speaks against it that entries can be written; nothing is written for that."""
        return looks_unwritable(lock_of(self.path))

    def trial(self) -> None:
        """Write what changes nothing, to the file and beside it. Raises JournalError if entries cannot be written."""
        try:
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            self._db.execute(f"PRAGMA user_version={version}")
        except sqlite3.Error as error:
            raise refusal(error, self.path) from error
        try_beside(self.path)

    def read(self, after: int, most: int | None = None) -> list[Row]:
        """At most so many rows after a number. Raises JournalError."""
        try:
            return list(rows_of(self._db, after, most))
        except sqlite3.Error as error:
            raise JournalError("journal.unreadable", path=str(self.path)) from error

    def read_from(self, kind: str) -> list[Row]:
        """The last row of a kind and those after it. Raises JournalError."""
        try:
            return list(rows_of(self._db, max(last_of(self._db, kind) - 1, 0)))
        except sqlite3.Error as error:
            raise JournalError("journal.unreadable", path=str(self.path)) from error

    def fold(self) -> bool:
        """Have everything that the log holds in the file, too; false if somebody who reads prevents that. Raises JournalError."""
        try:
            return is_folded(self._db)
        except sqlite3.Error as error:
            raise refusal(error, self.path) from error

    def close(self) -> None:
        """Close it, folding the log into the file unless somebody else has it open."""
        self._db.close()


class MemoryLedger:
    """Rows of a game that no file holds. Refuses only what a file would refuse, too."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        """``rows`` are numbered without gaps, starting anywhere."""
        self._rows = list(rows)
        self._before = self._rows[0].seq - 1 if self._rows else 0

    def write(self, rows: Sequence[Row]) -> None:
        """Append the rows. Raises JournalError and keeps nothing then."""
        try:
            "".join(row.kind + row.data for row in rows).encode()
        except UnicodeError as error:
            raise refusal(error, None) from error
        self._rows += rows

    def read(self, after: int, most: int | None = None) -> list[Row]:
        """At most so many rows after a number."""
        return self._rows[max(0, after - self._before) :][:most]

    def read_from(self, kind: str) -> list[Row]:
        """The last row of a kind and those after it."""
        seqs = (row.seq for row in reversed(self._rows) if row.kind == kind)
        return self.read(next(seqs, 1) - 1)

    def looks_unwritable(self) -> bool:
        """Never."""
        return False

    def trial(self) -> None:
        """Memory can always be written."""

    def close(self) -> None:
        """Nothing to release."""


def logs_of(path: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside a journal."""
    return tuple(Path(f"{path}{part}") for part in ("-wal", "-shm"))


def is_folded(db: sqlite3.Connection) -> bool:
    """Whether the file itself now holds, on the disk, everything that its log does. Raises sqlite3.Error."""
    # SQLite looks for a log when it first reads.
    db.execute(SCHEMA).fetchall()
    # It copies what no reader's older view needs as it is, and waits for nobody.
    busy, logged, copied = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return not busy and bool(logged == copied)


def _opened(path: Path, synchronous: str) -> sqlite3.Connection:
    """The file, ready for use. Raises sqlite3.Error if it cannot be opened or prepared."""
    db = database(path)
    try:
        _prepare(db, synchronous)
    except sqlite3.Error:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, synchronous: str) -> None:
    db.execute("PRAGMA journal_mode=WAL")
    db.execute(f"PRAGMA synchronous={synchronous}")
    db.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
    db.execute(f"PRAGMA journal_size_limit={WAL_PAGES * 4096}")
    db.execute(f"PRAGMA cache_size={CACHE_PAGES}")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for number, change in enumerate(MIGRATIONS[version:], version + 1):
        db.execute("BEGIN IMMEDIATE")
        db.execute(change)
        db.execute(f"PRAGMA application_id={APPLICATION}")
        db.execute(f"PRAGMA user_version={number}")
        db.execute("COMMIT")


def database(path: Path, mode: str = "rwc") -> sqlite3.Connection:
    """A connection with our settings; ``mode`` as in SQLite's URI file names."""
    where = f"{path.absolute().as_uri()}?mode={mode}"
    # One thread at a time, but not always the same one: the journal holds a lock.
    db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
    # As SQLite advises for files that others may have made (sqlite.org/security.html).
    db.execute("PRAGMA trusted_schema=OFF")
    db.execute("PRAGMA cell_size_check=ON")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    if sys.version_info >= (3, 12):
        db.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    return db


def last_of(db: sqlite3.Connection, kind: str) -> int:
    """The number of the last row of a kind; 0 if there is none. Raises sqlite3.Error, or JournalError for a foreign schema."""
    _bare(db)
    wanted = "SELECT coalesce(max(seq), 0) FROM entry WHERE kind = ?"
    (seq,) = db.execute(wanted, (kind,)).fetchone()
    return int(seq)


def rows_of(db: sqlite3.Connection, after: int = 0, most: int | None = None) -> Iterator[Row]:
    """At most so many rows after a number, in order. Raises sqlite3.Error if they cannot be read, JournalError for a foreign schema."""
    wanted = "SELECT seq, at, kind, data, last, hash FROM entry WHERE seq > ? ORDER BY seq LIMIT ?"
    _bare(db)
    # SQLite reads a negative limit as no limit.
    for row in db.execute(wanted, (after, -1 if most is None else most)):
        yield Row(*row)


def _bare(db: sqlite3.Connection) -> None:
    """Raise JournalError if the schema is not ours: a view in place of the table might never end, a trigger might write."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if db.execute(SCHEMA).fetchall() != _made_by(MIGRATIONS[:version]):
        (_, _, path) = db.execute("PRAGMA database_list").fetchone()
        raise JournalError("journal.foreign", path=path)


@cache
def _made_by(migrations: tuple[str, ...]) -> list[tuple[str]]:
    """The schema that the migrations produce."""
    with closing(sqlite3.connect(":memory:")) as db:
        for change in migrations:
            db.execute(change)
        return db.execute(SCHEMA).fetchall()


def refusal(error: Exception, path: Path | None) -> JournalError:
    """An error of SQLite as one of ours; of what no file could hold, whatever its place."""
    unfit = not isinstance(error, sqlite3.Error) or _code(error) in UNFIT
    key = "journal.unfit" if unfit else REFUSALS.get(_code(error), "journal.unwritable")
    return JournalError(key, path=str(path), why=str(error))


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def peek(path: Path) -> list[Row]:
    """All rows of a file, in use or not, without changing it. Raises like ``through``."""
    return through(path, list)


def tail(path: Path, *, still: bool = False) -> Row:
    """The last row of a file after verifying every row, one at a time; START if it is empty. Raises like ``through``."""
    return through(path, lambda rows: next(iter(deque(rows, 1)), START), still=still)


def through(path: Path, take: Callable[[Iterator[Row]], T], *, still: bool = False) -> T:
    """What ``take`` returns for a file's rows, passed one at a time, each verified; if the file is ``still`` (nobody writes) no log is read or created.

    Raises Damage, or JournalError if it is missing, foreign, newer or not readable.
    """
    with _reading(path, still) as db:
        return take(proved(rows_of(db)))


def tip(path: Path, *, still: bool = False) -> Row:
    """The last row of a file, without verifying any; START if it is empty. Raises like ``through``."""
    with _reading(path, still) as db:
        _bare(db)
        (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()
        return next(rows_of(db, max(last - 1, 0)), START)


def row_at(path: Path, *, seq: int, still: bool = False) -> Row:
    """A file's row of that number, unverified; START if it has none. Raises like ``peek``."""
    with _reading(path, still) as db:
        row = next(rows_of(db, seq - 1), START)
        return row if row.seq == seq else START


def damage_of(path: Path) -> JournalError:
    """What damage of a file is called: of what does not even begin as a journal, that it is none."""
    begun = is_ours(path.resolve())
    key = "journal.damaged" if begun else "journal.no-beginning"
    return JournalError(key, path=str(path))


def is_ours(path: Path) -> bool:
    """Whether a plain file, not a link to one, begins as every journal does; false where it cannot be read."""
    begins = first_bytes(path, APPLICATION_AT + 4)
    number = begins[APPLICATION_AT:]
    return begins.startswith(HEADER) and number == APPLICATION.to_bytes(4)


def first_bytes(path: Path, count: int) -> bytes:
    """How a plain file begins, never one that a link leads to; empty where it cannot be read."""

    def at_once(name: str, flags: int) -> int:
        # Opening a pipe would wait for somebody who writes.
        return os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK)

    with suppress(OSError), open(path, "rb", buffering=0, opener=at_once) as file:
        return file.read(count) or b""
    return b""


@contextmanager
def _reading(path: Path, still: bool) -> Iterator[sqlite3.Connection]:
    """A file of ours, opened for reading; what SQLite raises meanwhile as Damage or JournalError."""
    if not path.is_file():
        raise JournalError("journal.missing", path=str(path))
    try:
        with closing(_open_to_read(path, still)) as db:
            yield db
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        if isinstance(error, sqlite3.Error) and _code(error) in REFUSALS:
            raise refusal(error, path) from error
        raise Damage from error


def _open_to_read(path: Path, still: bool) -> sqlite3.Connection:
    try:
        return _ours(path, STILL if still else "ro")
    except sqlite3.Error as error:
        # On a read-only file system SQLite opens it only with the promise that nobody writes.
        if REFUSALS.get(_code(error)) in ("journal.no-place", "journal.read-only"):
            return _ours(path, STILL)
        raise


def _ours(path: Path, mode: str) -> sqlite3.Connection:
    """The file, opened. Raises JournalError if it belongs to another program or a newer version, Damage, or sqlite3.Error."""
    db = database(path, mode)
    try:
        _check(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection, path: Path) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise JournalError("journal.foreign", path=str(path))
    if version > len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise JournalError("journal.newer", path=str(path), version=version, known=known)
    if version < 1:
        raise Damage
