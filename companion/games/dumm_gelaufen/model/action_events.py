"""What action cards make happen, in the past tense: cards are drawn, shown, played and obeyed."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.dumm_gelaufen.deck.cards import Card


@dataclass(frozen=True, slots=True)
class AtOnceCardsDrawn:
    """A player drew several at-once cards; he says which one comes first (rules, A6)."""

    player: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AtOnceCardShown:
    """A player showed an at-once card he drew, put it on the discard and obeys it."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class NothingToShow:
    """None of the cards that a player drew unseen is an at-once card."""

    player: int


@dataclass(frozen=True, slots=True)
class ActionPlayed:
    """A player played a kept action card instead of exchanging."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class ActionObeyed:
    """An action card has been carried out as far as possible."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardPassed:
    """A card went from one hand to another (A01, K03, K06, K10)."""

    giver: int
    taker: int
    card: Card | None = None


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
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class TaskOpened:
    """A player's murphy card lies face up (A03); ``card`` is None until somebody reads it."""

    player: int
    card: Card | None = None
