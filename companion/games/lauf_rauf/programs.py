"""Lauf Rauf! for programs: positions, their legal moves and outcomes, and the function behind `murphy legal`."""

from __future__ import annotations

from typing import Any

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf import rules
from companion.games.lauf_rauf.notation import LIKE, move_from_text, notation
from companion.games.lauf_rauf.setup import AGREEMENT
from companion.kit import positions as kit
from companion.rules import Json


class Position(kit.Position[m.State, m.Move]):
    """One moment of a game; everything is public."""

    __slots__ = ()

    @property
    def players(self) -> int:
        """How many colours play."""
        return len(self.state.colours)

    @property
    def player(self) -> int | None:
        """The seat whose turn it is; None if the game is over."""
        return None if self.over else self.state.turn

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.state.winner is not None

    @property
    def winner(self) -> str | None:
        """The colour that has won."""
        return self.state.winner

    def legal(self) -> tuple[m.Move, ...]:
        """The legal moves, sorted by their texts; throws and cards without their outcomes."""
        return tuple(sorted(super().legal(), key=str))

    def move_of_text(self, text: str) -> m.Move:
        """The move in a text. Raises ValueError."""
        return move_from_text(text)

    def move_json(self, move: m.Move) -> dict[str, Any]:
        """``{"move": "run L13 8"}``."""
        return {"move": str(move)}

    def move_of_json(self, data: Json) -> m.Move:
        """The move of ``{"move": "run L13 8"}``. Raises ValueError."""
        match data:
            case {"move": str(text)}:
                return move_from_text(text)
        raise ValueError(data)


class LaufRauf(kit.Engine[Position]):
    """The game as ``companion.game("lauf-rauf")`` returns it, on our own board or another."""

    name = "lauf-rauf"
    made = Position
    rules = rules
    moves = m.MOVES
    like = LIKE

    def __init__(self, board: b.Board | None = None) -> None:
        self.board = board or b.our_board()
        self.notation = notation(self.board)
        fewest, most = AGREEMENT.players
        self.seats = fewest, min(most, len(self.board.colours))

    def __repr__(self) -> str:
        ours = self.board == b.our_board()
        on = "" if ours else f".on({b.board_toml(self.board)!r})"
        return f"{super().__repr__()}{on}"

    def on(self, board_file: str) -> LaufRauf:
        """The same game on the board in a file's text. Raises EditionError."""
        return LaufRauf(b.board_from_toml(board_file))

    def start(self, players: int) -> m.State:
        """The game before its first roll."""
        return m.start(players, board=self.board)

    def deal(self, players: int = 4, seed: int = 1) -> Position:
        """The game before its first roll; the same seed gives the same throws. Raises InputError."""
        return super().deal(players, seed)

    def legal(self, asked: Json) -> dict[str, Any]:
        """What is legal after the rolls of a turn, the answer of `murphy legal`: ``{"position", "rolls"}`` in, ``{"actions"}``, sorted, out. Raises InputError."""
        told = kit.asked_object(asked).get("position")
        rolls = {"rolls": asked["rolls"]} if "rolls" in asked else {}
        state = self.notation.read(told, rolls)
        return {"actions": [str(move) for move in self.at(state).legal()]}
