"""What is legal, what a move leads to, the state after an event."""

from companion.games.lauf_rauf.rules.fold import evolve
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.rules.moves import decide, turn_over

__all__ = ["decide", "evolve", "legal", "turn_over"]
