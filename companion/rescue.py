"""A damaged journal is kept aside, and what is provably good of it goes on."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.ledger import (
    APPLICATION,
    MIGRATIONS,
    Row,
    database,
    logs_of,
    rows_of,
    whole,
    written_anew,
)

HEADER: Final = b"SQLite format 3\0" + struct.pack(
    ">HBBBBBB", 4096, 2, 2, 0, 64, 32, 32
)
"""The first 24 bytes of every journal's file: a bit lost there need not cost the rest."""
WORDS: Final = ((44, 4), (56, 1), (60, len(MIGRATIONS)), (68, APPLICATION))
"""Offset and value of 32-bit words that are the same in every journal's file."""


def rescued(path: Path) -> tuple[list[Row], Path]:
    """Put the file aside, write its good rows anew in its place; those rows, and where the old file is.

    Raises JournalError where not one row is good, or there is no room for
    copies; nothing is changed then.
    """
    try:
        rows = max(_readable(path), key=len)
        if not rows:
            raise JournalError("journal.beyond-rescue", path=str(path))
        aside = put_aside(path, "damaged")
    except OSError as error:
        why = error.strerror or str(error)
        raise JournalError("journal.no-place", path=str(path), why=why) from error
    written_anew(path, rows)
    return rows, aside


def _readable(path: Path) -> Iterator[list[Row]]:
    yield _good(path)
    with _mended(path) as copy:
        yield _good(copy)


def _good(path: Path) -> list[Row]:
    """The good rows of a file, up to where it can be read."""
    rows: list[Row] = []
    try:
        with closing(database(path, "ro")) as db:
            for row in rows_of(db):
                rows.append(row)
    except (sqlite3.Error, OverflowError, UnicodeError, JournalError):
        pass
    return whole(rows)


@contextmanager
def _mended(path: Path) -> Iterator[Path]:
    """A copy whose header says what every journal's header says."""
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
    """Copy a journal with its log beside it, under a name that nothing has yet. Raises OSError."""
    names = (path.with_name(f"{path.name}.{why}-{n}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    _copy(path, aside)
    return aside


def _copy(path: Path, to: Path) -> None:
    """Copy a journal with its log; OSError, and no half copy left, where there is no room."""
    try:
        shutil.copyfile(path, to)
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            shutil.copyfile(log, f"{to}-wal")
    except OSError:
        _remove(to)
        raise


def _remove(copy: Path) -> None:
    for each in (copy, *logs_of(copy)):
        each.unlink(missing_ok=True)
