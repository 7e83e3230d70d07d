"""What such a game is tried with (companion/kit/conformance)."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.kit.examples import Examples
from companion.kit.odds import FACES
from companion.kit.score_sheets import model as m
from companion.kit.score_sheets.rules import SheetRules
from companion.kit.setup import Rulings
from companion.rules import Json


def examples_of(rules: SheetRules[Any], rulings: Rulings) -> Examples:
    """Sheets that are begun, a roll and a box, and every correction there is."""
    first, *_, last = rules.form(rulings).boxes
    sheets = [{first: 3, last: 21}, {last: 18}]
    dice = sorted((FACES * rules.dice)[: rules.dice])

    def filled(move: Json, table_state: Any, chance: Random) -> Json:
        """A roll with what the dice show: the kept ones what they showed."""
        if move["move"] != "roll":
            return move
        thrown = (chance.choice(FACES) for _ in range(rules.dice - len(move["kept"])))
        return {**move, "dice": sorted([*move["kept"], *thrown])}

    return Examples(
        public=_public,
        filled=filled,
        positions=({"sheets": sheets},),
        asked={
            "legal": ({"position": {"sheets": sheets}, "dice": dice},),
            "score": ({"sheets": sheets},),
        },
        moves=(
            {"move": "roll", "player": 0, "dice": dice},
            {"move": "box", "player": 0, "box": last},
        ),
        corrections=(
            {"do": "box", "player": 1, "box": first, "points": 1},
            {"do": "box", "player": 1, "box": first, "points": None},
            {"do": "dice", "values": [FACES[-1]] * rules.dice},
            {"do": "turn", "player": 1},
            {"do": "look-again"},
            {"do": "left", "player": 1},
            {"do": "back", "player": 1},
            {"do": "count"},
        ),
        events=({"event": "dice-were", "dice": dice},),
    )


def _public(state: m.State[Any]) -> object:
    """What stands in which box, and who has won."""
    return state.sheets, state.extras, state.winners
