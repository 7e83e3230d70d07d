"""Whole games among robots, and what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from random import Random
from statistics import mean, median
from typing import Any

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


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One decision of a game, and what came of it."""

    before: Situation
    move: Decision
    events: tuple[Happening, ...]
    after: Situation


def whole_game(players: int, robot: DicePlayer, chance: Random) -> Iterator[PlayedMove]:
    """A game from the first roll to the reckoning."""
    now = begun(players)
    while legal(now):
        move = robot(now, chance)
        events = decide(now, move, chance)
        after = reduce(happen, events, now)
        yield PlayedMove(now, move, events, after)
        now = after


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What one game came to."""

    decisions: int
    turns: int
    deaths: int
    taken: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


def summed_up(played: Iterator[PlayedMove]) -> GameSummary:
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
    """Play so many games; the same seed plays the same ones."""
    found = (
        summed_up(whole_game(players, PLAYERS[robot], Random(f"{seed}/{number}")))
        for number in range(games)
    )
    return LustigReport(tuple(found), players)


@dataclass(frozen=True, slots=True)
class LustigReport:
    """What many games came to, told."""

    games: tuple[GameSummary, ...]
    players: int

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long they took. A win that is shared counts for each."""
        turns = sorted(game.turns for game in self.games)
        wins = Counter(seat for game in self.games for seat in game.winners)
        kinds = Counter(face[0] for game in self.games for face in game.taken)
        return {
            "games": len(turns),
            "finished": len(turns),
            "decisions": sum(game.decisions for game in self.games),
            "seconds": round(seconds, 3),
            "turns": {
                "mean": round(mean(turns), 2),
                "p50": median(turns),
                "p95": turns[int(0.95 * (len(turns) - 1))],
            },
            "wins_by_seat": [wins[seat] for seat in range(self.players)],
            "points": round(mean(p for game in self.games for p in game.points), 2),
            "deaths": round(mean(game.deaths for game in self.games), 2),
            "taken_by_kind": {kind: kinds[kind] for kind in "DLPRY"},
        }

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """Line by line."""
        told = self.to_json(seconds)
        turns = told["turns"]
        yield said.say("lustig.simulate.games", games=told["games"])
        yield said.say("lustig.simulate.turns", mean=turns["mean"], most=turns["p95"])
        yield said.say("lustig.simulate.points", points=told["points"], deaths=told["deaths"])  # fmt: skip
        for seat, wins in enumerate(told["wins_by_seat"], 1):
            yield said.say("lustig.simulate.seat", seat=seat, wins=wins)
        for kind, count in told["taken_by_kind"].items():
            yield f"  {count:6d}  {said.say(f'lustig.kind.{kind}')}"
