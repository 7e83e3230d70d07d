"""This game as a session plays it: inputs in, events out, a fold, a view."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.errors import IllegalMove
from companion.gamekit.table_game import TableGame
from companion.games.dumm_gelaufen.referee import observed
from companion.games.dumm_gelaufen.referee.fold import evolve
from companion.games.dumm_gelaufen.referee.recorder import Recorder
from companion.games.dumm_gelaufen.referee.showing import view
from companion.games.dumm_gelaufen.referee.sitting import (
    DummSitting,
    Setup,
    begun,
)
from companion.games.dumm_gelaufen.referee.tapping import (
    answered_with,
    corrected,
    submitted,
    turn_of,
)
from companion.games.dumm_gelaufen.referee.telling import announced
from companion.rules import Input, Json, Undoing


def _noted(state: DummSitting, said: Input) -> DummSitting:
    """The game after an input has been recorded, before anything is concluded from it."""
    after = state if said.seen is None else observed.noted(state, said.seen)
    if said.seen is not None and after is state:
        return state
    return replace(after, entry=said.seq, now=said.at)


def _place(state: DummSitting, correction: Json) -> int | None:
    """Where a correction applies: "this was no turn" before the observation that led to it, any other now."""
    if correction.get("do") != "no-turn":
        return None
    return turn_of(state, correction.get("move")).entry


def _undoing(state: DummSitting, move: str | None) -> Undoing:
    """How to take back a turn, or what was last said by tap. Raises IllegalMove."""
    last = state.told[-1] if state.told else None
    if move is None and state.said and (last is None or last.entry < state.said):
        return Undoing(state.said)
    if last is None:
        raise IllegalMove("illegal.nothing-to-undo")
    told = last if move is None else turn_of(state, move)
    back = told is last and state.setup.camera
    return Undoing(told.entry, {"do": "no-turn", "move": told.id, "back": back})


MURPHY: Final[TableGame[DummSitting, Recorder]] = TableGame(
    start=lambda setup: begun(Setup.from_json(setup)),
    noted=_noted,
    recorder=Recorder,
    concluded=observed.concluded,
    submitted=submitted,
    answered=answered_with,
    corrected=corrected,
    evolve=evolve,
    announced=announced,
    place=_place,
    undoing=_undoing,
    view=view,
)
"""At a table, with a camera or without."""
