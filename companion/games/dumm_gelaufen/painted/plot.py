"""The plot of the painted game: robots play one game after another with everything known, reproducibly for a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.gamekit.painted import Casting
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, Edition, load_edition
from companion.games.dumm_gelaufen.model.events import Event
from companion.games.dumm_gelaufen.model.moves import Move, PlayAction, Take
from companion.games.dumm_gelaufen.model.state import Over, State, Turn
from companion.games.dumm_gelaufen.robots.players import Robot
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.rulebook import play


@dataclass(frozen=True, slots=True)
class PlotStep:
    """One decision and its outcome; dealing counts as one, without a move."""

    number: int
    """From 0, through all games."""
    game: int
    """From 0."""
    before: State | None
    """None before the first card is dealt."""
    move: Move | None
    events: tuple[Event, ...]
    after: State

    @property
    def begins_turn(self) -> bool:
        """Whether it is the first decision of somebody's turn."""
        state, move = self.before, self.move
        if state is None or not isinstance(state.pending, Turn):
            return False
        return isinstance(move, Take | PlayAction) and move.player == state.turn

    @property
    def over(self) -> bool:
        """Whether the game ends with it."""
        return isinstance(self.after.pending, Over)


def edition_of(casting: Casting) -> Edition:
    """The edition of a casting; the first one if it names none. Raises EditionError."""
    return load_edition(casting.edition or EDITIONS[0])


def plot(casting: Casting, robot: Robot) -> Iterator[PlotStep]:
    """The steps of all games, without end."""
    number, game = 0, 0
    while True:
        for step in _game(casting, robot, number, game):
            yield step
            number = step.number + 1
        game += 1


def _game(casting: Casting, robot: Robot, number: int, game: int) -> Iterator[PlotStep]:
    rng = Random(f"{casting.seed}/{game}")
    edition = edition_of(casting)
    state, events = deal(edition, casting.players, rng)
    yield PlotStep(number, game, None, None, events, state)
    while not isinstance(state.pending, Over):
        number += 1
        before, move = state, robot(state, rng)
        state, events = play(before, move, rng)
        yield PlotStep(number, game, before, move, events, state)
