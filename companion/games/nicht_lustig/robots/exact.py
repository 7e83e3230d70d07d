"""The best way to roll twice more, computed exactly: over all 55,566 rolls that can be told apart.

Dice of one colour are not told apart, so a colour's pair shows one of 21
multisets, and with what is kept of it (nothing, one die, both) one of 28. What
a roll is worth is averaged over what is thrown colour by colour; what is kept
is chosen colour by colour, too, since the best of a product is the best in
each of its parts. A die that was kept is never thrown again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Final, TypeAlias

from companion.games.nicht_lustig.deck.dice import DICE, DiceRoll, Names

Pair: TypeAlias = tuple[int, ...]
"""What is kept of a colour, or what its dice show: sorted values."""
Roll: TypeAlias = tuple[Pair, Pair, Pair, int]
Worth: TypeAlias = Callable[[Roll], float]
Row: TypeAlias = list[float]

SIDES: Final = 6
BOTH: Final[tuple[Pair, ...]] = tuple(combinations_with_replacement(range(SIDES), 2))
ONE: Final[tuple[Pair, ...]] = tuple((value,) for value in range(SIDES))
KEPT: Final[tuple[Pair, ...]] = ((), *ONE, *BOTH)
AT: Final = {kept: number for number, kept in enumerate(KEPT)}
ROWS: Final = len(BOTH)


class Outlook:
    """What every set of kept dice is worth with one throw of the others to come; made anew for every turn."""

    def __init__(self, worth: Worth) -> None:
        """``worth`` is what a last roll is worth."""
        final = [
            [worth((a, b, c, pink)) for b in BOTH for c in BOTH for pink in range(SIDES)]
            for a in BOTH
        ]  # fmt: skip
        blacks = _averaged(final)
        reds = [r for row in blacks for r in _averaged(_split(row, ROWS))]
        whites = [w for row in reds for w in _averaged(_split(row, ROWS))]
        flat = [value for row in whites for value in (sum(row) / SIDES, *row)]
        self._kept = _split(flat, len(KEPT))

    def of(self, kept: tuple[Pair, Pair, Pair, tuple[int, ...]]) -> float:
        """What these kept dice are worth: one throw of all others, and no more."""
        black, red, white, pink = kept
        place = (AT[red] * len(KEPT) + AT[white]) * (SIDES + 1)
        return self._kept[AT[black]][place + (pink[0] + 1 if pink else 0)]

    def last(self, dice: DiceRoll, free: Names) -> Names:
        """Which dice to throw once more; none where nothing is better."""
        wholes = _thrown_sets(dice, free)
        return max(wholes, key=lambda thrown: self.of(_left(dice, thrown)))

    def first(self, dice: DiceRoll) -> Names:
        """Which dice to throw where another throw may follow of some of them; none where nothing is better."""
        worth = self._twice(dice)
        return max(_thrown_sets(dice, DICE), key=lambda t: worth[_left(dice, t)])

    def _twice(self, dice: DiceRoll) -> dict[tuple[Pair, ...], float]:
        """Kept dice -> what they are worth with two throws to come."""
        pairs = [_ways(tuple(sorted(dice.of(c)))) for c in ("black", "red", "white")]
        table: dict[tuple[Pair, ...], float] = {}
        best = [(ks, p, _best(self._kept, between)) for ks, p, between in pairs[0]]
        for black, p1, row in best:
            split = _split(row, len(KEPT))
            for red, p2, between in pairs[1]:
                cells = _split(_best(split, between), len(KEPT))
                for white, p3, inner in pairs[2]:
                    pinks = _best(cells, inner)
                    _add(table, (black, red, white), p1 * p2 * p3, pinks, dice.pink)
        return table


def _add(table: dict[tuple[Pair, ...], float], kept: tuple[Pair, ...], p: float, pinks: Row, pink: int) -> None:  # fmt: skip
    """The pink die: thrown, and kept or thrown again as is better; or kept now."""
    thrown = sum(max(pinks[0], value) for value in pinks[1:]) / SIDES
    for last, value in (((), thrown), ((pink,), pinks[pink + 1])):
        key = (*kept, last)
        table[key] = table.get(key, 0.0) + p * value


def _averaged(full: Sequence[Row]) -> list[Row]:
    """A row for each way to keep dice of a colour, from one for each pair: thrown dice are averaged over."""
    shown = dict(zip(BOTH, full, strict=True))
    ones = [_mean(shown[_pair(v, w)] for w in range(SIDES)) for v in range(SIDES)]
    return [_mean(ones), *ones, *full]


def _mean(rows: Iterable[Row]) -> Row:
    return [sum(column) / SIDES for column in zip(*rows, strict=True)]


def _best(rows: Sequence[Row], between: Sequence[int]) -> Row:
    """The best of some rows, value by value."""
    first, *others = (rows[n] for n in between)
    return list(map(max, first, *others)) if others else first


def _split(row: Row, parts: int) -> list[Row]:
    size = len(row) // parts
    return [row[at : at + size] for at in range(0, len(row), size)]


def _ways(pair: Pair) -> list[tuple[Pair, float, tuple[int, ...]]]:
    """Kept of a pair, with every outcome of throwing the rest: its probability, and the rows of what may be kept then."""
    return [
        (kept, p, tuple(AT[k] for k in _parts(shown) if _holds(k, kept)))
        for kept in _parts(pair)
        for shown, p in _outcomes(kept)
    ]


def _parts(pair: Pair) -> tuple[Pair, ...]:
    """What can be kept of a pair."""
    return tuple(dict.fromkeys(((), *((value,) for value in pair), pair)))


def _holds(kept: Pair, before: Pair) -> bool:
    """Whether what was kept before is kept still."""
    rest = list(kept)
    for value in before:
        if value not in rest:
            return False
        rest.remove(value)
    return True


def _outcomes(kept: Pair) -> Iterator[tuple[Pair, float]]:
    thrown = 2 - len(kept)
    found: dict[Pair, int] = {}
    for shown in product(range(SIDES), repeat=thrown):
        key = tuple(sorted((*kept, *shown)))
        found[key] = found.get(key, 0) + 1
    yield from ((pair, count / SIDES**thrown) for pair, count in found.items())


def _pair(one: int, other: int) -> Pair:
    return (min(one, other), max(one, other))


def _thrown_sets(dice: DiceRoll, free: Names) -> list[Names]:
    """Every choice of free dice to throw, none first, those that keep the same left out."""
    found: dict[tuple[Pair, ...], Names] = {}
    for mask in product((False, True), repeat=len(free)):
        names = tuple(name for name, out in zip(free, mask, strict=True) if out)
        found.setdefault(_left(dice, names), names)
    return list(found.values())


def _left(dice: DiceRoll, thrown: Names) -> tuple[Pair, Pair, Pair, tuple[int, ...]]:
    """What stays of a roll."""
    stay = [None if name in thrown else v for name, v in zip(DICE, dice.values, strict=True)]  # fmt: skip
    pairs = [tuple(sorted(v for v in stay[n : n + 2] if v is not None)) for n in (0, 2, 4, 6)]  # fmt: skip
    return pairs[0], pairs[1], pairs[2], pairs[3]
