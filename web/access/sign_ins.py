"""Who is signed in as the host, and since when: kept beside the keys, so that signing out holds after a new start as well."""

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
from web.access.visitors import HOST_TIME

FILE: Final = "hosts.json"
MOST: Final = 64
"""Sign-ins that are kept; the oldest goes for the newest."""
KINDS: Final = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
"""What a browser says of its device, the first that it says."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """A browser (by its cookie's name) that gave the PIN: when (whole seconds since 1970), from where, and on what kind of device."""

    name: str
    since: float
    address: str
    device: str

    @property
    def id(self) -> str:
        """What pages call it by: its name is the cookie's."""
        return hashlib.sha256(self.name.encode()).hexdigest()[:12]


class SignIns:
    """The hosts there are now. May be called from any thread; ``wall`` is seconds since 1970."""

    def __init__(
        self, keys: Keys, folder: Path | None, wall: Callable[[], float]
    ) -> None:
        """Those of a folder, which were let in with the same PIN; None keeps them until the end."""
        self._path = None if folder is None else folder / FILE
        self._keys = keys
        self._wall = wall
        self._lock = Lock()
        self._ended: dict[str, float] = {}
        self._hosts = {one.name: one for one in _read(self._path, _mark(keys))}

    def begin(self, name: str, address: str, device: str) -> float:
        """A browser gave the PIN; since when it is host: no copy of an earlier cookie is."""
        with self._lock:
            since = max(float(int(self._wall())), self._ended.get(name, -1.0) + 1.0)
            self._hosts.pop(name, None)
            self._hosts[name] = SignIn(name, since, address, device)
            while len(self._hosts) > MOST:
                self._drop(next(iter(self._hosts)))
            self._write()
            return since

    def holds(self, name: str, since: float | None) -> bool:
        """Whether a browser that signed in then is signed in still."""
        known = self._hosts.get(name)
        return known is not None and known.since == since

    def end(self, name: str) -> None:
        """Sign a browser out."""
        with self._lock:
            self._drop(name)
            self._write()

    def end_others(self, name: str, pin: str) -> None:
        """Another PIN: everybody is signed out but one."""
        with self._lock:
            for other in [one for one in self._hosts if one != name]:
                self._drop(other)
            self._keys = replace(self._keys, pin=pin)
            self._write()

    def now(self) -> tuple[SignIn, ...]:
        """Those whose evening is not over, the newest last."""
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
        # Where nothing can be written they hold until the companion stops.
        with contextlib.suppress(OSError):
            put(self._path, json.dumps(told))


def device_of(agent: str) -> str:
    """The kind of device that a browser says it runs on; nothing of others."""
    return next((kind for kind in KINDS if kind in agent), "")


def _mark(keys: Keys) -> str:
    """What a file of sign-ins was written with: another PIN or key ends them all."""
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
