"""Whole games among robots, and statistics of many of them, for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil
from random import Random
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from companion.words import Words

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
G = TypeVar("G")

HALF: Final = 0.5
NEARLY_ALL: Final = 0.95


@dataclass(frozen=True, slots=True)
class PlayedMove(Generic[S, M, E]):
    """One decision in a game, and its outcome."""

    before: S
    move: M
    events: tuple[E, ...]
    after: S


def played_out(
    now: S,
    robot: Callable[[S, Random], M],
    chance: Random,
    *,
    decide: Callable[[S, M, Random], Sequence[E]],
    evolve: Callable[[S, E], S],
    over: Callable[[S], bool],
) -> Iterator[PlayedMove[S, M, E]]:
    """Play a game to its end: ``robot`` chooses each move, ``decide`` gives its events, ``evolve`` folds them."""
    while not over(now):
        move = robot(now, chance)
        events = tuple(decide(now, move, chance))
        after = reduce(evolve, events, now)
        yield PlayedMove(now, move, events, after)
        now = after


def many(games: int, seed: int, played: Callable[[Random], G]) -> list[G]:
    """What is counted of so many games; the same seed plays the same games."""
    return [played(Random(f"{seed}/{number}")) for number in range(games)]


class EndedGame(Protocol):
    """The counts of one game; a game without winners was not finished."""

    @property
    def turns(self) -> int:
        """How many turns were taken."""
        ...

    @property
    def decisions(self) -> int:
        """How many moves were chosen."""
        ...

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyGames:
    """Statistics of many games; ``turns`` are those of finished games, ascending; ``wins`` by seat, a shared win counts for each."""

    games: int
    finished: int
    decisions: int
    turns: tuple[int, ...]
    wins: tuple[int, ...]

    @classmethod
    def of(cls, ended: Sequence[EndedGame], players: int, **more: Any) -> Self:
        """Statistics of some games; ``more`` are a game's own counts."""
        finished = [game for game in ended if game.winners]
        wins = Counter(seat for game in finished for seat in game.winners)
        return cls(
            games=len(ended),
            finished=len(finished),
            decisions=sum(game.decisions for game in ended),
            turns=tuple(sorted(game.turns for game in finished)),
            wins=tuple(wins[seat] for seat in range(players)),
            **more,
        )

    @property
    def mean(self) -> float:
        """The mean number of turns; 0 if no game was finished."""
        return sum(self.turns) / len(self.turns) if self.turns else 0.0

    def percentile(self, share: float) -> int:
        """The least number of turns that this share of the finished games did not exceed; 0 without any (nearest rank)."""
        if not self.turns:
            return 0
        return self.turns[max(0, ceil(share * len(self.turns)) - 1)]

    def to_json(self, seconds: float) -> dict[str, Any]:
        """What `murphy simulate --json` prints; a game adds its own counts."""
        return self.counted(seconds)

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """What `murphy simulate` prints; ``seconds`` is how long the games took."""
        mean, most = round(self.mean, 2), self.percentile(NEARLY_ALL)
        yield said.say("simulate.played", games=self.games)
        yield said.say("simulate.length", mean=mean, most=most)
        yield from self.own_lines(said)
        for seat, wins in enumerate(self.wins, 1):
            yield said.say("simulate.wins", seat=seat, wins=wins)

    def own_lines(self, said: Words) -> Iterator[str]:
        """A game's own counts among them."""
        return iter(())

    def counted(self, seconds: float) -> dict[str, Any]:
        """What is counted of any game; ``seconds`` is how long they took."""
        return {
            "games": self.games,
            "finished": self.finished,
            "decisions": self.decisions,
            "seconds": round(seconds, 3),
            "turns": {
                "mean": round(self.mean, 2),
                "p50": self.percentile(HALF),
                "p95": self.percentile(NEARLY_ALL),
            },
            "wins_by_seat": list(self.wins),
        }
