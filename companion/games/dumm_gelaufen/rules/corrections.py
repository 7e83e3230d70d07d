"""Corrections: facts stated by people or a camera, checked for consistency only, not for legality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import assert_never

from companion.announce import Message
from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.model.events import (
    Correction,
    DrawPileReshuffled,
    Event,
)
from companion.games.dumm_gelaufen.model.places import ACTIONS, LEFT, RIGHT
from companion.games.dumm_gelaufen.model.state import Pile, State
from companion.games.dumm_gelaufen.model.stated import (
    GameJoined,
    HandCounted,
    PlayerLeft,
    TableCorrected,
    TopSeen,
    TurnGiven,
)
from companion.games.dumm_gelaufen.rules.course import Course
from companion.games.dumm_gelaufen.rules.refusals import IllegalReason, refused
from companion.games.dumm_gelaufen.rules.rulebook import go_on


def correct(state: State, correction: Correction, rng: Random) -> tuple[Event, ...]:
    """The correction as an event, and what follows from it by itself.

    Raises IllegalMove with every reason: a seat where nobody plays, a card
    twice or in the wrong place, a count that none can be.
    """
    wrong = tuple(_nonsense(state, correction))
    if wrong:
        raise IllegalMove(wrong[0].key, reasons=wrong, **wrong[0].params)
    course = Course(state, rng)
    course.tell(correction)
    go_on(course)
    return tuple(course.events)


def _nonsense(state: State, correction: Correction) -> Iterator[Message]:
    match correction:
        case GameJoined():
            yield from _joined(state, correction)
        case TurnGiven(player) | PlayerLeft(player):
            yield from _nobody(state, player)
        case HandCounted(player, fewest, most):
            yield from _nobody(state, player)
            yield from _no_hand(fewest, most)
        case TableCorrected(mac, left, right, actions):
            zones = (mac or (), left or (), right or (), actions or ())
            yield from _no_table(state, *zones)
        case TopSeen(place, card):
            piles = {LEFT: "left", RIGHT: "right", ACTIONS: "actions"}
            if place not in piles:
                yield refused(IllegalReason.NOT_A_TARGET)
            else:
                seen = {"left": (), "right": (), "actions": ()} | {
                    piles[place]: (card,)
                }
                yield from _no_table(state, (), **seen)
        case DrawPileReshuffled(cards):
            # Where everything is known the rules say themselves when that is.
            if state.simulated or cards is not None:
                yield refused(IllegalReason.NOT_NOW)
        case _:
            assert_never(correction)


def _nobody(state: State, player: int) -> Iterator[Message]:
    if player not in state.seats:
        yield refused(IllegalReason.NO_SUCH_PLAYER, player=player + 1)


def _no_hand(fewest: int, most: int) -> Iterator[Message]:
    if not 0 <= fewest <= most:
        yield refused(IllegalReason.WRONG_COUNT, fewest=fewest, most=most)


def _joined(state: State, event: GameJoined) -> Iterator[Message]:
    few, many = state.edition.players
    if not few <= len(event.hands) <= many or len(event.won) not in (
        0,
        len(event.hands),
    ):
        yield refused(IllegalReason.NOT_THESE_PLAYERS, fewest=few, most=many)
    if not 0 <= event.player < len(event.hands):
        yield refused(IllegalReason.NO_SUCH_PLAYER, player=event.player + 1)
    for fewest, most in event.hands:
        yield from _no_hand(fewest, most)
    yield from _no_table(state, event.mac, event.left, event.right, event.actions)


def _no_table(
    state: State, mac: Pile, left: Pile, right: Pile, actions: Pile
) -> Iterator[Message]:
    numbers = [card for card in (*mac, *left, *right) if card is not None]
    thrown = [card for card in actions if card is not None]
    if len(mac) > MAC_MOST:
        yield refused(IllegalReason.MAC_OVER_SEVEN, count=len(mac))
    for card in numbers:
        if card.kind is not CardKind.NUMBER:
            yield refused(IllegalReason.ACTION_ON_PILE, card=card.name)
    for card in thrown:
        if not card.is_action:
            yield refused(IllegalReason.NUMBER_ON_ACTIONS, card=card.name)
    yield from _strange(state, (*numbers, *thrown))


def _strange(state: State, cards: Iterable[Card]) -> Iterator[Message]:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            yield refused(IllegalReason.SAME_CARD_TWICE, card=card.name)
        if card not in state.edition.cards:
            yield refused(IllegalReason.UNKNOWN_CARD)
        seen.add(card)
