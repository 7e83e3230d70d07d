"""The plot of the painted game: robots play game after game, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.gamekit.painted import Casting
from companion.games.lauf_rauf.robots.players import PawnPlayer
from companion.games.lauf_rauf.robots.whole_games import LaufPlayed, whole_game


@dataclass(frozen=True, slots=True)
class MountainStep:
    """One decision and its outcome; setting up a game is a step, too, without a move."""

    number: int
    """From 0, through all games."""
    game: int
    """From 0."""
    colours: tuple[str, ...]
    played: LaufPlayed | None = None


def plot(casting: Casting, robot: PawnPlayer) -> Iterator[MountainStep]:
    """The steps of all games, without end."""
    number, game = 0, 0
    while True:
        colours: tuple[str, ...] = ()
        chance, chosen = Random(f"{casting.seed}/{game}"), casting.chosen or None
        for played in whole_game(casting.players, robot, chance, colours=chosen):
            if not colours:
                colours = played.before.colours
                yield MountainStep(number, game, colours)
            number += 1
            yield MountainStep(number, game, colours, played)
        number, game = number + 1, game + 1
