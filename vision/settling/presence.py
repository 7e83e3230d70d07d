"""Presence: for every card and zone the evidence that the card lies there, from many looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from vision.reading import PILES, Sighting
from vision.settling.absence import is_buried, seen_without
from vision.settling.canvas import grown
from vision.settling.cover import Cover
from vision.settling.lying import (
    ON,
    Key,
    Lying,
    left_first,
    seen_lying,
    top_first,
)

NOT_THERE: Final = -2.0
"""Log-odds of a look that shows a card's place without it."""
FORGOTTEN: Final = 0.0
"""Evidence at which a card that lay there is gone."""
FADES: Final = 1.0
"""Seconds after which a card that was seen but once is forgotten."""
LIES: Final = 0.1
"""Seconds that two agreeing looks must be apart to show a card lying, not passing."""
LONG: Final = 0.3
"""Seconds between two looks without a card that are as good as more looks in a shorter time."""
_EPSILON: Final = 1e-6


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
        sightings = tuple(sightings)
        seen, codes = _by_key(sightings), {s.code for s in sightings}
        for key, there in seen.items():
            known = self._lying.get(key)
            new = seen_lying(at, there, known)
            if known is not None:
                self._lying[key] = _seen_again(known, new, cover)
            elif not self._lies_elsewhere(key, seen):
                self._lying[key] = new
        for key in [key for key in self._lying if key not in seen]:
            self._miss(at, key, cover, key[1] in codes)
        self._note_free(seen, cover)

    def lying(self, zone: str) -> Mapping[str, Lying]:
        """The cards for which there is any evidence in a zone."""
        return {card: how for (z, card), how in self._lying.items() if z == zone}

    def believed(self, zone: str) -> tuple[str, ...]:
        """The cards that lie in a zone: a row left to right, a pile top first (what of it is visible)."""
        there = {card: how for card, how in self.lying(zone).items() if how.on}
        return top_first(there) if zone in PILES else left_first(there)

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

    def _lies_elsewhere(self, key: Key, seen: Mapping[Key, object]) -> bool:
        """Whether the card is seen, in this look, in another zone where it is known to lie: a card is in one place."""
        return any(
            card == key[1] and zone != key[0] and how.on and (zone, card) in seen
            for (zone, card), how in self._lying.items()
        )

    def _miss(self, at: float, key: Key, cover: Cover, elsewhere: bool) -> None:
        how = self._lying[key]
        if not how.on:
            if elsewhere or at - how.last > FADES:
                del self._lying[key]
        elif seen_without(how, self._others(key), cover, key[0]):
            self._doubt(at, key, how)

    def _others(self, key: Key) -> tuple[Lying, ...]:
        """The other cards of a card's zone."""
        zone = self.lying(key[0])
        return tuple(other for card, other in zone.items() if card != key[1])

    def _doubt(self, at: float, key: Key, how: Lying) -> None:
        evidence = how.evidence + NOT_THERE
        since = at if how.absent_since is None else how.absent_since
        if evidence > FORGOTTEN and at - since < LONG - _EPSILON:
            self._lying[key] = replace(how, evidence=evidence, absent_since=since)
            return
        del self._lying[key]
        self._gone[key] = Gone(how.last, since)
        if key in self._free and is_buried(how, self._others(key)):
            self._passed.append(Passed(*key, how.first, how.last))
        self._free.discard(key)

    def _note_free(self, seen: Iterable[Key], cover: Cover) -> None:
        for key in seen:
            how = self._lying.get(key)
            if how is not None and how.on and key not in self._free:
                self._free |= {key} if _is_free(how, cover) else set()


def _by_key(sightings: Iterable[Sighting]) -> dict[Key, list[Sighting]]:
    found: dict[Key, list[Sighting]] = {}
    for sighting in sightings:
        # The face that marks Mac's row is none of Mac's cards (docs/physical.md, section 3).
        marks_row = sighting.zone == "mac" and sighting.code.startswith("MAC")
        if sighting.zone is not None and not marks_row:
            found.setdefault((sighting.zone, sighting.code), []).append(sighting)
    return found


def _seen_again(known: Lying, new: Lying, cover: Cover) -> Lying:
    """A card seen in a zone where there was evidence for it: at its place, being moved, or at a new one."""
    if known.near(new):
        return known.agreed(new, free=_is_free(new, cover))
    if not known.on:
        return new
    moved = known.moved
    if moved is None or not moved.near(new):
        return replace(known, moved=new)
    if new.last - moved.first >= LIES - _EPSILON and _is_free(new, cover):
        return replace(new, evidence=ON, on=True, first=known.first)
    return known


def _is_free(how: Lying, cover: Cover) -> bool:
    """Whether no hand is at a card."""
    return not cover.hidden[grown(how.outline, 4)].any()
