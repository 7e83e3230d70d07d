"""Loose pieces: dice and pawns, and the time since which they lie unchanged; two of them may look alike."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.mat import Mat, Point
from companion.pieces import Face
from vision.reading import LOOSE, Sighting
from vision.settling.occlusion import Occlusion

REST_MM: Final = 4.0
"""A piece that stays within this distance has not moved."""


@dataclass(frozen=True, slots=True)
class Resting:
    """A die or pawn at its place."""

    face: Face
    centre: Point

    def same(self, other: Resting) -> bool:
        """Whether it lies as the other does."""
        near = math.dist(self.centre, other.centre) <= REST_MM
        return near and self.face == other.face


@dataclass(frozen=True, slots=True)
class _LooseZone:
    now: tuple[Resting, ...] = ()
    since: float = -math.inf
    told: tuple[Resting, ...] = ()


class Loose:
    """The loose pieces of each zone; updated with every look."""

    def __init__(self, mat: Mat) -> None:
        self._zones = {z.name: _LooseZone() for z in mat.zones if z.kind in LOOSE}

    def look(
        self, at: float, sightings: Iterable[Sighting], occlusion: Occlusion
    ) -> None:
        """Register a look; what lies under a hand stays as it was."""
        there: dict[str, list[Resting]] = {name: [] for name in self._zones}
        for seen in sightings:
            if seen.lies_in in there and seen.centre is not None:
                there[seen.lies_in].append(Resting(seen.face, seen.centre))
        for name, zone in self._zones.items():
            if name not in occlusion.zones and not occlusion.again:
                self._zones[name] = _seen(at, zone, tuple(there[name]))

    def lying(self, zone: str) -> tuple[Face, ...]:
        """The visible sides of the pieces in a zone, by their codes."""
        faces = (resting.face for resting in self._of(zone).now)
        return tuple(sorted(faces, key=lambda face: face.code))

    def since(self, zone: str) -> float:
        """The time since which they lie unchanged; minus infinity for a zone without them."""
        return self._of(zone).since

    def changes(self, zone: str) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
        """The pieces that were told and do not lie there any more, and those that lie there anew, or elsewhere."""
        state = self._of(zone)
        left, came = list(state.told), []
        for resting in state.now:
            before = next((old for old in left if old.same(resting)), None)
            if before is None:
                came.append(resting.face)
            else:
                left.remove(before)
        return tuple(old.face for old in left), tuple(came)

    def tell(self, zone: str) -> None:
        """What lies there is told."""
        if zone in self._zones:
            state = self._zones[zone]
            self._zones[zone] = _LooseZone(state.now, state.since, state.now)

    def _of(self, zone: str) -> _LooseZone:
        return self._zones.get(zone, _NOWHERE)


_NOWHERE: Final = _LooseZone()


def _seen(at: float, zone: _LooseZone, now: tuple[Resting, ...]) -> _LooseZone:
    left = list(zone.now)
    for resting in now:
        before = next((old for old in left if old.same(resting)), None)
        if before is None:
            return _LooseZone(now, at, zone.told)
        left.remove(before)
    # Where a piece was first seen it stays: a slow creep adds up to a change.
    return zone if not left else _LooseZone(now, at, zone.told)
