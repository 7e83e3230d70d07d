"""Knows the painted game in advance: what its players answer to questions."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final

from companion.games.nicht_lustig.deck.dice import DICE, SYMBOL, DiceRoll
from companion.games.nicht_lustig.model.decisions import TakeTargets, ThrowDice
from companion.games.nicht_lustig.model.happened import DiceRolled, ProfessorsRolled
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
        self._lately: deque[tuple[LustigStep, int]] = deque(maxlen=KEPT)

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that the players would tap, about what no camera sees or could not read; None if the camera has to see it."""
        while self._next[1] <= frame:
            self._lately.append(self._next)
            self._next = next(self._steps)
        offered = [choice["id"] for choice in question["choices"]]
        match question["topic"]:
            case "die":
                return self._shown(question["beside"], offered, frame)
            case "symbol":
                return self._symbol(question["player"], offered, frame)
            case _:
                return self._decided(offered, frame)

    def _decided(self, offered: list[str], frame: int) -> str | None:
        """The latest decision on offer, among those since the dice were last thrown."""
        told = map(_unseen, takewhile(_after_throw, self._seen(frame)))
        return next((text for text in told if text in offered), None)

    def _shown(self, beside: list[int], offered: list[str], frame: int) -> str | None:
        """The value of an unread die: what its colour shows, without the values that are known."""
        colour = offered[0].partition("-")[0]
        lying = next(filter(None, map(_lying, self._seen(frame))), ())
        shown = Counter(value for name, value in lying if name == colour)
        left = (shown - Counter(beside)).elements()
        return next((f"{colour}-{value or SYMBOL}" for value in left), None)

    def _symbol(self, player: int, offered: list[str], frame: int) -> str | None:
        """The special whose die showed the symbol in a player's last roll."""
        mine = (s for s in self._seen(frame) if s.played and s.played.move.player == player)  # fmt: skip
        rolls = filter(None, map(_roll, mine))
        symbols = next((roll.symbols for roll in rolls), ())
        return next((face for face in offered if face in symbols), None)

    def _seen(self, frame: int) -> Iterator[LustigStep]:
        """The recent decisions, latest first, without a throw whose dice are still in the hand: they fall after half of its time."""
        ends = [first for _, first in (*self._lately, self._next)][1:]
        pairs = zip(self._lately, ends, strict=True)
        for (step, first), end in reversed(tuple(pairs)):
            if _after_throw(step) or frame >= (first + end) / 2:
                yield step


def _after_throw(step: LustigStep) -> bool:
    return step.played is not None and not isinstance(step.played.move, ThrowDice)


def _roll(step: LustigStep) -> DiceRoll | None:
    events = step.played.events if step.played else ()
    rolled = (DiceRoll(e.values) for e in events if isinstance(e, DiceRolled))
    return next(rolled, None)


def _lying(step: LustigStep) -> tuple[tuple[str, int], ...]:
    """The colours and values of the dice that a step leaves in the tray; empty if it throws none."""
    roll, events = _roll(step), step.played.events if step.played else ()
    thrown = (e.values for e in events if isinstance(e, ProfessorsRolled) and e.values)
    values = roll.values if roll else next(thrown, ())
    names = (name.partition("-")[0] for name in DICE)
    return tuple(zip(names, values, strict=False))


def _unseen(step: LustigStep) -> str | None:
    """The choice id of a decision that cannot be seen on the table."""
    if step.played is None:
        return None
    move: Any = step.played.move
    display = step.played.before.display
    if isinstance(move, TakeTargets) and set(move.faces) <= set(display):
        return None
    return decision_text(move)
