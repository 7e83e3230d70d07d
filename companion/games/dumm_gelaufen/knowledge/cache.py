"""The knowledge after a history, computed on demand and cached."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.games.dumm_gelaufen.knowledge.charts import Chart, chart
from companion.games.dumm_gelaufen.knowledge.known import Knowledge, nothing_known
from companion.games.dumm_gelaufen.knowledge.learning import learned
from companion.games.dumm_gelaufen.model.events import Event
from companion.games.dumm_gelaufen.model.history import History

KEPT: Final = 16
"""How many states are cached, more than an undo needs; any other is computed from the nearest one. Each keeps its game alive."""


def known_after(history: History | None) -> Knowledge:
    """The knowledge of somebody who saw everything public in a history."""
    return nothing_known() if history is None else _known(history)


@lru_cache(maxsize=KEPT)
def charted(history: History | None) -> Chart:
    """Where every card can be after a history."""
    return chart(known_after(history))


@lru_cache(maxsize=KEPT)
def _known(history: History) -> Knowledge:
    # Each moment builds on the one whose number lacks its lowest bit: the next
    # one is near, and the way back to the first is short.
    events: list[Event] = []
    before: History | None = history
    for _ in range(history.length & -history.length):
        if before is not None:
            events.append(before.event)
            before = before.before
    return learned(known_after(before), reversed(events))
