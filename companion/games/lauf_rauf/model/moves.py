"""The decisions of the player whose turn it is, in the imperative; ``card`` is the card played with a move: the joker, or its own kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.lauf_rauf.board.cards import LaufCards

Pair: TypeAlias = tuple[int, int]
"""Two dice as they lie, 1 to 6 each."""


@dataclass(frozen=True, slots=True)
class ThrowPair:
    """Throw both dice, or the one that shows ``again``; ``shows`` is how they lie afterwards, None if left to chance."""

    again: int | None = None
    shows: Pair | None = None


@dataclass(frozen=True, slots=True)
class MoveGhost:
    """Move the ghost onto the pawn on a field, or back to the summit."""

    to: str


@dataclass(frozen=True, slots=True)
class StartPawn:
    """From base to the lower climb field; with a card to the upper one."""

    card: str | None = None


@dataclass(frozen=True, slots=True)
class RunPawn:
    """Run ahead by the total; with a card backwards."""

    field: str
    total: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class ClimbPawn:
    """Climb from an approach field by the total; with a card by the larger die."""

    field: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class HitPawn:
    """Send a pawn to its base that stands as far ahead as the smaller die says, and take its field; with a card, one behind."""

    field: str
    target: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class TurnUpCard:
    """Take a card for a double; ``turned`` is what was turned up, None if left to chance."""

    turned: LaufCards | None = None


@dataclass(frozen=True, slots=True)
class SacrificeCard:
    """Discard a card for two more rolls."""

    card: str


@dataclass(frozen=True, slots=True)
class LeaveIt:
    """End the turn without an action."""


PawnMove: TypeAlias = StartPawn | RunPawn | ClimbPawn | HitPawn
LaufMove: TypeAlias = (
    ThrowPair | MoveGhost | PawnMove | TurnUpCard | SacrificeCard | LeaveIt
)
