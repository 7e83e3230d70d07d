"""What is agreed before this game, possibly including the players' colours and another board."""

from typing import Any, Final

from companion.errors import EditionError, InputError
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.kit.setup import Agreement
from companion.rules import Json

AGREEMENT: Final = Agreement((2, 4), m.OPEN_RULES)


def agreed(given: Json) -> dict[str, Any]:
    """A new game as the host's page asks for it. Raises InputError, and EditionError also for an invalid board."""
    told = AGREEMENT.agreed(given)
    board = _board(given.get("board"), len(told["players"]))
    return told | board | _colours(given, board)


def _board(text: object, players: int) -> dict[str, str]:
    """The file of another board; refused if it lacks a colour for one of the players."""
    if text is None:
        return {}
    if not isinstance(text, str):
        raise InputError("setup.malformed")
    if len(b.board_from_toml(text).colours) < players:
        raise EditionError("lauf.wrong-board", what="colours")
    return {"board": text}


def _colours(given: Json, board: dict[str, str]) -> dict[str, list[str]]:
    """The colours that the players chose, in the order in which they play."""
    chosen = given.get("colours")
    if chosen is None:
        return {}
    there = (b.board_from_toml(board["board"]) if board else b.our_board()).colours
    names = [c for c in chosen if isinstance(c, str)] if isinstance(chosen, list) else []  # fmt: skip
    if len(names) != len(given["players"]) or len(set(names)) < len(names) or not set(names) <= set(there):  # fmt: skip
        raise InputError("lauf.no-such-colours")
    first = given.get("first", 0)
    return {"colours": [*names[first:], *names[:first]]}


def form(edition: str) -> dict[str, Any]:
    """The form for the host, the explanation of who begins, and the colours to choose from, with those that are usual by number of players."""
    fewest, most = AGREEMENT.players
    usual = {
        str(n): list(m.usual_colours(n, b.our_board())) for n in range(fewest, most + 1)
    }
    colours = {"name": "colours", "title": "lauf.page.colour-of", "word": "colour", "values": list(b.our_board().colours), "usual": usual}  # fmt: skip
    return AGREEMENT.form(edition) | {"first": "lauf.page.youngest-begins", "each": colours}  # fmt: skip
