"""Facts stated by people or a camera, which hold whatever the rules say."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.places import Place


@dataclass(frozen=True, slots=True)
class GameJoined:
    """A game that was running is followed from here on, in ``player``'s turn of round ``number``.

    ``hands``: the fewest and the most cards each seat may hold. ``won``:
    the murphy cards won, by seat.
    """

    player: int
    number: int
    hands: tuple[tuple[int, int], ...]
    mac: tuple[Card, ...]
    left: tuple[Card | None, ...]
    right: tuple[Card | None, ...]
    actions: tuple[Card | None, ...] = ()
    won: tuple[tuple[Card, ...], ...] = ()


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

    mac: tuple[Card, ...] | None = None
    left: tuple[Card | None, ...] | None = None
    right: tuple[Card | None, ...] | None = None
    actions: tuple[Card | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class TopSeen:
    """The top of a pile was read; whatever was believed to lie there does not."""

    place: Place
    card: Card


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
