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
    """Everybody turned over what the pink die says; ``faces`` by seat."""

    player: int
    faces: tuple[Faces, ...]


@dataclass(frozen=True, slots=True)
class DeathsLaid:
    """Deaths that lay open cover what their owner has just scored (ruling ``open_death``)."""

    player: int
    covered: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TargetsTaken:
    """A player took targets from the display, or from others' cards not scored."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class DeathTaken:
    """A player got a Death or the Poodle: onto one of his cards, or to lie open."""

    player: int
    death: str
    onto: str | None = None


@dataclass(frozen=True, slots=True)
class NoDeathLeft:
    """A player who should get a Death has them all."""

    player: int


@dataclass(frozen=True, slots=True)
class SpecialsGained:
    """A player took the specials of his symbols, from the middle or from their owners."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class SpecialUsed:
    """A player used a special; it lies in the middle again."""

    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TurnWasSkipped:
    """A player's turn went by for a special that lies in the middle again."""

    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TurnWentOn:
    """It is this player's turn."""

    player: int


@dataclass(frozen=True, slots=True)
class DisplayRanOut:
    """Hardly a target is left: the game is over but for the professors' dice."""

    left: int


@dataclass(frozen=True, slots=True)
class ProfessorsRolled:
    """A player rolled a die for each of his scored professors; ``values`` 0 is a symbol."""

    player: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameReckoned:
    """The game is over; points by seat, and the seats that have won."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardMoved:
    """The table is right: a card lies in another place (``display``, ``middle``, ``open``, ``scored``, ``covered``, ``deaths``, ``specials``)."""

    card: str
    place: str
    player: int | None = None
    under: str | None = None
    """The card that a Death covers, where ``place`` is ``covered``."""


@dataclass(frozen=True, slots=True)
class DiceWere:
    """The dice of the last roll showed something else."""

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
"""What an event is called in JSON."""
