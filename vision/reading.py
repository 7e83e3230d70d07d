"""The result of one look at a picture: the pieces read in it, where they lie, and what limited the look."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point, ZoneKind
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, Face, Piece
from vision.pose import MarkerCorners, Pose

Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""A symbol's own top-left, top-right, bottom-right, bottom-left, in px; (0, 0) is the centre of the top-left pixel."""

LOOSE: Final = frozenset({ZoneKind.TRAY, ZoneKind.KEPT, ZoneKind.FIELD})
"""Kinds of zone for dice and pawns: unordered, and two pieces may look alike."""
CARD_RIM_MM: Final = 1.0
"""Anything read this close to a card's edge may lie beside the card."""
SAME_CARD_MM: Final = 8.0
"""How far apart the two tags of one card may place its centre: a curled card, a tilted pose."""


class Hindrance(Enum):
    """Why a die's face cannot be determined."""

    COCKED = "cocked"
    """It leans against something."""
    COVERED = "covered"
    """Something lies on it or reaches over it."""
    UNSURE = "unsure"
    """It lies flat but is not read with certainty: blur, glare, two values alike."""
    ASLANT = "aslant"
    """Nor is this one, in a picture that was taken far from the side."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One tag, die or pawn cap read in one frame."""

    face: Face
    """Which piece, and which of its faces."""
    corners: Corners
    by: str
    """How it was read: ``zxing``, ``pyzbar``, ``match`` (against the closed set), ``track`` (confirmed at its place), or by which detector."""
    score: float
    """Confidence, 0 to 1; comparable only for the same ``by``."""
    zone: str | None = None
    """The zone of the piece's centre; None outside all, or without a mat."""
    centre: Point | None = None
    """The piece's centre on the mat, mm; None without a mat."""
    turn: float = 0.0
    """The piece's rotation on the mat, degrees, clockwise as the camera sees it."""
    tag: Point | None = None
    """The symbol's own centre on the mat, mm; None without a mat or a symbol."""
    hindered: Hindrance | None = None
    """Why a die's face cannot be determined; None if it can."""

    @property
    def payload(self) -> str:
        """``DG1-R07-2``; empty if nothing is written on the piece."""
        return self.face.payload

    @property
    def code(self) -> str:
        """The face's code: a card's payload without game and edition."""
        return self.face.code

    @property
    def piece(self) -> Piece:
        """Which piece it is, whichever face is visible."""
        return self.face.piece

    @property
    def middle(self) -> Point:
        """The middle of its corners, px."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4

    @property
    def lies_in(self) -> str | None:
        """The zone whose piece it is; None outside all zones, and if it only labels the zone."""
        return None if self.zone == self.piece.marks else self.zone


@dataclass(frozen=True, slots=True)
class Unknown:
    """A symbol that was decoded but is not in the deck, or does not parse: shown as such, never a card."""

    text: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """What limits reading in this picture, for the doctor and the host's page."""

    px_per_module: float | None = None
    sharpness: float | None = None
    """Width of the picture's blur in modules (standard deviation); smaller is sharper."""
    noise: float | None = None
    """Standard deviation of the luma's noise, grey levels."""
    glare: float = 0.0
    """The washed-out share of the mat, 0 to 1."""
    mirrored: bool = False
    """Whether the mat's markers are only there in a mirrored picture."""
    more_mats: bool = False
    """Whether another mat of the same game lies in the picture."""
    strain: float | None = None
    """By what share lengths on the mat are taken for others somewhere, because the lens bends otherwise than it is taken to; None if too little shows it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at one picture of ``size`` (width, height) px."""

    size: tuple[int, int]
    pose: Pose | None
    """The mat's pose; None if there is no mat in the picture and none was known."""
    sightings: tuple[Sighting, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    unread: tuple[Point, ...] = ()
    """Centres (mm) of places with a card's outline or half a symbol, but no readable tag."""
    limits: ReadingLimits = field(default_factory=ReadingLimits)
    loose: tuple[Sighting, ...] = ()
    """What detectors found: dice and pawns."""
    markers: MarkerCorners = field(default_factory=dict)
    """The mat's, as they were found when the whole picture was last looked at."""

    @property
    def mat(self) -> Mat | None:
        """Which mat lies there; None if none was found."""
        return self.pose.mat if self.pose else None

    @property
    def payloads(self) -> tuple[str, ...]:
        """Those of all tags that are read."""
        return tuple(seen.payload for seen in self.sightings)

    @property
    def zones(self) -> Mapping[str, tuple[str, ...]]:
        """Zone -> codes of the pieces in it, in the order of the zone's kind; a card with two tags is listed once."""
        found: dict[str, list[Sighting]] = {}
        for sighting in (*self.sightings, *self.loose):
            if sighting.lies_in is not None:
                found.setdefault(sighting.lies_in, []).append(sighting)
        return {zone: self._ordered(zone, seen) for zone, seen in found.items()}

    def _ordered(self, zone: str, seen: Sequence[Sighting]) -> tuple[str, ...]:
        kind = self.mat[zone].kind if self.mat else ZoneKind.ROW
        if kind.is_pile:
            return top_first(seen)
        if kind in LOOSE:
            return tuple(sorted(sighting.code for sighting in seen))
        return row_by_row(seen) if kind is ZoneKind.GRID else left_to_right(seen)

    @property
    def twice(self) -> tuple[str, ...]:
        """Cards seen at two places that cannot be the two tags of one card."""
        seen: dict[str, list[Sighting]] = {}
        for sighting in self.sightings:
            seen.setdefault(sighting.piece.name, []).append(sighting)
        return tuple(name for name, at in sorted(seen.items()) if _apart(at))


def left_to_right(sightings: Iterable[Sighting]) -> tuple[str, ...]:
    """The codes of a row's cards in order, each once."""
    ordered = sorted(sightings, key=lambda seen: seen.centre or seen.corners[0])
    return tuple(dict.fromkeys(seen.code for seen in ordered))


def row_by_row(sightings: Iterable[Sighting]) -> tuple[str, ...]:
    """The codes of a grid's cards, rows from the top, each left to right, each card once."""
    seen = {sighting.code: sighting for sighting in sightings}
    centres = {code: one.centre or one.corners[0] for code, one in seen.items()}
    return in_rows(centres)


def in_rows(centres: Mapping[str, Point]) -> tuple[str, ...]:
    """Rows of pieces, uppermost first, each left to right: a new row begins half a card lower."""
    rows: list[list[str]] = []
    below = -math.inf
    for name in sorted(centres, key=lambda name: centres[name][1]):
        y = centres[name][1]
        if y > below:
            rows.append([])
            below = y + CARD_HEIGHT_MM / 2
        rows[-1].append(name)
    return tuple(name for row in rows for name in sorted(row, key=lambda name: centres[name]))


def top_first(sightings: Iterable[Sighting]) -> tuple[str, ...]:
    """The codes of a pile's cards, top first, each once.

    A tag seen where another card lies is on a card above that one. If that does not
    decide, the card with more visible tags comes first.
    """
    cards: dict[str, list[Sighting]] = {}
    for sighting in sightings:
        cards.setdefault(sighting.code, []).append(sighting)
    under = {code: _under(code, cards) for code in cards}
    return tuple(sorted(cards, key=lambda code: (-under[code], -len(cards[code]), code)))


def _under(code: str, cards: Mapping[str, Sequence[Sighting]]) -> int:
    """How many of the other cards lie under this one."""
    return sum(
        any(_covers(other[0], seen.tag) for seen in cards[code])
        for name, other in cards.items()
        if name != code
    )


def _covers(card: Sighting, point: Point | None) -> bool:
    """Whether a point of the mat (mm) is on a card that was seen."""
    if card.centre is None or point is None:
        return False
    return on_card(point, card.centre, card.turn)


def on_card(point: Point, centre: Point, turn: float, margin: float = CARD_RIM_MM) -> bool:
    """Whether a point of the mat (mm) is on a card with this centre (mm) and turn (degrees), but not within the margin (mm) at its edges."""
    off = complex(*point) - complex(*centre)
    local = off * cmath.rect(1, -math.radians(turn))
    wide, high = CARD_WIDTH_MM / 2 - margin, CARD_HEIGHT_MM / 2 - margin
    return abs(local.real) < wide and abs(local.imag) < high


def corners_of(quad: NDArray[np.floating]) -> Corners:
    """The corners of a symbol, px, shape (4, 2), as a value."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def _apart(seen: Sequence[Sighting]) -> bool:
    """Whether sightings of one code belong to more than one card: centres apart, or more tags than a card has."""
    if len(seen) != 2:
        return len(seen) > 2
    one, other = seen
    if one.centre is None or other.centre is None:
        return False
    stickers = one.centre == one.tag and other.centre == other.tag
    most = CARD_HEIGHT_MM if stickers else SAME_CARD_MM
    return math.dist(one.centre, other.centre) > most
