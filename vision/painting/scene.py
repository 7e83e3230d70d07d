"""Paints a layout as a camera would see it, and lists the visible tags."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Colour
from vision.painting.dice import die_patches
from vision.painting.ground import ground
from vision.painting.hands import lay_hand
from vision.painting.layout import Layout
from vision.painting.light import lit
from vision.painting.pawns import pawn_patches
from vision.painting.sprites import lay, placed
from vision.painting.things import thing_patches
from vision.painting.view import View

_SPARE_PX: Final = 64
"""How much larger than the picture the cached noise is, so that no two frames use the same part."""


def paint(layout: Layout, view: View, rng: np.random.Generator) -> Colour:
    """The picture of a layout, shape (height, width, 3), blue, green, red. ``rng`` draws the noise.

    What did not change since the last picture is not painted again: a moving hand costs
    a few milliseconds, a moved card a few more.
    """
    picture = _reached(layout, view)
    picture = _noisy(picture, view, rng) if view.noise > 0 else picture.copy()
    return picture if view.jpeg is None else through_jpeg(picture, view.jpeg)


@lru_cache(maxsize=1)
def _reached(layout: Layout, view: View) -> Colour:
    """The table with hands, without noise; cached, since a hand rests for some frames wherever it stops."""
    picture = still(replace(layout, hands=()), view)
    if layout.hands:
        picture = picture.copy()
    for hand in layout.hands:
        lay_hand(picture, hand, view)
    picture.setflags(write=False)
    return picture


@lru_cache(maxsize=1)
def still(layout: Layout, view: View) -> Colour:
    """The table without hands, lit and seen through the lens, without noise."""
    picture = ground(view).copy()
    for patch in thing_patches(layout.things, view):
        lay(picture, patch)
    for thing in layout.lying:
        lay(picture, placed(thing, view))
    for patch in die_patches(layout.dice, view):
        lay(picture, patch)
    for patch in pawn_patches(layout.pawns, view):
        lay(picture, patch)
    picture = lit(picture, view)
    if view.blur > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), view.blur), np.uint8)
    picture.setflags(write=False)
    return picture


def _noisy(picture: Colour, view: View, rng: np.random.Generator) -> Colour:
    x, y = rng.integers(0, _SPARE_PX, 2)
    height, width = picture.shape[:2]
    noise = _noise(view.size, view.noise)[y : y + height, x : x + width]
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=4)
def _noise(size: tuple[int, int], sigma: float) -> NDArray[np.signedinteger]:
    """Sensor noise, a little larger than the picture; mostly of brightness, some of colour."""
    rng = np.random.default_rng(3)
    shape = (size[1] + _SPARE_PX, size[0] + _SPARE_PX, 1)
    grey = rng.standard_normal(shape, np.float32)
    colour = rng.standard_normal((*shape[:2], 3), np.float32)
    noise = np.round(sigma * (0.9 * grey + 0.45 * colour))
    fits = np.abs(noise).max() <= np.iinfo(np.int8).max
    return noise.astype(np.int8 if fits else np.int16)


def through_jpeg(picture: Colour, quality: int) -> Colour:
    """A picture as JPEG of that quality leaves it."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
