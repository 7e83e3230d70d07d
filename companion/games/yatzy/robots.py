"""Players that choose, whole games among them, and their statistics."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from statistics import mean
from typing import Final, TypeAlias

from companion.kit.robots import GameCounts, Means, PlayedMove, count, many, played_out

from . import model as m
from .boxes import DICE, FIVE_ALIKE
from .rules import decide, evolve, legal, offers

Robot: TypeAlias = Callable[[m.State, Random], m.Move]
Played: TypeAlias = PlayedMove[m.State, m.Move, m.Event]


def expert_robot(now: m.State, chance: Random) -> m.Move:
    """Scores most on average, whatever the others have."""
    from . import expert as ex  # a table that only who asks for it loads

    if now.rolls == 0:
        return m.Throw(now.turn)
    expert = ex.expert(now.rules.sheet, now.rules.extra)
    kept, box, _ = expert.best(
        now.columns[now.turn], now.dice, m.MOST_ROLLS - now.rolls
    )
    return m.Fill(now.turn, box) if len(kept) == DICE else m.Throw(now.turn, kept)


def greedy_robot(now: m.State, chance: Random) -> m.Move:
    """Keeps what shows most often, and writes it where it scores most."""
    if now.rolls == 0:
        return m.Throw(now.turn)
    (value, count), *_ = Counter(reversed(now.dice)).most_common(1)
    if now.rolls < m.MOST_ROLLS and count < DICE:
        return m.Throw(now.turn, (value,) * count)
    found = offers(now, now.turn, now.dice)
    return m.Fill(now.turn, max(found, key=lambda box: sum(found[box])))


def random_robot(now: m.State, chance: Random) -> m.Move:
    """Any legal move; about every third time it stops rolling."""
    moves = legal(now)
    boxes = [move for move in moves if isinstance(move, m.Fill)]
    return chance.choice(boxes if boxes and chance.random() < 1 / 3 else moves)


ROBOTS: Final[dict[str, Robot]] = {
    "expert": expert_robot,
    "greedy": greedy_robot,
    "random": random_robot,
}


def whole_game(players: int, robot: Robot, chance: Random, rules: m.Rulings | None = None) -> Iterator[Played]:  # fmt: skip
    """A game from the first roll to the last box."""
    return played_out(m.start(players, rules), robot, chance, decide=decide, evolve=evolve, over=lambda now: now.over)  # fmt: skip


def _names(event: m.Event) -> Iterator[str]:
    """What an event is counted as."""
    if isinstance(event, m.BoxFilled):
        yield "turns"
        if event.extra or (event.box == FIVE_ALIKE and event.points):
            yield "fives"


def _of_end(end: m.State) -> dict[str, float]:
    bonuses = sum(end.rules.boxes.bonus_of(column) > 0 for column in end.columns)
    return {"points": mean(end.points), "bonuses": bonuses}


def simulated(edition: str, players: int, robot: str, games: int, seed: int) -> Means:
    """Play so many games; the same seed plays the same games."""

    def counted(chance: Random) -> GameCounts:
        played = whole_game(players, ROBOTS[robot], chance)
        return count(played, _names, lambda end: end.winners, _of_end)

    names = ("points", "bonuses", "fives")
    return Means.over(many(games, seed, counted), players, names, "yatzy.simulate")
