"""All tables known to a broker: the state of each, as it was told, and what is shown of them."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from threading import Condition, Event
from typing import Any, Final, TypeVar

from companion.json_lines import packed
from companion.seating import LONGEST_NAME
from companion.words import LANGUAGES
from web.news.feed import News, StreamPlace, event, event_of

# One table ---------------------------------------------------------------------------


LONGEST: Final = 400
"""The most characters of an announcement that are shown."""
LARGEST: Final = 4096
"""The most bytes of a table as programs receive it; those of the three games with six players take 1.5 KB."""
PLAYERS: Final = 12
NEWS: Final = 3
EXACT: Final = 2**53
"""From here on, whole numbers are not exact in a browser."""
NONSENSE: Final = (
    ArithmeticError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What parsing an invalid state may raise."""


def shown(payload: bytes) -> dict[str, Any] | None:
    """The parts of a state that are shown, each checked for its type and bounded; None if one is invalid."""
    try:
        said = json.loads(payload)
        return {
            "table": str(said["table"])[:LONGEST_NAME],
            "title": _texts(said.get("title", {}), LONGEST_NAME),
            "phase": str(said.get("phase", ""))[:LONGEST_NAME],
            "paused": bool(said.get("paused")),
            "round": _number(said.get("round")),
            "players": [_player(player) for player in said["players"][:PLAYERS]],
            "turn": _seat(said.get("turn")),
            "winner": _seat(said.get("winner")),
            "news": [_texts(news["text"], LONGEST) for news in said["announcements"][-NEWS:]],
        }
    except NONSENSE:
        return None


def bounded(told: Mapping[str, Any]) -> bytes | None:
    """A table as JSON on one line, without its oldest announcements if it would be too large; None if it is even then."""
    news = told.get("news", [])
    for oldest in range(len(news) + 1):
        said = packed({**told, "news": news[oldest:]})
        if len(said) <= LARGEST:
            return said
    return None


def _player(said: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": str(said["name"])[:LONGEST_NAME], "score": _number(said.get("score"))}


def _texts(said: Mapping[str, Any], most: int) -> dict[str, str]:
    return {lang: str(said[lang])[:most] for lang in LANGUAGES if lang in said}


def _number(said: Any) -> int:
    number = int(said or 0)
    if abs(number) >= EXACT:
        raise ValueError
    return number


def _seat(said: Any) -> int | None:
    return said if type(said) is int and 0 <= said < PLAYERS else None


# All tables --------------------------------------------------------------------------


MOST: Final = 1000
"""The most tables that are shown; for one more, one that is away has to go."""
LONGEST_KEY: Final = 12 * LONGEST_NAME
"""Of a name in URL encoding: at most four bytes a character, of three characters each."""
PIECE: Final = 64 * 1024
"""Bytes of tables after which a page has to read before it is sent more."""


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
    """What is known of a table; ``number`` rises with every change of any table, ``line`` is the table as JSON, on one line."""

    key: str
    presence: Presence
    number: int
    line: bytes

    @property
    def frame(self) -> bytes:
        """What pages receive."""
        return event_of("table", self.line)


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
        self._rendered = 0, b""
        """All tables as JSON, and the number of the last change in it."""
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
                self._change(key, {"key": key, **state}, self._presence(key))

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
                self._change(key, json.loads(known.line), presence)

    def silent_since(self, then: float) -> None:
        """Mark tables as gone that were not reported online since then (monotonic seconds)."""
        for table in tuple(self._tables.values()):
            if table.presence.heard < then:
                self.is_there(table.key, replace(table.presence, online=False))

    def __len__(self) -> int:
        """How many tables are shown."""
        return len(self._tables)

    def to_json(self) -> bytes:
        """Every table, in the order of their last changes, as JSON; the same bytes for everybody who asks until something changes."""
        with self._changed:
            number, rendered = self._rendered
            if number != self._number:
                lines = b",".join(table.line for table in self._tables.values())
                rendered = b'{"tables":[%s]}' % lines
                self._rendered = self._number, rendered
            return rendered

    def news(self, place: StreamPlace, timeout: float) -> News:
        """Some of the tables that have changed since a place, the others with the next call; waits up to ``timeout`` seconds for the first of them.

        A client has ``heard`` of all that left until then, and ``seen`` the others. For one that
        has seen nothing, or has missed too much, the keys of all tables come first: it shows no others.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self.over or self._number > min(place.heard, place.seen), timeout
            )
            anew = place.heard < self._forgotten
            if anew:
                first = [event("all", {"keys": [*self._tables]})]
            else:
                first = self._left_since(place.heard)
            tables = [*self._piece_since(0 if anew else place.seen)]
            whole = not tables or tables[-1] is next(reversed(self._tables.values()))
            seen = self._number if whole else tables[-1].number
            frames = *first, *(table.frame for table in tables)
            return News(frames, StreamPlace(self._number, seen))

    def _piece_since(self, number: int) -> Iterator[TableSeen]:
        """Tables in the order of their changes, until they are a piece."""
        size = 0
        for table in self._tables.values():
            if table.number > number:
                yield table
                size += len(table.line)
                if size >= PIECE:
                    return

    def _left_since(self, number: int) -> list[bytes]:
        left = [key for key, when in self._gone.items() if when > number]
        return [event("table", {"key": key, "gone": True}) for key in left]

    def _presence(self, key: str) -> Presence:
        known = self._tables.get(key)
        return known.presence if known else self._unstated.get(key, ABSENT)

    def _change(self, key: str, told: Mapping[str, Any], presence: Presence) -> None:
        known = self._tables.get(key)
        line = bounded({**told, "online": presence.online})
        if known is not None and known.line == line:
            return
        if line is None or not self._has_room(key, presence):
            return
        self._unstated.pop(key, None)
        self._gone.pop(key, None)
        self._number += 1
        self._tables.pop(key, None)
        self._tables[key] = TableSeen(key, presence, self._number, line)
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
