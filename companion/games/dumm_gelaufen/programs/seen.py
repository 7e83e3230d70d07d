"""The view of one seat on a position in which more is known (rules, E1)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dumm_gelaufen.model.events import GameStarted
from companion.games.dumm_gelaufen.model.history import History
from companion.games.dumm_gelaufen.model.state import Hand, Murphys, State, changed
from companion.games.dumm_gelaufen.model.stated import GameJoined


def seen_by(state: State, seat: int) -> State:
    """The state from the view of a seat. Raises IndexError for an invalid seat."""
    if seat not in range(len(state.hands)):
        raise IndexError(seat)
    hands = tuple(
        hand if player == seat else Hand((), (), *hand.size)
        for player, hand in enumerate(state.hands)
    )
    view = changed(
        state, hands=hands, draw=None, murphys=_tasks_seen(state.murphys, seat)
    )
    return remembered(view)


def _tasks_seen(murphys: Murphys, seat: int) -> Murphys:
    """His own murphy card and the open ones; what lies in stacks is face down."""
    held = tuple(
        card if player == seat or player in murphys.opened else None
        for player, card in enumerate(murphys.held)
    )
    returned = (None,) * len(murphys.returned)
    return replace(murphys, held=held, stack=None, returned=returned)


def remembered(state: State) -> State:
    """The state of a real table with a history that begins here: only what everybody can see is known."""
    hands = tuple(hand.size for hand in state.hands)
    began = GameStarted(state.edition.name, len(hands), state.rulings)
    joined = GameJoined(
        state.turn,
        state.round,
        hands,
        state.mac,
        state.left,
        state.right,
        state.actions,
        state.murphys.won,
    )
    return changed(state, history=History(joined, History(began, None)))
