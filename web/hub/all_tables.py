"""All tables of a broker, as a hub's pages show them; only the last state of each is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from threading import Condition, Event
from typing import Any, Final

from web.news.feed import News, StreamPlace, event

MOST: Final = 1000
"""The most tables that are shown; any more are left out."""
LONGEST: Final = 400
"""The most characters of a text that are shown."""
NONSENSE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)  # fmt: skip
"""What parsing an invalid state may raise."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What is known of a table; ``number`` rises with every change of any table, ``heard`` is when it was last reported online."""

    key: str
    online: bool = False
    state: Mapping[str, Any] | None = None
    number: int = 0
    heard: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """As pages receive it; ``gone``: there is nothing to show."""
        if self.state is None:
            return {"key": self.key, "gone": True}
        return {"key": self.key, "online": self.online, **self.state}


class AllTables:
    """The tables, for streams to wait on; updated from one thread, read from many. ``connected``: whether the broker is reachable."""

    def __init__(self) -> None:
        self.connected = False
        self._changed = Condition()
        self._tables: dict[str, TableSeen] = {}
        self._number = 0
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
        state = _state(payload)
        if state is not None or not payload:
            self._change(replace(self._known(key), state=state))

    def is_there(self, key: str, online: bool, now: float) -> None:
        """Update whether a table is online; ``now``: monotonic seconds."""
        known = self._known(key)
        if online == known.online and key in self._tables:
            self._tables[key] = replace(known, heard=now)
        else:
            self._change(replace(known, online=online, heard=now))

    def silent_since(self, then: float) -> None:
        """Mark tables as gone that were not reported online since then."""
        for table in tuple(self._tables.values()):
            if table.online and table.heard < then:
                self._change(replace(table, online=False))

    def to_json(self) -> list[dict[str, Any]]:
        """Every table with a state."""
        return [t.to_json() for t in self._since(0) if t.state is not None]

    def newest(self) -> StreamPlace:
        """The place of a client that has seen nothing yet."""
        return StreamPlace(0, 0)

    def news(self, place: StreamPlace, timeout: float) -> News:
        """The tables that have changed since a place; waits up to ``timeout`` seconds for the first of them."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.over or self._number > place.seen, timeout
            )
            frames = [event("table", table.to_json()) for table in self._since(place.seen)]  # fmt: skip
            return News(tuple(frames), StreamPlace(0, self._number))

    def _known(self, key: str) -> TableSeen:
        return self._tables.get(key, TableSeen(key))

    def _since(self, number: int) -> Iterator[TableSeen]:
        tables = tuple(self._tables.values())
        return (table for table in tables if table.number > number)

    def _change(self, table: TableSeen) -> None:
        with self._changed:
            if table.key not in self._tables and len(self._tables) >= MOST:
                return
            self._number += 1
            self._tables[table.key] = replace(table, number=self._number)
            self._changed.notify_all()


def _state(payload: bytes) -> dict[str, Any] | None:
    """The parts of a state that are shown, each checked for its type; None if one is invalid."""
    try:
        said = json.loads(payload)
        return {
            "table": str(said["table"])[:LONGEST],
            "title": _texts(said.get("title", {})),
            "phase": str(said.get("phase", ""))[:LONGEST],
            "paused": bool(said.get("paused")),
            "round": int(said.get("round") or 0),
            "players": [_player(player) for player in said["players"][:12]],
            "turn": _seat(said.get("turn")),
            "winner": _seat(said.get("winner")),
            "news": [_texts(news["text"]) for news in said["announcements"][-3:]],
        }
    except NONSENSE:
        return None


def _player(said: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": str(said["name"])[:LONGEST], "score": int(said.get("score") or 0)}


def _texts(said: Mapping[str, Any]) -> dict[str, str]:
    return {str(lang)[:8]: str(text)[:LONGEST] for lang, text in [*said.items()][:8]}


def _seat(said: Any) -> int | None:
    return said if type(said) is int else None
