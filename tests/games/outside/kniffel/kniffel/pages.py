"""This game's part of the pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.kit.score_sheets.table import TableState
from companion.rules import Json
from web.game_pages import GamePages, pages_of

from . import GAME
from .table import SHEETS


def pages(state: Callable[[], TableState | None], setup: Callable[[Json], Json]) -> GamePages:
    """The pages of the game whose state is ``state()`` (None: another game is being played)."""
    return pages_of(
        GAME,
        Path(__file__).parent / "static",
        state,
        setup,
        legal=SHEETS.table.legal_json,
        shared=("pieces.css", "score_sheet.css"),
    )
