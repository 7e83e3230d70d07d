"""This game as a session plays it: inputs in, events out, a fold, a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.announce import Announcement
from companion.errors import IllegalMove
from companion.games.lauf_rauf.tracker.proceedings import Proceedings, after, heard
from companion.games.lauf_rauf.tracker.showing import view
from companion.games.lauf_rauf.tracker.sitting import LaufSetup, LaufSitting, sat_down
from companion.games.lauf_rauf.tracker.tapping import answered, corrected, submitted
from companion.games.lauf_rauf.tracker.telling import announced
from companion.games.lauf_rauf.tracker.watching import concluded
from companion.rules import Happened, Input, Json, Undoing
from companion.table import Settled


class Ascent:
    """Lauf Rauf! at a table, with a camera or without; it keeps nothing itself."""

    def start(self, setup: Json) -> LaufSitting:
        """A game of which nothing has happened. Raises EditionError, and ValueError for what is no setup."""
        return sat_down(LaufSetup.from_json(setup))

    def noted(self, state: LaufSitting, said: Input) -> LaufSitting:
        """The game that has heard an input and concluded nothing."""
        if said.seen is None:
            return heard(state, said.seq, said.at, None)
        if not isinstance(said.seen, Settled):
            return state
        return heard(state, said.seq, said.at, said.seen.table)

    def respond(
        self, state: LaufSitting, said: Input
    ) -> Sequence[Happened[LaufSitting]]:
        """What follows from an input just noted. Raises IllegalMove."""
        minutes = Proceedings(state)
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

    def evolve(self, state: LaufSitting, event: Json) -> LaufSitting:
        """The game after one event."""
        return after(state, event)

    def announce(self, before: LaufSitting, event: Json) -> tuple[Announcement, ...]:
        """What people are told about an event."""
        return tuple(announced(before, event))

    def place(self, state: LaufSitting, correction: Json) -> int | None:
        """Every correction counts from now on."""
        return None

    def undoing(self, state: LaufSitting, move: str | None) -> Undoing:
        """How to take back what was last said or seen. Raises IllegalMove."""
        if not state.did:
            raise IllegalMove("lauf.nothing-to-undo")
        return Undoing(state.did[-1])

    def view(self, state: LaufSitting) -> dict[str, Any]:
        """What everybody may see."""
        return view(state)
