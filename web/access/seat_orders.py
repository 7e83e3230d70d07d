"""What a host orders of seats, and phones ask for: locks, requests for a locked seat, phones that were sent away."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from companion.codec import inlined, reader, writer
from companion.rules import Json
from web.access.phones import Phone
from web.access.visitors import HOST_TIME

# Locks -------------------------------------------------------------------------------


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

    def rename(self, player: str, name: str) -> None:
        """A player is called otherwise."""
        for held in (self._by_host, self._back, self._until):
            since = held.pop(player, None)
            held.pop(name, None)
            if since is not None:
                held[name] = since

    def taken_back(self, player: str, now: float) -> None:
        """The phone that has said most for a player took the seat back."""
        if now - self._back.get(player, -inf) <= QUARREL:
            self._until[player] = now + QUARREL
        self._back[player] = now

    def hold(self, player: str, wall: float, now: float, heard: Callable[[], float]) -> bool:
        """Whether a seat is locked; ``heard``: when its phone was heard of (monotonic seconds, as ``now``)."""
        if abs(wall - self._by_host.get(player, -inf)) <= HOST_TIME:
            return True
        return now < self._until.get(player, -inf) and now - heard() <= PRESENT

    def kept(self) -> Mapping[str, float]:
        """The host's, as they are written into a file."""
        return self._by_host


# Requests ----------------------------------------------------------------------------


PATIENCE: Final = 15.0
"""Seconds after which a phone that does not ask again asks no longer."""
MOST_REQUESTS: Final = 256
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
        if len(self._of) > MOST_REQUESTS:
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


# Sent away ---------------------------------------------------------------------------


MOST_SENT_AWAY: Final = 64
"""The most that are remembered; the one sent away first is forgotten first."""


@dataclass(frozen=True, slots=True)
class SentAway:
    """A phone, since when (seconds since 1970), and whether whatever else comes from its address is meant as well."""

    since: float
    whole_address: bool
    phone: Phone = inlined()

    def means(self, phone: Phone) -> bool:
        """Whether a phone is the one, or comes from there."""
        there = self.whole_address and phone.address == self.phone.address
        return there or phone.name == self.phone.name


_as_kept, _sent_away = writer(SentAway), reader(SentAway)


class Away:
    """Those that were sent away. One thread at a time."""

    def __init__(self, kept: Iterable[Json]) -> None:
        """Those that a file tells. Raises TypeError or ValueError."""
        self._all = [*map(_sent_away, kept)]

    def now(self, wall: float) -> list[SentAway]:
        """Those that still are, at a time of day."""
        self._all = [one for one in self._all if abs(wall - one.since) <= HOST_TIME]
        return self._all

    def holds(self, phone: Phone, wall: float) -> bool:
        """Whether a phone was sent away."""
        return any(one.means(phone) for one in self.now(wall))

    def add(self, phone: Phone, wall: float, *, whole_address: bool) -> SentAway:
        """Send a phone away."""
        self.lift(phone.id)
        sent = SentAway(wall, whole_address, phone)
        self._all = [*self._all, sent][-MOST_SENT_AWAY:]
        return sent

    def lift(self, id: str) -> None:
        """Let one back."""
        self._all = [one for one in self._all if one.phone.id != id]

    def kept(self) -> list[Any]:
        """As they are written into a file."""
        return [*map(_as_kept, self._all)]
