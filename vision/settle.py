"""Settling: readings of frames in, observations of a settled table out (docs/architecture.md, Words)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np

from companion.mat import Mat, ZoneKind
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, Face
from companion.table import Glimpse, Observation, Settled, Step, Table, Visit
from vision.frame import Frame
from vision.reading import Reading
from vision.settling.arms import union
from vision.settling.notices import Edges, Loose, Notices, at_two_places, other_mat, unknown_on_mat
from vision.settling.occlusion import OcclusionTracker
from vision.settling.presence import LIES, Passed, Presence
from vision.settling.rectified import SCALE, Mask, rectified_mat, share_in, share_of
from vision.settling.state import EPSILON, Occlusion
from vision.settling.stops import Stop, finished_visits
from vision.settling.visits import Visitors, merged
from vision.settling.zones import HOLD, HURRIED_SPAN, SPAN, ZoneTracker

_HIDDEN: Final = 0.9
"""The share of a card's tags under something that makes the card unreadable."""
_HIDES_MM2: Final = 2 / 3 * CARD_WIDTH_MM * CARD_HEIGHT_MM
"""The area of a thing, beside the cards that are read, that may hide a card with both its tags."""


@dataclass(frozen=True, slots=True)
class _TimedStep:
    at: float
    step: Step


class Settler:
    """Turns looks at one mat into observations; remembers what was told last."""

    def __init__(self, mat: Mat) -> None:
        self._mat = mat
        self._ground = rectified_mat(mat)
        self._occlusions = OcclusionTracker(mat)
        self._presence = Presence(mat)
        self._loose = Loose(mat)
        self._edges = Edges(self._ground)
        self._visitors = Visitors()
        self._zones = {zone.name: ZoneTracker() for zone in mat.zones}
        self._at_once = [zone.name for zone in mat.zones if zone.at_once]
        self._spread = {z.name for z in mat.zones if z.kind is ZoneKind.SPREAD}
        unread = ZoneKind.BLIND, ZoneKind.FIELD
        self._read = [z.name for z in mat.zones if z.kind not in unread]
        self._piles = [z.name for z in mat.zones if z.kind is ZoneKind.PILE]
        open_cards = ZoneKind.ROW, ZoneKind.PILE
        self._open = frozenset(z.name for z in mat.zones if z.kind in open_cards)
        self._stops: list[Stop] = []
        self._glimpsed: set[str] = set()
        self._unknown, self._twice, self._mats = Notices(), Notices(), Notices()
        self._first = True
        self._last: tuple[Frame, frozenset[str]] | None = None
        self._under: frozenset[str] = frozenset()
        self._clear: dict[str, Occlusion] = {}
        """The last look at each pile at which no hand was there."""

    def step(self, frame: Frame, reading: Reading) -> tuple[Observation, ...]:
        """What a frame adds to what is known: nothing, glimpses, and a settled table where a zone settled anew."""
        self._mats.look(other_mat(reading, self._mat))
        if reading.mat not in (None, self._mat):
            # What lies on another game's mat is in none of this one's zones.
            reading = Reading(reading.size, reading.pose)
        seen = self._occlusions.look(frame, reading)
        self._presence.look(frame.at, reading.sightings, seen)
        self._loose.look(frame.at, reading.loose, seen)
        self._stops += self._visitors.look(frame.at, seen.hands, seen.again)
        if seen.again:
            return ()
        covered = seen.zones - {zone for zone in seen.resting if self._is_open(zone)}
        self._under = covered
        self._clear |= {name: seen for name in self._piles if name not in covered}
        for name, zone in self._zones.items():
            self._follow(frame.at, name, zone, name in covered)
        self._last = frame, seen.zones
        self._follow_blocked(frame.at, seen)
        noticed = self._notice(reading, covered)
        told: tuple[Observation, ...] = self._settled(frame, covered, noticed, self._clear)
        told = (*self._glimpses(frame), *told)
        for name in self._piles:
            zone = self._zones[name]
            if zone.settled and name not in seen.zones and zone.told == zone.candidate:
                self._edges.keep(name, seen)
        return told

    def _is_open(self, name: str) -> bool:
        """Whether a zone can be told though a hand rests there: what is under it is known, and nothing that is new."""
        return self._zones[name].shown and not self._presence.held(name)

    def _follow_blocked(self, at: float, seen: Occlusion) -> None:
        """Note since when something still hides what has to be seen of a zone: a thing, or what may be a hand without an arm."""
        open_ended = (arm for arm in seen.hands if arm.side is None or arm.cut)
        loose = (arm for arm in open_ended if not arm.moves)
        things = self._ground.none() if seen.things is None else seen.things
        still = union(loose, seen.hidden.shape) | things
        for name in self._read:
            if name in self._under - seen.resting:
                # Under a hand that moves it is as it was.
                continue
            zone = self._zones[name]
            thing = self._is_under(name, things) or self._may_hide(name, seen)
            if thing or name in self._under or self._is_under(name, still):
                zone.hide(at, by_thing=thing)
            else:
                zone.free(at)

    def _is_under(self, name: str, under: Mask) -> bool:
        """Whether something hides half of a zone, or a card that lies there."""
        if not under.any():
            return False
        there = self._presence.tracks(name).values()
        windows = (how.windows(under.shape) for how in there if how.on)
        half = share_of(under[self._ground.zones[name]]) > 0.5
        return half or any(share_in(place, under) > _HIDDEN for place in windows)

    def _may_hide(self, name: str, seen: Occlusion) -> bool:
        """Whether something that lies in a row or pile from the beginning is large enough to lie over a card that nobody has seen."""
        if seen.unnamed is None or name not in self._open:
            return False
        lies = np.count_nonzero(seen.unnamed[self._ground.zones[name]])
        return bool(lies > _HIDES_MM2 * SCALE**2)

    @property
    def blocked(self) -> frozenset[str]:
        """The zones that something which rests there has hidden for a while, so that play cannot go on."""
        return frozenset(name for name, zone in self._zones.items() if zone.blocked)

    @property
    def mat(self) -> str:
        """The game whose zones are followed."""
        return self._mat.name

    @property
    def other_mat(self) -> str | None:
        """The game whose mat has lain there for some looks instead of this one's."""
        return next(iter(self._mats.told), None)

    @property
    def covered(self) -> frozenset[str]:
        """The zones that are under a hand, or in motion, at the last look."""
        return self._last[1] if self._last is not None else frozenset()

    @property
    def hidden(self) -> frozenset[str]:
        """The zones whose cards are not known now: under a hand, or changed under one and not settled since."""
        hands = {n: z for n, z in self._zones.items() if z.covered_at is not None}
        waits = (n for n, z in hands.items() if not z.settled)
        return self._under.union(n for n in waits if self._is_changed(n, hands[n]))

    def finish(self) -> tuple[Observation, ...]:
        """What the end of the source decides: no look is to come that could show a zone otherwise."""
        if self._last is None or self._first:
            return ()
        frame, covered = self._last
        for name, zone in self._zones.items():
            zone.settled = name not in covered
        return self._settled(frame, covered, noticed=False, clear={})

    def _follow(self, at: float, name: str, zone: ZoneTracker, covered: bool) -> None:
        """Bring one zone up to this look."""
        if covered:
            zone.cover(at)
            return
        zone.look(at)
        believed = (*self._presence.believed(name), *self._loose.lying(name))
        # Of cards above each other in two rows either may be the left one.
        same = name in self._spread and set(believed) == set(zone.candidate)
        if believed != zone.candidate and not same:
            zone.believe(believed, self._since(at, name, zone, believed))
        unsure = any(how.unsure for how in self._presence.tracks(name).values())
        span = HURRIED_SPAN if name in self._piles else SPAN
        zone.judge(self._loose.since(name), span, unsure=unsure)

    def _since(self, at: float, name: str, zone: ZoneTracker, believed: tuple[Face, ...]) -> float:
        """Since when the looks agree with what is believed from this look on."""
        tracks = self._presence.tracks(name)
        times = [
            tracks[face.code].first if face.code in tracks else at
            for face in believed
            if face not in zone.candidate
        ]
        for face in set(zone.candidate) - set(believed):
            gone = self._presence.gone(name, face.code)
            times.append(at if gone is None else gone.since)
        return max(times, default=at)

    def _glimpses(self, frame: Frame) -> tuple[Glimpse, ...]:
        found = ((name, code) for name in self._at_once for code in self._new(name))
        return tuple(
            Glimpse(frame.number, frame.at, *where, self._bearing(where[0])) for where in found
        )

    def _bearing(self, name: str) -> float | None:
        """From where the hand came that was last in a zone, whether it has gone or not."""
        over = (stop.visit for stop in self._stops if stop.visit.zone == name)
        stays = (*over, *self._visitors.staying(name))
        since = self._zones[name].covered_at
        if not stays and since is not None:
            stays = self._visitors.passing(name, since)
            stays = stays or self._visitors.only(name, since, whole=True)
        return max(stays, key=lambda v: v.ended).bearing if stays else None

    def _new(self, name: str) -> list[str]:
        """The cards that lie in a zone for sure and have not been told at once yet."""
        sure = {
            code
            for code, how in self._presence.tracks(name).items()
            if how.on and how.last - how.first >= LIES - EPSILON
        }
        zone = self._zones[name]
        if zone.settled and not zone.candidate:
            # The cards were gathered in: the next game may show any of them again.
            self._glimpsed.clear()
        new = sure - self._glimpsed
        self._glimpsed |= sure
        return sorted(new)

    def _settled(
        self,
        frame: Frame,
        covered: frozenset[str],
        noticed: bool,
        clear: Mapping[str, Occlusion],
    ) -> tuple[Settled, ...]:
        settled = {name: zone for name, zone in self._zones.items() if zone.settled}
        changed = {n: z for n, z in settled.items() if self._is_changed(n, z)}
        visits = self._over(settled, changed, covered)
        if self._first and not self._all_settled(frame.at, covered):
            return ()
        if not (changed or visits or noticed or self._first):
            return ()
        self._first = False
        edges = dict(self._new_edges(changed, clear))
        lifted = tuple(codes(chain(*map(self._lifted, changed))))
        steps = self._steps(changed)
        zones = {n: codes(z.told) for n, z in self._zones.items() if z.told}
        table = Table(zones, self.hidden)
        notices = self._unknown.told, self._twice.told
        when = frame.number, frame.at
        return (Settled(*when, table, steps, visits, *notices, edges, lifted),)

    def _new_edges(
        self, changed: Iterable[str], clear: Mapping[str, Occlusion]
    ) -> Iterable[tuple[str, bool]]:
        """For the piles that have a new top whether something new sticks out beside it, where that can be told."""
        for name in (name for name in changed if name in clear):
            zone, tracks = self._zones[name], self._presence.tracks(name)
            came = [face for face in zone.candidate if face not in zone.told]
            fresh = [tracks[face.code] for face in came if face.code in tracks]
            if came[:1] == [*zone.candidate[:1]] and len(fresh) == len(came) > 0:
                top, *others = fresh
                # The next hand, which settles a pile, may bring a card already.
                out = self._edges.stick_out(name, top, others, clear[name])
                yield from () if out is None else ((name, out),)

    def _is_changed(self, name: str, zone: ZoneTracker) -> bool:
        """Whether something came, left, came and left, or lies elsewhere in a zone."""
        lies = zone.candidate != zone.told or any(self._loose.changes(name))
        return lies or bool(self._passed(name, zone))

    def _passed(self, name: str, zone: ZoneTracker) -> list[Passed]:
        """What came to a zone and left it since it was told."""
        known = (*zone.told, *zone.candidate)
        return [p for p in self._presence.passed(name) if p.face not in known]

    def _all_settled(self, at: float, covered: frozenset[str]) -> bool:
        """Whether the first table can be told: whole, but for zones under a hand, unless one of them takes too long."""
        seen = [zone for name, zone in self._zones.items() if name not in covered]
        late = any(zone.settled and at - zone.looks[0] >= HOLD for zone in seen)
        return bool(seen) and (late or all(zone.settled for zone in seen))

    def _over(
        self, settled: Mapping[str, ZoneTracker], changed: Collection[str], covered: frozenset[str]
    ) -> tuple[Visit, ...]:
        """The visits to zones that have settled since; where cards came or went, a hand was there, however short."""
        over, self._stops = finished_visits(self._stops, settled, changed, covered)
        visited = {visit.zone for visit in over}
        for name in (name for name in changed if name not in visited):
            since = self._zones[name].covered_at
            if since is not None:
                stays = self._visitors.passing(name, since)
                over += stays or self._visitors.only(name, since, whole=False)
        for zone in settled.values():
            zone.covered_at = None
        return merged(over)

    def _steps(self, changed: Iterable[str]) -> tuple[Step, ...]:
        """What changed in zones that settled anew, in the order in which it happened; they are told from now on."""
        changes = [change for name in changed for change in self._changes(name)]
        for name in changed:
            self._zones[name].told = self._zones[name].candidate
            self._edges.told(name)
            self._loose.tell(name)
            self._presence.tell(name)
        ordered = sorted(changes, key=lambda change: (change.at, change.step.sign == "+"))
        return tuple(change.step for change in ordered)

    def _changes(self, name: str) -> Iterable[_TimedStep]:
        zone, tracks = self._zones[name], self._presence.tracks(name)
        left, came = self._loose.changes(name)
        for face in zone.told:
            if face not in zone.candidate and face not in left:
                gone = self._presence.gone(name, face.code)
                yield _TimedStep(gone.last if gone else 0.0, Step("-", name, face.code))
        for face in zone.candidate:
            if face not in zone.told and face.code in tracks:
                first = tracks[face.code].first
                yield _TimedStep(first, Step("+", name, face.code))
                yield from self._left_elsewhere(name, face, first)
        at = self._loose.since(name)
        yield from (_TimedStep(at, Step("-", name, face.code)) for face in left)
        yield from (_TimedStep(at, Step("+", name, face.code)) for face in came)
        for passed in self._passed(name, zone):
            yield _TimedStep(passed.first, Step("+", name, passed.face.code))
            yield _TimedStep(passed.last, Step("-", name, passed.face.code))

    def _lifted(self, name: str) -> Iterator[Face]:
        """The cards from a pile's top down that it was seen without for a while before the first of those came that it shows now or that passed."""
        zone, tracks = self._zones[name], self._presence.tracks(name)
        fresh = (f for f in zone.candidate if f not in zone.told and f.code in tracks)
        new = (tracks[face.code] for face in fresh)
        came = [how.first for how in new if how.laid >= how.first]
        came += [passed.first for passed in self._passed(name, zone)]
        for face in zone.told if name in self._piles and came else ():
            gone = self._presence.gone(name, face.code)
            if gone is None or face in zone.candidate:
                return
            if gone.since + HURRIED_SPAN > min(came):
                return
            yield face

    def _left_elsewhere(self, name: str, face: Face, at: float) -> Iterable[_TimedStep]:
        """A card that settled in one zone has left the others, even those still covered."""
        for other, zone in self._zones.items():
            before = [old for old in zone.told if old.piece == face.piece]
            if other != name and before and not zone.settled:
                zone.told = tuple(old for old in zone.told if old not in before)
                self._presence.drop(other, face.piece.name)
                yield _TimedStep(at - EPSILON, Step("-", other, before[0].code))

    def _notice(self, reading: Reading, covered: frozenset[str]) -> bool:
        if len(covered) == len(self._zones):
            return False
        unknown = self._unknown.look(unknown_on_mat(reading))
        return self._twice.look(at_two_places(reading)) or unknown


def codes(faces: Iterable[Face]) -> tuple[str, ...]:
    """What shows of some pieces, as their codes."""
    return tuple(face.code for face in faces)
