"""Players that choose, whole games among them, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any, Final, TypeAlias

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.best_rolls import outlook_of
from companion.games.nicht_lustig.rules.fold import evolve
from companion.games.nicht_lustig.rules.legality import legal, most_rolls
from companion.games.nicht_lustig.rules.moves import decide, reckoned
from companion.games.nicht_lustig.valuation import SCORED, value_of, values_of
from companion.kit.robots import ManyGames, PlayedMove, many, played_out
from companion.words import Words

# Robots ------------------------------------------------------------------------------


Robot: TypeAlias = Callable[[m.State, Random], m.Move]


def random_robot(state: m.State, chance: Random) -> m.Move:
    """Any legal move; about every third time it stops rolling."""
    moves = legal(state)
    stops = [move for move in moves if isinstance(move, m.StopRolling)]
    return stops[0] if stops and chance.random() < 1 / 3 else chance.choice(moves)


def greedy_robot(state: m.State, chance: Random) -> m.Move:
    """The best roll for what it can take now, the best set, the cheapest Death."""
    if state.now == "roll":
        return _rolling(state)
    moves = legal(state)
    takes = [move for move in moves if isinstance(move, m.TakeTargets)]
    if takes:
        return max(
            takes, key=lambda move: sum(value_of(face, state) for face in move.faces)
        )
    if isinstance(moves[0], m.RollProfessors):
        return moves[0]
    return _death(moves)


def _rolling(state: m.State) -> m.Move:
    me, left = state.turn, most_rolls(state) - state.rolls
    if state.dice is None:
        return m.ThrowDice(me)
    useful = [move for move in legal(state) if isinstance(move, m.UseSpecial) and move.face == p.DUCK]  # fmt: skip
    if left == 0 and not useful:
        return m.StopRolling(me)
    outlook = outlook_of(values_of(state))
    if left > 1:
        thrown = outlook.first(state.dice)
    else:
        thrown = outlook.last(state.dice, state.free)
    if not thrown:
        return m.StopRolling(me)
    return m.ThrowDice(me, thrown) if left else useful[0]


def _death(moves: Sequence[m.Move]) -> m.Move:
    clowns: list[m.Move] = [
        move
        for move in moves
        if isinstance(move, m.UseSpecial) and move.face == p.CLOWN
    ]
    taken = [move for move in moves if isinstance(move, m.TakeDeath)]
    if clowns or not taken:
        return (clowns or list(moves))[0]
    return min(taken, key=lambda move: SCORED[move.onto[0]] if move.onto else 0.0)


ROBOTS: Final[dict[str, Robot]] = {
    "greedy": greedy_robot,
    "random": random_robot,
}


# Whole games -------------------------------------------------------------------------


Played: TypeAlias = PlayedMove[m.State, m.Move, m.Event]


def whole_game(
    players: int, robot: Robot, chance: Random, rules: m.Rulings | None = None
) -> Iterator[Played]:
    """A game from the first roll to the reckoning."""
    return played_out(
        m.start(players, rules),
        robot,
        chance,
        decide=decide,
        evolve=evolve,
        over=lambda now: not legal(now),
    )


@dataclass(frozen=True, slots=True)
class GameCounts:
    """The counts of one game."""

    decisions: int
    turns: int
    deaths: int
    taken: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


def summed_up(played: Iterator[Played]) -> GameCounts:
    """Count a whole game."""
    moves = list(played)
    events = [event for move in moves for event in move.events]
    end = reckoned(moves[-1].after)
    taken = (face for e in events if isinstance(e, m.TargetsTaken) for face in e.faces)
    turns = 1 + sum(isinstance(event, m.TurnWentOn) for event in events)
    deaths = sum(isinstance(event, m.DeathTaken) for event in events)
    return GameCounts(len(moves), turns, deaths, tuple(taken), end.points, end.winners)


def simulated(edition: str, players: int, robot: str, games: int, seed: int) -> Report:
    """Play so many games; the same seed plays the same games."""
    found = many(
        games,
        seed,
        lambda chance: summed_up(whole_game(players, ROBOTS[robot], chance)),
    )
    return Report.of(
        found,
        players,
        points=mean(points for game in found for points in game.points),
        deaths=mean(game.deaths for game in found),
        kinds=Counter(face[0] for game in found for face in game.taken),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(ManyGames):
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

    def own_lines(self, said: Words) -> Iterator[str]:
        """Points and Deaths."""
        points, deaths = round(self.points, 2), round(self.deaths, 2)
        yield said.say("lustig.simulate.points", points=points, deaths=deaths)

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """What any game tells, and how many targets of each kind were taken."""
        yield from ManyGames.lines(self, seconds, said)
        for kind in "DLPRY":
            yield f"  {self.kinds[kind]:6d}  {said.say(f'lustig.kind.{kind}')}"
