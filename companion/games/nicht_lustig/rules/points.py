"""The points of an area at the end and the winners (rules, F2 End), and the probability of reaching a target with the remaining rolls."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules import legality
from companion.kit import odds

# Points ------------------------------------------------------------------------------


LEMMING_POINTS: Final = 4
RIEBMANN_POINTS: Final = 2
YETI_POINTS: Final = 3
"""For each, if there are at least two."""
DINOSAUR_LEAST: Final = 23
"""A dinosaur's points are its number minus this: 24 one point, 28 five."""


def professor_dice(area: m.PlayerArea, rulings: m.Rulings) -> int:
    """The dice of an area at the end: one for each scored professor; where all are covered there is nothing to roll for."""
    if not p.of_kind(area.scored, p.PROFESSOR):
        return 0
    return len(p.of_kind(counting(area, rulings), p.PROFESSOR))


def yet_to_roll(state: m.State) -> tuple[int, ...]:
    """The seats that have not rolled for their professors, or rolled a different number of dice before a card was corrected."""
    pairs = zip(state.areas, state.professors, strict=True)
    return tuple(
        seat
        for seat, (area, rolled) in enumerate(pairs)
        if rolled is None or len(rolled) != professor_dice(area, state.rulings)
    )


def points(area: m.PlayerArea, rolled: Sequence[int], rulings: m.Rulings) -> int:
    """What an area is worth; ``rolled`` are the values of its professors' dice, 0 a symbol."""
    return sum(of_each(area, rolled, rulings).values())


def of_each(area: m.PlayerArea, rolled: Sequence[int], rulings: m.Rulings) -> dict[str, int]:
    """The points of an area by source: kinds by their letter, ``open``, ``deaths``."""
    yetis = len(p.of_kind(area.scored, p.YETI))
    pair = len(p.of_kind(counting(area, rulings), p.YETI)) > 1
    best = max(rolled, default=0) if professor_dice(area, rulings) else 0
    dinosaurs = p.of_kind(area.scored, p.DINOSAUR)
    return {
        p.LEMMING: LEMMING_POINTS * len(p.of_kind(area.scored, p.LEMMING)),
        p.YETI: yetis * (YETI_POINTS if pair else 1),
        p.RIEBMANN: RIEBMANN_POINTS * len(p.of_kind(area.scored, p.RIEBMANN)),
        p.PROFESSOR: best,
        p.DINOSAUR: sum(p.value(face) - DINOSAUR_LEAST for face in dinosaurs),
        "open": len(area.open),
        "deaths": -len(area.deaths),
    }


def winners(areas: Sequence[m.PlayerArea], reached: Sequence[int]) -> tuple[int, ...]:
    """The seats that have won: most points; among equals, fewest Deaths."""
    marks = [(p, -len(a.all_deaths)) for a, p in zip(areas, reached, strict=True)]
    return tuple(seat for seat, mark in enumerate(marks) if mark == max(marks))


def counting(area: m.PlayerArea, rulings: m.Rulings) -> p.Faces:
    """The scored cards that count for a pair of yetis and for dice: not those under Deaths."""
    return (*area.scored, *area.under) if rulings.covered_count == "help" else area.scored


# Chances -----------------------------------------------------------------------------


SIDES = 6


def chances(state: m.State) -> dict[str, float]:
    """Target -> the probability that it can be taken after the last roll; only while there are dice that may be thrown again."""
    dice, left = state.dice, _most_with_duck(state) - state.rolls
    if dice is None or state.now != "roll":
        return {}
    free = tuple(name in state.free for name in p.DICE)
    found = {face: chance(face, dice, free, left) for face in legality.within_reach(state)}
    for face in set(found) - set(state.display):
        found[face] *= _unscored_chance(p.value(face), dice, free[-1], left)
    return {face: round(p, 3) for face, p in found.items() if p > 0}


def _most_with_duck(state: m.State) -> int:
    """The number of rolls of this turn if a duck that can still be used is used."""
    most = legality.most_rolls(state)
    ruled = state.rulings.duck == "fourth-roll"
    return most + (ruled and most == legality.ROLLS and p.DUCK in state.owned)


def chance(face: str, dice: p.DiceRoll, free: tuple[bool, ...], rolls: int) -> float:
    """The probability of one target with so many rolls to come; dice that are not free stay as they lie."""
    if p.is_dinosaur(face):
        fixed = sum(v for v, f in zip(dice.values[:-1], free, strict=False) if not f)
        loose = sorted(v for v, f in zip(dice.values[:-1], free, strict=False) if f)
        return _sum_chance(tuple(loose), p.value(face) - fixed, rolls)
    whole = 1.0
    for colour in p.COLOURED:
        asked = legality.ASKS[face[0]].count(colour)
        if asked:
            whole *= _match_chance(colour, asked, p.value(face), dice, free, rolls)
    return whole


def _unscored_chance(wanted: int, dice: p.DiceRoll, free: bool, rolls: int) -> float:
    """The probability that the pink die does not score a card of another player first: while it would, it is thrown again."""
    if dice.pink != wanted:
        return 1.0
    return 1 - (1 / SIDES) ** rolls if free else 0.0


def _match_chance(
    colour: str, asked: int, wanted: int, dice: p.DiceRoll, free: tuple[bool, ...], rolls: int
) -> float:
    """The probability that so many dice of a colour show a value: each is thrown until it does."""
    first = 2 * p.COLOURED.index(colour)
    hit = 1 - ((SIDES - 1) / SIDES) ** rolls
    both = [
        1.0 if dice.values[n] == wanted else hit if free[n] else 0.0 for n in (first, first + 1)
    ]
    return both[0] * both[1] if asked == 2 else 1 - (1 - both[0]) * (1 - both[1])


@cache
def _sum_chance(loose: tuple[int, ...], wanted: int, rolls: int) -> float:
    """The probability that sorted dice reach a sum, rethrowing the best number of the lowest ones."""
    if sum(loose) >= wanted:
        return 1.0
    if rolls == 0 or 5 * len(loose) < wanted:
        return 0.0
    return max(_thrown(wanted - sum(loose[n:]), n, rolls - 1) for n in range(1, len(loose) + 1))


@cache
def _thrown(wanted: int, count: int, rolls: int) -> float:
    """The same for so many dice thrown together with kept ones, which stay kept."""
    fallen = _outcomes(count)
    if rolls == 0:
        return sum(p for shown, p in fallen if sum(shown) >= wanted)
    return sum(p * _sum_chance(shown, wanted, rolls) for shown, p in fallen)


@cache
def _outcomes(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every sorted outcome of so many dice, with its probability."""
    fallen = odds.outcomes((), count)
    return tuple((tuple(value - 1 for value in dice), share) for dice, share in fallen)
