"""Whole games among robots, and statistics of many of them, for any game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from math import ceil
from random import Random
from statistics import fmean
from typing import Any, Final, Generic, Self, TypeVar

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


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be played: so many games among copies of one robot; the same seed plays the same games."""

    players: int
    robot: str
    """Its name."""
    games: int = 1
    seed: int = 1
    edition: str = ""
    """Empty: the game's first."""

    def chances(self, between: str = "/") -> Iterator[Random]:
        """The chance of each game: seed and number with a sign ``between`` them."""
        for number in range(self.games):
            yield Random(f"{self.seed}{between}{number}")


@dataclass(frozen=True, slots=True)
class GameCounts:
    """The counts of one game, by name, ``turns`` among them; one without winners was not finished."""

    decisions: int
    """How many moves were chosen."""
    winners: tuple[int, ...]
    counts: Mapping[str, float]

    @property
    def turns(self) -> int:
        """How many turns were taken."""
        return int(self.counts.get("turns", 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyGames:
    """Statistics of many games; ``turns`` are those of finished games, ascending; ``wins`` by seat, a shared win counts for each."""

    games: int
    finished: int
    decisions: int
    turns: tuple[int, ...]
    wins: tuple[int, ...]

    @classmethod
    def of(cls, ended: Sequence[GameCounts], players: int, **more: Any) -> Self:
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

    def lines(self, seconds: float, words: Words) -> Iterator[str]:
        """What `murphy simulate` prints; ``seconds`` is how long the games took."""
        mean, most = round(self.mean, 2), self.percentile(NEARLY_ALL)
        yield words.say("simulate.played", games=self.games)
        yield words.say("simulate.length", mean=mean, most=most)
        yield from self.own_lines(words)
        for seat, wins in enumerate(self.wins, 1):
            yield words.say("simulate.wins", seat=seat, wins=wins)

    def own_lines(self, words: Words) -> Iterator[str]:
        """A game's own counts among them."""
        return iter(())

    def to_json(self, seconds: float) -> dict[str, Any]:
        """What `murphy simulate --json` prints; ``seconds`` is how long the games took. A game adds its own counts."""
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


# What of a game is counted by its events ---------------------------------------------


def play_by(
    decide: Callable[[S, M, Random], Iterable[E]], evolve: Callable[[S, E], S]
) -> Callable[[S, M, Random], tuple[S, tuple[E, ...]]]:
    """A move made by a game's rules: the state after it, and its events."""

    def play(state: S, move: M, chance: Random) -> tuple[S, tuple[E, ...]]:
        events = tuple(decide(state, move, chance))
        return reduce(evolve, events, state), events

    return play


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotGames(Generic[S, M, E]):
    """Whole games among robots: how they are played, and what is counted of them."""

    play: Callable[[S, M, Random], tuple[S, Iterable[E]]]
    """A state, a move and chance -> the state after it, and its events."""
    winners: Callable[[S], tuple[int, ...]]
    """The seats that have won; none before the end."""
    over: Callable[[S], bool]
    names: Callable[[E], Iterable[str]]
    """What an event is counted as; ``turns`` among it."""
    of_end: Callable[[S], Mapping[str, float]] = lambda end: {}
    """What the last state adds."""
    is_choice: Callable[[S], bool] = lambda before: True
    """Whether there is anything to decide."""
    longest: int = 20_000
    """Decisions after which a game counts as not finished: random robots may go round for ever."""

    def played(
        self, now: S, robot: Callable[[S, Random], M], chance: Random
    ) -> Iterator[PlayedMove[S, M, E]]:
        """A game from a state to its end: ``robot`` chooses each move."""
        while not self.over(now):
            move = robot(now, chance)
            after, events = self.play(now, move, chance)
            yield PlayedMove(now, move, tuple(events), after)
            now = after

    def counted(self, played: Iterator[PlayedMove[S, M, E]]) -> GameCounts:
        """The counts of a whole game, or of the most decisions that are followed."""
        counted: Counter[str] = Counter()
        decisions, end = 0, None
        for one in islice(played, self.longest):
            decisions, end = decisions + self.is_choice(one.before), one.after
            counted.update(name for event in one.events for name in self.names(event))
        if end is None:
            return GameCounts(0, (), counted)
        return GameCounts(decisions, self.winners(end), {**counted, **self.of_end(end)})

    def many(
        self, asked: Simulation, start: S, robot: Callable[[S, Random], M]
    ) -> list[GameCounts]:
        """The counts of all games that are asked for, each from the same start."""
        return [self.counted(self.played(start, robot, c)) for c in asked.chances()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Means(ManyGames):
    """Statistics of many games with means a game by name; ``sentence`` is the key of what says them."""

    means: Mapping[str, float]
    sentence: str

    @classmethod
    def over(
        cls,
        found: Sequence[GameCounts],
        players: int,
        names: Iterable[str],
        sentence: str,
        **more: Any,
    ) -> Self:
        """The means of what is named; ``more`` are a game's own counts."""
        means = {n: fmean(game.counts.get(n, 0) for game in found) for n in names}
        return cls.of(found, players, means=means, sentence=sentence, **more)

    @property
    def rounded(self) -> dict[str, float]:
        """The means as they are told."""
        return {name: round(mean, 2) for name, mean in self.means.items()}

    def to_json(self, seconds: float) -> dict[str, Any]:
        """What `murphy simulate --json` prints."""
        return ManyGames.to_json(self, seconds) | self.rounded

    def own_lines(self, words: Words) -> Iterator[str]:
        """One sentence that tells what of a game was counted on average."""
        yield words.say(self.sentence, **self.rounded)
