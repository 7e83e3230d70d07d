"""How a top face lies in a picture, and what is told of a die that lies so."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np
import pytest

from companion.pieces import DiceSet, Die
from vision.dice.found_die import VALUES, FoundDie, alike, apart, same
from vision.dice.level import onto_table
from vision.dice.plain import ANY, at_every_size
from vision.dice.sightings import InPlay, in_play, readable, sightings
from vision.dice.turning import turn_of
from vision.frame import Colour
from vision.reading import Hindrance

ONE: Final = np.eye(7)[0]


def die(
    x: float = 100.0,
    y: float = 100.0,
    edge: float = 40.0,
    turn: float = 0.0,
    there: float = 0.9,
    **told: Any,
) -> FoundDie:
    return FoundDie((x, y), edge, turn, there, ONE, **told)


def square(centre: tuple[float, float], edge: float, turn: float, fine: int = 8) -> Colour:
    """A light square on dark, its edges smooth."""
    one = FoundDie(
        ((centre[0] + 0.5) * fine - 0.5, (centre[1] + 0.5) * fine - 0.5),
        edge * fine,
        turn,
        1.0,
        ONE,
    )
    large = np.full((200 * fine, 200 * fine), 60, np.uint8)
    cv2.fillConvexPoly(large, np.round(one.corners()).astype(np.int32), 200)
    small = cv2.resize(large, (200, 200), interpolation=cv2.INTER_AREA)
    return np.repeat(small[..., None], 3, axis=2)


def test_the_corners_of_a_top_are_told_clockwise() -> None:
    """From its own top left one, an edge apart, turned clockwise as the picture is seen."""
    level, turned = die(turn=0).corners(), die(turn=30).corners()

    assert np.allclose([[80, 80], [120, 80], [120, 120], [80, 120]], level)
    cos, sin = 20 * math.cos(math.pi / 6), 20 * math.sin(math.pi / 6)
    assert np.allclose(
        [[100 + cos + sin, 100 + sin - cos], [100 + cos - sin, 100 + cos + sin]], turned[1:3]
    )
    assert np.allclose([100, 100], turned.mean(axis=0))


@pytest.mark.parametrize("turn", [-44, -30, -12, 0, 7, 21, 40])
def test_the_turn_of_a_die_is_that_of_its_edges(turn: float) -> None:
    """Not of what lies beside it, nor of the shape of what it shows."""
    picture = square((101.2, 98.7), 40, turn)
    other = FoundDie((101.2, 98.7), 12.0, turn + 45, 1.0, ONE).corners()
    cv2.fillConvexPoly(picture, np.round(other).astype(np.int32), (60, 60, 60))
    cv2.line(picture, (150, 0), (170, 199), (255, 255, 255), 3)

    told = turn_of(picture, (101.2, 98.7), 40.0)

    assert abs((told - turn + 45) % 90 - 45) < 1.5
    assert -45 <= told <= 45


def test_dice_nearer_than_about_half_an_edge_are_one() -> None:
    """Of the larger edge; the surest is told, and each is in one group alone."""
    sure, weak, far = die(100, there=0.9), die(121, there=0.6), die(123, there=0.7)

    assert same(sure, weak)
    assert not same(sure, far)
    assert same(sure, far, 0.6)
    assert same(die(100, 100), die(112, 118))
    assert same(die(100, edge=10), die(121, edge=40))
    assert [[sure, weak], [far]] == alike([weak, far, sure])
    assert (sure, far) == apart([far, weak, sure])
    assert (sure,) == apart([far, weak, sure], 0.6)
    assert () == apart([])


@pytest.mark.parametrize(
    ("up", "low"),
    [(-0.6j, 0.8), (0.6 + 0j, 0.8), (-0.4 + 0.3j, math.sqrt(0.75)), (0.99j, math.sqrt(0.19))],
)
def test_from_above_what_points_up_points_to_the_top(up: complex, low: float) -> None:
    """What lies across the view keeps its length, what runs away from the camera gets back what it lost; flatter than 64 degrees nothing is seen."""
    table, far = onto_table(up), up / abs(up)

    assert np.allclose([0, -1 / low], table @ [far.real, far.imag])
    assert np.allclose([1, 0], table @ [-far.imag, far.real])


# What is told -------------------------------------------------------------------

GREY: Final = np.full(3, 128 / 255)


def value(*shares: float) -> FoundDie:
    """A die that shows 1, 2 ... so likely."""
    seen = np.zeros(7)
    seen[: len(shares)] = shares
    return FoundDie((100, 100), 40.0, 0.0, 0.9, seen)


def hindrance(found: FoundDie, play: InPlay) -> tuple[str, Hindrance | None]:
    (told,) = sightings((replace(found, body=GREY),), play)
    return told.face.side, told.hindered


GREYS: Final = in_play(DiceSet((Die("grey", VALUES[:6]),)), {})


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({}, ("1", None)),
        ({"leans": 0.49}, ("1", None)),
        ({"leans": 0.51}, ("", Hindrance.COCKED)),
        ({"covered": 0.49}, ("1", None)),
        ({"covered": 0.51}, ("", Hindrance.COVERED)),
        ({"covered": 0.9, "leans": 0.9}, ("", Hindrance.COCKED)),
        ({"covered": 0.9, "leans": 0.95}, ("", Hindrance.COCKED)),
        ({"covered": 0.95, "leans": 0.9}, ("", Hindrance.COVERED)),
        ({"guessed": True}, ("", Hindrance.UNSURE)),
    ],
    ids=str,
)
def test_what_hinders_a_die_from_being_read(
    how: dict[str, float], told: tuple[str, Hindrance | None]
) -> None:
    """It leans, is covered, or it is not known where its middle is; then it is not readable whatever it seems to show."""
    assert told == hindrance(die(**how), GREYS)
    assert readable(die(**how)) == (told[1] is None)


def test_a_value_is_told_that_is_sure() -> None:
    """From 0.85, elsewhere from 0.95."""
    assert ("2", None) == hindrance(value(0.14, 0.86), GREYS)
    assert ("", Hindrance.UNSURE) == hindrance(value(0.16, 0.84), GREYS)
    assert readable(value(0.15, 0.85))
    assert GREYS.clear(0.85, 2 / 3)
    assert not readable(value(0.16, 0.84))
    assert not readable(value(0.06, 0.94), 0.95)
    assert ANY.clear(0.96, 0.1)
    assert not ANY.clear(0.94, 1.0)
    assert GREYS.clear(0.85, 0.67)
    assert not GREYS.clear(0.9, 0.66)


def test_only_what_a_die_of_its_colour_shows_is_told() -> None:
    """Where a die has pips alone a symbol is another value, or none; with a symbol a six may stand in its place."""
    six_or_symbol = FoundDie((100, 100), 40.0, 0.0, 0.9, np.array([0, 0, 0, 0, 0, 0.44, 0.56]))
    faint = FoundDie((100, 100), 40.0, 0.0, 0.9, np.array([0, 0, 0, 0, 0, 0.4, 0.6]))
    symbols = in_play(DiceSet((Die("grey", (*VALUES[:5], "symbol")),)), {})
    certain = FoundDie((100, 100), 40.0, 0.0, 0.9, np.eye(7)[5])

    assert ("6", None) == hindrance(six_or_symbol, GREYS)
    assert ("", Hindrance.UNSURE) == hindrance(faint, GREYS)
    assert ("6", None) == hindrance(certain, symbols)
    assert ("", Hindrance.UNSURE) == hindrance(six_or_symbol, symbols)
    low = in_play(DiceSet((Die("grey", ("1", "2", "3", "4", "5")),)), {})
    assert ("", Hindrance.UNSURE) == hindrance(certain, low)


def test_a_score_is_what_is_likely_all_together() -> None:
    """That it is a die, of that colour, which shows that, level and open."""
    found = FoundDie((100, 100), 40.0, 21.0, 0.8, value(0.1, 0.9).values, leans=0.5, covered=0.2)

    (told,) = sightings((replace(found, body=GREY),), GREYS)

    assert 0.8 * 0.9 * 0.5 * 0.8 == pytest.approx(told.score)
    assert (21.0, "dice", "grey") == (told.turn, told.by, told.piece.name)
    assert np.allclose(found.corners(), told.corners)


def test_a_die_may_look_a_little_larger_or_smaller_than_those_of_its_set() -> None:
    """By three tenths: beyond it is none of them."""
    play = InPlay(DiceSet((Die("grey"),), sizes_mm=(16.0, 20.0)), {})

    assert [False, True, True, False] == [play.fits(edge) for edge in (12.2, 12.4, 25.9, 26.1)]


def test_taught_looks_stand_in_the_place_of_a_colour_s_name() -> None:
    """Only those of colours in the set."""
    looks = {"grey": ((-1.0, 0.5, 0.5),), "red": ((0.0, 0.0, 0.0),)}

    play = in_play(DiceSet((Die("grey"), Die("white"))), looks)

    assert {"grey", "white"} == set(play.looks)
    assert [[-1.0, 0.5, 0.5]] == play.looks["grey"].tolist()


@pytest.mark.parametrize(
    ("size", "longer"),
    [
        ((640, 480), [200, 290, 420]),
        ((480, 636), [200, 290, 420]),
        ((150, 100), [200]),
        ((1290, 60), [200, 290, 420, 600, 860]),
    ],
)
def test_without_a_mat_a_picture_is_searched_at_several_sizes(
    size: tuple[int, int], longer: list[int]
) -> None:
    """Up to two thirds of its own; the whole of it each time, in its own shape."""
    width, height = size
    picture = np.full((height, width, 3), 90, np.uint8)
    picture[:, width // 2 :] = 150

    parts = list(at_every_size(picture))

    assert longer == [max(part.small.shape[:2]) for part in parts]
    assert {(0, 0, width, height)} == {part.part for part in parts}
    assert all(part.wide for part in parts)
    for part in parts:
        high, wide = part.small.shape[:2]
        assert wide / width == pytest.approx(high / height, abs=0.5 / min(size))
    assert (parts[0].small.max() > 150) == (max(size) < 200)
