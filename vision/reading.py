"""What one look at a picture says: the tags read in it, where their cards lie, and what limited the look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from vision.mat import Pose

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""A symbol's own top-left, top-right, bottom-right, bottom-left, in px; (0, 0) is the centre of the top-left pixel."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One tag read in one frame."""

    payload: str
    """``DG1-R07-2``"""
    corners: Corners
    by: str
    """How it was read: ``zxing``, ``pyzbar``, ``match`` (against the closed set), ``track`` (confirmed at its place)."""
    score: float
    """How sure, 0 to 1; comparable within one ``by`` only."""
    zone: str | None = None
    """The zone of the card's centre; None outside all, or without a mat."""
    centre: Point | None = None
    """The card's centre on the mat, mm; None without a mat."""
    turn: float = 0.0
    """How far the card is turned on the mat, degrees, clockwise as the camera sees it."""

    @property
    def code(self) -> str:
        """The card's code: the payload without game and edition."""
        return self.payload.partition("-")[2]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A symbol that was decoded and is not in the deck, or does not parse: shown as such, never a card."""

    text: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class Limits:
    """What limits reading in this picture, for the doctor and the host's page."""

    px_per_module: float | None = None
    sharpness: float | None = None
    """Width of the picture's blur in modules (standard deviation); smaller is sharper."""
    noise: float | None = None
    """Standard deviation of the luma's noise, grey levels."""
    glare: float = 0.0
    """Share of the mat that is washed out, 0 to 1."""
    mirrored: bool = False
    """Whether the mat's markers are only there in a mirrored picture."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at one picture of ``size`` (width, height) px."""

    size: tuple[int, int]
    pose: Pose | None
    """The mat's pose; None where there is no mat in the picture and none was known."""
    sightings: tuple[Sighting, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    unread: tuple[Point, ...] = ()
    """Centres (mm) of places where a card's outline or half a symbol is seen but no tag can be read."""
    limits: Limits = field(default_factory=Limits)

    @property
    def zones(self) -> Mapping[str, tuple[str, ...]]:
        """Zone -> codes of the cards in it, rows left to right, piles by order of reading; a card with two tags once."""
        found: dict[str, dict[str, Point]] = {}
        for sighting in self.sightings:
            if sighting.zone is not None and sighting.centre is not None:
                found.setdefault(sighting.zone, {}).setdefault(
                    sighting.code, sighting.centre
                )
        return {
            zone: tuple(sorted(cards, key=lambda code: cards[code]))
            for zone, cards in found.items()
        }
