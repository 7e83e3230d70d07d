"""The game Lauf Rauf! Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.lauf_rauf import mat, sounds
from companion.games.package import GamePackage, Robots, later
from companion.household import TaughtSet

if TYPE_CHECKING:
    from vision.detector import Detector
    from vision.printing.marks import Mark

__all__ = ["GAME"]

if TYPE_CHECKING:
    from companion.games.lauf_rauf import (
        examples,
        pages,
        painted,
        programs,
        reports,
        robots,
        setup,
        sheets,
        table,
    )
else:
    examples, pages, painted, programs, reports, robots, setup, sheets, table = later(
        __name__,
        *("examples", "pages", "painted", "programs", "reports"),
        *("robots", "setup", "sheets", "table"),
    )


def _detectors(taught: TaughtSet) -> tuple[Detector, ...]:
    from vision.dice.dice_reader import DiceReader
    from vision.pawn_caps import Cap, PawnCaps

    known = {marker: Cap(pawn, mat.PAWN_MM) for marker, pawn in mat.caps().items()}
    return DiceReader(mat.DICE_SET, taught.looks), PawnCaps(known)


def _drawn() -> tuple[Mark, ...]:
    from companion.games.lauf_rauf.board import our_board
    from companion.games.lauf_rauf.sheets import board_marks

    return board_marks(our_board())


GAME: Final = GamePackage(
    module=__name__,
    name="lauf-rauf",
    titles=dict.fromkeys(("de", "en", "nl"), "Lauf Rauf!"),
    players=(2, 4),
    rules=lambda: table.TABLE_GAME,
    editions=(mat.EDITION,),
    payloads=(mat.PAYLOAD,),
    mat=mat.MAT,
    laid=mat.laid,
    pieces=mat.pieces,
    dice=mat.DICE_SET,
    pawns=len(mat.caps()),
    detectors=_detectors,
    setup=setup.agreed,
    setup_form=setup.form,
    pages=pages.pages,
    sounds=sounds.SOUNDS,
    announced=sounds.ANNOUNCED,
    lines=reports.watch_lines,
    sheets=sheets.sheets,
    table_picture=sheets.table_picture,
    drawn=_drawn,
    caps=sheets.cap_sheet,
    painted=lambda: painted.PAINTED,
    examples=lambda: examples.EXAMPLES,
    robots=Robots(("greedy", "random", "beginner"), robots.simulated),
    engine=programs.LaufRauf,
    highlights=reports.highlights,
)
