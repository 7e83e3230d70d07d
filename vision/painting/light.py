"""The light on the table: brighter under the lamp, warmer or cooler, with shade and glare."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Colour
from vision.painting.sprites import Patch
from vision.painting.view import View, pose

ONE: Final = 200
"""The value of 1 in an 8-bit map, leaving headroom."""


def lit(picture: Colour, view: View) -> Colour:
    """The picture in the view's light."""
    shade, shine = _light(view)
    bright = cv2.multiply(picture, shade, scale=1 / ONE)
    return np.asarray(bright if shine is None else cv2.add(bright, shine), np.uint8)


def lit_patch(patch: Patch, view: View) -> Patch:
    """A patch in the light of its place; anything outside the picture is unchanged."""
    x, y = patch.at
    height, width = patch.cover.shape
    shade, _ = _light(view)
    rows = slice(max(-y, 0), max(0, min(height, shade.shape[0] - y)))
    columns = slice(max(-x, 0), max(0, min(width, shade.shape[1] - x)))
    here = shade[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)]
    ink = patch.ink.copy()
    if here.size:
        ink[rows, columns] = cv2.multiply(patch.ink[rows, columns], here, scale=1 / ONE)
    return replace(patch, ink=ink)


@lru_cache(maxsize=4)
def _light(view: View) -> tuple[Colour, Colour | None]:
    """The factor for every pixel (200 is 1) and what glare adds to it, if there is any, both in the picture's shape."""
    width, height = view.size
    small = (64, max(2, round(64 * height / width)))
    x, y = np.meshgrid(np.linspace(0, width - 1, small[0]), np.linspace(0, height - 1, small[1]))
    mm = pose(view).to_mm(np.column_stack([x.ravel(), y.ravel()]))
    shade = _brightness(mm, view).reshape(small[::-1])
    warm = view.light.warmth
    tint = shade[..., None] * np.array([1 - warm, 1.0, 1 + warm])
    whole = _grown(tint * ONE, view.size)
    if not view.light.glare:
        return whole, None
    shine = sum(
        (
            g.strength * np.exp(-((mm - g.at) ** 2).sum(1) / (2 * g.radius_mm**2))
            for g in view.light.glare
        ),
        np.zeros(len(mm)),
    ).reshape(small[::-1])
    return whole, _grown(np.repeat(shine[..., None] * 255, 3, axis=2), view.size)


def _brightness(mm: NDArray[np.float64], view: View) -> NDArray[np.float64]:
    light = view.light
    far2 = ((mm - np.array(light.lamp)) ** 2).sum(1)
    level = light.level / (1 + light.falloff * far2 / 500**2)
    edge = (mm @ np.array([0.8, 0.6]) - 450) / 60
    return np.asarray(level * (1 - light.shadow / (1 + np.exp(-edge))))


def _grown(small: NDArray[np.float64], size: tuple[int, int]) -> Colour:
    whole = cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    return np.clip(whole, 0, 255).astype(np.uint8)
