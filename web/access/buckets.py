"""Token buckets: so much in a row, and so much a second in the long run, for each client on its own."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from math import inf
from typing import Final

from web.limits import Rate

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
    """One bucket for each client. One thread at a time."""

    def __init__(self, pace: Rate) -> None:
        self._pace = pace
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        """The client's own."""
        found = self._of.setdefault(client, Bucket.full(self._pace))
        self._of.move_to_end(client)
        if len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        return found
