"""What happened, in the past tense; a game is a fold over these (:mod:`companion.games.lauf_rauf.model.evolve`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.gamekit.tagged import Tagged


@dataclass(frozen=True, slots=True)
class PairThrown:
    """A player threw both dice, or the one that showed ``again``; ``shows`` is how both lie now."""

    colour: str
    number: int
    shows: tuple[int, int]
    again: int | None = None


@dataclass(frozen=True, slots=True)
class GhostMoved:
    """A seven moved the ghost: onto the pawn on a field, or to the summit."""

    colour: str
    to: str


@dataclass(frozen=True, slots=True)
class PawnsMoved:
    """A player moved a pawn; ``steps`` are colour, from, to: the player's own pawn first, then those pushed or sent to base."""

    colour: str
    how: str
    """``start``, ``run``, ``climb`` or ``hit``."""
    steps: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was discarded as part of a move."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class CardSacrificed:
    """A card was discarded for two more rolls."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """The top card was turned up for a double: kept by a player who has none of its kind, else discarded."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class NothingDone:
    """A player ended the turn without an action."""

    colour: str


@dataclass(frozen=True, slots=True)
class DicePassedOn:
    """It is this colour's turn."""

    colour: str


@dataclass(frozen=True, slots=True)
class CampFilled:
    """All pawns of a colour are in its camp: it has won."""

    colour: str


@dataclass(frozen=True, slots=True)
class PawnsWere:
    """Correction: the positions of the pawns, by seat, and of the ghost."""

    pawns: tuple[tuple[str, ...], ...]
    ghost: str


@dataclass(frozen=True, slots=True)
class PairWas:
    """Correction: what the dice of the last roll showed."""

    shows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class HandWas:
    """Correction: the cards of a colour; all others are in the supply or the discard."""

    colour: str
    cards: tuple[str, ...]


LaufEvent: TypeAlias = (
    PairThrown
    | GhostMoved
    | PawnsMoved
    | CardPlayed
    | CardSacrificed
    | CardTurnedUp
    | NothingDone
    | DicePassedOn
    | CampFilled
    | PawnsWere
    | PairWas
    | HandWas
)

LAUF_EVENTS: Final[Tagged[LaufEvent]] = Tagged(
    "event",
    {
        "rolled": PairThrown,
        "ghost": GhostMoved,
        "moved": PawnsMoved,
        "played": CardPlayed,
        "sacrificed": CardSacrificed,
        "card": CardTurnedUp,
        "passed": NothingDone,
        "turn": DicePassedOn,
        "won": CampFilled,
        "pawns-were": PawnsWere,
        "dice-were": PairWas,
        "hand-was": HandWas,
    },
)
"""The names of the events in JSON."""
