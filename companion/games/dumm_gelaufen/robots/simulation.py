"""Whole games between robots, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from companion.gamekit.robots import ManyGames
from companion.games.dumm_gelaufen.deck.cards import TASKS
from companion.games.dumm_gelaufen.deck.edition import Edition
from companion.games.dumm_gelaufen.deck.rulings import Rulings
from companion.games.dumm_gelaufen.model.events import (
    DrawPileReshuffled,
    Event,
    RoundWon,
    TurnPassed,
)
from companion.games.dumm_gelaufen.model.state import MayClaim, Over, State, ToLay, Turn
from companion.games.dumm_gelaufen.robots.players import Robot
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.legality import leaves_a_choice
from companion.games.dumm_gelaufen.rules.rulebook import play

MOST_TURNS: Final = 100_000
"""After how many turns a game is given up: robots that play by chance need some thousands."""

_ALWAYS: Final = (ToLay, MayClaim, Turn)
TASK_FACES: Final = tuple(f"M{number:02d}" for number in range(1, TASKS + 1))


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who won (None where it was given up), and what it took.

    ``claims`` are the murphy cards solved, in order; ``by`` who solved them.
    ``dry`` counts how often the draw pile ran dry.
    """

    winner: int | None
    turns: int
    decisions: int
    claims: tuple[str, ...]
    by: tuple[int, ...]
    dry: int

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that has won, if somebody has."""
        return () if self.winner is None else (self.winner,)


def is_choice(state: State) -> bool:
    """Whether there are at least two things to choose from; if not it is no decision."""
    pending = state.pending
    if isinstance(pending, ToLay) and pending.area == "mac":
        return len(state.hands[pending.player].numbers) > 1
    if isinstance(pending, _ALWAYS):
        return True
    return leaves_a_choice(state)


def play_game(
    edition: Edition,
    players: int,
    robot: Robot,
    rng: Random,
    *,
    rulings: Rulings | None = None,
    most_turns: int = MOST_TURNS,
    watch: Callable[[State, Event], None] | None = None,
) -> Played:
    """Play one game to its end, or until it has had ``most_turns``.

    ``watch`` is told every event with the state before its move.
    """
    state, _ = deal(edition, players, rng, rulings)
    tally = _Tally()
    while not isinstance(state.pending, Over) and tally.turns < most_turns:
        tally.decisions += is_choice(state)
        before = state
        state, events = play(state, robot(state, rng), rng)
        for event in events:
            tally.count(event)
            if watch:
                watch(before, event)
    winner = state.pending.winner if isinstance(state.pending, Over) else None
    return tally.summed_up(winner)


class _Tally:
    """The counters of a running game."""

    __slots__ = ("by", "claims", "decisions", "dry", "turns")

    def __init__(self) -> None:
        self.turns = 1
        self.decisions = 0
        self.claims: list[str] = []
        self.by: list[int] = []
        self.dry = 0

    def count(self, event: Event) -> None:
        match event:
            case TurnPassed():
                self.turns += 1
            case RoundWon(player, task):
                self.turns += 1
                self.claims.append(task.face)
                self.by.append(player)
            case DrawPileReshuffled():
                self.dry += 1

    def summed_up(self, winner: int | None) -> Played:
        claims, by = tuple(self.claims), tuple(self.by)
        return Played(winner, self.turns, self.decisions, claims, by, self.dry)


def games(
    edition: Edition,
    players: int,
    robot: Robot,
    count: int,
    seed: int,
    *,
    most_turns: int = MOST_TURNS,
) -> Iterator[Played]:
    """So many games; the same seed gives the same games, whatever was played before."""
    for number in range(count):
        rng = Random(f"{seed}:{number}")
        yield play_game(edition, players, robot, rng, most_turns=most_turns)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStatistics(ManyGames):
    """Statistics of many games: ``claims`` by murphy card, ``dry`` by how often a game's draw pile ran dry."""

    claims: Counter[str]
    dry: Counter[int]


def statistics(played: Iterator[Played], players: int) -> GameStatistics:
    """What some games come to together: lengths, wins, claims, reshuffles."""
    ended = tuple(played)
    claims = Counter(face for game in ended for face in game.claims)
    dry = Counter(game.dry for game in ended)
    return GameStatistics.of(ended, players, claims=claims, dry=dry)
