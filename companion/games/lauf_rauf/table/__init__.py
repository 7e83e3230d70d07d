"""This game at a table, with a camera or without: observations and input in, events out, a fold, a view."""

from typing import Final

from companion.games.lauf_rauf.setup import Setup
from companion.games.lauf_rauf.table.announcements import announce
from companion.games.lauf_rauf.table.events import EVENTS
from companion.games.lauf_rauf.table.moves_seen import undoing
from companion.games.lauf_rauf.table.observations import observe
from companion.games.lauf_rauf.table.state import (
    Recorder,
    TableState,
    evolve,
    start,
)
from companion.games.lauf_rauf.table.submissions import answer, correct, submit
from companion.games.lauf_rauf.table.views import view
from companion.kit import table as kit

TABLE_GAME: Final[kit.TableGame[TableState, Recorder]] = kit.TableGame(
    events=EVENTS,
    start=lambda setup: start(Setup.from_json(setup)),
    recorder=Recorder,
    observed=observe,
    submitted=submit,
    answered=answer,
    corrected=correct,
    evolve=evolve,
    announced=announce,
    undoing=undoing,
    view=view,
)
"""At a table, with a camera or without."""
