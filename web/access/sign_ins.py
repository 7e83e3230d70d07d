"""Who is signed in as host, and since when: stored beside the keys, so that signing out survives a restart."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, Final

from companion.whole_file import put
from web.access.keys import Keys
from web.access.visitors import HOST_TIME, id_of

FILE: Final = "hosts.json"
MOST: Final = 64
"""The most sign-ins that are stored; the oldest is dropped first."""
KINDS: Final = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
"""Device names in User-Agent headers; the first one found counts."""


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


class SignIns:
    """The current hosts. May be called from any thread; ``wall`` is seconds since 1970."""

    def __init__(
        self, keys: Keys, folder: Path | None, wall: Callable[[], float]
    ) -> None:
        """The sign-ins in a folder that were made with the same PIN; None keeps them in memory."""
        self._path = None if folder is None else folder / FILE
        self._keys = keys
        self._wall = wall
        self._lock = Lock()
        self._ended: dict[str, float] = {}
        self._hosts = {one.name: one for one in _read(self._path, _mark(keys))}

    def begin(self, name: str, address: str, device: str) -> float:
        """Sign a browser in; returns the time, which makes copies of earlier cookies invalid."""
        with self._lock:
            since = max(float(int(self._wall())), self._ended.get(name, -1.0) + 1.0)
            self._hosts.pop(name, None)
            self._hosts[name] = SignIn(name, since, address, device)
            while len(self._hosts) > MOST:
                self._drop(next(iter(self._hosts)))
            self._write()
            return since

    def holds(self, name: str, since: float | None) -> bool:
        """Whether a browser that signed in at this time still is."""
        known = self._hosts.get(name)
        return known is not None and known.since == since

    def end(self, name: str) -> None:
        """Sign a browser out."""
        with self._lock:
            self._drop(name)
            self._write()

    def end_others(self, name: str, pin: str) -> None:
        """After a change of the PIN: sign everybody out but one."""
        with self._lock:
            for other in [one for one in self._hosts if one != name]:
                self._drop(other)
            self._keys = replace(self._keys, pin=pin)
            self._write()

    def now(self) -> tuple[SignIn, ...]:
        """Those that have not expired, newest last."""
        now = self._wall()
        return tuple(
            one
            for one in list(self._hosts.values())
            if abs(now - one.since) <= HOST_TIME
        )

    def _drop(self, name: str) -> None:
        known = self._hosts.pop(name, None)
        if known is not None:
            self._ended[name] = known.since

    def _write(self) -> None:
        if self._path is None:
            return
        told = {
            "mark": _mark(self._keys),
            "hosts": [asdict(h) for h in self._hosts.values()],
        }
        # If nothing can be written they last until the companion stops.
        with contextlib.suppress(OSError):
            put(self._path, json.dumps(told))


def device_of(agent: str) -> str:
    """The kind of device in a User-Agent header; empty for others."""
    return next((kind for kind in KINDS if kind in agent), "")


def _mark(keys: Keys) -> str:
    """Identifies the PIN and key a file of sign-ins was written with: changing either invalidates it."""
    return hashlib.sha256(f"{keys.secret}{keys.pin}".encode()).hexdigest()


def _read(path: Path | None, mark: str) -> Iterator[SignIn]:
    if path is None:
        return
    try:
        told: Any = json.loads(path.read_text("utf-8"))
        if told["mark"] != mark:
            return
        for one in told["hosts"]:
            texts = (str(one[key]) for key in ("address", "device"))
            yield SignIn(str(one["name"]), float(one["since"]), *texts)
    except (OSError, ValueError, LookupError, TypeError):
        return
