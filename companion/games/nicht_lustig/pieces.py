"""The 37 cards and what is written on them, and the seven dice (rules, F2 Components; docs/physical.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from companion.announce import Message, message
from companion.errors import InputError, quoted

# Cards -------------------------------------------------------------------------------


Faces: TypeAlias = tuple[str, ...]
"""Cards by their codes, ``R03``; a card is the same whichever side is up."""

DINOSAUR: Final = "D"
LEMMING: Final = "L"
PROFESSOR: Final = "P"
RIEBMANN: Final = "R"
YETI: Final = "Y"

TARGETS: Final[Faces] = (
    *(f"D{total}" for total in range(24, 29)),
    *(f"{kind}{value:02}" for kind in "LPRY" for value in range(1, 6)),
)
DEATHS: Final[Faces] = tuple(f"T{value:02}" for value in range(1, 7))
POODLE: Final = "T06"
SPECIALS: Final[Faces] = tuple(f"S{number:02}" for number in range(1, 7))
DUCK, TIME_MACHINE, CLOWN, ROBOT, UFO, VIRUS = SPECIALS
CARDS: Final[Faces] = (*TARGETS, *DEATHS, *SPECIALS)


def value(face: str) -> int:
    """The number on a target or a Death; a dinosaur's is the sum it requires."""
    return int(face[1:])


def is_dinosaur(face: str) -> bool:
    """Whether a target is a dinosaur."""
    return face.startswith(DINOSAUR)


def of_kind(faces: Iterable[str], kind: str) -> Faces:
    """The cards of a kind, given as a code's letter."""
    return tuple(face for face in faces if face.startswith(kind))


def death_of(pink: int) -> str:
    """The Death for a value of the pink die; its symbol (0) stands for the Poodle."""
    return f"T{pink:02}" if pink else POODLE


def card_name(face: str) -> Message | str:
    """The name of a card; any other text stands for itself."""
    if face not in CARDS:
        return face[:20]
    if face in SPECIALS or face == POODLE:
        return message(f"lustig.card.{face}")
    return message(f"lustig.card.{face[0]}", value=value(face))


def named(faces: Iterable[str]) -> tuple[Message | str, ...]:
    """The names of several cards."""
    return tuple(map(card_name, faces))


# Dice: a value is 1 to 5, or 0 for the symbol, which an ordinary die shows as a six --


Names: TypeAlias = tuple[str, ...]

COLOURED: Final = ("black", "red", "white")
"""The colours with two dice each."""
PINK: Final = "pink"
COLOURS: Final = (*COLOURED, PINK)
DICE: Final[Names] = (*(f"{c}-{n}" for c in COLOURED for n in (1, 2)), PINK)
"""The names of all dice, in the order of :attr:`DiceRoll.values`; the first six stand for the six specials in their order."""
SYMBOL: Final = "symbol"


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """The values of the seven dice, in the order of ``DICE``."""

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.values) != len(DICE) or not set(self.values) <= set(range(6)):
            raise ValueError(f"not seven dice: {self.values!r}")

    def of(self, colour: str) -> tuple[int, ...]:
        """The values of a colour's dice."""
        first = 2 * COLOURS.index(colour)
        return self.values[first : first + 2]

    @property
    def pink(self) -> int:
        """The value of the pink die."""
        return self.values[-1]

    @property
    def total(self) -> int:
        """The sum of the six coloured dice."""
        return sum(self.values[:-1])

    @property
    def symbols(self) -> Faces:
        """The specials whose symbols the coloured dice show."""
        shown = zip(SPECIALS, self.values, strict=False)
        return tuple(special for special, shows in shown if shows == 0)

    def swapped(self, colour: str) -> DiceRoll:
        """The roll with a colour's two dice exchanged."""
        first = 2 * COLOURED.index(colour)
        one, other = self.of(colour)
        return DiceRoll((*self.values[:first], other, one, *self.values[first + 2 :]))

    def thrown(self, names: Iterable[str], chance: Random) -> DiceRoll:
        """The dice after some of them were thrown again."""
        again = set(names)
        pairs = zip(DICE, self.values, strict=True)
        values = (chance.randrange(6) if name in again else v for name, v in pairs)
        return DiceRoll(tuple(values))

    def to_json(self) -> dict[str, Any]:
        """``{"black": [2, "symbol"], "red": [3, 4], "white": [3, 1], "pink": 4}``; ``dice_from_json`` is the inverse."""
        coloured = {c: [_shown(v) for v in self.of(c)] for c in COLOURED}
        return coloured | {PINK: _shown(self.pink)}


def colour_name(colour: str) -> Message:
    """The name of a die of a colour."""
    known = colour if colour in COLOURS else "any"
    return message(f"dice.colour.{known}")


def dice_from_json(data: object) -> DiceRoll:
    """The dice that ``to_json`` wrote; a 6 is a symbol, too. Raises InputError."""
    match data:
        case {
            "black": [black, other_black],
            "red": [red, other_red],
            "white": [white, other_white],
            "pink": [pink] | pink,
            **more,
        } if not more:
            given = (black, other_black, red, other_red, white, other_white, pink)
            return DiceRoll(tuple(map(value_from_json, given)))
        case _:
            raise InputError("lustig.no-dice", what=quoted(data, 100))


def value_from_json(data: object) -> int:
    """The value of a die as programs write it: 1 to 5, ``"symbol"`` or 6. Raises InputError."""
    if isinstance(data, str | int) and data in (SYMBOL, "6", 6):
        return 0
    if type(data) is int and 1 <= data <= 5:
        return data
    raise InputError("lustig.no-value", what=quoted(data))


def some_to_json(dice: DiceRoll, names: Iterable[str]) -> dict[str, Any]:
    """Some of the dice in the format of ``to_json``: only the colours among them."""
    told: dict[str, Any] = {}
    for name, value in zip(DICE, dice.values, strict=True):
        if name in names:
            told.setdefault(name.partition("-")[0], []).append(_shown(value))
    return told | ({PINK: told[PINK][0]} if PINK in told else {})


def _shown(value: int) -> int | str:
    return value or SYMBOL
