"""What happened, in the past tense: a game is a fold over these. ``None`` among cards is one that nobody saw; as JSON an event is ``{\\"event\\": \\"turn-passed\\", \\"player\\": 1}``, cards are codes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, get_args

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.model.codec import LEAVES
from companion.kit.codec import Codec

# Action cards: drawn, shown, played and obeyed ---------------------------------------


@dataclass(frozen=True, slots=True)
class AtOnceCardsDrawn:
    """A player drew several at-once cards; he says which one comes first (rules, A6)."""

    player: int
    cards: tuple[d.Card, ...]


@dataclass(frozen=True, slots=True)
class AtOnceCardShown:
    """A player showed an at-once card he drew, put it on the discard and obeys it."""

    player: int
    card: d.Card


@dataclass(frozen=True, slots=True)
class NothingToShow:
    """None of the cards that a player drew unseen is an at-once card."""

    player: int


@dataclass(frozen=True, slots=True)
class ActionPlayed:
    """A player played a kept action card instead of exchanging."""

    player: int
    card: d.Card


@dataclass(frozen=True, slots=True)
class ActionObeyed:
    """An action card has been carried out as far as possible."""

    player: int
    card: d.Card


@dataclass(frozen=True, slots=True)
class CardPassed:
    """A card went from one hand to another (A01, K03, K06, K10)."""

    giver: int
    taker: int
    card: d.Card | None = None


@dataclass(frozen=True, slots=True)
class CardDemanded:
    """A player demanded a card of a face from another (K10)."""

    player: int
    whom: int
    face: str


@dataclass(frozen=True, slots=True)
class CardDenied:
    """A player has no card of the face that was demanded of him (K10): public from now on.

    ``face`` is empty where he was asked for any card and has none (K06, K11).
    """

    player: int
    face: str = ""


@dataclass(frozen=True, slots=True)
class HandsSwapped:
    """Two players swapped everything: hands and murphy cards (A05, K02)."""

    player: int
    whom: int


@dataclass(frozen=True, slots=True)
class TasksSwapped:
    """Two players swapped murphy cards (K01)."""

    player: int
    whom: int


@dataclass(frozen=True, slots=True)
class TaskReplaced:
    """A player took a new murphy card (None: only he knows it); the old one was returned (A02)."""

    player: int
    card: d.Card | None = None


@dataclass(frozen=True, slots=True)
class TaskOpened:
    """A player's murphy card lies face up (A03); ``card`` is None until somebody reads it."""

    player: int
    card: d.Card | None = None


# Facts stated by people or a camera, which hold whatever the rules say ---------------


@dataclass(frozen=True, slots=True)
class GameJoined:
    """A game that was running is followed from here on, in ``player``'s turn of round ``number``.

    ``hands``: the fewest and the most cards each seat may hold. ``won``:
    the murphy cards won, by seat.
    """

    player: int
    number: int
    hands: tuple[tuple[int, int], ...]
    mac: tuple[d.Card, ...]
    left: tuple[d.Card | None, ...]
    right: tuple[d.Card | None, ...]
    actions: tuple[d.Card | None, ...] = ()
    won: tuple[tuple[d.Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnGiven:
    """It is this player's turn: somebody was skipped, or has an extra one."""

    player: int


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """The table is right: this is what lies there. Cards that lie there are in no hand.

    None for a place that stays as it was. Rows are left to right, piles top
    first.
    """

    mac: tuple[d.Card, ...] | None = None
    left: tuple[d.Card | None, ...] | None = None
    right: tuple[d.Card | None, ...] | None = None
    actions: tuple[d.Card | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class TopSeen:
    """The top of a pile was read; whatever was believed to lie there does not."""

    place: d.Place
    card: d.Card


@dataclass(frozen=True, slots=True)
class HandCounted:
    """A player's hand was counted: it holds at least ``fewest`` and at most ``most`` cards in all."""

    player: int
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left: his hand lies aside until the next reshuffle, his murphy card is returned."""

    player: int


# Setting up -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game of this edition began with ``players`` seats; ``first`` moves first."""

    edition: str
    players: int
    rulings: d.Rulings = field(default_factory=d.Rulings)
    first: int = 0


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Hands, Mac's row and the piles were dealt (rules, A2).

    ``hands`` by seat, a None for each card nobody saw. ``actions`` is the
    discard after the set-up, its top first. ``draw`` is the draw pile, its
    top first; None at a real table. ``stack`` are the murphy cards not dealt,
    in the same way.
    """

    hands: tuple[tuple[d.Card | None, ...], ...]
    mac: tuple[d.Card, ...]
    left: tuple[d.Card | None, ...]
    right: tuple[d.Card | None, ...]
    actions: tuple[d.Card | None, ...] = ()
    draw: tuple[d.Card, ...] | None = None
    stack: tuple[d.Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class TaskDealt:
    """A player got a murphy card (None: only he knows which)."""

    player: int
    card: d.Card | None = None


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
    cards: tuple[d.At, ...]


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A player laid a card into Mac's row, on an open pile, or (an action, unused) on the discard."""

    player: int
    place: d.Place
    card: d.Card | None = None


@dataclass(frozen=True, slots=True)
class CardsThrownAway:
    """Action cards that a player had just drawn went to the discard without effect (rules, A5 and A6)."""

    player: int
    cards: tuple[d.Card, ...]


@dataclass(frozen=True, slots=True)
class DrawPileReshuffled:
    """The discard and the piles but for their tops became the new draw pile (rules, A7).

    ``cards``: its new order, top first; None at a real table.
    """

    cards: tuple[d.Card, ...] | None = None


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
    task: d.Card
    cards: tuple[d.Card, ...]


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """A claim was wrong: the cards are public now and back in the hand (rules, A8)."""

    player: int
    task: d.Card
    cards: tuple[d.Card, ...]
    reasons: tuple[d.Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimPutToTheTable:
    """A claim that the texts do not settle: the table has to rule on it."""

    player: int
    task: d.Card
    cards: tuple[d.Card, ...]
    reasons: tuple[d.Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundWon:
    """A player solved his murphy card; everybody else returned his (rules, A9)."""

    player: int
    task: d.Card


@dataclass(frozen=True, slots=True)
class TaskStackReshuffled:
    """The returned murphy cards were shuffled into the stack (rules, A9).

    ``cards``: the whole stack, top first; None at a real table.
    """

    cards: tuple[d.Card, ...] | None = None


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
"""What people or a camera may state as a fact (:func:`companion.games.dumm_gelaufen.rules.moves.correct`)."""

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

EVENTS: Final[Mapping[str, type[Event]]] = {
    re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__).lower(): kind for kind in get_args(Event)
}
"""What an event is called in JSON: ``turn-passed`` is a TurnPassed. Journals hold these names."""

CODEC: Final[Codec[Event]] = Codec("event", EVENTS, LEAVES)
"""Events as JSON values, and back; CardError where a code is no card."""
