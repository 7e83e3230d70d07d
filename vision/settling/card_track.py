"""A card believed to lie somewhere: the evidence, the place, and what its place says of others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.mat import Point, ZoneKind
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, Face
from vision.reading import SAME_CARD_MM, Sighting, in_rows
from vision.settling.rectified import Mask, Shape, filled
from vision.sight.places import card_corners

SEEN: Final = 2.0
"""Log-odds that a look adds which reads the card at its place."""
ON: Final = 4.0
"""Evidence from which a card lies there: two looks that agree."""
MOST: Final = 5.0
"""No evidence is stronger, so that three looks at the place without the card undo it."""
AGREE_MM: Final = SAME_CARD_MM + 1
"""Two looks see a card lie at one place when they see it this near."""
_TAG_MM: Final = 22.0
"""A tag with some of the white around it."""

Key: TypeAlias = tuple[str, str]
"""Zone, and the card's name."""


@dataclass(frozen=True, slots=True)
class CardTrack:
    """The evidence (log-odds) for one card in one zone, how it lies there, and where."""

    face: Face
    """Which face of it shows."""
    evidence: float
    centre: Point
    turn: float
    tags: tuple[Point, ...]
    """Centres (mm) of its tags that were read at this place."""
    first: float
    """When it was first seen lying here, seconds."""
    last: float
    """When it was last seen lying here."""
    on: bool = False
    absent_since: float | None = None
    """Since when its place is seen without it."""
    moved: CardTrack | None = None
    """Where else in the zone, or with which other face, it has been seen since: carried, until it is seen to lie so."""

    @property
    def code(self) -> str:
        """The code of the face that shows."""
        return self.face.code

    @property
    def unsure(self) -> bool:
        """Whether the next looks may well change what is believed."""
        return not self.on or self.absent_since is not None

    def outline(self, shape: Shape) -> Mask:
        """What of the rectified mat the card lies on."""
        return filled([card_corners(self.centre, self.turn)], shape)

    def windows(self, shape: Shape) -> Mask:
        """What of the rectified mat its tags and their white lie on."""
        return filled((_window(tag, self.turn) for tag in self.tags), shape)

    def lies_as(self, other: CardTrack) -> bool:
        """Whether two looks see it at one place, with the same face."""
        near = math.dist(self.centre, other.centre) <= AGREE_MM
        return near and self.face == other.face

    def agreed(self, new: CardTrack, *, free: bool) -> CardTrack:
        """With another look that sees it at the same place; with a hand at it, it may just be lifted."""
        evidence = min(self.evidence + SEEN, MOST)
        here, before = (new, self) if free else (self, new)
        others = (
            t for t in before.tags if all(math.dist(t, n) > AGREE_MM for n in here.tags)
        )
        return replace(
            self,
            evidence=evidence,
            centre=here.centre,
            turn=here.turn,
            tags=(*here.tags, *others),
            last=new.last,
            on=self.on or evidence >= ON,
            absent_since=None,
            moved=None,
        )


def seen_lying(at: float, there: list[Sighting], known: CardTrack | None) -> CardTrack:
    """A card as one look sees it: of several places, as two stickers give, the one where it was before."""
    places = [(s.centre, s.turn, s.face) for s in there if s.centre is not None]
    before = known.centre if known else places[0][0]
    centre, turn, face = min(places, key=lambda place: math.dist(place[0], before))
    tags = tuple(s.tag for s in there if s.tag is not None and s.face == face)
    return CardTrack(face, SEEN, centre, turn, tags, at, at)


def within(point: Point, how: CardTrack, margin: float = 1.0) -> bool:
    """Whether a point of the mat (mm) lies within a card's outline, and not at its very edge."""
    off = complex(*point) - complex(*how.centre)
    turn = math.radians(how.turn)
    local = off * complex(math.cos(turn), -math.sin(turn))
    wide, high = CARD_WIDTH_MM / 2 - margin, CARD_HEIGHT_MM / 2 - margin
    return abs(local.real) < wide and abs(local.imag) < high


def lies_over(other: CardTrack, how: CardTrack) -> bool:
    """Whether another card, seen later, is not below this one: its tag is seen where this one would hide it."""
    seen_later = other.on and other.last > how.last
    return seen_later and any(within(tag, how) for tag in other.tags)


def in_order(there: Iterable[CardTrack], kind: ZoneKind) -> tuple[Face, ...]:
    """What shows of a zone's cards, in the order of its kind."""
    tracks = {how.face.piece.name: how for how in there}
    return tuple(tracks[name].face for name in _ordered(tracks, kind))


def _ordered(there: Mapping[str, CardTrack], kind: ZoneKind) -> Sequence[str]:
    if kind.is_pile:
        # A tag seen where another card lies is on a card above that one; else the newest is above.
        return sorted(there, key=lambda card: _depth(card, there))
    if kind is ZoneKind.GRID:
        return in_rows({card: how.centre for card, how in there.items()})
    return sorted(there, key=lambda card: there[card].centre)


def _depth(card: str, there: Mapping[str, CardTrack]) -> tuple[float, ...]:
    tags = there[card].tags
    under = sum(
        any(within(tag, how) for tag in tags)
        for other, how in there.items()
        if other != card
    )
    return -under, -there[card].first


def _window(tag: Point, turn: float) -> NDArray[np.float64]:
    """The corners of the square in which a tag and its white lie, mm, shape (4, 2)."""
    angles = np.radians(turn + np.array([-135.0, -45.0, 45.0, 135.0]))
    round_it = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.asarray(np.array(tag) + _TAG_MM / np.sqrt(2) * round_it)
