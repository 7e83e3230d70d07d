"""What happened, in the past tense; a game is a fold over these (:func:`companion.games.dumm_gelaufen.model.evolve.evolve`).

``None`` among cards is one that nobody saw. As JSON an event is
``{"event": "turn-passed", "player": 1}``; cards are codes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, get_args

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.rulings import Rulings
from companion.games.dumm_gelaufen.deck.verdicts import Reason
from companion.games.dumm_gelaufen.model.action_events import (
    ActionObeyed,
    ActionPlayed,
    AtOnceCardsDrawn,
    AtOnceCardShown,
    CardDemanded,
    CardDenied,
    CardPassed,
    HandsSwapped,
    NothingToShow,
    TaskOpened,
    TaskReplaced,
    TasksSwapped,
)
from companion.games.dumm_gelaufen.model.codec import Codec
from companion.games.dumm_gelaufen.model.places import At, Place
from companion.games.dumm_gelaufen.model.stated import (
    GameJoined,
    HandCounted,
    PlayerLeft,
    TableCorrected,
    TopSeen,
    TurnGiven,
)

# Setting up -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game of this edition began with ``players`` seats; ``first`` moves first."""

    edition: str
    players: int
    rulings: Rulings = field(default_factory=Rulings)
    first: int = 0


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Hands, Mac's row and the piles were dealt (rules, A2).

    ``hands`` by seat, a None for each card nobody saw. ``actions`` is the
    discard after the set-up, its top first. ``draw`` is the draw pile, its
    top first; None at a real table. ``stack`` are the murphy cards not dealt,
    in the same way.
    """

    hands: tuple[tuple[Card | None, ...], ...]
    mac: tuple[Card, ...]
    left: tuple[Card | None, ...]
    right: tuple[Card | None, ...]
    actions: tuple[Card | None, ...] = ()
    draw: tuple[Card, ...] | None = None
    stack: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class TaskDealt:
    """A player got a murphy card (None: only he knows which)."""

    player: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody has a murphy card; ``player`` moves first in round ``number`` (from 1)."""

    number: int
    player: int


# Exchanging -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardsTaken:
    """A player took cards, in this order: for an exchange, by an action card, or to replenish.

    At-once cards among them wait to be shown; everything else is in his hand.
    """

    player: int
    cards: tuple[At, ...]


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A player laid a card into Mac's row, on an open pile, or (an action, unused) on the discard."""

    player: int
    place: Place
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardsThrownAway:
    """Action cards that a player had just drawn went to the discard without effect (rules, A5 and A6)."""

    player: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DrawPileReshuffled:
    """The discard and the piles but for their tops became the new draw pile (rules, A7).

    ``cards``: its new order, top first; None at a real table.
    """

    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class ReplenishEnded:
    """A player who was short of number cards has enough, wants no more, or there are none (rules, A6)."""

    player: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The turn before is over; it is ``player``'s now."""

    player: int


# Murphy cards -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimAccepted:
    """A claim was right, or the table said so."""

    player: int
    task: Card
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """A claim was wrong: the cards are public now and back in the hand (rules, A8)."""

    player: int
    task: Card
    cards: tuple[Card, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimPutToTheTable:
    """A claim that the texts do not settle: the table has to rule on it."""

    player: int
    task: Card
    cards: tuple[Card, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundWon:
    """A player solved his murphy card; everybody else returned his (rules, A9)."""

    player: int
    task: Card


@dataclass(frozen=True, slots=True)
class TaskStackReshuffled:
    """The returned murphy cards were shuffled into the stack (rules, A9).

    ``cards``: the whole stack, top first; None at a real table.
    """

    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class GameWon:
    """A player has his third murphy card: the game is over."""

    player: int


Correction: TypeAlias = (
    GameJoined
    | TurnGiven
    | TableCorrected
    | TopSeen
    | HandCounted
    | PlayerLeft
    | DrawPileReshuffled
)
"""What people or a camera may state as a fact (:func:`companion.games.dumm_gelaufen.rules.corrections.correct`)."""

Event: TypeAlias = (
    GameStarted
    | CardsDealt
    | TaskDealt
    | RoundBegan
    | CardsTaken
    | CardLaid
    | CardsThrownAway
    | ReplenishEnded
    | TurnPassed
    | AtOnceCardsDrawn
    | AtOnceCardShown
    | NothingToShow
    | ActionPlayed
    | ActionObeyed
    | CardPassed
    | CardDemanded
    | CardDenied
    | HandsSwapped
    | TasksSwapped
    | TaskReplaced
    | TaskOpened
    | ClaimAccepted
    | ClaimRefused
    | ClaimPutToTheTable
    | RoundWon
    | TaskStackReshuffled
    | GameWon
    | Correction
)

NAMES: Final[Mapping[str, type[Event]]] = {
    re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__).lower(): kind
    for kind in get_args(Event)
}
"""What an event is called in JSON: ``turn-passed`` is a TurnPassed. Journals hold these names."""

_CODEC: Final[Codec[Event]] = Codec("event", NAMES)


def to_json(event: Event) -> dict[str, Any]:
    """The event as JSON values; ``from_json`` is the inverse."""
    return _CODEC.to_json(event)


def from_json(data: Mapping[str, Any]) -> Event:
    """The event that ``to_json`` wrote; what is left out has its default.

    Raises ValueError where it is no event, CardError where a code is no card.
    """
    return _CODEC.from_json(data)


def correction_from_json(data: Mapping[str, Any]) -> Correction:
    """What somebody states, nothing besides. Raises ValueError, CardError as ``from_json``."""
    fact = _CODEC.exactly(data)
    if not isinstance(fact, Correction):
        raise ValueError(f"nobody can state {data['event']!r}")
    return fact
