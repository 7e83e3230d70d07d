"""What one player decides at one moment, in the imperative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.gamekit.tagged import Tagged
from companion.games.nicht_lustig.deck.cards import Faces
from companion.games.nicht_lustig.deck.dice import DICE, Names


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Throw some dice; ``values`` are all seven as they lie afterwards, None if left to chance."""

    player: int
    thrown: Names = DICE
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class StopRolling:
    """Leave the dice as they lie: they are scored."""

    player: int


@dataclass(frozen=True, slots=True)
class UseSpecial:
    """Use a special: the duck, the time machine, or the clown instead of taking a Death."""

    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TakeTargets:
    """Take targets that the dice allow."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class TakeDeath:
    """Take a Death or the Poodle, onto one of the player's own scored cards; None: it lies open."""

    player: int
    death: str
    onto: str | None = None


@dataclass(frozen=True, slots=True)
class RollProfessors:
    """Roll a die for each scored professor at the end; None if left to chance."""

    player: int
    values: tuple[int, ...] | None = None


Decision: TypeAlias = (
    ThrowDice | StopRolling | UseSpecial | TakeTargets | TakeDeath | RollProfessors
)

DECISIONS: Final[Tagged[Decision]] = Tagged(
    "move",
    {
        "roll": ThrowDice,
        "stop": StopRolling,
        "use": UseSpecial,
        "take": TakeTargets,
        "death": TakeDeath,
        "professors": RollProfessors,
    },
)
"""The names of the moves in JSON."""
