"""Teaching a set of dice: each die is shown alone, face by face, and what it looks like is kept (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from companion.pieces import DiceSet, Die
from vision.dice.colours import Bodies, Palette, beside, bodies
from vision.dice.found import VALUES
from vision.dice.plain import dice_of_any_size
from vision.dice.white import white_of
from vision.frame import Frame
from vision.pose import Pose

Look = tuple[float, float, float]
"""A die beside something white, as :data:`vision.dice.colours.Bodies` has it."""
ALIKE: Final = 0.6
"""A face that is less surely read than this is not learnt from."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One face of a die that was shown alone."""

    look: Look
    side: str


@dataclass(frozen=True, slots=True)
class TaughtDie:
    """A die of a set: its colour's name, what it looks like on the faces that were shown, and those faces."""

    colour: str
    looks: tuple[Look, ...] = ()
    faces: tuple[str, ...] = ()

    def after(self, shown: Shown) -> TaughtDie:
        """What is known of it after one face more; a face that is shown again teaches its look once more."""
        faces = self.faces if shown.side in self.faces else (*self.faces, shown.side)
        return replace(self, looks=(*self.looks, shown.look), faces=faces)

    @property
    def missing(self) -> int:
        """How many of six faces have not been shown."""
        return max(0, 6 - len(self.faces))


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """The dice of a household."""

    dice: tuple[TaughtDie, ...] = ()

    @property
    def palette(self) -> Palette:
        """Colour -> what its dice look like."""
        looks: dict[str, list[Look]] = {}
        for die in self.dice:
            looks.setdefault(die.colour, []).extend(die.looks)
        return {name: _array(seen) for name, seen in looks.items() if seen}

    @property
    def dice_set(self) -> DiceSet:
        """The set as a game has it."""
        return DiceSet(tuple(Die(die.colour, die.faces) for die in self.dice))

    def to_json(self) -> dict[str, Any]:
        """As it is kept in a file."""
        return {
            "dice": [
                {"colour": d.colour, "looks": d.looks, "faces": d.faces}
                for d in self.dice
            ]
        }


def taught_set(given: Mapping[str, Any]) -> TaughtSet:
    """The set that ``to_json`` gave. Raises ValueError, KeyError or TypeError where it is none."""
    return TaughtSet(tuple(_die(one) for one in given["dice"]))


def _die(given: Mapping[str, Any]) -> TaughtDie:
    looks = tuple((float(a), float(b), float(c)) for a, b, c in given["looks"])
    faces = tuple(str(face) for face in given["faces"])
    if not set(faces) <= set(VALUES):
        raise ValueError(f"no faces of a die: {faces}")
    return TaughtDie(str(given["colour"]), looks, faces)


def shown_alone(frame: Frame, pose: Pose | None) -> Shown | None:
    """The face of the one die in a picture; None where there is none, are several, or it is not read surely."""
    picture = frame.bgr()
    dice = dice_of_any_size(picture)
    if len(dice) != 1 or dice[0].values.max() < ALIKE:
        return None
    a, b, c = beside(bodies(picture, dice), white_of(picture, pose))[0].tolist()
    return Shown((a, b, c), VALUES[int(dice[0].values.argmax())])


def _array(looks: Iterable[Look]) -> Bodies:
    return np.array(list(looks), np.float64)
