"""Limits per browser, per address and overall, so that no loop fills the disk or drowns out the others."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import Lock
from typing import Final

from web.addresses import THE_PI
from web.limits import Limits, Rate
from web.refusals import HttpError

REMEMBERED: Final = 1024
"""How many browsers, and addresses, are tracked; the one silent for longest is forgotten first."""


@dataclass(slots=True)
class _Bucket:
    """A token bucket: its level, and when it was last updated (monotonic seconds)."""

    left: float
    at: float = -inf

    def fill(self, pace: Rate, now: float) -> None:
        self.left = min(pace.at_once, self.left + (now - self.at) * pace.a_second)
        self.at = now


class Pacing:
    """Counts requests; ``clock`` is monotonic seconds. May be called from any thread."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._lock = Lock()
        self._browsers: OrderedDict[str, _Bucket] = OrderedDict()
        self._addresses: OrderedDict[str, _Bucket] = OrderedDict()
        self._all = _Bucket(limits.words_all.at_once)

    def spend(self, browser: str, address: str) -> None:
        """Count one request. Raises HttpError 429 if it is too many."""
        if address == THE_PI:
            return
        with self._lock:
            now = self._clock()
            theirs = _bucket(self._addresses, address, self._limits.words_each)
            spoke = now - theirs.at < self._limits.quiet
            theirs.fill(self._limits.words_each, now)
            mine = _bucket(self._browsers, browser, self._limits.words)
            mine.fill(self._limits.words, now)
            self._all.fill(self._limits.words_all, now)
            if min(mine.left, theirs.left) < 1 or (spoke and self._all.left < 1):
                raise HttpError(429, "web.too-fast", wait=1)
            for each in (mine, theirs, self._all):
                each.left = max(0.0, each.left - 1)


def _bucket(buckets: OrderedDict[str, _Bucket], client: str, pace: Rate) -> _Bucket:
    found = buckets.setdefault(client, _Bucket(pace.at_once))
    buckets.move_to_end(client)
    if len(buckets) > REMEMBERED:
        buckets.popitem(last=False)
    return found


class Places:
    """So many at once of everybody, and so many of one address (the Pi itself stands for many). May be called from any thread."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._lock = Lock()
        self._taken = Counter[str]()

    @property
    def taken(self) -> int:
        """How many are."""
        return self._taken.total()

    def take(self, address: str) -> bool:
        """Whether there is a place; it is taken then, until ``give``."""
        with self._lock:
            often = address != THE_PI and self._taken[address] >= self._each
            if often or self.taken >= self._most:
                return False
            self._taken[address] += 1
            return True

    def give(self, address: str) -> None:
        """Return a place."""
        with self._lock:
            self._taken -= Counter([address])
