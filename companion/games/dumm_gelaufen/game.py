"""This game as a session plays it: inputs in, events out, a fold, a view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.announce import Announcement
from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.tracker import observed, submissions
from companion.games.dumm_gelaufen.tracker.fold import evolve
from companion.games.dumm_gelaufen.tracker.infer import Recorder
from companion.games.dumm_gelaufen.tracker.notices import announced
from companion.games.dumm_gelaufen.tracker.submissions import turn_of
from companion.games.dumm_gelaufen.tracker.tracker_state import (
    Setup,
    TrackerState,
    begun,
)
from companion.games.dumm_gelaufen.tracker.view import view
from companion.rules import Happened, Input, Json, Undoing


class Murphy:
    """Dumm gelaufen at a table, with a camera or without; it keeps nothing itself."""

    def start(self, setup: Json) -> TrackerState:
        """A game of which nothing has happened. Raises EditionError, and ValueError for what is no setup."""
        return begun(Setup.from_json(setup))

    def noted(self, state: TrackerState, said: Input) -> TrackerState:
        """The game that has heard an input and concluded nothing."""
        if said.seen is None:
            return _heard(state, said)
        after = observed.noted(state, said.seen)
        return state if after is state else _heard(after, said)

    def respond(
        self, state: TrackerState, said: Input
    ) -> tuple[Happened[TrackerState], ...]:
        """What follows from an input just noted. Raises IllegalMove."""
        recorder = Recorder(state)
        match said.kind:
            case "observation" if said.seen is not None:
                observed.concluded(recorder, said.seen)
            case "submission":
                submissions.submitted(recorder, said.data["move"])
            case "answer":
                data = said.data
                submissions.answered_with(recorder, data["question"], data["choice"])
            case "correction":
                submissions.corrected(recorder, said.data["correction"])
        return tuple(recorder.happened)

    def evolve(self, state: TrackerState, event: Json) -> TrackerState:
        """The game after one event."""
        return evolve(state, event)

    def announce(self, before: TrackerState, event: Json) -> tuple[Announcement, ...]:
        """What people are told about an event."""
        return tuple(announced(before, event))

    def place(self, state: TrackerState, correction: Json) -> int | None:
        """Where a correction counts: that a turn was none, before the look that told it; all else now."""
        if correction.get("do") != "no-turn":
            return None
        return turn_of(state, correction.get("move")).entry

    def undoing(self, state: TrackerState, move: str | None) -> Undoing:
        """How to take back a turn, or what was last said by tap. Raises IllegalMove."""
        last = state.told[-1] if state.told else None
        if move is None and state.said and (last is None or last.entry < state.said):
            return Undoing(state.said)
        if last is None:
            raise IllegalMove("illegal.nothing-to-undo")
        told = last if move is None else turn_of(state, move)
        back = told is last and state.setup.camera
        return Undoing(told.entry, {"do": "no-turn", "move": told.id, "back": back})

    def view(self, state: TrackerState) -> dict[str, Any]:
        """What everybody may see."""
        return view(state)


def _heard(state: TrackerState, said: Input) -> TrackerState:
    return replace(state, entry=said.seq, now=said.at)
