"""Becoming host without the PIN: a phone asks, and a button at the table is held while no other phone asks."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Final

from web.access.pacing import Buckets
from web.limits import Rate
from web.refusals import HttpError

PATIENCE: Final = 60.0
"""Seconds in which a hold has to begin after a phone has asked."""
HOLDING: Final = 5.0
"""Seconds that those who ask when a button goes down have at least: longer than a hold takes."""
OFTEN: Final = Rate(3, 3 / 600)
"""How often one may ask."""
MOST: Final = 64
"""The most strangers asking at once; the one that has waited longest goes first."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A phone that asks, and the seconds it still waits; while ``others`` ask that count as much, nobody can be let in."""

    left: float
    others: int


@dataclass(frozen=True, slots=True)
class _Asker:
    until: float
    known: bool


class AtTheTable:
    """The phones that ask. May be called from any thread.

    The button proves that somebody is at the table, not whose phone it is: it lets one in
    only if from its going down to the end of the hold that one alone asks, and rejects all
    of them otherwise. Beside a phone that was host before, strangers do not count: they
    could keep it out, but never get in in its place.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock`` is monotonic."""
        self._clock = clock
        self._lock = Lock()
        self._askers: OrderedDict[str, _Asker] = OrderedDict()
        self._granted: dict[str, float] = {}
        self._asked = Buckets(OFTEN)

    def ask(self, name: str, client: str, *, known: bool) -> Asking:
        """Ask, with a visitor's name, and whom limits count; ``known``: it was host before. Raises HttpError 429 if that was done too often."""
        with self._lock:
            now = self._now()
            if wait := self._asked.spend(client, now):
                raise HttpError(429, "web.at-table.too-often", wait=int(wait) + 1)
            self._granted.pop(name, None)
            self._askers[name] = _Asker(now + PATIENCE, known)
            self._askers.move_to_end(name)
            strangers = [who for who, one in self._askers.items() if not one.known]
            for longest in strangers[:-MOST]:
                del self._askers[longest]
            return self._asking(name, now)

    def look(self, name: str) -> Asking | None:
        """The state of somebody who asked; None, once, if they are let in. Raises HttpError 409 if they are no longer asking."""
        with self._lock:
            now = self._now()
            if self._granted.pop(name, None) is not None:
                return None
            if name not in self._askers:
                raise HttpError(409, "web.at-table.over")
            return self._asking(name, now)

    def pressed(self) -> Callable[[], None] | None:
        """A button at the table goes down: what to call once it was held; None if nobody asks, and a press is just a press."""
        with self._lock:
            now = self._now()
            if not self._askers:
                return None
            for name, one in self._askers.items():
                until = max(one.until, now + HOLDING)
                self._askers[name] = _Asker(until, one.known)
            return partial(self._held, self._alone())

    def _held(self, began: str | None) -> None:
        """A button was held, for the one who asked alone when it went down."""
        with self._lock:
            now = self._now()
            if began is not None and self._alone() == began:
                self._granted = {began: now + PATIENCE}
            self._askers.clear()

    def _alone(self) -> str | None:
        """The only one who asks, of those that count."""
        known = [name for name, one in self._askers.items() if one.known]
        count = known or [*self._askers]
        return count[0] if len(count) == 1 else None

    def _asking(self, name: str, now: float) -> Asking:
        mine = self._askers[name]
        count = sum(one.known or not mine.known for one in self._askers.values())
        return Asking(mine.until - now, count - 1)

    def _now(self) -> float:
        """The time, after dropping what has expired."""
        now = self._clock()
        for name in [name for name, one in self._askers.items() if one.until <= now]:
            del self._askers[name]
        for name in [name for name, until in self._granted.items() if until <= now]:
            del self._granted[name]
        return now
