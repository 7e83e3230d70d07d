"""What is legal, what a move leads to, the state after an event."""

from companion.games.nicht_lustig.rules.fold import evolve
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.rules.moves import decide, followed

__all__ = ["decide", "evolve", "followed", "legal"]
