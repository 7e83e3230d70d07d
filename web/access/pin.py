"""Checking the host's PIN: after five wrong guesses a phone has to wait; after too many by all, everybody who guessed wrong has to."""

from __future__ import annotations

import hmac
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final, TypeAlias

FREE_TRIES: Final = 5
FIRST_WAIT: Final = 60.0
LONGEST_WAIT: Final = 24 * 3600.0
TRIES_A_MINUTE: Final = 30
"""For all together, of those who have guessed wrong; others are checked all the same."""
MOST_A_MINUTE: Final = 120
"""For all together: at most 7,200 guesses an hour against 10^8 PINs."""
CLIENTS: Final = 1024


@dataclass(frozen=True, slots=True)
class Opened:
    """The PIN is right."""


@dataclass(frozen=True, slots=True)
class WrongPin:
    """The PIN is wrong; ``left`` more tries before a wait."""

    left: int


@dataclass(frozen=True, slots=True)
class Locked:
    """The PIN was not checked: too many were wrong; try again in ``seconds``."""

    seconds: float


Knock: TypeAlias = Opened | WrongPin | Locked


@dataclass(slots=True)
class _Tries:
    wrong: int = 0
    until: float = 0.0


class PinDoor:
    """Lets in whoever knows the PIN; ``clock`` is monotonic seconds. May be called from any thread."""

    def __init__(self, pin: str, clock: Callable[[], float]) -> None:
        self._pin = pin.encode()
        self._clock = clock
        self._lock = Lock()
        self._clients: OrderedDict[str, _Tries] = OrderedDict()
        self._wrong: deque[float] = deque(maxlen=MOST_A_MINUTE)

    def change(self, pin: str) -> None:
        """Change the PIN."""
        with self._lock:
            self._pin = pin.encode()

    def knock(self, client: str, pin: str) -> Knock:
        """Try a PIN for a client (its address)."""
        with self._lock:
            now = self._clock()
            tries = self._tries(client)
            most = TRIES_A_MINUTE if tries.wrong else MOST_A_MINUTE
            wait = max(tries.until, self._all_until(most)) - now
            if wait > 0:
                return Locked(wait)
            if hmac.compare_digest(pin.encode("utf-8", "replace"), self._pin):
                self._clients.pop(client, None)
                return Opened()
            return self._note(tries, now)

    def _tries(self, client: str) -> _Tries:
        tries = self._clients.setdefault(client, _Tries())
        self._clients.move_to_end(client)
        if len(self._clients) > CLIENTS:
            self._clients.popitem(last=False)
        return tries

    def _all_until(self, most: int) -> float:
        return self._wrong[-most] + 60.0 if len(self._wrong) >= most else 0.0

    def _note(self, tries: _Tries, now: float) -> Knock:
        self._wrong.append(now)
        tries.wrong += 1
        if tries.wrong < FREE_TRIES:
            return WrongPin(FREE_TRIES - tries.wrong)
        wait = min(FIRST_WAIT * 2 ** (tries.wrong - FREE_TRIES), LONGEST_WAIT)
        tries.until = now + wait
        return Locked(wait)
