"""What is told beside cards in zones: something new that sticks out of a pile, cards lying loose, tags that belong to nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from companion.mat import Mat, Point
from companion.pieces import CARD_HEIGHT_MM, Face
from vision.reading import LOOSE, Reading, Sighting
from vision.settling.background import contrast
from vision.settling.card_track import STILL_MM, CardTrack
from vision.settling.foreground import FINGER_MM
from vision.settling.rectified import SCALE, Mask, Rectified, RectifiedMat, grown
from vision.settling.state import SAME_MM, Occlusion
from vision.settling.surface import in_other_light

# Edges of piles ----------------------------------------------------------------------


_BESIDE_MM: Final = (1.0, 4.0)
"""How far beyond a card's edges: nearer its place is not known so well, farther nothing of a card squarely under it reaches."""
_OTHERWISE: Final = 50
"""Grey levels in any colour by which a place looks otherwise: more than a card's shadow, less than print, mat and card differ by; beyond what edges elsewhere differ by, where the camera shakes and pictures are compressed."""
_EDGE_MM2: Final = 8.0
"""So much that looks otherwise is an edge."""
_SEEN: Final = 0.5
"""The share of the strip that has to be in sight both times."""


class Edges:
    """How piles looked at the clearest look at each since it was last told, the latest of several."""

    def __init__(self, ground: RectifiedMat) -> None:
        self._places = ground.zones
        self._before: dict[str, tuple[Rectified, Mask]] = {}

    def told(self, zone: str) -> None:
        """The pile has changed and is told anew: what it looked like counts no more."""
        self._before.pop(zone, None)

    def keep(self, zone: str, seen: Occlusion) -> None:
        """The pile looks like this, as it has been told."""
        if seen.view is None:
            return
        passing = False if seen.passing is None else seen.passing
        hidden, before = seen.hidden | passing, self._before.get(zone)
        if before is None or self._hides(zone, hidden) <= self._hides(zone, before[1]):
            self._before[zone] = seen.view, hidden

    def _hides(self, zone: str, hidden: Mask) -> int:
        """How much of the pile's place is hidden, px."""
        return int(np.count_nonzero(hidden[self._places[zone]]))

    def stick_out(
        self, zone: str, top: CardTrack, fresh: Iterable[CardTrack], seen: Occlusion
    ) -> bool | None:
        """Whether the pile looks otherwise just beside its new top, but for cards that were read there as they came.

        None where it cannot be told.
        """
        view, before = seen.view, self._before.get(zone)
        if view is None or before is None or before[0].shape != view.shape:
            return None
        shape = seen.hidden.shape
        near, far = (top.outline(shape, mm) for mm in _BESIDE_MM)
        strip = far & ~near
        # A finger too narrow to be told as one may stick out of a hand.
        clear = strip & ~grown(seen.hidden, FINGER_MM) & ~before[1]
        for card in fresh:
            clear &= ~card.outline(shape, STILL_MM)
        if clear.sum() < _SEEN * strip.sum():
            return None
        differs = cv2.absdiff(view, before[0]).reshape(*shape, -1).max(axis=2)
        elsewhere = ~(seen.hidden | before[1] | top.outline(shape, CARD_HEIGHT_MM))
        edges = differs[elsewhere & (contrast(before[0]) > _OTHERWISE)]
        least = _OTHERWISE + (np.quantile(edges, 0.75) if edges.size else 0.0)
        new = clear & (differs > least)
        new[new] = ~in_other_light(view[new], before[0][new])
        return bool(np.count_nonzero(new) >= _EDGE_MM2 * SCALE**2)


# Loose cards -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resting:
    """A die or pawn at its place."""

    face: Face
    centre: Point

    def same(self, other: Resting) -> bool:
        """Whether it lies as the other does."""
        near = math.dist(self.centre, other.centre) <= SAME_MM
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

    def look(self, at: float, sightings: Iterable[Sighting], occlusion: Occlusion) -> None:
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


# Notices -----------------------------------------------------------------------------


NOTICED: Final = 3
"""The number of looks after which something is reported."""
APART_MM: Final = 20.0
"""Two places nearer than this are one card, badly measured."""


class Notices:
    """The current notices: seen in several looks, and still seen."""

    def __init__(self) -> None:
        self._looks: dict[str, int] = {}
        self.told: tuple[str, ...] = ()

    def look(self, seen: Iterable[str]) -> bool:
        """Register a look; returns whether the notices changed."""
        before, now = self.told, set(seen)
        for text in {*now, *self._looks}:
            change = 1 if text in now else -1
            self._looks[text] = min(self._looks.get(text, 0) + change, 2 * NOTICED)
        self._looks = {text: n for text, n in self._looks.items() if n > 0}
        still = {text for text in before if text in self._looks}
        new = {text for text, n in self._looks.items() if n >= NOTICED}
        self.told = tuple(sorted(still | new))
        return self.told != before


def unknown_on_mat(reading: Reading) -> set[str]:
    """The texts of symbols on the mat that are in no deck."""
    pose = reading.pose
    if pose is None:
        return set()
    quads = {unknown.text: np.array(unknown.corners) for unknown in reading.unknown}
    middles = {text: pose.to_mm(quad).mean(axis=0) for text, quad in quads.items()}
    return {text for text, middle in middles.items() if pose.mat.holds(*middle)}


def at_two_places(reading: Reading) -> set[str]:
    """The cards that are read at two places of the mat, not merely two tags of one card twice."""
    places: dict[str, list[Point]] = {name: [] for name in reading.twice}
    for seen in reading.sightings:
        here = places.get(seen.piece.name)
        if here is not None and seen.centre is not None and reading.mat is not None:
            here += [seen.centre] if reading.mat.holds(*seen.centre) else []
    return {
        name
        for name, centres in places.items()
        if any(math.dist(a, b) > APART_MM for a in centres for b in centres)
    }


def other_mat(reading: Reading, mat: Mat) -> set[str]:
    """The game whose mat is seen instead of ``mat``."""
    there = reading.mat
    return set() if there is None or there == mat else {there.name}
