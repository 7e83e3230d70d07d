"""Whole games among robots, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import mean
from typing import Any, Final, TypeAlias

from companion.gamekit.robots import ManyGames, PlayedMove, played_out
from companion.games.lauf_rauf.board.plan import FieldNames, PawnBoard
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
"""Decisions after which a game counts as not finished: random robots may go round for ever."""


LaufPlayed: TypeAlias = PlayedMove[Standing, LaufMove, LaufEvent]


def whole_game(
    players: int,
    robot: PawnPlayer,
    chance: Random,
    rules: LaufRules | None = None,
    board: PawnBoard | None = None,
    colours: FieldNames | None = None,
) -> Iterator[LaufPlayed]:
    """A game from the first roll to the third pawn in a camp."""
    return played_out(
        first_standing(players, rules, board, colours),
        robot,
        chance,
        decide=decide,
        evolve=evolve,
        over=lambda now: now.winner is not None,
    )


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The counts of one game."""

    decisions: int
    turns: int
    hits: int
    ghosts: int
    cards: int
    winners: tuple[int, ...]


def summed_up(played: Iterator[LaufPlayed]) -> PlayedGame:
    """Count a whole game."""
    decisions, last = 0, None
    counted: Counter[str] = Counter()
    for last in islice(played, LONGEST):
        decisions += 1
        counted.update(filter(None, map(_counts, last.events)))
    return PlayedGame(
        decisions,
        counted["turns"],
        counted["hits"],
        counted["ghosts"],
        counted["cards"],
        () if last is None else _winners(last.after),
    )


def _winners(end: Standing) -> tuple[int, ...]:
    """The seat that has won, if somebody has."""
    return () if end.winner is None else (end.colours.index(end.winner),)


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
    """Play so many games, beginners without cards; the same seed plays the same games."""
    cards: Any = "without-cards" if robot == BEGINNER else "with-cards"
    rules, player = LaufRules(action_cards=cards), PLAYERS[robot]
    found = [
        summed_up(whole_game(players, player, Random(f"{seed}/{number}"), rules))
        for number in range(games)
    ]
    return LaufReport.of(
        found,
        players,
        hits=mean(game.hits for game in found),
        ghosts=mean(game.ghosts for game in found),
        cards=mean(game.cards for game in found),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LaufReport(ManyGames):
    """Statistics of many games; pawns hit, ghosts moved and cards turned up are means per game."""

    hits: float
    ghosts: float
    cards: float

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long they took."""
        means = {"hits": self.hits, "ghosts": self.ghosts, "cards": self.cards}
        return self.counted(seconds) | {k: round(v, 2) for k, v in means.items()}

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """What `murphy simulate` prints; ``seconds`` is how long the games took."""
        told = self.to_json(seconds)
        turns = told["turns"]
        yield said.say("lauf.simulate.games", games=told["games"])
        yield said.say("lauf.simulate.turns", mean=turns["mean"], most=turns["p95"])
        yield said.say("lauf.simulate.events", hits=told["hits"], ghosts=told["ghosts"], cards=told["cards"])  # fmt: skip
        for seat, wins in enumerate(self.wins, 1):
            yield said.say("lauf.simulate.seat", seat=seat, wins=wins)
