"""Knows the painted game by heart: what its players answer when they are asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final

from companion.games.nicht_lustig.model.decisions import TakeTargets, ThrowDice
from companion.games.nicht_lustig.painted.plot import LustigStep
from companion.games.nicht_lustig.programs.writing import decision_text
from companion.rules import Json

KEPT: Final = 6
"""How many decisions are remembered."""


class LustigPrompter:
    """Follows the same plot as the painter."""

    def __init__(self, steps: Iterator[tuple[LustigStep, int]]) -> None:
        """``steps`` with the number of each one's first frame."""
        self._steps = steps
        self._next = next(steps)
        self._lately: deque[LustigStep] = deque(maxlen=KEPT)

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that the players would tap: only what no camera sees; None where it is for the camera to see.

        Of what was decided since the dice were last thrown it is the latest that is offered.
        """
        while self._next[1] <= frame:
            self._lately.append(self._next[0])
            self._next = next(self._steps)
        offered = {choice["id"] for choice in question["choices"]}
        told = map(_unseen, takewhile(_after_throw, reversed(self._lately)))
        return next((text for text in told if text in offered), None)


def _after_throw(step: LustigStep) -> bool:
    return step.played is not None and not isinstance(step.played.move, ThrowDice)


def _unseen(step: LustigStep) -> str | None:
    """A decision as its choice's id, where it is not seen on the table."""
    if step.played is None:
        return None
    move: Any = step.played.move
    display = step.played.before.display
    if isinstance(move, TakeTargets) and set(move.faces) <= set(display):
        return None
    return decision_text(move)
