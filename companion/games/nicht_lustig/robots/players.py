"""Players that choose: one at random, one that computes the best of its rolls exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from companion.games.nicht_lustig.deck.cards import CLOWN, DUCK
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.robots.exact import outlook_of
from companion.games.nicht_lustig.robots.wishes import SCORED, wish, wishes_of
from companion.games.nicht_lustig.rules.legality import legal, most_rolls

DicePlayer: TypeAlias = Callable[[Situation, Random], Decision]


def random_player(situation: Situation, chance: Random) -> Decision:
    """Any legal move; about every third time it stops rolling."""
    moves = legal(situation)
    stops = [move for move in moves if isinstance(move, StopRolling)]
    return stops[0] if stops and chance.random() < 1 / 3 else chance.choice(moves)


def greedy_player(situation: Situation, chance: Random) -> Decision:
    """The best roll for what it can take now, the best set, the cheapest Death."""
    if situation.now == "roll":
        return _rolling(situation)
    moves = legal(situation)
    takes = [move for move in moves if isinstance(move, TakeTargets)]
    if takes:
        return max(takes, key=lambda m: sum(wish(face, situation) for face in m.faces))
    if isinstance(moves[0], RollProfessors):
        return moves[0]
    return _death(moves)


def _rolling(situation: Situation) -> Decision:
    me, left = situation.turn, most_rolls(situation) - situation.rolls
    if situation.dice is None:
        return ThrowDice(me)
    useful = [m for m in legal(situation) if isinstance(m, UseSpecial) and m.face == DUCK]  # fmt: skip
    if left == 0 and not useful:
        return StopRolling(me)
    outlook = outlook_of(wishes_of(situation))
    if left > 1:
        thrown = outlook.first(situation.dice)
    else:
        thrown = outlook.last(situation.dice, situation.free)
    if not thrown:
        return StopRolling(me)
    return ThrowDice(me, thrown) if left else useful[0]


def _death(moves: Sequence[Decision]) -> Decision:
    clowns: list[Decision] = [
        m for m in moves if isinstance(m, UseSpecial) and m.face == CLOWN
    ]
    taken = [m for m in moves if isinstance(m, TakeDeath)]
    if clowns or not taken:
        return (clowns or list(moves))[0]
    return min(taken, key=lambda m: SCORED[m.onto[0]] if m.onto else 0.0)


PLAYERS: Final[dict[str, DicePlayer]] = {
    "greedy": greedy_player,
    "random": random_player,
}
