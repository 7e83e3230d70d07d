"""All tables of a broker, as a hub's pages show them; only the last state of each is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Condition, Event
from typing import Any, Final, TypeVar

from companion.seating import LONGEST_NAME
from web.hub.table_state import framed, shown
from web.news.feed import News, StreamPlace, event

MOST: Final = 1000
"""The most tables that are shown; for one more, one that is away has to go."""
LONGEST_KEY: Final = 12 * LONGEST_NAME
"""Of a name in URL encoding: at most four bytes a character, of three characters each."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a table is there; ``heard`` is when that was last said, ``live`` whether it was said since we listen (not only retained)."""

    online: bool = False
    live: bool = False
    heard: float = 0.0

    @property
    def weight(self) -> int:
        """How much it counts where there is no room for all: a broker keeps what anybody once said, only who is there repeats it."""
        return self.online + (self.online and self.live)


ABSENT: Final = Presence()


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What is known of a table; ``number`` rises with every change of any table, ``frame`` is what pages receive."""

    key: str
    state: Mapping[str, Any]
    presence: Presence
    number: int
    frame: bytes

    def to_json(self) -> dict[str, Any]:
        """As programs receive it."""
        return told(self.key, self.state, self.presence)


def told(key: str, state: Mapping[str, Any], presence: Presence) -> dict[str, Any]:
    """A table as JSON values."""
    return {"key": key, "online": presence.online, **state}


class AllTables:
    """The tables, for streams to wait on; updated from one thread, read from many. ``connected``: whether the broker is reachable.

    Only a table with a state counts. Of others, and of tables that have left, as many
    are remembered as may be shown.
    """

    def __init__(self) -> None:
        self.connected = False
        self._changed = Condition()
        self._tables: dict[str, TableSeen] = {}
        """In the order of their last changes."""
        self._unstated: OrderedDict[str, Presence] = OrderedDict()
        """Those that said that they are there, or not, and nothing else yet."""
        self._gone: OrderedDict[str, int] = OrderedDict()
        """Those that have left, and the number of that change."""
        self._forgotten = 1
        """The number of the last change that is not known any more."""
        self._number = 1
        self._over = Event()

    @property
    def over(self) -> bool:
        """Whether it was closed."""
        return self._over.is_set()

    @property
    def last(self) -> int:
        """The number of the last change."""
        return self._number

    def close(self) -> None:
        """End every stream; may be called again."""
        self._over.set()
        with self._changed:
            self._changed.notify_all()

    def stands(self, key: str, payload: bytes) -> None:
        """Update the state of a table; an invalid one is ignored, and an empty one means that it has left for good."""
        state = shown(payload)
        with self._changed:
            if not payload:
                self._leaves(key)
            elif state is not None and len(key) <= LONGEST_KEY:
                self._change(key, state, self._presence(key))

    def is_there(self, key: str, presence: Presence) -> None:
        """Update whether a table is there."""
        known = self._tables.get(key)
        with self._changed:
            if known is None:
                if len(key) <= LONGEST_KEY:
                    _remember(self._unstated, key, presence)
            elif known.presence.online == presence.online:
                self._tables[key] = replace(known, presence=presence)
            else:
                self._change(key, known.state, presence)

    def silent_since(self, then: float) -> None:
        """Mark tables as gone that were not reported online since then (monotonic seconds)."""
        for table in tuple(self._tables.values()):
            if table.presence.online and table.presence.heard < then:
                self.is_there(table.key, replace(table.presence, online=False))

    def to_json(self) -> list[dict[str, Any]]:
        """Every table, in the order of their last changes."""
        with self._changed:
            tables = tuple(self._tables.values())
        return [table.to_json() for table in tables]

    def newest(self) -> StreamPlace:
        """The place of a client that has seen nothing yet."""
        return StreamPlace(0, 0)

    def news(self, place: StreamPlace, timeout: float) -> News:
        """The tables that have changed since a place; waits up to ``timeout`` seconds for the first of them.

        For a client that has seen nothing, or has missed too much, the keys of all
        tables come first: it shows no others.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self.over or self._number > place.seen, timeout
            )
            frames = (
                [event("all", {"keys": [*self._tables]}), *self._since(0)]
                if place.seen < self._forgotten
                else [*self._left_since(place.seen), *self._since(place.seen)]
            )
            return News(tuple(frames), StreamPlace(0, self._number))

    def _since(self, number: int) -> list[bytes]:
        return [t.frame for t in self._tables.values() if t.number > number]

    def _left_since(self, number: int) -> list[bytes]:
        left = [key for key, when in self._gone.items() if when > number]
        return [event("table", {"key": key, "gone": True}) for key in left]

    def _presence(self, key: str) -> Presence:
        known = self._tables.get(key)
        return known.presence if known else self._unstated.get(key, ABSENT)

    def _change(self, key: str, state: Mapping[str, Any], presence: Presence) -> None:
        known, frame = self._tables.get(key), framed(told(key, state, presence))
        if known is not None and known.frame == frame:
            return
        if frame is None or not self._has_room(key, presence):
            return
        self._unstated.pop(key, None)
        self._gone.pop(key, None)
        self._number += 1
        self._tables.pop(key, None)
        self._tables[key] = TableSeen(key, state, presence, self._number, frame)
        self._changed.notify_all()

    def _has_room(self, key: str, presence: Presence) -> bool:
        """Whether a table may be shown; if there are too many, one that is away leaves, or else one that is less certain to be there."""
        if key in self._tables or len(self._tables) < MOST:
            return True
        for weight in range(max(1, presence.weight)):
            for table in self._tables.values():
                if table.presence.weight == weight:
                    self._leaves(table.key)
                    return True
        return False

    def _leaves(self, key: str) -> None:
        left = self._tables.pop(key, None)
        if left is None:
            return
        self._number += 1
        _remember(self._unstated, key, left.presence)
        forgotten = _remember(self._gone, key, self._number)
        self._forgotten = max(self._forgotten, forgotten or 0)
        self._changed.notify_all()


V = TypeVar("V")


def _remember(known: OrderedDict[str, V], key: str, value: V) -> V | None:
    """Note the newest of as many as are remembered; returns the oldest one if it had to go."""
    known[key] = value
    known.move_to_end(key)
    return known.popitem(last=False)[1] if len(known) > MOST else None
