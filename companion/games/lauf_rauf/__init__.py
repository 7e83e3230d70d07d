"""The game Lauf Rauf! Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.announce import Announcement
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
from companion.games.package import (
    Asked,
    GamePackage,
    Lines,
    PaintedGame,
    Robots,
    Statistics,
)
from companion.household.taught_dice import TaughtSet
from companion.kit.highlights import Highlight
from companion.rules import Game, Json
from companion.words import Words

if TYPE_CHECKING:
    from companion.games.lauf_rauf.programs import LaufRauf
    from vision.detector import Detector
    from vision.printing.caps import CapSheet
    from vision.printing.faces import PrintedFace
    from vision.printing.marks import Mark
    from web.game_pages import GamePages

__all__ = ["GAME"]


def _rules() -> Game[Any]:
    from companion.games.lauf_rauf.table import TABLE_GAME

    return TABLE_GAME


def _engine() -> LaufRauf:
    from companion.games.lauf_rauf.programs import LaufRauf

    return LaufRauf()


def _setup(given: Json) -> Json:
    from companion.games.lauf_rauf.setup import agreed

    return agreed(given)


def _setup_form(edition: str) -> Json:
    from companion.games.lauf_rauf.setup import form

    return form(edition)


def _pages(state: Callable[[], Any], setup: Asked) -> GamePages:
    from companion.games.lauf_rauf.pages import pages

    return pages(state, setup)


def _detectors(taught: TaughtSet) -> tuple[Detector, ...]:
    from vision.dice.dice_reader import DiceReader
    from vision.pawn_caps import Cap, PawnCaps

    known = {marker: Cap(pawn, PAWN_MM) for marker, pawn in caps().items()}
    return DiceReader(DICE_SET, taught.looks), PawnCaps(known)


def _sheets(edition: str, words: Words) -> tuple[PrintedFace, ...]:
    from companion.games.lauf_rauf.sheets import faces

    return faces(words)


def _drawn() -> tuple[Mark, ...]:
    from companion.games.lauf_rauf.board import our_board
    from companion.games.lauf_rauf.sheets import board_marks

    return board_marks(our_board())


def _caps(words: Words) -> CapSheet:
    from companion.games.lauf_rauf.sheets import cap_sheet

    return cap_sheet(words)


def _lines() -> Lines:
    from companion.games.lauf_rauf.reports import watch_lines

    return watch_lines()


def _painted() -> PaintedGame[Any, Any]:
    from companion.games.lauf_rauf.painted import PAINTED

    return PAINTED


def _simulate(
    edition: str, players: int, robot: str, games: int, seed: int
) -> Statistics:
    from companion.games.lauf_rauf.robots import simulated

    return simulated(edition, players, robot, games, seed)


def _highlights(said: Sequence[Announcement], end: Json) -> Iterable[Highlight]:
    from companion.games.lauf_rauf.reports import highlights

    return highlights(said, end)


GAME: Final = GamePackage(
    module=__name__,
    name="lauf-rauf",
    titles=dict.fromkeys(("de", "en", "nl"), "Lauf Rauf!"),
    players=(2, 4),
    rules=_rules,
    editions=(EDITION,),
    payloads=(PAYLOAD,),
    mat=MAT,
    laid=laid,
    pieces=pieces,
    dice=DICE_SET,
    pawns=len(caps()),
    detectors=_detectors,
    setup=_setup,
    setup_form=_setup_form,
    pages=_pages,
    sounds=SOUNDS,
    announced=ANNOUNCED,
    done_button={"do": "done"},
    lines=_lines,
    sheets=_sheets,
    drawn=_drawn,
    caps=_caps,
    painted=_painted,
    robots=Robots(("greedy", "random", "beginner"), _simulate),
    engine=_engine,
    legal=lambda asked: _engine().legal(asked),
    highlights=_highlights,
)
