"""Lauf Rauf! for programs: positions, their legal moves and outcomes, and the function behind `murphy legal`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from typing import Any, Final

from companion.errors import InputError, quoted
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import Board, board_from_toml, our_board
from companion.games.lauf_rauf.notation import (
    json_from_text,
    move_from_text,
    move_text,
    state_from_json,
    state_json,
)
from companion.games.lauf_rauf.rules.fold import evolve
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.rules.moves import decide
from companion.games.lauf_rauf.setup import AGREEMENT
from companion.kit.positions import (
    WrittenMove,
    asked_object,
    object_of,
    seat_number,
    whole_number,
)
from companion.rules import Json
from companion.seating import can_play


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable. ``str()`` is its text, which ``game.position`` parses.

    Dice and cards follow ``seed``: the same position with the same seed and moves
    develops the same way. Positions are equal regardless of their seeds.
    """

    state: m.State
    seed: int = field(default=0, compare=False)

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

    def legal(self) -> tuple[WrittenMove[m.Move], ...]:
        """The legal moves, sorted by their texts; throws and cards without their outcomes."""
        return tuple(
            sorted(
                (WrittenMove(move, move_text) for move in legal(self.state)), key=str
            )
        )

    def play(
        self, move: WrittenMove[m.Move] | m.Move | str | Mapping[str, Any]
    ) -> Position:
        """The position after a move: a value, its text, or JSON, ``{"move": "run L13 8"}``. Raises IllegalMove, InputError."""
        match move:
            case WrittenMove(move=value):
                said = value
            case str(text) | {"move": str(text)}:
                said = move_from_text(text)
            case _ if isinstance(move, m.Move):
                said = move
            case _:
                raise InputError("lauf.no-move", what=quoted(move))
        rng = Random(self.seed)
        after = reduce(evolve, decide(self.state, said, rng), self.state)
        return Position(after, rng.getrandbits(32))

    def seen_by(self, seat: int) -> Position:
        """What a seat sees: everything, as everybody does. Raises InputError for an invalid seat."""
        seat_number(seat, len(self.state.colours))
        return self

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values, which ``game.position`` parses."""
        return state_json(self.state)

    def __str__(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"))

    def __repr__(self) -> str:
        return str(self)


NAME: Final = "lauf-rauf"


class LaufRauf:
    """The game as ``companion.game("lauf-rauf")`` returns it, on our own board or another."""

    name = NAME

    def __repr__(self) -> str:
        return f"companion.game({self.name!r})"

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or our_board()

    def on(self, board_file: str) -> LaufRauf:
        """The same game on the board in a file's text. Raises EditionError."""
        return LaufRauf(board_from_toml(board_file))

    def deal(self, players: int = 4, seed: int = 1) -> Position:
        """The game before its first roll; the same seed gives the same throws. Raises InputError."""
        fewest, most = AGREEMENT.players
        count, fixed = whole_number(players, "players"), whole_number(seed, "seed")
        can_play(count, (fewest, min(most, len(self.board.colours))))
        return Position(m.start(count, board=self.board), fixed)

    def position(self, told: str | Json, *, seed: int = 0) -> Position:
        """The position given as text or JSON (docs/notation.md). Raises InputError, EditionError."""
        fields = json_from_text(told) if isinstance(told, str) else told
        state = state_from_json(object_of(fields, "position"), self.board)
        return Position(state, whole_number(seed, "seed"))

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
