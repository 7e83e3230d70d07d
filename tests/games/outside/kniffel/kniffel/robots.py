"""Players that choose, whole games among them, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from statistics import mean
from typing import Final, TypeAlias

from companion.kit.robots import GameCounts, Means, PlayedMove, count, many, played_out

from . import model as m
from .boxes import BOXES, DICE, KNIFFEL, UPPER, Dice, bonus
from .rules import decide, evolve, keeps, legal, offers

Robot: TypeAlias = Callable[[m.State, Random], m.Move]
Played: TypeAlias = PlayedMove[m.State, m.Move, m.Event]

USUAL: Final = dict(zip(BOXES, (2, 5, 8, 12, 15, 19, 22, 13, 19, 24, 30, 17, 22), strict=True))  # fmt: skip
"""What a box brings on average: what is given up with it."""
TOWARDS_BONUS: Final = 0.4
"""The worth of an upper point beyond three of a kind, and what one below it costs, besides itself."""
ROLLS: Final[tuple[Dice, ...]] = tuple(combinations_with_replacement(range(1, 7), DICE))


def random_robot(now: m.State, chance: Random) -> m.Move:
    """Any legal move; about every third time it stops rolling."""
    moves = legal(now)
    boxes = [move for move in moves if isinstance(move, m.Fill)]
    return chance.choice(boxes if boxes and chance.random() < 1 / 3 else moves)


def quick_robot(now: m.State, chance: Random) -> m.Move:
    """What shows most often is kept, and written where it scores most."""
    if now.rolls == 0:
        return m.Throw(now.turn)
    found = offers(now, now.turn, now.dice)
    (value, count), *_ = Counter(now.dice).most_common(1)
    if now.rolls < m.MOST_ROLLS and count < DICE:
        return m.Throw(now.turn, (value,) * count)
    return m.Fill(now.turn, max(found, key=lambda box: sum(found[box])))


def greedy_robot(now: m.State, chance: Random) -> m.Move:
    """The turn that is best on average, box by box worth what it brings beyond the usual."""
    me = now.turn
    if now.rolls == 0:
        return m.Throw(me)
    last = [_worth(now, roll) for roll in ROLLS] if now.rolls < m.MOST_ROLLS else []
    stop, box = _best(now, now.dice)
    if not last:
        return m.Fill(me, box)
    values = dict(zip(ROLLS, last, strict=True))
    for _ in range(m.MOST_ROLLS - now.rolls - 1):
        again = {kept: _mean(kept, values) for kept in _all_keeps()}
        values = {roll: max(values[roll], *(again[k] for k in keeps(roll))) for roll in ROLLS}  # fmt: skip
    kept = max(keeps(now.dice), key=lambda k: _mean(k, values))
    return m.Fill(me, box) if stop >= _mean(kept, values) else m.Throw(me, kept)


def _best(now: m.State, dice: Dice) -> tuple[float, str]:
    return max((_gain(now, box, sum(points)), box) for box, points in offers(now, now.turn, dice).items())  # fmt: skip


def _worth(now: m.State, dice: Dice) -> float:
    return _best(now, dice)[0]


def _gain(now: m.State, box: str, points: int) -> float:
    """What is written, beyond what the box usually brings."""
    towards = 0.0
    if box in UPPER and not bonus(now.sheets[now.turn]):
        towards = TOWARDS_BONUS * (points - 3 * (UPPER.index(box) + 1))
    return points - USUAL[box] + towards


@cache
def _all_keeps() -> tuple[Dice, ...]:
    return tuple(k for n in range(DICE) for k in combinations_with_replacement(range(1, 7), n))  # fmt: skip


@cache
def _outcomes(kept: Dice) -> tuple[tuple[Dice, float], ...]:
    """All rolls that may follow, with their probabilities."""
    thrown = DICE - len(kept)
    found = []
    for fallen in combinations_with_replacement(range(1, 7), thrown):
        ways = factorial(thrown) / prod(map(factorial, Counter(fallen).values()))
        found.append((tuple(sorted((*kept, *fallen))), ways / 6**thrown))
    return tuple(found)


def _mean(kept: Dice, values: dict[Dice, float]) -> float:
    return sum(values[roll] * share for roll, share in _outcomes(kept))


ROBOTS: Final[dict[str, Robot]] = {"greedy": greedy_robot, "random": random_robot}  # fmt: skip


def whole_game(players: int, robot: Robot, chance: Random) -> Iterator[Played]:
    """A game from the first roll to the last box."""
    return played_out(m.start(players), robot, chance, decide=decide, evolve=evolve, over=lambda now: now.over)  # fmt: skip


def _names(event: m.Event) -> Iterator[str]:
    """What an event is counted as."""
    if isinstance(event, m.BoxFilled):
        yield "turns"
        if event.extra or (event.box == KNIFFEL and event.points):
            yield "kniffels"


def _of_end(end: m.State) -> dict[str, float]:
    bonuses = sum(bonus(sheet) > 0 for sheet in end.sheets)
    return {"points": mean(end.points), "bonuses": bonuses}


def simulated(edition: str, players: int, robot: str, games: int, seed: int) -> Means:
    """Play so many games; the same seed plays the same games."""

    def counted(chance: Random) -> GameCounts:
        played = whole_game(players, ROBOTS[robot], chance)
        return count(played, _names, lambda end: end.winners, _of_end)

    names = ("points", "bonuses", "kniffels")
    return Means.over(many(games, seed, counted), players, names, "kniffel.simulate")
