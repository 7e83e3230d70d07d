"""Players that choose, whole games among them, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import mean
from typing import Any, Final, TypeAlias

from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import (
    BASE,
    CAMP,
    LOWER,
    MIDDLE,
    SUMMIT,
    Board,
    FieldNames,
)
from companion.games.lauf_rauf.rules.fold import evolve
from companion.games.lauf_rauf.rules.legality import legal, steps
from companion.games.lauf_rauf.rules.moves import decide
from companion.kit.robots import ManyGames, PlayedMove, many, played_out
from companion.words import Words

# Robots ------------------------------------------------------------------------------


Robot: TypeAlias = Callable[[m.State, Random], m.Move]

UP: Final = 30.0
"""The value, in fields, of having climbed..."""
NEAR: Final = 10.0
"""...of standing where a pawn can climb..."""
A_CARD: Final = 8.0
"""...of a card..."""
OTHERS: Final = 0.5
"""...and of a field of another player."""
CONTENT: Final = 12.0
"""A move that gains this much is made without rolling again."""


def random_robot(state: m.State, chance: Random) -> m.Move:
    """Any legal move."""
    return chance.choice(legal(state))


def greedy_robot(state: m.State, chance: Random) -> m.Move:
    """The move that gains most, if that is enough or no rolls are left; else both dice again."""
    moves = legal(state)
    rolls = [move for move in moves if move == m.ThrowPair()]
    acts = [move for move in moves if not isinstance(move, m.ThrowPair | m.LeaveIt)]
    gains = {move: gain(state, move) for move in acts}
    best = max(gains, key=lambda move: gains[move], default=None)
    if best is None or (rolls and gains[best] < CONTENT):
        return rolls[0] if rolls else moves[-1]
    leaves = not rolls and gains[best] < 0 and m.LeaveIt() in moves
    return m.LeaveIt() if leaves else best


def gain(state: m.State, move: m.Move) -> float:
    """The value of a move for the player who makes it, in fields."""
    match move:
        case m.StartPawn() | m.RunPawn() | m.ClimbPawn() | m.HitPawn():
            told = steps(state, move)
            played = A_CARD if move.card else 0.0
            return sum(_step(state, *step) for step in told) - played
        case m.TurnUpCard():
            return A_CARD
        case m.MoveGhost(to):
            return _haunted(state, to)
        case _:
            return -A_CARD


def _step(state: m.State, colour: str, origin: str, to: str) -> float:
    gained = worth(state, colour, to) - worth(state, colour, origin)
    return gained if colour == state.colour else -OTHERS * gained


def _haunted(state: m.State, to: str) -> float:
    """The ghost is a burden to its carrier."""
    where = state.ghost if to == SUMMIT else to
    mine = state.occupied[where] == state.colour
    return NEAR if mine == (to == SUMMIT) else -NEAR


def worth(state: m.State, colour: str, place: str) -> float:
    """How far up a place is, in fields."""
    board = state.board
    if place == BASE:
        return 0.0
    laps = [len(ring) for ring in board.rings]
    if place == CAMP:
        return sum(laps) + 3 * UP
    level = board.level(place)
    assert level is not None
    own = board.colours[colour]
    to_go = board.distance(place, own.climb[level]) or laps[level]
    near = NEAR if place in own.outlined[level] else 0.0
    below = laps[LOWER] + UP if level == MIDDLE else 0.0
    return UP + below + laps[level] - to_go + near


BEGINNER: Final = "beginner"
"""Plays like the greedy one, at a table without cards."""
ROBOTS: Final[dict[str, Robot]] = {
    "greedy": greedy_robot,
    "random": random_robot,
    BEGINNER: greedy_robot,
}


# Whole games -------------------------------------------------------------------------


LONGEST: Final = 20_000
"""Decisions after which a game counts as not finished: random robots may go round for ever."""


Played: TypeAlias = PlayedMove[m.State, m.Move, m.Event]


def whole_game(
    players: int,
    robot: Robot,
    chance: Random,
    rules: m.Rulings | None = None,
    board: Board | None = None,
    colours: FieldNames | None = None,
) -> Iterator[Played]:
    """A game from the first roll to the third pawn in a camp."""
    return played_out(
        m.start(players, rules, board, colours),
        robot,
        chance,
        decide=decide,
        evolve=evolve,
        over=lambda now: now.winner is not None,
    )


@dataclass(frozen=True, slots=True)
class GameCounts:
    """The counts of one game."""

    decisions: int
    turns: int
    hits: int
    ghosts: int
    cards: int
    winners: tuple[int, ...]


def summed_up(played: Iterator[Played]) -> GameCounts:
    """Count a whole game."""
    decisions, last = 0, None
    counted: Counter[str] = Counter()
    for last in islice(played, LONGEST):
        decisions += 1
        counted.update(filter(None, map(_counts, last.events)))
    return GameCounts(
        decisions,
        counted["turns"],
        counted["hits"],
        counted["ghosts"],
        counted["cards"],
        () if last is None else _winners(last.after),
    )


def _winners(end: m.State) -> tuple[int, ...]:
    """The seat that has won, if somebody has."""
    return () if end.winner is None else (end.colours.index(end.winner),)


def _counts(event: m.Event) -> str | None:
    """What an event is counted as."""
    match event:
        case m.DicePassedOn() | m.CampFilled():
            return "turns"
        case m.PawnsMoved(_, "hit", _):
            return "hits"
        case m.GhostMoved():
            return "ghosts"
        case m.CardTurnedUp():
            return "cards"
        case _:
            return None


def simulated(edition: str, players: int, robot: str, games: int, seed: int) -> Report:
    """Play so many games, beginners without cards; the same seed plays the same games."""
    cards: Any = "without-cards" if robot == BEGINNER else "with-cards"
    rules, player = m.Rulings(action_cards=cards), ROBOTS[robot]
    found = many(
        games,
        seed,
        lambda chance: summed_up(whole_game(players, player, chance, rules)),
    )
    return Report.of(
        found,
        players,
        hits=mean(game.hits for game in found),
        ghosts=mean(game.ghosts for game in found),
        cards=mean(game.cards for game in found),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(ManyGames):
    """Statistics of many games; pawns hit, ghosts moved and cards turned up are means per game."""

    hits: float
    ghosts: float
    cards: float

    @property
    def means(self) -> dict[str, float]:
        """What is counted, by name."""
        counts = {"hits": self.hits, "ghosts": self.ghosts, "cards": self.cards}
        return {name: round(mean, 2) for name, mean in counts.items()}

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long they took."""
        return self.counted(seconds) | self.means

    def own_lines(self, said: Words) -> Iterator[str]:
        """The means."""
        yield said.say("lauf.simulate.events", **self.means)
