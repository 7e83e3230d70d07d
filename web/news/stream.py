"""Server-sent events: what one phone receives, and how many phones may connect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Any, Final, Protocol

from web.addresses import THE_PI
from web.limits import Limits
from web.news.feed import News, StreamPlace, event
from web.refusals import HttpError

HELLO: Final = b"retry: 1000\n\n"
BYE: Final = event("bye", {})
LOOK: Final = 2.0
"""Seconds after which a silent stream checks whether its phone is still there."""


class Source(Protocol):
    """What a stream needs from the feed."""

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        ...

    @property
    def last(self) -> int:
        """The number of the newest entry that it knows of."""
        ...

    def news(self, place: StreamPlace, timeout: float) -> News:
        """What came after a place, waiting up to so many seconds for it."""
        ...


class Slot:
    """A stream's place; ``lost`` when it was given to somebody who had none."""

    __slots__ = ("client", "give", "lost")

    def __init__(self, client: str, give: Callable[[Slot], None]) -> None:
        self.client = client
        self.give = give
        self.lost = False

    def __call__(self) -> None:
        """Return it; may be called again."""
        self.give(self)


class Slots:
    """How many streams there may be, in total and per client."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = Lock()
        self._open: list[Slot] = []

    def take(self, client: str) -> Slot:
        """A slot; if all are taken, the oldest one of the client with most, provided this client has at least two fewer.

        Raises HttpError 503: a page must always find a thread.
        """
        with self._lock:
            each = Counter(slot.client for slot in self._open)
            if client != THE_PI and each[client] >= self._limits.streams_each:
                raise HttpError(503, "web.too-many-streams-each", wait=10)
            if self.taken >= self._limits.streams and not self._freed(client, each):
                raise HttpError(503, "web.too-many-streams", wait=10)
            slot = Slot(client, self._back)
            self._open.append(slot)
            return slot

    @property
    def taken(self) -> int:
        """How many streams are open."""
        return len(self._open)

    def _freed(self, client: str, each: Counter[str]) -> bool:
        """Whether a client with many had to give one up."""
        # The Pi itself represents many clients.
        others = [(n, who) for who, n in each.items() if who != THE_PI]
        streams, most = max(others, default=(0, ""))
        if streams - each[client] < 2:
            return False
        oldest = next(slot for slot in self._open if slot.client == most)
        oldest.lost = True
        self._open.remove(oldest)
        return True

    def _back(self, slot: Slot) -> None:
        with self._lock:
            if slot in self._open:
                self._open.remove(slot)


def has_left(environ: Mapping[str, Any]) -> Callable[[], bool]:
    """Tells whether the phone that asked has disconnected, according to waitress."""
    found = environ.get("waitress.client_disconnected")
    return found if callable(found) else lambda: False


class Stream:
    """One phone's stream, as WSGI wants it: an iterator of bytes that can be closed.
    ``clock`` is monotonic seconds; ``gone`` returns whether the phone has disconnected,
    ``beats`` is called with every beat.
    """

    def __init__(
        self,
        source: Source,
        place: StreamPlace,
        give: Callable[[], None],
        *,
        limits: Limits,
        clock: Callable[[], float],
        gone: Callable[[], bool] = lambda: False,
        beats: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = source
        self._place = place
        self._give = give
        self._limits = limits
        self._clock = clock
        self._gone = gone
        self._beats = beats
        self._frames = self._listen()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._frames)

    def close(self) -> None:
        """Return the slot, whether or not anything was read."""
        self._give()

    def _listen(self) -> Iterator[bytes]:
        end = self._clock() + self._limits.stream_time
        beat = self._clock() + self._limits.beat
        yield HELLO
        while not (self._source.over or self._gone() or self._clock() >= end):
            due = min(beat, end) - self._clock()
            news = self._source.news(self._place, max(0.0, min(due, LOOK)))
            self._place = news.place
            if self._clock() >= beat:
                beat = self._clock() + self._limits.beat
                self._beats()
                yield b": beat\n" + event("beat", {"seq": self._source.last})
            if news.frames:
                yield b"".join(news.frames)
        yield BYE
