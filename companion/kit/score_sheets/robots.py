"""Players that choose in such a game, whole games among them, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any, TypeAlias

from companion.kit import robots as kit
from companion.kit.score_sheets import model as m
from companion.kit.score_sheets.rules import SheetRules
from companion.kit.setup import Rulings

Robot: TypeAlias = Callable[[m.State[Any], Random], m.Move]
Played: TypeAlias = kit.PlayedMove[m.State[Any], m.Move, m.Event]


def _no_counts(event: m.Event) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRobots:
    """The robots of a game by name, and what is counted of the games among them."""

    rules: SheetRules[Any]
    rulings: Rulings
    """What they play by unless others are given."""
    robots: Mapping[str, Robot]
    sentence: str
    """The key of what tells the means of ``counts``."""
    counts: tuple[str, ...] = ("points", "bonuses")
    """The means that are told: of points, of bonuses, and of what ``names`` counts."""
    names: Callable[[m.Event], tuple[str, ...]] = _no_counts
    """What an event is counted as besides."""

    @property
    def games(self) -> kit.RobotGames[m.State[Any], m.Move, m.Event]:
        """From the first roll to the last box."""
        return kit.RobotGames(
            play=kit.play_by(self.rules.decide, self.rules.evolve),
            winners=lambda end: end.winners,
            over=lambda now: now.over,
            names=self._names,
            of_end=_of_end,
        )

    def whole_game(
        self, players: int, robot: Robot, chance: Random, rulings: Rulings | None = None
    ) -> Iterator[Played]:
        """A game from the first roll to the last box."""
        start = self.rules.start(players, rulings or self.rulings)
        return self.games.played(start, robot, chance)

    def simulated(self, asked: kit.Simulation) -> kit.Means:
        """Play so many games."""
        start = self.rules.start(asked.players, self.rulings)
        found = self.games.many(asked, start, self.robots[asked.robot])
        return kit.Means.over(found, asked.players, self.counts, self.sentence)

    def _names(self, event: m.Event) -> tuple[str, ...]:
        turns = ("turns",) if isinstance(event, m.BoxFilled) else ()
        return (*turns, *self.names(event))


def _of_end(end: m.State[Any]) -> dict[str, float]:
    bonuses = sum(end.form.bonus(sheet) > 0 for sheet in end.sheets)
    return {"points": mean(end.points), "bonuses": bonuses}


def alike_robot(rules: SheetRules[Any]) -> Robot:
    """Keeps what shows most often, of equals the higher, and writes it where it scores most."""

    def robot(now: m.State[Any], chance: Random) -> m.Move:
        if not now.dice:
            return m.Throw(now.turn)
        (value, alike), *_ = Counter(reversed(now.dice)).most_common(1)
        if now.rolls < rules.rolls and alike < rules.dice:
            return m.Throw(now.turn, (value,) * alike)
        offers = rules.offers(now, now.turn, now.dice)
        return m.Fill(now.turn, max(offers, key=lambda box: sum(offers[box])))

    return robot


def random_robot(rules: SheetRules[Any]) -> Robot:
    """Any legal move; about every third time it stops rolling."""

    def robot(now: m.State[Any], chance: Random) -> m.Move:
        moves = rules.legal(now)
        boxes = [move for move in moves if isinstance(move, m.Fill)]
        return chance.choice(boxes if boxes and chance.random() < 1 / 3 else moves)

    return robot
