"""Becoming host without the PIN: a phone asks, and a button at the table is held while no other phone asks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final

from web.refusals import HttpError

PATIENCE: Final = 60.0
"""Seconds in which the button has to be held after a phone has asked."""
OFTEN: Final = 3
"""How often an address may ask..."""
WITHIN: Final = 600.0
"""...in so many seconds."""
MOST: Final = 64
"""The most phones asking at once, and addresses remembered; any more are refused."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A phone that asks, and the seconds it still waits; while ``others`` ask, too, nobody can be let in."""

    left: float
    others: int


class AtTheTable:
    """The phones that ask. May be called from any thread.

    The button proves that somebody is at the table, not whose phone it is: it lets one
    in only if exactly one asks, and rejects all of them if several do.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock`` is monotonic."""
        self._clock = clock
        self._lock = Lock()
        self._until: dict[str, float] = {}
        self._granted: dict[str, float] = {}
        self._asked: dict[str, deque[float]] = {}

    def ask(self, name: str, address: str) -> Asking:
        """Ask, with a visitor's name and address. Raises HttpError 429 if that was done too often."""
        with self._lock:
            now = self._now()
            self._granted.pop(name, None)
            self._count(address, now)
            self._until[name] = now + PATIENCE
            return self._asking(name, now)

    def look(self, name: str) -> Asking | None:
        """The state of somebody who asked; None, once, if they are let in. Raises HttpError 409 if they are no longer asking."""
        with self._lock:
            now = self._now()
            if self._granted.pop(name, None) is not None:
                return None
            if name not in self._until:
                raise HttpError(409, "web.at-table.over")
            return self._asking(name, now)

    def is_asked(self) -> bool:
        """Whether a phone asks, so that a button may be about to be held."""
        with self._lock:
            self._now()
            return bool(self._until)

    def held(self) -> None:
        """A button at the table was held."""
        with self._lock:
            now = self._now()
            if len(self._until) == 1:
                self._granted = dict.fromkeys(self._until, now + PATIENCE)
            self._until.clear()

    def _asking(self, name: str, now: float) -> Asking:
        return Asking(self._until[name] - now, len(self._until) - 1)

    def _now(self) -> float:
        """The time, after dropping what has expired."""
        now = self._clock()
        for kept in (self._until, self._granted):
            for name in [name for name, until in kept.items() if until <= now]:
                del kept[name]
        return now

    def _count(self, address: str, now: float) -> None:
        for other in [a for a, asked in self._asked.items() if asked[-1] <= now - WITHIN]:  # fmt: skip
            del self._asked[other]
        asked = self._asked.setdefault(address, deque(maxlen=OFTEN))
        crowd = len(self._asked) > MOST or len(self._until) >= MOST
        often = len(asked) == OFTEN and asked[0] > now - WITHIN
        if crowd or often:
            if not asked:
                del self._asked[address]
            wait = WITHIN - (now - asked[0]) if asked else PATIENCE
            raise HttpError(429, "web.at-table.too-often", wait=wait)
        asked.append(now)
