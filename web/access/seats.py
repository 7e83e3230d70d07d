"""Whose phone speaks for a player: one at a time, in whose favour a quarrel ends, and what the host decides about it.

Kept beside the games, so that a restart changes nothing. Where nothing can be kept a
phone's cookie brings its seat back, that of who sat down last.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any, Final

from companion.rules import Json
from web.access.kept import KeptValue
from web.access.pacing import Buckets
from web.access.phones import Phone, as_kept, phone_of
from web.access.seat_orders import Away, SeatLocks, SeatRequest, SeatRequests
from web.access.visitors import Visitor
from web.limits import Rate
from web.refusals import HttpError

FILE: Final = "seats.json"
AWAY: Final = 600.0
"""Seconds of silence after which a seat is free for any phone."""
STAMP: Final = 120.0
"""How old what is kept of when a phone was heard may be, seconds."""
MOST: Final = 64
"""The most players whose seats are remembered."""
OFTEN: Final = Rate(6, 1 / 120)
"""How often phones of one address may sit down; only take-overs are refused by that."""


@dataclass(frozen=True, slots=True)
class Taking:
    """How a phone sits down. ``over``: even where another one sits; ``client``: whom limits count; ``own``: nobody has said more for this player."""

    client: str
    over: bool = False
    own: bool = False
    host: bool = False


@dataclass(frozen=True, slots=True)
class SeatedPhone:
    """The phone on a seat (None: it has left), and when it was last heard of (monotonic seconds; that of none: never)."""

    phone: Phone | None
    heard: float = -inf
    before: float | None = None
    """Since when it sat there before the companion was started (seconds since 1970), where only its cookie says so."""

    def is_of(self, name: str) -> bool:
        """Whether the phone is this visitor's."""
        return self.phone is not None and self.phone.name == name


EMPTY: Final = SeatedPhone(None)


class Seats:
    """The phone of each player. May be called from any thread."""

    def __init__(
        self,
        clock: Callable[[], float],
        wall: Callable[[], float] = time.time,
        folder: Path | None = None,
    ) -> None:
        """``clock`` is monotonic, ``wall`` seconds since 1970; ``folder`` None keeps nothing."""
        self._clock, self._wall = clock, wall
        self._kept = KeptValue(folder, FILE)
        self._lock, self._writing = Lock(), Lock()
        self._seated: dict[str, SeatedPhone] = {}
        self._locks = SeatLocks({})
        self._away = Away(())
        self._requests = SeatRequests()
        self._taking = Buckets(OFTEN)
        self._stamped = -inf
        self._read(self._kept.read())

    # -- who sits where ----------------------------------------------------------

    def of(self, visitor: Visitor, players: Sequence[str]) -> int | None:
        """The seat for which a visitor speaks; None if it chose none, or if another phone has taken it over."""
        seat = visitor.sits(players)
        if seat is None:
            return None
        with self._lock:
            phone = Phone(visitor.name)
            back = SeatedPhone(phone, self._clock(), before=visitor.seat_since)
            player = players[seat]
            there = self._seated.setdefault(player, back)
            later = there.before is not None and there.before < visitor.seat_since
            if later and not self._is_locked(player):
                there = self._seated[player] = back
            return seat if there.is_of(visitor.name) else None

    def take(self, phone: Phone, player: str | None, taking: Taking) -> None:
        """Sit down, or stand up.

        Raises HttpError: 409 where another phone sits, or the seat is locked; 429 if
        phones of this address sat down too often; 403 if it was sent away.
        """
        with self._lock:
            if player is not None:
                if not self._sits(phone, player):
                    self._take(phone, player, taking)
                self._requests.end(phone.name)
            self._leave(phone, but=player)
        self._write()

    def check(self, phone: Phone, player: str, taking: Taking) -> None:
        """Whether a phone may sit down there. Raises HttpError like ``take``."""
        with self._lock:
            if not taking.host:
                self._check(phone, player, taking)

    def go_back(self, phone: Phone, player: str | None) -> None:
        """A phone that sat down elsewhere sits again where it did, unless another one does by now; None: nowhere."""
        with self._lock:
            if player is not None and self._seated.get(player, EMPTY).phone is None:
                self._seated[player] = SeatedPhone(phone, self._clock())
            self._leave(phone, but=player)
        self._write()

    def rename(self, player: str, name: str) -> None:
        """A player is called otherwise: his phone and what the host said of his seat stay his."""
        with self._lock:
            self._seated[name] = self._seated.pop(player, EMPTY)
            self._locks.rename(player, name)
        self._write()

    def hear(self, name: str) -> None:
        """A visitor is still there."""
        with self._lock:
            now, late = self._clock(), False
            for player, there in self._seated.items():
                if there.is_of(name):
                    self._seated[player] = replace(there, heard=now)
                    late = now - self._stamped > STAMP
        if late:
            self._write(wait=False)

    def has(self, name: str) -> bool:
        """Whether a visitor, by name, has a seat."""
        with self._lock:
            return self._sits_anywhere(name)

    def shown(self, players: Sequence[str]) -> dict[str, Any]:
        """What every page is told: which phone each player has (None where there is none), and whether the seat is locked."""
        with self._lock:
            there = [self._seated.get(player, EMPTY).phone for player in players]
            return {
                "seats": [None if phone is None else phone.id for phone in there],
                "locked": [*map(self._is_locked, players)],
            }

    def is_away(self, phone: Phone) -> bool:
        """Whether the host sent a phone away."""
        with self._lock:
            return self._away.holds(phone, self._wall())

    # -- what the host decides ---------------------------------------------------

    def lock(self, player: str, *, locked: bool) -> None:
        """Let nobody sit down there any more, or everybody again."""
        with self._lock:
            self._locks.unlock(player)
            if locked:
                self._seated.setdefault(player, EMPTY)
                self._locks.lock(player, self._wall())
        self._write()

    def let_sit(self, player: str, id: str) -> None:
        """Give a seat to a phone that asks for it; nothing changes if it no longer does."""
        with self._lock:
            for asked in self._requests.now(self._clock()):
                if asked.phone.id == id and asked.player == player:
                    self._leave(asked.phone, but=player)
                    self._seated[player] = SeatedPhone(asked.phone, self._clock())
                    self._requests.end(asked.phone.name)
        self._write()

    def free(self, player: str) -> None:
        """Take the phone from a seat; it may sit down again."""
        with self._lock:
            self._seated[player] = EMPTY
        self._write()

    def send_away(self, id: str, *, spare: Sequence[str]) -> None:
        """Send a phone from its seat, or from asking for one, and whatever else comes from its address, unless that is one of ``spare``."""
        with self._lock:
            phones = self._phones()
            for meant in (phone for phone in phones if phone.id == id):
                whole = meant.address not in ("", *spare)
                sent = self._away.add(meant, self._wall(), whole_address=whole)
                for phone in filter(sent.means, phones):
                    self._leave(phone)
                    self._requests.end(phone.name)
        self._write()

    def let_back(self, id: str) -> None:
        """Let a phone sit down again."""
        with self._lock:
            self._away.lift(id)
        self._write()

    def told(self, players: Sequence[str]) -> Json:
        """Everything, for the host's page (web/routes/api.py, ``/api/seats``)."""
        with self._lock:
            now = self._clock()
            asking = [
                {"seat": players.index(one.player), **one.phone.shown()}
                for one in self._requests.now(now)
                if one.player in players
            ]
            away = [
                {"since": one.since, "whole_address": one.whole_address} | one.phone.shown()
                for one in self._away.now(self._wall())
            ]
            seats = [self._told(player, now) for player in players]
            return {"seats": seats, "asking": asking, "away": away}

    def _told(self, player: str, now: float) -> Json:
        there = self._seated.get(player, EMPTY)
        silent = {"silent": int(min(now - there.heard, AWAY + 1))}
        phone = None if there.phone is None else there.phone.shown() | silent
        return {"player": player, "locked": self._is_locked(player), "phone": phone}

    # -- taking a seat -----------------------------------------------------------

    def _take(self, phone: Phone, player: str, taking: Taking) -> None:
        now = self._clock()
        if taking.host:
            self._away.lift(phone.id)
        else:
            taken = self._check(phone, player, taking)
            if taken and taking.own:
                self._locks.taken_back(player, now)
            elif taken or not self._sits_anywhere(phone.name):
                # Whoever only changes seats brings no other phone to the table.
                self._taking.of(taking.client).take()
        self._seated[player] = SeatedPhone(phone, now)

    def _check(self, phone: Phone, player: str, taking: Taking) -> bool:
        """Whether a seat that a phone may have is another one's so far."""
        now, number = self._clock(), phone.number
        taken = now - self._seated.get(player, EMPTY).heard <= AWAY
        if self._away.holds(phone, self._wall()):
            raise HttpError(403, "web.seat-away")
        if self._is_locked(player):
            self._requests.add(SeatRequest(phone, player, taking.client, now))
            more = {"number": number}
            raise HttpError(409, "web.seat-locked", more=more, player=player, **more)
        if taken and not taking.over:
            raise HttpError(409, "web.seat-taken", player=player)
        wait = int(self._taking.of(taking.client).wait(now) + 0.999)
        if taken and wait and not taking.own:
            raise HttpError(429, "web.seat-too-often", wait=wait, seconds=wait)
        return taken

    def _sits(self, phone: Phone, player: str) -> bool:
        return self._seated.get(player, EMPTY).is_of(phone.name)

    def _sits_anywhere(self, name: str) -> bool:
        return any(there.is_of(name) for there in self._seated.values())

    def _leave(self, phone: Phone, but: str | None = None) -> None:
        for player, there in self._seated.items():
            if player != but and there.is_of(phone.name):
                self._seated[player] = EMPTY

    def _is_locked(self, player: str) -> bool:
        def heard() -> float:
            return self._seated.get(player, EMPTY).heard

        return self._locks.hold(player, self._wall(), self._clock(), heard)

    def _phones(self) -> list[Phone]:
        """Those that sit or ask."""
        sit = [one.phone for one in self._seated.values() if one.phone is not None]
        ask = [one.phone for one in self._requests.now(self._clock())]
        return [*sit, *ask]

    # -- over a restart ----------------------------------------------------------

    def _write(self, *, wait: bool = True) -> None:
        """Keep everything; without ``wait`` only if nobody else is about to. A disk that hangs keeps no page waiting."""
        if not self._writing.acquire(blocking=wait):
            return
        try:
            with self._lock:
                self._stamped = self._clock()
                told = self._as_kept()
            self._kept.write(told)
        finally:
            self._writing.release()

    def _as_kept(self) -> Json:
        since = self._wall() - self._clock()
        while len(self._seated) > MOST:
            del self._seated[next(iter(self._seated))]
        seats = [
            {"player": player, "phone": None}
            if there.phone is None
            else {"player": player, "phone": as_kept(there.phone), "heard": there.heard + since}
            for player, there in self._seated.items()
        ]
        locked, away = dict(self._locks.kept()), self._away.kept()
        return {"seats": seats, "locked": locked, "away": away}

    def _read(self, told: Any) -> None:
        """What was kept; nothing, if that is damaged."""
        try:
            seats = {str(one["player"]): self._phone_of(one) for one in told["seats"]}
            locks = SeatLocks({str(n): float(at) for n, at in told["locked"].items()})
            away = Away(told["away"])
        except (ValueError, LookupError, TypeError, AttributeError):
            return
        self._seated, self._locks, self._away = seats, locks, away

    def _phone_of(self, told: Json) -> SeatedPhone:
        if told["phone"] is None:
            return EMPTY
        silent = max(0.0, self._wall() - float(told["heard"]))
        return SeatedPhone(phone_of(told["phone"]), self._clock() - silent)
