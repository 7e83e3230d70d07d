"""Pieces as values: which card, die or pawn it is, and which face it shows (docs/physical.md, sections 1, 7 and 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from typing import Final, Literal, TypeAlias, get_args

CARD_WIDTH_MM: Final = 59.0
CARD_HEIGHT_MM: Final = 91.0
CARD_RADIUS_MM: Final = 3.0
TAG_INSET_MM: Final = 3.0
TAG_MM: Final = 18.0
"""The symbol's side on a printed card."""
TAG_MODULES: Final = 21
"""Modules a side of a tag, a QR version 1 symbol (ISO/IEC 18004)."""
CAP_MM: Final = 12.0
"""The marker's side on a pawn's cap."""

Print: TypeAlias = Literal["start", "tags", "cards", "mat", "stand"]
"""What is printed for a game."""
PRINTS: Final[tuple[Print, ...]] = get_args(Print)


class PieceKind(Enum):
    """How a piece is told from others: by the tag on it, by what it shows, by the marker on its cap."""

    CARD = "card"
    DIE = "die"
    PAWN = "pawn"


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical card, die or pawn, however it lies. Dice of one colour are indistinguishable."""

    kind: PieceKind
    name: str
    """A card's code (``R07-2``; ``R03`` where it has two faces), a die's colour, a pawn's name."""
    marks: str = ""
    """The zone that this piece only labels: it does not count among the zone's cards."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a piece, as seen from above."""

    piece: Piece
    side: str = ""
    """Which face: a number for a two-sided card, a die's value; empty if the piece has only one."""
    payload: str = ""
    """The text of its tag (``DG1-R07-2``) or a cap's marker; empty if it carries neither."""

    @property
    def code(self) -> str:
        """The face in the program's input and output: ``R07-2``, ``R03-1``, ``black-4``."""
        return f"{self.piece.name}-{self.side}" if self.side else self.piece.name


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """All pieces with something to read that may lie on a table: payload -> the face that carries it."""

    faces: Mapping[str, Face] = field(default_factory=dict)

    @property
    def payloads(self) -> tuple[str, ...]:
        """Everything that can be read on them."""
        return tuple(self.faces)

    def __or__(self, other: Pieces) -> Pieces:
        return Pieces({**self.faces, **other.faces})

    def __getitem__(self, payload: str) -> Face:
        """The face that carries a payload. Raises KeyError if none does."""
        return self.faces[payload]

    def __contains__(self, payload: object) -> bool:
        return payload in self.faces


def together(sets: Iterable[Pieces]) -> Pieces:
    """Several sets combined into one."""
    return reduce(Pieces.__or__, sets, Pieces())


def cards(game: str, codes: Iterable[str], marks: Mapping[str, str] | None = None) -> Pieces:
    """Cards with one face: the payload is ``game``, ``-`` and the code. ``marks``: code -> the zone that this card only labels."""
    named = marks or {}
    payloads = {code: f"{game}-{code}" for code in codes}
    return Pieces(
        {
            payload: Face(Piece(PieceKind.CARD, code, named.get(code, "")), "", payload)
            for code, payload in payloads.items()
        }
    )


def two_faced_cards(game: str, names: Iterable[str]) -> Pieces:
    """Cards with two faces, 1 and 2: the payload's last digit is the side, the rest identifies the card."""
    pieces = [Piece(PieceKind.CARD, name) for name in names]
    shown = [Face(p, side, f"{game}-{p.name}-{side}") for p in pieces for side in "12"]
    return Pieces({face.payload: face for face in shown})


@dataclass(frozen=True, slots=True)
class Die:
    """One die in play: its colour, and the values it can show."""

    colour: str
    faces: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The dice of a game."""

    dice: tuple[Die, ...] = ()
    sizes_mm: tuple[float, float] = (12.0, 20.0)
    """Shortest and longest edge, mm."""

    @property
    def colours(self) -> Mapping[str, int]:
        """Colour -> number of dice in that colour."""
        colours = [die.colour for die in self.dice]
        return {colour: colours.count(colour) for colour in dict.fromkeys(colours)}
