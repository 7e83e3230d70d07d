"""This game at a table, with a camera or without: observations and input in, events out, a fold, a view."""

from typing import Final

from companion.games.nicht_lustig.setup import Setup
from companion.games.nicht_lustig.table.announcements import announce
from companion.games.nicht_lustig.table.events import EVENTS
from companion.games.nicht_lustig.table.observations import observe
from companion.games.nicht_lustig.table.state import (
    Recorder,
    TableState,
    evolve,
    start,
)
from companion.games.nicht_lustig.table.submissions import (
    answer,
    correct,
    submit,
    turn_named,
)
from companion.games.nicht_lustig.table.views import view
from companion.kit import table as kit
from companion.rules import Json


def _place(state: TableState, correction: Json) -> int | None:
    """Where a correction takes effect: one about an unseen turn, before the look that ended it; all others, now."""
    if correction.get("do") != "was":
        return None
    return turn_named(state, correction).entry


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
    place=_place,
    view=view,
)
"""At a table, with a camera or without."""
