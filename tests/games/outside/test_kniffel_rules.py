"""What dice score, the further Kniffel, whole games among robots, positions as text, and the commands of programs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

import companion
from companion.errors import IllegalMove, InputError
from companion.games.package import GamePackage
from tests.games.outside.watched import kniffel_installed

FURTHER = {"sheets": [{"kniffel": 50}, {}], "dice": [3] * 5, "rolls": 3}


@pytest.fixture(scope="module", autouse=True)
def kniffel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The game from outside."""
    with kniffel_installed(tmp_path_factory.mktemp("outside")) as package:
        yield package


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("12345", "1 2 3 4 5 0 0 0 0 30 40 0 15"),
        ("22333", "0 4 9 0 0 0 13 0 25 0 0 0 13"),
        ("13456", "1 0 3 4 5 6 0 0 0 30 0 0 19"),
        ("33333", "0 0 15 0 0 0 15 15 0 0 0 50 15"),
        ("11116", "4 0 0 0 0 6 10 10 0 0 0 0 10"),
        ("12346", "1 2 3 4 0 6 0 0 0 30 0 0 16"),
    ],
)
def test_what_dice_score(dice: str, points: str) -> None:
    """Box by box."""
    boxes = import_module("kniffel.boxes")
    shown = tuple(map(int, dice))
    assert list(map(int, points.split())) == [boxes.scored(b, shown) for b in boxes.FORM.boxes]


def test_the_bonus() -> None:
    """From 63 points above on."""
    total = import_module("kniffel.boxes").FORM.total
    above = (3, 6, 9, 12, 15, 18, *(None,) * 7)
    assert (98, 62) == (total(above), total((2, *above[1:])))


def test_a_further_kniffel() -> None:
    """Fifty more, and its own upper box first; then it is anything below."""
    game: Any = companion.game("kniffel")
    first = game.position(FURTHER)
    assert ["box threes"] == list(map(str, first.legal()))
    assert (50 + 15 + 50) == first.play("box threes").points[0]
    second = game.position(FURTHER | {"sheets": [{"kniffel": 50, "threes": 9}, {}]})
    assert 50 + 9 + 50 + 40 == second.play("box large-straight").points[0]
    with pytest.raises(IllegalMove, match="Ones"):
        second.play("box ones")


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("robot", ["quick_robot", "random_robot"])
def test_whole_games(players: int, robot: str) -> None:
    """They end with every box filled."""
    robots = import_module("kniffel.robots")
    *_, last = robots.GAMES.whole_game(players, getattr(robots, robot), Random(1))
    assert last.after.over
    assert all(None not in sheet for sheet in last.after.sheets)


@pytest.mark.slow
def test_the_greedy_one_plays_well() -> None:
    """Two hundred points on average, of which a game of two seeds is far enough."""
    robots = import_module("kniffel.robots")
    ends = [
        [*robots.GAMES.whole_game(2, robots.greedy_robot, Random(seed))][-1].after
        for seed in range(2)
    ]
    assert 200 < sum(points for end in ends for points in end.points) / 4


def test_positions_are_read_back() -> None:
    """As text and as JSON, with what is owed."""
    game: Any = companion.game("kniffel")
    position, chance = game.deal(2, seed=4), Random(2)
    while not position.over:
        assert position == game.position(str(position))
        assert position == game.position(position.to_json())
        position = position.play(str(chance.choice(position.legal())))


def test_what_programs_ask(kniffel: GamePackage) -> None:
    """What every box would score, everybody's points; nonsense is refused."""
    assert kniffel.legal is not None
    assert kniffel.score is not None
    asked = {"position": {"sheets": [{}, {}]}, "dice": [2, 2, 3, 3, 3]}
    found = kniffel.legal(asked)
    assert (25, 13) == (found["boxes"]["full-house"], found["boxes"]["chance"])
    assert {"roll keep 3 3 3", "box chance"} <= {*found["moves"]}
    assert [35, 50] == kniffel.score({"sheets": [{"sixes": 18, "fives": 17}, {"kniffel": 50}]})[
        "points"
    ]
    for wrong in (
        {},
        {"position": {"sheets": [{"tens": 1}]}},
        {"position": {"sheets": [{}]}, "dice": [7]},
    ):
        with pytest.raises(InputError):
            kniffel.legal(wrong)
