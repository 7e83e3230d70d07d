"""A damaged journal is set aside, and what is provably intact of it is kept in use."""

import os
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.journal.ledger import APPLICATION, MIGRATIONS, database, logs_of, rows_of
from companion.journal.ledger_lock import placing
from companion.journal.ledger_rows import START, Row
from companion.journal.replacement import fold, written_anew
from companion.whole_file import sync

HEADER: Final = b"SQLite format 3\0" + struct.pack(">HBBBBBB", 4096, 2, 2, 0, 64, 32, 32)
"""The first 24 bytes of every journal file: a bit lost there need not cost the rest."""
WORDS: Final = ((44, 4), (56, 1), (60, len(MIGRATIONS)), (68, APPLICATION))
"""Offset and value of 32-bit words that are the same in every journal file."""


GAME: Final = "game"
"""The kind of row that begins a game; nothing in a game depends on earlier rows."""
LOST: Final = "lost"
"""The kind of row that replaces one that could not be rescued: rows refer to each other by number."""
UNREADABLE: Final = (sqlite3.Error, OverflowError, UnicodeError)
"""What reading a damaged file may raise: its numbers and texts may be invalid."""
MOST_LOST: Final = 100_000
"""The most rows that may be missing; a damaged number could be any."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """What was intact in a damaged file: the rows as rewritten, how many of them replace lost ones, and where the old file is."""

    rows: list[Row]
    lost: int
    aside: Path


def rescued(path: Path) -> Rescue:
    """Set the file aside and rewrite its intact rows in its place: those before the damage, and those of every later game that was written after it.

    Raises JournalError if no row is intact or there is no room for copies; nothing is
    changed then.
    """
    with placing(path):
        most = max(map(good, _readable(path)), key=len)
        rows = bridged(most)
        if not rows:
            raise JournalError("journal.beyond-rescue", path=str(path))
        aside = put_aside(path, "damaged")
    with suppress(JournalError):
        # A kill between the removal of the log and the replacement then costs no more rows.
        fold(path)
    written_anew(path, rows)
    return Rescue(rows, sum(row.kind == LOST for row in rows), aside)


def good(rows: Iterable[Row]) -> list[Row]:
    """The intact rows, whole transactions only: up to the first damaged one, and from each later game on."""
    kept, before, goes_on = list[Row](), START, True
    for row in rows:
        proved = row.sound and row.follows(before)
        if not proved:
            _cut(kept)
        goes_on = proved and (goes_on or row.kind == GAME)
        if goes_on:
            kept.append(row)
        before = row if row.sound else START
    _cut(kept)
    return kept


def _cut(rows: list[Row]) -> None:
    """Leave out an incomplete transaction."""
    while rows and rows[-1].seq != rows[-1].last:
        rows.pop()


def bridged(rows: Iterable[Row]) -> list[Row]:
    """The rows under their numbers, with the chain re-linked across the lost ones."""
    chain, row = list[Row](), START
    for number, each in enumerate(rows, 1):
        if each.seq - number > MOST_LOST:
            break
        while row.seq + 1 < each.seq:
            row = row.next(each.at, LOST, "{}", row.seq + 1)
            chain.append(row)
        row = row.next(each.at, each.kind, each.data, each.last)
        chain.append(row)
    return chain


def _readable(path: Path) -> Iterator[list[Row]]:
    yield _read(path)
    with _mended(path) as copy:
        yield _read(copy)


def _read(path: Path) -> list[Row]:
    """The rows of a file, as far as it can be read at all."""
    rows: list[Row] = []
    with suppress(JournalError, *UNREADABLE), closing(database(path, "ro")) as db:
        _read_over(db, rows)
    return rows


def _read_over(db: sqlite3.Connection, rows: list[Row]) -> None:
    """Read the rows one by one, skipping what cannot be read."""
    seq, missed = 0, 0
    while missed < MOST_LOST:
        try:
            for row in rows_of(db, seq):
                rows.append(row)
                seq = max(seq, row.seq)
            return
        except UNREADABLE:
            (end,) = db.execute("SELECT max(seq) FROM entry").fetchone()
            seq, missed = seq + 1, missed + 1
            if seq >= (end or 0):
                return


@contextmanager
def _mended(path: Path) -> Iterator[Path]:
    """A copy with the header that every journal file has."""
    copy = path.with_name(f"{path.name}.mended")
    _copy(path, copy)
    with copy.open("r+b") as file:
        file.write(HEADER)
        for offset, word in WORDS:
            file.seek(offset)
            file.write(struct.pack(">I", word))
    try:
        yield copy
    finally:
        _remove(copy)


def put_aside(path: Path, why: str) -> Path:
    """Copy a journal and its log to a name that is not in use; the copy is on the disk when this returns. Raises OSError."""
    names = (path.with_name(f"{path.name}.{why}-{n}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    _copy(path, aside)
    _sync(aside)
    return aside


def _sync(copy: Path) -> None:
    """The original is replaced next: a power cut must not leave an empty copy. Raises OSError, without leaving half a copy."""
    try:
        for each in (copy, Path(f"{copy}-wal")):
            if each.exists():
                sync(each)
        sync(copy.parent)
    except OSError:
        _remove(copy)
        raise


def _copy(path: Path, to: Path) -> None:
    """Copy a journal and its log. Raises OSError, without leaving half a copy, if there is no room."""
    try:
        _copy_file(path, to)
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            _copy_file(log, Path(f"{to}-wal"))
    except OSError:
        _remove(to)
        raise


def _copy_file(path: Path, to: Path) -> None:
    """Readable by its owner only, like the original."""
    to.unlink(missing_ok=True)
    there = os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with path.open("rb") as source, os.fdopen(there, "wb") as target:
        shutil.copyfileobj(source, target)


def _remove(copy: Path) -> None:
    for each in (copy, *logs_of(copy)):
        each.unlink(missing_ok=True)
