"""What a roll may be written as, and what a further Kniffel brings."""

from __future__ import annotations

from typing import Final

from companion.announce import message
from companion.kit.odds import Dice
from companion.kit.score_sheets.model import Offer, State
from companion.kit.score_sheets.rules import SheetRules

from .boxes import FIVE_ALIKE, FORM, KNIFFEL, UPPER, is_kniffel, scored
from .setup import Rulings


def offers(now: State[Rulings], player: int, dice: Dice) -> dict[str, Offer]:
    """Box -> points and extra points: everything that a player may do with the dice."""
    free = FORM.open_boxes(now.sheets[player])
    further = is_kniffel(dice) and KNIFFEL not in free and now.rulings.extra > 0
    has_fifty = now.points_in(player, KNIFFEL) == FIVE_ALIKE
    extra = now.rulings.extra if further and has_fifty else 0
    if further:
        own = UPPER[dice[0] - 1]
        below = tuple(box for box in free if box not in UPPER)
        free = (own,) if own in free else below or free
    return {box: Offer(scored(box, dice, joker=further), extra) for box in free}


RULES: Final[SheetRules[Rulings]] = SheetRules(
    name="kniffel",
    box_name=lambda box: message(f"kniffel.box.{box}"),
    form=lambda rulings: FORM,
    offers=offers,
    highest=FIVE_ALIKE,
)
legal, decide, evolve = RULES.legal, RULES.decide, RULES.evolve
