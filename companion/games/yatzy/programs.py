"""Yatzy for programs."""

from companion.games.yatzy.rules import RULES
from companion.games.yatzy.setup import AGREEMENT, Rulings
from companion.kit.score_sheets import programs as kit


class Yatzy(kit.Engine):
    """The game as ``companion.game("yatzy")`` returns it; stateless."""

    rules = RULES
    rulings = Rulings
    seats = AGREEMENT.players
