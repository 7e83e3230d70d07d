"""Lauf Rauf! for programs: positions, and the function behind `murphy legal`."""

from __future__ import annotations

from typing import Any, Final

from companion.gamekit.arguments import asked_object, object_of, whole_number
from companion.games.lauf_rauf.agreement import AGREEMENT
from companion.games.lauf_rauf.board.plan import PawnBoard, board_from_toml, our_board
from companion.games.lauf_rauf.model.standing import first_standing
from companion.games.lauf_rauf.programs.position import LaufPosition
from companion.games.lauf_rauf.programs.reading import (
    json_from_text,
    standing_from_json,
)
from companion.rules import Json
from companion.seating import can_play

NAME: Final = "lauf-rauf"


class LaufRauf:
    """The game as ``companion.game("lauf-rauf")`` returns it, on our own board or another."""

    name = NAME

    def __repr__(self) -> str:
        return f"companion.game({self.name!r})"

    def __init__(self, board: PawnBoard | None = None) -> None:
        self.board = board or our_board()

    def on(self, board_file: str) -> LaufRauf:
        """The same game on the board in a file's text. Raises EditionError."""
        return LaufRauf(board_from_toml(board_file))

    def deal(self, players: int = 4, seed: int = 1) -> LaufPosition:
        """The game before its first roll; the same seed gives the same throws. Raises InputError."""
        fewest, most = AGREEMENT.players
        count, fixed = whole_number(players, "players"), whole_number(seed, "seed")
        can_play(count, (fewest, min(most, len(self.board.colours))))
        return LaufPosition(first_standing(count, board=self.board), fixed)

    def position(self, told: str | Json, *, seed: int = 0) -> LaufPosition:
        """The position given as text or JSON (docs/notation.md). Raises InputError, EditionError."""
        fields = json_from_text(told) if isinstance(told, str) else told
        standing = standing_from_json(object_of(fields, "position"), self.board)
        return LaufPosition(standing, whole_number(seed, "seed"))

    def legal(self, asked: Json) -> dict[str, Any]:
        """What is legal after the rolls of a turn: the answer of `murphy legal`. Raises InputError, EditionError."""
        return legal_answer(asked)


def legal_answer(asked: Json) -> dict[str, Any]:
    """``{"position", "rolls"}`` in, on our own board; ``{"actions"}``, sorted, out. Raises InputError, EditionError."""
    told = asked_object(asked).get("position")
    if isinstance(told, str):
        told = json_from_text(told)
    told = object_of(told, "position")
    rolls = asked.get("rolls", told.get("rolls", ()))
    position = LaufRauf().position({**told, "rolls": rolls})
    return {"actions": [str(move) for move in position.legal()]}
