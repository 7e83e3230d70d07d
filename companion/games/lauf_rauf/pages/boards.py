"""The household's boards, taught or loaded: stored as their files, chosen by name before a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from companion.errors import InputError
from companion.games.lauf_rauf.board.describing import board_toml
from companion.games.lauf_rauf.board.plan import board_from_toml, our_board
from companion.rules import Json
from web.game_pages import Call

KIND: Final = "boards"


def kept_boards(call: Call) -> Json:
    """All boards to play on: ``choices`` [{``name``, ``value``: its file}], and ``ours``, the file of our own."""
    boards = call.texts(KIND)
    files = ((name, boards.read(name)) for name in boards.names())
    known = [{"name": name, "value": file} for name, file in files if file is not None]
    return {"choices": known, "ours": board_toml(our_board())}


def keep_board(call: Call) -> Json:
    """Store the board of a ``file`` under ``name`` or its own name, or ``forget`` the one
    with a name. Raises InputError, EditionError, SettingsError.
    """
    boards = call.texts(KIND)
    match call.body:
        case {"file": str(file), **more}:
            board = board_from_toml(file)
            board = replace(board, name=str(more.get("name", board.name)))
            boards.keep(board.name, board_toml(board))
        case {"forget": str(name)}:
            boards.forget(name)
        case _:
            raise InputError("setup.malformed")
    return kept_boards(call)


def board_choice() -> dict[str, Any]:
    """The choice in the form for a new game: one of them, or our own."""
    return {"name": "board", "title": "lauf.page.board", "usual": "lauf.page.our-board", "from": "/api/boards"}  # fmt: skip
