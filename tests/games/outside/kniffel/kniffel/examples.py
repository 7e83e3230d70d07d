"""What this game is tried with (companion/kit/conformance)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from companion.kit.examples import Examples
from companion.rules import Json

from . import model as m


def filled(move: Json, table_state: Any, chance: Random) -> Json:
    """A roll with what the dice show: the kept ones what they showed."""
    if move["move"] != "roll":
        return move
    thrown = [chance.randint(1, 6) for _ in range(5 - len(move["kept"]))]
    return {**move, "dice": sorted([*move["kept"], *thrown])}


def public(state: m.State) -> object:
    """What stands in which box, and who has won."""
    return state.sheets, state.extras, state.winners


SHEETS: Final[list[Json]] = [{"ones": 3, "chance": 21}, {"sixes": 18}]
EXAMPLES: Final[Examples] = Examples(
    public=public,
    filled=filled,
    positions=({"sheets": SHEETS},),
    asked={
        "legal": ({"position": {"sheets": SHEETS}, "dice": [1, 2, 3, 4, 5]},),
        "score": ({"sheets": SHEETS},),
    },
    moves=(
        {"move": "roll", "player": 0, "dice": [1, 2, 3, 4, 5]},
        {"move": "box", "player": 0, "box": "chance"},
    ),
    corrections=(
        {"do": "box", "player": 1, "box": "ones", "points": 3},
        {"do": "box", "player": 1, "box": "ones", "points": None},
        {"do": "dice", "values": [6, 6, 6, 6, 6]},
        {"do": "turn", "player": 1},
        {"do": "stands", "reason": "dice"},
        {"do": "look-again"},
    ),
    events=({"event": "dice-were", "dice": [1, 2, 2, 5, 6]},),
)
