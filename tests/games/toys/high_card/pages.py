"""High card's part of the pages: a module, a way in of its own, and what a seat may do."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from web.access.guard import Role
from web.game_pages import GamePages, Route

from . import GAME
from .rules import Duel, free, points


def pages(state: Callable[[], Any], setup: Callable[[Any], Any]) -> GamePages:
    """Its pages while the game that stands as ``state()`` is on the table."""
    worth = Route(
        "GET",
        "/api/high-card/worth",
        Role.PUBLIC,
        lambda call: {"points": points(call.query["card"], int(call.query["roll"]))},
    )
    return GamePages(
        name=GAME.name,
        titles=GAME.titles,
        folder=Path(__file__).parent / "static",
        players=GAME.players,
        routes=(worth,),
        legal=lambda player: _offered(state(), player),
        setup=setup,
    )


def _offered(state: Duel, seat: int) -> list[dict[str, Any]]:
    """What a seat may do: roll, whatever the die then shows, or lay a card."""
    if state.over or seat != state.turn:
        return []
    return [{"roll": None}] if state.rolled is None else [{"lay": c} for c in free(state)]
