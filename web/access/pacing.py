"""How often people may say something: by browser, by address, altogether, so that no loop fills the disk or drowns the others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import Lock
from typing import Final

from web.addresses import THE_PI
from web.limits import Limits, Pace
from web.refusals import HttpError

REMEMBERED: Final = 1024
"""How many browsers, and addresses: the one silent for longest is forgotten first."""


@dataclass(slots=True)
class _Purse:
    """What is left to be spent, and when it was looked at last (monotonic seconds)."""

    left: float
    at: float = -inf

    def fill(self, pace: Pace, now: float) -> None:
        self.left = min(pace.at_once, self.left + (now - self.at) * pace.a_second)
        self.at = now


class Pacing:
    """Counts what is said; ``clock`` is monotonic seconds. May be called from any thread."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._lock = Lock()
        self._browsers: OrderedDict[str, _Purse] = OrderedDict()
        self._addresses: OrderedDict[str, _Purse] = OrderedDict()
        self._all = _Purse(limits.words_all.at_once)

    def spend(self, browser: str, address: str) -> None:
        """Note that something is said. Raises HttpError 429 where it is too much."""
        if address == THE_PI:
            return
        with self._lock:
            now = self._clock()
            purse = _purse(self._addresses, address, self._limits.words_each)
            spoke = now - purse.at < self._limits.quiet
            purse.fill(self._limits.words_each, now)
            mine = _purse(self._browsers, browser, self._limits.words)
            mine.fill(self._limits.words, now)
            self._all.fill(self._limits.words_all, now)
            if min(mine.left, purse.left) < 1 or (spoke and self._all.left < 1):
                raise HttpError(429, "web.too-fast", wait=1)
            for each in (mine, purse, self._all):
                each.left = max(0.0, each.left - 1)


def _purse(purses: OrderedDict[str, _Purse], whose: str, pace: Pace) -> _Purse:
    purse = purses.setdefault(whose, _Purse(pace.at_once))
    purses.move_to_end(whose)
    if len(purses) > REMEMBERED:
        purses.popitem(last=False)
    return purse
