"""Dice that lie still though a look does not read them: they have not moved, and what they showed is known."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.kit.dice import DiceCodes, Tray
from companion.table import Step, Table


@dataclass(frozen=True, slots=True)
class UnreadDie:
    """A die that lies in a zone and is not read now; ``codes``: what it may be, for certain if that is one, else what one of several of its colour was."""

    zone: str
    colour: str
    codes: DiceCodes

    @property
    def told(self) -> str:
        """Its code, as far as it is certain."""
        return self.codes[0] if len({*self.codes}) == 1 else self.colour


@dataclass(frozen=True, slots=True)
class _Darkened:
    """Dice of a zone and colour that left by what was seen, while as many as ``still`` came there that are not read."""

    zone: str
    colour: str
    codes: DiceCodes
    still: int


class DiceInPlace:
    """What is known of dice on a table, look by look: ``table``, in which ``unread`` ones are as they are known, as far as that is certain.

    A die that was read and is not any more lies still, and one that is read again as
    what it was has lain still, with two exceptions. Where dice fall that nobody was seen
    to take up, one that is not read may be among them, and if no die has stayed in its
    place all were thrown. Where all others are taken up at once before a turn's first
    roll, a single one that is left is none.
    """

    def __init__(self, tray: Tray, table: Table, unread: Iterable[UnreadDie]) -> None:
        self.table, self.unread = table, list(unread)
        self.steps: list[Step] = []
        """Those of the last look that are more than dice read in their places, or not."""
        self._tray = tray

    def begin_again(self, zones: Iterable[str], table: Table) -> None:
        """A camera that has just started sees these zones as they were, with some dice unread that were read."""
        for zone in zones:
            lost = Counter(self.table[zone]) - Counter(table[zone])
            self.unread = [die for die in self.unread if die.zone != zone]
            self.unread += [self._dark(zone, code) for code in lost.elements()]

    def look(self, table: Table, steps: Iterable[Step], *, first: bool = False) -> None:
        """Process a look; ``first``: a turn's first roll is to come."""
        self.steps, tray = list(steps), self._tray
        moved = tray.of_dice(self.steps)
        gone, came = ([s for s in moved if s.sign == sign] for sign in "-+")
        lit, dark = list(self._read_again()), list(self._darkened(gone, came))
        still = sum(each.still for each in dark)
        alone = len(gone) == len(tray.seen(self.table)) > still
        hand = tray.missing(tray.read(tray.lying(self.table)))
        unseen = self._fallen(gone, came, lit) > len(hand)
        for step in () if alone and unseen else lit:
            self._light_up(step)
        self._leave()
        none = first and alone and still == len(came) == 1
        for each in () if unseen or none else dark:
            self._go_dark(each)
        self._show(table)

    def know(self, values: Iterable[tuple[str, int]]) -> None:
        """All dice show these values: those that are not read show what is missing among the others."""
        missing = Counter(self._tray.code(*each) for each in values)
        missing -= Counter(self._tray.seen(self.table))
        self.unread = [die for die in self.unread if die.told != die.colour]
        zones = {zone: list(codes) for zone, codes in self.table.zones.items()}
        for zone, lie in zones.items():
            for number, colour in enumerate(lie):
                codes = tuple(code for code in missing.elements() if self._was(colour, code))
                if codes:
                    die = UnreadDie(zone, colour, codes)
                    self.unread.append(die)
                    lie[number] = die.told
                    missing -= Counter([die.told])
        self.table = replace(self.table, zones={z: tuple(lie) for z, lie in zones.items()})

    def _dark(self, zone: str, code: str) -> UnreadDie:
        return UnreadDie(zone, self._tray.die(code).colour, (code,))

    def _was(self, colour: str, code: str) -> bool:
        """Whether ``colour`` is what is told of a die that is not read, and ``code`` what is told of one of its colour that is."""
        return self._tray.is_unread(colour) and code.startswith(f"{colour}-")

    def _read_again(self) -> Iterator[Step]:
        """What came, as it seems, of dice that are read in their places."""
        steps = self.steps.copy()
        for die in self.unread:
            dark = Step("-", die.zone, die.colour)
            read = {Step("+", die.zone, code) for code in die.codes}.intersection(steps)
            # Of two that it may be, one has fallen.
            if len(read) == 1 and dark in steps:
                (lit,) = read
                steps.remove(dark)
                steps.remove(lit)
                yield lit

    def _darkened(self, gone: Sequence[Step], came: Sequence[Step]) -> Iterator[_Darkened]:
        """Where dice may lie that are not read any more."""
        for step, count in Counter(came).items():
            codes = [s.card for s in gone if s.zone == step.zone and self._was(step.card, s.card)]
            if codes:
                yield _Darkened(step.zone, step.card, (*codes,), min(count, len(codes)))

    def _fallen(self, gone: Sequence[Step], came: Sequence[Step], lit: Sequence[Step]) -> int:
        """How many dice have come at least that were neither nudged, nor set aside, nor lay unread before."""
        fallen = Counter(s.card for s in came) - Counter(s.card for s in gone)
        fallen -= Counter(s.card for s in lit)
        read = sum(n for code, n in fallen.items() if not self._tray.is_unread(code))
        dark = sum(self._tray.is_unread(step.card) for step in gone)
        return read - (dark - len(lit))

    def _light_up(self, read: Step) -> None:
        """It is what it may have been, so that others of its colour are what remains."""
        die = next(d for d in self.unread if d.zone == read.zone and read.card in d.codes)
        self._drop(Step("-", die.zone, die.colour), read)
        self.unread.remove(die)
        others = tuple((Counter(die.codes) - Counter([read.card])).elements())
        self.unread = [replace(d, codes=others) if others and d == die else d for d in self.unread]

    def _leave(self) -> None:
        """Unread dice that are seen no more left as what they are known to be; what was never read leaves before them."""
        lying = Counter((zone, c) for zone, codes in self.table.zones.items() for c in codes)
        for step, count in Counter(s for s in self.steps if s.sign == "-").items():
            here = [d for d in self.unread if (d.zone, d.colour) == (step.zone, step.card)]
            strange = lying[step.zone, step.card] - sum(die.told == die.colour for die in here)
            leave = max(0, min(count - strange, len(here)))
            self._drop(*[step] * leave)
            self._out(here, leave)

    def _out(self, here: Sequence[UnreadDie], leave: int) -> None:
        """Of the unread dice of a zone and colour some leave; which, may not be known."""
        codes = tuple(sorted(code for die in here for code in die.codes))
        if 0 < leave < len(here):
            for die in here:
                self.unread[self.unread.index(die)] = replace(die, codes=codes)
            here = [replace(die, codes=codes) for die in here]
        for die in here[:leave]:
            self.unread.remove(die)
            self.steps.insert(0, Step("-", die.zone, die.told))

    def _go_dark(self, dark: _Darkened) -> None:
        self._drop(*(Step("-", dark.zone, code) for code in dark.codes))
        self._drop(*[Step("+", dark.zone, dark.colour)] * dark.still)
        dice = [self._dark(dark.zone, code) for code in dark.codes]
        self.unread += dice
        self._out(dice, len(dice) - dark.still)

    def _show(self, table: Table) -> None:
        """The table with what is certain of unread dice: where there would be more than the game has, they are none."""
        tray = self._tray
        zones = {zone: list(codes) for zone, codes in table.zones.items()}
        room = Counter(tray.dice.colours)
        room -= Counter(colour for colour, _ in tray.read(tray.seen(table)).values)
        for die in tuple(self.unread):
            lie = zones.get(die.zone, [])
            if room[die.colour] and die.colour in lie:
                room[die.colour] -= 1
                lie[lie.index(die.colour)] = die.told
            else:
                self._out([die], 1)
        self.table = replace(table, zones={zone: tuple(codes) for zone, codes in zones.items()})

    def _drop(self, *steps: Step) -> None:
        for step in steps:
            self.steps.remove(step)
