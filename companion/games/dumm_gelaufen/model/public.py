"""The public part of an event: the same event without what only its players know."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dumm_gelaufen.model.action_events import (
    AtOnceCardsDrawn,
    CardPassed,
    TaskReplaced,
)
from companion.games.dumm_gelaufen.model.events import (
    CardsDealt,
    CardsTaken,
    DrawPileReshuffled,
    Event,
    TaskDealt,
    TaskStackReshuffled,
)
from companion.games.dumm_gelaufen.model.places import DRAW, At


def public(event: Event) -> Event:
    """The event with None for every card that was not public."""
    match event:
        case CardsTaken(_, cards):
            return replace(event, cards=tuple(_unseen(at) for at in cards))
        case CardPassed() | TaskDealt() | TaskReplaced():
            return replace(event, card=None)
        case CardsDealt(hands):
            dealt = tuple((None,) * len(hand) for hand in hands)
            return replace(event, hands=dealt, draw=None, stack=None)
        case DrawPileReshuffled() | TaskStackReshuffled():
            return replace(event, cards=None)
        case AtOnceCardsDrawn():
            return replace(event, cards=())
        case _:
            return event


def _unseen(at: At) -> At:
    return At(DRAW) if at.place == DRAW else at
