"""What found dice come to: which colour each has and what it shows, or why that cannot be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DiceSet, Die, Face, Piece, PieceKind
from vision.dice.colours import Palette, beside, bodies, palette, shares
from vision.dice.found import VALUES, FoundDie
from vision.frame import Colour
from vision.pose import Pose
from vision.reading import Corners, Hindrance, Sighting
from vision.viewpoint import below

SURE: Final = 0.97
"""A value that is less likely than this is not told."""
COLOURED: Final = 0.6
"""Nor is one of a die whose colour is less likely than this."""
_HINDERED: Final = 0.5
_SEEMS: Final = 1.3
"""So many times larger or smaller than those of the set a die may seem: it is nearer to the lens, and seen aslant."""


@dataclass(frozen=True, slots=True, eq=False)
class InPlay:
    """The dice that may lie there and what they look like."""

    dice: DiceSet
    looks: Palette
    closed: bool = True
    """Whether there are no others; else any number of dice of each colour."""

    @property
    def may_show(self) -> Mapping[str, NDArray[np.float64]]:
        """Colour -> 1 for each of ``VALUES`` that a die of it may show, else 0."""
        return {die.colour: _may_show(die) for die in self.dice.dice}

    def fits(self, die: FoundDie, pose: Pose) -> bool:
        """Whether a die (px) is as large as one of the set may seem on a mat."""
        edge, (least, most) = _edge_mm(die, pose), self.dice.sizes_mm
        return least / _SEEMS < edge < most * _SEEMS


def _may_show(die: Die) -> NDArray[np.float64]:
    # Where a set has a symbol ordinary dice serve as well, with a six in its place.
    faces = {*die.faces, "6"} if "symbol" in die.faces else {*die.faces}
    return np.array([float(value in faces) for value in VALUES])


def in_play(dice: DiceSet, taught: Palette | None = None) -> InPlay:
    """A set with the looks that were taught, or those that its colours' names tell."""
    return InPlay(dice, {**palette(dice.colours), **(taught or {})})


def sightings(
    dice: Sequence[FoundDie],
    picture: Colour,
    white: NDArray[np.float64],
    play: InPlay,
) -> tuple[Sighting, ...]:
    """The dice found in a picture, which ``white`` is what white is in, with colours and values."""
    seen = beside(bodies(picture, dice), white)
    coloured = shares(seen, play.dice.colours if play.closed else None, play.looks)
    return tuple(_sighting(*each, play) for each in zip(dice, coloured, strict=True))


def placed_die(seen: Sighting, pose: Pose) -> Sighting:
    """A die that was seen, where it stands on a mat: the camera sees its top face further out."""
    mm = pose.to_mm(np.array(seen.corners))
    high = np.array([float(np.sqrt(_area(mm)))])
    x, y = below(pose, mm.mean(axis=0)[None], high)[0]
    right, down = mm[1] - mm[0]
    turn = float(np.degrees(np.arctan2(down, right)))
    centre = float(x), float(y)
    return replace(seen, zone=pose.mat.zone_at(*centre), centre=centre, turn=turn)


def _edge_mm(die: FoundDie, pose: Pose) -> float:
    return float(np.sqrt(_area(pose.to_mm(die.corners()))))


def _area(quad: NDArray[np.float64]) -> float:
    """The area of a quadrangle, shape (4, 2)."""
    x, y = quad.T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


def _sighting(die: FoundDie, coloured: Mapping[str, float], play: InPlay) -> Sighting:
    colour = max(coloured, key=lambda name: coloured[name])
    likely = die.values * play.may_show[colour]
    best, share = int(likely.argmax()), float(likely.max())
    hindered = _hindrance(die, share, coloured[colour])
    side = "" if hindered else VALUES[best]
    face = Face(Piece(PieceKind.DIE, colour), side)
    score = die.there * coloured[colour] * share * (1 - die.leans) * (1 - die.covered)
    return Sighting(
        face, _corners(die), "dice", score, turn=die.turn, hindered=hindered
    )


def _hindrance(die: FoundDie, value: float, colour: float) -> Hindrance | None:
    if die.leans > _HINDERED:
        return Hindrance.COCKED
    if die.covered > _HINDERED:
        return Hindrance.COVERED
    return Hindrance.UNSURE if value < SURE or colour < COLOURED else None


def _corners(die: FoundDie) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in die.corners())
    return a, b, c, d
