"""Which files of a folder are journals; nothing is changed by looking."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.journal.ledger import logs_of

MAGIC: Final = b"SQLite format 3\0"
BESIDE: Final = ("-wal", "-shm", ".lock", ".fresh", ".mended")
"""Suffixes of files that lie beside journals."""


@dataclass(frozen=True, slots=True)
class JournalFile:
    """A journal file in its current state; equal ones need not be read again."""

    path: Path
    size: int
    changed: tuple[int, ...]
    """When it and its log were last changed, in nanoseconds."""


def journal_files(folder: Path, live: Path, robots: str) -> tuple[JournalFile, ...]:
    """The journals of a folder, the current one first; those played by robots only if the current one is."""
    found = (path for path in _paths(folder) if path != live)
    others = (path for path in found if not path.name.startswith(robots))
    # Of the current one SQLite's locks would end where it was opened and closed besides (fcntl(2), F_SETLK).
    known = (
        _journal_file(live),
        *(_journal_file(path) for path in others if _is_database(path)),
    )
    return tuple(each for each in known if each is not None)


def _paths(folder: Path) -> Iterator[Path]:
    try:
        names = sorted(folder.iterdir())
    except OSError:
        return
    yield from (
        p for p in names if ".journal" in p.name and not p.name.endswith(BESIDE)
    )


def _journal_file(path: Path) -> JournalFile | None:
    """None unless it is a plain file."""
    try:
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode):
            return None
        logs = tuple(log.stat().st_mtime_ns for log in logs_of(path) if log.exists())
    except OSError:
        return None
    return JournalFile(path, there.st_size, (there.st_mtime_ns, *logs))


def _is_database(path: Path) -> bool:
    """Whether it is a plain file written by SQLite: a link may lead anywhere, a pipe never ends."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return False
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
