"""High card as a session plays it: rolls and laid cards in, events out, a fold, a view."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.announce import Announcement, message
from companion.errors import IllegalMove
from companion.inputs import Input, Submission
from companion.rules import Happened, Json, Undoing

from . import CARDS


@dataclass(frozen=True, slots=True)
class Duel:
    """What was rolled and not used yet, who laid which card for how much, and the entries that brought all that."""

    names: tuple[str, ...] = ("Ann", "Bob")
    rolled: int | None = None
    laid: tuple[tuple[int, str, int], ...] = ()
    by: tuple[int, ...] = ()
    camera: bool = True

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return len(self.laid) % len(self.names)

    @property
    def over(self) -> bool:
        """Whether every card lies there."""
        return not free(self)

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return [sum(p for who, _, p in self.laid if who == seat) for seat in range(len(self.names))]

    @property
    def winners(self) -> list[int]:
        """Who has most at the end."""
        most = max(self.points)
        return [s for s, p in enumerate(self.points) if p == most] if self.over else []


def points(card: str, rolled: int) -> int:
    """What a card is worth after a roll."""
    value = int(card[1:3])
    return value if value <= rolled else 0


class HighCard:
    """The game; it keeps nothing itself, and its events are JSON values already."""

    def event_to_json(self, event: Json) -> Json:
        return event

    def event_from_json(self, data: Json) -> Json:
        return data

    def start(self, setup: Json) -> Duel:
        return Duel(tuple(setup["players"]), camera=setup.get("camera", True))

    def register(self, state: Duel, said: Input) -> Duel:
        return state

    def respond(self, state: Duel, said: Input) -> tuple[Happened[Duel], ...]:
        """A roll that was said or seen, a card that was laid; whatever else was seen is nothing."""
        if isinstance(said.what, Submission):
            return (self._decided(state, said.what.move, said.seq),)
        if said.seen is None:
            raise IllegalMove("high-card.no-correction")
        told: list[Happened[Duel]] = []
        for move in _seen(said):
            with suppress(IllegalMove):
                told.append(self._decided(state, move, said.seq))
                state = told[-1].state
        return tuple(told)

    def _decided(self, state: Duel, move: Json, by: int) -> Happened[Duel]:
        event = {**decide(state, move), "by": by}
        return Happened(event, self.evolve(state, event))

    def evolve(self, state: Duel, event: Json) -> Duel:
        return replace(evolve(state, event), by=(*state.by, event["by"]))

    def announce(self, before: Duel, event: Json) -> tuple[Announcement, ...]:
        if event["event"] != "laid":
            return ()
        text = message("high-card.laid", card=event["card"], points=event["points"])
        return (Announcement("laid", text, before.turn),)

    def place(self, state: Duel, correction: Json) -> int | None:
        raise IllegalMove("high-card.no-correction")

    def undoing(self, state: Duel, move: str | None) -> Undoing:
        if not state.by:
            raise IllegalMove("high-card.nothing-laid")
        return Undoing(state.by[-1])

    def view(self, state: Duel) -> dict[str, Any]:
        """What everybody may see."""
        over = state.over
        told = {
            "game": "high-card",
            "edition": "",
            "round": 0,
            "phase": "over" if over else "play",
            "turn": None if over else {"player": state.turn, "since": 0.0},
            "players": [{"name": name} for name in state.names],
            "zones": {"row": [card for _, card, _ in state.laid]},
            "covered": [],
            "questions": [],
            "setup": None,
            "troubles": [],
            "moves": [],
            "winner": next(iter(state.winners), None),
            "winners": state.winners,
            "paused": False,
            "rulings": {},
            "camera": state.camera,
        }
        return {"rolled": state.rolled, "points": state.points, **told}


def decide(state: Duel, move: Json) -> Json:
    """The event of a move. Raises IllegalMove."""
    match move:
        case {"roll": 1 | 2 | 3 | 4 | 5 | 6 as value} if state.rolled is None and not state.over:
            return {"event": "rolled", "value": value}
        case {"lay": str(card)} if state.rolled is not None and card in free(state):
            won = points(card, state.rolled)
            return {"event": "laid", "card": card, "points": won}
        case _:
            raise IllegalMove("high-card.not-now")


def evolve(state: Duel, event: Json) -> Duel:
    """The state after an event."""
    match event:
        case {"event": "rolled", "value": value}:
            return replace(state, rolled=value)
        case {"event": "laid", "card": card, "points": won}:
            laid = (*state.laid, (state.turn, card, won))
            return replace(state, rolled=None, laid=laid)
    raise ValueError(event)


def free(state: Duel) -> tuple[str, ...]:
    """The cards that nobody has laid."""
    return tuple(c for c in CARDS if c not in [card for _, card, _ in state.laid])


def _seen(said: Input) -> Iterator[Json]:
    """What was seen, as moves: a card that came to the row was laid, a die that came to the tray was rolled."""
    for step in said.to_json().get("steps", ()):
        where, _, piece = step.partition(" ")
        if where == "+row":
            yield {"lay": piece}
        elif where == "+tray" and piece[-1].isdigit():
            yield {"roll": int(piece[-1])}
