"""Visits: where a hand stopped, told from where its arm merely crossed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.table import Visit
from vision.reading import Point
from vision.settling.arms import HAND_MM2, Arm

STAY_MM: Final = 25.0
"""A tip that keeps within this of where it came to stays there; a way shorter than this has no direction."""
STOP: Final = 0.3
"""Seconds that a stay, seen at two looks or more, must last to be a stop, however the hand goes on."""
TURN: Final = 100.0
"""Degrees: a hand that turns so far has done what it came for, however short it stayed."""
BEND: Final = 50.0
"""Degrees that are enough when it also stood still."""
PAUSE: Final = 1.0
"""Seconds between two stops in one zone that make one visit."""
_JUMP_MM: Final = 250.0
"""Farther than this between two looks it is another hand."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A hand's tip at one place, from ``began`` to ``ended``; ``before`` and ``after``: the times of the looks around it."""

    at: Point
    zones: tuple[str | None, ...]
    before: float
    began: float
    ended: float

    @property
    def zone(self) -> str | None:
        """The zone it was in at most looks; outside all does not count."""
        zones = Counter(zone for zone in self.zones if zone is not None)
        return zones.most_common(1)[0][0] if zones else None


@dataclass(frozen=True, slots=True)
class Track:
    """One hand from when it reached in: the last stay that is over, the present one, and what has been visited."""

    hand: Arm
    origin: Point
    stay: Stay
    came_from: Point


class Visitors:
    """Follows the hands and says when a visit is over."""

    def __init__(self) -> None:
        self._tracks: tuple[Track, ...] = ()

    def look(self, at: float, hands: Iterable[Arm], again: bool) -> tuple[Visit, ...]:
        """The visits that this look shows to be over; a picture that came ``again`` shows nothing new."""
        if again:
            return ()
        left, tracks, visits = list(self._tracks), [], []
        for hand in sorted(hands, key=_rank):
            if hand.area < HAND_MM2 or (hand.side is None and not hand.moves):
                continue
            track = _nearest(hand, left)
            if track is None:
                tracks += [_begun(at, hand)] if hand.side is not None else []
                continue
            left.remove(track)
            followed, visit = _followed(at, hand, track)
            tracks.append(followed)
            visits += visit
        for track in left:
            visits += _ended(at, track)
        self._tracks = tuple(tracks)
        return tuple(visits)


def _rank(arm: Arm) -> tuple[bool, float]:
    """Whole arms before what has none, large before small: the first to be known again."""
    return arm.side is None, -arm.area


def _nearest(hand: Arm, tracks: list[Track]) -> Track | None:
    near = [
        track
        for track in tracks
        if math.dist(hand.tip, track.hand.tip) < _JUMP_MM
        and (hand.side in (None, track.hand.side))
    ]
    return min(near, key=lambda t: math.dist(hand.tip, t.hand.tip), default=None)


def merged(visits: Iterable[Visit]) -> tuple[Visit, ...]:
    """Visits in order, those of one hand to one zone that follow at once as one."""
    whole: list[Visit] = []
    for visit in sorted(visits, key=lambda v: v.began):
        last = whole[-1] if whole else None
        alike = last and (last.zone, last.side) == (visit.zone, visit.side)
        if last and alike and visit.began - last.ended <= PAUSE:
            whole[-1] = replace(last, ended=max(last.ended, visit.ended))
        else:
            whole.append(visit)
    return tuple(whole)


def _begun(at: float, hand: Arm) -> Track:
    return Track(hand, hand.entry, _stay(at, at, hand), hand.entry)


def _stay(before: float, at: float, hand: Arm) -> Stay:
    return Stay(hand.tip, (hand.zone,), before, at, at)


def _followed(at: float, hand: Arm, track: Track) -> tuple[Track, list[Visit]]:
    known = hand if hand.side is not None else replace(hand, side=track.hand.side)
    stay = track.stay
    if math.dist(hand.tip, stay.at) < STAY_MM:
        longer = replace(stay, zones=(*stay.zones, hand.zone)[-50:], ended=at)
        return replace(track, hand=known, stay=longer), []
    visit = _visit(at, track, hand.tip)
    moved = Track(known, track.origin, _stay(stay.ended, at, hand), stay.at)
    return moved, visit


def _ended(at: float, track: Track) -> list[Visit]:
    return _visit(at, track, track.origin)


def _visit(at: float, track: Track, to: Point) -> list[Visit]:
    """The stay as a visit, if it was a stop, now that the hand goes on to a point."""
    stay = track.stay
    if stay.zone is None or not _stopped(at, track, to):
        return []
    return [Visit(stay.zone, stay.began, stay.ended, track.hand.side)]


def _stopped(at: float, track: Track, to: Point) -> bool:
    stay = track.stay
    # Seen at two looks it lasted, most likely, half a look longer at both ends.
    lasted = (stay.ended + at - stay.before - stay.began) / 2
    turned = _angle(track.came_from, stay.at, to)
    still = stay.ended > stay.began
    return turned >= TURN or (still and (lasted >= STOP or turned >= BEND))


def _angle(before: Point, here: Point, after: Point) -> float:
    """Degrees between the way in and the way out: 0 straight on, 180 back; 0 where either is too short to tell."""
    way_in = complex(*here) - complex(*before)
    way_out = complex(*after) - complex(*here)
    if abs(way_in) < STAY_MM or abs(way_out) < STAY_MM:
        return 0.0
    turn = way_out / way_in
    return abs(math.degrees(math.atan2(turn.imag, turn.real)))
