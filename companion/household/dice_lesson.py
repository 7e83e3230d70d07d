"""A set of dice being taught: which die has to show which face next, and what is known so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import Final

from companion.household.taught_dice import ShownFace, TaughtSet, untaught
from companion.pieces import DiceSet, Die

STEADY: Final = 0.25
"""How far apart two looks at a die at rest may be, in log units."""
INSTEAD: Final = {"symbol": "6"}
"""What an ordinary die shows instead of a face that only the game's own dice have."""


@dataclass(frozen=True, slots=True)
class AskedFace:
    """What to show next: the number of the die in the set, from 0, and the face."""

    number: int
    die: Die
    face: str


@dataclass(frozen=True, slots=True)
class DiceLesson:
    """One set, die by die and face by face."""

    name: str
    dice: DiceSet
    taught: TaughtSet
    number: int = 0
    """The number of the current die, from 0."""
    face: int = 0
    last: ShownFace | None = None
    """What the previous look showed."""

    @property
    def asked(self) -> AskedFace | None:
        """What to show next; None once everything was shown."""
        if self.number >= len(self.dice.dice):
            return None
        die = self.dice.dice[self.number]
        return AskedFace(self.number, die, die.faces[self.face])

    def seen(self, shown: ShownFace | None) -> DiceLesson:
        """After a look: a die that clearly shows the requested face, twice alike, has been shown."""
        if shown is not None and self._fits(shown) and self._lies_still(shown):
            return self._after(shown)
        return replace(self, last=shown)

    def confirmed(self) -> DiceLesson:
        """After people confirmed that what was seen last is the requested face; unchanged if nothing was seen."""
        asked, last = self.asked, self.last
        if asked is None or last is None or last.side in self._known:
            return self
        return self._after(replace(last, side=asked.face, sure=True))

    def next_die(self) -> DiceLesson:
        """Go on to the next die, skipping the faces of this one that were not shown."""
        return replace(self, number=self.number + 1, face=0, last=None)

    @property
    def _known(self) -> tuple[str, ...]:
        """The faces of this die that have been shown."""
        return self.taught.dice[self.number].faces

    def _fits(self, shown: ShownFace) -> bool:
        asked = self.asked
        if asked is None or not shown.sure:
            return False
        return shown.side in (asked.face, INSTEAD.get(asked.face))

    def _lies_still(self, shown: ShownFace) -> bool:
        last = self.last
        return (
            last is not None
            and last.side == shown.side
            and dist(last.look, shown.look) < STEADY
        )

    def _after(self, shown: ShownFace) -> DiceLesson:
        dice = list(self.taught.dice)
        dice[self.number] = dice[self.number].after(shown)
        grown = replace(self, taught=TaughtSet(tuple(dice)), last=shown)
        if self.face + 1 < len(self.dice.dice[self.number].faces):
            return replace(grown, face=self.face + 1)
        return grown.next_die()


def lesson(name: str, dice: DiceSet) -> DiceLesson:
    """The beginning of a lesson."""
    return DiceLesson(name, dice, untaught(dice))
