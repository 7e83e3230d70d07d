"""What happens at a table besides the rules, in the past tense, the same in every game; a game adds its own to these."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeVar

from companion.announce import Message

X = TypeVar("X", bound="Violation")

Stage: TypeAlias = Literal["set-up", "play", "rebuild", "over"]
DiceCodes: TypeAlias = tuple[str, ...]
"""Dice as reported, one code per die: ``black-4``; ``black`` if it cannot be read."""


@dataclass(frozen=True, slots=True)
class DiceMoved:
    """Dice left their places, and others came to rest, since the last roll was told."""

    left: DiceCodes = ()
    came: DiceCodes = ()


@dataclass(frozen=True, slots=True)
class StageBegan:
    """The table is set up, played on, or laid out again from now on."""

    stage: Stage


@dataclass(frozen=True, slots=True)
class SetUpChecked:
    """What is missing before the game can begin; nothing, if there are no problems."""

    problems: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class RebuildChecked:
    """What is missing before the game can continue; nothing, if there are no problems."""

    problems: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something on the table that the rules do not allow; ``thrown`` and ``values`` are a roll that people may accept."""

    reason: str
    player: int
    text: Message
    thrown: tuple[str, ...] = ()
    values: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the public view has it."""
        who = {"reason": self.reason, "player": self.player}
        roll = {"thrown": list(self.thrown), "values": list(self.values)}
        return who | roll | {"text": self.text.to_json()}

    def as_a(self, kind: type[X]) -> X:
        """The same as an event, or as the violation that an event is about."""
        return kind(self.reason, self.player, self.text, self.thrown, self.values)


@dataclass(frozen=True, slots=True)
class Violated(Violation):
    """Something on the table is not allowed by the rules."""


@dataclass(frozen=True, slots=True)
class ViolationResolved(Violation):
    """It is as it should be again, or was accepted."""


@dataclass(frozen=True, slots=True)
class GameChanged:
    """An input changed the game, so that it can be undone: its entry."""

    entry: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The game was paused, or goes on; ``missing``: what was not where it belongs."""

    paused: bool
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnHandedOver:
    """People said whose turn it is."""

    player: int


@dataclass(frozen=True, slots=True)
class DiceNudged:
    """Dice moved without being thrown."""

    dice: DiceCodes = ()


TableEvent: TypeAlias = (
    DiceMoved
    | StageBegan
    | SetUpChecked
    | RebuildChecked
    | Violated
    | ViolationResolved
    | GameChanged
    | Paused
    | TurnHandedOver
    | DiceNudged
)

KINDS: Final[Mapping[str, type[Any]]] = {
    "dice": DiceMoved,
    "stage": StageBegan,
    "set-up": SetUpChecked,
    "rebuild": RebuildChecked,
    "illegal": Violated,
    "legal-again": ViolationResolved,
    "did": GameChanged,
    "paused": Paused,
    "given": TurnHandedOver,
    "nudged": DiceNudged,
}
"""The names of these events in journals."""
