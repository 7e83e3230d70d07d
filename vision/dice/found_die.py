"""A die as it is found in a picture: where its top face is, and what it seems to show."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Colour

VALUES: Final = ("1", "2", "3", "4", "5", "6", "symbol")
LIKELY_DIE: Final = 0.5
"""How sure finder and reader together must be that there is a die."""
COVERED: Final = 0.25
"""How sure it must be that a die is covered for that to be told..."""
LEANS: Final = 0.68
"""...that one leans, as the look says that doubts most..."""
HINDERED: Final = 0.5
"""...and that one leans which is not surely read."""
_APART: Final = 0.55
"""Two dice are at least so many edges apart."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundDie:
    """A top face in a picture."""

    centre: tuple[float, float]
    """px."""
    edge: float
    """px."""
    turn: float
    """How far its sides are turned, degrees clockwise, -45 to 45."""
    there: float
    """How sure it is that this is a die, 0 to 1."""
    values: NDArray[np.float64]
    """The shares of ``VALUES`` if it is a die, shape (7,)."""
    leans: float = 0.0
    """How sure it is that the die is tilted, 0 to 1."""
    covered: float = 0.0
    """How sure it is that more than a tenth of the face is hidden, 0 to 1."""
    guessed: bool = False
    """Whether its middle is that of a single part of it, which may be any of its pips."""

    def corners(self) -> NDArray[np.float64]:
        """The corners of the top face, clockwise from its top left, px, shape (4, 2)."""
        turn = np.exp(1j * np.radians(self.turn)) * self.edge / 2
        off = turn * np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
        return np.stack([off.real, off.imag], axis=1) + self.centre

    def upright(self, picture: Colour, side: int, around: float) -> Colour:
        """The face and what is around it, ``around`` edges in all, turned upright, shape (side, side, 3)."""
        scale = side / (around * self.edge)
        turn = np.exp(-1j * np.radians(self.turn)) * scale
        x, y = self.centre
        off = (side - 1) / 2 * (1 + 1j) - turn * complex(x, y)
        to = np.array(
            [[turn.real, -turn.imag, off.real], [turn.imag, turn.real, off.imag]]
        )
        face = cv2.warpAffine(
            picture,
            to,
            (side, side),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(face, np.uint8)


def apart(dice: Iterable[FoundDie]) -> tuple[FoundDie, ...]:
    """The dice, the surest first, without those that are the same one as a surer one."""
    kept: list[FoundDie] = []
    for die in sorted(dice, key=lambda die: -die.there):
        if not any(same(die, other) for other in kept):
            kept.append(die)
    return tuple(kept)


def same(one: FoundDie, other: FoundDie) -> bool:
    """Whether two found dice are so near to each other that they are one."""
    return math.dist(one.centre, other.centre) < _APART * max(one.edge, other.edge)
