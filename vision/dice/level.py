"""Top faces cut out as the reader wants them: seen from straight above and turned upright, so that the sides of a level die show below (docs/dice.md)."""

from __future__ import annotations

import cmath
import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import FACE, UNKNOWN, Cut
from vision.frame import Colour

_STEEPEST: Final = 0.9
"""The limit of the viewing angle, as the sine of the angle from straight above; flatter views are treated as this one."""
_FARTHEST: Final = 1.5
"""The sides of a die never show farther than so many edges."""


def onto_table(up: complex | None) -> NDArray[np.float64]:
    """From a picture to the table with what is farther off above, shape (2, 2): ``up`` is where an edge that stands upright points.

    Right and (times i) down, in lengths of an edge that lies across the view;
    that length it keeps. Where ``up`` is not known (None) the picture stays as it is.
    """
    if not up:
        return np.eye(2)
    far, low = up / abs(up), _lower(up)
    return np.array([[-far.imag, far.real], [-far.real / low, -far.imag / low]])


def _lower(up: complex) -> float:
    """How much shorter edges seem that run away from the camera."""
    return math.sqrt(1 - min(abs(up), _STEEPEST) ** 2)


def onto_cut(
    edge: float, up: complex | None, turn: float = 0.0, cut: Cut = FACE
) -> NDArray[np.float64]:
    """From a picture to a cut, shape (2, 2), for a face whose edge is known (px) and which is turned by so many degrees on the table."""
    scale = cut.side / cut.around / _across(edge, up)
    c, s = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
    return np.asarray(np.array([[c, s], [-s, c]]) @ onto_table(up))


def from_cut(off: complex, edge: float, up: complex | None, turn: float) -> complex:
    """How far off its middle a place of such a cut is in the picture, px, given in edges: both right and (times i) down."""
    return _from_table(off * _across(edge, up) * _way(turn), up)


def _across(edge: float, up: complex | None) -> float:
    """How long an edge is that lies across the view, px."""
    # Edges that run away from the camera seem shorter: it is the mean of both that is known.
    return edge / (1 + _lower(up)) * 2 if up else edge


def _way(turn: float) -> complex:
    return cmath.rect(1.0, math.radians(turn))


def _from_table(off: complex, up: complex | None) -> complex:
    """The reverse of ``onto_table``."""
    return up / abs(up) * (1j * off.real - _lower(up) * off.imag) if up else off


def cut_out(
    picture: Colour, centre: tuple[float, float], onto: NDArray[np.float64], side: int = FACE.side
) -> Colour:
    """What is around a place (px), as ``onto`` (shape (2, 2)) maps the picture, shape (side, side, 3)."""
    middle = np.full(2, (side - 1) / 2)
    to = np.column_stack([onto, middle - onto @ centre])
    seen = cv2.warpAffine(
        picture, to, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.uint8)


def sides(up: complex | None, turn: float) -> tuple[float, float]:
    """How far the sides of a level die show in a cut that is turned so, right and down, in edges; ``UNKNOWN`` where nobody knows."""
    if up is None:
        return UNKNOWN
    sine = min(abs(up), _STEEPEST)
    far = min(sine / math.sqrt(1 - sine**2), _FARTHEST)
    angle = math.radians(turn)
    return far * math.sin(angle), far * math.cos(angle)


def in_picture(up: complex | None, turn: float) -> float:
    """How a square that is turned by so many degrees on the table is turned in the picture, degrees, -45 to 45."""
    right, down = (_from_table(way * _way(turn), up) for way in (1, 1j))
    return math.degrees(cmath.phase(right**4 + down**4)) / 4
