"""The host's PIN and the key that signs cookies: created at the first start, stored in the state directory."""

import contextlib
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Final

from companion.whole_file import put

FILE: Final = "keys.json"
DATES: Final = ("%d%m%Y", "%m%d%Y", "%Y%m%d")
YEARS: Final = range(1900, 2100)
"""Of people, and of what they celebrate."""
_PIN = re.compile(r"[0-9]{8}", re.ASCII)
_SECRET = re.compile(r"[0-9a-f]{64}", re.ASCII)
_CHANGING = Lock()


@dataclass(frozen=True, slots=True)
class Keys:
    """``pin``: 8 digits, shown on the Pi's own console and, while ``unused``, on the big screen; ``secret``: 64 hexadecimal digits.

    ``unused``: a card brought the PIN, and nobody has become host by it yet.
    """

    pin: str
    secret: str
    unused: bool = False


class FirstPin:
    """The PIN that a card brought, which the big screen shows until somebody has become host by it, or changed it."""

    def __init__(self, folder: Path, keys: Keys) -> None:
        self._folder = folder
        self.shown = keys.pin if keys.unused else None
        """The PIN; None once it was used, or if no card brought it."""

    def used(self) -> None:
        """Somebody gave it: from now on it is shown nowhere, also after a restart."""
        if self.shown is None:
            return
        self.shown = None
        path = self._folder / FILE
        with contextlib.suppress(OSError), _CHANGING:
            # The PIN may be another one by now.
            if (known := _read(path)) is not None:
                _write(path, known)


def new_keys(below: Callable[[int], int] = secrets.randbelow) -> Keys:
    """New random keys; ``below(n)`` returns an integer from 0 to n - 1."""
    return Keys(f"{below(10**8):08d}", f"{below(1 << 256):064x}")


def keys_in(folder: Path, make: Callable[[], Keys] = new_keys) -> Keys:
    """The keys in a folder; created, readable by the owner only, if there are none or they are damaged.

    If the folder cannot be written they last until the companion stops.
    """
    path = folder / FILE
    known = _read(path)
    if known is not None:
        return known
    keys = make()
    with contextlib.suppress(OSError):
        _write(path, keys)
    return keys


def change_pin(folder: Path, pin: str) -> None:
    """Store another PIN with the same secret. Raises OSError."""
    path = folder / FILE
    with _CHANGING:
        known = _read(path) or new_keys()
        _write(path, replace(known, pin=pin))


def is_pin(text: str) -> bool:
    """Whether it is eight digits."""
    return _PIN.fullmatch(text) is not None


def is_easy(pin: str) -> bool:
    """Whether eight digits are among the first that somebody tries: a row, a repetition, or a date."""
    steps = {(int(after) - int(digit)) % 10 for digit, after in pairwise(pin)}
    repeats = len(set(pin)) < 3 or pin[:4] == pin[4:]
    return repeats or steps in ({1}, {9}) or any(_is_date(pin, way) for way in DATES)


def _is_date(digits: str, way: str) -> bool:
    try:
        year = datetime.strptime(digits, way).year
    except ValueError:
        return False
    return year in YEARS


def _read(path: Path) -> Keys | None:
    try:
        match json.loads(path.read_text("utf-8")):
            case {"pin": str(pin), "secret": str(secret), **rest}:
                whole = _PIN.fullmatch(pin) and _SECRET.fullmatch(secret)
                return Keys(pin, secret, rest.get("unused") is True) if whole else None
    except (OSError, ValueError):
        pass
    return None


def _write(path: Path, keys: Keys) -> None:
    """Raises OSError. That they are ``unused`` only a card says."""
    put(path, json.dumps({"pin": keys.pin, "secret": keys.secret}))
