"""What is agreed before this game, possibly including another board."""

from __future__ import annotations

from typing import Any, Final

from companion.errors import EditionError, InputError
from companion.gamekit.agreement import Agreement
from companion.games.lauf_rauf.board.plan import board_from_toml
from companion.games.lauf_rauf.board.rulings import LAUF_RULES
from companion.rules import Json

AGREEMENT: Final = Agreement((2, 4), LAUF_RULES)


def agreed(given: Json) -> dict[str, Any]:
    """A new game as the host's page asks for it. Raises InputError, and EditionError also for an invalid board."""
    told = AGREEMENT.agreed(given)
    return told | _board(given.get("board"), len(told["players"]))


def _board(text: object, players: int) -> dict[str, str]:
    """The file of another board; refused if it lacks a colour for one of the players."""
    if text is None:
        return {}
    if not isinstance(text, str):
        raise InputError("setup.malformed")
    if len(board_from_toml(text).colours) < players:
        raise EditionError("lauf.wrong-board", what="colours")
    return {"board": text}


def form(edition: str) -> dict[str, Any]:
    """The form for the host, and the explanation of who begins."""
    return AGREEMENT.form(edition) | {"first": "lauf.page.youngest-begins"}
