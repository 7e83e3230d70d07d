"""Phones that ask for a locked seat: they are shown to the host, as long as they go on asking."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Final

from web.access.phones import Phone

PATIENCE: Final = 15.0
"""Seconds after which a phone that does not ask again asks no longer."""
MOST: Final = 256
"""The most that are shown; then one goes of whoever has most, the one silent for longest."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Which player's seat a phone asks for, whom limits count for it, and when it asked last (monotonic seconds)."""

    phone: Phone
    player: str
    client: str
    at: float


class SeatRequests:
    """Those that ask. One thread at a time."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, SeatRequest] = OrderedDict()

    def add(self, asked: SeatRequest) -> None:
        """A phone asks."""
        self._of[asked.phone.name] = asked
        self._of.move_to_end(asked.phone.name)
        if len(self._of) > MOST:
            each = Counter(one.client for one in self._of.values())
            ((most, _),) = each.most_common(1)
            self.end(next(n for n, one in self._of.items() if one.client == most))

    def now(self, now: float) -> list[SeatRequest]:
        """Those that still ask."""
        for name in [n for n, one in self._of.items() if now - one.at > PATIENCE]:
            del self._of[name]
        return [*self._of.values()]

    def end(self, name: str) -> None:
        """A phone asks no longer."""
        self._of.pop(name, None)
