"""The cards, what is printed on them, and where they lie on this game's table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from companion.announce import Message, message
from companion.errors import CardError, quoted

LOWEST: Final = 1
HIGHEST: Final = 11
COLOURS: Final = "RYGB"
COLOUR_NAMES: Final = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
TASKS: Final = 21
AT_ONCE: Final = 5
KEPT: Final = 12

_CODE = re.compile(r"([RYGB](?:0[1-9]|1[01])|[MAK][0-9]{2}|MAC)-([1-9])", re.ASCII)
_FACE = re.compile(r"([RYGBMAK])([0-9]{1,2})|MAC", re.ASCII)


class CardKind(Enum):
    """What a card is for: its number or colour counts, it is a murphy card, obeyed at once, kept and played later, or Mac's own."""

    NUMBER = "number"
    TASK = "task"
    AT_ONCE = "at-once"
    KEEP = "keep"
    MAC = "mac"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One physical card. Get it by :meth:`parse`, never by the constructor."""

    face: str
    copy: int
    kind: CardKind
    colour: str
    """``R``, ``Y``, ``G`` or ``B`` of a number card, else empty."""
    value: int
    """1 to 11 of a number card; the number of a task or an action; 0 of Mac's own card."""

    @property
    def code(self) -> str:
        """The face and the copy: ``R07-2``."""
        return f"{self.face}-{self.copy}"

    @property
    def short(self) -> str:
        """The shortest unambiguous code: ``R7-2``; ``R1`` or ``A03`` if the deck has only one."""
        face = face_short(self.face)
        return face if copies_of(self.face) == 1 else f"{face}-{self.copy}"

    @property
    def is_action(self) -> bool:
        """Whether it is obeyed, at once or when it is played; an edition has 17 such cards."""
        return self.kind is CardKind.AT_ONCE or self.kind is CardKind.KEEP

    @property
    def name(self) -> Message:
        """What people call it: "red 7", or the title of an action or a murphy card."""
        return face_name(self.face)

    @staticmethod
    def parse(code: str) -> Card:
        """The card of a code.

        Raises CardError, whose key says what is wrong: ``card.malformed``,
        ``card.no-such-face`` or ``card.no-such-copy``.
        """
        known = _CARDS.get(code)
        if known is not None:
            return known
        found = _CODE.fullmatch(code)
        if found is None:
            raise CardError("card.malformed", code=quoted(code, 40))
        if found[1] not in FACES:
            raise CardError("card.no-such-face", code=code)
        raise CardError("card.no-such-copy", code=code, copies=copies_of(found[1]))

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card.parse({self.code!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Card.parse, (self.code,)


def parse_face(text: str) -> str:
    """The face that a person typed, leading zero or not (``R7``, ``R07``, ``r7``).

    Raises CardError: ``card.malformed`` or ``card.no-such-face``.
    """
    upper = text.strip().upper()
    found = _FACE.fullmatch(upper)
    if found is None:
        raise CardError("card.malformed", code=quoted(text, 40))
    face = upper if found[1] is None else f"{found[1]}{int(found[2]):02d}"
    if face not in FACES:
        raise CardError("card.no-such-face", code=text)
    return face


def face_short(face: str) -> str:
    """A number card's face without its leading zero (``R7``); any other as it is."""
    return f"{face[0]}{int(face[1:])}" if face[0] in COLOURS else face


def copies_of(face: str) -> int:
    """How many cards of a face a deck holds (docs/physical.md, section 1)."""
    return FACES[face]


def copies(face: str) -> tuple[Card, ...]:
    """Every card of a face. Raises KeyError."""
    return tuple(_CARDS[f"{face}-{n}"] for n in range(1, copies_of(face) + 1))


def colour_name(letter: str) -> Message:
    """The name of a number card's colour, by the letter in its face."""
    return message(f"colour.{COLOUR_NAMES[letter]}")


@lru_cache(maxsize=256)
def face_name(face: str) -> Message:
    """The name of a face: colour and value of a number card, a proper name for all others."""
    if face[0] in COLOURS:
        return message("card.number", colour=colour_name(face[0]), value=int(face[1:]))
    return message(f"card.{face}")


def _copies_of_value(value: int) -> int:
    return 1 if value <= 3 else 2 if value <= 6 else 3


def _faces() -> Iterator[tuple[str, int]]:
    for colour in COLOURS:
        for value in range(LOWEST, HIGHEST + 1):
            yield f"{colour}{value:02d}", _copies_of_value(value)
    for letter, last in (("M", TASKS), ("A", AT_ONCE), ("K", KEPT)):
        for number in range(1, last + 1):
            yield f"{letter}{number:02d}", 1
    yield "MAC", 1


def _card(face: str, copy: int) -> Card:
    if face == "MAC":
        return Card(face, copy, CardKind.MAC, "", 0)
    letter, value = face[0], int(face[1:])
    kinds = {"M": CardKind.TASK, "A": CardKind.AT_ONCE, "K": CardKind.KEEP}
    kind = kinds.get(letter, CardKind.NUMBER)
    return Card(face, copy, kind, letter if kind is CardKind.NUMBER else "", value)


FACES: Final = dict(_faces())
"""Every face of every edition, and how many copies a deck holds of it."""

_CARDS: Final = {
    card.code: card
    for face, copies in FACES.items()
    for card in (_card(face, n) for n in range(1, copies + 1))
}


# Some of the number cards ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberCards:
    """The number cards of some colours and some values; ``card in kinds`` tells whether one is."""

    colours: str = COLOURS
    values: frozenset[int] = frozenset(range(LOWEST, HIGHEST + 1))

    def __contains__(self, card: Card) -> bool:
        return card.colour in self.colours and card.value in self.values


# Places: the names are those of the mat's zones --------------------------------------


Place: TypeAlias = Literal["mac", "open-left", "open-right", "draw", "actions"]
Area: TypeAlias = Literal["mac", "piles"]
"""Where an exchange takes place: with Mac, or with the piles (rules, A4)."""

MAC: Final = "mac"
LEFT: Final = "open-left"
RIGHT: Final = "open-right"
DRAW: Final = "draw"
ACTIONS: Final = "actions"
PILES: Final = "piles"
OPEN: Final[tuple[Place, ...]] = (LEFT, RIGHT)
"""The places of the open piles."""


@dataclass(frozen=True, slots=True)
class At:
    """A card and the place it is taken from; ``card`` is None where nobody sees it."""

    place: Place
    card: Card | None = None

    def __str__(self) -> str:
        return self.place if self.card is None else f"{self.place}:{self.card.short}"
