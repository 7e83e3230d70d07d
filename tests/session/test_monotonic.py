"""A camera process that is opened anew in the middle of a turn counts its seconds from 0: the turn goes on all the same."""

from typing import Any

import pytest

from companion.app.camera.camera_sight import MonotonicTime
from companion.kit.painted import ScriptConfig
from companion.table import Glimpse, Observation, Settled, Table, Visit, later
from tests.games.dumm_gelaufen.evening import seen, session

CASTING = ScriptConfig(4, 3)


@pytest.fixture(scope="module")
def looks() -> list[Observation]:
    """What is seen of some turns."""
    return list(seen(CASTING, 60))


def moves(looks: list[Observation], opened: int) -> list[dict[str, Any]]:
    """The turns told of these looks, where another one has the looks from a number on."""
    told, onward = session(CASTING), MonotonicTime()
    begins = looks[opened].at if opened else 0.0
    for number, look in enumerate(looks):
        away = later(look, -begins) if number >= opened else look
        told.observe(onward(away, told.state.at))
    wanted = ("player", "kind", "taken", "laid")
    return [{key: move[key] for key in wanted} for move in told.view()["moves"]]


@pytest.mark.slow
def test_a_turn_goes_on_under_another_eye(looks: list[Observation]) -> None:
    """Wherever the camera process is opened anew, the same turns are told."""
    undisturbed = moves(looks, 0)

    assert len(undisturbed) > 8
    for opened in range(25, len(looks), 6):
        assert undisturbed == moves(looks, opened), opened


def test_time_goes_on_from_the_last_look() -> None:
    """What one camera process sees keeps its distances, visits too; time that goes on anyway is left as it is.

    A look that the game could not write down is one of the last looks, too.
    """
    onward = MonotonicTime()
    first = Glimpse(3, 60.0, "actions", "K01-1")
    visited = Settled(5, 0.5, Table(), visits=(Visit("draw", 0.0, 0.5),))

    assert first is onward(first, 12.0)
    assert 60.0 == onward(Glimpse(0, 0.5, "actions", "K02-1"), 60.0).at
    assert 61.5 == onward(Glimpse(9, 2.0, "actions", "K03-1"), 60.0).at
    assert 61.5 == onward(Glimpse(0, 0.0, "actions", "K01-1"), 60.0).at
    moved = later(visited, 60.0)
    assert isinstance(moved, Settled)
    assert (Visit("draw", 60.0, 60.5),) == moved.visits
