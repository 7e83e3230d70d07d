"""This game at a table, with a camera or without: observations and input in, events out, a fold, a view."""

from dataclasses import replace
from typing import Final

from companion import errors, rules
from companion.games.dumm_gelaufen.setup import Setup
from companion.games.dumm_gelaufen.table import announcements, observations, submissions
from companion.games.dumm_gelaufen.table.events import EVENTS
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.state import Recorder, TableState, start
from companion.games.dumm_gelaufen.table.views import view
from companion.inputs import Input
from companion.kit import table as kit


def _registered(state: TableState, given: Input) -> TableState:
    """The game after an input has been recorded, before anything is concluded from it."""
    after = state if given.seen is None else observations.register(state, given.seen)
    if given.seen is not None and after is state:
        return state
    return replace(after, entry=given.seq, now=given.at)


def _place(state: TableState, correction: rules.Json) -> int | None:
    """Where a correction applies: "this was no turn" before the observation that led to it, any other now."""
    if correction.get("do") != "no-turn":
        return None
    return submissions.turn_of(state, correction.get("move")).entry


def _undoing(state: TableState, move: str | None) -> rules.Undoing:
    """How to take back a turn, or what was last said by tap. Raises IllegalMove."""
    last = state.turns[-1] if state.turns else None
    said = state.did[-1] if state.did else 0
    if move is None and said and (last is None or last.entry < said):
        return rules.Undoing(said)
    if last is None:
        raise errors.IllegalMove("session.nothing-happened")
    told = last if move is None else submissions.turn_of(state, move)
    back = told is last and state.setup.camera
    return rules.Undoing(told.entry, {"do": "no-turn", "move": told.id, "back": back})


TABLE_GAME: Final[kit.TableGame[TableState, Recorder]] = kit.TableGame(
    start=lambda setup: start(Setup.from_json(setup)),
    register=_registered,
    recorder=Recorder,
    observe=observations.observe,
    submit=submissions.submit,
    answer=submissions.answer,
    correct=submissions.correct,
    evolve=evolve,
    announce=announcements.announce,
    place=_place,
    undoing=_undoing,
    view=view,
    events=EVENTS,
)
"""At a table, with a camera or without."""
