"""A game as a session plays it (:class:`companion.rules.Game`), composed of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.announce import Announcement
from companion.errors import IllegalMove
from companion.gamekit.recorder import EventRecorder
from companion.gamekit.sitting import Sitting
from companion.rules import Happened, Input, Json, Undoing
from companion.table import Observation

S = TypeVar("S")
R = TypeVar("R", bound=EventRecorder[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame(Generic[S, R]):
    """A game over states ``S``; the consequences of an input go to a recorder ``R``. It holds no state itself."""

    start: Callable[[Json], S]
    """A set-up -> the initial state. Raises EditionError, and ValueError for an invalid set-up."""
    noted: Callable[[S, Input], S]
    recorder: Callable[[S], R]
    concluded: Callable[[R, Observation], None]
    submitted: Callable[[R, Any], None]
    """The consequences of a submitted move; likewise below for the other inputs. Each may raise IllegalMove."""
    answered: Callable[[R, Any, Any], None]
    corrected: Callable[[R, Any], None]
    evolve: Callable[[S, Json], S]
    announced: Callable[[S, Json], Iterable[Announcement]]
    undoing: Callable[[S, str | None], Undoing]
    view: Callable[[S], dict[str, Any]]
    place: Callable[[S, Json], int | None] = lambda state, correction: None

    def respond(self, state: S, said: Input) -> Sequence[Happened[S]]:
        """What follows from the input just registered. Raises IllegalMove."""
        recorder = self.recorder(state)
        match said.kind:
            case "observation" if said.seen is not None:
                self.concluded(recorder, said.seen)
            case "submission":
                self.submitted(recorder, said.data["move"])
            case "answer":
                self.answered(recorder, said.data["question"], said.data["choice"])
            case "correction":
                self.corrected(recorder, said.data["correction"])
        return recorder.happened

    def announce(self, before: S, event: Json) -> tuple[Announcement, ...]:
        """What people are told about an event."""
        return tuple(self.announced(before, event))


def step_by_step(state: Sitting, move: str | None) -> Undoing:
    """How most games undo: what was last said or seen. Raises IllegalMove."""
    if not state.did:
        raise IllegalMove("session.nothing-happened")
    return Undoing(state.did[-1])
