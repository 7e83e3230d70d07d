"""Source time that never runs back: a camera that is opened anew, by another process, counts from 0 again."""

from __future__ import annotations

from companion.table import Observation, later


class MonotonicTime:
    """Puts the looks of each camera process behind those of those before it, by the time of what was seen last."""

    def __init__(self) -> None:
        self._ahead = self._last = 0.0

    def __call__(self, seen: Observation, last: float) -> Observation:
        """An observation in the game's time; ``last`` is that of the last look that the game knows, seconds."""
        # The game does not know yet what waits for a journal that cannot be written.
        last = max(last, self._last)
        if seen.at + self._ahead < last:
            self._ahead = last - seen.at
        self._last = seen.at + self._ahead
        return later(seen, self._ahead) if self._ahead else seen
