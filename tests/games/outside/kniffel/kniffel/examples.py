"""What this game is tried with (companion/kit/conformance)."""

from __future__ import annotations

from typing import Final

from companion.kit.examples import Examples
from companion.kit.score_sheets.examples import examples_of

from .rules import RULES
from .setup import Rulings

EXAMPLES: Final[Examples] = examples_of(RULES, Rulings())
