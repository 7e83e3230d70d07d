"""High card for programs, and robots that lay what counts most."""

from random import Random
from typing import Any

from companion.kit import notation as n
from companion.kit import positions as kit
from companion.kit.robots import GameCounts, ManyGames, Simulation
from companion.rules import Json

from . import CARDS
from .rules import Duel, decide, evolve, free, points

ROLLED, LAID = n.optional(n.number(1, 6)), n.row(n.number(0, 1), n.one_of(CARDS), n.number())
NOTATION: n.Notation[Duel] = n.Notation(
    {"rolled": n.Field(ROLLED), "laid": n.Field(n.many(LAID, 0, len(CARDS)))},
    lambda given: Duel(**given),
)


class DuelPosition(kit.Position[Duel, str]):
    """One moment of a game; ``str()`` is ``rolled=4 laid=[[0,T02-1,2]]``. A move is ``roll``, or the card that is laid."""

    __slots__ = ()

    @property
    def players(self) -> int:
        return 2

    @property
    def player(self) -> int | None:
        return None if self.over else self.state.turn

    @property
    def over(self) -> bool:
        return self.state.over

    def legal(self) -> tuple[str, ...]:
        if self.over:
            return ()
        return ("roll",) if self.state.rolled is None else free(self.state)

    def decided(self, move: str, chance: Random) -> Duel:
        told = {"roll": chance.randint(1, 6)} if move == "roll" else {"lay": move}
        return evolve(self.state, decide(self.state, told))

    def move_of_text(self, text: str) -> str:
        if text not in ("roll", *CARDS):
            raise ValueError(text)
        return text

    def move_json(self, move: str) -> dict[str, Any]:
        return {"move": move}

    def move_of_json(self, told: Json) -> str:
        return self.move_of_text(told["move"])


class HighCardEngine(kit.Engine[DuelPosition]):
    """What ``companion.game("high-card")`` gives."""

    name = "high-card"
    made = DuelPosition
    notation = NOTATION
    like = ("roll", "T02-1")

    def deal(self, players: int = 2, seed: int = 1) -> DuelPosition:
        return self.at(Duel(), seed)


# Robots ------------------------------------------------------------------------------


def played(seed: int) -> DuelPosition:
    """A game in which everybody lays what counts most, to its end."""
    now = HighCardEngine().deal(seed=seed)
    while not now.over:
        rolled = now.state.rolled or 0
        best = max(now.legal(), key=lambda m: points(m, rolled) if rolled else 0)  # noqa: B023
        now = now.play(best)
    return now


def simulated(asked: Simulation) -> ManyGames:
    """Play so many games."""
    ends = (played(asked.seed + n).state.winners for n in range(asked.games))
    ended = [GameCounts(12, tuple(winners), {"turns": 6}) for winners in ends]
    return ManyGames.of(ended, asked.players)
