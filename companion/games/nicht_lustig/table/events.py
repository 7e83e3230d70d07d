"""What happens at this game's table besides the rules, in the past tense, and what all its events are called in journals."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.kit import codec, rolls
from companion.kit import table as kit
from companion.kit.dice import DiceCodes

# Dice ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DieTakenOff:
    """A die was removed."""

    dice: DiceCodes


@dataclass(frozen=True, slots=True)
class DiceAlike:
    """Either die of these colours may be the one thrown last."""

    colours: p.Names


@dataclass(frozen=True, slots=True)
class DiceSighted:
    """Whether the camera read the dice, which cannot tell two of a colour apart."""

    sighted: bool


@dataclass(frozen=True, slots=True)
class SymbolTold:
    """Which special a colour's only symbol stands for was said."""

    colour: str


@dataclass(frozen=True, slots=True)
class DicePutRight:
    """People said what all seven dice show."""

    values: tuple[int, ...]


# Cards --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paused(kit.Paused):
    """With the targets that were missing from the display."""

    missing: p.Faces = ()


@dataclass(frozen=True, slots=True)
class TargetsPicked:
    """The targets that left the display in this turn, as the dice allow; more may follow."""

    cards: p.Faces = ()


@dataclass(frozen=True, slots=True)
class TargetsGone:
    """The targets that left the display before the roll that takes them was known."""

    cards: p.Faces = ()


@dataclass(frozen=True, slots=True)
class GameJoined:
    """The display is what lies there; who has the other cards is not known."""

    display: p.Faces


@dataclass(frozen=True, slots=True)
class TurnAssumed:
    """What was decided unseen is assumed: the move and its alternatives, as texts; ``id`` is the turn's number."""

    id: int
    player: int
    choice: str
    choices: tuple[str, ...]
    sure: bool = False


@dataclass(frozen=True, slots=True)
class TurnStated:
    """People said what an unseen turn was."""

    turn: int
    choice: str


@dataclass(frozen=True, slots=True)
class TurnUnread:
    """A turn is over, and nobody said what its last roll showed."""

    player: int


Own: TypeAlias = (
    DieTakenOff
    | Paused
    | DiceAlike
    | DiceSighted
    | SymbolTold
    | DicePutRight
    | TargetsPicked
    | TargetsGone
    | GameJoined
    | TurnAssumed
    | TurnStated
    | TurnUnread
)
Event: TypeAlias = m.Event | rolls.Event | Own

EVENTS: Final[codec.Codec[Event]] = codec.Codec(
    "event",
    {
        **m.EVENTS,
        **rolls.KINDS,
        "paused": Paused,
        "taken-off": DieTakenOff,
        "alike": DiceAlike,
        "sighted": DiceSighted,
        "symbol-told": SymbolTold,
        "dice-right": DicePutRight,
        "picked": TargetsPicked,
        "gone": TargetsGone,
        "midway": GameJoined,
        "assumed": TurnAssumed,
        "verdict": TurnStated,
        "turn-unread": TurnUnread,
    },
    rolls.LEAVES,
)
