"""The game Dumm gelaufen. Its rules are pure: no input or output, no clock, no threads, no global randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.announce import Announcement, Message
from companion.errors import CardError
from companion.gamekit.engine import Engine
from companion.gamekit.feats import Feat
from companion.games.dumm_gelaufen.deck.edition import EDITIONS
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.sounds import ANNOUNCED, SOUNDS
from companion.games.package import (
    Asked,
    GamePackage,
    Lines,
    PaintedGame,
    Robots,
    Statistics,
)
from companion.rules import Game, Json
from companion.words import Words

if TYPE_CHECKING:
    from vision.printing.faces import PrintedFace
    from web.game_pages import GamePages

__all__ = ["GAME"]


def _rules() -> Game[Any]:
    from companion.games.dumm_gelaufen.game import MURPHY

    return MURPHY


def _engine() -> Engine:
    from companion.games.dumm_gelaufen.programs.front import DummGelaufen

    return DummGelaufen()


def _legal(asked: Json) -> Json:
    from companion.games.dumm_gelaufen.programs.front import legal

    return legal(asked)


def _setup(given: Json) -> Json:
    from companion.games.dumm_gelaufen.setup import asked

    return asked(given)


def _setup_form(edition: str) -> Json:
    from companion.games.dumm_gelaufen.pages.catalogue import setup_form

    return setup_form(edition)


def _pages(state: Callable[[], Any], setup: Asked) -> GamePages:
    from companion.games.dumm_gelaufen.pages.part import pages

    return pages(state, setup)


def _sheets(edition: str, words: Words) -> tuple[PrintedFace, ...]:
    from companion.games.dumm_gelaufen.deck.edition import load_edition
    from companion.games.dumm_gelaufen.sheets.faces import faces

    return faces(load_edition(edition), words)


def _lines() -> Lines:
    from companion.games.dumm_gelaufen.lines import Teller

    return Teller()


def _simulate(
    edition: str, players: int, robot: str, games: int, seed: int
) -> Statistics:
    from companion.games.dumm_gelaufen.robots.report import simulated

    return simulated(edition, players, robot, games, seed)


def _painted() -> PaintedGame[Any, Any]:
    from companion.games.dumm_gelaufen.painted.robot_table import RobotTable

    return RobotTable()


def _stranger(edition: str, text: str) -> Message | None:
    from companion.games.dumm_gelaufen.deck.edition import load_edition

    try:
        load_edition(edition).parse_payload(text)
    except CardError as error:
        return None if error.message.key == "card.malformed" else error.message
    return None


def _seat_button(seat: int) -> Json:
    return {"do": "claimant", "player": seat}


def _feats(said: Sequence[Announcement], end: Json) -> Iterable[Feat]:
    from companion.games.dumm_gelaufen.feats import feats

    return feats(said, end)


GAME: Final = GamePackage(
    module=__name__,
    name="dumm-gelaufen",
    titles=dict.fromkeys(("de", "en", "nl"), "Dumm gelaufen"),
    first=True,
    players=(2, 6),
    rules=_rules,
    editions=EDITIONS,
    payloads=("DG1", "DG2"),
    mat=MAT,
    pieces=pieces,
    stranger=_stranger,
    setup=_setup,
    setup_form=_setup_form,
    pages=_pages,
    sounds=SOUNDS,
    announced=ANNOUNCED,
    seat_button=_seat_button,
    done_button={"do": "turn-done"},
    commands={"verify": f"{__name__}.commands.verify"},
    lines=_lines,
    sheets=_sheets,
    robots=Robots(("greedy", "random"), _simulate),
    engine=_engine,
    legal=_legal,
    feats=_feats,
    painted=_painted,
)
