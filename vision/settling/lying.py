"""A card believed to lie somewhere: the evidence, the place, and what its place says of others."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.mat import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.reading import SAME_CARD_MM, Point, Sighting
from vision.settling.canvas import Mask, filled
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
"""Zone and card."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The evidence (log-odds) for one card in one zone, and where it lies."""

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
    moved: Lying | None = None
    """Where else in the zone it has been seen since: carried, until it is seen to lie there."""

    @property
    def unsure(self) -> bool:
        """Whether the next looks may well change what is believed."""
        return not self.on or self.absent_since is not None

    @property
    def outline(self) -> Mask:
        """What of the canvas the card lies on."""
        return filled([card_corners(self.centre, self.turn)])

    @property
    def windows(self) -> Mask:
        """What of the canvas its tags and their white lie on."""
        return filled(_window(tag, self.turn) for tag in self.tags)

    def near(self, other: Lying) -> bool:
        """Whether two looks see it at one place."""
        return math.dist(self.centre, other.centre) <= AGREE_MM

    def agreed(self, new: Lying, *, free: bool) -> Lying:
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


def seen_lying(at: float, there: list[Sighting], known: Lying | None) -> Lying:
    """A card as one look sees it: of several places, as two stickers give, the one where it was before."""
    places = [(s.centre, s.turn) for s in there if s.centre is not None]
    before = known.centre if known else places[0][0]
    centre, turn = min(places, key=lambda place: math.dist(place[0], before))
    tags = tuple(s.tag for s in there if s.tag is not None)
    return Lying(SEEN, centre, turn, tags, at, at)


def within(point: Point, how: Lying, margin: float = 1.0) -> bool:
    """Whether a point of the mat (mm) lies within a card's outline, and not at its very edge."""
    off = complex(*point) - complex(*how.centre)
    turn = math.radians(how.turn)
    local = off * complex(math.cos(turn), -math.sin(turn))
    wide, high = CARD_WIDTH_MM / 2 - margin, CARD_HEIGHT_MM / 2 - margin
    return abs(local.real) < wide and abs(local.imag) < high


def lies_over(other: Lying, how: Lying) -> bool:
    """Whether another card, seen later, is not below this one: its tag is seen where this one would hide it."""
    seen_later = other.on and other.last > how.last
    return seen_later and any(within(tag, how) for tag in other.tags)


def left_first(there: Mapping[str, Lying]) -> tuple[str, ...]:
    """A row's cards, left to right."""
    return tuple(sorted(there, key=lambda card: there[card].centre))


def top_first(there: Mapping[str, Lying]) -> tuple[str, ...]:
    """A pile's cards: a tag seen where another card lies is on a card above that one; else the newest is above."""
    return tuple(sorted(there, key=lambda card: _depth(card, there)))


def _depth(card: str, there: Mapping[str, Lying]) -> tuple[float, ...]:
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
