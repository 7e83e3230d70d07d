"""Everything that happened so far at a real table, so that conclusions can be computed on demand."""

from __future__ import annotations

from companion.games.dumm_gelaufen.model.events import Event


class History:
    """One event and all before it. Two states may share the beginning of their histories."""

    __slots__ = ("before", "event", "length")

    def __init__(self, event: Event, before: History | None) -> None:
        self.event = event
        self.before = before
        self.length: int = 1 if before is None else before.length + 1
