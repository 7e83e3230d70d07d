"""The painted table: positions of pawns and dice, and the discard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.gamekit.painted import free_place
from companion.games.lauf_rauf.board.plan import (
    BASE,
    CAMP,
    SUMMIT,
    our_board,
)
from companion.games.lauf_rauf.mat import DISCARD, GHOST, MAT, SUPPLY, TRAY, pawn_names
from companion.games.lauf_rauf.model.moves import Pair
from companion.mat import Point

APART_MM: Final = 30.0
"""The least distance between thrown dice, centre to centre."""
EDGE_MM: Final = 18.0
"""And from the tray's edge."""
IN_CAMP_MM: Final = ((-15.0, -15.0), (15.0, -15.0), (-15.0, 15.0))
"""How far the three pawns of a camp are from its zone's middle."""


@dataclass(frozen=True, slots=True)
class FallenDie:
    """A die: what it shows, its position (mm), its rotation (degrees)."""

    value: int
    at: Point
    turn: float


@dataclass(frozen=True, slots=True)
class MountainBoard:
    """Everything on the mat; ``pawns``: name -> place, in the terms of the rules."""

    pawns: Mapping[str, str] = field(default_factory=dict)
    dice: tuple[FallenDie, ...] = ()
    discard: tuple[str, ...] = ()
    """Cards by their codes, the top one last."""

    def __hash__(self) -> int:
        return hash((tuple(self.pawns.items()), self.dice, self.discard))

    def name_at(self, colour: str, place: str) -> str:
        """A pawn of a colour at a place."""
        return next(n for n in pawn_names(colour) if self.pawns[n] == place)

    def moved(self, name: str, to: str) -> MountainBoard:
        """The board after a pawn has moved; a ghost on it moves along, or home if the pawn is hit."""
        pawns = dict(self.pawns)
        if pawns[name] == pawns[GHOST] != SUMMIT and name != GHOST:
            pawns[GHOST] = SUMMIT if to == BASE else to
        pawns[name] = to
        return replace(self, pawns=pawns)


def set_out(colours: tuple[str, ...]) -> MountainBoard:
    """All pawns in base, the ghost on its summit."""
    names = (name for colour in colours for name in pawn_names(colour))
    return MountainBoard({**dict.fromkeys(names, BASE), GHOST: SUMMIT})


def spot(name: str, place: str) -> Point:
    """The position of a pawn, mm; never exactly in the middle."""
    x, y = _middle(name, place)
    chance = Random(f"{name}/{place}")
    return x + chance.gauss(0, 0.8), y + chance.gauss(0, 0.8)


def _middle(name: str, place: str) -> Point:
    plan = our_board()
    if place == SUMMIT:
        return plan.ghost
    if place in plan.points:
        return plan.points[place]
    colour, _, number = name.partition("-")
    if place == BASE:
        return plan.colours[colour].base[int(number) - 1]
    assert place == CAMP
    x, y = MAT[f"camp-{colour}"].middle
    right, down = IN_CAMP_MM[int(number) - 1]
    return x + right, y + down


def thrown(board: MountainBoard, values: Pair, seed: str, kept: int | None) -> MountainBoard:  # fmt: skip
    """The board after a throw; ``kept`` is the value of the die that was left alone."""
    stay = tuple(die for die in board.dice if die.value == kept)[:1]
    left = list(values)
    for die in stay:
        left.remove(die.value)
    chance, dice = Random(seed), list(stay)
    for value in left:
        at = free_place(
            MAT[TRAY], [die.at for die in dice], chance, edge=EDGE_MM, apart=APART_MM
        )
        dice.append(FallenDie(value, at, chance.uniform(0, 90)))
    return replace(board, dice=tuple(dice))


def pile_spot(zone: str) -> Point:
    """The middle of the supply or the discard."""
    assert zone in (SUPPLY, DISCARD)
    return MAT[zone].middle
