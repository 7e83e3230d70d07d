"""Phones that the host sent away from the seats: they look on, until the host lets them back or the evening is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from companion.rules import Json
from web.access.phones import Phone, phone_of
from web.access.visitors import HOST_TIME

MOST: Final = 64
"""The most that are remembered; the one sent away first is forgotten first."""


@dataclass(frozen=True, slots=True)
class SentAway:
    """A phone, since when (seconds since 1970), and whether whatever else comes from its address is meant as well."""

    phone: Phone
    since: float
    whole_address: bool

    def means(self, phone: Phone) -> bool:
        """Whether a phone is the one, or comes from there."""
        there = self.whole_address and phone.address == self.phone.address
        return there or phone.name == self.phone.name

    def kept(self) -> Json:
        """As it is written into a file."""
        more = {"since": self.since, "whole_address": self.whole_address}
        return {**self.phone.kept(), **more}


class Away:
    """Those that were sent away. One thread at a time."""

    def __init__(self, kept: Iterable[Json]) -> None:
        """Those that a file tells. Raises LookupError, TypeError or ValueError."""
        self._all = [
            SentAway(phone_of(told), float(told["since"]), bool(told["whole_address"]))
            for told in kept
        ]

    def now(self, wall: float) -> list[SentAway]:
        """Those that still are, at a time of day."""
        self._all = [one for one in self._all if abs(wall - one.since) <= HOST_TIME]
        return self._all

    def holds(self, phone: Phone, wall: float) -> bool:
        """Whether a phone was sent away."""
        return any(one.means(phone) for one in self.now(wall))

    def add(self, phone: Phone, wall: float, *, whole_address: bool) -> None:
        """Send a phone away."""
        self.lift(phone.id)
        self._all = [*self._all, SentAway(phone, wall, whole_address)][-MOST:]

    def lift(self, id: str) -> None:
        """Let one back."""
        self._all = [one for one in self._all if one.phone.id != id]

    def kept(self) -> list[Any]:
        """As they are written into a file."""
        return [one.kept() for one in self._all]
