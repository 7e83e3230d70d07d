"""What happens at this game's table besides the rules, in the past tense, and what all its events are called in journals."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.kit import codec, rolls


@dataclass(frozen=True, slots=True)
class RollLost:
    """The dice were picked up before anybody could say what they showed; ``count``: so many of this turn's rolls by now."""

    count: int


@dataclass(frozen=True, slots=True)
class GhostCalled:
    """Somebody called "Huckauf!"."""


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """Cards were turned up for two sixes, and more follow: all of them so far."""

    cards: b.Cards


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards came to the discard, and what they were played for is yet to be seen: all of them so far."""

    cards: b.Cards = ()


@dataclass(frozen=True, slots=True)
class MadeOnBoard:
    """The last move was seen on the board."""


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """The move that the board shows next was none."""


@dataclass(frozen=True, slots=True)
class PawnsUnwanted:
    """The pawns stand as after the move that was taken back; ``ghost`` None: they do so no longer."""

    pawns: tuple[b.FieldNames, ...]
    ghost: str | None


@dataclass(frozen=True, slots=True)
class MoveUnderWay:
    """The board shows part of a move: its remaining steps."""

    left: tuple[m.PawnStep, ...]


Own: TypeAlias = (
    RollLost
    | GhostCalled
    | CardsTurned
    | CardsShown
    | MadeOnBoard
    | MoveTakenBack
    | PawnsUnwanted
    | MoveUnderWay
)
Event: TypeAlias = m.Event | rolls.Event | Own

EVENTS: Final[codec.Codec[Event]] = codec.Codec(
    "event",
    {
        **m.EVENTS,
        **rolls.KINDS,
        "lost-roll": RollLost,
        "called": GhostCalled,
        "turning": CardsTurned,
        "shown": CardsShown,
        "by-board": MadeOnBoard,
        "taken-back": MoveTakenBack,
        "unwanted": PawnsUnwanted,
        "under-way": MoveUnderWay,
    },
    rolls.LEAVES,
)
