"""The painted game through the real reader: a session makes of it what the robots played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.package import GamePackage
from companion.kit.painted import ScriptConfig, Thing
from tests.games.by_camera import CameraGame, end_of, spoilt
from tests.games.outside.watched import kniffel_installed

CUBE = Thing("cube", (250.0, 330.0), 20.0, (250, 250, 250))
"""Something white in the tray, of about the size of a die."""


@pytest.fixture(scope="module")
def kniffel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The game from outside."""
    with kniffel_installed(tmp_path_factory.mktemp("outside")) as package:
        yield package


@pytest.mark.slow
def test_the_first_turns_are_seen(kniffel: GamePackage) -> None:
    """Ann's and Bob's sheets are the robots'."""
    played = CameraGame(kniffel, ScriptConfig(2, 2))
    for seen in played.told():
        if played.session.state.turns == 2:
            assert seen.moment.step.after.sheets == played.session.state.state.sheets
            break
    assert [] == played.session.view()["troubles"]


@pytest.mark.prove
@pytest.mark.parametrize(("seed", "players"), [(2, 2), (3, 4)])
def test_a_whole_game_is_seen(kniffel: GamePackage, seed: int, players: int) -> None:
    """To the last box."""
    played = CameraGame(kniffel, ScriptConfig(seed, players))
    assert end_of(played).sheets == played.session.state.state.sheets


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(4))
def test_leaning_dice_and_a_cube_at_once(kniffel: GamePackage, seed: int) -> None:
    """A tenth of the dice leans, and something white lies in the tray all the while."""
    played = CameraGame(spoilt(kniffel, CUBE), ScriptConfig(seed, 2))
    assert end_of(played).sheets == played.session.state.state.sheets
