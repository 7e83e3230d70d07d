"""A whole exchange as one move of what people say: taken and laid together, or not at all.

``{"move": "exchange", "player": 0, "take": [["mac", "R07-1"]], "lay": [["mac",
"Y01-1"], ["mac", "G02-1"]]}``; in place of ``lay``, ``"shown"`` names the
at-once card that was drawn. Every other move stands for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from companion.games.dumm_gelaufen.model import moves
from companion.games.dumm_gelaufen.model.events import Event
from companion.games.dumm_gelaufen.model.moves import Move
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.rules.rulebook import play
from companion.rules import Json

EXCHANGE: Final = frozenset({"move", "player", "take", "lay", "shown"})


def said_moves(told: Json) -> tuple[Move, ...]:
    """The moves of a submission, in order. Raises ValueError, KeyError, TypeError or CardError if it is malformed."""
    if told["move"] != "exchange":
        return (moves.from_json(told),)
    if not told.keys() <= EXCHANGE:
        raise ValueError("more than an exchange has")
    return tuple(map(moves.from_json, _steps(told)))


def _steps(told: Json) -> Iterator[Json]:
    player = told["player"]
    yield {"move": "take", "player": player, "cards": told["take"]}
    for place, card in told.get("lay", ()):
        yield {"move": "lay", "player": player, "place": place, "card": card}
    if "shown" in told:
        yield {"move": "play-action", "player": player, "card": told["shown"]}


def played(state: State, said: tuple[Move, ...], rng: Random) -> tuple[Event, ...]:
    """The events of successive moves. Raises IllegalMove for the first illegal one."""
    events: list[Event] = []
    for move in said:
        state, more = play(state, move, rng)
        events += more
    return tuple(events)
