"""Whether a card that was there still is: seen to have gone, or only covered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, get_args

import numpy as np

from companion.mat import Mat, ZoneKind
from companion.pieces import Face
from companion.table import Side
from vision.reading import Sighting
from vision.settling.card_track import ON, STILL_MM, TAG_MM, CardTrack, Key, seen_lying
from vision.settling.order import in_order, lies_over, read_anew, read_over
from vision.settling.rectified import SCALE, Mask, RectifiedGrey, Shape, share_in
from vision.settling.state import EPSILON, Occlusion

# Absence -----------------------------------------------------------------------------


BARE: Final = 0.75
"""The share of the place of a card's tags that must show bare mat or other cards for the card to be absent."""
_REST: Final = 0.15
"""The least share of a place that can be judged."""
COVERED: Final = 0.5
"""The share of a card's tags that must lie under other cards for it to be hidden in a pile."""
_SAME_PLACE: Final = 0.7
"""The share of a card's outline that must lie under others for them to have taken its place."""
_WELL_WITHIN_MM: Final = 5.0
"""A tag whose centre lies this far inside another card's edges cannot be read beside it: less than a quarter sticks out."""
_STRIP_MM2: Final = 150.0
"""The area of a finger's breadth of a card."""
_MOSTLY: Final = 0.5
"""The share that is enough where the tags tell as much, or where much of the card would stick out: ..."""
_LARGE: Final = 1 / 3
"""...such a share of it."""
_ALIKE: Final = 0.5
"""A tag that is still there correlates more than this with its earlier picture in any light: its finder patterns alone suffice."""
_HIDDEN: Final = 0.06
"""Where a hand hides more of a card's tags, a look does not show the card's place without it."""
_BRIGHT: Final = 0.6
"""Where glare takes more of a tag, it is not seen whether the tag is there."""


def seen_without(
    how: CardTrack, others: Iterable[CardTrack], seen: Occlusion, kind: ZoneKind
) -> bool:
    """Whether mat or other cards are seen where a card's tags were.

    ``others`` are the other cards of its zone. In a row a card may lie hidden
    under one that was laid over it; in a pile it is then no longer told.
    """
    others = tuple(others)
    through = [other for other in others if _shows_through(other, how)]
    if any(other.laid < how.laid for other in through):
        # What lay there before, and below it, is read again.
        return True
    if kind.is_pile and any(other.laid == how.laid for other in through):
        return True
    below = (other for other in others if other.on and other.laid < how.laid)
    if any(_uncovered(other, how) for other in below) and looks_otherwise(how, seen):
        return True
    over, shape = _over(how, others, seen.hidden.shape), seen.hidden.shape
    tags, outline = how.windows(shape), how.outline(shape)
    if share_in(tags, seen.hidden) > _HIDDEN:
        return False
    covered = share_in(tags, over)
    if kind.is_pile and covered >= COVERED:
        return True
    if (kind.is_pile or through) and _is_bare_beside(how, others, seen):
        return True
    left = outline & ~over & ~seen.hidden
    told = covered >= COVERED and np.count_nonzero(left) >= _REST * np.count_nonzero(outline)
    # Where little is left of the tags, what is left of the card tells more.
    if told and _is_bare(left, outline, seen, BARE):
        return True
    if not _is_bare(tags & ~over, tags, seen, BARE):
        return False
    if kind.is_pile or share_in(outline, over) >= _SAME_PLACE:
        return True
    return bool(left.any()) and _is_bare(left, outline, seen, _MOSTLY)


def looks_otherwise(how: CardTrack, seen: Occlusion) -> bool:
    """Whether the places where a card's tags were last read show something else, and nothing hides them."""
    if how.look is None or seen.grey is None or how.look.shape != seen.grey.shape:
        return False
    if seen.armless:
        return False
    places = how.read_last(seen.hidden.shape)
    if any(place.meets(seen.hidden) for place in places):
        return False
    clear = (place for place in places if place.share(seen.bright) <= _BRIGHT)
    alike = [_alike(place.of(how.look), place.of(seen.grey)) for place in clear]
    return bool(alike) and max(alike) < _ALIKE


def _alike(one: RectifiedGrey, other: RectifiedGrey) -> float:
    """The correlation of two pictures of a place."""
    a, b = (px - px.mean() for px in (one.astype(float), other.astype(float)))
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) or 1.0))


def _shows_through(other: CardTrack, how: CardTrack) -> bool:
    """Whether another card is read well within the place where this one was read before."""
    return other.on and read_over(other, how, how.last, _WELL_WITHIN_MM)


def _uncovered(other: CardTrack, how: CardTrack) -> bool:
    """Whether a tag of another card is read where this one lay, or began to be read at its edge when this one was seen last."""
    return read_over(other, how, how.last) or read_anew(other, how, -TAG_MM / 2)


def _is_bare_beside(how: CardTrack, others: Iterable[CardTrack], seen: Occlusion) -> bool:
    """Whether mat is seen where this card would stick out from among the others."""
    whole = how.outline(seen.hidden.shape, -STILL_MM)
    rest = whole & ~seen.hidden
    for other in others:
        rest &= ~other.outline(seen.hidden.shape, STILL_MM)
    here = np.count_nonzero(rest)
    # Of much of it some may be a card that lay below, and has not been read yet.
    share = _MOSTLY if here >= _LARGE * np.count_nonzero(whole) else BARE
    enough = here >= _STRIP_MM2 * SCALE**2
    return bool(enough) and _is_bare(rest, rest, seen, share)


def is_buried(
    how: CardTrack, others: Iterable[CardTrack], shape: Shape, share: float = BARE
) -> bool:
    """Whether cards that came later lie over all of a card's tags, or such a share; ``shape`` is the rectified mat's."""
    later = (other for other in others if other.laid > how.laid)
    return share_in(how.windows(shape), _over(how, later, shape)) >= share


def _over(how: CardTrack, others: Iterable[CardTrack], shape: Shape) -> Mask:
    """The area of the cards that are not below this one."""
    over = np.zeros(shape, bool)
    for other in others:
        if lies_over(other, how):
            patch = other.patch(shape)
            over[patch.box] |= patch.inside
    return over


def _is_bare(rest: Mask, whole: Mask, seen: Occlusion, share: float) -> bool:
    """Whether what is left of a place is bare mat, or next to nothing."""
    if np.count_nonzero(rest) < _REST * np.count_nonzero(whole):
        return True
    if seen.armless:
        return False
    return share_in(rest, seen.bare) >= share


# Presence ----------------------------------------------------------------------------


NOT_THERE: Final = -2.0
"""Log-odds of a look that shows a card's place without it."""
FORGOTTEN: Final = 0.0
"""The evidence at which a card that lay there is gone."""
FADES: Final = 1.0
"""Seconds after which a card that was seen only once is forgotten."""
LIES: Final = 0.1
"""The least seconds between two agreeing looks for a card to lie there, not to pass."""
LONG: Final = 0.3
"""Seconds between two looks without a card that count as much as several looks in a shorter time."""
_NEAR: Final = 8.0
"""mm: a hand this near to a card is at it."""
_SIDES: Final = frozenset(get_args(Side))


@dataclass(frozen=True, slots=True)
class Passed:
    """A card that lay in a pile or a row for a while, in nobody's hand, and was buried or taken since."""

    zone: str
    face: Face
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Gone:
    """When a card was last seen in a zone, and since when its place was seen without it."""

    last: float
    since: float


class Presence:
    """The belief about which cards lie where; updated with every look."""

    def __init__(self, mat: Mat) -> None:
        self._kinds = {zone.name: zone.kind for zone in mat.zones}
        self._tracks: dict[Key, CardTrack] = {}
        self._held: dict[Key, frozenset[Side]] = {}
        """From which sides arms were at a card at every look since it came: none, and no hand holds it."""
        self._passed: list[Passed] = []
        self._gone: dict[Key, Gone] = {}
        self._buried: dict[Key, CardTrack] = {}

    def look(self, at: float, sightings: Iterable[Sighting], occlusion: Occlusion) -> None:
        """Update with one look; a repeated picture while things move does not count."""
        if occlusion.again:
            return
        sightings = tuple(sightings)
        seen, cards = _by_key(sightings), {s.piece.name for s in sightings}
        for key, there in seen.items():
            known = self._tracks.get(key)
            new = seen_lying(at, there, known, occlusion.grey)
            if known is not None:
                self._tracks[key] = self._seen_again(key, known, new, occlusion)
            elif not (self._lies_elsewhere(key, seen) or self._is_still_buried(key, new)):
                before = self._buried.get(key, new)
                self._tracks[key] = new.after(before)
        for key in [key for key in self._tracks if key not in seen]:
            self._miss(at, key, occlusion, key[1] in cards)
        self._note_hands(seen, occlusion)

    def tracks(self, zone: str) -> Mapping[str, CardTrack]:
        """The cards with any evidence in a zone, by the code of the visible face."""
        return {how.code: how for (z, _), how in self._tracks.items() if z == zone}

    def believed(self, zone: str) -> tuple[Face, ...]:
        """The visible faces of the cards that lie in a zone, in the order of its kind; of a pile only what is visible."""
        there = (how for how in self.tracks(zone).values() if how.on)
        return in_order(there, self._kinds[zone])

    def held(self, zone: str) -> bool:
        """Whether one hand has been at some card of a zone ever since it came."""
        return any(
            how.on and self._held.get(key, _SIDES)
            for key, how in self._tracks.items()
            if key[0] == zone
        )

    def gone(self, zone: str, code: str) -> Gone | None:
        """When a face that is no longer believed in a zone was last seen there, and since when it is not."""
        return self._gone.get((zone, code))

    def drop(self, zone: str, card: str) -> None:
        """Forget a card in a zone, because it settled elsewhere."""
        self._tracks.pop((zone, card), None)
        self._held.pop((zone, card), None)
        self._buried.pop((zone, card), None)

    def passed(self, zone: str) -> tuple[Passed, ...]:
        """The cards that lay in a zone and were buried or taken since it was last told, in order."""
        return tuple(passed for passed in self._passed if passed.zone == zone)

    def tell(self, zone: str) -> None:
        """Mark what passed in a zone as reported."""
        self._passed = [passed for passed in self._passed if passed.zone != zone]

    def _lies_elsewhere(self, key: Key, seen: Mapping[Key, object]) -> bool:
        """Whether the card is seen, in this look, in another zone where it is known to lie: a card is in one place."""
        return any(
            card == key[1] and how.on and (zone, card) in seen
            for (zone, card), how in self._tracks.items()
        )

    def _is_still_buried(self, key: Key, new: CardTrack) -> bool:
        """Whether a card is read where it lay in a pile, beside the cards that have been laid on it since: it is not new."""
        before = self._buried.get(key)
        if before is None or not before.lies_as(new):
            return False
        if not self._kinds[key[0]].is_pile:
            return False
        over = [how for how in self._others(key) if lies_over(how, before)]
        later = [how for how in over if how.laid > before.laid]
        return bool(later) and not any(read_over(new, how, 0.0) for how in later)

    def _miss(self, at: float, key: Key, occlusion: Occlusion, elsewhere: bool) -> None:
        how = self._tracks[key]
        if not how.on:
            if elsewhere or at - how.last > FADES:
                del self._tracks[key]
                self._held.pop(key, None)
        elif self._is_seen_without(key, how, occlusion):
            self._doubt(at, key, how, occlusion)

    def _is_seen_without(self, key: Key, how: CardTrack, occlusion: Occlusion) -> bool:
        kind = self._kinds[key[0]]
        # In a pile another card is what its place looks like next.
        bare = kind is ZoneKind.ROW and key[0] not in occlusion.zones
        if bare and looks_otherwise(how, occlusion):
            return True
        return seen_without(how, self._others(key), occlusion, kind)

    def _others(self, key: Key) -> tuple[CardTrack, ...]:
        """The other cards of a card's zone."""
        tracks = self._tracks.items()
        return tuple(other for k, other in tracks if k[0] == key[0] and k != key)

    def _doubt(self, at: float, key: Key, how: CardTrack, occlusion: Occlusion) -> None:
        evidence = how.evidence + NOT_THERE
        since = at if how.absent_since is None else how.absent_since
        if evidence > FORGOTTEN and at - since < LONG - EPSILON:
            self._tracks[key] = replace(how, evidence=evidence, absent_since=since)
            return
        del self._tracks[key]
        self._gone[key[0], how.code] = Gone(how.last, since)
        self._bury(key, how, occlusion.hidden.shape)
        self._held.pop(key, None)

    def _bury(self, key: Key, how: CardTrack, shape: Shape) -> None:
        """Remember a card that others may lie on."""
        others = self._others(key)
        self._buried.pop(key, None)
        later = [other for other in others if other.on and other.laid > how.laid]
        if any(lies_over(o, how) or o.reaches_over(how, shape) for o in later):
            self._buried[key] = how
        # A card that lay in a pile before, and shows through for a moment, did not come.
        came = self._kinds[key[0]] is ZoneKind.ROW or (
            self._kinds[key[0]] is ZoneKind.PILE and how.laid >= how.first
        )
        # Nor did one that shows beside what has lain on it all along.
        under = any(o.laid <= how.first and o.reaches_over(how, shape) for o in later)
        uncovered = not under and is_buried(how, others, shape)
        if not self._held.get(key, _SIDES) and (came or uncovered):
            self._passed.append(Passed(key[0], how.face, how.first, how.last))

    def _note_hands(self, seen: Iterable[Key], occlusion: Occlusion) -> None:
        for key in seen:
            how = self._tracks.get(key)
            if how is not None:
                here = _hands_at(how, occlusion)
                held = self._held.get(key, _SIDES)
                self._held[key] = held if here is None else held & here

    def _seen_again(
        self, key: Key, known: CardTrack, new: CardTrack, occlusion: Occlusion
    ) -> CardTrack:
        """A card seen in a zone where there was evidence for it: as it lay, being moved or turned over, or anew."""
        if known.lies_as(new):
            return known.agreed(new, free=_is_free(new, occlusion))
        if not known.on:
            return new
        moved = known.moved
        if moved is None or not moved.lies_as(new):
            return replace(known, moved=new)
        if new.last - moved.first < LIES - EPSILON or not _is_free(new, occlusion):
            return known
        if known.face == new.face:
            return replace(new, evidence=ON, on=True, first=known.first)
        self._gone[key[0], known.code] = Gone(known.last, moved.first)
        return replace(new, evidence=ON, on=True, first=moved.first)


def _by_key(sightings: Iterable[Sighting]) -> dict[Key, list[Sighting]]:
    found: dict[Key, list[Sighting]] = {}
    for sighting in sightings:
        if sighting.lies_in is not None:
            key = sighting.lies_in, sighting.piece.name
            found.setdefault(key, []).append(sighting)
    return found


def _hands_at(how: CardTrack, occlusion: Occlusion) -> frozenset[Side] | None:
    """From which sides hands are at a card, none where it is free; None where that is not seen."""
    shape = occlusion.hidden.shape
    if not occlusion.is_busy(how.patch(shape)):
        return frozenset()
    # Fingers on a card that is read are no part of an arm: whose they are shows near it.
    return occlusion.sides(how.patch(shape, _NEAR))


def _is_free(how: CardTrack, occlusion: Occlusion) -> bool:
    """Whether no hand is at a card, or near it."""
    return not occlusion.is_busy(how.patch(occlusion.hidden.shape, _NEAR))
