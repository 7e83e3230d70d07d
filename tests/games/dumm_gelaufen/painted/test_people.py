"""Tests of the second painter of human play: what it tells comes to what lies there, and is the same for a seed."""

from itertools import islice

import pytest

from companion.games.dumm_gelaufen.painted.script import script
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.kit.painted import ScriptConfig
from companion.table import Observation, Settled
from tests.games.dumm_gelaufen.onlooker import shows
from tests.games.dumm_gelaufen.people import People

STEPS = 40
LATE = 30.0
"""Seconds after which every card has been read."""


def played(seed: int) -> tuple[People, list[Observation]]:
    """A game played for some steps, and everything that was told of it."""
    people = People(3, seed)
    steps = islice(script(ScriptConfig(seed=seed, players=3), random_robot), STEPS)
    seen = [each for step in steps for each in people.watch(step)]
    return people, [*seen, *people.linger(LATE)]


@pytest.mark.parametrize("seed", range(3))
def test_what_lies_there_in_the_end_is_told(seed: int) -> None:
    """Cards are read late and hands missed, but no card stays unread for ever."""
    people, seen = played(seed)

    *_, last = (each for each in seen if isinstance(each, Settled))
    for zone in ("mac", "open-left", "open-right"):
        assert shows(people.board, zone) == last.table[zone]


def test_time_goes_on() -> None:
    """Nothing is told before what was told already."""
    _, seen = played(7)

    times = [each.at for each in seen]
    assert sorted(times) == times


def test_a_seed_is_a_game() -> None:
    """The same people do the same."""
    assert played(5)[1] == played(5)[1]
