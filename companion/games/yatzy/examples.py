"""What this game is tried with (companion/kit/conformance)."""

from typing import Final

from companion.games.yatzy.rules import RULES
from companion.games.yatzy.setup import Rulings
from companion.kit.examples import Examples
from companion.kit.score_sheets.examples import examples_of

EXAMPLES: Final[Examples] = examples_of(RULES, Rulings())
