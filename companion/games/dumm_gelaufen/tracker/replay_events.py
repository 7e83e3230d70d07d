"""The events of a turn, told one after the other, each on the state after the one before."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.model.events import (
    Correction,
    DrawPileReshuffled,
    Event,
)
from companion.games.dumm_gelaufen.model.evolve import evolve
from companion.games.dumm_gelaufen.model.moves import Move
from companion.games.dumm_gelaufen.model.state import (
    State,
    Turn,
    draw_size,
)
from companion.games.dumm_gelaufen.model.stated import HandCounted
from companion.games.dumm_gelaufen.rules.corrections import correct
from companion.games.dumm_gelaufen.rules.course import Course
from companion.games.dumm_gelaufen.rules.rulebook import go_on, play
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate

NO_CHANCE: Final = 0
"""Nothing at a real table is decided by the program's own chance."""


class TurnReplay:
    """The events of a turn so far and the state after them; lives within one call of ``enacted``."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """State a fact, whatever the rules say of it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def correct(self, correction: Correction) -> None:
        """State a fact and what follows from it; nothing where it makes no sense."""
        try:
            events = correct(self.state, correction, Random(NO_CHANCE))
        except IllegalMove:
            return
        for event in events:
            self.tell(event)

    def go_on(self) -> None:
        """Do what needs nobody's decision."""
        course = Course(self.state, Random(NO_CHANCE))
        go_on(course)
        self.state = course.state
        self.events += course.events

    def move(self, move: Move) -> bool:
        """Make a move by the rules; whether they allowed it."""
        try:
            self.state, events = play(self.state, move, Random(NO_CHANCE))
        except IllegalMove:
            return False
        self.events += events
        return True

    def shuffle(self, candidate: TurnCandidate, swept: int) -> None:
        """Shuffle the draw pile anew if that was done with so many action cards of the turn on the discard."""
        done = any(isinstance(event, DrawPileReshuffled) for event in self.events)
        if candidate.reshuffled and candidate.swept == swept and not done:
            self.correct(DrawPileReshuffled())

    def drawable(self, drawn: int) -> None:
        """See to it that so many cards can have been drawn: of a shuffle nothing was seen, so hands were told too full."""
        short = drawn - draw_size(self.state)[1]
        if short <= 0:
            return
        for seat in self.state.seats:
            fewest, most = self.state.hands[seat].size
            self.correct(HandCounted(seat, max(0, fewest - short), most))


def to_move(state: State) -> int:
    """Whose turn it is once what is only on offer has lapsed."""
    match state.pending:
        case Turn(player):
            return player
        case _:
            return state.after(state.turn)
