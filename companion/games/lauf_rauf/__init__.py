"""The game Lauf Rauf! Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.lauf_rauf.mat import (
    DICE_SET,
    EDITION,
    MAT,
    PAWN_MM,
    PAYLOAD,
    caps,
    laid,
    pieces,
)
from companion.games.lauf_rauf.sounds import ANNOUNCED, SOUNDS
from companion.games.package import GamePackage, Later, Robots
from companion.household.taught_dice import TaughtSet

if TYPE_CHECKING:
    from vision.detector import Detector
    from vision.printing.marks import Mark

__all__ = ["GAME"]

LATER: Final = Later(__name__)


def _detectors(taught: TaughtSet) -> tuple[Detector, ...]:
    from vision.dice.dice_reader import DiceReader
    from vision.pawn_caps import Cap, PawnCaps

    known = {marker: Cap(pawn, PAWN_MM) for marker, pawn in caps().items()}
    return DiceReader(DICE_SET, taught.looks), PawnCaps(known)


def _drawn() -> tuple[Mark, ...]:
    from companion.games.lauf_rauf.board import our_board
    from companion.games.lauf_rauf.sheets import board_marks

    return board_marks(our_board())


GAME: Final = GamePackage(
    module=__name__,
    name="lauf-rauf",
    titles=dict.fromkeys(("de", "en", "nl"), "Lauf Rauf!"),
    players=(2, 4),
    rules=LATER.value("table.TABLE_GAME"),
    editions=(EDITION,),
    payloads=(PAYLOAD,),
    mat=MAT,
    laid=laid,
    pieces=pieces,
    dice=DICE_SET,
    pawns=len(caps()),
    detectors=_detectors,
    setup=LATER.call("setup.agreed"),
    setup_form=LATER.call("setup.form"),
    pages=LATER.call("pages.pages"),
    sounds=SOUNDS,
    announced=ANNOUNCED,
    done_button={"do": "done"},
    lines=LATER.call("reports.watch_lines"),
    sheets=lambda edition, words: LATER.call("sheets.faces")(words),
    drawn=_drawn,
    caps=LATER.call("sheets.cap_sheet"),
    painted=LATER.value("painted.PAINTED"),
    robots=Robots(("greedy", "random", "beginner"), LATER.call("robots.simulated")),
    engine=LATER.call("programs.LaufRauf"),
    legal=LATER.call("programs.legal_answer"),
    highlights=LATER.call("reports.highlights"),
)
