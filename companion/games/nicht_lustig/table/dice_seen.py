"""What the dice on the table say: how many there are, which were thrown, and what they show now."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import DICE_SET, KEPT, TRAY
from companion.kit.dice import DiceCodes, DiceLying, Tray

VALUES: Final = {"symbol": 0, "6": 0} | {str(value): value for value in range(1, 6)}
"""What a camera tells of a die -> its value."""
NOT_KNOWN: Final = -1
"""What a die showed that nobody could read."""


SEEN: Final = Tray(DICE_SET, VALUES, TRAY, KEPT)
"""The seven dice, thrown to the tray and kept beside it."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll that was seen: which dice were thrown, and what all seven show."""

    thrown: p.Names
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceAtRest:
    """Dice at rest after some of them left their places and others came."""

    before: p.DiceRoll | None
    """What they showed; None: not known, or nothing yet."""
    free: p.Names
    """The dice that the rules allow to throw again."""
    dice: DiceLying
    left: DiceCodes
    came: DiceCodes

    def unknown(self, stale: p.Names) -> p.Names:
        """The colours of dice on the table that must be known but are unread.

        A kept die need not be read again if it is known which one of its colour it is, and
        what it showed: ``stale`` are the colours for which it is not.
        """
        found: list[str] = []
        for colour in DICE_SET.colours:
            unread, shown = self.dice.unread.count(colour), self.dice.of(colour)
            fallen = max(self.came.count(colour), self._came(colour) - len(shown))
            either = colour in self.left and self._differ(colour)
            every = self.before is None or either or colour in stale
            found += [colour] * (unread if every else min(unread, fallen))
        return tuple(found)

    def with_kept(self, asked: p.Names) -> DiceLying:
        """The dice with the values of kept ones that are unread now; ``asked``: the colours to be asked about."""
        if self.before is None:
            return self.dice
        values = list(self.dice.values)
        for colour in p.COLOURS:
            hidden = max(0, self.dice.unread.count(colour) - asked.count(colour))
            old = dict(zip(_names(colour), self.before.of(colour), strict=True))
            lost = SEEN.missing(self.dice).count(colour)
            again = self._again(colour, old, self._came(colour) + lost)
            stay = Counter(value for name, value in old.items() if name not in again)
            stay -= Counter(self._still(colour))
            values += [(colour, value) for value in stay.elements()][:hidden]
        return DiceLying(tuple(sorted(values)), asked)

    @property
    def throw(self) -> Throw:
        """Which dice were thrown, and all seven as they lie; two of a colour are distinguished by what they showed."""
        names: list[str] = []
        values: list[int] = []
        for colour in p.COLOURS:
            mine, rest = _names(colour), self.dice.of(colour)
            old, again = self._thrown(colour)
            stay: dict[str, int] = {}
            for name in mine:
                if name not in again and old.get(name) in rest:
                    rest.remove(old[name])
                    stay[name] = old[name]
            values += [stay[name] if name in stay else rest.pop(0) for name in mine]
            names += again
        return Throw(tuple(names), tuple(values))

    def _thrown(self, colour: str) -> tuple[dict[str, int], p.Names]:
        """What the dice of a colour showed, and those of them that were thrown."""
        still = self._still(colour)
        # Of an unread roll, only dice that have not moved since are known.
        shown = self.before.of(colour) if self.before else still
        old = dict(zip(_names(colour), (*shown, NOT_KNOWN, NOT_KNOWN), strict=False))
        again = self._again(colour, old, self._came(colour))
        if len(self.came) == len(p.DICE):
            return old, again
        fallen = Counter(self.dice.of(colour)) - Counter(still)
        return old, self._but_nudged(again, old, fallen)

    def _again(self, colour: str, old: Mapping[str, int], count: int) -> p.Names:
        """The thrown dice of a colour: first those seen to leave, then those not seen to stay, then those that may be thrown."""
        seen, still = map(SEEN.die, self.left), self._still(colour)
        gone = [NOT_KNOWN if v is None else v for c, v in seen if c == colour]

        def likely(name: str) -> tuple[bool, bool, bool]:
            return (old[name] not in gone, old[name] in still, name not in self.free)

        return tuple(sorted(sorted(old, key=likely)[:count]))

    def _but_nudged(self, again: p.Names, old: Mapping[str, int], fallen: Counter[int]) -> p.Names:
        """The thrown dice without kept ones that show the same value: those were nudged, or read again."""
        found: list[str] = []
        for name in again:
            value = old.get(name, NOT_KNOWN)
            if name in self.free or not fallen[value]:
                found.append(name)
            else:
                fallen[value] -= 1
        return tuple(found)

    def _differ(self, colour: str) -> bool:
        """Whether two dice of a colour showed different values."""
        return self.before is not None and len({*self.before.of(colour)}) > 1

    def _came(self, colour: str) -> int:
        return sum(SEEN.die(code).colour == colour for code in self.came)

    def _still(self, colour: str) -> list[int]:
        """The values of those dice of a colour that did not move and are readable."""
        fallen = Counter(SEEN.read(self.came).of(colour))
        return list((Counter(self.dice.of(colour)) - fallen).elements())


def filled(dice: DiceLying, before: p.DiceRoll) -> DiceLying:
    """The dice, with each unread one replaced by what one of its colour showed before."""
    values = list(dice.values)
    for colour, count in DICE_SET.colours.items():
        shown = dice.of(colour)
        old = (Counter(before.of(colour)) - Counter(shown)).elements()
        values += [(colour, value) for value in old][: count - len(shown)]
    return DiceLying(tuple(sorted(values)))


def one_of_two(
    before: p.DiceRoll | None, asked: Iterable[tuple[str, int | None]], came: DiceCodes
) -> tuple[DiceCodes, p.Names]:
    """What came, where people told what both dice of a colour show and one of them was thrown: the other one shows what it showed.

    Also the colours of which it may be either.
    """
    if before is None:
        return came, ()
    told, fallen, alike = list(asked), list(came), []
    for colour in p.COLOURS:
        shown = {value for name, value in told if name == colour and value is not None}
        at = [n for n, code in enumerate(fallen) if SEEN.die(code).colour == colour]
        stayed = shown & {*before.of(colour)}
        if len(shown) < 2 or len(at) != 1 or not stayed:
            continue
        if len(stayed) > 1:
            alike.append(colour)
        else:
            (value,) = shown - stayed
            fallen[at[0]] = SEEN.code(colour, value)
    return tuple(sorted(fallen)), tuple(alike)


def _names(colour: str) -> p.Names:
    """The dice of a colour."""
    return tuple(name for name in p.DICE if name.startswith(colour))
