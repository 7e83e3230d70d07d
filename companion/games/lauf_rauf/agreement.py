"""What is agreed before this game; another board than our own may be brought."""

from __future__ import annotations

from typing import Any, Final

from companion.errors import EditionError, InputError
from companion.gamekit.agreement import Agreement
from companion.games.lauf_rauf.board.plan import board_from_toml
from companion.games.lauf_rauf.board.rulings import LAUF_RULES
from companion.rules import Json

AGREEMENT: Final = Agreement((2, 4), LAUF_RULES)


def agreed(given: Json) -> dict[str, Any]:
    """A new game as the host's page asks for it. Raises InputError, EditionError, for a board that cannot be, too."""
    told = AGREEMENT.agreed(given)
    return told | _board(given.get("board"), len(told["players"]))


def _board(text: object, players: int) -> dict[str, str]:
    """The file of another board than our own; one that has no colour for somebody is none."""
    if text is None:
        return {}
    if not isinstance(text, str):
        raise InputError("setup.malformed")
    if len(board_from_toml(text).colours) < players:
        raise EditionError("lauf.wrong-board", what="colours")
    return {"board": text}


def form(edition: str) -> dict[str, Any]:
    """What the host is asked, and what beginning means."""
    return AGREEMENT.form(edition) | {"first": "lauf.page.youngest-begins"}
