"""What high card is tried with."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from companion.kit.examples import Examples
from companion.rules import Json

from .rules import Duel, free


def pieces(state: Duel) -> Iterator[str]:
    """Every card: laid, or still in somebody's hand."""
    yield from (card for _, card, _ in state.laid)
    yield from free(state)


def filled(move: Json, state: Any, chance: Random) -> Json:
    """A roll with what the die shows."""
    return {"roll": chance.randint(1, 6)} if move == {"roll": None} else move


EXAMPLES: Final[Examples] = Examples(
    pieces=pieces,
    public=lambda state: state.laid,
    rules=lambda state: state,
    filled=filled,
    positions=({"rolled": 3, "laid": [[0, "T06-1", 6]]},),
    asked={"score": ({"card": "T04-1", "dice": {"white": 5}},)},
    moves=({"roll": 3}, {"lay": "T01-1"}),
)
