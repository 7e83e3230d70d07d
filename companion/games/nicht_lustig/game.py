"""This game as a session plays it: inputs in, events out, a fold, a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.announce import Announcement
from companion.errors import IllegalMove
from companion.games.nicht_lustig.tracker.minutes import Minutes, after, heard
from companion.games.nicht_lustig.tracker.showing import view
from companion.games.nicht_lustig.tracker.sitting import (
    LustigSetup,
    LustigSitting,
    sat_down,
)
from companion.games.nicht_lustig.tracker.tapping import (
    answered,
    corrected,
    submitted,
    turn_named,
)
from companion.games.nicht_lustig.tracker.telling import announced
from companion.games.nicht_lustig.tracker.watching import concluded
from companion.rules import Happened, Input, Json, Undoing
from companion.table import Settled


class Evening:
    """Nicht lustig at a table, with a camera or without; it keeps nothing itself."""

    def start(self, setup: Json) -> LustigSitting:
        """A game of which nothing has happened. Raises EditionError, and ValueError for what is no setup."""
        return sat_down(LustigSetup.from_json(setup))

    def noted(self, state: LustigSitting, said: Input) -> LustigSitting:
        """The game that has heard an input and concluded nothing."""
        if said.seen is None:
            return heard(state, said.seq, said.at, None)
        if not isinstance(said.seen, Settled):
            return state
        return heard(state, said.seq, said.at, said.seen.table)

    def respond(
        self, state: LustigSitting, said: Input
    ) -> Sequence[Happened[LustigSitting]]:
        """What follows from an input just noted. Raises IllegalMove."""
        minutes = Minutes(state)
        match said.kind:
            case "observation" if said.seen is not None:
                concluded(minutes, said.seen)
            case "submission":
                submitted(minutes, said.data["move"])
            case "answer":
                answered(minutes, said.data["question"], said.data["choice"])
            case "correction":
                corrected(minutes, said.data["correction"])
        return minutes.happened

    def evolve(self, state: LustigSitting, event: Json) -> LustigSitting:
        """The game after one event."""
        return after(state, event)

    def announce(self, before: LustigSitting, event: Json) -> tuple[Announcement, ...]:
        """What people are told about an event."""
        return tuple(announced(before, event))

    def place(self, state: LustigSitting, correction: Json) -> int | None:
        """Where a correction counts: what a turn was, before the look that ended it; all else now."""
        if correction.get("do") != "was":
            return None
        return turn_named(state, correction.get("move")).entry

    def undoing(self, state: LustigSitting, move: str | None) -> Undoing:
        """How to take back what was last said or seen. Raises IllegalMove."""
        if not state.did:
            raise IllegalMove("lustig.nothing-to-undo")
        return Undoing(state.did[-1])

    def view(self, state: LustigSitting) -> dict[str, Any]:
        """What everybody may see."""
        return view(state)
