"""What the expert does in a turn of its own: at a table among people, and as a robot of programs."""

from random import Random

from companion.games.yatzy.boxes import DICE
from companion.games.yatzy.rules import RULES
from companion.games.yatzy.setup import Rulings
from companion.kit.score_sheets.model import Fill, Move, State, Throw


def expert_robot(now: State[Rulings], chance: Random) -> Move:
    """Scores most on average, whatever the others have."""
    from companion.games.yatzy.expert import expert  # numpy, and a table

    if now.rolls == 0:
        return Throw(now.turn)
    advice = expert(now.rulings.sheet, now.rulings.extra).best(
        now.sheets[now.turn], now.dice, RULES.rolls - now.rolls
    )
    stops = len(advice.kept) == DICE
    return Fill(now.turn, advice.box) if stops else Throw(now.turn, advice.kept)
