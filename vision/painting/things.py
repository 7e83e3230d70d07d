"""Other objects on a table: a mug, a pen, a cube."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.kit.painted import Thing
from companion.mat import Point
from vision.frame import Colour
from vision.painting.sprites import Patch, warped
from vision.painting.view import View, pose
from vision.printing.marks import Ink, Mark, Polygon, paler, rectangle, shape
from vision.printing.raster import raster

SCALE: Final = 4.0
SIZES_MM: Final = {"mug": (120.0, 96.0), "pen": (142.0, 12.0), "cube": (16.0, 16.0)}
HEIGHTS_MM: Final = {"mug": 45.0, "pen": 5.0, "cube": 8.0}
SHADOW: Final = 0.6


def thing_patches(things: tuple[Thing, ...], view: View) -> Iterator[Patch]:
    """The objects as the camera sees them, in order."""
    return (_patch(thing, view) for thing in things)


def outline(thing: Thing, view: View) -> NDArray[np.float64]:
    """The box around a thing in the picture, px, shape (4, 2)."""
    return pose(view, HEIGHTS_MM[thing.kind]).to_px(_box(thing))


@lru_cache(maxsize=32)
def _patch(thing: Thing, view: View) -> Patch:
    picture, cover = _drawn(thing)
    return warped(picture, cover, _box(thing), HEIGHTS_MM[thing.kind], view, SHADOW)


def _box(thing: Thing) -> NDArray[np.float64]:
    return square_mm(thing.at, SIZES_MM[thing.kind], thing.turn)


def square_mm(at: Point, size: tuple[float, float], turn: float) -> NDArray[np.float64]:
    """The corners of something flat around a point of the mat, rotated by so many degrees, mm, shape (4, 2)."""
    turn = math.radians(turn)
    along = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    box = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    return np.asarray((box * size) @ along + np.array(at))


def _drawn(thing: Thing) -> tuple[Colour, NDArray[np.uint8]]:
    size = SIZES_MM[thing.kind]
    marks = tuple(_MARKS[thing.kind](thing.ink))
    blank: Ink = (1, 2, 3)
    picture = raster(marks, size, SCALE, blank)
    cover = (picture != blank[::-1]).any(axis=2).astype(np.uint8) * 255
    return picture, cover


def _mug(ink: Ink) -> Iterator[Mark]:
    yield Polygon(rectangle(88, 39, 30, 18, 8), _darker(ink, 0.8))
    yield Polygon(shape("B", 48, 48, 94), _darker(ink, 0.75))
    yield Polygon(shape("B", 47, 47, 90), paler(ink, 0.25))
    yield Polygon(shape("B", 48, 48, 82), _darker(ink, 0.45))
    yield Polygon(shape("B", 49, 49, 78), (46, 28, 18))
    yield Polygon(shape("B", 42, 42, 50), (54, 34, 22))


def _pen(ink: Ink) -> Iterator[Mark]:
    yield Polygon(((0, 6), (12, 2.5), (12, 9.5)), (200, 170, 130))
    yield Polygon(rectangle(11, 2, 130, 8, 1.5), ink)
    yield Polygon(rectangle(12, 3.4, 128, 1.8), paler(ink, 0.35))
    yield Polygon(rectangle(118, 2, 22, 8, 1.5), _darker(ink, 0.6))


def _cube(ink: Ink) -> Iterator[Mark]:
    yield Polygon(rectangle(0.5, 0.5, 15, 15, 1.5), _darker(ink, 0.7))
    yield Polygon(rectangle(0.5, 0.5, 13, 13, 1.5), paler(ink, 0.2))


_MARKS: Final = {"mug": _mug, "pen": _pen, "cube": _cube}


def _darker(ink: Ink, share: float) -> Ink:
    red, green, blue = (round(colour * share) for colour in ink)
    return red, green, blue
