"""Visitors: a signed cookie holds the chosen seat and whether the PIN was given; nothing is stored here."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from web.access.keys import Keys

HOST_TIME: Final = 12 * 3600.0
"""The host's rights expire after an evening, and if the clock jumps by more."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser or program: its own name, its seat and who sat there, since when it is host (or never) and sits there; seconds since 1970."""

    name: str
    seat: int | None = None
    player: str = ""
    host_since: float | None = None
    seat_since: float = 0.0

    @property
    def id(self) -> str:
        """What tells this browser from others, on pages and in the journal: the name itself is the cookie's."""
        return id_of(self.name)

    def is_phone(self, id: object) -> bool:
        """Whether an id is this browser's."""
        return isinstance(id, str) and same(self.id, id)

    def sits(self, players: Sequence[str]) -> int | None:
        """The seat, as long as the player it was chosen for takes part, wherever they sit now."""
        if self.seat is None:
            return None
        mine = [n for n, name in enumerate(players) if _digest(name) == self.player]
        return self.seat if self.seat in mine else next(iter(mine), None)

    def seated(self, seat: int | None, players: Sequence[str], at: float) -> Visitor:
        """The same visitor in another seat, or in none."""
        name = "" if seat is None else _digest(players[seat])
        return replace(self, seat=seat, player=name, seat_since=at)

    def is_host(self, now: float) -> bool:
        """Whether the PIN was given within the last evening (seconds since 1970)."""
        return self.host_since is not None and abs(now - self.host_since) <= HOST_TIME


class Cookies:
    """Writes visitors into cookies and reads back only what it wrote.

    Browsers send a cookie to every port of a machine, so its name contains the port:
    two companions on one machine do not overwrite each other's.
    """

    def __init__(
        self, keys: Keys, port: int = 8000, fresh: Callable[[], str] = lambda: secrets.token_hex(16)
    ) -> None:
        self.name = f"murphy-{port}"
        self._key = keys.secret.encode()
        self._fresh = fresh

    def stranger(self) -> Visitor:
        """A new visitor."""
        return Visitor(self._fresh())

    def write(self, visitor: Visitor) -> str:
        """The cookie's value."""
        seat = "" if visitor.seat is None else str(visitor.seat)
        since = "" if visitor.host_since is None else f"{visitor.host_since:.0f}"
        sat = f"{visitor.seat_since:.0f}"
        text = "~".join((visitor.name, seat, visitor.player, since, sat))
        return f"{text}~{self._sign('cookie', text)}"

    def read(self, cookie: str) -> Visitor | None:
        """The visitor in a cookie; None if we did not write it."""
        text, _, signature = cookie.rpartition("~")
        if not same(self._sign("cookie", text), signature):
            return None
        name, seat, player, since, *more = text.split("~")
        return Visitor(
            name,
            int(seat) if seat else None,
            player,
            float(since) if since else None,
            float(more[0]) if more else 0.0,  # older cookies end here
        )

    def token(self, visitor: Visitor) -> str:
        """What a page has to send with every POST, and other sites cannot know."""
        return self._sign("token", visitor.name)

    def accepts(self, visitor: Visitor, token: str) -> bool:
        """Whether a token is this visitor's."""
        return same(self.token(visitor), token)

    def _sign(self, purpose: str, text: str) -> str:
        said = f"{purpose}:{text}".encode("utf-8", "replace")
        return hmac.new(self._key, said, hashlib.sha256).hexdigest()[:40]


def id_of(name: str) -> str:
    """The id of a visitor's name, which does not tell the name."""
    return hashlib.sha256(name.encode()).hexdigest()[:12]


def same(ours: str, theirs: str) -> bool:
    """Whether two texts are equal, found out in the same time whether they nearly are or not at all."""
    return hmac.compare_digest(ours.encode(), theirs.encode("utf-8", "replace"))


def _digest(player: str) -> str:
    told = player.encode("utf-8", "replace")
    return hashlib.sha256(told).hexdigest()[:12]
