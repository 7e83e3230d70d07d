"""Faces cut out as one reader of everything wants them, and what the painter tells of the dice that it learns from."""

from __future__ import annotations

import math
from statistics import median

import cv2
import numpy as np
import pytest

from benchmarks.dice_training.pictures import BODY, EDGE, LEAN, SEEN, THERE, TURN, UP, X, Y, painted
from vision.dice.level import cut_out, from_cut, in_picture, onto_cut, onto_table, sides
from vision.dice.networks import FACE, UNKNOWN
from vision.dice.turning import turn_of
from vision.frame import Colour

AT = (99.5, 99.5)
UPS = [None, 0.1 - 0.5j, -0.6 + 0.2j]


def square(edge: float, up: complex | None, turn: float) -> Colour:
    """A light square on dark that is turned so on the table, as it is seen."""
    half, angle = edge / 2, math.radians(turn)
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    c, s = math.cos(angle), math.sin(angle)
    table = flat @ np.array([[c, s], [-s, c]])
    back = np.linalg.inv(onto_table(up))
    corners = (table @ back.T + AT) * 16
    picture = np.full((200, 200, 3), 60, np.uint8)
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (200, 200, 200), cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize("up", UPS)
@pytest.mark.parametrize("turn", [-30.0, 0.0, 20.0])
def test_a_face_is_cut_out_upright_and_square(up: complex | None, turn: float) -> None:
    """Whatever the camera's angle; how it is turned is seen, too."""
    picture = square(40.0, up, turn)
    seen = (1 + math.sqrt(1 - abs(up) ** 2)) / 2 if up else 1.0

    cut = cut_out(picture, AT, onto_cut(40.0 * seen, up, turn))[..., 0] > 130

    rows, columns = np.flatnonzero(cut.any(axis=1)), np.flatnonzero(cut.any(axis=0))
    side = FACE.side / FACE.around
    assert (side, side) == pytest.approx((len(rows), len(columns)), abs=1.5)
    assert side * side == pytest.approx(cut.sum(), rel=0.12)
    assert turn == pytest.approx(turn_of(picture, AT, 40.0 * seen, up), abs=2)


@pytest.mark.parametrize("up", UPS)
def test_a_place_of_a_cut_is_found_in_the_picture(up: complex | None) -> None:
    """Where it was cut out: a third of an edge right of a face's middle and a quarter above it."""
    off = from_cut(1 / 3 - 0.25j, 40.0, up, 20.0)

    px = onto_cut(40.0, up, 20.0) @ (off.real, off.imag)

    assert np.allclose(np.array([1 / 3, -0.25]) * FACE.side / FACE.around, px)


def test_beyond_a_picture_s_border_its_last_pixels_go_on() -> None:
    """A die at the border is read as well."""
    corner = np.zeros((50, 50, 3), np.uint8)
    corner[0, 0] = 255

    assert 255 == cut_out(corner, (-60, -60), onto_cut(20.0, None)).min()


def test_sides_show_below_a_face_that_is_turned_upright() -> None:
    """As far as the view is slanted, at most one and a half edges; where nobody knows what is up, that is said."""
    assert np.allclose((0.0, 0.75), sides(-0.6j, 0.0))
    assert np.allclose((0.375, 0.75 * math.cos(math.pi / 6)), sides(0.6j, 30.0))
    assert (0.0, 1.5) == sides(0.99j, 0.0)
    assert UNKNOWN == sides(None, 10.0)
    assert 17.0 == pytest.approx(in_picture(None, 17.0))
    assert 17.0 == pytest.approx(in_picture(1e-9j, 17.0))


@pytest.mark.slow
def test_the_painter_tells_how_dice_are_turned_and_coloured() -> None:
    """A reader sees the turn so; the colour is that of a body beside white."""
    off = []
    for seed in range(12):
        one = painted(np.random.default_rng(seed), leaning=0.0, covered=0.0)
        up = complex(*one.dice[0, UP])
        for die in one.dice[(one.dice[:, THERE] > 0) & (one.dice[:, SEEN] > 0.95)]:
            at = float(die[X]), float(die[Y])
            seen = turn_of(one.image, at, float(die[EDGE]), up)
            off.append(abs((seen - float(die[TURN]) + 45) % 90 - 45))
            assert die[LEAN] < 3
            assert ((die[BODY] >= -0.1) & (die[BODY] <= 1.2)).all()

    assert len(off) > 20
    assert median(off) < 3
