"""The painted game through the real reader: a session makes of it what the robots played."""

from typing import Any

import pytest

from companion.games.yatzy import GAME
from companion.kit.painted import ScriptConfig
from tests.games.by_camera import CameraGame


def end_of(played: CameraGame) -> Any:
    """The last state of the robots' game, followed to its end."""
    last = None
    for seen in played.told():
        last = seen.moment.step.after
    return last


def test_the_first_turn_is_seen() -> None:
    """On a mat of A4: Ann's sheet is the robot's."""
    played = CameraGame(GAME, ScriptConfig(2, 2))
    for seen in played.told():
        if played.session.state.turns == 1:
            assert seen.moment.step.after.sheets == played.session.state.state.sheets
            break
    assert [] == played.session.view()["troubles"]


@pytest.mark.prove
@pytest.mark.parametrize(("seed", "players"), [(2, 1), (3, 2), (4, 4)])
def test_a_whole_game_is_seen(seed: int, players: int) -> None:
    """To the last box."""
    played = CameraGame(GAME, ScriptConfig(seed, players))
    assert end_of(played).sheets == played.session.state.state.sheets
