"""The rotation of a die, from the edges around its top face, as round pips show none."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.level import cut_out, onto_cut
from vision.dice.networks import Cut
from vision.frame import Colour

_CUT: Final = Cut(41, 1.7)
"""The patch in which edges are looked for."""
_RING: Final = (0.55, 0.2)
"""The distance of its own edges from its centre, in edges, and its spread."""


def turn_of(
    picture: Colour, centre: tuple[float, float], edge: float, up: complex | None = None
) -> float:
    """The rotation of the sides of the square that lies there, degrees clockwise, -45 to 45; on the table, where it is known what is ``up``.

    All edges vote with the fourth power of their direction, so that those at
    right angles to each other agree (the mean of an angle modulo 90 degrees).
    """
    patch = cut_out(picture, centre, onto_cut(edge, up, cut=_CUT), _CUT.side)
    across = cv2.Sobel(patch, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(patch, cv2.CV_32F, 0, 1)
    # The square of each slope, and its square: twice and four times its direction.
    square, beside, odd = across * across, down * down, across * down
    even, steep = square - beside, square + beside
    weight = _ring() / (steep * np.sqrt(steep) + np.float32(1e-3))
    right = float(np.vdot(weight, even * even - 4 * odd * odd))
    low = 4 * float(np.vdot(weight, even * odd))
    return math.degrees(math.atan2(low, right)) / 4


@lru_cache(maxsize=1)
def _ring() -> NDArray[np.float32]:
    off = (np.arange(_CUT.side) - (_CUT.side - 1) / 2) * _CUT.around / _CUT.side
    far = np.hypot(off[:, None], off[None, :])
    ring = np.exp(-(((far - _RING[0]) / _RING[1]) ** 2))[..., None]
    return np.asarray(np.repeat(ring, 3, axis=2), np.float32)
