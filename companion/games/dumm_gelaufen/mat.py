"""This game's mat and the cards that may lie on it (docs/physical.md, sections 1 and 3)."""

from functools import cache
from typing import Final

from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.mat import Mat, Zone, ZoneKind
from companion.pieces import Pieces, cards, together

MAT: Final = Mat(
    "dumm-gelaufen",
    (0, 1, 2, 3),
    (
        Zone("mac", ZoneKind.ROW, 52, 14, 542, 118),
        Zone("open-left", ZoneKind.PILE, 60, 128, 135, 228),
        Zone("draw", ZoneKind.BLIND, 145, 128, 220, 228),
        Zone("open-right", ZoneKind.PILE, 230, 128, 305, 228),
        Zone("actions", ZoneKind.PILE, 345, 128, 420, 228, at_once=True),
        Zone("claim", ZoneKind.SPREAD, 52, 238, 542, 410),
    ),
)
MARKS: Final = {"MAC-1": "mac"}
"""The card that marks Mac's row never counts among Mac's cards."""


@cache
def pieces(edition: str | None = None) -> Pieces:
    """The cards of an edition, or of all where none is told. Raises EditionError."""
    if edition is None:
        return together(pieces(name) for name in EDITIONS)
    played = load_edition(edition)
    return cards(played.game, (card.code for card in played.cards), MARKS)
