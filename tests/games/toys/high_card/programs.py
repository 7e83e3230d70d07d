"""High card for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from .rules import Duel, HighCard, decide, free


@dataclass(frozen=True, slots=True)
class DuelPosition:
    """One moment of a game; ``str()`` is ``rolled:4 laid:0=T02-1=2``."""

    state: Duel
    seed: int = 0

    @property
    def player(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        return not free(self.state)

    def legal(self) -> tuple[Mapping[str, Any], ...]:
        if self.state.rolled is None:
            return () if self.over else ({"roll": Random(self.seed).randint(1, 6)},)
        return tuple({"lay": card} for card in free(self.state))

    def play(self, move: Mapping[str, Any]) -> DuelPosition:
        event = decide(self.state, move, 0)
        return DuelPosition(HighCard().evolve(self.state, event), self.seed + 1)

    def seen_by(self, seat: int) -> DuelPosition:
        return self

    def to_json(self) -> Mapping[str, Any]:
        return {"rolled": self.state.rolled, "laid": [list(x) for x in self.state.laid]}


class HighCardEngine:
    """What ``companion.game("high-card")`` gives."""

    name = "high-card"

    def deal(self, players: int = 2, seed: int = 1) -> DuelPosition:
        return DuelPosition(Duel(), seed)

    def position(self, told: Any) -> DuelPosition:
        laid = tuple((who, card, won, by) for who, card, won, by in told["laid"])
        return DuelPosition(Duel(rolled=told["rolled"], laid=laid))
