"""Kniffel for programs."""

from __future__ import annotations

from companion.kit.score_sheets import programs as kit

from .rules import RULES
from .setup import AGREEMENT, Rulings


class Kniffel(kit.Engine):
    """The game as ``companion.game("kniffel")`` returns it; stateless."""

    rules = RULES
    rulings = Rulings
    seats = AGREEMENT.players
