"""What is legal, what a move or a stated fact leads to, the state after an event."""

from companion.games.dumm_gelaufen.rules.fold import evolve
from companion.games.dumm_gelaufen.rules.legality import legal, refusals
from companion.games.dumm_gelaufen.rules.moves import correct, decide, lapsed, play

__all__ = ["correct", "decide", "evolve", "lapsed", "legal", "play", "refusals"]
