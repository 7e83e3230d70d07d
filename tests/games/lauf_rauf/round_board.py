"""A board that is not ours: its rings are circles of 32 and 20 fields, as a household may have taught it."""

import math

from companion.games.lauf_rauf.board import COLOURS, Board, ColourPlaces
from companion.mat import Point

MIDDLE: Point = (215.0, 210.0)
RINGS = {"L": (32, 168.0), "M": (20, 108.0)}
"""Letter -> fields, and how far they are from the middle, mm."""
CORNERS = {"red": 225.0, "blue": 315.0, "green": 45.0, "yellow": 135.0}
"""Where a colour is, degrees clockwise from the right."""


def _at(angle: float, far: float) -> Point:
    x, y = (math.cos(math.radians(angle)) * far, math.sin(math.radians(angle)) * far)
    return round(MIDDLE[0] + x, 1), round(MIDDLE[1] + y, 1)


def _ring(letter: str) -> dict[str, Point]:
    count, far = RINGS[letter]
    return {f"{letter}{n}": _at(CORNERS["red"] + 360 * n / count, far) for n in range(count)}


def _places(number: int, colour: str) -> ColourPlaces:
    climb, outlined = [], []
    for letter, (count, _) in RINGS.items():
        at, quarter = number * count // 4, count // 4
        climb.append(f"{letter}{at}")
        outlined.append(tuple(f"{letter}{(at - n) % count}" for n in range(quarter - 1, 0, -1)))
    corner = CORNERS[colour]
    base = tuple(_at(corner + turn, far) for turn, far in ((-8, 200), (0, 206), (8, 200)))
    return ColourPlaces((climb[0], climb[1]), (outlined[0], outlined[1]), base, _at(corner, 50))


def round_board(name: str = "round") -> Board:
    """Its value, as its file gives it back."""
    rings = {letter: _ring(letter) for letter in RINGS}
    colours = {colour: _places(n, colour) for n, colour in enumerate(COLOURS)}
    return Board(
        name, rings["L"] | rings["M"], (tuple(rings["L"]), tuple(rings["M"])), colours, MIDDLE
    )
