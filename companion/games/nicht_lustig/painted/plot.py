"""The plot of the painted game: robots play game after game, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.gamekit.painted import Casting
from companion.games.nicht_lustig.deck.cards import TIME_MACHINE
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    StopRolling,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.robots.players import DicePlayer
from companion.games.nicht_lustig.robots.whole_games import LustigMove, whole_game
from companion.games.nicht_lustig.rules.legality import most_rolls
from companion.games.nicht_lustig.rules.targets import takes


@dataclass(frozen=True, slots=True)
class LustigStep:
    """One decision and its outcome; laying out a game is a step, too, without a move."""

    number: int
    """From 0, through all games."""
    game: int
    """From 0."""
    played: LustigMove | None = None


def patient(robot: DicePlayer) -> DicePlayer:
    """The same robot without decisions that would be invisible at a table: it does not
    stop at a roll that takes nothing while it may roll, and does not use the time
    machine.
    """

    def player(situation: Situation, chance: Random) -> Decision:
        move = robot(situation, chance)
        while isinstance(move, UseSpecial) and move.face == TIME_MACHINE:
            move = robot(situation, chance)
        if not isinstance(move, StopRolling) or situation.dice is None:
            return move
        if takes(situation, situation.dice) or situation.rolls >= most_rolls(situation):
            return move
        return ThrowDice(situation.turn, situation.free[-1:])

    return player


def plot(casting: Casting, robot: DicePlayer) -> Iterator[LustigStep]:
    """The steps of all games, without end."""
    number, game = 0, 0
    while True:
        yield LustigStep(number, game)
        chance = Random(f"{casting.seed}/{game}")
        for played in whole_game(casting.players, patient(robot), chance):
            number += 1
            yield LustigStep(number, game, played)
        number, game = number + 1, game + 1
