"""What is agreed before a game, of what the host's page asks for, and what the page is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.errors import EditionError, InputError
from companion.games.lauf_rauf.board.plan import board_from_toml
from companion.games.lauf_rauf.board.rulings import LAUF_RULES, lauf_rules
from companion.rules import Json
from companion.seating import turned

SEATS: Final = (2, 4)


def agreed(given: Json) -> dict[str, Any]:
    """A new game as the host's page asks for it: names in seat order, so that the first begins.

    Raises InputError for names that are empty, too long or twice the same, or
    too few or many of them, EditionError for a setting or a board that cannot be.
    """
    names, rulings = turned(given), given.get("rulings") or {}
    fewest, most = SEATS
    if not fewest <= len(names) <= most:
        raise InputError("lauf.players", fewest=fewest, most=most)
    if not isinstance(rulings, Mapping):
        raise InputError("setup.malformed")
    told = {"players": names, "rulings": lauf_rules(rulings).to_json()}
    return told | _board(given.get("board"), len(names))


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
    """How many play, and how the open rules are read."""
    rules = [
        {"name": r.name, "values": list(r.values), "value": r.default}
        for r in LAUF_RULES
    ]
    return {
        "players": list(SEATS),
        "rulings": rules,
        "first": "lauf.page.youngest-begins",
    }
