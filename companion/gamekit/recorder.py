"""What one call of a game leads to: the events concluded so far, the state after each, and the current state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from companion.rules import Happened, Json

S = TypeVar("S")


class EventRecorder(Generic[S]):
    """Events as they are concluded, each folded at once; lives for one call of the game."""

    __slots__ = ("_evolve", "happened", "sitting")

    def __init__(self, sitting: S, evolve: Callable[[S, Json], S]) -> None:
        self.sitting = sitting
        self.happened: list[Happened[S]] = []
        self._evolve = evolve

    def tell(self, event: str, **told: Any) -> None:
        """Let an event happen."""
        happens = {"event": event, **told}
        self.sitting = self._evolve(self.sitting, happens)
        self.happened.append(Happened(happens, self.sitting))
