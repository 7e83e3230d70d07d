"""Checking the host's PIN: whoever guesses has to wait, longer each time, and keeps nobody else out."""

import hmac
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias

from companion.rules import Json
from web.access.kept import KeptLines
from web.access.pacing import REMEMBERED, Bucket
from web.limits import Rate

FILE: Final = "guesses.jsonl"
LINES: Final = 4 * REMEMBERED
"""How many lines the file may grow by before it is written anew."""
FREE_TRIES: Final = 5
FIRST_WAIT: Final = 60.0
DOUBLINGS: Final = 11
DAY: Final = 24 * 3600.0
"""The longest wait; whoever has not guessed for as long begins anew."""
STRANGERS: Final = Rate(10_400, 1000 / 3600)
"""Wrong PINs of all strangers together, against 10^8 PINs: more than 1,022 addresses (a /22 network) can try, each of which may try ten times in an hour."""


@dataclass(frozen=True, slots=True)
class Lane:
    """As whom somebody tries: wrong PINs are counted for this ``name``, and together with those of its ``crowd`` (empty: with nobody's)."""

    name: str
    crowd: str = ""


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


@dataclass(frozen=True, slots=True)
class Guesses:
    """How many were wrong, and when the last of them was (monotonic seconds)."""

    wrong: int
    at: float

    @property
    def until(self) -> float:
        """When the next one is checked."""
        return self.at + self.wait

    @property
    def wait(self) -> float:
        """Seconds that the last one costs."""
        more = min(self.wrong - FREE_TRIES, DOUBLINGS)
        return 0.0 if more < 0 else min(FIRST_WAIT * 2**more, DAY)


class PinDoor:
    """Lets in whoever knows the PIN. May be called from any thread.

    What was wrong is kept in a folder (None: in memory only), so that a restart forgives
    nothing. ``clock`` is monotonic seconds, ``wall`` seconds since 1970.
    """

    def __init__(
        self,
        pin: str,
        clock: Callable[[], float],
        wall: Callable[[], float] = time.time,
        folder: Path | None = None,
    ) -> None:
        self._pin = pin.encode()
        self._clock, self._wall = clock, wall
        self._lock = Lock()
        self._kept = KeptLines(folder, FILE)
        self._lanes: OrderedDict[str, Guesses] = OrderedDict()
        self._crowds: dict[str, Bucket] = {}
        self._read(self._kept.read())

    def change(self, pin: str) -> None:
        """From now on only this PIN opens; who is signed in already is somebody else's business."""
        with self._lock:
            self._pin = pin.encode()

    def knock(self, lanes: Sequence[Lane], pin: str) -> Knock:
        """Try a PIN in the first lane that need not wait."""
        with self._lock:
            now = self._clock()
            lane = min(lanes, key=lambda lane: self._wait(lane, now))
            if (wait := self._wait(lane, now)) > 0:
                return Locked(wait)
            if not hmac.compare_digest(pin.encode("utf-8", "replace"), self._pin):
                return self._note(lane, now)
            if lane.name in self._lanes:
                self._count(lane.name, Guesses(0, now))
            return Opened()

    def _wait(self, lane: Lane, now: float) -> float:
        own = self._guesses(lane, now).until - now
        return max(own, self._crowd(lane).wait(now) if lane.crowd else 0.0)

    def _guesses(self, lane: Lane, now: float) -> Guesses:
        found = self._lanes.get(lane.name)
        return Guesses(0, now) if found is None or now - found.at >= DAY else found

    def _crowd(self, lane: Lane) -> Bucket:
        return self._crowds.setdefault(lane.crowd, Bucket.full(STRANGERS))

    def _note(self, lane: Lane, now: float) -> Knock:
        told = Guesses(self._guesses(lane, now).wrong + 1, now)
        self._count(lane.name, told)
        if lane.crowd:
            self._crowd(lane).take()
            self._keep(self._of_crowd(lane.crowd))
        left = FREE_TRIES - told.wrong
        return WrongPin(left) if left > 0 else Locked(told.wait)

    def _count(self, lane: str, told: Guesses) -> None:
        self._remember(lane, told)
        self._keep(self._of_lane(lane))

    def _remember(self, lane: str, told: Guesses) -> None:
        self._lanes[lane] = told
        self._lanes.move_to_end(lane)
        if len(self._lanes) > REMEMBERED:
            self._lanes.popitem(last=False)

    # -- over a restart ----------------------------------------------------------

    def _keep(self, line: Json) -> None:
        if self._kept.count < LINES:
            self._kept.add(line)
        else:
            lanes = map(self._of_lane, self._lanes)
            self._kept.write((*lanes, *map(self._of_crowd, self._crowds)))

    def _of_lane(self, name: str) -> Json:
        told = self._lanes[name]
        return {"lane": name, "wrong": told.wrong, "at": told.at + self._since()}

    def _of_crowd(self, name: str) -> Json:
        told = self._crowds[name]
        return {"crowd": name, "left": told.left, "at": told.at + self._since()}

    def _read(self, lines: Iterable[Any]) -> None:
        """Of several lines about one lane, or one crowd, the last one counts."""
        for line in lines:
            match line:
                case {"lane": str(lane), "wrong": int(wrong), "at": float(at)}:
                    self._remember(lane, Guesses(wrong, self._ago(at)))
                case {"crowd": str(crowd), "left": float(left), "at": float(at)}:
                    self._crowds[crowd] = Bucket(STRANGERS, left, self._ago(at))

    def _ago(self, at: float) -> float:
        """A time of day as monotonic seconds; now, if the clock was put back meanwhile."""
        return min(at - self._since(), self._clock())

    def _since(self) -> float:
        """The time of day, seconds since 1970, when the monotonic clock was at 0."""
        return self._wall() - self._clock()
