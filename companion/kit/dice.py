"""A game of dice at a table: which lie there, which were taken up and thrown, and which nobody can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol, TypeAlias

from companion.pieces import DiceSet
from companion.table import Step, Table

DiceCodes: TypeAlias = tuple[str, ...]
"""Dice as reported, one code per die: ``black-4``; ``black`` if it cannot be read."""
PIPS: Final = {str(value): value for value in range(1, 7)}
"""What a camera tells of an ordinary die -> its value."""


class DieSeen(NamedTuple):
    """A die as a camera tells of it; its value is None if it could not be read."""

    colour: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class DiceLying:
    """Dice by colour; ``unread`` are the colours of those that lean or are unreadable."""

    values: tuple[tuple[str, int], ...]
    unread: tuple[str, ...] = ()

    def of(self, colour: str) -> list[int]:
        """The values of a colour's dice."""
        return [value for name, value in self.values if name == colour]

    @property
    def shown(self) -> tuple[int, ...]:
        """The values that can be read."""
        return tuple(value for _, value in self.values)

    @property
    def count(self) -> int:
        """The number of dice."""
        return len(self.values) + len(self.unread)


@dataclass(frozen=True, slots=True)
class UnreadRoll:
    """Dice that came to rest but are not all readable: what is known about them, and what people are asked."""

    known: tuple[tuple[str, int], ...]
    """Colour and value of those that are readable."""
    asked: tuple[tuple[str, int | None], ...] = ()
    """Colour of each other one, and what is known of it by now."""
    missing: tuple[str, ...] = ()
    """Colours of those among them that are out of sight."""
    left: DiceCodes = ()
    came: DiceCodes = ()
    taken_up: bool = True
    """Whether somebody was seen with dice in the hand; otherwise they may have been nudged."""
    entry: int = 0
    """The entry of the look that showed them, once reported."""

    @property
    def open(self) -> tuple[str, ...]:
        """The colours of the dice about which nothing is known yet."""
        return tuple(colour for colour, value in self.asked if value is None)

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """Colour and value of every die known by now."""
        told = ((colour, v) for colour, v in self.asked if v is not None)
        return tuple(sorted((*self.known, *told)))

    def with_die(self, tray: Tray, colour: str, value: int) -> UnreadRoll:
        """The same with one more die of a colour known. Raises ValueError if none of that colour is asked about."""
        at = self.asked.index((colour, None))
        asked = (*self.asked[:at], (colour, value), *self.asked[at + 1 :])
        code, came = tray.code(colour, value), list(self.came)
        if colour in came:
            came[came.index(colour)] = code
        elif colour in self.missing:
            came.append(code)
        return replace(self, asked=asked, came=tuple(sorted(came)))


@dataclass(frozen=True, slots=True)
class DieShows:
    """An answer: the value of an unread die."""

    colour: str
    value: int


class Known(Protocol):
    """What the dice showed when they were last known."""

    def of(self, colour: str) -> Sequence[int]:
        """The values of a colour's dice."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The dice of a game, what a camera's words for their values mean, and where they lie.

    They are thrown to the zone ``tray`` and set aside in the zone ``kept``; without
    zones they may lie anywhere, and each that comes was thrown.
    """

    dice: DiceSet
    values: Mapping[str, int]
    tray: str | None = None
    kept: str | None = None

    # What lies there -----------------------------------------------------------------

    def die(self, code: str) -> DieSeen:
        """The die of a code, such as ``red-4``, or ``red`` if it could not be read."""
        colour, _, value = code.partition("-")
        return DieSeen(colour, self.values.get(value))

    def code(self, colour: str, value: int) -> str:
        """The code of a die; the inverse of ``die``."""
        return next(f"{colour}-{word}" for word, shows in self.faces(colour) if shows == value)

    def read(self, codes: Iterable[str]) -> DiceLying:
        """The dice of which a camera tells."""
        dice = [self.die(code) for code in codes]
        known = sorted((d.colour, d.value) for d in dice if d.value is not None)
        unread = sorted(die.colour for die in dice if die.value is None)
        return DiceLying(tuple(known), tuple(unread))

    def seen(self, table: Table) -> DiceCodes:
        """All that is seen as a die where dice lie."""
        here = (codes for zone, codes in table.zones.items() if self._here(zone))
        lying = (code for codes in here for code in codes)
        return tuple(sorted(code for code in lying if self._is_die(code)))

    def lying(self, table: Table) -> DiceCodes:
        """The dice without phantoms: of what cannot be read, no more than the dice that are missing among the read ones."""
        found = Counter(self.seen(table))
        read = Counter(colour for colour, _ in self.read(found.elements()).values)
        for colour, most in self.dice.colours.items():
            found[colour] = min(found[colour], max(0, most - read[colour]))
        return tuple(sorted(found.elements()))

    def phantoms(self, table: Table, known: Iterable[str] = ()) -> tuple[str, ...]:
        """The colours of what is seen as an unreadable die and is none: more than the game has, else those ``known`` to lie there, as far as they are seen."""
        dice, before = self.read(self.seen(table)), Counter(known)
        found = Counter[str]()
        for colour, most in self.dice.colours.items():
            dark = dice.unread.count(colour)
            more = len(dice.of(colour)) + dark - most
            found[colour] = min(dark, more if more > 0 else before[colour])
        return tuple(found.elements())

    def without(self, phantoms: Iterable[str], table: Table) -> DiceLying:
        """The dice of a table apart from phantoms."""
        dice = self.read(self.seen(table))
        unread = Counter(dice.unread) - Counter(phantoms)
        return DiceLying(dice.values, tuple(sorted(unread.elements())))

    def of_dice(self, steps: Iterable[Step]) -> tuple[Step, ...]:
        """The steps of dice where they lie."""
        return tuple(s for s in steps if self._here(s.zone) and self._is_die(s.card))

    def moved(
        self, steps: Iterable[Step], table: Table, *, in_hand: bool = False
    ) -> tuple[Step, ...]:
        """The steps of dice that led to a table; none if only phantoms moved, beside dice that can all be read.

        While others are ``in_hand``, a die that left its place and lies there again as it lay was nudged, and has not moved.
        """
        found = self.of_dice(steps)
        if in_hand:
            found = self._but_nudged(found)
        dice = self.read(self.lying(table))
        whole = not dice.unread and dice.count == len(self.dice.dice)
        dark = all(self.die(step.card).value is None for step in found)
        return () if whole and dark else found

    def _but_nudged(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps without those of dice that left their places and lie there again as they lay; of what cannot be read it may be another one."""
        found = list(steps)
        for gone in (s for s in steps if s.sign == "-" and not self.is_unread(s.card)):
            back = replace(gone, sign="+")
            if back in found:
                found.remove(gone)
                found.remove(back)
        return tuple(found)

    def missing(self, dice: DiceLying) -> tuple[str, ...]:
        """The colours of the dice that are out of sight."""
        return tuple((Counter(self.dice.colours) - _counted(dice)).elements())

    def too_many(self, dice: DiceLying) -> str | None:
        """A colour of which there are more dice than the game has."""
        there = _counted(dice)
        more = (c for c, most in self.dice.colours.items() if there[c] > most)
        return next(more, None)

    def faces(self, colour: str) -> tuple[tuple[str, int], ...]:
        """What a camera tells of each face of a colour's dice, with its value."""
        faces = next(die.faces for die in self.dice.dice if die.colour == colour)
        return tuple((word, self.values[word]) for word in faces)

    def _here(self, zone: str) -> bool:
        return self.tray is None or zone in (self.tray, self.kept)

    def _is_die(self, code: str) -> bool:
        return self.die(code).colour in self.dice.colours

    def is_unread(self, code: str) -> bool:
        """Whether a code is that of a die which is not read."""
        return code in self.dice.colours

    # What moved ----------------------------------------------------------------------

    def gone_and_come(
        self, steps: Iterable[Step], left: DiceCodes, came: DiceCodes
    ) -> tuple[DiceCodes, DiceCodes]:
        """The dice that left their places and those that were thrown, combined with earlier ones; dice that were set aside are kept.

        A die that came, was not reported and left again never came: it is being
        straightened, set aside or thrown again.
        """
        gone, there = Counter(left), Counter(came)
        for step in steps:
            if step.sign == "-":
                source = there if there[step.card] else gone
                source[step.card] += -1 if source is there else 1
            elif step.zone != self.kept or (came and not gone[step.card]):
                there[step.card] += 1
            else:
                gone[step.card] -= 1
        return tuple(sorted((+gone).elements())), tuple(sorted(there.elements()))

    def is_nudge(self, before: Known | None, left: DiceCodes, came: DiceCodes) -> bool:
        """Whether at most two dice, not seen picked up, moved without changing their values: a roll nearly always changes more.

        The value of a die that was unread is what ``before`` says about its colour.
        """
        gone, fresh = Counter(left) - Counter(came), Counter(came) - Counter(left)
        return len(left) == len(came) <= 2 and all(
            die.colour in gone and before is not None and die.value in before.of(die.colour)
            for die in map(self.die, fresh)
        )

    def lay_still(self, steps: Iterable[Step], left: DiceCodes, came: DiceCodes) -> bool:
        """Whether other dice are in the hand, and all that came are dice of the tray that could be read, or not, until this look, and now the other way round."""
        gone, there = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
        for step in steps:
            die = self.die(step.card)
            if step.zone != self.kept and step.sign == "-":
                gone[die.colour, die.value is None] += 1
            elif step.zone != self.kept:
                there[die.colour, die.value is not None] += 1
        return there.total() == len(came) < len(left) and there <= gone

    def but_phantoms(self, left: DiceCodes, came: DiceCodes, dice: DiceLying) -> DiceCodes:
        """What left without what could not be read and was none: no more leave than lay there."""
        found = Counter(left)
        more = _counted(self.read(left)) + _counted(dice) - _counted(self.read(came))
        for colour, count in (more - Counter(self.dice.colours)).items():
            found[colour] -= min(count, found[colour])
        return tuple(sorted(found.elements()))

    def but_hidden(
        self, before: Known | None, left: DiceCodes, came: DiceCodes, dice: DiceLying, held: int
    ) -> tuple[DiceCodes, DiceCodes]:
        """What left and came without dice that were out of sight for a while and show what they showed: they lay still.

        Those are dice that were known and neither lay there nor left and, where fewer
        have come than were ``held`` until this look, such as left.
        """
        if before is None:
            return left, came
        gone, fallen = Counter(left), Counter(came)
        fallen -= self._hidden(before, gone, fallen, dice)
        waits = fallen.total() < held and fallen <= gone
        still = (code for code in fallen.elements() if self.die(code).value is not None)
        back = Counter(still if waits else ())
        return tuple(sorted((gone - back).elements())), tuple(sorted((fallen - back).elements()))

    def _hidden(
        self, before: Known, left: Counter[str], came: Counter[str], dice: DiceLying
    ) -> Counter[str]:
        """Those that came of the dice that were known, but neither lay there unmoved nor left; none where all would be."""
        lie = Counter(self.code(*each) for each in dice.values) + Counter(dice.unread)
        rest, found = lie - came + left, list[str]()
        lost = Counter(self.dice.colours) - Counter(self.die(c).colour for c in rest.elements())
        for colour, count in lost.items() if rest else ():
            known = Counter(self.code(colour, value) for value in before.of(colour))
            found += [*((known - rest) & came).elements()][:count]
        return Counter(found)

    def came_to_light(self, before: Known | None, dice: DiceLying, came: DiceCodes) -> bool:
        """Whether dice that appear without others leaving were there all the time: all ``dice`` of their colours
        show what is known, or a single one appears when all are to be thrown.
        """
        if before is None:
            return len(came) == 1
        return all(
            die.value is not None and Counter(dice.of(die.colour)) <= Counter(before.of(die.colour))
            for die in map(self.die, came)
        )


def _counted(dice: DiceLying) -> Counter[str]:
    return Counter(colour for colour, _ in dice.values) + Counter(dice.unread)
