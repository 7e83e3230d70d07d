"""Limits per browser, per address and overall, so that no loop fills the disk or drowns out the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Lock

from web.access.buckets import Bucket, Buckets
from web.addresses import THE_PI
from web.limits import Limits
from web.refusals import HttpError


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
        self,
        browser: str,
        address: str,
        *,
        has_part: bool = False,
        was_host: bool = False,
    ) -> None:
        """Count one request. Raises HttpError 429 if it is too many.

        Whoever ``has_part`` in the evening, as the host and who sits at the table, is not
        counted among all; who ``was_host`` before not among those of the address either.
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
            stranger = not (has_part or was_host)
            crowded = stranger and spoke and self._all.left < 1
            if crowded or any(each.left < 1 for each in counted):
                raise HttpError(429, "web.too-fast", wait=1)
            if stranger:
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
