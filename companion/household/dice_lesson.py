"""A set of dice while it is being taught: which die is to show which face next, and what is known so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import Final

from companion.household.taught_dice import ShownFace, TaughtSet, untaught
from companion.pieces import DiceSet, Die

STEADY: Final = 0.25
"""So far apart two looks at a die that lies still may be, in their logarithms."""
INSTEAD: Final = {"symbol": "6"}
"""What an ordinary die shows instead of a face that only the game's own have."""


@dataclass(frozen=True, slots=True)
class AskedFace:
    """What is to be shown next: which die of the set, from 0, and which of its faces."""

    number: int
    die: Die
    face: str


@dataclass(frozen=True, slots=True)
class DiceLesson:
    """One set, die by die, face by face."""

    name: str
    dice: DiceSet
    taught: TaughtSet
    number: int = 0
    """Which die's turn it is, from 0."""
    face: int = 0
    last: ShownFace | None = None
    """What the look before showed."""

    @property
    def asked(self) -> AskedFace | None:
        """What is to be shown next; None once all was."""
        if self.number >= len(self.dice.dice):
            return None
        die = self.dice.dice[self.number]
        return AskedFace(self.number, die, die.faces[self.face])

    def seen(self, shown: ShownFace | None) -> DiceLesson:
        """After a look: a die that shows surely what is asked, twice alike, has been shown."""
        if shown is not None and self._fits(shown) and self._lies_still(shown):
            return self._after(shown)
        return replace(self, last=shown)

    def told(self) -> DiceLesson:
        """After people said that what was seen last is the face that is asked for; the same where nothing was."""
        asked, last = self.asked, self.last
        if asked is None or last is None or last.side in self._known:
            return self
        return self._after(replace(last, side=asked.face, sure=True))

    def next_die(self) -> DiceLesson:
        """Without the faces of this die that were not shown."""
        return replace(self, number=self.number + 1, face=0, last=None)

    @property
    def _known(self) -> tuple[str, ...]:
        """The faces of this die that were shown."""
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
    """The beginning of one."""
    return DiceLesson(name, dice, untaught(dice))
