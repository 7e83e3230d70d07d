"""Whole games among robots, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any, TypeAlias

from companion.gamekit.robots import ManyGames, PlayedMove, played_out
from companion.games.nicht_lustig.deck.rulings import HouseRules
from companion.games.nicht_lustig.model.decisions import Decision
from companion.games.nicht_lustig.model.fold import happen
from companion.games.nicht_lustig.model.happened import (
    DeathTaken,
    Happening,
    TargetsTaken,
    TurnWentOn,
)
from companion.games.nicht_lustig.model.situation import Situation, begun
from companion.games.nicht_lustig.robots.players import PLAYERS, DicePlayer
from companion.games.nicht_lustig.rules.following import reckoned
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.rules.rulebook import decide
from companion.words import Words

LustigMove: TypeAlias = PlayedMove[Situation, Decision, Happening]


def whole_game(
    players: int, robot: DicePlayer, chance: Random, rules: HouseRules | None = None
) -> Iterator[LustigMove]:
    """A game from the first roll to the reckoning."""
    return played_out(
        begun(players, rules),
        robot,
        chance,
        decide=decide,
        evolve=happen,
        over=lambda now: not legal(now),
    )


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The counts of one game."""

    decisions: int
    turns: int
    deaths: int
    taken: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


def summed_up(played: Iterator[LustigMove]) -> GameSummary:
    """Count a whole game."""
    moves = list(played)
    events = [event for move in moves for event in move.events]
    end = reckoned(moves[-1].after)
    taken = (face for e in events if isinstance(e, TargetsTaken) for face in e.faces)
    turns = 1 + sum(isinstance(event, TurnWentOn) for event in events)
    deaths = sum(isinstance(event, DeathTaken) for event in events)
    return GameSummary(len(moves), turns, deaths, tuple(taken), end.points, end.winners)


def simulated(
    edition: str, players: int, robot: str, games: int, seed: int
) -> LustigReport:
    """Play so many games; the same seed plays the same games."""
    found = [
        summed_up(whole_game(players, PLAYERS[robot], Random(f"{seed}/{number}")))
        for number in range(games)
    ]
    return LustigReport.of(
        found,
        players,
        points=mean(points for game in found for points in game.points),
        deaths=mean(game.deaths for game in found),
        kinds=Counter(face[0] for game in found for face in game.taken),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LustigReport(ManyGames):
    """Statistics of many games; ``points`` are means per player, ``deaths`` per game."""

    points: float
    deaths: float
    kinds: Counter[str]

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long they took."""
        return self.counted(seconds) | {
            "points": round(self.points, 2),
            "deaths": round(self.deaths, 2),
            "taken_by_kind": {kind: self.kinds[kind] for kind in "DLPRY"},
        }

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """What `murphy simulate` prints; ``seconds`` is how long the games took."""
        told = self.to_json(seconds)
        turns = told["turns"]
        yield said.say("lustig.simulate.games", games=told["games"])
        yield said.say("lustig.simulate.turns", mean=turns["mean"], most=turns["p95"])
        yield said.say("lustig.simulate.points", points=told["points"], deaths=told["deaths"])  # fmt: skip
        for seat, wins in enumerate(self.wins, 1):
            yield said.say("lustig.simulate.seat", seat=seat, wins=wins)
        for kind, count in told["taken_by_kind"].items():
            yield f"  {count:6d}  {said.say(f'lustig.kind.{kind}')}"
