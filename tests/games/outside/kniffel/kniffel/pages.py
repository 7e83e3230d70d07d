"""This game's part of the pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.rules import Json
from web.game_pages import GamePages, pages_of

from . import GAME
from . import model as m
from .state import TableState
from .table import may_decide


def pages(
    state: Callable[[], TableState | None], setup: Callable[[Json], Json]
) -> GamePages:
    """The pages of the game whose state is ``state()`` (None: another game is being played)."""
    return pages_of(
        GAME,
        Path(__file__).parent / "static",
        state,
        setup,
        legal=lambda now, seat: [
            m.MOVES.to_json(move) for move in may_decide(now, seat)
        ],
        shared=("pieces.css",),
        styles=("sheet.css",),
    )
