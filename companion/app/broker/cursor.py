"""How far a broker has acknowledged a table's announcements: a mark beside the journal that survives restarts."""

from __future__ import annotations

import json
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.journal.journal import Journal
from companion.whole_file import put

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BrokerCursor:
    """Up to which entry a journal was acknowledged, by which broker, for which table.

    ``journal`` identifies the journal to subscribers that count its entries: another
    name, another count.
    """

    journal: str
    broker: str
    table: str
    acknowledged: int


class CursorFile:
    """The mark of a journal. If it cannot be written it is kept in memory, and some announcements are repeated after a restart."""

    def __init__(self, journal: Journal, broker: str, table: str) -> None:
        self._path = Path(f"{journal.name}.told") if journal.name else None
        known = self._read()
        fits = known is not None and (known.broker, known.table) == (broker, table)
        if known is not None and fits and known.acknowledged <= journal.last:
            self.mark = known
        else:
            # Announcements from before this game are outdated.
            begun = next((e.seq for e in journal.since("game")), 1) - 1
            self.mark = BrokerCursor(secrets.token_hex(8), broker, table, begun)
            self._write()

    def move(self, acknowledged: int) -> None:
        """Everything up to here is acknowledged; on the disk when this returns."""
        if acknowledged > self.mark.acknowledged:
            self.mark = replace(self.mark, acknowledged=acknowledged)
            self._write()

    def _read(self) -> BrokerCursor | None:
        with suppress(OSError, ValueError):
            match json.loads(self._path.read_text("utf-8")) if self._path else None:
                case {"journal": str(journal), "broker": str(broker), "table": str(table), "acknowledged": int(seq)}:  # fmt: skip
                    return BrokerCursor(journal, broker, table, seq)
        return None

    def _write(self) -> None:
        if self._path is None:
            return
        told = {name: getattr(self.mark, name) for name in BrokerCursor.__slots__}
        try:
            put(self._path, json.dumps(told))
        except OSError as error:
            _log.warning("what the broker has acknowledged cannot be kept: %s", error)


def acknowledged_by(state: bytes, mark: BrokerCursor) -> int:
    """Up to which entry a broker has a journal: what it acknowledged, but no more than its retained state says."""
    with suppress(ValueError, RecursionError):
        match json.loads(state):
            case {"journal": mark.journal, "told": int(told)}:
                return max(0, min(told, mark.acknowledged))
    return mark.acknowledged
