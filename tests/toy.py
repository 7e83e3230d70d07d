"""A toy game without cards: players take one to three matches, whoever takes the last has lost."""

from dataclasses import dataclass, replace
from typing import Any

from companion.announce import Announcement, message
from companion.errors import IllegalMove
from companion.inputs import Input
from companion.rules import Happened, Json, Undoing, folded


@dataclass(frozen=True, slots=True)
class Heap:
    """What is left, who took how much and by which input, what was seen and not understood."""

    left: int = 10
    taken: tuple[tuple[int, int], ...] = ()
    looks: int = 0
    asked: int | None = None
    ruled: tuple[tuple[int, int], ...] = ()


class PlainEvents:
    """For a game whose events are JSON values already."""

    def event_to_json(self, event: Json) -> Json:
        """The event itself."""
        return event

    def event_from_json(self, data: Json) -> Json:
        """What the journal has, itself."""
        return data


class Matches(PlainEvents):
    """A game for the session: seen or said, a take is an event."""

    def start(self, setup: Json) -> Heap:
        return Heap(setup["matches"])

    def register(self, state: Heap, said: Input) -> Heap:
        match said.kind, said.to_json():
            case "observation", {"visits": [_, *_]}:
                return replace(state, looks=state.looks + 1)
            case "observation", {"steps": []}:
                return state
            case "correction", {"correction": {"was": n}, "before": before}:
                return replace(state, ruled=(*state.ruled, (before, n)))
            case _:
                return state

    def respond(self, state: Heap, said: Input) -> tuple[Happened[Heap], ...]:
        return tuple(folded(self.evolve, state, self._events(state, said)))

    def _events(self, state: Heap, said: Input) -> tuple[Json, ...]:
        match said.kind, said.to_json():
            case "observation", {"steps": steps} if steps:
                return self._seen(state, said.seq, steps)
            case "submission", {"move": {"take": n}}:
                return (_take(state, said.seq, n),)
            case "answer", {"choice": choice} if state.asked is not None:
                return (_take(state, said.seq, int(choice)),)
            case "answer", _:
                raise IllegalMove("toy.no-question")
            case "correction", _:
                return ({"event": "corrected"},)
        return ()

    def _seen(self, state: Heap, seq: int, steps: list[str]) -> tuple[Json, ...]:
        ruled = dict(state.ruled).get(seq)
        if ruled is not None:
            return (_take(state, seq, ruled),)
        if steps == ["-heap ?"]:
            return ({"event": "asked", "by": seq},)
        return (_take(state, seq, len(steps)),)

    def evolve(self, state: Heap, event: Json) -> Heap:
        match event:
            case {"event": "took", "n": n, "by": by}:
                taken = (*state.taken, (by, n))
                return replace(state, left=state.left - n, taken=taken, asked=None)
            case {"event": "asked", "by": by}:
                return replace(state, asked=by)
        return state

    def announce(self, before: Heap, event: Json) -> tuple[Announcement, ...]:
        match event:
            case {"event": "took", "n": n}:
                return (Announcement("took", message("toy.took", n=n)),)
        return ()

    def place(self, state: Heap, correction: Json) -> int | None:
        match correction:
            case {"was": int(), "move": int(move)}:
                return move
        raise IllegalMove("toy.no-correction")

    def undoing(self, state: Heap, move: str | None) -> Undoing:
        if not state.taken:
            raise IllegalMove("toy.nothing")
        return Undoing(state.taken[-1][0] if move is None else int(move))

    def view(self, state: Heap) -> dict[str, Any]:
        return {"left": state.left, "taken": [n for _, n in state.taken]}


def _take(state: Heap, seq: int, n: int) -> Json:
    if n not in (1, 2, 3) or n > state.left:
        raise IllegalMove("toy.cannot", n=n, left=state.left)
    return {"event": "took", "n": n, "by": seq}
