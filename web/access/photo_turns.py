"""Whose picture is read next: one at a time, of whoever has taken least of the reader's time lately."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from threading import Condition
from typing import Final

from web.refusals import HttpError

HALVES: Final = 60.0
"""Seconds after which time that was taken counts half."""
REMEMBERED: Final = 1024
"""Of how many that is known; who was silent for longest is forgotten first."""
PATIENCE: Final = 30.0
"""The most seconds that a picture waits for its turn."""
AGAIN: Final = 5.0
"""Seconds after which who is sent away may try again."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds of the reader, and when they were counted."""

    seconds: float
    at: float

    def now(self, now: float) -> float:
        """How much of them still counts."""
        return float(self.seconds * 0.5 ** ((now - self.at) / HALVES))


class PhotoTurns:
    """Forms with pictures and their turns; whoever sends one is known by several names: an address, a seat.

    Each name has one form at a time, and what is read for one counts for all of them:
    neither many addresses at a seat nor one address at many seats get more. May be
    called from any thread; ``clock`` is monotonic seconds.
    """

    def __init__(
        self, most: int, clock: Callable[[], float], patience: float = PATIENCE
    ) -> None:
        self._most, self._clock, self._patience = most, clock, patience
        self._changed = Condition()
        self._forms = 0
        self._here = Counter[str]()
        self._waiting: dict[int, tuple[str, ...]] = {}
        self._tickets = count()
        self._reading = False
        self._taken: OrderedDict[str, Taken] = OrderedDict()

    @contextmanager
    def form(self, *names: str) -> Iterator[None]:
        """A place for one form. Raises HttpError 503 if one of its names has one already, or all are taken."""
        with self._changed:
            if self._forms >= self._most or any(self._here[name] for name in names):
                raise HttpError(503, "web.photo.busy", wait=AGAIN)
            self._forms += 1
            self._here.update(names)
        try:
            yield
        finally:
            with self._changed:
                self._forms -= 1
                self._here.subtract(names)
                self._here += Counter()

    @contextmanager
    def turn(self, *names: str) -> Iterator[None]:
        """Wait to read one picture. Raises HttpError 503 if it takes too long."""
        ticket = next(self._tickets)
        with self._changed:
            self._waiting[ticket] = names
            try:
                mine = lambda: not self._reading and self._first() == ticket  # noqa: E731
                if not self._changed.wait_for(mine, self._patience):
                    raise HttpError(503, "web.photo.busy", wait=AGAIN)
                self._reading = True
            finally:
                del self._waiting[ticket]
                self._changed.notify_all()
        began = self._clock()
        try:
            yield
        finally:
            with self._changed:
                self._reading = False
                for name in names:
                    self._count(name, self._clock() - began)
                self._changed.notify_all()

    def _first(self) -> int:
        """The ticket of whose names have taken least, the oldest of several."""
        now = self._clock()

        def taken(ticket: int) -> float:
            theirs = (self._taken.get(name) for name in self._waiting[ticket])
            return max((each.now(now) for each in theirs if each), default=0.0)

        return min(self._waiting, key=lambda ticket: (taken(ticket), ticket))

    def _count(self, name: str, seconds: float) -> None:
        now = self._clock()
        before = self._taken.pop(name, Taken(0.0, now))
        self._taken[name] = Taken(before.now(now) + seconds, now)
        if len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
