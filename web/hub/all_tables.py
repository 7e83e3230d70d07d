"""Every table that a broker tells of, as a hub's pages show them; nothing is kept but what was last said of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from threading import Condition, Event
from typing import Any, Final

from web.news.feed import News, Place, event

MOST: Final = 1000
"""Tables that are shown; more are left out."""
LONGEST: Final = 400
"""Characters of a text that are shown."""
NONSENSE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)  # fmt: skip
"""What comes of taking for a state what is none."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What is known of a table; ``number`` rises with every change of any table, ``heard`` is when it was last said to be there."""

    key: str
    online: bool = False
    state: Mapping[str, Any] | None = None
    number: int = 0
    heard: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """As pages get it; ``gone``: there is nothing to show of it."""
        if self.state is None:
            return {"key": self.key, "gone": True}
        return {"key": self.key, "online": self.online, **self.state}


class AllTables:
    """The tables, for streams to wait on; told from one thread, asked from many. ``connected``: whether the broker is heard."""

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
        """End every stream; again is fine."""
        self._over.set()
        with self._changed:
            self._changed.notify_all()

    def stands(self, key: str, payload: bytes) -> None:
        """How a table stands; what makes no sense is nothing, and nothing at all says that it has left for good."""
        state = _state(payload)
        if state is not None or not payload:
            self._change(replace(self._known(key), state=state))

    def is_there(self, key: str, online: bool, now: float) -> None:
        """Whether a table is there; ``now``: monotonic seconds."""
        known = self._known(key)
        if online == known.online and key in self._tables:
            self._tables[key] = replace(known, heard=now)
        else:
            self._change(replace(known, online=online, heard=now))

    def silent_since(self, then: float) -> None:
        """A table that nobody has said to be there since then is not."""
        for table in tuple(self._tables.values()):
            if table.online and table.heard < then:
                self._change(replace(table, online=False))

    def told(self) -> list[dict[str, Any]]:
        """Every table that has said how it stands."""
        return [t.to_json() for t in self._since(0) if t.state is not None]

    def newest(self) -> Place:
        """The place of somebody who has seen nothing yet."""
        return Place(0, 0)

    def news(self, place: Place, timeout: float) -> News:
        """The tables that have changed since a place; waits up to ``timeout`` seconds for the first of them."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.over or self._number > place.seen, timeout
            )
            frames = [event("table", table.to_json()) for table in self._since(place.seen)]  # fmt: skip
            return News(tuple(frames), Place(0, self._number))

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
    """Of what a table said what is shown, each of its type; None where it is something else."""
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
