"""Stacking: the order of a zone's cards, from where and when their tags were read."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from companion.mat import Point, ZoneKind
from companion.pieces import TAG_MM, Face
from vision.reading import CARD_RIM_MM, in_rows, on_card
from vision.settling.card_track import CardTrack

_MOST: Final = 6
"""So many ninths of a tag are never read under another card."""


def read_over(other: CardTrack, how: CardTrack, since: float, margin: float = CARD_RIM_MM) -> bool:
    """Whether a tag of another card was read after that time where this card lies.

    Nothing is read through a card: the other one lies on it, or it has gone.
    """
    return any(
        tag.last > since and on_card(tag.place, how.centre, how.turn, margin) for tag in other.tags
    )


def read_anew(other: CardTrack, how: CardTrack, margin: float) -> bool:
    """Whether a tag of another card has been read where this card lies since it was seen last, and never beside it."""
    return any(
        tag.since >= how.last
        and tag.before < how.laid
        and on_card(tag.place, how.centre, how.turn, margin)
        for tag in other.tags
    )


def lies_over(other: CardTrack, how: CardTrack) -> bool:
    """Whether another card has come to lie where this one was read last, or this one has gone from over it."""
    return other.on and read_over(other, how, how.last)


def _shows_on(other: CardTrack, how: CardTrack) -> bool:
    """Whether a tag of another card was read since this one came, most of it where this one lies: of a tag under a corner of it less is."""
    read = (tag for tag in other.tags if tag.last > how.laid)
    return any(
        on_card(tag.place, how.centre, how.turn)
        and sum(
            on_card(point, how.centre, how.turn, 0.0) for point in _points(tag.place, other.turn)
        )
        >= _MOST
        for tag in read
    )


def _points(tag: Point, turn: float) -> Iterator[Point]:
    """The middles of the nine parts of a tag."""
    for x, y in product((-TAG_MM / 3, 0.0, TAG_MM / 3), repeat=2):
        at = complex(*tag) + complex(x, y) * cmath.rect(1, math.radians(turn))
        yield at.real, at.imag


def in_order(there: Iterable[CardTrack], kind: ZoneKind) -> tuple[Face, ...]:
    """The visible faces of a zone's cards, in the order of its kind."""
    tracks = {how.face.piece.name: how for how in there}
    return tuple(tracks[name].face for name in _ordered(tracks, kind))


def _ordered(there: Mapping[str, CardTrack], kind: ZoneKind) -> Sequence[str]:
    if kind.is_pile:
        return _top_first(there)
    if kind is ZoneKind.GRID:
        return in_rows({card: how.centre for card, how in there.items()})
    return sorted(there, key=lambda card: there[card].centre)


def _top_first(there: Mapping[str, CardTrack]) -> list[str]:
    """A card of which a tag was read where another one lay lies on that one; else the newest is above."""
    left = sorted(there, key=lambda card: -there[card].laid)
    order: list[str] = []
    while left:
        order.append(next((c for c in left if _is_top(c, left, there)), left[0]))
        left.remove(order[-1])
    return order


def _is_top(card: str, cards: Iterable[str], there: Mapping[str, CardTrack]) -> bool:
    how = there[card]
    # What shows on what is asked at every look: not of a card and itself.
    others = (there[other] for other in cards if other != card)
    return not any(_shows_on(other, how) and not _shows_on(how, other) for other in others)
