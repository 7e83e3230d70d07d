"""The game Nicht lustig. Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.announce import Announcement
from companion.games.nicht_lustig.mat import DICE_SET, EDITION, MAT, PAYLOAD, pieces
from companion.games.nicht_lustig.setup import AGREEMENT
from companion.games.nicht_lustig.sounds import ANNOUNCED, SOUNDS
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
    from companion.games.nicht_lustig.programs import NichtLustig
    from vision.detector import Detector
    from vision.printing.faces import PrintedFace
    from web.game_pages import GamePages

__all__ = ["GAME"]


def _rules() -> Game[Any]:
    from companion.games.nicht_lustig.table import TABLE_GAME

    return TABLE_GAME


def _engine() -> NichtLustig:
    from companion.games.nicht_lustig.programs import NichtLustig

    return NichtLustig()


def _pages(state: Callable[[], Any], setup: Asked) -> GamePages:
    from companion.games.nicht_lustig.pages import pages

    return pages(state, setup)


def _sheets(edition: str, words: Words) -> tuple[PrintedFace, ...]:
    from companion.games.nicht_lustig.sheets import faces

    return faces(words)


def _detectors(taught: TaughtSet) -> tuple[Detector, ...]:
    from vision.dice.dice_reader import DiceReader

    return (DiceReader(DICE_SET, taught.looks),)


def _painted() -> PaintedGame[Any, Any]:
    from companion.games.nicht_lustig.painted import PAINTED

    return PAINTED


def _lines() -> Lines:
    from companion.games.nicht_lustig.reports import watch_lines

    return watch_lines()


def _simulate(
    edition: str, players: int, robot: str, games: int, seed: int
) -> Statistics:
    from companion.games.nicht_lustig.robots import simulated

    return simulated(edition, players, robot, games, seed)


def _highlights(said: Sequence[Announcement], end: Json) -> Iterable[Highlight]:
    from companion.games.nicht_lustig.reports import highlights

    return highlights(said, end)


GAME: Final = GamePackage(
    module=__name__,
    name="nicht-lustig",
    titles=dict.fromkeys(("de", "en", "nl"), "Nicht lustig"),
    players=AGREEMENT.players,
    rules=_rules,
    editions=(EDITION,),
    payloads=(PAYLOAD,),
    mat=MAT,
    pieces=pieces,
    dice=DICE_SET,
    detectors=_detectors,
    setup=AGREEMENT.agreed,
    setup_form=AGREEMENT.form,
    pages=_pages,
    sounds=SOUNDS,
    announced=ANNOUNCED,
    done_button={"do": "done"},
    lines=_lines,
    sheets=_sheets,
    robots=Robots(("greedy", "random"), _simulate),
    painted=_painted,
    engine=_engine,
    legal=lambda asked: _engine().legal(asked),
    highlights=_highlights,
    score=lambda asked: _engine().score(asked),
)
