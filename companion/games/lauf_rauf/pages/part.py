"""This game's part of the pages: its files, and the functions that the shell calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.games.lauf_rauf import GAME
from companion.games.lauf_rauf.agreement import agreed, form
from companion.games.lauf_rauf.board.describing import board_json, board_toml
from companion.games.lauf_rauf.board.plan import our_board
from companion.games.lauf_rauf.pages.boards import (
    board_choice,
    keep_board,
    kept_boards,
)
from companion.games.lauf_rauf.programs.notation import move_text
from companion.games.lauf_rauf.tracker.sitting import LaufSitting
from companion.games.lauf_rauf.tracker.tapping import may_decide
from companion.mat import A2_MM
from companion.rules import Json
from web.access.guard import Role
from web.game_pages import Call, GamePages, Route, on_the_table

HERE: Final = Path(__file__).parent


def pages(
    sitting: Callable[[], LaufSitting | None], setup: Callable[[Json], Json]
) -> GamePages:
    """The pages of the game whose state is ``sitting()`` (None: another game is being played)."""

    here = on_the_table(sitting)

    def board(call: Call) -> Json:
        now = sitting()
        plan = our_board() if now is None else now.standing.board
        return board_json(plan) | {"file": board_toml(plan), "mat": list(A2_MM)}

    return GamePages(
        name=GAME.name,
        titles=GAME.titles,
        folder=HERE / "static",
        prints=GAME.prints,
        styles=("mountain.css",),
        routes=(
            Route("GET", "/api/board", Role.PUBLIC, board),
            Route("GET", "/api/boards", Role.PUBLIC, kept_boards),
            Route("POST", "/api/boards", Role.HOST, keep_board),
        ),
        players=GAME.players,
        forms={GAME.edition: form(GAME.edition) | {"choices": [board_choice()]}},
        legal=lambda player: [
            {"move": move_text(m)} for m in may_decide(here(), player)
        ],  # fmt: skip
        setup=lambda given: setup(agreed(given)),
        anybodys=lambda correction: _anybodys(here(), correction),
        past=lambda sitting: {"plan": board_json(sitting.standing.board)},
    )


def _anybodys(sitting: LaufSitting, correction: Json) -> bool:
    """Whether any seat may make a correction: ending or giving a turn, and the call, and nothing beyond that."""
    playing = sitting.goes_on
    match correction:
        case {"do": "done" | "huckauf", **more}:
            return not more and playing
        case {"do": "turn", "player": int(), **more}:
            return not more and playing
        case _:
            return False
