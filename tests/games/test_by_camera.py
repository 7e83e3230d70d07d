"""Whole painted games by camera alone: pictures, reader, settler and tracker; people say only what no camera sees, or what it could not read."""

from typing import Any

import pytest

from companion.games import game
from companion.kit.painted import ScriptConfig
from tests.games.by_camera import CameraGame, Seen


def public(game_name: str, now: Any) -> object:
    """Where everything lies and stands that is seen or said."""
    if game_name == "lauf-rauf":
        return now.pawns, now.ghost, now.hands, now.supply, now.discard
    return [sorted((*a.open, *a.scored, *a.under)) for a in now.areas], now.display


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["lauf-rauf", pytest.param("nicht-lustig", marks=pytest.mark.prove)]
)
def test_the_first_turn_is_seen(name: str) -> None:
    """The table is set up, dice fall, and the dice go on to the next player with everything where it is."""
    played = CameraGame(game(name), ScriptConfig(2, 2))
    before: Any = None
    for seen in played.told():
        if seen.moment.step.move is not None:
            before = seen.moment.step
        if played.session.state.turns:
            break

    assert before is not None
    assert [] == played.session.view()["troubles"]
    assert public(name, before.after) == public(name, played.session.state.state)


@pytest.mark.prove
@pytest.mark.parametrize(
    ("name", "seed", "players"),
    [
        ("nicht-lustig", 5, 2),
        ("nicht-lustig", 3, 3),
        ("nicht-lustig", 4, 4),
        ("lauf-rauf", 2, 2),
        ("lauf-rauf", 3, 3),
        ("lauf-rauf", 4, 4),
    ],
)
def test_a_whole_game_is_seen(name: str, seed: int, players: int) -> None:
    """It comes to its end, and everybody has what the robots have."""
    played = CameraGame(game(name), ScriptConfig(seed, players))
    last: Seen | None = None
    for seen in played.told():
        last = seen

    assert last is not None
    assert "over" == played.session.view()["phase"]
    truth = last.moment.step.after
    assert public(name, truth) == public(name, played.session.state.state)
