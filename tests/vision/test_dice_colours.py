"""Colours of dice are told all together: a closed set, whatever the light does to all of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.nicht_lustig.mat import MAT
from vision.dice.colours import beside, palette, shares
from vision.dice.white import white_of
from vision.painting.view import View, pose

SEVEN = {"black": 2, "red": 2, "white": 2, "pink": 1}
LOOKS = palette(SEVEN)
WHITE = np.full(3, 220.0)
BODIES = {
    "black": (40, 40, 42),
    "red": (35, 30, 175),
    "white": (200, 215, 220),
    "pink": (150, 115, 215),
}
"""Blue, green, red."""


def told(names: list[str], gains: tuple[float, float, float] = (1, 1, 1)) -> list[str]:
    """What dice of these colours are taken for when every channel is multiplied by its gain, and white is thought unchanged."""
    seen = np.array([BODIES[name] for name in names], float).reshape(-1, 3) * gains
    likely = shares(beside(seen, WHITE), SEVEN, LOOKS)
    return [max(one, key=lambda name: one[name]) for one in likely]


def test_every_die_has_its_colour() -> None:
    """The seven dice of a set, and any part of it."""
    dice = ["black", "white", "red", "pink", "black", "white", "red"]

    assert dice == told(dice)
    assert dice[2:4] == told(dice[2:4])
    assert [] == told([])


@settings(deadline=None, max_examples=40)
@given(st.tuples(*[st.floats(0.75, 1.2)] * 3), st.permutations(list(SEVEN) * 2))
def test_light_changes_no_colour(
    gains: tuple[float, float, float], order: list[str]
) -> None:
    """A tint or a dimmer lamp moves all dice together, so it moves none to another colour."""
    dice = order[:7]
    fits = all(dice.count(name) <= SEVEN[name] for name in SEVEN)

    assert not fits or dice == told(dice, gains)


def test_there_are_only_so_many_of_a_colour() -> None:
    """Of three dice between red and pink, in a set of two red and one pink, the palest is the pink one."""
    seen = np.array([(60, 45, 200), (60, 45, 200), (95, 75, 205)], float)

    likely = shares(
        beside(seen, WHITE), {"red": 2, "pink": 1}, palette(["red", "pink"])
    )

    assert "pink" == max(likely[2], key=lambda name: likely[2][name])
    assert all(one["red"] > 0.5 for one in likely[:2])


def test_one_die_too_many_is_told_as_well() -> None:
    """A third black die is black, although there are two."""
    assert ["black"] * 3 == told(["black"] * 3)


def test_shares_add_to_one() -> None:
    """What a die may be is something, for sure."""
    seen = beside(np.array([BODIES["red"], BODIES["pink"], (90, 90, 90)], float), WHITE)

    assert [1.0] * 3 == pytest.approx(
        [sum(one.values()) for one in shares(seen, SEVEN, LOOKS)]
    )


def test_any_number_of_a_colour() -> None:
    """Where no set is known there may be any number of dice of each colour."""
    seen = beside(np.array([BODIES["red"]] * 9, float), WHITE)

    likely = shares(seen, None, palette(["red", "blue", "green"]))

    assert all(one["red"] > 0.9 for one in likely)


def test_markers_in_shadow_do_not_say_what_white_is() -> None:
    """One corner of the mat lies in the shadow of somebody's head: white is what the others show."""
    view = View(MAT, size=(640, 360))
    picture = np.full((360, 640, 3), 205, np.uint8)
    picture[:180, :320] = 60

    assert np.allclose(205, white_of(picture, pose(view)))
