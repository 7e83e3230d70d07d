"""Top faces cut out as one reader of everything wants them: seen from straight above and turned upright, so that the sides of a level die show below; and what it tells."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.found_die import VALUES
from vision.dice.level import onto_table
from vision.dice.networks import Cut
from vision.dice.turning import turn_of
from vision.frame import Colour

FACE: Final = Cut(48, 2.4)
"""Wide enough for all sides of the die."""
UNKNOWN: Final = (0.0, -1.5)
"""Told in place of how far sides show, right and down, in edges, where nobody knows what is up: above its top no die shows one."""
WHITE: Final = 0.85
"""What white becomes in the planes, 1 being the most; half of that most is taken off."""
AS_DARK: Final = 0.04
"""What is added to a body's blue, green and red, white being 1, before the reader tells their logarithms."""
NONE: Final = len(VALUES)
LEANS: Final = NONE + 1
COVERED: Final = NONE + 2
PLACE: Final = slice(NONE + 3, NONE + 6)
TILT: Final = slice(NONE + 6, NONE + 8)
BODY: Final = slice(NONE + 8, NONE + 11)
OUT: Final = NONE + 11
"""The reader's channels: the scores of ``VALUES`` and of no die, the log-odds that it leans and that it is
covered; how far right and down its top face's middle is, in edges, and the logarithm of how much larger it is than the cut says;
how far its top points right and down, which only training uses; the body's colour, ink and gloss left out."""

_STEEPEST: Final = 0.9
"""The limit of the viewing angle, as the sine of the angle from straight above; flatter views are treated as this one."""
_FARTHEST: Final = 1.5
"""The sides of a die never show farther than so many edges."""
_WIDER: Final = Cut(96, 2.4)
"""What is around a place, seen from straight above, as the turn of its edges is looked for in it."""


def _onto(up: complex | None) -> NDArray[np.float64]:
    """From a picture to the table; where it is not known what is up the picture stays as it is."""
    return onto_table(up) if up else np.eye(2)


def turn_on_table(
    picture: Colour, centre: tuple[float, float], edge: float, up: complex | None
) -> float:
    """The rotation of the sides of the square that lies there, on the table, degrees clockwise, -45 to 45."""
    seen = cut_out(picture, centre, onto_cut(edge, up, cut=_WIDER), _WIDER.side)
    middle = (_WIDER.side - 1) / 2
    return turn_of(seen, (middle, middle), _WIDER.side / _WIDER.around)


def _lower(up: complex) -> float:
    """How much shorter edges seem that run away from the camera."""
    return math.sqrt(1 - min(abs(up), _STEEPEST) ** 2)


def onto_cut(
    edge: float, up: complex | None, turn: float = 0.0, cut: Cut = FACE
) -> NDArray[np.float64]:
    """From a picture to a cut, shape (2, 2), for a face whose edge is known (px) and which is turned by so many degrees on the table."""
    # Edges that run away from the camera seem shorter: it is the mean of both that is known.
    seen = (1 + _lower(up)) / 2 if up else 1.0
    angle = math.radians(turn)
    c, s = math.cos(angle), math.sin(angle)
    scale = cut.side / cut.around / edge * seen
    return np.asarray(scale * np.array([[c, s], [-s, c]]) @ _onto(up))


def cut_out(
    picture: Colour,
    centre: tuple[float, float],
    onto: NDArray[np.float64],
    side: int = FACE.side,
) -> Colour:
    """What is around a place (px), as ``onto`` (shape (2, 2)) maps the picture, shape (side, side, 3)."""
    middle = np.full(2, (side - 1) / 2)
    to = np.column_stack([onto, middle - onto @ centre])
    seen = cv2.warpAffine(
        picture,
        to,
        (side, side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
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
    angle = math.radians(turn)
    back = np.linalg.inv(_onto(up))
    c, s = math.cos(angle), math.sin(angle)
    right, down = (back @ [[c, -s], [s, c]]).T
    ways = complex(right[0], right[1]) ** 4 + complex(down[0], down[1]) ** 4
    return math.degrees(math.atan2(ways.imag, ways.real)) / 4
