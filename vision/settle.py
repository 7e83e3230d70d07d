"""Settling: readings of frames in, observations of a settled table out (docs/architecture.md, Words)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from companion.table import Glimpse, Observation, Settled, Step, Table, Visit
from vision.frame import Frame
from vision.mat import ZONES
from vision.reading import Point, Reading, Unknown
from vision.settling.canvas import on_mat
from vision.settling.cover import Lookout
from vision.settling.presence import LIES, Presence
from vision.settling.stops import Stop, told
from vision.settling.visits import Visitors, merged

LOOKS: Final = 3
"""A settled zone is the same in at least so many looks..."""
SPAN: Final = 0.3
"""...that span at least so many seconds."""
HURRIED: Final = 2
"""Looks over as long a time that are enough where a hand comes back before there are more."""
HOLD: Final = 0.55
"""Seconds after the hand has left at which a zone is told even while some card in it is not sure yet."""
NOTICED: Final = 3
"""Looks in which an unknown symbol, or a card at two places, is seen before it is told."""
APART_MM: Final = 20.0
"""Nearer than this it is one card, badly measured."""
GLIMPSED: Final = "actions"
"""The zone whose cards are told before it settles: some of them must be followed at once."""
MOST_LOOKS: Final = 60
_EPSILON: Final = 1e-6
_NAMES: Final = tuple(zone.name for zone in ZONES)


@dataclass(slots=True)
class _Zone:
    """One zone's way to being settled."""

    told: tuple[str, ...] = ()
    candidate: tuple[str, ...] = ()
    same_since: float = 0.0
    looks: list[float] = field(default_factory=list)
    """The times of the looks since the zone was last covered."""
    settled: bool = False
    nearly: bool = False
    """Whether it lacks nothing but looks, so that the next hand settles it."""
    covered_at: float | None = None
    """When a hand first covered it since it was told."""


@dataclass(frozen=True, slots=True)
class _Change:
    at: float
    step: Step


class Settler:
    """Turns looks into observations; remembers what was told last."""

    def __init__(self) -> None:
        self._lookout = Lookout()
        self._presence = Presence()
        self._visitors = Visitors()
        self._zones = {name: _Zone() for name in _NAMES}
        self._stops: list[Stop] = []
        self._glimpsed: set[str] = set()
        self._unknown = _Notices()
        self._twice = _Notices()
        self._first = True
        self._last: tuple[Frame, frozenset[str]] | None = None

    def step(self, frame: Frame, reading: Reading) -> tuple[Observation, ...]:
        """What a frame adds to what is known: nothing, glimpses, and a settled table where a zone settled anew."""
        cover = self._lookout.look(frame, reading)
        self._presence.look(frame.at, reading.sightings, cover)
        self._stops += self._visitors.look(frame.at, cover.hands, cover.again)
        if cover.again:
            return ()
        for name, zone in self._zones.items():
            self._follow(frame.at, name, zone, name in cover.zones)
        self._last = frame, cover.zones
        noticed = self._notice(reading, cover.zones)
        return (*self._glimpses(frame), *self._settled(frame, cover.zones, noticed))

    @property
    def covered(self) -> frozenset[str]:
        """The zones that are under a hand, or in motion, at the last look."""
        return self._last[1] if self._last is not None else frozenset()

    def finish(self) -> tuple[Observation, ...]:
        """What the end of the source decides: no look is to come that could show a zone otherwise."""
        if self._last is None or self._first:
            return ()
        frame, covered = self._last
        for name, zone in self._zones.items():
            zone.settled = name not in covered and bool(zone.looks)
        return self._settled(frame, covered, noticed=False)

    def _follow(self, at: float, name: str, zone: _Zone, covered: bool) -> None:
        """Bring one zone up to this look."""
        if covered:
            zone.settled, zone.looks, zone.nearly = zone.nearly, [], False
            zone.covered_at = at if zone.covered_at is None else zone.covered_at
            return
        zone.looks = [*zone.looks[-MOST_LOOKS:], at]
        believed = self._presence.believed(name)
        if believed != zone.candidate:
            zone.same_since = self._since(at, name, zone, believed)
            zone.candidate = believed
        same = [look for look in zone.looks if look >= zone.same_since - _EPSILON]
        lasts = at - (same[0] if same else at) >= SPAN - _EPSILON
        ready = lasts and not self._waits(at, name, zone)
        zone.settled = ready and len(same) >= LOOKS
        zone.nearly = ready and len(same) == HURRIED

    def _since(
        self, at: float, name: str, zone: _Zone, believed: tuple[str, ...]
    ) -> float:
        """Since when the looks agree with what is believed from this look on."""
        lying = self._presence.lying(name)
        times = [lying[card].first for card in believed if card not in zone.candidate]
        for card in set(zone.candidate) - set(believed):
            gone = self._presence.gone(name, card)
            times.append(at if gone is None else gone.since)
        return max(times, default=at)

    def _waits(self, at: float, name: str, zone: _Zone) -> bool:
        """Whether some card of a zone that was covered a moment ago is not sure yet."""
        unsure = any(how.unsure for how in self._presence.lying(name).values())
        return unsure and at - zone.looks[0] < HOLD

    def _glimpses(self, frame: Frame) -> tuple[Glimpse, ...]:
        lying = self._presence.lying(GLIMPSED)
        sure = {
            card
            for card, how in lying.items()
            if how.on and how.last - how.first >= LIES - _EPSILON
        }
        zone = self._zones[GLIMPSED]
        if zone.settled and not zone.candidate:
            # The cards were gathered in: the next game may show any of them again.
            self._glimpsed.clear()
        new = sure - self._glimpsed
        self._glimpsed |= sure
        return tuple(Glimpse(frame.number, frame.at, GLIMPSED, c) for c in sorted(new))

    def _settled(
        self, frame: Frame, covered: frozenset[str], noticed: bool
    ) -> tuple[Settled, ...]:
        settled = {name: zone for name, zone in self._zones.items() if zone.settled}
        changed = {n: z for n, z in settled.items() if z.candidate != z.told}
        visits = self._over(settled, changed, covered)
        if self._first and not self._all_settled(frame.at, covered):
            return ()
        if not (changed or visits or noticed or self._first):
            return ()
        self._first = False
        steps = self._steps(changed)
        table = Table({n: z.told for n, z in self._zones.items() if z.told}, covered)
        unknown, twice = self._unknown.told, self._twice.told
        told = Settled(frame.number, frame.at, table, steps, visits, unknown, twice)
        return (told,)

    def _all_settled(self, at: float, covered: frozenset[str]) -> bool:
        """Whether the first table can be told: whole, but for zones under a hand, unless one of them takes too long."""
        seen = [zone for name, zone in self._zones.items() if name not in covered]
        late = any(zone.settled and at - zone.looks[0] >= HOLD for zone in seen)
        return bool(seen) and (late or all(zone.settled for zone in seen))

    def _over(
        self,
        settled: Mapping[str, _Zone],
        changed: Collection[str],
        covered: frozenset[str],
    ) -> tuple[Visit, ...]:
        """The visits to zones that have settled since; where cards came or went, a hand was there, however short."""
        over, self._stops = told(self._stops, settled, changed, covered)
        visited = {visit.zone for visit in over}
        for name in (name for name in changed if name not in visited):
            since = self._zones[name].covered_at
            over += () if since is None else self._visitors.passing(name, since)
        for zone in settled.values():
            zone.covered_at = None
        return merged(over)

    def _steps(self, changed: Iterable[str]) -> tuple[Step, ...]:
        """What changed in zones that settled anew, in the order in which it happened; they are told from now on."""
        changes = [change for name in changed for change in self._changes(name)]
        for name in changed:
            self._zones[name].told = self._zones[name].candidate
        ordered = sorted(
            changes, key=lambda change: (change.at, change.step.sign == "+")
        )
        return tuple(change.step for change in ordered)

    def _changes(self, name: str) -> Iterable[_Change]:
        zone, lying = self._zones[name], self._presence.lying(name)
        for card in zone.told:
            if card not in zone.candidate:
                gone = self._presence.gone(name, card)
                yield _Change(gone.last if gone else 0.0, Step("-", name, card))
        for card in zone.candidate:
            if card not in zone.told:
                yield _Change(lying[card].first, Step("+", name, card))
                yield from self._left_elsewhere(name, card, lying[card].first)
        for passed in self._presence.passed(name):
            if passed.card not in zone.told:
                yield _Change(passed.first, Step("+", name, passed.card))
                yield _Change(passed.last, Step("-", name, passed.card))

    def _left_elsewhere(self, name: str, card: str, at: float) -> Iterable[_Change]:
        """A card that settled in one zone has left the others, even those still covered."""
        for other, zone in self._zones.items():
            if other != name and card in zone.told and not zone.settled:
                zone.told = tuple(c for c in zone.told if c != card)
                self._presence.drop(other, card)
                yield _Change(at - _EPSILON, Step("-", other, card))

    def _notice(self, reading: Reading, covered: frozenset[str]) -> bool:
        if len(covered) == len(self._zones):
            return False
        texts = {
            unknown.text for unknown in reading.unknown if _on_mat(reading, unknown)
        }
        unknown = self._unknown.look(texts)
        return self._twice.look(_apart(reading)) or unknown


class _Notices:
    """What is worth a notice once it has been seen in several looks, until it is not seen any more."""

    def __init__(self) -> None:
        self._looks: dict[str, int] = {}
        self.told: tuple[str, ...] = ()

    def look(self, seen: Iterable[str]) -> bool:
        """Take note of a look; whether what is told changed."""
        before = self.told
        for text in {*seen, *self._looks}:
            change = 1 if text in seen else -1
            self._looks[text] = min(self._looks.get(text, 0) + change, 2 * NOTICED)
        self._looks = {text: n for text, n in self._looks.items() if n > 0}
        still = {text for text in before if text in self._looks}
        new = {text for text, n in self._looks.items() if n >= NOTICED}
        self.told = tuple(sorted(still | new))
        return self.told != before


def _apart(reading: Reading) -> set[str]:
    """The cards that are read at two places of the mat, not merely two tags of one card twice."""
    places: dict[str, list[Point]] = {code: [] for code in reading.twice}
    for seen in reading.sightings:
        if seen.code in places and seen.centre is not None and on_mat(*seen.centre):
            places[seen.code].append(seen.centre)
    return {
        code
        for code, centres in places.items()
        if any(math.dist(a, b) > APART_MM for a in centres for b in centres)
    }


def _on_mat(reading: Reading, unknown: Unknown) -> bool:
    if reading.pose is None:
        return False
    x, y = reading.pose.to_mm(np.array(unknown.corners)).mean(axis=0)
    return on_mat(x, y)
