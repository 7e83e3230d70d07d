"""Players that choose, and whole games among them."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.kit.odds import Dice, RollingOn
from companion.kit.score_sheets import robots as kit
from companion.kit.score_sheets.model import BoxFilled, Event, Fill, Move, State, Throw
from companion.kit.score_sheets.robots import Robot

from .boxes import DICE, FORM, KNIFFEL, UPPER
from .rules import RULES, offers
from .setup import Rulings

USUAL: Final = dict(zip(FORM.boxes, (2, 5, 8, 12, 15, 19, 22, 13, 19, 24, 30, 17, 22), strict=True))
"""What a box brings on average: what is given up with it."""
TOWARDS_BONUS: Final = 0.4
"""The worth of an upper point beyond three of a kind, and what one below it costs, besides itself."""


random_robot: Final = kit.random_robot(RULES)
quick_robot: Final = kit.alike_robot(RULES)


def greedy_robot(now: State[Rulings], chance: Random) -> Move:
    """The turn that is best on average, box by box worth what it brings beyond the usual."""
    if now.rolls == 0:
        return Throw(now.turn)
    stop, box = _best(now, now.dice)
    more = RULES.rolls - now.rolls
    if more:
        rolling = RollingOn.of(lambda dice: _best(now, dice)[0], DICE, more - 1)
        kept, worth = rolling.best(now.dice)
        if stop < worth:
            return Throw(now.turn, kept)
    return Fill(now.turn, box)


def _best(now: State[Rulings], dice: Dice) -> tuple[float, str]:
    found = offers(now, now.turn, dice)
    return max((_gain(now, box, sum(found[box])), box) for box in found)


def _gain(now: State[Rulings], box: str, points: int) -> float:
    """What is written, beyond what the box usually brings."""
    towards = 0.0
    if box in UPPER and not FORM.bonus(now.sheets[now.turn]):
        towards = TOWARDS_BONUS * (points - 3 * (UPPER.index(box) + 1))
    return points - USUAL[box] + towards


def _names(event: Event) -> tuple[str, ...]:
    """What an event is counted as."""
    is_one = isinstance(event, BoxFilled) and (
        event.extra or (event.box == KNIFFEL and event.points)
    )
    return ("kniffels",) if is_one else ()


ROBOTS: Final[dict[str, Robot]] = {"greedy": greedy_robot, "random": random_robot}
GAMES: Final[kit.SheetRobots] = kit.SheetRobots(
    rules=RULES,
    rulings=Rulings(),
    robots=ROBOTS,
    sentence="kniffel.simulate",
    counts=("points", "bonuses", "kniffels"),
    names=_names,
)
