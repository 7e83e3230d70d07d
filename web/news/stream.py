"""Server-sent events: what one phone receives, and how many phones may connect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final, Protocol

from flask import Request, Response

from web.addresses import THE_PI
from web.limits import Limits
from web.news.feed import News, StreamPlace, event
from web.refusals import HttpError

KIND: Final = "text/event-stream"
HELLO: Final = b"retry: 1000\n\n"
BYE: Final = event("bye", {})
LASTS: Final = "murphy.lasts"
"""Where a request's environment holds what is called when its response is a stream, which lasts for minutes and computes little."""
ROOM: Final = "murphy.room"
"""Where it holds what is asked whether its phone has read so much that more may be sent, within so many seconds."""
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


def no_part() -> bool:
    """That of a visitor in the evening."""
    return False


class Slot:
    """A stream's place; ``lost`` when it was given to somebody who had none. ``has_part`` says whether its phone has a part in the evening."""

    __slots__ = ("client", "give", "has_part", "lost")

    def __init__(
        self, client: str, has_part: Callable[[], bool], give: Callable[[Slot], None]
    ) -> None:
        self.client = client
        self.has_part = has_part
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

    def take(self, client: str, has_part: Callable[[], bool] = no_part) -> Slot:
        """A slot. If all are taken, or all that a client may have, somebody else may have to give one up.

        Raises HttpError 503 if nobody has to: a page must always find a thread.
        """
        with self._lock:
            mine = [slot for slot in self._open if slot.client == client]
            many = client != THE_PI and len(mine) >= self._limits.streams_each
            if many or self.taken >= self._limits.streams:
                gives = _who_gives(mine if many else self._open, client, has_part())
                if gives is None:
                    each = "-each" if many else ""
                    raise HttpError(503, f"web.too-many-streams{each}", wait=10)
                gives.lost = True
                self._open.remove(gives)
            slot = Slot(client, has_part, self._back)
            self._open.append(slot)
            return slot

    @property
    def taken(self) -> int:
        """How many streams are open."""
        return len(self._open)

    def _back(self, slot: Slot) -> None:
        with self._lock:
            if slot in self._open:
                self._open.remove(slot)


def _who_gives(slots: list[Slot], client: str, has_part: bool) -> Slot | None:
    """The slot that is given up for a client: a visitor's, for whoever has a part in the evening; else the oldest one of whoever has at least two more.

    Visitors' go first, and are all that a visitor can get.
    """
    visitors = [slot for slot in slots if not slot.has_part()]
    # The Pi itself represents many clients.
    each = Counter(slot.client for slot in slots if slot.client != THE_PI)
    if has_part and visitors:
        return max(visitors, key=lambda slot: each[slot.client])
    others = slots if has_part else visitors
    richer = [s for s in others if each[s.client] - each[client] >= 2]
    return max(richer, key=lambda slot: each[slot.client], default=None)


class Stream:
    """One phone's stream, as WSGI wants it: an iterator of bytes that can be closed.
    ``clock`` is monotonic seconds; ``gone`` returns whether the phone has disconnected,
    ``beats`` is called with every beat. ``has_room`` is asked before anything more
    is sent: a phone that does not read for ``limits.patience`` seconds is let go.
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
        has_room: Callable[[float], bool] = lambda seconds: True,
    ) -> None:
        self._source = source
        self._place = place
        self._give = give
        self._limits = limits
        self._clock = clock
        self._gone = gone
        self._beats = beats
        self._has_room = has_room
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
        unread = 0.0
        while not (self._source.over or self._gone() or self._clock() >= end):
            if not self._has_room(LOOK):
                unread += LOOK
                if unread >= self._limits.patience:
                    break
                continue
            unread = 0.0
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


def streamed(
    asked: Request,
    source: Source,
    place: StreamPlace,
    slot: Slot,
    *,
    limits: Limits,
    clock: Callable[[], float],
    beats: Callable[[], None] = lambda: None,
) -> Response:
    """A stream as the response to a request; the server is told that it lasts, and asked whether its phone reads, and is still there."""
    told = asked.environ
    told.get(LASTS, lambda: None)()
    left = told.get("waitress.client_disconnected", lambda: False)
    stream = Stream(
        source,
        place,
        slot,
        limits=limits,
        clock=clock,
        gone=lambda: slot.lost or left(),
        beats=beats,
        has_room=told.get(ROOM, lambda seconds: True),
    )
    response = Response(stream, mimetype=KIND)
    response.headers["X-Accel-Buffering"] = "no"
    return response
