"""Players that choose, whole games among them, and their statistics."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.dumm_gelaufen.robots.greedy import greedy_robot
from companion.games.dumm_gelaufen.rules import dealing, legality, moves
from companion.kit import robots as kit
from companion.words import Words

__all__ = ["ROBOTS", "Robot", "greedy_robot", "random_robot", "simulated"]

# Robots ------------------------------------------------------------------------------


Robot: TypeAlias = Callable[[m.State, Random], m.Move]

ROBOTS: Final[Mapping[str, Robot]] = {"random": random_robot, "greedy": greedy_robot}
"""Every robot by its name."""


# Whole games -------------------------------------------------------------------------


_ALWAYS: Final = (m.ToLay, m.MayClaim, m.Turn)
TASK_FACES: Final = tuple(f"M{number:02d}" for number in range(1, d.TASKS + 1))


def is_choice(state: m.State) -> bool:
    """Whether there are at least two things to choose from; if not it is no decision."""
    pending = state.pending
    if isinstance(pending, m.ToLay) and pending.area == "mac":
        return len(state.hands[pending.player].numbers) > 1
    if isinstance(pending, _ALWAYS):
        return True
    return legality.leaves_a_choice(state)


def _names(event: m.Event) -> tuple[str, ...]:
    """What an event is counted as; a round that is won, as its murphy card, too."""
    match event:
        case m.TurnPassed() | m.GameWon():
            return ("turns",)
        case m.RoundWon(_, task):
            return ("turns", task.face)
        case m.DrawPileReshuffled():
            return ("dry",)
        case _:
            return ()


def _winners(end: m.State) -> tuple[int, ...]:
    """The seat that has won, if somebody has."""
    return () if end.winner is None else (end.winner,)


GAMES: Final[kit.RobotGames[m.State, m.Move, m.Event]] = kit.RobotGames(
    play=moves.play,
    winners=_winners,
    over=lambda now: now.over,
    names=_names,
    is_choice=is_choice,
    longest=400_000,
)
"""A game is given up after some 100,000 turns: robots that play by chance need some thousands."""


def whole_game(
    edition: d.Edition, players: int, robot: Robot, chance: Random
) -> Iterator[kit.PlayedMove[m.State, m.Move, m.Event]]:
    """A game from the first card taken to its end."""
    state, _ = dealing.deal(edition, players, chance)
    return GAMES.played(state, robot, chance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(kit.ManyGames):
    """Statistics of many games: ``claims`` by murphy card, ``dry`` by how often a game's draw pile ran dry."""

    claims: Counter[str]
    dry: Counter[int]

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long the games took."""
        return kit.ManyGames.to_json(self, seconds) | {
            "claims_by_task": {face: self.claims[face] for face in TASK_FACES},
            "reshuffles_by_game": {str(n): self.dry[n] for n in sorted(self.dry)},
        }

    def lines(self, seconds: float, words: Words) -> Iterator[str]:
        """What `murphy simulate` prints; ``seconds`` is how long the games took."""
        yield words.say("simulate.games", games=self.games, finished=self.finished)
        half, most = self.percentile(kit.HALF), self.percentile(kit.NEARLY_ALL)
        mean = round(self.mean, 1)
        yield words.say("simulate.turns", mean=mean, half=half, most=most)
        for seat, wins in enumerate(self.wins, 1):
            share = round(100 * wins / self.finished, 1) if self.finished else 0.0
            yield words.say("simulate.seat", seat=seat, wins=wins, share=share)
        reshuffles = sum(times * games for times, games in self.dry.items())
        yield words.say("simulate.dry", times=round(reshuffles / self.games, 2))
        yield words.say("simulate.solved")
        for face, times in sorted(self.claims.items(), key=lambda pair: -pair[1]):
            yield f"  {times:6d}  {face} {words(d.face_name(face))}"
        speed = round(self.decisions / seconds) if seconds else 0
        pace = {"seconds": round(seconds, 1), "speed": speed}
        yield words.say("simulate.speed", decisions=self.decisions, **pace)


def counted(
    asked: kit.Simulation, games: kit.RobotGames[m.State, m.Move, m.Event] = GAMES
) -> list[kit.GameCounts]:
    """The counts of each game. Raises EditionError where so many cannot play."""
    edition = d.load_edition(asked.edition or d.EDITIONS[0])
    robot = ROBOTS[asked.robot]
    return [
        games.counted(whole_game(edition, asked.players, robot, chance))
        for chance in asked.chances(":")
    ]


def statistics(ended: Sequence[kit.GameCounts], players: int) -> Statistics:
    """What some games come to together: lengths, wins, claims, reshuffles."""
    claims = Counter[str]()
    for game in ended:
        claims.update({f: int(n) for f, n in game.counts.items() if f in TASK_FACES})
    dry = Counter(int(game.counts.get("dry", 0)) for game in ended)
    return Statistics.of(ended, players, claims=claims, dry=dry)


def simulated(asked: kit.Simulation) -> Statistics:
    """Play so many games. Raises EditionError where so many cannot play."""
    return statistics(counted(asked), asked.players)
