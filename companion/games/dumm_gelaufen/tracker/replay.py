"""A turn as it was read, as the rules' own events: what the state becomes by it."""

from __future__ import annotations

from companion.games.dumm_gelaufen.model.events import (
    CardLaid,
    CardsTaken,
    CardsThrownAway,
    DrawPileReshuffled,
    Event,
)
from companion.games.dumm_gelaufen.model.moves import Lay, Take
from companion.games.dumm_gelaufen.model.places import ACTIONS, MAC, At
from companion.games.dumm_gelaufen.model.state import (
    MayClaim,
    Short,
    State,
    ToShow,
    Turn,
)
from companion.games.dumm_gelaufen.model.stated import TurnGiven
from companion.games.dumm_gelaufen.tracker.replay_actions import action
from companion.games.dumm_gelaufen.tracker.replay_events import TurnReplay, to_move
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate


def enacted(state: State, reading: TurnCandidate) -> tuple[Event, ...]:
    """The events by which a turn changes the state; a turn that was wrong changes it too, as it lies there."""
    facts = TurnReplay(state)
    _begin(facts, reading.player)
    if reading.wrong is not None:
        _as_it_lies(facts, reading)
    elif reading.played:
        action(facts, reading)
    else:
        _exchange(facts, reading)
    return tuple(facts.events)


def _begin(facts: TurnReplay, player: int) -> None:
    """Make it this player's turn, where something of the turn before was never told."""
    turnlike = isinstance(facts.state.pending, Turn | MayClaim | Short | ToShow)
    if not turnlike or to_move(facts.state) != player:
        facts.correct(TurnGiven(player))


def _exchange(facts: TurnReplay, reading: TurnCandidate) -> None:
    facts.drawable(0 if reading.reshuffled else reading.drawn)
    before = facts.state, list(facts.events)
    taken = _named(facts.state, reading)
    allowed = facts.move(Take(reading.player, taken))
    facts.shuffle(reading, 0)
    for number, card in enumerate(reading.thrown if allowed else (), 1):
        allowed = allowed and facts.move(Lay(reading.player, ACTIONS, card))
        facts.shuffle(reading, number)
    relaid = [at for at in taken if at not in reading.taken]
    for at in reading.laid if allowed else ():
        laid = relaid[0] if at == At(MAC) and relaid else at
        allowed = allowed and facts.move(Lay(reading.player, at.place, laid.card))
    if not allowed:
        facts.state, facts.events = before
        _as_it_lies(facts, reading)


def _named(state: State, reading: TurnCandidate) -> tuple[At, ...]:
    """What was taken; for a card of Mac's that was taken and laid back unseen, any other one."""
    if At(MAC) not in reading.laid:
        return reading.taken
    named = [at.card for at in reading.taken if at.place == MAC and at.card]
    spare = (At(MAC, card) for card in state.mac if card not in named)
    return tuple(next(spare, at) if at == At(MAC) else at for at in reading.taken)


def _as_it_lies(facts: TurnReplay, reading: TurnCandidate) -> None:
    """Take and lay what was taken and laid, without asking the rules."""
    player = reading.player
    relaid = At(MAC) in reading.taken and At(MAC) in reading.laid
    taken = tuple(at for at in reading.taken if at != At(MAC) or not relaid)
    if taken:
        facts.tell(CardsTaken(player, taken))
    if reading.reshuffled:
        facts.tell(DrawPileReshuffled())
    if reading.thrown:
        facts.tell(CardsThrownAway(player, reading.thrown))
    for at in reading.laid:
        if at != At(MAC) or not relaid:
            facts.tell(CardLaid(player, at.place, at.card))
    facts.correct(TurnGiven(facts.state.after(player)))
