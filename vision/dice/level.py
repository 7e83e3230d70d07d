"""Dice rectified to a view from straight above, in which the sides of a level die all run straight down (docs/dice.md)."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import LYING
from vision.frame import Colour

_STEEPEST: Final = 0.9
"""The limit of the viewing angle, as the sine of the angle from straight above; flatter views are treated as this one."""


def onto_table(up: complex) -> NDArray[np.float64]:
    """From a picture to the table with what is farther off above, shape (2, 2): ``up`` is where an edge that stands upright points.

    Right and (times i) down, in lengths of an edge that lies across the view;
    that length it keeps.
    """
    far = up / abs(up) if up else -1j
    low = math.sqrt(1 - min(abs(up), _STEEPEST) ** 2)
    return np.array([[-far.imag, far.real], [-far.real / low, -far.imag / low]])


def from_above(
    picture: Colour, centre: tuple[float, float], edge: float, up: complex
) -> Colour:
    """The surroundings of a top face with known centre and edge (px), rectified to a view from straight above, shape (side, side, 3)."""
    low = math.sqrt(1 - min(abs(up), _STEEPEST) ** 2)
    # Edges that run away from the camera seem shorter: it is the mean of both that is known.
    turn = onto_table(up) * (LYING.side / LYING.around / edge * (1 + low) / 2)
    middle = np.full(2, (LYING.side - 1) / 2)
    to = np.column_stack([turn, middle - turn @ centre])
    face = cv2.warpAffine(
        picture,
        to,
        (LYING.side, LYING.side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(face, np.uint8)


def slope(up: complex) -> NDArray[np.float32]:
    """The extent of a level die's visible sides there, as an input plane for the network, shape (1, side, side)."""
    sine = min(abs(up), _STEEPEST)
    far = min(sine / math.sqrt(1 - sine**2), 1.5)
    return np.full((1, LYING.side, LYING.side), far - 0.5, np.float32)
