"""The points of an area at the end, and the winners (rules, F2 End)."""

from collections.abc import Sequence
from typing import Final

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p

LEMMING_POINTS: Final = 4
RIEBMANN_POINTS: Final = 2
YETI_POINTS: Final = 3
"""For each, if there are at least two."""
DINOSAUR_LEAST: Final = 23
"""A dinosaur's points are its number minus this: 24 one point, 28 five."""


def professor_dice(area: m.PlayerArea, rules: m.Rulings) -> int:
    """The dice of an area at the end: one for each scored professor; where all are covered there is nothing to roll for."""
    if not p.of_kind(area.scored, p.PROFESSOR):
        return 0
    return len(p.of_kind(counting(area, rules), p.PROFESSOR))


def yet_to_roll(state: m.State) -> tuple[int, ...]:
    """The seats that have not rolled for their professors, or rolled a different number of dice before a card was corrected."""
    pairs = zip(state.areas, state.professors, strict=True)
    return tuple(
        seat
        for seat, (area, rolled) in enumerate(pairs)
        if rolled is None or len(rolled) != professor_dice(area, state.rules)
    )


def points(area: m.PlayerArea, rolled: Sequence[int], rules: m.Rulings) -> int:
    """What an area is worth; ``rolled`` are the values of its professors' dice, 0 a symbol."""
    return sum(of_each(area, rolled, rules).values())


def of_each(
    area: m.PlayerArea, rolled: Sequence[int], rules: m.Rulings
) -> dict[str, int]:
    """The points of an area by source: kinds by their letter, ``open``, ``deaths``."""
    yetis = len(p.of_kind(area.scored, p.YETI))
    pair = len(p.of_kind(counting(area, rules), p.YETI)) > 1
    best = max(rolled, default=0) if professor_dice(area, rules) else 0
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


def counting(area: m.PlayerArea, rules: m.Rulings) -> p.Faces:
    """The scored cards that count for a pair of yetis and for dice: not those under Deaths."""
    return (*area.scored, *area.under) if rules.covered_count == "help" else area.scored
