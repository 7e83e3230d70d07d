"""What is agreed before this game."""

from __future__ import annotations

from typing import Final

from companion.gamekit.agreement import Agreement
from companion.games.nicht_lustig.deck.rulings import OPEN_RULES

AGREEMENT: Final = Agreement((2, 4), OPEN_RULES)
