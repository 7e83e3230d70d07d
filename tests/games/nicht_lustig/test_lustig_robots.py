"""Robots: the best of two more rolls is what trying out everything says, and whole games come to an end."""

import json
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from click.testing import CliRunner

from companion.app.cli import murphy
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.best_rolls import Outlook
from companion.games.nicht_lustig.pieces import DICE, DiceRoll
from companion.games.nicht_lustig.robots import GAMES, KINDS, random_robot
from companion.games.nicht_lustig.valuation import Values, values_of


@pytest.fixture(scope="module")
def wishes() -> Values:
    """What rolls are worth at the beginning of a game, but for Deaths that cost differently."""
    return replace(values_of(m.start(3)), deaths=(-1.0, -4.0, -2.0, -4.0, -1.0, -3.0))


@pytest.fixture(scope="module")
def outlook(wishes: Values) -> Outlook:
    return Outlook(wishes)


def worth(wishes: Values, shown: tuple[int, ...]) -> float:
    """The value of a last roll: the best of what it takes, or its Death."""
    *coloured, pink = shown
    pairs = coloured[:2], coloured[2:4], coloured[4:]
    twins = sum(w[a] for w, (a, b) in zip(wishes.twins, pairs, strict=True) if a == b)
    trios = sum(wishes.trios[v] for v in range(6) if all(v in pair for pair in pairs))
    taken = max(twins, trios, wishes.sums[sum(coloured)])
    return wishes.scores[pink] + (taken or wishes.deaths[pink])


def outcomes(values: tuple[int, ...], thrown: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Everything that seven dice may show after some were thrown, by their places."""
    sides = [range(6) if n in thrown else (v,) for n, v in enumerate(values)]
    return list(product(*sides))


def choice(thrown: tuple[int, ...]) -> int:
    """The place of these dice among all choices."""
    return int("".join(str(int(n in thrown)) for n in range(7)), 2)


@pytest.mark.parametrize("thrown", [(), (6,), (0, 6), (1, 2, 5)])
def test_one_throw_is_averaged_exactly(
    wishes: Values, outlook: Outlook, thrown: tuple[int, ...]
) -> None:
    """What is kept is worth the mean over everything that the others may show."""
    values = (3, 1, 4, 4, 2, 0, 1)
    found = [worth(wishes, shown) for shown in outcomes(values, thrown)]
    dice = DiceRoll(values)
    names = tuple(DICE[n] for n in thrown)

    assert outlook.once(dice)[choice(thrown)] == pytest.approx(sum(found) / len(found))
    assert set(outlook.last(dice, names)) <= set(names)


def test_the_last_throw_is_the_best_one(wishes: Values, outlook: Outlook) -> None:
    """No other choice of the free dice is worth more."""
    values, free = (3, 1, 4, 4, 2, 0, 1), (1, 5, 6)

    def mean(thrown: tuple[int, ...]) -> float:
        found = [worth(wishes, shown) for shown in outcomes(values, thrown)]
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
        return max(sum(worth(wishes, v) for v in outcomes(shown, s)) / 6.0 ** len(s) for s in sets)

    found = [best(shown) for shown in outcomes(values, thrown)]
    table = outlook.twice(DiceRoll(values))

    assert table[choice(thrown)] == pytest.approx(sum(found) / len(found))


def test_what_is_no_better_is_not_thrown() -> None:
    """Where every roll is worth the same, but for how it is reckoned."""
    nothing = (0.0,) * 6
    same = Values((nothing,) * 3, nothing, (0.0,) * 31, (0.1,) * 6, (-0.3,) * 6)
    dice = DiceRoll((3, 1, 4, 4, 2, 0, 1))

    assert () == Outlook(same).first(dice) == Outlook(same).last(dice, DICE)


def test_random_games_end() -> None:
    """Somebody wins; every turn took something or got a Death."""
    found = GAMES.counted(GAMES.played(m.start(3), random_robot, Random(1)))

    assert found.winners
    assert sum(found.counts[kind] for kind in KINDS) >= 20
    assert found.turns > 10


@pytest.mark.slow
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
