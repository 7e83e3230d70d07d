"""Kniffel for programs."""

from __future__ import annotations

from companion.kit.score_sheets import programs as kit

from . import model as m
from .rules import RULES


class Kniffel(kit.Engine):
    """The game as ``companion.game("kniffel")`` returns it; stateless."""

    rules = RULES
    rulings = m.Rulings
    seats = m.AGREEMENT.players
