"""This game at a table, with a camera or without: observations and input in, events out, a fold, a view."""

from typing import Final

from companion.games.lauf_rauf.setup import Setup
from companion.games.lauf_rauf.table import announcements, events, moves_seen, state
from companion.games.lauf_rauf.table.observations import observe
from companion.games.lauf_rauf.table.submissions import answer, correct, submit
from companion.games.lauf_rauf.table.views import view
from companion.kit import table as kit

TABLE_GAME: Final[kit.TableGame[state.TableState, state.Recorder]] = kit.TableGame(
    events=events.EVENTS,
    start=lambda setup: state.start(Setup.from_json(setup)),
    recorder=state.Recorder,
    observed=observe,
    submitted=submit,
    answered=answer,
    corrected=correct,
    evolve=state.evolve,
    announced=announcements.announce,
    undoing=moves_seen.undoing,
    view=view,
)
"""At a table, with a camera or without."""
