"""The threads that answer requests: a few at a time, as more would only keep the one that reads waiting; who has a part in the evening first."""

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Thread, local
from typing import Any, Final, Protocol

from web.access.standing import Standing
from web.limits import Limits
from web.server.request import Kind, Parser

_log = logging.getLogger(__name__)


class Asking(Protocol):
    """A connection whose first request waits for a thread."""

    client: str

    @property
    def requests(self) -> Sequence[Any]:
        """Its requests, the first of which waits."""

    def service(self) -> None:
        """Answer the request; have the next one answered, if there is one."""

    def cancel(self) -> None:
        """Give all of them up."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A connection in a queue, since when (monotonic seconds)."""

    channel: Asking
    since: float


class Turns:
    """Connections that wait: every client's first before anybody's second."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, deque[Waiting]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def append(self, waiting: Waiting) -> None:
        """Queue a connection behind those of its client."""
        self._of.setdefault(waiting.channel.client, deque()).append(waiting)

    @property
    def first(self) -> Waiting | None:
        """The next one."""
        return next((theirs[0] for theirs in self._of.values()), None)

    def popleft(self) -> Waiting:
        """The next one; its client comes last then."""
        client, theirs = self._of.popitem(last=False)
        waiting = theirs.popleft()
        if theirs:
            self._of[client] = theirs
        return waiting


@dataclass(slots=True)
class Lane:
    """Requests of one kind: those that wait, and how many are worked on. ``spare`` threads are left for others."""

    spare: int
    waiting: Turns = field(default_factory=Turns)
    busy: int = 0


RESIDENTS: Final = 16
"""Threads that are left for those who have a part in the evening, however many others wait."""


class Workers:
    """The dispatcher of a server, as waitress knows it; ``clock`` is monotonic seconds.

    There is a lane for each kind of request, of those who have a part in the evening and of
    others. ``limits.working`` of a lane
    are worked on at once; one that has waited for ``limits.turn`` seconds is begun all the
    same, as those that are worked on seem to wait themselves. Of ``limits.threads`` there
    are one more than were ever at work at once: each costs memory, and a start its time.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._changed = Condition()
        self._lanes = {
            (part, kind): Lane(0 if part else RESIDENTS) for part in (True, False) for kind in Kind
        }
        self._mine = local()
        self._free, self._threads = limits.threads, 0
        self._over = False
        self._another()

    def _another(self) -> None:
        """Start a thread, where every one is at work; if none is to be had, whoever asks next tries again."""
        working = self._limits.threads - self._free
        if working == self._threads < self._limits.threads:
            thread = Thread(target=self._run, name=f"pages-{self._threads}", daemon=True)
            with suppress(RuntimeError):
                thread.start()
                self._threads += 1

    def add_task(self, channel: Asking) -> None:
        """Have the first request of a connection answered."""
        with self._changed:
            self._another()
            self._lane_of(channel.requests[0]).waiting.append(Waiting(channel, self._clock()))
            self._changed.notify()

    def lasts(self) -> None:
        """The response of this thread is a stream: it is no longer among those worked on, which are answered in no time."""
        with self._changed:
            self._leave()
            self._changed.notify()

    def _lane_of(self, asked: Parser) -> Lane:
        has_part = asked.standing > Standing.VISITOR
        return self._lanes[has_part, asked.kind]

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> None:
        """End the threads, within so many seconds, and let go of whoever still waits."""
        with self._changed:
            self._over = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._threads == 0, timeout)
            for lane in self._lanes.values():
                while cancel_pending and lane.waiting:
                    lane.waiting.popleft().channel.cancel()

    # -- a thread -----------------------------------------------------------------

    def _run(self) -> None:
        while (channel := self._begin()) is not None:
            try:
                channel.service()
            except Exception:  # whatever goes wrong, the thread has others to serve
                _log.exception("a request failed")
            finally:
                self._end()

    def _begin(self) -> Asking | None:
        """Wait for a connection to serve; None when the server ends."""
        with self._changed:
            while not self._over:
                for lane in self._lanes.values():
                    if self._may_begin(lane):
                        return self._begun(lane)
                self._changed.wait(self._until_due())
            self._threads -= 1
            self._changed.notify_all()
            return None

    def _begun(self, lane: Lane) -> Asking:
        lane.busy += 1
        self._free -= 1
        self._mine.lane = lane
        self._another()
        # There may be something for another thread, too: whatever changes wakes one.
        self._changed.notify()
        return lane.waiting.popleft().channel

    def _end(self) -> None:
        with self._changed:
            self._leave()
            self._free += 1
            self._changed.notify()

    def _leave(self) -> None:
        """What this thread works on is no longer among those worked on."""
        lane: Lane | None = self._mine.lane
        if lane is not None:
            lane.busy -= 1
            self._mine.lane = None

    def _may_begin(self, lane: Lane) -> bool:
        first = lane.waiting.first
        if first is None or self._free <= lane.spare:
            return False
        patient = self._clock() - first.since < self._limits.turn
        return lane.busy < self._limits.working or not patient

    def _until_due(self) -> float | None:
        """The seconds after which one of those that wait is begun in any case; None: not before something changes."""
        every = (lane.waiting.first for lane in self._lanes.values())
        due = (one.since + self._limits.turn - self._clock() for one in every if one)
        return min((seconds for seconds in due if seconds > 0), default=None)
