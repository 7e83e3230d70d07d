"""The statistics of many games between robots, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.gamekit.robots import HALF, NEARLY_ALL
from companion.games.dumm_gelaufen.deck.cards import face_name
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.robots.players import ROBOTS
from companion.games.dumm_gelaufen.robots.simulation import (
    TASK_FACES,
    GameStatistics,
    games,
    statistics,
)
from companion.words import Words


def simulated(edition: str, players: int, robot: str, count: int, seed: int) -> Report:
    """Play so many games. Raises EditionError where so many cannot play."""
    played = games(load_edition(edition), players, ROBOTS[robot], count, seed)
    return Report(statistics(played, players))


@dataclass(frozen=True, slots=True)
class Report:
    """Statistics, told."""

    found: GameStatistics

    def to_json(self, seconds: float) -> dict[str, Any]:
        """One object; ``seconds`` is how long the games took."""
        found = self.found
        return found.counted(seconds) | {
            "claims_by_task": {face: found.claims[face] for face in TASK_FACES},
            "reshuffles_by_game": {str(n): found.dry[n] for n in sorted(found.dry)},
        }

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """What `murphy simulate` prints; ``seconds`` is how long the games took."""
        found = self.found
        yield said.say("simulate.games", games=found.games, finished=found.finished)
        half, most = found.percentile(HALF), found.percentile(NEARLY_ALL)
        mean = round(found.mean, 1)
        yield said.say("simulate.turns", mean=mean, half=half, most=most)
        for seat, wins in enumerate(found.wins, 1):
            share = _share(wins, found)
            yield said.say("simulate.seat", seat=seat, wins=wins, share=share)
        reshuffles = sum(times * games for times, games in found.dry.items())
        yield said.say("simulate.dry", times=round(reshuffles / found.games, 2))
        yield said.say("simulate.solved")
        for face, times in sorted(found.claims.items(), key=lambda pair: -pair[1]):
            yield f"  {times:6d}  {face} {said(face_name(face))}"
        speed = round(found.decisions / seconds) if seconds else 0
        pace = {"seconds": round(seconds, 1), "speed": speed}
        yield said.say("simulate.speed", decisions=found.decisions, **pace)


def _share(wins: int, found: GameStatistics) -> float:
    """Of the finished games, percent."""
    return round(100 * wins / found.finished, 1) if found.finished else 0.0
