"""What happened, in the past tense; a game is a fold over these (:mod:`companion.games.nicht_lustig.model.fold`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.gamekit.tagged import Tagged
from companion.games.nicht_lustig.deck.cards import Faces
from companion.games.nicht_lustig.deck.dice import Names


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """A player threw some of the dice; ``values`` are all seven as they lie now."""

    player: int
    number: int
    values: tuple[int, ...]
    thrown: Names


@dataclass(frozen=True, slots=True)
class TargetsScored:
    """Everybody turned over the cards with the pink die's value; ``faces`` by seat."""

    player: int
    faces: tuple[Faces, ...]


@dataclass(frozen=True, slots=True)
class DeathsLaid:
    """Open Deaths cover what their owner has just scored (ruling ``open_death``)."""

    player: int
    covered: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TargetsTaken:
    """A player took targets from the display, or unscored ones from others."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class DeathTaken:
    """A player got a Death or the Poodle, onto one of their own cards, or open."""

    player: int
    death: str
    onto: str | None = None


@dataclass(frozen=True, slots=True)
class NoDeathLeft:
    """A player who should get a Death already has all of them."""

    player: int


@dataclass(frozen=True, slots=True)
class SpecialsGained:
    """A player took the specials of the symbols rolled, from the middle or from their owners."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class SpecialUsed:
    """A player used a special; it returns to the middle."""

    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TurnWasSkipped:
    """A player's turn was skipped because of a special, which returns to the middle."""

    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TurnWentOn:
    """It is this player's turn."""

    player: int


@dataclass(frozen=True, slots=True)
class DisplayRanOut:
    """Few targets are left: the game is over except for the professors' dice."""

    left: int


@dataclass(frozen=True, slots=True)
class ProfessorsRolled:
    """A player rolled a die for each scored professor; ``values`` 0 is a symbol."""

    player: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameReckoned:
    """The game is over; points by seat, and the seats that have won."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardMoved:
    """Correction: a card's place (``display``, ``middle``, ``open``, ``scored``, ``covered``, ``deaths``, ``specials``)."""

    card: str
    place: str
    player: int | None = None
    under: str | None = None
    """The card that a Death covers, if ``place`` is ``covered``."""


@dataclass(frozen=True, slots=True)
class DiceWere:
    """Correction: what the dice of the last roll showed."""

    values: tuple[int, ...]


Happening: TypeAlias = (
    DiceRolled
    | TargetsScored
    | DeathsLaid
    | TargetsTaken
    | DeathTaken
    | NoDeathLeft
    | SpecialsGained
    | SpecialUsed
    | TurnWasSkipped
    | TurnWentOn
    | DisplayRanOut
    | ProfessorsRolled
    | GameReckoned
    | CardMoved
    | DiceWere
)

HAPPENINGS: Final[Tagged[Happening]] = Tagged(
    "event",
    {
        "rolled": DiceRolled,
        "scored": TargetsScored,
        "deaths-laid": DeathsLaid,
        "took": TargetsTaken,
        "death": DeathTaken,
        "no-death-left": NoDeathLeft,
        "specials": SpecialsGained,
        "used": SpecialUsed,
        "skipped": TurnWasSkipped,
        "turn": TurnWentOn,
        "display-ran-out": DisplayRanOut,
        "professors": ProfessorsRolled,
        "reckoned": GameReckoned,
        "card-moved": CardMoved,
        "dice-were": DiceWere,
    },
)
"""The names of the events in JSON."""
