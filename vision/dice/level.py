"""Dice as they would show from straight above: the sides of one that lies level then all run straight down in the picture (docs/dice.md)."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import LYING
from vision.frame import Colour

_STEEPEST: Final = 0.9
"""What is seen flatter than this, as the sine of the angle from straight above, is taken to be seen so."""


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
    """What lies about a top face whose middle and edge (px) are known, as it would show from straight above: shape (side, side, 3)."""
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
    """How far down the sides of a level die run there, as a plane for the network, shape (1, side, side)."""
    sine = min(abs(up), _STEEPEST)
    far = min(sine / math.sqrt(1 - sine**2), 1.5)
    return np.full((1, LYING.side, LYING.side), far - 0.5, np.float32)
