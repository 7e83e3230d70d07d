"""One moment of a game for programs: the legal moves, and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from typing import Any

from companion.errors import InputError, quoted
from companion.gamekit.arguments import seat_number
from companion.gamekit.engine import WrittenMove
from companion.games.nicht_lustig.model.decisions import DECISIONS, Decision
from companion.games.nicht_lustig.model.fold import happen
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.programs.texts import (
    decision_from_text,
    position_text,
)
from companion.games.nicht_lustig.programs.writing import decision_text, situation_json
from companion.games.nicht_lustig.rules.following import reckoned
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.rules.rulebook import decide


@dataclass(frozen=True, slots=True)
class LustigPosition:
    """One moment of a game; immutable. ``str()`` is its text, which ``game.position`` parses.

    The dice follow ``seed``: the same position with the same seed and moves develops
    the same way. Positions are equal regardless of their seeds.
    """

    situation: Situation
    seed: int = field(default=0, compare=False)

    @property
    def player(self) -> int | None:
        """The seat whose decision it is; None if there is none."""
        found = legal(self.situation)
        return found[0].player if found else None

    @property
    def over(self) -> bool:
        """Whether the points have been counted."""
        return self.situation.now == "over"

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points if the game ended now, with the professors' dice as rolled so far."""
        return reckoned(self.situation).points

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the game is over."""
        return reckoned(self.situation).winners if self.over else ()

    def legal(self) -> tuple[WrittenMove[Decision], ...]:
        """The legal moves; throws are without their values."""
        return tuple(WrittenMove(move, decision_text) for move in legal(self.situation))

    def play(
        self, move: WrittenMove[Decision] | Decision | str | Mapping[str, Any]
    ) -> LustigPosition:
        """The position after a move: a value, its text (``take L02``), or its JSON. Raises IllegalMove, InputError."""
        rng = Random(self.seed)
        events = decide(self.situation, self._move(move), rng)
        after = reduce(happen, events, self.situation)
        return LustigPosition(after, rng.getrandbits(32))

    def seen_by(self, seat: int) -> LustigPosition:
        """What a seat sees: everything, as everybody does. Raises InputError for an invalid seat."""
        seat_number(seat, self.situation.players)
        return self

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values, which ``game.position`` parses."""
        return situation_json(self.situation)

    def __str__(self) -> str:
        return position_text(self.to_json())

    def __repr__(self) -> str:
        return str(self)

    def _move(
        self, told: WrittenMove[Decision] | Decision | str | Mapping[str, Any]
    ) -> Decision:
        match told:
            case WrittenMove(move=value):
                return value
            case str():
                return decision_from_text(told, self.player)
            case Mapping():
                return move_from_json(told)
            case _ if isinstance(told, Decision):
                return told
            case _:
                raise InputError("lustig.no-move", what=quoted(told))


def move_from_json(told: Mapping[str, Any]) -> Decision:
    """The move given as JSON. Raises InputError."""
    try:
        return DECISIONS.from_json(told)
    except ValueError:
        raise InputError("lustig.no-move", what=quoted(told)) from None
