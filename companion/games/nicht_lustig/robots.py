"""Players that choose, whole games among them, and their statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, Final, TypeAlias

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig import rules, valuation
from companion.games.nicht_lustig.rules import legality
from companion.games.nicht_lustig.rules.moves import reckoned
from companion.kit import robots as kit
from companion.words import Words

# Robots ------------------------------------------------------------------------------


Robot: TypeAlias = Callable[[m.State, Random], m.Move]


def random_robot(state: m.State, chance: Random) -> m.Move:
    """Any legal move; about every third time it stops rolling."""
    moves = legality.legal(state)
    stops = [move for move in moves if isinstance(move, m.StopRolling)]
    return stops[0] if stops and chance.random() < 1 / 3 else chance.choice(moves)


def greedy_robot(state: m.State, chance: Random) -> m.Move:
    """The best roll for what it can take now, the best set, the cheapest Death."""
    if state.now == "roll":
        return _rolling(state)
    moves = legality.legal(state)
    takes = [move for move in moves if isinstance(move, m.TakeTargets)]
    if takes:
        return max(
            takes, key=lambda move: sum(valuation.value_of(face, state) for face in move.faces)
        )
    if isinstance(moves[0], m.RollProfessors):
        return moves[0]
    return _death(moves)


def _rolling(state: m.State) -> m.Move:
    me, left = state.turn, legality.most_rolls(state) - state.rolls
    if state.dice is None:
        return m.ThrowDice(me)
    specials = (x for x in legality.legal(state) if isinstance(x, m.UseSpecial))
    useful = [move for move in specials if move.face == p.DUCK]
    if left == 0 and not useful:
        return m.StopRolling(me)
    from companion.games.nicht_lustig.best_rolls import outlook_of  # numpy

    outlook = outlook_of(valuation.values_of(state))
    if left > 1:
        thrown = outlook.first(state.dice)
    else:
        thrown = outlook.last(state.dice, state.free)
    if not thrown:
        return m.StopRolling(me)
    return m.ThrowDice(me, thrown) if left else useful[0]


def _death(moves: Sequence[m.Move]) -> m.Move:
    clowns: list[m.Move] = [
        move for move in moves if isinstance(move, m.UseSpecial) and move.face == p.CLOWN
    ]
    taken = [move for move in moves if isinstance(move, m.TakeDeath)]
    if clowns or not taken:
        return (clowns or list(moves))[0]
    return min(taken, key=lambda move: valuation.SCORED[move.onto[0]] if move.onto else 0.0)


ROBOTS: Final[dict[str, Robot]] = {"greedy": greedy_robot, "random": random_robot}


# Whole games -------------------------------------------------------------------------


KINDS: Final = "DLPRY"


def _names(event: m.Event) -> tuple[str, ...]:
    """What an event is counted as; a target that is taken, as its kind."""
    match event:
        case m.TurnWentOn() | m.GameReckoned():
            return ("turns",)
        case m.DeathTaken():
            return ("deaths",)
        case m.TargetsTaken(faces=faces):
            return tuple(face[0] for face in faces)
        case _:
            return ()


GAMES: Final[kit.RobotGames[m.State, m.Move, m.Event]] = kit.RobotGames(
    play=kit.play_by(rules.decide, rules.evolve),
    winners=lambda end: reckoned(end).winners,
    over=lambda now: not legality.legal(now),
    names=_names,
    of_end=lambda end: {"points": fmean(reckoned(end).points)},
)
"""From the first roll to the reckoning; ``points`` are the mean of the players'."""


def simulated(asked: kit.Simulation) -> Statistics:
    """Play so many games."""
    found = GAMES.many(asked, m.start(asked.players), ROBOTS[asked.robot])
    kinds = {k: sum(int(game.counts.get(k, 0)) for game in found) for k in KINDS}
    means, sentence = ("points", "deaths"), "lustig.simulate.points"
    return Statistics.over(found, asked.players, means, sentence, kinds=kinds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(kit.Means):
    """Statistics of many games; ``kinds``: how many targets of each kind were taken."""

    kinds: Mapping[str, int]

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long they took."""
        return kit.Means.to_json(self, seconds) | {"taken_by_kind": self.kinds}

    def lines(self, seconds: float, words: Words) -> Iterator[str]:
        """What any game tells, and how many targets of each kind were taken."""
        yield from kit.Means.lines(self, seconds, words)
        for kind, times in self.kinds.items():
            yield f"  {times:6d}  {words.say(f'lustig.kind.{kind}')}"
