"""Who came late: names on a list for the next game, each with the phone that wrote it."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

from companion import seating
from companion.errors import CompanionError
from companion.visible import likeness
from web.access.kept import KeptValue
from web.access.phones import Phone
from web.refusals import HttpError

FILE: Final = "next-game.json"
MOST: Final = 6
"""How many names the list has at most."""


class NextGame:
    """May be called from any thread. Names outlive the companion; whose phone wrote one does not."""

    def __init__(self, folder: Path | None = None) -> None:
        self._kept = KeptValue(folder, FILE)
        self._lock = Lock()
        self._waiting: dict[str, Phone | None] = dict.fromkeys(_names(self._kept.read()))

    def beside(self, players: Sequence[str]) -> tuple[str, ...]:
        """Who waits, in the order in which they came, but for who plays by now, as whoever took that name since."""
        there = {*map(likeness, players)}
        return tuple(name for name in self._waiting if likeness(name) not in there)

    def put_down(self, name: str, phone: Phone, players: Sequence[str]) -> str:
        """Write a name on the list, beside those who play; a phone's second name replaces its first. Returns it as it stands there.

        Raises InputError for a name that is none or is taken, HttpError 409 for a full list.
        """
        with self._lock:
            waiting = {n: self._waiting[n] for n in self.beside(players)}
            others = {n: p for n, p in waiting.items() if not _same(p, phone)}
            *_, name = seating.seated([*players, *others, name])
            if len(others) >= MOST:
                raise HttpError(409, "web.list-full")
            self._waiting = others | {name: phone}
            self._write()
            return name

    def take_off(self, phone: Phone) -> None:
        """What a phone wrote is no longer on the list."""
        with self._lock:
            self._waiting = {n: p for n, p in self._waiting.items() if not _same(p, phone)}
            self._write()

    def begun(self, players: Sequence[str]) -> None:
        """A game has begun: whoever plays in it is off the list."""
        with self._lock:
            left = {n: self._waiting[n] for n in self.beside(players)}
            if len(left) < len(self._waiting):
                self._waiting = left
                self._write()

    def _write(self) -> None:
        self._kept.write([*self._waiting])


def _same(one: Phone | None, other: Phone) -> bool:
    return one is not None and one.id == other.id


def _names(kept: Any) -> list[str]:
    """Those that a file holds; none if it is damaged."""
    with suppress(CompanionError):
        return seating.seated(kept)[:MOST]
    return []
