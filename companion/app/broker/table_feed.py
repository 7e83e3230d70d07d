"""What is published on one connection: discovery, the table's state, and the announcements after the cursor."""

import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion import codec, errors, rules, whole_file
from companion.app.broker.connection import BYE_SECONDS, INFLIGHT, Connection, Post
from companion.app.broker.payloads import device_of, event_of, kinds, state_of
from companion.app.broker.plan import BrokerPlan
from companion.app.broker.topics import BIRTH, order_topics
from companion.journal.journal import Entry, Journal
from companion.json_lines import packed
from companion.words import words

# How far a broker has read ------------------------------------------------------------


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


_as_json, _cursor = codec.writer(BrokerCursor), codec.reader(BrokerCursor)


class CursorFile:
    """The cursor of a journal, on the disk. If it cannot be written it is kept in memory, and some announcements are repeated after a restart."""

    def __init__(self, journal: Journal, broker: str, table: str) -> None:
        self._path = Path(f"{journal.name}.told") if journal.name else None
        known = self._read()
        here = (broker, table)
        if known and (known.broker, known.table) == here and known.acknowledged <= journal.last:
            self.now = known
        else:
            # Announcements from before this game are outdated.
            begun = next((e.seq for e in journal.since("game")), 1) - 1
            self.now = BrokerCursor(secrets.token_hex(8), broker, table, begun)
            self._write()

    def move(self, acknowledged: int) -> None:
        """Everything up to here is acknowledged; on the disk when this returns."""
        if acknowledged > self.now.acknowledged:
            self.now = replace(self.now, acknowledged=acknowledged)
            self._write()

    def _read(self) -> BrokerCursor | None:
        with suppress(OSError, ValueError):
            if self._path is not None:
                return _cursor(json.loads(self._path.read_text("utf-8")))
        return None

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            whole_file.put(self._path, json.dumps(_as_json(self.now)))
        except OSError as error:
            _log.warning("what the broker has acknowledged cannot be kept: %s", error)


def acknowledged_by(state: bytes, cursor: BrokerCursor) -> int:
    """Up to which entry a broker has a journal: what it acknowledged, but no more than its retained state says."""
    with suppress(ValueError, RecursionError):
        match json.loads(state):
            case {"journal": cursor.journal, "told": int(told)}:
                return max(0, min(told, cursor.acknowledged))
    return cursor.acknowledged


# The feed -----------------------------------------------------------------------------


LISTENING_SECONDS: Final = 0.2
"""How long a turn waits for something to publish, before it checks what the broker has sent."""
STATE_SECONDS: Final = 0.3
"""The least time between two states."""
BATCH: Final = 25
"""Most journal entries read at once, since the journal is shared with the table."""


@dataclass(frozen=True, slots=True)
class TableSource:
    """Where a table's data comes from; each function is called in the publisher's own thread."""

    journal: Journal
    view: Callable[[], rules.Json]
    camera: Callable[[], str]
    """``ok``, ``none`` or what is wrong with it."""
    page: Callable[[], str]
    """The URL of the table's own page."""
    version: str
    quiet: Callable[[], bool] = lambda: False
    """Whether the table is muted."""
    obey: Callable[[str, bool], None] = lambda what, on: None
    """Carries out an order: ``quiet`` or ``pause``, on or off."""


class TableFeed:
    """A table on one connection; whatever it failed to deliver, the next connection sends again from the cursor."""

    def __init__(
        self, source: TableSource, plan: BrokerPlan, line: Connection, kept: bytes = b""
    ) -> None:
        """Introduce the table; ``kept``: the state retained by the broker."""
        self._source = source
        self._plan = plan
        self._line = line
        self._topics = plan.topics
        self._kinds = kinds()
        self._cursor = CursorFile(source.journal, str(plan.access.address), plan.table)
        # A crashed broker forgets what it acknowledged but had not written yet.
        self._read = acknowledged_by(kept, self._cursor.now)
        self._sent: deque[tuple[int, int]] = deque()
        """Awaiting acknowledgement: an entry, and the number of its message."""
        self._state: int | None = None
        self._stated: object = None
        self._due = 0.0
        self._catching_up = True
        # Being denied Home Assistant's topics is no obstacle.
        with suppress(errors.BrokerError):
            line.subscribe([BIRTH])
        if plan.orders:
            line.subscribe(order_topics(self._topics))
        self.introduce()

    def introduce(self) -> None:
        """Publish the discovery, and the table's state."""
        device = device_of(
            self._plan.table,
            self._topics,
            kinds=self._kinds,
            version=self._source.version,
            page=self._source.page(),
            words=words(self._plan.language),
            orders=self._plan.orders,
        )
        # Without Home Assistant, a broker need not allow its topics.
        with suppress(errors.BrokerError):
            self._line.deliver(Post(self._topics.discovery, packed(device), retain=True))
        self.state_again()

    def state_again(self) -> None:
        """Publish the state though nothing has changed: subscribers take a silent table for gone."""
        self._stated = None

    def go_on(self) -> None:
        """Publish what is new, note what was acknowledged; waits a moment if there is nothing. Raises BrokerError."""
        news: tuple[Entry, ...] = ()
        if len(self._sent) < INFLIGHT:
            news = self._source.journal.after(self._read, LISTENING_SECONDS, BATCH)
        for entry in news:
            self._say(entry)
        if not news:
            # A closed journal returns at once.
            self._line.wait(LISTENING_SECONDS if self._sent else 0.01)
        self._settle()
        self._tell_state()

    def leave(self) -> None:
        """Wait for the last acknowledgements and publish how far they go, so that the next connection repeats nothing; returns when the broker has it. Raises BrokerError."""
        end = time.monotonic() + BYE_SECONDS
        self._settle_by(end)
        if self._now() != self._stated:
            self._publish_state()
            self._settle_by(end)

    def _settle_by(self, end: float) -> None:
        """Wait until everything sent is acknowledged, or the time is over; what is heard is for no one any more."""
        for _ in self._line.heard_for(end - time.monotonic()):
            self._settle()
            if not self._sent and self._state is None:
                return

    def _say(self, entry: Entry) -> None:
        body = self._worded(entry) if entry.kind == "announcement" else None
        if body is not None:
            number = self._line.publish(Post(self._topics.event, body))
            self._sent.append((entry.seq, number))
        self._read = entry.seq

    def _worded(self, entry: Entry) -> bytes | None:
        """The announcement as it is sent; None if that fails: it must not block the others."""
        journal, table = self._cursor.now.journal, self._plan.table
        try:
            told = event_of(entry, table=table, journal=journal, kinds=self._kinds)
            return packed(told)
        except Exception:
            _log.exception("entry %d cannot be told", entry.seq)
            return None

    def _settle(self) -> None:
        """Note what was acknowledged: the cursor moves past announcements, in order."""
        last = 0
        while self._sent and self._line.acknowledged(self._sent[0][1], self._topics.event):
            last, _ = self._sent.popleft()
        if last:
            self._cursor.move(last)
        if self._state is not None and self._line.acknowledged(self._state, self._topics.state):
            self._state = None

    def _tell_state(self) -> None:
        """Send one state at a time: a slow broker gets fewer states, not older ones."""
        # While missed announcements are repeated, the connection may break at any time.
        is_due = self._catching_up or time.monotonic() >= self._due
        if self._state is None and self._now() != self._stated and is_due:
            self._catching_up &= self._read < self._source.journal.last
            self._due = time.monotonic() + STATE_SECONDS
            self._publish_state()

    def _now(self) -> object:
        """What a state depends on: the journal's last entry, the camera, and so on."""
        source = self._source
        return source.journal.last, source.camera(), source.quiet(), self._read

    def _publish_state(self) -> None:
        view, camera, quiet = (self._source.view(), self._source.camera(), self._source.quiet())
        # An entry is in the journal before it is in the view, so what counts is what was sent.
        self._stated = view["seq"], camera, quiet, self._read
        state = state_of(
            view,
            table=self._plan.table,
            journal=self._cursor.now.journal,
            told=self._read,
            camera=camera,
            quiet=quiet,
        )
        post = Post(self._topics.state, packed(state), retain=True)
        self._state = self._line.publish(post)
