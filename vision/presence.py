"""Presence: for every card and zone the evidence that the card lies there, from many looks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.canvas import filled, grown
from vision.cover import Cover
from vision.mat import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.places import card_corners
from vision.reading import PILES, SAME_CARD_MM, Point, Sighting

SEEN: Final = 2.0
"""Log-odds that a look adds which reads the card at its place."""
NOT_THERE: Final = -2.0
"""Log-odds of a look that shows its place without it."""
ON: Final = 4.0
"""Evidence from which a card lies there: two looks that agree."""
MOST: Final = 5.0
"""No evidence is stronger, so that three looks at the place without the card undo it."""
FORGOTTEN: Final = 0.0
"""Evidence at which a card that lay there is gone."""
AGREE_MM: Final = SAME_CARD_MM + 1
"""Two looks see a card lie at one place when they see it this near."""
FADES: Final = 1.0
"""Seconds after which a card that was seen but once is forgotten."""
GLIMPSE: Final = 0.1
"""Seconds that two agreeing looks must be apart to show a card lying, not passing."""
_TAG_MM: Final = 22.0
"""A tag with some of the white around it."""
_BARE: Final = 0.75
_HIDDEN: Final = 0.06
_BRIGHT: Final = 0.6
_SAME_PLACE: Final = 0.7
"""The share of a card's outline under another card from which it is the same place."""

Key: TypeAlias = tuple[str, str]
"""Zone and card."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The evidence for one card in one zone, and where it lies."""

    evidence: float
    centre: Point
    turn: float
    tags: tuple[Point, ...]
    """Centres (mm) of its tags that were read at this place."""
    first: float
    """When it was first seen lying here, seconds."""
    last: float
    """When it was last seen."""
    on: bool = False
    absent_since: float | None = None
    """Since when its place is seen without it."""

    @property
    def unsure(self) -> bool:
        """Whether the next looks may well change what is believed."""
        return not self.on or self.absent_since is not None


@dataclass(frozen=True, slots=True)
class Passed:
    """A card that lay in a zone for a while, free of any hand, and was buried before the zone settled."""

    zone: str
    card: str
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Gone:
    """When a card was last seen in a zone, and since when its place was seen without it."""

    last: float
    since: float


class Presence:
    """What is believed to lie where; one look at a time."""

    def __init__(self) -> None:
        self._lying: dict[Key, Lying] = {}
        self._free: set[Key] = set()
        self._passed: list[Passed] = []
        self._gone: dict[Key, Gone] = {}

    def look(self, at: float, sightings: Iterable[Sighting], cover: Cover) -> None:
        """Weigh one look. A picture that came again while things move is none."""
        if cover.again:
            return
        seen = _by_key(sightings)
        for key, there in seen.items():
            self._see(at, key, there, seen)
        for key in [key for key in self._lying if key not in seen]:
            self._miss(at, key, cover)
        self._note_free(seen, cover)

    def lying(self, zone: str) -> Mapping[str, Lying]:
        """The cards for which there is any evidence in a zone."""
        return {card: how for (z, card), how in self._lying.items() if z == zone}

    def believed(self, zone: str) -> tuple[str, ...]:
        """The cards that lie in a zone: a row left to right, a pile top first (what of it is visible)."""
        there = {card: how for card, how in self.lying(zone).items() if how.on}
        order = _depth if zone in PILES else _left
        return tuple(sorted(there, key=lambda card: order(card, there)))

    def gone(self, zone: str, card: str) -> Gone | None:
        """When a card that is no longer believed in a zone was last seen there, and since when it is not."""
        return self._gone.get((zone, card))

    def drop(self, zone: str, card: str) -> None:
        """Forget a card in a zone: it settled elsewhere."""
        self._lying.pop((zone, card), None)

    def passed(self, zone: str) -> tuple[Passed, ...]:
        """The cards that came to a zone and were buried since this was last asked, in order."""
        found = tuple(p for p in self._passed if p.zone == zone)
        self._passed = [p for p in self._passed if p.zone != zone]
        return found

    def _see(
        self, at: float, key: Key, there: list[Sighting], seen: Mapping[Key, object]
    ) -> None:
        known = self._lying.get(key)
        if known is None and self._lies_elsewhere(key, seen):
            return
        new = _lying(at, there, known)
        if known is None:
            self._lying[key] = new
        elif math.dist(known.centre, new.centre) <= AGREE_MM:
            self._lying[key] = _agreed(known, new)
        elif known.on:
            kept = replace(new, evidence=ON, on=True, first=known.first)
            self._lying[key] = kept
        else:
            self._lying[key] = new

    def _lies_elsewhere(self, key: Key, seen: Mapping[Key, object]) -> bool:
        """Whether the card is seen, in this look, in another zone where it is known to lie: a card is in one place."""
        return any(
            card == key[1] and zone != key[0] and how.on and (zone, card) in seen
            for (zone, card), how in self._lying.items()
        )

    def _miss(self, at: float, key: Key, cover: Cover) -> None:
        how = self._lying[key]
        if not how.on:
            if at - how.last > FADES:
                del self._lying[key]
        elif buried := self._buried(key, how):
            self._doubt(at, key, how, buried)
        elif _seen_without(how, cover):
            self._doubt(at, key, how, False)

    def _doubt(self, at: float, key: Key, how: Lying, buried: bool) -> None:
        evidence = how.evidence + NOT_THERE
        since = at if how.absent_since is None else how.absent_since
        if evidence > FORGOTTEN:
            self._lying[key] = replace(how, evidence=evidence, absent_since=since)
            return
        del self._lying[key]
        self._gone[key] = Gone(how.last, since)
        if buried and key in self._free:
            self._passed.append(Passed(*key, how.first, how.last))
        self._free.discard(key)

    def _buried(self, key: Key, how: Lying) -> bool:
        """Whether another card is seen to lie on this one, so that nothing of it can be read."""
        return any(
            other.on
            and other.last > how.last
            and any(within(tag, how) for tag in other.tags)
            and all(within(tag, other) for tag in how.tags)
            and (key[0] in PILES or _overlap(how, other) >= _SAME_PLACE)
            for (zone, card), other in self._lying.items()
            if zone == key[0] and card != key[1]
        )

    def _note_free(self, seen: Iterable[Key], cover: Cover) -> None:
        for key in seen:
            how = self._lying.get(key)
            if how is not None and how.on and key not in self._free:
                around = grown(filled([card_corners(how.centre, how.turn)]), 4)
                if not cover.hidden[around].any():
                    self._free.add(key)


def within(point: Point, how: Lying, margin: float = 1.0) -> bool:
    """Whether a point of the mat (mm) lies within a card's outline, and not at its very edge."""
    off = complex(*point) - complex(*how.centre)
    local = off * complex(
        math.cos(math.radians(how.turn)), -math.sin(math.radians(how.turn))
    )
    wide, high = CARD_WIDTH_MM / 2 - margin, CARD_HEIGHT_MM / 2 - margin
    return abs(local.real) < wide and abs(local.imag) < high


def _by_key(sightings: Iterable[Sighting]) -> dict[Key, list[Sighting]]:
    found: dict[Key, list[Sighting]] = {}
    for sighting in sightings:
        # The face that marks Mac's row is none of Mac's cards (PHYSICAL.md, section 3).
        marks_row = sighting.zone == "mac" and sighting.code.startswith("MAC")
        if sighting.zone is not None and not marks_row:
            found.setdefault((sighting.zone, sighting.code), []).append(sighting)
    return found


def _lying(at: float, there: list[Sighting], known: Lying | None) -> Lying:
    """A card as one look sees it: of several places, as two stickers give, the one where it was before."""
    places = [(s.centre, s.turn) for s in there if s.centre is not None]
    if known is None:
        centre, turn = places[0]
    else:
        centre, turn = min(places, key=lambda p: math.dist(p[0], known.centre))
    tags = tuple(s.tag for s in there if s.tag is not None)
    return Lying(SEEN, centre, turn, tags, at, at)


def _agreed(known: Lying, new: Lying) -> Lying:
    evidence = min(known.evidence + SEEN, MOST)
    others = tuple(
        tag for tag in known.tags if all(math.dist(tag, t) > AGREE_MM for t in new.tags)
    )
    return Lying(
        evidence=evidence,
        centre=known.centre,
        turn=known.turn,
        tags=(*new.tags, *others),
        first=known.first,
        last=new.last,
        on=known.on or evidence >= ON,
    )


def _seen_without(how: Lying, cover: Cover) -> bool:
    """Whether a look shows bare mat where a card's tags were."""
    if any(hand.side is None for hand in cover.hands):
        # A sleeve may look like the mat: while a hand has no arm, bare mat proves nothing.
        return False
    windows = filled(_window(tag, how.turn) for tag in how.tags)
    if cover.hidden[windows].mean() > _HIDDEN or cover.bright[windows].mean() > _BRIGHT:
        return False
    return bool(cover.bare[windows].mean() >= _BARE)


def _window(tag: Point, turn: float) -> NDArray[np.float64]:
    """The corners of the square in which a tag and its white lie, mm, shape (4, 2)."""
    angles = np.radians(turn + np.array([-135.0, -45.0, 45.0, 135.0]))
    round_it = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.asarray(np.array(tag) + _TAG_MM / np.sqrt(2) * round_it)


def _overlap(one: Lying, other: Lying) -> float:
    """The share of a card's outline that lies under another's."""
    own = filled([card_corners(one.centre, one.turn)])
    return float(filled([card_corners(other.centre, other.turn)])[own].mean())


def _left(card: str, there: Mapping[str, Lying]) -> tuple[float, ...]:
    return there[card].centre


def _depth(card: str, there: Mapping[str, Lying]) -> tuple[float, ...]:
    """Sorts the top first: a tag seen where another card lies is on a card above that one; else the newest is above."""
    tags = there[card].tags
    under = sum(
        any(within(tag, how) for tag in tags)
        for other, how in there.items()
        if other != card
    )
    return -under, -there[card].first
