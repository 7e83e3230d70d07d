"""Nicht lustig for programs: positions, their legal moves and outcomes, and the functions behind `murphy legal` and `murphy score`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from typing import Any

from companion.errors import InputError, quoted
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.notation import (
    areas_from_json,
    move_from_text,
    move_text,
    position_from_text,
    position_text,
    professor_values,
    state_from_json,
    state_json,
)
from companion.games.nicht_lustig.pieces import dice_from_json
from companion.games.nicht_lustig.rules import legality
from companion.games.nicht_lustig.rules.fold import evolve
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.rules.moves import decide, gains, reckoned, scoring
from companion.games.nicht_lustig.rules.points import (
    points,
    professor_dice,
    winners,
)
from companion.games.nicht_lustig.setup import AGREEMENT
from companion.kit.positions import (
    WrittenMove,
    asked_object,
    object_of,
    seat_number,
    whole_number,
)
from companion.rules import Json, given
from companion.seating import can_play


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable. ``str()`` is its text, which ``game.position`` parses.

    The dice follow ``seed``: the same position with the same seed and moves develops
    the same way. Positions are equal regardless of their seeds.
    """

    state: m.State
    seed: int = field(default=0, compare=False)

    @property
    def player(self) -> int | None:
        """The seat whose decision it is; None if there is none."""
        found = legal(self.state)
        return found[0].player if found else None

    @property
    def over(self) -> bool:
        """Whether the points have been counted."""
        return self.state.now == "over"

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points if the game ended now, with the professors' dice as rolled so far."""
        return reckoned(self.state).points

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the game is over."""
        return reckoned(self.state).winners if self.over else ()

    def legal(self) -> tuple[WrittenMove[m.Move], ...]:
        """The legal moves; throws are without their values."""
        return tuple(WrittenMove(move, move_text) for move in legal(self.state))

    def play(
        self, move: WrittenMove[m.Move] | m.Move | str | Mapping[str, Any]
    ) -> Position:
        """The position after a move: a value, its text (``take L02``), or its JSON. Raises IllegalMove, InputError."""
        rng = Random(self.seed)
        events = decide(self.state, self._move(move), rng)
        after = reduce(evolve, events, self.state)
        return Position(after, rng.getrandbits(32))

    def seen_by(self, seat: int) -> Position:
        """What a seat sees: everything, as everybody does. Raises InputError for an invalid seat."""
        seat_number(seat, self.state.players)
        return self

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values, which ``game.position`` parses."""
        return state_json(self.state)

    def __str__(self) -> str:
        return position_text(self.to_json())

    def __repr__(self) -> str:
        return str(self)

    def _move(
        self, told: WrittenMove[m.Move] | m.Move | str | Mapping[str, Any]
    ) -> m.Move:
        match told:
            case WrittenMove(move=value):
                return value
            case str():
                return move_from_text(told, self.player)
            case Mapping():
                return move_from_json(told)
            case _ if isinstance(told, m.Move):
                return told
            case _:
                raise InputError("lustig.no-move", what=quoted(told))


def move_from_json(told: Mapping[str, Any]) -> m.Move:
    """The move given as JSON. Raises InputError."""
    try:
        return m.MOVES.exactly(told)
    except ValueError:
        raise InputError("lustig.no-move", what=quoted(told)) from None


class NichtLustig:
    """The game as ``companion.game("nicht-lustig")`` returns it; stateless."""

    name = "nicht-lustig"

    def __repr__(self) -> str:
        return f"companion.game({self.name!r})"

    def deal(self, players: int = 3, seed: int = 1) -> Position:
        """The game before its first roll, with seat 0 to throw; the same seed gives the same throws. Raises InputError."""
        count = whole_number(players, "players")
        can_play(count, AGREEMENT.players)
        return Position(m.start(count), whole_number(seed, "seed"))

    def position(self, told: str | Json, *, seed: int = 0) -> Position:
        """The position given as text or JSON (docs/notation.md). Raises InputError, EditionError."""
        fields = position_from_text(told) if isinstance(told, str) else told
        return Position(
            state_from_json(object_of(fields, "position")),
            whole_number(seed, "seed"),
        )

    def legal(self, asked: Json) -> dict[str, Any]:
        """The consequences of a turn's last roll: the answer of `murphy legal`. Raises InputError, EditionError."""
        return legal_answer(asked)

    def score(self, asked: Json) -> dict[str, Any]:
        """Everybody's points at the end: the answer of `murphy score`. Raises InputError, EditionError."""
        return score_answer(asked)


def legal_answer(asked: Json) -> dict[str, Any]:
    """In: ``{"position", "dice"}`` of a last roll; out: what it scores, and what may or must be taken. Raises InputError, EditionError."""
    told = asked_object(asked).get("position")
    if isinstance(told, str):
        told = position_from_text(told)
    told = object_of(told, "position")
    dice = asked.get("dice", told.get("dice"))
    lie = dice_from_json(dice)
    rolled = dict(told) | {"dice": dice, "rolls": given(told, "rolls", 1)}
    before = state_from_json(rolled)
    after = reduce(evolve, scoring(before), before)
    sets = legality.takes(after, lie)
    forced = () if sets else legality.deaths(after, lie.pink)
    places = legality.onto(after.area, after.rules) if forced else ()
    return {
        "scored": [list(faces) for faces in legality.scored_by(before, lie)],
        "takes": [list(faces) for faces in sets],
        "deaths": list(forced),
        "onto": list(places),
        "specials": list(gains(after)),
    }


def score_answer(asked: Json) -> dict[str, Any]:
    """In: ``{"areas", "professors"}`` at the end; out: points by seat and the winners.

    A seat without scored professors rolls no dice: any given for it are ignored. Raises
    InputError, EditionError.
    """
    areas = areas_from_json(asked_object(asked).get("areas"))
    rules = m.Rulings.from_json(given(asked, "rules", {}))
    rolled = given(asked, "professors", ())
    if not isinstance(rolled, list | tuple) or len(rolled) not in (0, len(areas)):
        raise InputError("lustig.no-professors", count=len(areas))
    dice = [
        professor_values(() if each is None else each)
        for each in rolled or [()] * len(areas)
    ]
    for seat, area in enumerate(areas):
        if professor_dice(area, rules) and not dice[seat]:
            raise InputError("lustig.professors-not-rolled", seat=seat)
    pairs = zip(areas, dice, strict=True)
    reached = tuple(points(area, values, rules) for area, values in pairs)
    return {"points": list(reached), "winners": list(winners(areas, reached))}
