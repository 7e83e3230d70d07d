"""The painted game through the real reader: a session makes of it what the robots played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.package import GamePackage, PaintedGame
from companion.kit.painted import ScriptConfig
from tests.games.by_camera import CameraGame
from tests.games.outside.watched import kniffel_installed
from vision.painting.layout import PaintedDie, Thing

CUBE = Thing("cube", (250.0, 330.0), 20.0, (250, 250, 250))
"""Something white in the tray, of about the size of a die."""


@pytest.fixture(scope="module")
def kniffel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The game from outside."""
    with kniffel_installed(tmp_path_factory.mktemp("outside")) as package:
        yield package


def leaning(game: PaintedGame[Any, Any], *, every: int) -> PaintedGame[Any, Any]:
    """The same game in which one of so many dice leans on something, so that nobody reads it."""

    def lying(board: Any, faces: Any) -> Iterator[PaintedDie]:
        for die in game.lying(board, faces):
            assert isinstance(die, PaintedDie)
            tilted = int(100 * die.turn) % every == 0
            yield replace(die, lean=24.0) if tilted else die

    return replace(game, lying=lying)


def with_painted(package: GamePackage, change: Callable[[Any], Any]) -> GamePackage:
    """The package with another painted table."""
    assert package.painted is not None
    game = change(package.painted())
    return replace(package, painted=lambda: game)


def end_of(played: CameraGame) -> Any:
    """The last state of the robots' game, followed to its end."""
    last = None
    for seen in played.told():
        last = seen.moment.step.after
    return last


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
    spoilt = with_painted(kniffel, lambda game: replace(leaning(game, every=10), things=(CUBE,)))  # fmt: skip
    played = CameraGame(spoilt, ScriptConfig(seed, 2))
    assert end_of(played).sheets == played.session.state.state.sheets
