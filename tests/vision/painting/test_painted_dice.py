"""Painted dice stand where they are said to and show what they are said to."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.boards import CELLS
from vision.painting.cubes import on_faces, seen_cube
from vision.painting.dice import pip_places, top_corners
from vision.painting.layout import Layout, PaintedDie
from vision.painting.scene import paint
from vision.painting.view import View, pose

VIEW = View(CELLS, (1920, 1080), tilt=(0, 0), roll=0, k=0, noise=0)


def test_a_cube_from_above_is_a_square() -> None:
    """Straight from above a sharp cube's rays fill its edge and meet its top alone."""
    cube = seen_cube((50.0, 50.0), 20.0, 0.0, np.diag([1.0, -1.0, -1.0]))

    assert 20 * 20 * 4 == pytest.approx(len(cube.rays), rel=0.06)
    assert np.allclose(cube.points[:, 2], 1.0, atol=0.05)
    faces = on_faces(cube.points, 10)[:, 1] // 10
    assert {4} == set(faces.astype(int).tolist())


@pytest.mark.parametrize("value", range(1, 7))
def test_pips(value: int) -> None:
    """A value has so many pips, the same when the die is turned by half."""
    places = pip_places(value)

    assert value == len(set(places))
    assert set(places) == {(-x, -y) for x, y in places}


def test_a_die_is_painted_where_it_stands() -> None:
    """The top face is white, its pip dark, and it is as large as it should be."""
    die = PaintedDie((480, 170), "1", "white", 0, 18.0)
    picture = paint(Layout(dice=(die,)), VIEW, np.random.default_rng(1))

    corners = top_corners(die, VIEW)
    x, y = np.round(corners.mean(axis=0)).astype(int)
    quarter = round(float(corners[1, 0] - corners[0, 0]) / 4)

    assert 18 * pose(VIEW, 18).px_per_mm == pytest.approx(4 * quarter, abs=4)
    assert picture[y, x].max() < 80
    assert picture[y, x - quarter].min() > 140
    assert picture[y, x - 3 * quarter].max() < 120
