"""Pawns on a painted table: a body seen from the camera's position, and a cap with its marker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from companion.pieces import CAP_MM
from vision.frame import Colour
from vision.painting.layout import PaintedPawn
from vision.painting.sprites import Patch, warped
from vision.painting.things import square_mm
from vision.painting.view import View
from vision.printing.marks import WHITE, Ink, Marker, Polygon, rectangle, shape
from vision.printing.raster import raster

CAP_EDGE_MM: Final = CAP_MM + 4.0
"""A cap with its white."""
SCALE: Final = 8.0
DISC_MM: Final = 16.0
PROFILE: Final = ((0.05, 15.0), (0.2, 14.0), (0.4, 11.0), (0.6, 9.0), (0.8, 11.0), (0.95, 15.0))
"""A pawn as turned on a lathe: height as a share of the whole, and thickness, mm."""


def pawn_patches(pawns: tuple[PaintedPawn, ...], view: View) -> Iterator[Patch]:
    """The pawns as the camera sees them, in order, each from its foot up."""
    for pawn in pawns:
        yield from _patches(pawn, view)


@lru_cache(maxsize=64)
def _patches(pawn: PaintedPawn, view: View) -> tuple[Patch, ...]:
    body = (_disc(pawn, share, thick, view) for share, thick in PROFILE)
    return (*body, _cap(pawn, view))


def _disc(pawn: PaintedPawn, share: float, thick: float, view: View) -> Patch:
    darker = 0.55 + 0.4 * share
    red, green, blue = (round(part * darker) for part in pawn.ink)
    picture, cover = _round((red, green, blue), thick)
    box = square_mm(pawn.at, (DISC_MM, DISC_MM), 0.0)
    shadow = 0.5 if share < 0.1 else 0.0
    return warped(picture, cover, box, share * pawn.height_mm, view, shadow)


@lru_cache(maxsize=64)
def _round(ink: Ink, thick: float) -> tuple[Colour, np.ndarray]:
    disc = (Polygon(shape("R", DISC_MM / 2, DISC_MM / 2, thick), WHITE),)
    cover = raster(disc, (DISC_MM, DISC_MM), SCALE, (0, 0, 0))[..., 0]
    return _plain(ink), np.ascontiguousarray(cover)


def _plain(ink: Ink) -> Colour:
    return raster((), (DISC_MM, DISC_MM), SCALE, ink)


def _cap(pawn: PaintedPawn, view: View) -> Patch:
    picture, cover = _marked(pawn.marker)
    box = square_mm(pawn.at, (CAP_EDGE_MM, CAP_EDGE_MM), pawn.turn)
    return warped(picture, cover, box, pawn.height_mm, view, 0.2)


@lru_cache(maxsize=32)
def _marked(marker: int) -> tuple[Colour, np.ndarray]:
    inset = (CAP_EDGE_MM - CAP_MM) / 2
    size = (CAP_EDGE_MM, CAP_EDGE_MM)
    picture = raster((Marker(marker, (inset, inset), CAP_MM),), size, SCALE, WHITE)
    whole = (Polygon(rectangle(0, 0, *size, 1.0), WHITE),)
    cover = raster(whole, size, SCALE, (0, 0, 0))[..., 0]
    return picture, np.ascontiguousarray(cover)
