"""High card for programs."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from companion.kit import notation as n
from companion.kit import positions as kit
from companion.rules import Json

from . import CARDS
from .rules import Duel, HighCard, decide, free

ROLLED, LAID = n.optional(n.number(1, 6)), n.row(n.number(0, 1), n.one_of(CARDS), n.number(), n.number())  # fmt: skip
NOTATION: n.Notation[Duel] = n.Notation(
    {"rolled": ROLLED, "laid": n.many(LAID, 0, len(CARDS))},
    lambda given: Duel(**given),
    lambda duel: {"rolled": duel.rolled, "laid": duel.laid},
)


class DuelPosition(kit.Position[Duel, Json]):
    """One moment of a game; ``str()`` is ``rolled=4 laid=[[0,T02-1,2,0]]``."""

    __slots__ = ()
    MOVES: ClassVar[Any] = Mapping
    LIKE = ("roll 3", "lay T02-1")

    @property
    def players(self) -> int:
        return 2

    @property
    def player(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        return not free(self.state)

    def legal(self) -> tuple[Json, ...]:
        if self.state.rolled is None:
            return () if self.over else ({"roll": Random(self.seed).randint(1, 6)},)
        return tuple({"lay": card} for card in free(self.state))

    def decided(self, move: Json, chance: Random) -> Duel:
        return HighCard().evolve(self.state, decide(self.state, move, 0))

    def move_of_text(self, text: str) -> Json:
        verb, what = text.split()
        return {verb: int(what) if verb == "roll" else what}

    def move_of_json(self, told: Json) -> Json:
        return told


class HighCardEngine(kit.Engine[DuelPosition]):
    """What ``companion.game("high-card")`` gives."""

    name = "high-card"
    made = DuelPosition
    notation = NOTATION

    def deal(self, players: int = 2, seed: int = 1) -> DuelPosition:
        return self.at(Duel(), seed)
