"""A die found in a picture: the place of its top face, and its probable value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

VALUES: Final = ("1", "2", "3", "4", "5", "6", "symbol")
LIKELY_DIE: Final = 0.5
"""The combined probability of finder and reader from which there is a die."""
COVERED: Final = 0.5
"""The probability from which a die is reported as covered..."""
LEANS: Final = 0.5
"""...and as leaning."""
APART: Final = 0.55
"""The least distance of two dice, in edges."""
_GREY: Final = np.full(3, 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class FoundDie:
    """A top face in a picture."""

    centre: tuple[float, float]
    """px."""
    edge: float
    """px."""
    turn: float
    """The rotation of its sides, degrees clockwise, -45 to 45."""
    there: float
    """The probability that this is a die."""
    values: NDArray[np.float64]
    """The probabilities of ``VALUES`` given that it is a die, shape (7,)."""
    leans: float = 0.0
    """The probability that the die is tilted."""
    covered: float = 0.0
    """The probability that more than a tenth of the face is hidden."""
    body: NDArray[np.float64] = field(default_factory=lambda: _GREY)
    """The colour of its body, ink and gloss left out: blue, green, red, white being 1, shape (3,)."""
    guessed: bool = False
    """Whether its centre is only that of one detected part, which may be any of its pips."""

    def corners(self) -> NDArray[np.float64]:
        """The corners of the top face, clockwise from its top left, px, shape (4, 2)."""
        (x, y), turn = self.centre, math.radians(self.turn)
        a, b = self.edge / 2 * math.cos(turn), self.edge / 2 * math.sin(turn)
        off = ((b - a, -a - b), (a + b, b - a), (a - b, a + b), (-a - b, a - b))
        return np.array([(x + right, y + down) for right, down in off])


def apart(dice: Iterable[FoundDie], least: float = APART) -> tuple[FoundDie, ...]:
    """The dice, most probable first, without duplicates (non-maximum suppression): two of them are at least so far apart, in edges."""
    return tuple(group[0] for group in alike(dice, least))


def alike(dice: Iterable[FoundDie], least: float = APART) -> list[list[FoundDie]]:
    """The dice in groups that are the same as the first of each, most probable first; each is in one."""
    ranked = sorted(dice, key=lambda die: -die.there)
    at = np.array([complex(*die.centre) for die in ranked])
    edges = np.array([die.edge for die in ranked])
    reach = least * np.maximum(edges[:, None], edges)
    near = (np.abs(at[:, None] - at) < reach).tolist()
    groups, left = [], list(range(len(ranked)))
    while left:
        with_it = near[left[0]]
        groups.append([ranked[k] for k in left if with_it[k]])
        left = [k for k in left if not with_it[k]]
    return groups


def same(one: FoundDie, other: FoundDie, least: float = APART) -> bool:
    """Whether two found dice are near enough to be the same: two of them are at least so far apart, in edges."""
    return math.dist(one.centre, other.centre) < least * max(one.edge, other.edge)
