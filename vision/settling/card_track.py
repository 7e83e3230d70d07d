"""A card believed to lie somewhere: the evidence for it, and its place."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from companion.mat import Point
from companion.pieces import Face
from vision.reading import SAME_CARD_MM, Sighting
from vision.settling.rectified import (
    Mask,
    Patch,
    RectifiedGrey,
    Shape,
    card_patch,
    joined_patches,
    square_patch,
)

SEEN: Final = 2.0
"""Log-odds added by a look that reads the card at its place."""
ON: Final = 4.0
"""The evidence at which a card lies there: two agreeing looks."""
MOST: Final = 5.0
"""The maximum of evidence, so that three looks at the place without the card cancel it."""
AGREE_MM: Final = SAME_CARD_MM + 1
"""Two looks this near to each other see a card at the same place."""
STILL_MM: Final = 3.0
"""The measuring error of a card that nobody moved."""
GAP: Final = 0.5
"""Seconds for which a tag was not read, after which it is read anew."""
TAG_MM: Final = 22.0
"""A tag with some of the white around it."""

Key: TypeAlias = tuple[str, str]
"""Zone, and the card's name."""


@dataclass(frozen=True, slots=True)
class SeenTag:
    """One of a card's tags: where its centre was read (mm), when last, since when without a gap, and until when before that (seconds)."""

    place: Point
    last: float
    since: float
    before: float = -math.inf


@dataclass(frozen=True, slots=True)
class CardTrack:
    """The evidence (log-odds) for one card in one zone, how it lies there, and where."""

    face: Face
    """Which face of it shows."""
    evidence: float
    centre: Point
    turn: float
    tags: tuple[SeenTag, ...]
    """Its tags that were read at this place."""
    first: float
    """When it was first seen lying here, seconds."""
    laid: float
    """When it was laid here: earlier than ``first`` if it was buried in between."""
    last: float
    """When it was last seen lying here."""
    on: bool = False
    absent_since: float | None = None
    """The time since which its place is seen without it."""
    look: RectifiedGrey | None = field(default=None, repr=False, compare=False)
    """The rectified mat at the last reading here without a hand at it."""
    moved: CardTrack | None = None
    """Where else in the zone, or with which other face, it has been seen since: carried, until it is seen to lie so."""

    @property
    def code(self) -> str:
        """The code of the face that shows."""
        return self.face.code

    @property
    def unsure(self) -> bool:
        """Whether the next looks are likely to change the belief."""
        return not self.on or self.absent_since is not None

    def outline(self, shape: Shape, beyond: float = 0.0) -> Mask:
        """The part of the rectified mat that the card covers, and ``beyond`` mm around it."""
        return joined_patches([self.patch(shape, beyond)], shape)

    def patch(self, shape: Shape, beyond: float = 0.0) -> Patch:
        """The same, without the rest of the mat."""
        return card_patch(self.centre, self.turn, shape, beyond)

    def windows(self, shape: Shape) -> Mask:
        """The part of the rectified mat that its tags and their white cover."""
        windows = (self._window(tag.place, shape) for tag in self.tags)
        return joined_patches(windows, shape)

    def _window(self, tag: Point, shape: Shape) -> Patch:
        """The square in which a tag and its white lie."""
        return square_patch(tag, self.turn, shape, TAG_MM)

    def reaches_over(self, other: CardTrack, shape: Shape) -> bool:
        """Whether it lies where a part of another card's tags was read."""
        return self.patch(shape).meets(other.windows(shape))

    def read_last(self, shape: Shape) -> list[Patch]:
        """The places of those of its tags that were read when it was last seen, each with its white."""
        places = (tag.place for tag in self.tags if tag.last == self.last)
        return [self._window(place, shape) for place in places]

    def lies_as(self, other: CardTrack) -> bool:
        """Whether two looks see it at the same place with the same face."""
        near = math.dist(self.centre, other.centre) <= AGREE_MM
        return near and self.face == other.face

    def after(self, before: CardTrack) -> CardTrack:
        """Seen again where it lay before it was buried, if it is: it has lain there since."""
        if math.dist(self.centre, before.centre) > STILL_MM or self.face != before.face:
            return self
        tags = _united(self.tags, before.tags)
        return replace(self, laid=before.laid, tags=tags)

    def agreed(self, new: CardTrack, *, free: bool) -> CardTrack:
        """With another look that sees it at the same place; with a hand at it, it may just be lifted."""
        evidence = min(self.evidence + SEEN, MOST)
        here, before = (new, self) if free else (self, new)
        return replace(
            self,
            evidence=evidence,
            centre=here.centre,
            turn=here.turn,
            tags=_united(here.tags, before.tags),
            look=here.look,
            last=new.last,
            on=self.on or evidence >= ON,
            absent_since=None,
            moved=None,
        )


def _united(here: tuple[SeenTag, ...], others: tuple[SeenTag, ...]) -> tuple[SeenTag, ...]:
    """The tags of two looks at one place: the positions of the first, the latest times."""
    known = {tag.place: tag for tag in here}
    for tag in others:
        near = next((p for p in known if math.dist(p, tag.place) <= AGREE_MM), tag.place)
        now = known.get(near, tag)
        first, later = sorted((tag, now), key=lambda each: each.last)
        anew = later.since - first.last > GAP
        since, before = (later.since, first.last) if anew else (first.since, first.before)
        known[near] = SeenTag(near, later.last, since, max(before, later.before))
    return tuple(known.values())


def seen_lying(
    at: float, there: list[Sighting], known: CardTrack | None, look: RectifiedGrey | None = None
) -> CardTrack:
    """A card as one look sees it; of several places (two stickers) the one where it was before."""
    places = [(s.centre, s.turn, s.face) for s in there if s.centre is not None]
    before = known.centre if known else places[0][0]
    centre, turn, face = min(places, key=lambda place: math.dist(place[0], before))
    own = (s.tag for s in there if s.tag is not None and s.face == face)
    tags = tuple(SeenTag(tag, at, at) for tag in own)
    return CardTrack(face, SEEN, centre, turn, tags, at, at, at, look=look)
