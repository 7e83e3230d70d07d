"""One moment of a game for programs: the legal moves, and their outcomes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from typing import Any

from companion.errors import InputError, quoted
from companion.gamekit.arguments import seat_number
from companion.gamekit.engine import WrittenMove
from companion.games.lauf_rauf.model.evolve import evolve
from companion.games.lauf_rauf.model.moves import LaufMove
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.programs.notation import (
    move_from_text,
    move_text,
    standing_json,
)
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.rules.rulebook import decide


@dataclass(frozen=True, slots=True)
class LaufPosition:
    """One moment of a game; immutable. ``str()`` is its text, which ``game.position`` parses.

    Dice and cards follow ``seed``: the same position with the same seed and moves
    develops the same way. Positions are equal regardless of their seeds.
    """

    standing: Standing
    seed: int = field(default=0, compare=False)

    @property
    def player(self) -> int | None:
        """The seat whose turn it is; None if the game is over."""
        return None if self.over else self.standing.turn

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.standing.winner is not None

    @property
    def winner(self) -> str | None:
        """The colour that has won."""
        return self.standing.winner

    def legal(self) -> tuple[WrittenMove[LaufMove], ...]:
        """The legal moves, sorted by their texts; throws and cards without their outcomes."""
        return tuple(
            sorted((WrittenMove(m, move_text) for m in legal(self.standing)), key=str)
        )

    def play(
        self, move: WrittenMove[LaufMove] | LaufMove | str | Mapping[str, Any]
    ) -> LaufPosition:
        """The position after a move: a value, its text, or JSON, ``{"move": "run L13 8"}``. Raises IllegalMove, InputError."""
        match move:
            case WrittenMove(move=value):
                said = value
            case str(text) | {"move": str(text)}:
                said = move_from_text(text)
            case _ if isinstance(move, LaufMove):
                said = move
            case _:
                raise InputError("lauf.no-move", what=quoted(move))
        rng = Random(self.seed)
        after = reduce(evolve, decide(self.standing, said, rng), self.standing)
        return LaufPosition(after, rng.getrandbits(32))

    def seen_by(self, seat: int) -> LaufPosition:
        """What a seat sees: everything, as everybody does. Raises InputError for an invalid seat."""
        seat_number(seat, len(self.standing.colours))
        return self

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values, which ``game.position`` parses."""
        return standing_json(self.standing)

    def __str__(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"))

    def __repr__(self) -> str:
        return str(self)
