"""This game's mat, its cards with a tag on either side, and its dice (docs/physical.md, sections 6 and 7)."""

from typing import Final

from companion.games.nicht_lustig import pieces as p
from companion.mat import Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die, Pieces, two_faced_cards
from companion.table import Table

PAYLOAD: Final = "NL1"
EDITION: Final = "boxed"
"""There is one edition."""
DISPLAY: Final = "display"
TRAY: Final = "tray"
KEPT: Final = "kept"

MAT: Final = Mat(
    "nicht-lustig",
    (4, 5, 6, 7),
    (
        Zone(DISPLAY, ZoneKind.GRID, 48, 12, 384, 408),
        Zone(TRAY, ZoneKind.TRAY, 394, 50, 584, 290),
        Zone(KEPT, ZoneKind.KEPT, 394, 298, 584, 370),
    ),
)
VALUES: Final = ("1", "2", "3", "4", "5", "symbol")
DICE_SET: Final = DiceSet(
    tuple(Die(colour, VALUES) for colour in (*p.COLOURED, *p.COLOURED, p.PINK))
)


def displayed(table: Table) -> frozenset[str]:
    """The targets that lie in the display, whichever side is up."""
    return frozenset(code.rpartition("-")[0] for code in table[DISPLAY])


def pieces(edition: str | None = None) -> Pieces:
    """The 37 cards, both sides of each."""
    return two_faced_cards(PAYLOAD, p.CARDS)
