"""When a camera that holds its focus is to find it anew: it is mounted, or moved, after it was started."""

from __future__ import annotations

from typing import Final

AWAY_SECONDS: Final = 10.0
"""A mat that is out of sight for so long is hidden by no hand: somebody is mounting the camera."""
HANDS_SECONDS: Final = 2.0
"""How long whoever mounted it has to take the hands away."""


class Focusing:
    """Told of every look; a focus found with no mat in sight is another thing's."""

    def __init__(self) -> None:
        self._seen: float | None = None
        self._lost = False
        self._due: float | None = None

    def is_due(self, at: float, *, mat: bool) -> bool:
        """Whether focus is to be found now, by the source's time ``at``, s, and whether the mat is in sight.

        Every ten seconds without a mat, and once more soon after it came back.
        """
        if not mat:
            return self._has_been_away(at)
        if self._lost:
            self._lost, self._due = False, at + HANDS_SECONDS
        self._seen = at
        if self._due is None or at < self._due:
            return False
        self._due = None
        return True

    def _has_been_away(self, at: float) -> bool:
        if self._seen is None:
            self._seen = at
        if at - self._seen < AWAY_SECONDS:
            return False
        self._seen, self._lost, self._due = at, True, None
        return True
