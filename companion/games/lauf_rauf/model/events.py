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
    """A seven moved the ghost: onto the pawn of a field, or to the summit."""

    colour: str
    to: str


@dataclass(frozen=True, slots=True)
class PawnsMoved:
    """A player moved a pawn; ``steps`` are colour, from where and to where: his own first, then what was pushed or sent to base."""

    colour: str
    how: str
    """``start``, ``run``, ``climb`` or ``hit``."""
    steps: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card went to the discard together with a move."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class CardSacrificed:
    """A card went to the discard for two more rolls."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """The top card was turned up for a double: kept by who has none of its kind, else discarded."""

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
    """The table is right: the pawns stand like this, by seat, and the ghost is there."""

    pawns: tuple[tuple[str, ...], ...]
    ghost: str


@dataclass(frozen=True, slots=True)
class PairWas:
    """The dice of the last roll showed something else."""

    shows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class HandWas:
    """A colour has these cards; what it has not lies in the supply or the discard."""

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
"""What an event is called in JSON."""
