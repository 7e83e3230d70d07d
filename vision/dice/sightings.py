"""What found dice come to: which colour each has and what it shows, or why that cannot be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.household import Look
from companion.pieces import DiceSet, Die, Face, Piece, PieceKind
from vision.dice.colours import Palette, looks, palette, shares
from vision.dice.found_die import COVERED, LEANS, VALUES, FoundDie
from vision.reading import Corners, Hindrance, Sighting

SURE: Final = 0.85
"""A value that is less likely than this is not told."""
SURE_ELSEWHERE: Final = 0.95
"""How sure it must be where dice hardly ever lie for a die to be there at all."""
COLOURED: Final = 2 / 3
"""Nor is one of a die of a set whose colour is less likely than this: twice as likely as all others together."""
LEAST: Final = 0.5
"""Where all that a die may show is less likely than this together, it rather shows something else."""
_SEEMS: Final = 1.3
"""So many times larger or smaller than those of the set a die may seem: it is nearer to the lens, and seen aslant."""


@dataclass(frozen=True, slots=True, eq=False)
class InPlay:
    """The dice that may lie there and what they look like."""

    dice: DiceSet
    looks: Palette
    sure: float = SURE
    """A value that is less likely than this is not told."""
    closed: bool = True
    """Whether there are no others; else any number of dice of each colour."""
    plain: bool = False
    """Whether they lie on a plain table: nothing but they tells which way is up, nor what white is."""
    view: complex | None = None
    """On a plain table: where edges that stand upright point, as ``plain.View``."""
    unclear: Hindrance = Hindrance.UNSURE
    """Why a die is not told that lies level and open, but is not read with certainty."""

    def clear(self, value: float, colour: float) -> bool:
        """Whether a value of this share may be told of a die whose colour has that one."""
        # Where any number of dice may have any colour it only serves to tell them apart.
        return value >= self.sure and (colour >= COLOURED or not self.closed)

    def misses(self, dice: int) -> bool:
        """Whether some of a set are not among so many dice."""
        return self.closed and dice < sum(self.dice.colours.values())

    def fits(self, edge: float) -> bool:
        """Whether a die whose edges seem so long on a mat (mm) may be one of the set."""
        least, most = self.dice.sizes_mm
        return least / _SEEMS < edge < most * _SEEMS


@cache
def _may_show(dice: DiceSet) -> Mapping[str, NDArray[np.float64]]:
    """Colour -> 1 for each of ``VALUES`` that a die of it may show, else 0."""
    return {die.colour: _shown_by(die) for die in dice.dice}


def _shown_by(die: Die) -> NDArray[np.float64]:
    # Where a set has a symbol ordinary dice serve as well, with a six in its place.
    faces = {*die.faces, "6"} if "symbol" in die.faces else {*die.faces}
    return np.array([float(value in faces) for value in VALUES])


def in_play(dice: DiceSet, looks: Mapping[str, tuple[Look, ...]]) -> InPlay:
    """A set with the looks that were taught, or those that its colours' names tell."""
    taught = {k: np.array(v, np.float64) for k, v in looks.items() if k in dice.colours}
    return InPlay(dice, {**palette(dice.colours), **taught})


def sightings(dice: Sequence[FoundDie], play: InPlay) -> tuple[Sighting, ...]:
    """The dice found in a picture, each with its likeliest colour and value."""
    coloured = shares(looks(dice), play.dice.colours if play.closed else None, play.looks)
    return tuple(_sighting(*each, play) for each in zip(dice, coloured, strict=True))


def readable(die: FoundDie, sure: float = SURE) -> bool:
    """Whether a die lies flat and open and shows something for sure, whatever its colour."""
    return _hindrance(die) is None and bool(die.values.max() >= sure)


def _sighting(die: FoundDie, coloured: Mapping[str, float], play: InPlay) -> Sighting:
    colour = max(coloured, key=lambda name: coloured[name])
    likely = die.values * _may_show(play.dice)[colour]
    best = int(likely.argmax())
    share = float(likely[best] / max(likely.sum(), LEAST))
    clear = play.clear(share, coloured[colour])
    hindered = _hindrance(die) or (None if clear else play.unclear)
    side = "" if hindered else VALUES[best]
    face = Face(Piece(PieceKind.DIE, colour), side)
    score = die.there * coloured[colour] * share * (1 - die.leans) * (1 - die.covered)
    return Sighting(face, _corners(die), "dice", score, turn=die.turn, hindered=hindered)


def _hindrance(die: FoundDie) -> Hindrance | None:
    """What keeps any die from being read that lies like that."""
    # What is half hidden rather seems to lean than what leans seems hidden.
    if die.covered > max(COVERED, die.leans):
        return Hindrance.COVERED
    if die.leans > LEANS:
        return Hindrance.COCKED
    # Around any pip of a face, cut out as if it were the middle, there seems a one.
    return Hindrance.UNSURE if die.guessed else None


def _corners(die: FoundDie) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in die.corners())
    return a, b, c, d
