"""What the dice on the table say: how many there are, which were thrown, and what they show now."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import DICE_SET, KEPT, TRAY
from companion.kit.dice import DiceCodes, DiceLying, Tray

VALUES: Final = {"symbol": 0, "6": 0} | {str(value): value for value in range(1, 6)}
"""What a camera tells of a die -> its value."""
NOT_KNOWN: Final = -1
"""What a die showed that nobody could read."""


SEEN: Final = Tray(DICE_SET, VALUES, TRAY, KEPT, still_if_same=True)
"""The seven dice, thrown to the tray and kept beside it."""


def unknown(before: p.DiceRoll | None, dice: DiceLying, left: DiceCodes, came: DiceCodes, stale: p.Names = ()) -> p.Names:  # fmt: skip
    """The colours of dice on the table that must be known but are unread.

    A kept die need not be read again if it is known which one of its colour it is, and
    what it showed: ``stale`` are the colours for which it is not.
    """
    found: list[str] = []
    for colour in DICE_SET.colours:
        unread, shown = dice.unread.count(colour), dice.of(colour)
        fallen = max(came.count(colour), _of(colour, came) - len(shown))
        alike = colour in left and before is not None and len({*before.of(colour)}) > 1
        every = before is None or alike or colour in stale
        found += [colour] * (unread if every else min(unread, fallen))
    return tuple(found)


def filled(dice: DiceLying, before: p.DiceRoll) -> DiceLying:
    """The dice, with each unread one replaced by what one of its colour showed before."""
    values = list(dice.values)
    for colour, count in DICE_SET.colours.items():
        shown = dice.of(colour)
        old = (Counter(before.of(colour)) - Counter(shown)).elements()
        values += [(colour, value) for value in old][: count - len(shown)]
    return DiceLying(tuple(sorted(values)))


def _of(colour: str, codes: DiceCodes) -> int:
    return sum(SEEN.die(code)[0] == colour for code in codes)


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll that was seen: which dice were thrown, and what all seven show."""

    thrown: p.Names
    values: tuple[int, ...]


def one_of_two(before: p.DiceRoll | None, asked: Iterable[tuple[str, int | None]], came: DiceCodes) -> tuple[DiceCodes, p.Names]:  # fmt: skip
    """What came, where people told what both dice of a colour show and one of them was thrown: the other one shows what it showed.

    Also the colours of which it may be either.
    """
    if before is None:
        return came, ()
    told, fallen, alike = list(asked), list(came), []
    for colour in p.COLOURS:
        shown = {value for name, value in told if name == colour and value is not None}
        at = [n for n, code in enumerate(fallen) if SEEN.die(code)[0] == colour]
        stayed = shown & {*before.of(colour)}
        if len(shown) < 2 or len(at) != 1 or not stayed:
            continue
        if len(stayed) > 1:
            alike.append(colour)
        else:
            (value,) = shown - stayed
            fallen[at[0]] = SEEN.code(colour, value)
    return tuple(sorted(fallen)), tuple(alike)


def with_kept(before: p.DiceRoll | None, free: p.Names, dice: DiceLying, left: DiceCodes, came: DiceCodes, asked: p.Names) -> DiceLying:  # fmt: skip
    """The dice with the values of kept ones that are unread now; ``asked``: the colours to be asked about."""
    if before is None:
        return dice
    values = list(dice.values)
    for colour in p.COLOURS:
        hidden = max(0, dice.unread.count(colour) - asked.count(colour))
        old, still = _old(colour, before), _still(colour, dice, came)
        lost = SEEN.missing(dice).count(colour)
        again = _again(colour, old, _of(colour, came) + lost, free, still, left)
        stay = Counter(value for name, value in old.items() if name not in again)
        values += [(colour, v) for v in (stay - Counter(still)).elements()][:hidden]
    return DiceLying(tuple(sorted(values)), asked)


def _still(colour: str, dice: DiceLying, came: DiceCodes) -> list[int]:
    """The values of those dice of a colour that did not move and are readable."""
    fallen = Counter(SEEN.read(came).of(colour))
    return list((Counter(dice.of(colour)) - fallen).elements())


def _old(colour: str, before: p.DiceRoll) -> dict[str, int]:
    mine = (name for name in p.DICE if name.startswith(colour))
    return dict(zip(mine, before.of(colour), strict=True))


def thrown_of(before: p.DiceRoll | None, free: p.Names, dice: DiceLying, left: DiceCodes, came: DiceCodes) -> Throw:  # fmt: skip
    """Which dice were thrown, and all seven as they lie; two of a colour are distinguished by what they showed."""
    names: list[str] = []
    values: list[int] = []
    for colour in p.COLOURS:
        mine = [name for name in p.DICE if name.startswith(colour)]
        count = _of(colour, came)
        still = _still(colour, dice, came)
        # Of an unread roll, only dice that have not moved since are known.
        shown = before.of(colour) if before else still
        old = dict(zip(mine, (*shown, NOT_KNOWN, NOT_KNOWN), strict=False))
        again = _again(colour, old, count, free, still, left)
        rest = dice.of(colour)
        if len(came) < len(p.DICE):
            again = _but_nudged(again, old, free, Counter(rest) - Counter(still))
        stay: dict[str, int] = {}
        for name in mine:
            if name not in again and old.get(name) in rest:
                rest.remove(old[name])
                stay[name] = old[name]
        values += [stay[name] if name in stay else rest.pop(0) for name in mine]
        names += again
    return Throw(tuple(names), tuple(values))


def _but_nudged(again: p.Names, old: dict[str, int], free: p.Names, fallen: Counter[int]) -> p.Names:  # fmt: skip
    """The thrown dice without kept ones that show the same value: those were nudged, or read again."""
    found: list[str] = []
    for name in again:
        value = old.get(name, NOT_KNOWN)
        if name in free or not fallen[value]:
            found.append(name)
        else:
            fallen[value] -= 1
    return tuple(found)


def _again(colour: str, old: dict[str, int], count: int, free: p.Names, still: list[int], left: DiceCodes) -> p.Names:  # fmt: skip
    """The thrown dice of a colour: first those seen to leave, then those not seen to stay, then those that may be thrown."""
    gone = [
        NOT_KNOWN if v is None else v for c, v in map(SEEN.die, left) if c == colour
    ]

    def likely(name: str) -> tuple[bool, bool, bool]:
        return (old[name] not in gone, old[name] in still, name not in free)

    return tuple(sorted(sorted(old, key=likely)[:count]))
