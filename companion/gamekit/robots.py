"""Whole games among robots, and what many of them came to, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil
from random import Random
from typing import Any, Final, Generic, Protocol, Self, TypeVar

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")

HALF: Final = 0.5
NEARLY_ALL: Final = 0.95


@dataclass(frozen=True, slots=True)
class PlayedMove(Generic[S, M, E]):
    """One decision of a game, and what came of it."""

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
    """A game to its end: copies of one robot move, ``decide`` says what comes of it, ``evolve`` folds that."""
    while not over(now):
        move = robot(now, chance)
        events = tuple(decide(now, move, chance))
        after = reduce(evolve, events, now)
        yield PlayedMove(now, move, events, after)
        now = after


class EndedGame(Protocol):
    """What is counted of one game, whatever was played; one without winners was not finished."""

    @property
    def turns(self) -> int: ...

    @property
    def decisions(self) -> int: ...

    @property
    def winners(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyGames:
    """What many games came to; ``turns`` are those of finished games in ascending order, ``wins`` go by seat, a shared one counts for each."""

    games: int
    finished: int
    decisions: int
    turns: tuple[int, ...]
    wins: tuple[int, ...]

    @classmethod
    def of(cls, ended: Sequence[EndedGame], players: int, **more: Any) -> Self:
        """Some games counted; ``more`` is what a game counts besides."""
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
        """The mean number of turns; 0 where no game was finished."""
        return sum(self.turns) / len(self.turns) if self.turns else 0.0

    def percentile(self, share: float) -> int:
        """The least number of turns that this share of the finished games did not exceed; 0 without any (nearest rank)."""
        if not self.turns:
            return 0
        return self.turns[max(0, ceil(share * len(self.turns)) - 1)]

    def counted(self, seconds: float) -> dict[str, Any]:
        """What `murphy simulate --json` tells of any game; ``seconds`` is how long they took."""
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
