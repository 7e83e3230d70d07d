"""Whose phone speaks for a player: one at a time. In memory; after a restart a phone's cookie brings its seat back, that of who sat down last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from web.access.visitors import Visitor, id_of
from web.refusals import HttpError

AWAY: Final = 600.0
"""Seconds of silence after which a seat is free for any phone."""


@dataclass(frozen=True, slots=True)
class Phone:
    """The phone on a seat, by its visitor's name (empty: it has left), and when it was last heard of."""

    name: str
    heard: float
    before: float | None = None
    """Since when it sat there before the companion was started (seconds since 1970), as its cookie says."""

    @property
    def id(self) -> str | None:
        """Tells it from other phones on every page: the name itself is the cookie's."""
        return id_of(self.name) if self.name else None


NOBODY: Final = Phone("", 0.0)


class Seats:
    """The phone of each player. May be called from any thread; ``clock`` is monotonic."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._phones: dict[str, Phone] = {}

    def of(self, visitor: Visitor, players: Sequence[str]) -> int | None:
        """The seat for which a visitor speaks; None if it chose none, or if another phone has taken it over."""
        seat = visitor.sits(players)
        if seat is None:
            return None
        with self._lock:
            back = Phone(visitor.name, self._clock(), before=visitor.seat_since)
            phone = self._phones.setdefault(players[seat], back)
            if phone.before is not None and phone.before < visitor.seat_since:
                phone = self._phones[players[seat]] = back
            return seat if phone.name == visitor.name else None

    def take(
        self, visitor: Visitor, seat: int | None, players: Sequence[str], *, over: bool
    ) -> None:
        """Sit down, or stand up; ``over``: even where another phone sits. Raises HttpError 409 if one does."""
        with self._lock:
            now, name = self._clock(), visitor.name
            player = None if seat is None else players[seat]
            there = NOBODY if player is None else self._phones.get(player, NOBODY)
            if there.name not in ("", name) and now - there.heard <= AWAY and not over:
                raise HttpError(409, "web.seat-taken", player=str(player))
            for left in [who for who, phone in self._phones.items() if phone.name == name]:  # fmt: skip
                if left != player:
                    self._phones[left] = NOBODY
            if player is not None and there.name != name:
                self._phones[player] = Phone(name, now)

    def hear(self, name: str) -> None:
        """A visitor is still there."""
        with self._lock:
            for player, phone in self._phones.items():
                if phone.name == name:
                    self._phones[player] = Phone(name, self._clock(), phone.before)

    def ids(self, players: Sequence[str]) -> list[str | None]:
        """Which phone each player has, for everybody to compare; None where there is none."""
        with self._lock:
            return [self._phones.get(player, NOBODY).id for player in players]

    def forget(self) -> None:
        """Everybody leaves."""
        with self._lock:
            self._phones.clear()
