"""Nicht lustig for programs: positions, their legal moves and outcomes, and the functions behind `murphy legal` and `murphy score`."""

from functools import reduce
from typing import Any

from companion.errors import InputError
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import notation as n
from companion.games.nicht_lustig import rules
from companion.games.nicht_lustig.pieces import dice_from_json
from companion.games.nicht_lustig.rules import legality, points
from companion.games.nicht_lustig.rules.moves import gains, reckoned, scoring
from companion.games.nicht_lustig.setup import AGREEMENT
from companion.kit import notation
from companion.kit import positions as kit
from companion.rules import Json, given


class Position(kit.Position[m.State, m.Move]):
    """One moment of a game; everything is public."""

    __slots__ = ()

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

    def move_of_text(self, text: str) -> m.Move:
        """The move in a text; whose it is need not be said. Raises ValueError."""
        return n.move_from_text(text, self.player)


class NichtLustig(kit.Engine[Position]):
    """The game as ``companion.game("nicht-lustig")`` returns it; stateless."""

    name = "nicht-lustig"
    made = Position
    notation = n.NOTATION
    rules = rules
    moves = m.MOVES
    like = n.LIKE
    seats = AGREEMENT.players

    def start(self, players: int) -> m.State:
        """The game before its first roll, with seat 0 to throw."""
        return m.start(players)

    def deal(self, players: int = 3, seed: int = 1) -> Position:
        """The game before its first roll, with seat 0 to throw; the same seed gives the same throws. Raises InputError."""
        return super().deal(players, seed)

    def legal(self, asked: Json) -> dict[str, Any]:
        """The answer of `murphy legal`: ``{"position", "dice"}`` of a last roll in; what it scores, and what may or must be taken, out. Raises InputError."""
        told, _ = n.NOTATION.parse(kit.asked_object(asked).get("position"))
        dice = asked.get("dice", told.get("dice"))
        lie = dice_from_json(dice)
        before = n.NOTATION.read({**told, "dice": dice, "rolls": given(told, "rolls", 1)})
        after = reduce(rules.evolve, scoring(before), before)
        sets = legality.takes(after, lie)
        forced = () if sets else legality.deaths(after, lie.pink)
        places = legality.onto(after.area, after.rulings) if forced else ()
        return {
            "scored": [list(faces) for faces in legality.scored_by(before, lie)],
            "takes": [list(faces) for faces in sets],
            "deaths": list(forced),
            "onto": list(places),
            "specials": list(gains(after)),
        }

    def score(self, asked: Json) -> dict[str, Any]:
        """The answer of `murphy score`: ``{"areas", "professors"}`` at the end in; points by seat and the winners out.

        A seat without scored professors rolls no dice: any given for it are ignored. Raises
        InputError, EditionError.
        """
        areas = n.areas_from_json(kit.asked_object(asked).get("areas"))
        ruled = m.Rulings.from_json(given(asked, "rules", {}))
        seats = notation.many(notation.optional(n.PROFESSORS))
        rolled = notation.read_json(seats, given(asked, "professors", ()), "professors")
        if len(rolled) not in (0, len(areas)):
            raise InputError("lustig.no-professors", count=len(areas))
        dice = [each or () for each in rolled or [()] * len(areas)]
        for seat, area in enumerate(areas):
            if points.professor_dice(area, ruled) and not dice[seat]:
                raise InputError("lustig.professors-not-rolled", seat=seat)
        pairs = zip(areas, dice, strict=True)
        reached = tuple(points.points(area, values, ruled) for area, values in pairs)
        return {"points": list(reached), "winners": list(points.winners(areas, reached))}
