"""Yatzy for programs."""

from companion.games.yatzy import model as m
from companion.games.yatzy.rules import RULES
from companion.kit.score_sheets import programs as kit


class Yatzy(kit.Engine):
    """The game as ``companion.game("yatzy")`` returns it; stateless."""

    rules = RULES
    rulings = m.Rulings
    seats = m.AGREEMENT.players
