"""This game's mat and its dice: a tray, and a strip for what is kept."""

from __future__ import annotations

from typing import Final

from companion.kit.dice import PIPS, Tray
from companion.mat import Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die

from .boxes import DICE

COLOUR: Final = "white"
TRAY: Final = "tray"
ASIDE: Final = "kept"
MAT: Final = Mat(
    "kniffel",
    (29, 30, 31, 32),
    (Zone(TRAY, ZoneKind.TRAY, 60, 56, 410, 364), Zone(ASIDE, ZoneKind.KEPT, 424, 56, 534, 364)),
)
DICE_SET: Final = DiceSet((Die(COLOUR),) * DICE)
SEEN: Final = Tray(DICE_SET, PIPS, TRAY, ASIDE)
