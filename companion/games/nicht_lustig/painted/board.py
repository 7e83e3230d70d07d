"""The painted table: the cards in the display, and the positions of the dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.gamekit.painted import free_place
from companion.games.nicht_lustig.deck.cards import TARGETS, Faces
from companion.games.nicht_lustig.deck.dice import DICE, Names
from companion.games.nicht_lustig.mat import MAT, TRAY
from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM

COLUMNS: Final = 5
LEFT_MM, TOP_MM = 54.0, 16.0
ACROSS_MM, DOWN_MM = 65.0, 74.0
"""The position of the display's first card, and the distances to the next ones (docs/physical.md, section 7)."""
APART_MM: Final = 30.0
"""The least distance between thrown dice, centre to centre."""
EDGE_MM: Final = 18.0
"""And from the tray's edge."""


@dataclass(frozen=True, slots=True)
class DieLying:
    """A die: its name, what it shows (0 the symbol), its position (mm), its rotation (degrees)."""

    name: str
    value: int
    at: Point
    turn: float


@dataclass(frozen=True, slots=True)
class LustigBoard:
    """Everything on the mat."""

    display: Faces = ()
    dice: tuple[DieLying, ...] = ()

    def without(self, names: Names) -> LustigBoard:
        """The board after some dice were picked up."""
        left = tuple(die for die in self.dice if die.name not in names)
        return replace(self, dice=left)


def spot(card: str) -> Point:
    """The middle of a card in the display, mm; each has a fixed place, so that gaps remain."""
    row, column = divmod(TARGETS.index(card), COLUMNS)
    left, top = LEFT_MM + ACROSS_MM * column, TOP_MM + DOWN_MM * row
    return left + CARD_WIDTH_MM / 2, top + CARD_HEIGHT_MM / 2


def askew(card: str) -> float:
    """How far a card is rotated, degrees."""
    return Random(card).gauss(0, 0.8)


def thrown(board: LustigBoard, names: Names, values: tuple[int, ...], seed: str) -> LustigBoard:  # fmt: skip
    """The board after these dice were thrown; ``values`` are in the order of ``DICE``."""
    chance, dice = Random(seed), list(board.without(names).dice)
    for name in names:
        at = free_place(
            MAT[TRAY], [die.at for die in dice], chance, edge=EDGE_MM, apart=APART_MM
        )
        shown = values[DICE.index(name)]
        dice.append(DieLying(name, shown, at, chance.uniform(0, 90)))
    return replace(board, dice=tuple(dice))
