"""Robots: the best of two more rolls is what trying out everything says, and whole games come to an end."""

import json
from dataclasses import replace
from itertools import product
from random import Random
from typing import TypeAlias

import pytest
from click.testing import CliRunner

from companion.app.cli import murphy
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.best_rolls import DiceValues, Outlook, Values, values_of
from companion.games.nicht_lustig.pieces import DICE, DiceRoll
from companion.games.nicht_lustig.robots import GAMES, KINDS, random_robot


@pytest.fixture(scope="module")
def wishes() -> Values:
    """What rolls are worth at the beginning of a game, but for Deaths that cost differently."""
    return replace(values_of(m.start(3)), deaths=(-1.0, -4.0, -2.0, -4.0, -1.0, -3.0))


@pytest.fixture(scope="module")
def outlook(wishes: Values) -> Outlook:
    return Outlook(wishes)


Roll: TypeAlias = tuple[DiceValues, DiceValues, DiceValues, int]
"""The values of the black, red, white and pink dice."""


def worth(wishes: Values, roll: Roll) -> float:
    """The value of a last roll."""
    *coloured, pink = roll
    taken = wishes.taken(coloured[0], coloured[1], coloured[2])
    return wishes.scores[pink] + (taken or wishes.deaths[pink])


def rolled(values: tuple[int, ...]) -> Roll:
    """Seven values as colours' pairs."""
    a, b, c, d, e, f, pink = values
    return (min(a, b), max(a, b)), (min(c, d), max(c, d)), (min(e, f), max(e, f)), pink


def outcomes(values: tuple[int, ...], thrown: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Everything that seven dice may show after some were thrown, by their places."""
    sides = [range(6) if n in thrown else (v,) for n, v in enumerate(values)]
    return list(product(*sides))


@pytest.mark.parametrize("thrown", [(), (6,), (0, 6), (1, 2, 5)])
def test_one_throw_is_averaged_exactly(
    wishes: Values, outlook: Outlook, thrown: tuple[int, ...]
) -> None:
    """What is kept is worth the mean over everything that the others may show."""
    values = (3, 1, 4, 4, 2, 0, 1)
    found = [worth(wishes, rolled(shown)) for shown in outcomes(values, thrown)]
    dice = DiceRoll(values)
    names = tuple(DICE[n] for n in thrown)
    kept = [
        tuple(sorted(values[n] for n in pair if n not in thrown))
        for pair in ((0, 1), (2, 3), (4, 5), (6,))
    ]

    assert outlook.of((kept[0], kept[1], kept[2], kept[3])) == pytest.approx(
        sum(found) / len(found)
    )
    assert set(outlook.last(dice, names)) <= set(names)


def test_the_last_throw_is_the_best_one(wishes: Values, outlook: Outlook) -> None:
    """No other choice of the free dice is worth more."""
    values, free = (3, 1, 4, 4, 2, 0, 1), (1, 5, 6)

    def mean(thrown: tuple[int, ...]) -> float:
        found = [worth(wishes, rolled(shown)) for shown in outcomes(values, thrown)]
        return sum(found) / len(found)

    choices = [
        tuple(n for n, out in zip(free, mask, strict=True) if out)
        for mask in product((0, 1), repeat=3)
    ]
    chosen = outlook.last(DiceRoll(values), tuple(DICE[n] for n in free))

    assert max(map(mean, choices)) == pytest.approx(mean(tuple(DICE.index(n) for n in chosen)))


def test_two_throws_are_computed_exactly(wishes: Values, outlook: Outlook) -> None:
    """Two dice thrown, then the better of leaving, one or both again: as trying out everything says."""
    values, thrown = (3, 1, 4, 4, 2, 0, 1), (1, 6)

    def best(shown: tuple[int, ...]) -> float:
        sets = [(), (1,), (6,), (1, 6)]
        return max(
            sum(worth(wishes, rolled(v)) for v in outcomes(shown, s)) / 6.0 ** len(s) for s in sets
        )

    found = [best(shown) for shown in outcomes(values, thrown)]
    table = outlook.twice(DiceRoll(values))

    assert table[(3,), (4, 4), (0, 2), ()] == pytest.approx(sum(found) / len(found))


def test_random_games_end() -> None:
    """Somebody wins; every turn took something or got a Death."""
    found = GAMES.counted(GAMES.played(m.start(3), random_robot, Random(1)))

    assert found.winners
    assert sum(found.counts[kind] for kind in KINDS) >= 20
    assert found.turns > 10


def test_simulate_tells_how_games_went() -> None:
    """`murphy simulate`, for programs and for people; the same seed plays the same games."""
    line = [
        "simulate",
        "--game",
        "nicht-lustig",
        "--robots",
        "random",
        "--games",
        "2",
        "--players",
        "2",
    ]
    told = [CliRunner().invoke(murphy, [*line, "--json"]) for _ in range(2)]
    said = CliRunner().invoke(murphy, [*line, "--lang", "de"])
    one, other = (json.loads(each.stdout) for each in told)

    assert one | {"seconds": 0} == other | {"seconds": 0}
    assert (2, 2) == (one["games"], len(one["wins_by_seat"]))
    assert "2 Spiele" in said.stdout
