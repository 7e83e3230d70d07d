"""Whole games among robots, and what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from random import Random
from statistics import mean, median
from typing import Any, Final

from companion.games.lauf_rauf.board.rulings import LaufRules
from companion.games.lauf_rauf.model.events import (
    CampFilled,
    CardTurnedUp,
    DicePassedOn,
    GhostMoved,
    LaufEvent,
    PawnsMoved,
)
from companion.games.lauf_rauf.model.evolve import evolve
from companion.games.lauf_rauf.model.moves import LaufMove
from companion.games.lauf_rauf.model.standing import Standing, first_standing
from companion.games.lauf_rauf.robots.players import BEGINNER, PLAYERS, PawnPlayer
from companion.games.lauf_rauf.rules.rulebook import decide
from companion.words import Words

LONGEST: Final = 20_000
"""Decisions after which a game counts as not finished: robots that move by chance may go round for ever."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One decision of a game, and what came of it."""

    before: Standing
    move: LaufMove
    events: tuple[LaufEvent, ...]
    after: Standing


def whole_game(
    players: int, robot: PawnPlayer, chance: Random, rules: LaufRules | None = None
) -> Iterator[PlayedTurn]:
    """A game from the first roll to the third pawn in a camp."""
    now = first_standing(players, rules)
    while now.winner is None:
        move = robot(now, chance)
        events = decide(now, move, chance)
        after = reduce(evolve, events, now)
        yield PlayedTurn(now, move, events, after)
        now = after


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What one game came to."""

    decisions: int
    turns: int
    hits: int
    ghosts: int
    cards: int
    winner: int | None


def summed_up(played: Iterator[PlayedTurn]) -> PlayedGame:
    """Count a whole game."""
    decisions, last = 0, None
    counted: Counter[str] = Counter()
    for last in islice(played, LONGEST):
        decisions += 1
        counted.update(filter(None, map(_counts, last.events)))
    winner = None if last is None or last.after.winner is None else last.after.colours.index(last.after.winner)  # fmt: skip
    return PlayedGame(
        decisions,
        counted["turns"],
        counted["hits"],
        counted["ghosts"],
        counted["cards"],
        winner,
    )


def _counts(event: LaufEvent) -> str | None:
    """What an event is counted as."""
    match event:
        case DicePassedOn() | CampFilled():
            return "turns"
        case PawnsMoved(_, "hit", _):
            return "hits"
        case GhostMoved():
            return "ghosts"
        case CardTurnedUp():
            return "cards"
        case _:
            return None


def simulated(
    edition: str, players: int, robot: str, games: int, seed: int
) -> LaufReport:
    """Play so many games, beginners without the cards; the same seed plays the same ones."""
    cards: Any = "without-cards" if robot == BEGINNER else "with-cards"
    rules, player = LaufRules(action_cards=cards), PLAYERS[robot]
    found = (
        summed_up(whole_game(players, player, Random(f"{seed}/{number}"), rules))
        for number in range(games)
    )
    return LaufReport(tuple(found), players)


@dataclass(frozen=True, slots=True)
class LaufReport:
    """What many games came to, told."""

    games: tuple[PlayedGame, ...]
    players: int

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long they took."""
        turns = sorted(game.turns for game in self.games)
        wins = Counter(game.winner for game in self.games)
        return {
            "games": len(turns),
            "finished": len(turns) - wins[None],
            "decisions": sum(game.decisions for game in self.games),
            "seconds": round(seconds, 3),
            "turns": {
                "mean": round(mean(turns), 2),
                "p50": median(turns),
                "p95": turns[int(0.95 * (len(turns) - 1))],
            },
            "wins_by_seat": [wins[seat] for seat in range(self.players)],
            "hits": round(mean(game.hits for game in self.games), 2),
            "ghosts": round(mean(game.ghosts for game in self.games), 2),
            "cards": round(mean(game.cards for game in self.games), 2),
        }

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """Line by line."""
        told = self.to_json(seconds)
        turns = told["turns"]
        yield said.say("lauf.simulate.games", games=told["games"])
        yield said.say("lauf.simulate.turns", mean=turns["mean"], most=turns["p95"])
        yield said.say("lauf.simulate.events", hits=told["hits"], ghosts=told["ghosts"], cards=told["cards"])  # fmt: skip
        for seat, wins in enumerate(told["wins_by_seat"], 1):
            yield said.say("lauf.simulate.seat", seat=seat, wins=wins)
