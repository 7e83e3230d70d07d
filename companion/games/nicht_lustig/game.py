"""This game as a session plays it: inputs in, events out, a fold, a view."""

from __future__ import annotations

from typing import Final

from companion.gamekit.sitting import heard
from companion.gamekit.table_game import TableGame, step_by_step
from companion.games.nicht_lustig.tracker.corrections import corrected, turn_named
from companion.games.nicht_lustig.tracker.recorder import LustigRecorder, after
from companion.games.nicht_lustig.tracker.showing import view
from companion.games.nicht_lustig.tracker.sitting import (
    LustigSetup,
    LustigSitting,
    sat_down,
)
from companion.games.nicht_lustig.tracker.tapping import answered, submitted
from companion.games.nicht_lustig.tracker.telling import announced
from companion.games.nicht_lustig.tracker.watching import concluded
from companion.rules import Json


def _place(state: LustigSitting, correction: Json) -> int | None:
    """Where a correction takes effect: one about an unseen turn, before the look that ended it; all others, now."""
    if correction.get("do") != "was":
        return None
    return turn_named(state, correction).entry


NICHT_LUSTIG: Final[TableGame[LustigSitting, LustigRecorder]] = TableGame(
    start=lambda setup: sat_down(LustigSetup.from_json(setup)),
    noted=heard,
    recorder=LustigRecorder,
    concluded=concluded,
    submitted=submitted,
    answered=answered,
    corrected=corrected,
    evolve=after,
    announced=announced,
    place=_place,
    undoing=step_by_step,
    view=view,
)
"""At a table, with a camera or without."""
