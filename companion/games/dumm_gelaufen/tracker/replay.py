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


def enacted(state: State, candidate: TurnCandidate) -> tuple[Event, ...]:
    """The events by which a turn changes the state; a turn that was wrong changes it too, as it lies there."""
    facts = TurnReplay(state)
    _begin(facts, candidate.player)
    if candidate.wrong is not None:
        _as_it_lies(facts, candidate)
    elif candidate.played:
        action(facts, candidate)
    else:
        _exchange(facts, candidate)
    return tuple(facts.events)


def _begin(facts: TurnReplay, player: int) -> None:
    """Make it this player's turn, where something of the turn before was never told."""
    turnlike = isinstance(facts.state.pending, Turn | MayClaim | Short | ToShow)
    if not turnlike or to_move(facts.state) != player:
        facts.correct(TurnGiven(player))


def _exchange(facts: TurnReplay, candidate: TurnCandidate) -> None:
    facts.drawable(0 if candidate.reshuffled else candidate.drawn)
    before = facts.state, list(facts.events)
    taken = _named(facts.state, candidate)
    allowed = facts.move(Take(candidate.player, taken))
    facts.shuffle(candidate, 0)
    for number, card in enumerate(candidate.thrown if allowed else (), 1):
        allowed = allowed and facts.move(Lay(candidate.player, ACTIONS, card))
        facts.shuffle(candidate, number)
    relaid = [at for at in taken if at not in candidate.taken]
    for at in candidate.laid if allowed else ():
        laid = relaid[0] if at == At(MAC) and relaid else at
        allowed = allowed and facts.move(Lay(candidate.player, at.place, laid.card))
    if not allowed:
        facts.state, facts.events = before
        _as_it_lies(facts, candidate)


def _named(state: State, candidate: TurnCandidate) -> tuple[At, ...]:
    """What was taken; for a card of Mac's that was taken and laid back unseen, any other one."""
    if At(MAC) not in candidate.laid:
        return candidate.taken
    named = [at.card for at in candidate.taken if at.place == MAC and at.card]
    spare = (At(MAC, card) for card in state.mac if card not in named)
    return tuple(next(spare, at) if at == At(MAC) else at for at in candidate.taken)


def _as_it_lies(facts: TurnReplay, candidate: TurnCandidate) -> None:
    """Take and lay what was taken and laid, without asking the rules."""
    player = candidate.player
    relaid = At(MAC) in candidate.taken and At(MAC) in candidate.laid
    taken = tuple(at for at in candidate.taken if at != At(MAC) or not relaid)
    if taken:
        facts.tell(CardsTaken(player, taken))
    if candidate.reshuffled:
        facts.tell(DrawPileReshuffled())
    if candidate.thrown:
        facts.tell(CardsThrownAway(player, candidate.thrown))
    for at in candidate.laid:
        if at != At(MAC) or not relaid:
            facts.tell(CardLaid(player, at.place, at.card))
    facts.correct(TurnGiven(facts.state.after(player)))
