"""The painted game through the real reader: a session makes of it what the robots played."""

from typing import Final

import pytest

from companion.games.package import GamePackage
from companion.games.yatzy import GAME
from companion.kit.painted import ScriptConfig
from tests.games.by_camera import CameraGame, end_of, spoilt
from vision.painting.layout import Thing


@pytest.mark.parametrize("package", [GAME, GAME.without_mat()], ids=["mat", "plain"])
def test_the_first_turn_is_seen(package: GamePackage) -> None:
    """On a mat of A4, and where none lies: Ann's sheet is the robot's."""
    played = CameraGame(package, ScriptConfig(2, 2))
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


CUBE: Final = Thing("cube", (42.0, 192.0), 20.0, (250, 250, 250))
"""Something white in the tray's corner, of about the size of a die."""


@pytest.mark.prove
@pytest.mark.parametrize(("seed", "players"), [(6, 2), (7, 3)])
def test_a_whole_game_is_seen_without_a_mat(seed: int, players: int) -> None:
    """To the last box, with nothing but dice on a table."""
    played = CameraGame(GAME.without_mat(), ScriptConfig(seed, players))
    assert end_of(played).sheets == played.session.state.state.sheets


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(2))
def test_leaning_dice_and_a_cube_at_once(seed: int) -> None:
    """A tenth of the dice leans, and something white lies in the tray all the while."""
    played = CameraGame(spoilt(GAME, CUBE), ScriptConfig(seed, 2))
    assert end_of(played).sheets == played.session.state.state.sheets
