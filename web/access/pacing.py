"""How often something may be done: buckets that fill with time, for addresses and for all."""

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

# Buckets -----------------------------------------------------------------------------


REMEMBERED: Final = 1024
"""How many clients are tracked; the one silent for longest is forgotten first."""


@dataclass(slots=True)
class Bucket:
    """What may still be done: ``left`` of it, ``at`` (monotonic seconds) when that was counted last."""

    pace: Rate
    left: float
    at: float = -inf

    @classmethod
    def full(cls, pace: Rate) -> Bucket:
        """One from which nothing was taken."""
        return cls(pace, pace.at_once)

    def fill(self, now: float) -> float:
        """Count it up to now; returns the seconds since it was counted before."""
        silent = now - self.at
        self.left = min(self.pace.at_once, self.left + silent * self.pace.a_second)
        self.at = now
        return silent

    def wait(self, now: float) -> float:
        """Seconds until something may be done; 0 if it may now."""
        self.fill(now)
        return max(0.0, 1 - self.left) / self.pace.a_second

    def take(self) -> None:
        """Something was done; also more than was left."""
        self.left = max(0.0, self.left - 1)


class Buckets:
    """One bucket for each client."""

    def __init__(self, pace: Rate) -> None:
        self._pace = pace
        self._lock = Lock()
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def spend(self, client: str, now: float) -> float:
        """Count that a client does something once; where it does so too often, the seconds until it may, and that does not count. May be called from any thread."""
        with self._lock:
            bucket = self.of(client)
            wait = bucket.wait(now)
            if not wait:
                bucket.take()
            return wait

    def of(self, client: str) -> Bucket:
        """The client's own. One thread at a time."""
        found = self._of.setdefault(client, Bucket.full(self._pace))
        self._of.move_to_end(client)
        if len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        return found


# Paces -------------------------------------------------------------------------------


class Pacing:
    """Counts requests; ``clock`` is monotonic seconds. May be called from any thread."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._lock = Lock()
        self._browsers = Buckets(limits.words)
        self._addresses = Buckets(limits.words_each)
        self._all = Bucket.full(limits.words_all)

    def spend(
        self, browser: str, address: str, *, has_part: bool = False, was_host: bool = False
    ) -> None:
        """Count one request. Raises HttpError 429 if it is too many.

        Whoever ``has_part`` in the evening, as the host, who was host before and who sits at
        the table, is not counted among all; who ``was_host`` not among those of the address either.
        """
        if address == THE_PI:
            return
        with self._lock:
            now = self._clock()
            mine, theirs = self._browsers.of(browser), self._addresses.of(address)
            mine.fill(now)
            self._all.fill(now)
            spoke = theirs.fill(now) < self._limits.quiet
            counted = [mine] if was_host else [mine, theirs]
            crowded = not has_part and spoke and self._all.left < 1
            if crowded or any(each.left < 1 for each in counted):
                raise HttpError(429, "web.too-fast", wait=1)
            if not has_part:
                counted.append(self._all)
            for each in counted:
                each.take()


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
