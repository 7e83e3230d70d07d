"""This game's part of the pages."""

from collections.abc import Callable
from pathlib import Path

from companion.errors import IllegalMove
from companion.games.yatzy import GAME
from companion.games.yatzy.boxes import DICE
from companion.games.yatzy.rules import RULES
from companion.games.yatzy.setup import need_expert
from companion.games.yatzy.table import SHEETS
from companion.kit.score_sheets.table import TableState
from companion.rules import Json
from web.access.guard import Role
from web.game_pages import GamePages, Route, on_the_table, pages_of


def pages(table_state: Callable[[], TableState | None], setup: Callable[[Json], Json]) -> GamePages:
    """The pages of the game whose state is ``table_state()`` (None: another game is being played)."""
    here = on_the_table(table_state)
    return pages_of(
        GAME,
        Path(__file__).parent / "static",
        table_state,
        setup,
        legal=SHEETS.table.legal_json,
        shared=("pieces.css", "score_sheet.css"),
        styles=("advice.css",),
        routes=(Route("GET", "/api/advice", Role.PUBLIC, lambda call: advice(here()), hint=True),),
    )


def advice(table_state: TableState) -> Json:
    """What the expert would do with the dice that lie there: ``keep`` (null: stop), ``box``, ``points`` still to come; ``chances`` of what is open, by box. Raises IllegalMove where no dice lie, LibraryError without numpy."""
    need_expert()
    from companion.games.yatzy.expert import expert  # numpy, and a table

    now = table_state.state
    if len(now.dice) != DICE or table_state.unread is not None or not now.plays:
        raise IllegalMove("score.roll-first")
    more, sheet = RULES.rolls - now.rolls, now.sheets[now.turn]
    knows = expert(now.rulings.sheet, now.rulings.extra)
    best = knows.best(sheet, now.dice, more)
    return {
        "keep": None if len(best.kept) == DICE else list(best.kept),
        "box": best.box,
        "points": round(best.points, 1),
        "chances": knows.chances(sheet, now.dice, more) if more else {},
    }
