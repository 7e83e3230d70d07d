"""Reports that nothing has changed: some conclusions need a while of stillness."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.table import Observation, Settled, Table
from vision.frame import Frame

AFTER: Final = (2.0, 5.0)
"""Seconds after the last change, or hand, at which the table is reported as still."""
RESTS: Final = 10.0
"""Seconds after the last change from which a hand over the table counts as resting."""


class Stillness:
    """Inserts a look without a change if there was none for a while, and no hand."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._changed = self._since = 0.0
        self._told = len(AFTER)

    def repeat(self) -> None:
        """Report the table once more as soon as it is still: somebody wants to know what lies there."""
        self._told = 0

    def step(
        self,
        frame: Frame,
        seen: tuple[Observation, ...],
        *,
        hand: bool = False,
        covered: frozenset[str] = frozenset(),
    ) -> tuple[Observation, ...]:
        """What a frame showed; if that is nothing for long enough, the table as it stands, with the zones ``covered`` now. While a ``hand`` is over the table more may follow."""
        for observation in seen:
            if isinstance(observation, Settled):
                self._table = observation.table
            self._changed, self._told = frame.at, 0
            self._since = frame.at
        if hand and frame.at - self._changed < RESTS:
            self._since = frame.at
        if seen or self._table is None or not self._is_due(frame.at):
            return seen
        self._told += 1
        table = replace(self._table, covered=covered)
        return (Settled(frame.number, frame.at, table),)

    def _is_due(self, at: float) -> bool:
        return self._told < len(AFTER) and at - self._since >= AFTER[self._told]
