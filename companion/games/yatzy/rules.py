"""What a roll may be written as, and what a further five of a kind brings."""

from typing import Final

from companion.announce import message
from companion.games.yatzy.boxes import FIVE_ALIKE, JOKERS, UPPER, is_five_alike
from companion.games.yatzy.setup import Rulings
from companion.kit.odds import Dice
from companion.kit.score_sheets.model import Offer, State
from companion.kit.score_sheets.rules import SheetRules


def offers(now: State[Rulings], player: int, dice: Dice) -> dict[str, Offer]:
    """Box -> points and extra points: everything that a player may do with the dice."""
    kind, free = now.rulings.kind, now.form.open_boxes(now.sheets[player])
    joker = is_five_alike(dice) and FIVE_ALIKE not in free and now.rulings.extra > 0
    extra = now.rulings.extra if joker and now.points_in(player, FIVE_ALIKE) else 0
    if joker:
        own = UPPER[dice[0] - 1]
        below = tuple(box for box in free if box not in UPPER)
        free = (own,) if own in free else below or free
    patterns = JOKERS if joker else {}
    return {box: Offer(patterns.get(box) or kind.points(box, dice), extra) for box in free}


RULES: Final[SheetRules[Rulings]] = SheetRules(
    name="yatzy",
    box_name=lambda box: message(f"yatzy.box.{box}"),
    form=lambda rulings: rulings.kind.form,
    offers=offers,
)
legal, decide, evolve = RULES.legal, RULES.decide, RULES.evolve
