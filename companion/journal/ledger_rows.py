"""The rows of a journal file: each is linked to the previous one by a hash, so that any change is detected."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

LONGEST_KIND: Final = 40
"""Letters of an entry's kind, which is one word."""


class Damage(Exception):
    """A file whose contents are not what was written to it."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as stored in the file. ``last`` is the number of its transaction's last entry."""

    seq: int
    at: float
    kind: str
    data: str
    last: int
    hash: bytes

    def next(self, at: float, kind: str, data: str, last: int) -> Row:
        """The row after this one."""
        seq = self.seq + 1
        told = repr((seq, float(at), kind, data, last)).encode()
        link = hashlib.sha256(self.hash + told).digest()
        return Row(seq, float(at), kind, data, last, link)

    @property
    def sound(self) -> bool:
        """Whether the values are of the types and the form they are written in: the kind a word, the data one line.

        Damage can change them; and a file that somebody else made must not become, as a
        copy, lines of another program's settings.
        """
        types = (int, float, str, str, int, bytes)
        values = (self.seq, self.at, self.kind, self.data, self.last, self.hash)
        return (
            all(map(isinstance, values, types))
            and self.kind.isascii()
            and self.kind.isidentifier()
            and len(self.kind) <= LONGEST_KIND
            and "\n" not in self.data
            and "\r" not in self.data
        )

    def follows(self, row: Row) -> bool:
        """Whether this row is what was written after ``row``."""
        return self == row.next(self.at, self.kind, self.data, self.last)


ERASED: Final = "erased"
"""The kind of a row of which only the number remains."""
START: Final = Row(0, 0.0, "", "", 0, b"")
"""What the first row follows."""


def whole(rows: Sequence[Row]) -> list[Row]:
    """The rows before the first that is not what was written, whole transactions only."""
    kept, before = 0, START
    for row in rows:
        if not row.sound or not row.follows(before):
            break
        before = row
        kept = row.seq if row.seq == row.last else kept
    return list(rows[:kept])


def erased(rows: Iterable[Row], gone: range, before: Row = START) -> Iterator[Row]:
    """The rows with the contents of ``gone`` erased, and the chain re-linked to the row ``before`` them; all numbers stay the same."""
    for row in rows:
        told = (0.0, ERASED, "{}") if row.seq in gone else (row.at, row.kind, row.data)
        before = before.next(*told, row.last)
        yield before


def proved(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, verified one by one. Raises Damage if one is not what was written, or if a transaction is incomplete."""
    before = START
    for row in rows:
        if not row.sound or not row.follows(before):
            raise Damage
        before = row
        yield row
    if before.seq != before.last:
        raise Damage
