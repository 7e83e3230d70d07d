"""Seats that nobody may take: the host locked them, or a phone that has its seat taken again and again took it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Final

from web.access.visitors import HOST_TIME

QUARREL: Final = 600.0
"""A seat that is taken back twice within so many seconds stays with that phone for as long..."""
PRESENT: Final = 30.0
"""...while it is heard of at least this often."""


class SeatLocks:
    """Which there are. One thread at a time."""

    def __init__(self, kept: Mapping[str, float]) -> None:
        """The players whose seats the host locked, and when (seconds since 1970), as a file tells them."""
        self._by_host = dict(kept)
        self._back: dict[str, float] = {}
        """When a seat was taken back last (monotonic seconds)."""
        self._until: dict[str, float] = {}
        """How long it stays with the phone that took it back (monotonic seconds)."""

    def lock(self, player: str, wall: float) -> None:
        """The host locks a seat, for an evening."""
        self._by_host[player] = wall

    def unlock(self, player: str) -> None:
        """The host lets everybody sit down there again."""
        self._by_host.pop(player, None)
        self._until.pop(player, None)

    def taken_back(self, player: str, now: float) -> None:
        """The phone that has said most for a player took the seat back."""
        if now - self._back.get(player, -inf) <= QUARREL:
            self._until[player] = now + QUARREL
        self._back[player] = now

    def hold(
        self, player: str, wall: float, now: float, heard: Callable[[], float]
    ) -> bool:
        """Whether a seat is locked; ``heard``: when its phone was heard of (monotonic seconds, as ``now``)."""
        if abs(wall - self._by_host.get(player, -inf)) <= HOST_TIME:
            return True
        return now < self._until.get(player, -inf) and now - heard() <= PRESENT

    def kept(self) -> Mapping[str, float]:
        """The host's, as they are written into a file."""
        return self._by_host
