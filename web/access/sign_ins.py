"""Who is signed in as host, and since when: stored beside the keys, so that signing out survives a restart."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, Final

from companion.codec import reader, writer
from web.access.kept import KeptValue
from web.access.keys import Keys
from web.access.visitors import HOST_TIME, id_of, same

FILE: Final = "hosts.json"
MOST: Final = 64
"""The most sign-ins that are stored; the oldest is dropped first."""
KNOWN_TIME: Final = 30 * 24 * 3600.0
"""How long a cookie lasts, and so a phone that was host counts as one that was."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """A browser (by its cookie's name) that gave the PIN: when (whole seconds since 1970), from where, and on what kind of device."""

    name: str
    since: float
    address: str
    device: str

    @property
    def id(self) -> str:
        """The id used by pages: the name itself is the cookie's."""
        return id_of(self.name)


_as_kept, _sign_in = writer(SignIn), reader(SignIn)


class SignIns:
    """The current hosts, and which phones were host before. May be called from any thread; ``wall`` is seconds since 1970."""

    def __init__(self, keys: Keys, folder: Path | None, wall: Callable[[], float]) -> None:
        """The sign-ins in a folder that were made with the same PIN; None keeps them in memory."""
        self._kept = KeptValue(folder, FILE)
        self._keys = keys
        self._wall = wall
        self._lock = Lock()
        self._ended: dict[str, float] = {}
        self._hosts, self._before = _read(self._kept.read(), _mark(keys))

    def begin(self, name: str, address: str, device: str) -> float:
        """Sign a browser in; returns the time, which makes copies of earlier cookies invalid."""
        with self._lock:
            since = max(float(int(self._wall())), self._ended.get(name, -1.0) + 1.0)
            for kept in (self._hosts, self._before):
                kept.pop(name, None)
            self._hosts[name] = SignIn(name, since, address, device)
            self._before[name] = since
            while len(self._hosts) > MOST:
                self._drop(next(iter(self._hosts)))
            while len(self._before) > MOST:
                del self._before[next(iter(self._before))]
            self._write()
            return since

    def holds(self, name: str, since: float | None) -> bool:
        """Whether a browser that signed in at this time still is."""
        known = self._hosts.get(name)
        return known is not None and known.since == since

    def knows(self, name: str) -> bool:
        """Whether a browser was host within the last month, and nobody else signed it out since."""
        since = self._before.get(name)
        return since is not None and abs(self._wall() - since) <= KNOWN_TIME

    def leave(self, name: str) -> None:
        """A browser signs out."""
        with self._lock:
            self._drop(name)
            self._write()

    def end(self, name: str) -> None:
        """Another host signs a browser out."""
        with self._lock:
            self._drop(name)
            self._before.pop(name, None)
            self._write()

    def end_others(self, name: str, pin: str) -> None:
        """After a change of the PIN: sign everybody out but one."""
        with self._lock:
            for other in [one for one in self._hosts if one != name]:
                self._drop(other)
            self._before = {n: at for n, at in self._before.items() if n == name}
            self._keys = replace(self._keys, pin=pin)
            self._write()

    def now(self) -> tuple[SignIn, ...]:
        """Those that have not expired, newest last."""
        now = self._wall()
        return tuple(one for one in list(self._hosts.values()) if abs(now - one.since) <= HOST_TIME)

    def _drop(self, name: str) -> None:
        known = self._hosts.pop(name, None)
        if known is not None:
            self._ended[name] = known.since

    def _write(self) -> None:
        hosts = [*map(_as_kept, self._hosts.values())]
        told = {"mark": _mark(self._keys), "hosts": hosts, "before": self._before}
        self._kept.write(told)


def _mark(keys: Keys) -> str:
    """Identifies the PIN and key a file of sign-ins was written with: changing either invalidates it."""
    return hashlib.sha256(f"{keys.secret}{keys.pin}".encode()).hexdigest()


def _read(told: Any, mark: str) -> tuple[dict[str, SignIn], dict[str, float]]:
    """The hosts, and who was host before, as a file tells them; nobody if it was written with other keys, or is damaged."""
    try:
        if not same(mark, str(told["mark"])):
            return {}, {}
        hosts = {one.name: one for one in map(_sign_in, told["hosts"])}
        # Files written before this was kept name the hosts alone.
        before = told.get("before", {name: one.since for name, one in hosts.items()})
        return hosts, {str(name): float(since) for name, since in before.items()}
    except (ValueError, LookupError, TypeError, AttributeError):
        return {}, {}
