"""A turn as it was read, as the rules' own events: what the state becomes by it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from companion.errors import IllegalMove
from companion.murphy.deck.cards import Card, Kind
from companion.murphy.model.events import (
    ActionObeyed,
    ActionPlayed,
    AtOnceCardShown,
    CardLaid,
    CardPassed,
    CardsTaken,
    CardsThrownAway,
    Correction,
    DrawPileReshuffled,
    Event,
    HandCounted,
    TurnGiven,
)
from companion.murphy.model.evolve import evolve
from companion.murphy.model.moves import Choose, Lay, Move, Pass, PlayAction, Take
from companion.murphy.model.places import ACTIONS, DRAW, MAC, At
from companion.murphy.model.state import (
    MayClaim,
    Obey,
    Short,
    State,
    ToShow,
    Turn,
    draw_size,
)
from companion.murphy.rules.corrections import correct
from companion.murphy.rules.course import Course
from companion.murphy.rules.rulebook import go_on, play
from companion.murphy.witness.readings import Reading

ASKS_WHOM: Final = frozenset(("A05", "K01", "K02", "K03", "K05", "K10"))
"""The action cards played against one player, whom no camera sees."""
NO_CHANCE: Final = 0
"""Nothing at a real table is decided by the program's own chance."""


class Facts:
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


def to_move(state: State) -> int:
    """Whose turn it is once what is only on offer has lapsed."""
    match state.pending:
        case Turn(player):
            return player
        case _:
            return state.after(state.turn)


def enacted(state: State, reading: Reading) -> tuple[Event, ...]:
    """The events by which a turn changes the state; a turn that was wrong changes it too, as it lies there."""
    facts = Facts(state)
    _begin(facts, reading.player)
    if reading.wrong is not None:
        _as_it_lies(facts, reading)
    elif reading.played:
        _action(facts, reading)
    else:
        _exchange(facts, reading)
    return tuple(facts.events)


def _begin(facts: Facts, player: int) -> None:
    """Make it this player's turn, where something of the turn before was never told."""
    turnlike = isinstance(facts.state.pending, Turn | MayClaim | Short | ToShow)
    if not turnlike or to_move(facts.state) != player:
        facts.correct(TurnGiven(player))


def _refill(facts: Facts, drawn: int) -> None:
    """The draw pile must have been shuffled anew if it cannot have held so many cards (rules, A7)."""
    if drawn and draw_size(facts.state)[1] < drawn:
        facts.correct(DrawPileReshuffled())


def _exchange(facts: Facts, reading: Reading) -> None:
    _refill(facts, 0 if reading.reshuffled else reading.drawn)
    before = facts.state, list(facts.events)
    taken = _named(facts.state, reading)
    allowed = facts.move(Take(reading.player, taken))
    if reading.reshuffled:
        facts.correct(DrawPileReshuffled())
    for card in reading.thrown if allowed else ():
        allowed = allowed and facts.move(Lay(reading.player, ACTIONS, card))
    relaid = [at for at in taken if at not in reading.taken]
    for at in reading.laid if allowed else ():
        laid = relaid[0] if at == At(MAC) and relaid else at
        allowed = allowed and facts.move(Lay(reading.player, at.place, laid.card))
    if not allowed:
        facts.state, facts.events = before
        _as_it_lies(facts, reading)


def _named(state: State, reading: Reading) -> tuple[At, ...]:
    """What was taken; for a card of Mac's that was taken and laid back unseen, any other one."""
    named = [at.card for at in reading.taken if at.place == MAC and at.card]
    spare = (At(MAC, card) for card in state.mac if card not in named)
    return tuple(next(spare, at) if at == At(MAC) else at for at in reading.taken)


def _as_it_lies(facts: Facts, reading: Reading) -> None:
    """Take and lay what was taken and laid, without asking the rules."""
    player = reading.player
    taken = tuple(at for at in reading.taken if at != At(MAC))
    if taken:
        facts.tell(CardsTaken(player, taken))
    if reading.reshuffled:
        facts.tell(DrawPileReshuffled())
    if reading.thrown:
        facts.tell(CardsThrownAway(player, reading.thrown))
    for at in reading.laid:
        if at != At(MAC):
            facts.tell(CardLaid(player, at.place, at.card))
    facts.correct(TurnGiven(facts.state.after(player)))


# Action cards --------------------------------------------------------------------


def _action(facts: Facts, reading: Reading) -> None:
    player = reading.player
    _refill(facts, 0 if reading.reshuffled else reading.drawn)
    drawn = tuple(at for at in reading.taken if at.place == DRAW)
    if drawn and reading.played[0].kind is Kind.AT_ONCE:
        facts.move(Take(player, drawn))
    if reading.reshuffled and not reading.swept:
        facts.correct(DrawPileReshuffled())
    for card in reading.thrown if not reading.refilled else ():
        facts.move(Lay(player, ACTIONS, card))
    for number, card in enumerate(reading.played, 1):
        drawer = _shows(facts.state, player, card)
        if not facts.move(PlayAction(drawer, card)):
            _played(facts, drawer, card)
        _obeyed(facts, reading, card)
        if number == reading.swept:
            _swept(facts)
    _seen_after_all(facts, reading)
    for seat in reading.refilled:
        _draw_for_being_short(facts, seat)
    for card in reading.thrown if reading.refilled else ():
        facts.tell(CardsThrownAway(reading.refilled[-1], (card,)))


def _shows(state: State, player: int, card: Card) -> int:
    """Who shows an action card: an at-once card drawn for another one is its drawer's (K05)."""
    if card.kind is Kind.AT_ONCE and isinstance(state.pending, ToShow):
        return state.pending.player
    return player


def _swept(facts: Facts) -> None:
    """The discard was shuffled with the card just played: what is played after it lies on a new one (A7)."""
    if not any(isinstance(event, DrawPileReshuffled) for event in facts.events):
        facts.correct(DrawPileReshuffled())


def _played(facts: Facts, player: int, card: Card) -> None:
    """Play an action card that the rules refuse: what is believed of the hand must be wrong."""
    shown = card.kind is Kind.AT_ONCE
    facts.tell((AtOnceCardShown if shown else ActionPlayed)(player, card))
    facts.go_on()


def _seen_after_all(facts: Facts, reading: Reading) -> None:
    """State what came and went for an action card though the rules refused it."""
    laid = [event.card for event in facts.events if isinstance(event, CardLaid)]
    takes = (event.cards for event in facts.events if isinstance(event, CardsTaken))
    taken = [at for cards in takes for at in cards]
    for at in reading.taken:
        if at.card is not None and at not in taken:
            facts.tell(CardsTaken(reading.player, (at,)))
    for at in reading.laid:
        if at.card in laid:
            laid.remove(at.card)
        elif at.place != ACTIONS:
            facts.tell(CardLaid(reading.player, at.place, at.card))


def _laid_by_all(facts: Facts, reading: Reading) -> None:
    """Everybody lays a card, one after the other; who is known to have none is left out (K11)."""
    waiting = [reading.player, *facts.state.others(reading.player)]
    for at in reading.laid:
        while waiting:
            seat = waiting.pop(0)
            if facts.move(Lay(seat, at.place, at.card)):
                break
            facts.move(Pass(seat))


def _draw_for_being_short(facts: Facts, seat: int) -> None:
    """One card more; for whoever is next to move it is no exchange that he begins."""
    ahead = seat == to_move(facts.state)
    if ahead or not facts.move(Take(seat, (At(DRAW),))):
        fewest, most = facts.state.hands[seat].size
        facts.correct(HandCounted(seat, fewest + 1, most + 1))


def _obeyed(facts: Facts, reading: Reading, card: Card) -> None:
    """Let the action card have its effect, as far as it was seen or said."""
    if not _obeying(facts.state, card):
        return
    if card.face == "K11":
        _laid_by_all(facts, reading)
    for move in _answers(facts.state, reading, card):
        if not facts.move(move):
            break
    if not _obeying(facts.state, card):
        return
    if card.face in ASKS_WHOM:
        _by_what_was_said(facts, reading, card)
    elif not facts.move(Pass(facts.state.pending.player or 0)):
        facts.tell(ActionObeyed(reading.player, card))


def _obeying(state: State, card: Card) -> bool:
    return isinstance(state.pending, Obey) and state.pending.card is card


def _answers(state: State, reading: Reading, card: Card) -> Iterator[Move]:
    player, whom = reading.player, reading.whom
    match card.face:
        case "A05" | "K01" | "K02" | "K05" if whom is not None:
            yield Choose(player, whom)
        case "K03" if whom is not None:
            yield Choose(player, whom, (None, None))
        case "K06":
            yield from (Choose(p, cards=(None,)) for p in state.others(player))
        case "K12":
            seen = [at for at in reading.taken if at.place != DRAW]
            yield from (Take(player, (at,)) for at in seen)
            yield from (Take(player, (At(DRAW),)) for _ in range(3 - len(seen)))
        case "K04" | "K07" | "K08" | "K09":
            yield from (Lay(player, at.place, at.card) for at in reading.laid)


def _by_what_was_said(facts: Facts, reading: Reading, card: Card) -> None:
    """A card played against somebody of whom nobody has said who it was, or how it went."""
    player, whom = reading.player, reading.whom
    if card.face == "K10" and whom is not None and reading.worked is not None:
        if reading.worked:
            facts.tell(CardPassed(whom, player, None))
    else:
        for seat, fewest, most in _possible(facts.state, player, card.face):
            facts.correct(HandCounted(seat, fewest, most))
    facts.tell(ActionObeyed(player, card))


def _possible(state: State, player: int, face: str) -> Iterator[tuple[int, int, int]]:
    """What every hand may count once a card was played against nobody knows whom."""
    mine, others = state.hands[player].size, state.others(player)
    theirs = {p: state.hands[p].size for p in others}
    match face:
        case "A05" | "K02":
            fewest = min(few for few, _ in theirs.values())
            yield player, fewest, max(most for _, most in theirs.values())
            for p, (few, most) in theirs.items():
                yield p, min(few, mine[0]), max(most, mine[1])
        case "K03":
            yield player, mine[0] - 2, mine[1] - 2
            yield from ((p, few, most + 2) for p, (few, most) in theirs.items())
        case "K05":
            yield from ((p, few, most + 1) for p, (few, most) in theirs.items())
        case "K10":
            yield player, mine[0], mine[1] + 1
            yield from ((p, max(0, few - 1), m) for p, (few, m) in theirs.items())
