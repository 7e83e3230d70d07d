"""A painted table, by the kit alone: the script, how dice fall, what players answer and how far back they remember."""

import math
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from statistics import pstdev
from typing import Any

import pytest

from companion.kit.painted import (
    KEPT,
    Answers,
    FallenDie,
    Reach,
    ScriptConfig,
    ScriptStep,
    Wait,
    askew,
    free_place,
    likely_dice,
    script,
    throw,
    thrown,
)
from companion.kit.robots import PlayedMove
from companion.mat import Zone, ZoneKind
from companion.rules import Json


def step(number: int) -> ScriptStep[None, None, None]:
    return ScriptStep(number, 0, None, None, (), None)


def test_players_answer_for_what_they_did_lately() -> None:
    """The latest first, with how much of it has passed; what is further back is forgotten, however long they play."""
    answers = Answers((step(n), 10 * n) for n in range(1000))
    answers.read_on(5005)

    latest, *earlier = answers.seen(5005)
    assert (step(500), 0.5) == latest
    assert [(step(n), 1.0) for n in range(499, 500 - KEPT, -1)] == earlier


# The script --------------------------------------------------------------------------------


def test_games_are_scripted_one_after_another() -> None:
    """Laying out is a step of each; every game has a chance of its own, the same for the same seed."""

    def whole_game(chance: Random) -> Iterator[PlayedMove[int, float, str]]:
        rolled = chance.random()
        yield PlayedMove(0, rolled, ("a",), 1)
        yield PlayedMove(1, -rolled, (), 2)

    first, second = Random("7/0").random(), Random("7/1").random()
    steps = list(islice(script(ScriptConfig(seed=7), whole_game), 5))

    assert [
        ScriptStep(0, 0, 0, None, (), 0),
        ScriptStep(1, 0, 0, first, ("a",), 1),
        ScriptStep(2, 0, 1, -first, (), 2),
        ScriptStep(3, 1, 0, None, (), 0),
        ScriptStep(4, 1, 0, second, ("a",), 1),
    ] == steps
    assert (0, 3) == (ScriptConfig().seed, ScriptConfig().players)


# Dice ----------------------------------------------------------------------------------------

ZONE = Zone("tray", ZoneKind.TRAY, 100, 200, 300, 400)


@pytest.mark.parametrize(
    ("gathered", "acts"),
    [
        ("lying", [Reach(2, (1, 1), "fallen"), Wait(3.0)]),
        ("none", [Reach(2, (1, 1), "none"), Wait(0.9), Reach(2, (1, 1), "fallen"), Wait(3.0)]),
    ],
)
def test_dice_are_thrown(gathered: str, acts: list[object]) -> None:
    """Once what lies there is taken up, if anything does."""
    assert acts == [*throw(2, (1, 1), "lying", gathered, "fallen", 3.0)]


def test_thrown_dice_lie_beside_each_other() -> None:
    """In the zone, off its edge, turned by less than a quarter; those that lie there stay, and the same seed throws the same."""
    lying = FallenDie("red", 3, (150, 250), 5.0)
    dice = thrown([lying], [("black-2", 6), ("red", 1)], ZONE, "1/2")
    again = thrown([lying], [("black-2", 6), ("red", 1)], ZONE, "1/2")
    other = thrown([lying], [("black-2", 6), ("red", 1)], ZONE, "1/3")

    assert dice == again != other
    assert [("red", 3), ("black", 6), ("red", 1)] == [(die.colour, die.value) for die in dice]
    assert lying == dice[0]
    for die in dice[1:]:
        assert 118 <= die.at[0] <= 282
        assert 218 <= die.at[1] <= 382
        assert 0 <= die.turn <= 90
    assert all(math.dist(a.at, b.at) >= 30 for a, b in combinations(dice, 2))


def test_the_first_free_place_is_taken() -> None:
    """At just the distance that is asked for, too; where nothing lies any place will do."""
    chance = Random(1)
    first = free_place(ZONE, [], Random(1), edge=20)
    tries = [(chance.uniform(120, 280), chance.uniform(220, 380)) for _ in range(40)]

    assert first == tries[0]
    apart = math.dist(tries[0], (100, 200))
    assert first == free_place(ZONE, [(100, 200)], Random(1), edge=20, apart=apart)
    fits = next(at for at in tries if math.dist(at, first) >= 60)
    assert fits == free_place(ZONE, [first], Random(1), edge=20, apart=60)
    best = max(tries, key=lambda at: math.dist(at, first))
    assert best == free_place(ZONE, [first], Random(1), edge=20, apart=1000)


@pytest.mark.parametrize(
    ("beside", "likely"),
    [([], ["red-3", "red-3", "red-6"]), ([3], ["red-3", "red-6"]), ([3, 3, 6], []), ([1], ["red-3", "red-3", "red-6"])],
)  # fmt: skip
def test_what_an_unread_die_may_show(beside: list[int], likely: list[str]) -> None:
    """Those of its colour that are not known beside it."""
    question = {"choices": [{"id": "red-1"}], "beside": beside}
    shown = [("red", 3), ("black", 1), ("red", 6), ("red", 3)]

    assert likely == [*likely_dice(question, shown)]
    words = [*likely_dice(question, shown, lambda value: "x" * value)]
    assert [f"red-{'x' * int(each[-1])}" for each in likely] == words


def test_a_card_lies_askew_as_people_lay_it() -> None:
    """Always the same for the same card."""
    turns = [askew(f"R{n:02}") for n in range(200)]

    assert turns == [askew(f"R{n:02}") for n in range(200)]
    assert 1.2 < pstdev(turns) < 1.8


class Likely(Answers[Any]):
    """Players who would say the numbers of the steps that they remember."""

    def likely(self, question: Json, frame: int) -> Iterator[str]:
        return (str(seen.number) for seen, _ in self.seen(frame))


@pytest.mark.parametrize(
    ("frame", "offered", "answer"),
    [
        (25, "0 1 2 3", "2"),
        (25, "0 1", "1"),
        (20, "2", "2"),
        (19, "2", None),
        (25, "3", None),
        (25, "", None),
    ],
)
def test_players_say_the_likeliest_that_is_offered(
    frame: int, offered: str, answer: str | None
) -> None:
    """Of what has begun by a frame; nothing where none of it is offered, or nothing is likely."""
    question = {"choices": [{"id": each} for each in offered.split()]}

    assert answer == Likely((step(n), 10 * n) for n in range(9)).answer(question, frame)
    nothing: Answers[Any] = Answers((step(n), 10 * n) for n in range(9))
    assert None is nothing.answer(question, frame)


@pytest.mark.parametrize(
    ("frame", "seen"), [(0, [(0, 0.0)]), (5, [(0, 0.5)]), (10, [(1, 0.0), (0, 1.0)]), (14, [(1, 0.4), (0, 1.0)])]
)  # fmt: skip
def test_how_much_of_a_step_has_passed(frame: int, seen: list[tuple[int, float]]) -> None:
    """From its first frame to the next one's."""
    answers: Answers[Any] = Answers((step(n), 10 * n) for n in range(9))
    answers.read_on(frame)

    assert seen == [(each.number, share) for each, share in answers.seen(frame)]
