"""What is agreed before this game."""

from typing import Final

from companion.games.nicht_lustig import model as m
from companion.kit.setup import Agreement

AGREEMENT: Final = Agreement((2, 4), m.OPEN_RULES)
