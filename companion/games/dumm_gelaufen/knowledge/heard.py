"""What is known after a story, worked out when somebody asks and remembered for a while."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.games.dumm_gelaufen.knowledge.charts import Chart, chart
from companion.games.dumm_gelaufen.knowledge.known import Knowledge, nothing_known
from companion.games.dumm_gelaufen.knowledge.learning import learned
from companion.games.dumm_gelaufen.model.events import Event
from companion.games.dumm_gelaufen.model.story import Story

KEPT: Final = 16
"""How many moments are remembered, more than a way back has; any other is worked out from the nearest. Each holds on to its game."""


def known_after(story: Story | None) -> Knowledge:
    """What somebody knows who saw everything that was public of it."""
    return nothing_known() if story is None else _known(story)


@lru_cache(maxsize=KEPT)
def charted(story: Story | None) -> Chart:
    """Where every card can be after a story."""
    return chart(known_after(story))


@lru_cache(maxsize=KEPT)
def _known(story: Story) -> Knowledge:
    # Each moment builds on the one whose number lacks its lowest bit: the next
    # one is near, and the way back to the first is short.
    events: list[Event] = []
    before: Story | None = story
    for _ in range(story.length & -story.length):
        if before is not None:
            events.append(before.event)
            before = before.before
    return learned(known_after(before), reversed(events))
