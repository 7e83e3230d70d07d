"""This game at a table, with a camera or without: observations and input in, events out, a fold, a view."""

from typing import Final

from companion.games.dumm_gelaufen.setup import Setup
from companion.games.dumm_gelaufen.table import (
    announcements,
    events,
    fold,
    observations,
    state,
    submissions,
    table_check,
    views,
)
from companion.kit import table as kit

TABLE_GAME: Final[kit.TableGame[state.TableState, state.Recorder]] = kit.TableGame(
    events=events.EVENTS,
    start=lambda setup: state.start(Setup.from_json(setup)),
    register=observations.register,
    recorder=state.Recorder,
    observe=observations.observe,
    submit=submissions.submit,
    answer=submissions.answer,
    correct=submissions.correct,
    evolve=fold.evolve,
    announce=announcements.announce,
    lost=table_check.lost,
    place=submissions.place,
    undoing=submissions.undoing,
    view=views.view,
)
"""At a table, with a camera or without."""
