"""Players that choose, and whole games among them."""

from typing import Final

from companion.games.yatzy.boxes import FIVE_ALIKE
from companion.games.yatzy.opponent import expert_robot
from companion.games.yatzy.rules import RULES
from companion.games.yatzy.setup import Rulings
from companion.kit.score_sheets import robots as kit
from companion.kit.score_sheets.model import BoxFilled, Event

random_robot: Final = kit.random_robot(RULES)
greedy_robot: Final = kit.alike_robot(RULES)


def _names(event: Event) -> tuple[str, ...]:
    """What an event is counted as."""
    match event:
        case BoxFilled(extra=extra, box=box, points=points):
            is_one = extra or (box == FIVE_ALIKE and points)
            return ("fives",) if is_one else ()
        case _:
            return ()


ROBOTS: Final[dict[str, kit.Robot]] = {
    "expert": expert_robot,
    "greedy": greedy_robot,
    "random": random_robot,
}
GAMES: Final[kit.SheetRobots] = kit.SheetRobots(
    rules=RULES,
    rulings=Rulings(),
    robots=ROBOTS,
    sentence="yatzy.simulate",
    counts=("points", "bonuses", "fives"),
    names=_names,
)
