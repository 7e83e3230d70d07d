"""Source time that never runs backwards: a camera opened by another process counts from 0 again."""

from __future__ import annotations

from companion.table import Observation, later


class MonotonicTime:
    """Shifts the times of each camera process to follow those of its predecessors."""

    def __init__(self) -> None:
        self._ahead = self._last = 0.0

    def __call__(self, seen: Observation, last: float) -> Observation:
        """An observation in the game's time; ``last`` is the time of the last look known to the game, seconds."""
        # The game does not know yet about observations queued for a journal that cannot be written.
        last = max(last, self._last)
        if seen.at + self._ahead < last:
            self._ahead = last - seen.at
        self._last = seen.at + self._ahead
        return later(seen, self._ahead) if self._ahead else seen
