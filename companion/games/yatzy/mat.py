"""This game's mat, one page of A4, and its dice: a tray, and a strip for what is kept (docs/physical.md, section 6)."""

from typing import Final

from companion.games.yatzy.boxes import DICE
from companion.kit.dice import PIPS, Tray
from companion.mat import A4_MM, Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die

COLOUR: Final = "white"
TRAY: Final = "tray"
KEPT: Final = "kept"
MAT: Final = Mat(
    "yatzy",
    (12, 13, 14, 15),
    (Zone(TRAY, ZoneKind.TRAY, 36, 10, 206, 200), Zone(KEPT, ZoneKind.KEPT, 214, 10, 261, 200)),
    A4_MM,
)
DICE_SET: Final = DiceSet((Die(COLOUR),) * DICE, (10.0, 20.0))
SEEN: Final = Tray(DICE_SET, PIPS, TRAY, KEPT)
