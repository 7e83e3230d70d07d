"""Visits: where a hand stopped, as opposed to where its arm merely crossed."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from companion.mat import Point
from companion.table import Side, Visit
from vision.settling.arms import ENTRY_MM, HAND_MM2, JUMP_MM, POINTING_MM, Arm, stays
from vision.settling.state import EPSILON
from vision.settling.stops import Stop

STAY_MM: Final = 25.0
"""A fingertip that stays within this distance has not moved; a shorter path has no direction."""
STOP: Final = 0.3
"""Seconds that a stay, seen in two looks or more, must last to be a stop, whatever the hand does next."""
TURN: Final = 100.0
"""Degrees: a hand that turns this far has stopped, however short it stayed."""
OUTREACH_MM: Final = 50.0
"""How much farther than before and after a hand must have reached in a single look to have turned there."""
BEND: Final = 50.0
"""Degrees that are enough when it also stood still."""
PAUSE: Final = 0.4
"""Two stops in one zone within this many seconds are one visit: nobody takes a card away and brings another so fast."""
_REMEMBERED: Final = 20
"""How many stays are remembered that may yet turn out to have been stops."""
_REACHES: Final = 200
"""How many looks at arms are remembered: some ten seconds of two."""
GRIP_MM: Final = 100.0
"""The largest apparent jump of a fingertip when a hand grips or releases a card: a card's length and a finger's breadth."""
_BACK_MM: Final = 40.0
"""The largest apparent retreat of a hand when it closes."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A hand's tip at one place, from ``began`` to ``ended``; ``before`` and ``after``: the times of the looks around it."""

    at: Point
    looks: tuple[tuple[float, str | None], ...]
    """At each look how far from where it came in the tip was, mm, and in which zone."""
    before: float
    began: float
    ended: float
    points: bool = False
    """Whether the hand only pointed at that zone when it came."""

    @property
    def zone(self) -> str | None:
        """The zone it was in at most looks, of equals the one farther in; outside all does not count."""
        counts = Counter(zone for _, zone in self.looks if zone is not None)
        reached = {zone: reach for reach, zone in sorted(self.looks, key=itemgetter(0))}
        return max(counts, key=lambda zone: (counts[zone], reached[zone]), default=None)


@dataclass(frozen=True, slots=True)
class HandTrack:
    """One hand since it reached in: the current stay, earlier ones, and those that may have been missed."""

    hand: Arm
    origin: Point
    stay: Stay
    came_from: Point
    visited: bool = False
    """Whether it has stopped in some zone."""
    farthest: Stay | None = None
    """Of the stays in a zone, the one farthest from where the hand came in."""
    entered: Stay | None = None
    """The same of those at which the hand did not only point at the zone."""
    moved: float = 0.0
    """When it moved last, seconds."""
    stopped: Stop | None = None
    """The stop a look before the present stay, if this may be the same one: its visit, and whether the hand drew back."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm that reached over an edge at one look."""

    at: float
    side: Side
    bearing: float | None
    whole: bool
    """Whether its hand was seen, or only a sleeve or a wrist."""


class Visitors:
    """Tracks hands and reports completed visits."""

    def __init__(self) -> None:
        self._tracks: tuple[HandTrack, ...] = ()
        self._passing: deque[Visit] = deque(maxlen=_REMEMBERED)
        self._reaches: deque[Reach] = deque(maxlen=_REACHES)

    def look(self, at: float, hands: Iterable[Arm], again: bool) -> tuple[Stop, ...]:
        """The stops that this look shows to be over; a picture that came ``again`` shows nothing new."""
        if again:
            return ()
        hands = sorted(hands, key=_rank)
        self._reaches.extend(_reaching(at, hands))
        left, tracks, stops = list(self._tracks), [], []
        for hand in hands:
            track = _nearest(hand, left)
            if hand.area < HAND_MM2 or _was_put_down(at, hand, track):
                continue
            if track is None:
                tracks += [_begun(at, hand)] if hand.side is not None and hand.moves else []
                continue
            left.remove(track)
            followed, stop = _followed(at, hand, track)
            tracks.append(followed)
            stops += stop
            if followed.stay.began == at and not stop:
                self._passing.extend(_as_visit(track))
        for track in left:
            ended = _ended(at, track)
            stops += ended
            told = [stop.visit for stop in ended]
            self._passing.extend(visit for visit in _as_visit(track) if visit not in told)
        self._tracks = tuple(tracks)
        return tuple(stops)

    def staying(self, zone: str) -> tuple[Visit, ...]:
        """The stays in a zone that go on."""
        here = (visit for track in self._tracks for visit in _as_visit(track))
        return tuple(visit for visit in here if visit.zone == zone)

    def passing(self, zone: str, since: float) -> tuple[Visit, ...]:
        """The longest stay in a zone that was no stop by itself: what changed there shows that it was one."""
        stays = [v for v in self._passing if v.zone == zone and v.began >= since]
        longest = max(stays, key=lambda v: (v.ended - v.began, v.began), default=None)
        return () if longest is None else (longest,)

    def only(self, zone: str, since: float, *, whole: bool) -> tuple[Visit, ...]:
        """The visit to a zone by the one person who reached over an edge since; unless ``whole`` arms may be told, only if no more than a sleeve was seen: his hand looks like the mat."""
        seen = [reach for reach in self._reaches if reach.at >= since]
        hands = any(reach.whole for reach in seen) and not whole
        # Of more than is remembered nobody knows whether another was there before.
        if hands or len(seen) == _REACHES or len({reach.side for reach in seen}) != 1:
            return ()
        first, last = seen[0], seen[-1]
        return (Visit(zone, first.at, last.at, last.side, last.bearing),)


def _reaching(at: float, hands: Iterable[Arm]) -> Iterator[Reach]:
    for hand in hands:
        if hand.side is not None and hand.moves:
            yield Reach(at, hand.side, hand.bearing(hand.tip), hand.area >= HAND_MM2)


def _rank(arm: Arm) -> tuple[bool, float]:
    """The order in which objects are matched to known hands: complete arms first, large before small."""
    return arm.side is None, -arm.area


def _nearest(hand: Arm, tracks: list[HandTrack]) -> HandTrack | None:
    near = [
        track
        for track in tracks
        if hand.side in (None, track.hand.side)
        and (
            math.dist(hand.tip, track.hand.tip) < JUMP_MM
            or math.dist(hand.entry, track.hand.entry) < ENTRY_MM
        )
    ]
    return min(near, key=lambda track: _moved(hand, track), default=None)


def _was_put_down(at: float, hand: Arm, track: HandTrack | None) -> bool:
    """Whether what reaches over no edge, and does not move, is no hand whose arm is lost: it has been there for too long."""
    if hand.side is not None or hand.moves:
        return False
    return track is None or at - track.moved > STOP + EPSILON


def _moved(hand: Arm, track: HandTrack) -> float:
    """How far a hand has moved if it is this one, mm: its tip and, if it reaches in, where it does."""
    tip = math.dist(hand.tip, track.hand.tip)
    return tip if hand.side is None else tip + math.dist(hand.entry, track.hand.entry)


def merged(visits: Iterable[Visit]) -> tuple[Visit, ...]:
    """Visits in order; immediately successive ones of one hand to one zone are merged."""
    whole: list[Visit] = []
    for visit in sorted(visits, key=lambda v: v.began):
        last = whole[-1] if whole else None
        alike = last and (last.zone, last.side) == (visit.zone, visit.side)
        if last and alike and visit.began - last.ended <= PAUSE:
            whole[-1] = replace(last, ended=max(last.ended, visit.ended))
        else:
            whole.append(visit)
    return tuple(whole)


def _begun(at: float, hand: Arm) -> HandTrack:
    stay = _stay(at, at, hand, hand.entry)
    return HandTrack(hand, hand.entry, stay, hand.entry, moved=at)


def _stay(before: float, at: float, hand: Arm, origin: Point) -> Stay:
    points = hand.points and not hand.holds
    return Stay(hand.tip, (_looked(hand, origin),), before, at, at, points)


def _looked(hand: Arm, origin: Point) -> tuple[float, str | None]:
    return math.dist(hand.tip, origin), hand.zone


def _followed(at: float, hand: Arm, track: HandTrack) -> tuple[HandTrack, list[Stop]]:
    known = hand if hand.side is not None else replace(hand, side=track.hand.side)
    track = replace(track, moved=at) if hand.moves else track
    stay = track.stay
    if math.dist(hand.tip, stay.at) < STAY_MM:
        looks = (*stay.looks, _looked(hand, track.origin))[-50:]
        longer = replace(stay, looks=looks, ended=at)
        return replace(track, hand=known, stay=longer), []
    stops = _stops(at, track, hand.tip)
    moved = replace(
        track,
        hand=known,
        stay=_stay(stay.ended, at, hand, track.origin),
        came_from=stay.at,
        visited=track.visited or bool(stops),
        farthest=_farthest(track),
        entered=_entered(track),
        stopped=_gripping(track, known, stops),
    )
    return moved, stops


def _gripping(track: HandTrack, now: Arm, stops: list[Stop]) -> Stop | None:
    """The stop that has just ended, if the hand only looks otherwise since: its arm is where it was."""
    before, (stop,) = track.hand, stops or (None,)
    # A single look is no stop by how long it lasted, but by where the hand went.
    if stop is None or track.stay.ended <= track.stay.began or before.side is None:
        return None
    if math.dist(before.tip, now.tip) > GRIP_MM or not stays(before, now, GRIP_MM):
        return None
    reaches = [math.dist(tip, track.origin) for tip in (before.tip, now.tip)]
    first = stop.visit if stop.gripped is None else stop.gripped
    return Stop(first, drew_back=reaches[1] < reaches[0] - _BACK_MM)


def _ended(at: float, track: HandTrack) -> list[Stop]:
    """The last stop of a hand that has left: every reach has at least one, however few looks saw it."""
    stops = _stops(at, track, track.origin)
    stay = _farthest(track)
    if stops or track.visited or stay is None:
        return stops
    entered = _entered(track) if stay.points else None
    first = [] if entered is None else _as_visit(replace(track, stay=entered))
    pointed = _as_visit(replace(track, stay=stay))
    if not first or first[0].zone == pointed[0].zone:
        return [Stop(visit) for visit in pointed]
    # A card just taken may point beyond the zone it was taken from.
    return [Stop(first[0]), Stop(pointed[0], gripped=first[0])]


def _farthest(track: HandTrack) -> Stay | None:
    """Of the stays in a zone so far, the present one included, the one farthest from where the hand came in."""
    return _deepest((track.farthest, track.stay), track)


def _entered(track: HandTrack) -> Stay | None:
    """The same of the stays at which the hand did not only point at a zone."""
    stays = (track.entered, track.stay)
    return _deepest((stay for stay in stays if stay and not stay.points), track)


def _deepest(stays: Iterable[Stay | None], track: HandTrack) -> Stay | None:
    zoned = [stay for stay in stays if stay is not None and stay.zone is not None]
    return max(zoned, key=lambda stay: _depth(stay, track.origin), default=None)


def _depth(stay: Stay, origin: Point) -> float:
    """How far in a stay was, mm; what is only pointed at is farther than the fingers came."""
    return math.dist(stay.at, origin) - (POINTING_MM if stay.points else 0.0)


def _stops(at: float, track: HandTrack, to: Point) -> list[Stop]:
    """The stay, if it was a stop, now that the hand goes on to a point."""
    if not _stopped(at, track, to):
        return []
    before = track.stopped
    visits = _as_visit(track)
    if before is None or any(before.visit.zone == visit.zone for visit in visits):
        return [Stop(visit) for visit in visits]
    return [Stop(visit, before.visit, before.drew_back) for visit in visits]


def _as_visit(track: HandTrack) -> list[Visit]:
    """The present stay as a visit, if it is in a zone."""
    stay = track.stay
    if stay.zone is None:
        return []
    hand = track.hand
    # Of a hand whose arm is not seen any more it is known where that came in.
    arm = replace(hand, entry=track.origin) if hand.entry == hand.tip else hand
    bearing = arm.bearing(stay.at)
    return [Visit(stay.zone, stay.began, stay.ended, hand.side, bearing)]


def _stopped(at: float, track: HandTrack, to: Point) -> bool:
    stay = track.stay
    # Seen at two looks it lasted, most likely, half a look longer at both ends.
    lasted = (stay.ended + at - stay.before - stay.began) / 2
    turned = _angle(track.came_from, stay.at, to)
    if stay.ended > stay.began:
        return lasted >= STOP - EPSILON or turned >= BEND
    # What is carried may point beyond the zone it was taken from.
    sure = track.hand.holds or not track.hand.points
    return sure and turned >= TURN and _stands_out(track, to)


def _stands_out(track: HandTrack, to: Point) -> bool:
    """Whether the stay is farther from where the hand came in than its way there and away: no mere wavering of a tip."""
    near = max(math.dist(point, track.origin) for point in (track.came_from, to))
    return math.dist(track.stay.at, track.origin) - near >= OUTREACH_MM


def _angle(before: Point, here: Point, after: Point) -> float:
    """Degrees between the way in and the way out: 0 straight on, 180 back; 0 where either is too short to tell."""
    way_in = complex(*here) - complex(*before)
    way_out = complex(*after) - complex(*here)
    if abs(way_in) < STAY_MM or abs(way_out) < STAY_MM:
        return 0.0
    turn = way_out / way_in
    return abs(math.degrees(math.atan2(turn.imag, turn.real)))
