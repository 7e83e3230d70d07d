"""What one input leads to at a table: facts of the rules, violations, and whether it can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from companion.errors import IllegalMove
from companion.gamekit.recorder import EventRecorder
from companion.gamekit.sitting import Irregularity, T
from companion.gamekit.tagged import Tagged
from companion.rules import Json

E = TypeVar("E")


class TableRecorder(EventRecorder[T], Generic[T, E]):
    """Of a sitting ``T`` and a game's own events ``E``; ``said`` is what of a sitting can be undone."""

    __slots__ = ("_events", "_heard", "_said")

    def __init__(
        self,
        sitting: T,
        evolve: Callable[[T, Json], T],
        events: Tagged[E],
        said: Callable[[T], object],
    ) -> None:
        super().__init__(sitting, evolve)
        self._heard, self._events, self._said = sitting, events, said

    def facts(self, events: Iterable[E]) -> None:
        """Let what the rules determine happen."""
        for event in events:
            told = self._events.to_json(event)
            self.tell(told.pop("event"), **told)

    def done(self) -> None:
        """What was said changed the game, so it can be undone."""
        if self._said(self._heard) != self._said(self.sitting):
            self.tell("did", entry=self.sitting.entry)

    def complain(self, wrong: Irregularity) -> None:
        """Report once that something breaks the rules."""
        if wrong not in self.sitting.irregular:
            self.tell("illegal", **wrong.to_json())

    def complained(self, reason: str | None) -> Irregularity:
        """The violation of that reason that still stands, the latest one if no reason is named. Raises IllegalMove."""
        standing = reversed(self.sitting.irregular)
        found = (wrong for wrong in standing if reason in (None, wrong.reason))
        wrong = next(found, None)
        if wrong is None:
            raise IllegalMove("session.settled")
        return wrong

    def look_again(self, reason: str | None, of_dice: Callable[[str], bool]) -> None:
        """What broke the rules does so no longer: one violation, or all of them if no reason is named.

        ``of_dice``: whether a reason is about dice, which then are looked at anew. Raises IllegalMove.
        """
        wrong = self.complained(reason)
        if reason is None or of_dice(wrong.reason):
            self.tell("dice", left=[], came=[])
        self.relent(*(() if reason is None else (reason,)))

    def relent(self, *reasons: str) -> None:
        """Report that these violations are resolved; all of them if none is named."""
        for wrong in self.sitting.irregular:
            if wrong.reason in reasons or not reasons:
                self.tell("legal-again", **wrong.to_json())
