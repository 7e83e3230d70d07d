"""The dice of a household: what each of them looks like on the faces that were shown to the camera."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.errors import InputError
from companion.household.kept_texts import KeptTexts
from companion.pieces import DiceSet

FACES: Final = ("1", "2", "3", "4", "5", "6", "symbol")
"""What a die may show."""
KIND: Final = "dice"
"""The folder of the state folder in which sets are kept."""
PLAIN: Final = "plain"
"""Ordinary dice, which nobody teaches; no set is called that."""
Look: TypeAlias = tuple[float, float, float]
"""A die beside something white: the logarithms of luma, red over green, blue over green."""


@dataclass(frozen=True, slots=True)
class ShownFace:
    """One face of a die that was shown alone."""

    look: Look
    side: str
    sure: bool = True
    """Whether it was read surely; else ``side`` is what it resembles most."""


@dataclass(frozen=True, slots=True)
class TaughtDie:
    """A die of a set: its colour's name, what it looks like on the faces that were shown, and those faces."""

    colour: str
    looks: tuple[Look, ...] = ()
    faces: tuple[str, ...] = ()

    def after(self, shown: ShownFace) -> TaughtDie:
        """What is known of it after one face more; a face that is shown again teaches its look once more."""
        faces = self.faces if shown.side in self.faces else (*self.faces, shown.side)
        return replace(self, looks=(*self.looks, shown.look), faces=faces)

    def to_json(self) -> dict[str, Any]:
        """As it is kept in a file."""
        return {"colour": self.colour, "looks": self.looks, "faces": self.faces}


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """All dice of one set."""

    dice: tuple[TaughtDie, ...] = ()

    @property
    def looks(self) -> Mapping[str, tuple[Look, ...]]:
        """Colour -> what its dice look like, of those of which anything was shown."""
        seen: dict[str, tuple[Look, ...]] = {}
        for die in self.dice:
            seen[die.colour] = (*seen.get(die.colour, ()), *die.looks)
        return {colour: looks for colour, looks in seen.items() if looks}

    def to_json(self) -> dict[str, Any]:
        """As it is kept in a file."""
        return {"dice": [die.to_json() for die in self.dice]}


NOTHING_TAUGHT: Final = TaughtSet()
"""Dice are known by the names of their colours."""


def untaught(dice: DiceSet) -> TaughtSet:
    """A game's dice before anything was shown of them."""
    return TaughtSet(tuple(TaughtDie(die.colour) for die in dice.dice))


def taught_set(given: Mapping[str, Any]) -> TaughtSet:
    """The set that ``to_json`` gave. Raises ValueError, KeyError or TypeError where it is none."""
    return TaughtSet(tuple(_die(one) for one in given["dice"]))


def _die(given: Mapping[str, Any]) -> TaughtDie:
    looks = tuple((float(a), float(b), float(c)) for a, b, c in given["looks"])
    faces = tuple(str(face) for face in given["faces"])
    if not set(faces) <= set(FACES):
        raise ValueError(f"no faces of a die: {faces}")
    return TaughtDie(str(given["colour"]), looks, faces)


class TaughtSets:
    """The sets that are kept in a state folder, by their names."""

    def __init__(self, state: Path | None) -> None:
        self._texts = KeptTexts(None if state is None else state / KIND, ".json")

    def names(self) -> tuple[str, ...]:
        """What is kept, sorted."""
        return self._texts.names()

    def read(self, name: str) -> TaughtSet:
        """A set by its name. Raises InputError where there is none, or its file holds none."""
        try:
            return taught_set(json.loads(self._texts.read(name) or ""))
        except (ValueError, KeyError, TypeError) as error:
            known = ", ".join(self.names()) or "-"
            raise InputError("dice.no-set", name=name[:40], known=known) from error

    def check(self, name: str) -> None:
        """Raises InputError for a name that no set can have, SettingsError where none can be kept."""
        if name == PLAIN:
            raise InputError("dice.plain", name=name)
        self._texts.check(name)

    def keep(self, name: str, taught: TaughtSet) -> None:
        """Keep a set, in place of one of the same name. Raises InputError for the name, SettingsError."""
        self._texts.keep(name, json.dumps(taught.to_json()))

    def forget(self, name: str) -> None:
        """Keep it no longer; again is fine. Raises InputError for the name, SettingsError."""
        self._texts.forget(name)
