"""This game as a session plays it: inputs in, events out, a fold, a view."""

from __future__ import annotations

from typing import Final

from companion.gamekit.sitting import heard
from companion.gamekit.table_game import TableGame
from companion.games.lauf_rauf.tracker.recorder import LaufRecorder, after
from companion.games.lauf_rauf.tracker.showing import view
from companion.games.lauf_rauf.tracker.sitting import LaufSetup, LaufSitting, sat_down
from companion.games.lauf_rauf.tracker.taking_back import undoing
from companion.games.lauf_rauf.tracker.tapping import answered, corrected, submitted
from companion.games.lauf_rauf.tracker.telling import announced
from companion.games.lauf_rauf.tracker.watching import concluded

LAUF_RAUF: Final[TableGame[LaufSitting, LaufRecorder]] = TableGame(
    start=lambda setup: sat_down(LaufSetup.from_json(setup)),
    noted=heard,
    recorder=LaufRecorder,
    concluded=concluded,
    submitted=submitted,
    answered=answered,
    corrected=corrected,
    evolve=after,
    announced=announced,
    undoing=undoing,
    view=view,
)
"""At a table, with a camera or without."""
