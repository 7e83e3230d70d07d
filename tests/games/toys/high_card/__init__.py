"""High card, a toy: two players roll a die and lay cards; a card that is no higher than the roll counts its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from companion.errors import InputError
from companion.games.package import Asked, GamePackage, Lines, PaintedGame, Robots
from companion.kit.examples import Examples
from companion.kit.positions import Engine
from companion.kit.robots import ManyGames, Simulation
from companion.kit.setup import Agreement
from companion.kit.watch_lines import AnnouncedLines
from companion.mat import Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die, Pieces, cards
from companion.rules import Game, Json
from companion.sounds import beats

if TYPE_CHECKING:
    from web.game_pages import GamePages

CARDS: Final = ("T01-1", "T02-1", "T03-1", "T04-1", "T05-1", "T06-1")
AGREEMENT: Final = Agreement((2, 2), ())
MAT: Final = Mat(
    "high-card",
    (40, 41, 42, 43),
    (Zone("row", ZoneKind.ROW, 52, 14, 542, 118), Zone("tray", ZoneKind.TRAY, 60, 128, 305, 228)),
)


def _rules() -> Game[Any]:
    from .rules import HighCard

    return HighCard()


def _engine() -> Engine[Any]:
    from .programs import HighCardEngine

    return HighCardEngine()


def _simulate(asked: Simulation) -> ManyGames:
    from .programs import simulated

    return simulated(asked)


def _examples() -> Examples:
    from .examples import EXAMPLES

    return EXAMPLES


def _lines() -> Lines:
    return AnnouncedLines(lambda zones, said: said.say("watch.table", zones=str(dict(zones))))


def _painted() -> PaintedGame[Any, Any]:
    from .painted import PAINTED

    return PAINTED


def _pages(state: Callable[[], Any], setup: Asked) -> GamePages:
    from .pages import pages

    return pages(state, setup)


def _pieces(edition: str | None) -> Pieces:
    return cards("TY1", CARDS)


def _points(asked: Json) -> int:
    from .rules import points

    match asked:
        case {"card": str(card), "dice": {"white": int(rolled)}} if card in CARDS:
            return points(card, rolled)
        case _:
            raise InputError("high-card.no-question")


GAME: Final = GamePackage(
    module=__name__,
    name="high-card",
    titles={"de": "Hohe Karte", "en": "High card", "nl": "Hoge kaart"},
    players=(2, 2),
    setup=AGREEMENT.agreed,
    setup_form=AGREEMENT.form,
    rules=_rules,
    payloads=("TY1",),
    mat=MAT,
    pieces=_pieces,
    dice=DiceSet((Die("white"),)),
    announced=("laid",),
    sounds={"laid": beats(("A4", 0.1))},
    lines=_lines,
    robots=Robots(("greedy",), _simulate),
    engine=_engine,
    examples=_examples,
    painted=_painted,
    pages=_pages,
    score=lambda asked: {"points": _points(asked)},
)
