"""This game at a table, with a camera or without: observations and input in, events out, a fold, a view."""

from typing import Final

from companion.games.nicht_lustig.setup import Setup
from companion.games.nicht_lustig.table import (
    announcements,
    events,
    observations,
    state,
    submissions,
    views,
)
from companion.kit import table as kit

TABLE_GAME: Final[kit.TableGame[state.TableState, state.Recorder]] = kit.TableGame(
    events=events.EVENTS,
    start=lambda setup: state.start(Setup.from_json(setup)),
    recorder=state.Recorder,
    observe=observations.observe,
    submit=submissions.submit,
    answer=submissions.answer,
    correct=submissions.correct,
    evolve=state.evolve,
    announce=announcements.announce,
    place=submissions.place,
    view=views.view,
)
"""At a table, with a camera or without."""
