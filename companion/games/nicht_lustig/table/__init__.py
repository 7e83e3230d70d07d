"""This game at a table, with a camera or without: observations and input in, events out, a fold, a view."""

from typing import Final

from companion.games.nicht_lustig.setup import Setup
from companion.games.nicht_lustig.table import announcements, events, submissions, views
from companion.games.nicht_lustig.table.observations import observe
from companion.games.nicht_lustig.table.state import Recorder, TableState, evolve, start
from companion.kit import table as kit
from companion.rules import Json


def _place(state: TableState, correction: Json) -> int | None:
    """Where a correction takes effect: one about an unseen turn, before the look that ended it; all others, now."""
    if correction.get("do") != "was":
        return None
    return submissions.turn_named(state, correction).entry


TABLE_GAME: Final[kit.TableGame[TableState, Recorder]] = kit.TableGame(
    events=events.EVENTS,
    start=lambda setup: start(Setup.from_json(setup)),
    recorder=Recorder,
    observed=observe,
    submitted=submissions.submit,
    answered=submissions.answer,
    corrected=submissions.correct,
    evolve=evolve,
    announced=announcements.announce,
    place=_place,
    view=views.view,
)
"""At a table, with a camera or without."""
