"""What happened, in order and permanently: an append-only, self-verifying SQLite file.

Every append is one transaction, on the disk before it returns (WAL,
``synchronous=FULL``). Every entry carries a hash of everything up to it, so a file
either is what was written or is known not to be.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Lock
from typing import Any, Self

from companion.announce import Message, message
from companion.errors import JournalError
from companion.journal import ledger_lock, rescue
from companion.journal.ledger import Ledger, MemoryLedger, damage_of, peek, tail, through
from companion.journal.ledger_rows import START, Damage, Row, erased, whole
from companion.journal.replacement import Replacement, replacement, written_anew
from companion.json_lines import as_text

CLOCK_SLACK = 60.0
"""A clock that went back by fewer seconds than this is not worth a notice."""
READERS_SECONDS = 5.0
"""How long those who read an older state of the file are waited for before it is replaced."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry not yet written; ``data`` is JSON."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number from 1, its time (seconds since 1970 by the clock of that moment), its kind, and JSON data."""

    seq: int
    at: float
    kind: str
    data: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON values."""
        data = dict(self.data)
        return {"seq": self.seq, "at": self.at, "kind": self.kind, "data": data}


class Journal:
    """The only writer of a journal file; any number of threads may follow it."""

    def __init__(self, path: Path | str | None, *, clock: Callable[[], float] = time.time) -> None:
        """Open or create the journal at ``path``; None keeps it in memory. Raises
        JournalError if it is in use by another program, not a journal, written by a
        newer version, or not writable.
        """
        self.name = "" if path is None else str(path)
        self._found: tuple[Message, ...] = ()
        self._clock = clock
        self._news = Condition()
        self._erasing = Lock()
        self._tail = START
        self._closed = False
        self.trouble: Message | None = None
        """Why entries cannot be written, as far as is known."""
        self._doubted = False
        self._lock = None if path is None else ledger_lock.locked(Path(path))
        try:
            self._ledger = MemoryLedger() if path is None else self._opened(Path(path))
        except BaseException:
            self._unlock()
            raise
        self._before = self._tail.at

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Journal:
        """A journal in memory with these rows, in order: a past game to look at."""
        journal = cls(None)
        journal._ledger = MemoryLedger(rows)
        journal._tail = rows[-1] if rows else START
        return journal

    @property
    def notices(self) -> tuple[Message, ...]:
        """What was found on opening: a damaged file that was set aside; and, until the clock is set, one that has gone back since the last entry."""
        is_back = self._before > self._clock() + CLOCK_SLACK
        return (*self._found, *([message("journal.clock-back")] if is_back else []))

    @property
    def last(self) -> int:
        """The number of the last entry; 0 if empty."""
        return self._tail.seq

    def append(self, drafts: Iterable[Draft], *, at: float | None = None) -> tuple[int, ...]:
        """Write all drafts or none, and return their numbers.

        Raises JournalError if the disk is full or read-only or the journal is closed;
        nothing is lost then, and a later append may succeed. Raises ValueError for NaN
        or infinite numbers.
        """
        with self._news:
            when = self._clock() if at is None else at
            rows = tuple(self._rows(tuple(drafts), when))
            self._write(rows)
            return tuple(row.seq for row in rows)

    def after(
        self, seq: int, timeout: float | None = None, most: int | None = None
    ) -> tuple[Entry, ...]:
        """At most ``most`` entries after ``seq``, waiting up to ``timeout`` seconds for
        the first. Without a timeout it returns what there is. A closed journal has no
        more. Raises JournalError for a row that holds no entry.
        """
        with self._news:
            if timeout is not None:
                self._news.wait_for(lambda: self._tail.seq > seq or self._closed, timeout)
            if self._closed or self._tail.seq <= seq:
                return ()
            return tuple(_entry(row) for row in self._ledger.read(seq, most))

    def since(self, kind: str) -> tuple[Entry, ...]:
        """The last entry of a kind and all after it; every entry if there is none of that kind; none if the journal is closed."""
        with self._news:
            if self._closed:
                return ()
            return tuple(map(_entry, self._ledger.read_from(kind)))

    def look(self) -> None:
        """Find out whether entries can be written, and note it in ``trouble``; to be called now and then.

        Something is written for that only where it looks as if they could not.
        """
        doubted, before = self._ledger.looks_unwritable(), self._doubted
        self._doubted = doubted
        if self.trouble is None and (before or not doubted):
            return
        with self._news:
            if not self._closed:
                self.trouble = _refused(self._ledger.trial)

    def erase(self, gone: range) -> None:
        """Erase all but the numbers of these entries and re-link those after them; on the disk before it returns.

        Others may append meanwhile. Raises JournalError if there is no room, if the
        journal is read-only, closed or in memory, or somebody has been reading an older
        state of it all the time; nothing has changed then, unless only the final sync
        of the disk failed.
        """
        with self._erasing, replacement(self._file().path) as new:
            self._prepare(new, gone)
            end = time.monotonic() + READERS_SECONDS
            while not self._replaced(new, gone):
                if time.monotonic() > end:
                    raise JournalError("journal.being-read", path=self.name)
                time.sleep(READERS_SECONDS / 50)

    def _file(self) -> Ledger:
        if self._closed or not isinstance(self._ledger, Ledger):
            raise JournalError("journal.closed", path=self.name)
        return self._ledger

    def _prepare(self, new: Replacement, gone: range) -> None:
        """Write all that there is until now to a new file."""
        try:
            through(Path(self.name), lambda rows: new.write(erased(rows, gone)))
        except Damage as error:
            raise JournalError("journal.damaged", path=self.name) from error
        new.flush()

    def _replaced(self, new: Replacement, gone: range) -> bool:
        """Add what was appended meanwhile and replace the file; false if a reader keeps the log from being folded into the old one."""
        with self._news:
            ledger = self._file()
            # The log is removed before the file is replaced: a kill in between must not cost what only it holds.
            if not ledger.fold():
                return False
            new.write(erased(ledger.read(new.last.seq), gone, new.last))
            new.seal()
            ledger.close()
            try:
                new.take_place()
            finally:
                self._ledger = Ledger(ledger.path)
                # The new file is in place even if its folder could not be synced.
                last = self._ledger.read(max(0, self._tail.seq - 1))
                self._tail = last[-1] if last else START
            return True

    def close(self) -> None:
        """Release the file and everybody waiting for it; may be called again."""
        with self._news:
            if not self._closed:
                self._closed = True
                self._ledger.close()
                self._unlock()
            self._news.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opened(self, path: Path) -> Ledger:
        if path.exists() and path.stat().st_size:
            self._tail = self._checked(path)
        else:
            written_anew(path)
        return Ledger(path)

    def _checked(self, path: Path) -> Row:
        """The file's last row, once the whole file is verified or repaired."""
        try:
            return tail(path)
        except Damage:
            found = rescue.rescued(path)
            kept = message(
                "journal.rescued-over" if found.lost else "journal.rescued",
                entries=len(found.rows) - found.lost,
                lost=found.lost,
                aside=found.aside.name,
            )
            self._found += (kept,)
            return found.rows[-1]

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _rows(self, drafts: tuple[Draft, ...], at: float) -> Iterator[Row]:
        row, last = self._tail, self._tail.seq + len(drafts)
        for draft in drafts:
            data = json.dumps(draft.data, ensure_ascii=False, sort_keys=True, allow_nan=False)
            row = row.next(at, draft.kind, data, last)
            yield row

    def _write(self, rows: tuple[Row, ...]) -> None:
        if self._closed:
            raise JournalError("journal.closed", path=self.name)
        if rows:
            try:
                self._ledger.write(rows)
            except JournalError as error:
                if error.message.key != "journal.unfit":
                    self.trouble = error.message
                raise
            self._tail = rows[-1]
            self._news.notify_all()

    def load(self, lines: Iterable[str]) -> int:
        """Write what ``export`` gave into an empty journal, all or nothing; returns how many entries there were.

        Raises JournalError if a line is not what was exported, or if the journal is not
        empty.
        """
        with self._news:
            if self._tail is not START:
                raise JournalError("journal.not-empty", path=self.name)
            rows = tuple(_row(number, line) for number, line in enumerate(lines, 1))
            if len(whole(rows)) != len(rows):
                wrong = len(whole(rows)) + 1
                raise JournalError("journal.not-exported", line=wrong)
            self._write(rows)
            return len(rows)


def _refused(does: Callable[[], None]) -> Message | None:
    """Why it cannot be done; None if it was."""
    try:
        does()
    except JournalError as error:
        return error.message
    return None


def read(path: Path) -> tuple[Entry, ...]:
    """The entries of a journal file, in use or not, without changing it. Raises JournalError if it is missing, not a journal, newer, or damaged."""
    return tuple(_entry(row) for row in _peeked(path))


def export(path: Path) -> Iterator[str]:
    """A journal file as JSON lines, one entry per line, with its hashes. Raises JournalError."""
    return lines(_peeked(path))


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """Rows in the exported form, one JSON object each. Raises JournalError for a row that holds no entry."""
    for row in rows:
        proof = {"last": row.last, "hash": row.hash.hex()}
        yield as_text(_entry(row).to_json() | proof)


def _peeked(path: Path) -> list[Row]:
    try:
        return peek(path)
    except Damage as error:
        raise damage_of(path) from error


def _entry(row: Row) -> Entry:
    try:
        data = json.loads(row.data)
    except (ValueError, RecursionError) as error:
        raise JournalError("journal.no-entry", entry=row.seq) from error
    if not isinstance(data, dict):
        raise JournalError("journal.no-entry", entry=row.seq)
    return Entry(row.seq, row.at, row.kind, data)


def _row(number: int, line: str) -> Row:
    try:
        told = json.loads(line)
        data = json.dumps(told["data"], ensure_ascii=False, sort_keys=True)
        proof = bytes.fromhex(told["hash"])
        at = told["at"] + 0.0
        return Row(told["seq"], at, told["kind"], data, told["last"], proof)
    except (LookupError, ArithmeticError, ValueError, TypeError, RecursionError) as error:
        raise JournalError("journal.not-exported", line=number) from error
