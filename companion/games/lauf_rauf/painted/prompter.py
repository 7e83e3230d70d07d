"""Knows the painted game in advance: what its players answer to questions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from companion.games.lauf_rauf.model.events import CardTurnedUp, PairThrown
from companion.games.lauf_rauf.model.moves import TurnUpCard
from companion.games.lauf_rauf.painted.plot import MountainStep
from companion.games.lauf_rauf.programs.notation import move_text
from companion.games.lauf_rauf.robots.whole_games import LaufPlayed
from companion.rules import Json

KEPT: Final = 4
"""How many decisions are remembered."""


class MountainPrompter:
    """Follows the same plot as the painter."""

    def __init__(self, steps: Iterator[tuple[MountainStep, int]]) -> None:
        """``steps`` with the number of each one's first frame."""
        self._steps = steps
        self._next = next(steps)
        self._lately: deque[MountainStep] = deque(maxlen=KEPT)

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that the players would tap; None if the question is not about a decision of theirs."""
        while self._next[1] <= frame:
            self._lately.append(self._next[0])
            self._next = next(self._steps)
        offered = {choice["id"] for choice in question["choices"]}
        played = [step.played for step in reversed(self._lately) if step.played]
        # A roll may have to be told while the next one is already under way.
        asked = played if "dice" in question["id"] else played[:1]
        told = (text for one in asked for text in _told(one, question["id"]))
        return next((text for text in told if text in offered), None)


def _told(played: LaufPlayed, question: str) -> tuple[str, ...]:
    """The possible answers given by one decision."""
    topic, _, rolls, number = question.split("-")
    match topic:
        case "card" if isinstance(played.move, TurnUpCard):
            cards = [e.card for e in played.events if isinstance(e, CardTurnedUp)]
            return tuple(f"card = {card}" for card in cards[int(number) :][:1])
        case "dice" | "bothdice":
            thrown = (e for e in played.events if isinstance(e, PairThrown))
            pairs = (e.shows for e in thrown if e.number == int(rolls) + 1)
            return tuple(f"roll {what} = {a} {b}" for one, other in pairs for a, b in ((one, other), (other, one)) for what in ("both", *range(1, 7)))  # fmt: skip
        case "with":
            return (move_text(played.move),)
        case _:
            return ()
