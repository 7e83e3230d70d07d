"""What a roll is worth to a greedy robot, now and probably later, and the best way to roll twice more, computed exactly."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement, groupby, product
from operator import itemgetter, mul
from typing import Final, TypeAlias

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.pieces import COLOURED, DICE, DiceRoll, Names
from companion.games.nicht_lustig.rules import legality, points

# What a last roll is worth -----------------------------------------------------------


DiceValues: TypeAlias = tuple[int, ...]
"""The kept dice of a colour, or what its dice show: sorted values."""

SCORED: Final[Mapping[str, float]] = {
    p.LEMMING: points.LEMMING_POINTS,
    p.RIEBMANN: points.RIEBMANN_POINTS,
    p.YETI: points.YETI_POINTS,
    p.PROFESSOR: 1.5,
}
"""The points of a card once it is scored; professors share theirs."""
CHANCE: Final = 0.6
"""The probability that a taken card is scored before it is stolen or the game ends."""
STEALS: Final = 0.5
"""The value of taking a card away from somebody, as a share of its value to them."""


@dataclass(frozen=True, slots=True)
class Values:
    """The value of a last roll to a player, in parts that are looked up by what the dice show."""

    twins: tuple[tuple[float, ...], ...]
    """Black, red, white: the value of a pair of each number."""
    trios: tuple[float, ...]
    """The value of one number on all three colours."""
    sums: tuple[float, ...]
    """The value of each sum of the six coloured dice."""
    scores: tuple[float, ...]
    """What each pink value scores."""
    deaths: tuple[float, ...]
    """The cost of each pink value's Death if nothing is taken: at most 0."""

    def taken(self, black: DiceValues, red: DiceValues, white: DiceValues) -> float:
        """The value of what the six coloured dice take; 0 if that is nothing."""
        twins = 0.0
        for worth, (one, other) in zip(self.twins, (black, red, white), strict=True):
            twins += worth[one] if one == other else 0.0
        trio = sum([self.trios[v] for v in {*black} if v in red and v in white])
        total = self.sums[sum(black) + sum(red) + sum(white)]
        return max(twins, trio, total)


def value_of(face: str, state: m.State) -> float:
    """The value of a target to the player who takes it."""
    if p.is_dinosaur(face):
        return float(p.value(face) - points.DINOSAUR_LEAST)
    later = 1.0 + CHANCE * (SCORED[face[0]] - 1.0)
    return later * (1.0 if face in state.display else 1.0 + STEALS)


def values_of(state: m.State) -> Values:
    """The valuation of all last rolls for the player whose turn it is."""
    worth = {face: value_of(face, state) for face in legality.within_reach(state)}
    kinds = [tuple(worth.get(f"{kind}{value:02}", 0.0) for value in range(6)) for kind in "RYLP"]
    reached = [(p.value(face), w) for face, w in worth.items() if p.is_dinosaur(face)]
    sums = (max((w for v, w in reached if v <= n), default=0.0) for n in range(31))
    scores, deaths = zip(*(_scoring(state, pink) for pink in range(6)), strict=True)
    return Values(tuple(kinds[:3]), kinds[3], tuple(sums), scores, deaths)


def _scoring(state: m.State, pink: int) -> tuple[float, float]:
    """What a pink value scores, minus what it scores for the others; and what a Death would then cost."""
    gains = [_gain(area, pink) for area in state.areas]
    mine = gains[state.turn]
    others = (sum(gains) - mine) / max(1, len(gains) - 1)
    area = state.area
    scored = [*area.scored, *(f for f in area.open if p.value(f) == pink)]
    at_risk = [SCORED[f[0]] for f in scored if not p.is_dinosaur(f)]
    lemmings = any(f.startswith(p.LEMMING) for f in scored)
    cost = SCORED[p.LEMMING] if lemmings else min(at_risk, default=1.0)
    return mine - others, -cost


def _gain(area: m.PlayerArea, pink: int) -> float:
    return sum(SCORED[f[0]] - 1.0 for f in area.open if pink and p.value(f) == pink)


# The best way to roll ----------------------------------------------------------------


ValueRow: TypeAlias = list[float]
Kept: TypeAlias = tuple[DiceValues, DiceValues, DiceValues, DiceValues]
"""The kept dice of black, red, white and pink."""

WayOfKeeping: TypeAlias = tuple[DiceValues, float, tuple[int, ...]]

SIDES: Final = 6
BOTH: Final[tuple[DiceValues, ...]] = tuple(combinations_with_replacement(range(SIDES), 2))
ONE: Final[tuple[DiceValues, ...]] = tuple((value,) for value in range(SIDES))
KEPT: Final[tuple[DiceValues, ...]] = ((), *ONE, *BOTH)
AT: Final = {kept: number for number, kept in enumerate(KEPT)}


class Outlook:
    """The value of every set of kept dice with one throw of the others to come; the same throughout a turn."""

    def __init__(self, values: Values) -> None:
        self._scores = (*values.scores, _mean_of(values.scores))
        self._costs = (*values.deaths, _mean_of(values.deaths))
        taken = [[values.taken(a, b, c) for b in BOTH for c in BOTH] for a in BOTH]
        self._kept = {cost: _kept_worth(taken, cost) for cost in {*self._costs}}
        costs = list(self._kept)
        self._at = [costs.index(cost) for cost in self._costs]
        self._pinks = Counter(zip(values.scores, self._at, strict=False)).items()

    def of(self, kept: Kept) -> float:
        """The value of these kept dice: one throw of all others, and no more."""
        black, red, white, pink = kept
        shown = pink[0] if pink else -1
        row = self._kept[self._costs[shown]][AT[black]]
        return self._scores[shown] + row[AT[red] * len(KEPT) + AT[white]]

    def last(self, dice: DiceRoll, free: Names) -> Names:
        """Which dice to throw for the last time; none if nothing is better."""
        sets = _thrown_sets(dice, free)
        return max(sets, key=lambda thrown: self.of(_left(dice, thrown)))

    def first(self, dice: DiceRoll) -> Names:
        """Which dice to throw if another throw of some of them may follow; none if nothing is better."""
        worth = self.twice(dice)
        return max(_thrown_sets(dice, DICE), key=lambda t: worth[_left(dice, t)])

    def twice(self, dice: DiceRoll) -> dict[Kept, float]:
        """What may be kept of a roll -> its value with two throws to come."""
        blacks, reds, whites = (_ways(tuple(sorted(dice.of(c)))) for c in COLOURED)
        worth: dict[Kept, float] = {}
        kept = _grouped(whites)
        for black, one, between in blacks:
            tables = [_split(_best(rows, between)) for rows in self._kept.values()]
            for red, two, among in reds:
                cells = [_best(table, among) for table in tables]
                best = [[max([row[n] for n in ns]) for _, _, ns in whites] for row in cells]
                for pink, values in self._with_pink(best, dice.pink):
                    for white, at, shares in kept:
                        mean = sum(map(mul, shares, values[at]))
                        key = (black, red, white, pink)
                        worth[key] = worth.get(key, 0.0) + one * two * mean
        return worth

    def _with_pink(
        self, best: Sequence[ValueRow], pink: int
    ) -> Iterator[tuple[DiceValues, ValueRow]]:
        """The pink die, thrown, and thrown again where that is better, or kept as it lies: the resulting values of the others' outcomes."""
        again = self._scores[-1]
        if len(best) == 1:
            shift = _mean_of([max(score, again) for score in self._scores[:-1]])
            yield (), [value + shift for value in best[0]]
        else:
            yield (), list(map(self._thrown_pink, zip(*best, strict=True)))
        here = best[self._at[pink]]
        yield (pink,), [value + self._scores[pink] for value in here]

    def _thrown_pink(self, best: tuple[float, ...]) -> float:
        again = self._scores[-1] + best[self._at[-1]]
        return sum([n * max(s + best[at], again) for (s, at), n in self._pinks]) / SIDES


def _grouped(ways: Sequence[WayOfKeeping]) -> list[tuple[DiceValues, slice, list[float]]]:
    """For each kept set of a pair: the indices of its outcomes among the ways, and their probabilities."""
    found, at = [], 0
    for kept, group in groupby(ways, key=itemgetter(0)):
        shares = [share for _, share, _ in group]
        found.append((kept, slice(at, at + len(shares)), shares))
        at += len(shares)
    return found


def _mean_of(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _kept_worth(taken: Sequence[ValueRow], cost: float) -> list[ValueRow]:
    """The value of every set of kept dice if taking nothing costs so much: a row for each kept set of black, with red and white in it."""
    worth = [[value or cost for value in row] for row in taken]
    return [
        [value for red in _averaged(_split(black)) for value in _whites(red)]
        for black in _averaged(worth)
    ]


def _averaged(full: Sequence[ValueRow]) -> list[ValueRow]:
    """A row for each way to keep dice of a colour, from one for each pair: an average over the thrown dice."""
    ones = [_mean(at(full)) for at in _WITH]
    return [_mean(ones), *ones, *full]


def _whites(row: ValueRow) -> ValueRow:
    """The same for a row of numbers."""
    ones = [sum(at(row)) / SIDES for at in _WITH]
    return [sum(ones) / SIDES, *ones, *row]


def _mean(rows: Iterable[ValueRow]) -> ValueRow:
    return [sum(column) / SIDES for column in zip(*rows, strict=True)]


def _best(rows: Sequence[ValueRow], between: Sequence[int]) -> ValueRow:
    """The element-wise maximum of some rows."""
    first, *others = (rows[n] for n in between)
    return list(map(max, first, *others)) if others else first


def _split(row: ValueRow) -> list[ValueRow]:
    """A row over red and white, split into rows over white."""
    size = len(BOTH) if len(row) == len(BOTH) ** 2 else len(KEPT)
    return [row[at : at + size] for at in range(0, len(row), size)]


@cache
def _ways(pair: DiceValues) -> tuple[WayOfKeeping, ...]:
    """For each kept set of a pair, every outcome of throwing the rest: its probability, and the rows of what may be kept then."""
    return tuple(
        (kept, share, tuple(AT[k] for k in _parts(shown) if Counter(kept) <= Counter(k)))
        for kept in _parts(pair)
        for shown, share in _outcomes(kept)
    )


def _parts(pair: DiceValues) -> tuple[DiceValues, ...]:
    """The sets that can be kept of a pair."""
    return tuple(dict.fromkeys(((), *((value,) for value in pair), pair)))


def _outcomes(kept: DiceValues) -> Iterator[tuple[DiceValues, float]]:
    thrown = 2 - len(kept)
    shown = product(range(SIDES), repeat=thrown)
    found = Counter(tuple(sorted((*kept, *values))) for values in shown)
    yield from ((pair, count / SIDES**thrown) for pair, count in found.items())


_WITH: Final = tuple(
    itemgetter(*(BOTH.index((min(v, w), max(v, w))) for w in range(SIDES))) for v in range(SIDES)
)
"""For each value, the pairs that one kept die of it may lead to, one for each value of the other."""


def _thrown_sets(dice: DiceRoll, free: Names) -> list[Names]:
    """Every choice of free dice to throw, none first, without equivalent ones."""
    found: dict[Kept, Names] = {}
    for mask in product((False, True), repeat=len(free)):
        names = tuple(name for name, out in zip(free, mask, strict=True) if out)
        found.setdefault(_left(dice, names), names)
    return list(found.values())


def _left(dice: DiceRoll, thrown: Names) -> Kept:
    """What remains of a roll."""
    stay = [(n, v) for n, v in zip(DICE, dice.values, strict=True) if n not in thrown]

    def of(names: Names) -> tuple[int, ...]:
        return tuple(sorted(value for name, value in stay if name in names))

    return of(DICE[:2]), of(DICE[2:4]), of(DICE[4:6]), of(DICE[6:])


@lru_cache(maxsize=2)
def outlook_of(values: Values) -> Outlook:
    """The outlook of a turn, computed once for all its decisions."""
    return Outlook(values)
