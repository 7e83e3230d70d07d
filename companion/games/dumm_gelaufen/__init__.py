"""The game Dumm gelaufen. Its rules are pure: no input or output, no clock, no threads, no global randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.announce import Announcement, Message
from companion.errors import CardError
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
from companion.kit.examples import Examples
from companion.kit.highlights import Highlight
from companion.kit.positions import Engine
from companion.rules import Game, Json
from companion.words import Words

if TYPE_CHECKING:
    from vision.printing.faces import PrintedFace
    from vision.printing.poster import TablePicture
    from web.game_pages import GamePages

__all__ = ["GAME"]


def _rules() -> Game[Any]:
    from companion.games.dumm_gelaufen.table import TABLE_GAME

    return TABLE_GAME


def _engine() -> Engine[Any]:
    from companion.games.dumm_gelaufen.programs import DummGelaufen

    return DummGelaufen()


def _legal(asked: Json) -> Json:
    return _engine().legal(asked)


def _setup(given: Json) -> Json:
    from companion.games.dumm_gelaufen.setup import agreed

    return agreed(given)


def _setup_form(edition: str) -> Json:
    from companion.games.dumm_gelaufen.setup import setup_form

    return setup_form(edition)


def _pages(state: Callable[[], Any], setup: Asked) -> GamePages:
    from companion.games.dumm_gelaufen.pages import pages

    return pages(state, setup)


def _sheets(edition: str, words: Words) -> tuple[PrintedFace, ...]:
    from companion.games.dumm_gelaufen.deck.edition import load_edition
    from companion.games.dumm_gelaufen.sheets import faces

    return faces(load_edition(edition), words)


def _table_picture(view: Json, state: Any, words: Words) -> TablePicture:
    from companion.games.dumm_gelaufen.sheets import table_picture

    return table_picture(view, state, words)


def _lines() -> Lines:
    from companion.games.dumm_gelaufen.reports import WatchLines

    return WatchLines()


def _simulate(
    edition: str, players: int, robot: str, games: int, seed: int
) -> Statistics:
    from companion.games.dumm_gelaufen.robots import simulated

    return simulated(edition, players, robot, games, seed)


def _painted() -> PaintedGame[Any, Any]:
    from companion.games.dumm_gelaufen.painted import PAINTED

    return PAINTED


def _stranger(edition: str, text: str) -> Message | None:
    from companion.games.dumm_gelaufen.deck.edition import load_edition

    try:
        load_edition(edition).parse_payload(text)
    except CardError as error:
        return None if error.message.key == "card.malformed" else error.message
    return None


def _seat_button(seat: int) -> Json:
    return {"do": "claimant", "player": seat}


def _examples() -> Examples:
    from companion.games.dumm_gelaufen.examples import EXAMPLES

    return EXAMPLES


def _highlights(said: Sequence[Announcement], end: Json) -> Iterable[Highlight]:
    from companion.games.dumm_gelaufen.reports import highlights

    return highlights(said, end)


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
    commands={"verify": f"{__name__}.verify"},
    lines=_lines,
    sheets=_sheets,
    table_picture=_table_picture,
    robots=Robots(("greedy", "random"), _simulate),
    engine=_engine,
    legal=_legal,
    highlights=_highlights,
    painted=_painted,
    examples=_examples,
)
