"""Two mats of no game in particular, for whatever must work on any: one with a grid and dice, one with fields for pawns."""

from __future__ import annotations

from companion.mat import Mat, Zone, ZoneKind
from companion.pieces import Piece, PieceKind

CELLS = Mat(
    "cells",
    (4, 5, 6, 7),
    (
        Zone("display", ZoneKind.GRID, 48, 12, 384, 408),
        Zone("tray", ZoneKind.TRAY, 394, 50, 584, 290),
        Zone("kept", ZoneKind.KEPT, 394, 298, 584, 370),
    ),
)
BOARD = Mat(
    "board",
    (8, 9, 10, 11),
    tuple(
        Zone(f"f{i}-{j}", ZoneKind.FIELD, 50 + 30 * i, 45 + 30 * j, 80 + 30 * i, 75 + 30 * j)
        for i in range(11)
        for j in range(11)
    ),
)
PAWNS = {marker: Piece(PieceKind.PAWN, f"pawn-{marker}") for marker in range(16, 29)}
