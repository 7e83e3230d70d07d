"""The 37 cards and what is written on them (rules, F2 Components; docs/physical.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from companion.announce import Message, message

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
