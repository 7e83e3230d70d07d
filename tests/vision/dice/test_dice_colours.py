"""Colours of dice are told all together: a closed set, whatever the light does to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from math import exp, log

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.nicht_lustig.mat import MAT
from companion.mat import LARGE
from vision.dice.colours import NAMES, beside, hued, looks, palette, shares
from vision.dice.found_die import FoundDie
from vision.dice.white import DIM, light_of, white_of
from vision.painting.view import View, pose
from vision.pose import marker_mm

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
def test_light_changes_no_colour(gains: tuple[float, float, float], order: list[str]) -> None:
    """A tint or a dimmer lamp moves all dice together, so it moves none to another colour."""
    dice = order[:7]
    fits = all(dice.count(name) <= SEVEN[name] for name in SEVEN)

    assert not fits or dice == told(dice, gains)


def test_there_are_only_so_many_of_a_colour() -> None:
    """Of three dice between red and pink, in a set of two red and one pink, the palest is the pink one."""
    seen = np.array([(60, 45, 200), (60, 45, 200), (95, 75, 205)], float)

    likely = shares(beside(seen, WHITE), {"red": 2, "pink": 1}, palette(["red", "pink"]))

    assert "pink" == max(likely[2], key=lambda name: likely[2][name])
    assert all(one["red"] > 0.5 for one in likely[:2])


def test_one_die_too_many_is_told_as_well() -> None:
    """A third black die is black, although there are two."""
    assert ["black"] * 3 == told(["black"] * 3)


def test_shares_add_to_one() -> None:
    """What a die may be is something, for sure."""
    seen = beside(np.array([BODIES["red"], BODIES["pink"], (90, 90, 90)], float), WHITE)

    assert [1.0] * 3 == pytest.approx([sum(one.values()) for one in shares(seen, SEVEN, LOOKS)])


def test_any_number_of_a_colour() -> None:
    """Where no set is known there may be any number of dice of each colour."""
    seen = beside(np.array([BODIES["red"]] * 9, float), WHITE)

    likely = shares(seen, None, palette(["red", "blue", "green"]))

    assert all(one["red"] > 0.9 for one in likely)


@pytest.mark.parametrize(
    ("name", "rgb", "share"),
    [
        ("black", (17, 20, 42), 0.50),
        ("black", (56, 31, 31), 0.50),
        ("black", (58, 86, 125), 0.49),
        ("white", (236, 220, 224), 0.50),
        ("white", (236, 211, 195), 0.50),
        ("white", (168, 192, 176), 0.50),
        ("white", (227, 205, 104), 0.50),
        ("red", (201, 35, 44), 0.94),
        ("red", (168, 26, 49), 0.71),
        ("red", (221, 75, 82), 0.50),
        ("red", (94, 21, 42), 0.49),
        ("pink", (112, 88, 174), 0.50),
        ("pink", (244, 188, 202), 0.50),
        ("pink", (164, 60, 148), 0.50),
        ("pink", (211, 69, 80), 0.49),
        ("blue", (75, 97, 184), 0.49),
        ("blue", (75, 127, 177), 0.50),
        ("blue", (17, 20, 42), 0.50),
        ("green", (101, 190, 111), 0.49),
        ("green", (17, 61, 62), 0.49),
        ("green", (20, 140, 60), 1.00),
        ("yellow", (238, 212, 83), 0.50),
        ("yellow", (216, 144, 25), 0.71),
        ("orange", (212, 106, 43), 0.50),
        ("purple", (159, 50, 139), 0.50),
        ("purple", (41, 29, 102), 0.53),
        ("brown", (181, 102, 37), 0.47),
        ("brown", (62, 47, 37), 0.50),
        ("grey", (101, 131, 111), 0.49),
    ],
)
def test_where_one_colour_ends_the_next_begins(
    name: str, rgb: tuple[int, int, int], share: float
) -> None:
    """On the way from each shade that a colour may have to another colour it becomes as likely as that."""
    seen = beside(np.array([rgb[::-1]], float), np.full(3, 255.0))

    (likely,) = shares(seen, None, palette(NAMES))

    assert share == pytest.approx(likely[name], abs=0.02)


HOT_PINK, DEEP_RED = np.array([110.0, 40.0, 210.0]), np.array([28.0, 24.0, 170.0])


@pytest.mark.parametrize("veil", [0.0, 40.0])
@pytest.mark.parametrize("light", [1.0, 0.4])
def test_a_deep_pink_is_not_red_under_a_lamp_or_in_a_shadow(veil: float, light: float) -> None:
    """What is mirrored in a top is added to all of it, a shadow takes a share: the hue stays, and tells pink from red where the reader takes both for the same red."""
    told = np.array([50.0, 33.0, 182.0]) / 255
    picture = np.full((60, 120, 3), 128, np.uint8)
    dice = [FoundDie((x, 30.0), 24.0, 0.0, 0.9, np.zeros(7), body=told) for x in (30.0, 90.0)]
    for die, body in zip(dice, (HOT_PINK, DEEP_RED), strict=True):
        x, y = map(int, die.centre)
        picture[y - 14 : y + 15, x - 14 : x + 15] = body * light + veil
    # Pips are as white as the lamp, and have no hue.
    cv2.circle(picture, (30, 30), 3, (230, 230, 230), -1)

    pink, red = (hued(die, picture, np.full(3, 255.0)) for die in dice)

    assert ["pink", "red"] == [max(one, key=one.__getitem__) for one in _of_seven([pink, red])]
    assert (pink.body[0] - pink.body[1]) / (pink.body[2] - pink.body[1]) == pytest.approx(
        70 / 170, abs=0.03
    )
    luma = np.array([0.114, 0.587, 0.299])
    assert [luma @ told] * 2 == pytest.approx([luma @ pink.body, luma @ red.body], abs=1e-6)


def _of_seven(dice: list[FoundDie]) -> list[Mapping[str, float]]:
    return shares(looks(dice), SEVEN, LOOKS)


def test_a_grey_top_tells_no_hue() -> None:
    """White, black, or so dark that noise would look like colour: the body is what the reader takes it for."""
    body = np.array([0.8, 0.85, 0.9])
    die = FoundDie((30.0, 30.0), 24.0, 0.0, 0.9, np.zeros(7), body=body)
    for grey in (20, 128, 240):
        picture = np.full((60, 60, 3), grey, np.uint8)
        picture[..., 2] += 4

        assert body.tolist() == hued(die, picture, np.full(3, 255.0)).body.tolist()


def test_a_colour_is_told_beside_white() -> None:
    """By logarithms, so that light changes all of them alike; near black noise counts for little."""
    seen = beside(
        np.array([(220, 210, 200), (60, 30, 160), (0, 0, 0)], float),
        np.array([220.0, 210.0, 200.0]),
    )

    luma = (0.114 * 60 + 0.587 * 30 + 0.299 * 160) / (0.114 * 220 + 0.587 * 210 + 0.299 * 200)
    blue, green, red = log(70 / 230), log(40 / 220), log(170 / 210)
    wanted = [[log(1.04), 0, 0], [log(luma + 0.04), red - green, blue - green]]
    assert np.allclose(wanted, seen[:2])
    assert np.allclose([log(0.04), log(22 / 21), log(22 / 23)], seen[2])


def test_a_die_looks_as_its_body_does_beside_white() -> None:
    """Whatever ink is on it."""
    body = np.array([0.2, 0.4, 0.8])
    die = FoundDie((60, 60), 60.0, 30.0, 0.9, np.zeros(7), body=body)

    assert np.allclose(beside(255 * body[None], np.full(3, 255.0)), looks([die]))
    assert (0, 3) == looks([]).shape


SPREAD, DRIFT, STRANGER = np.array([0.42, 0.24, 0.24]), np.array([0.35, 0.16, 0.16]), 9
"""How far a die may look from its colour, how far all may together, and what one more than there are costs: squares of spreads."""
TWO = {"a": np.array([[-1.0, 0.2, 0.1], [-2.0, 0.2, 0.1]]), "b": np.array([[-1.2, 0.7, 0.1]])}


def every_way(own: np.ndarray, counts: tuple[int, ...]) -> np.ndarray:
    """The share of each colour of each die, all ways to deal them out written down."""
    total = np.zeros_like(own)
    for dealt in product(range(len(counts)), (False, True), repeat=len(own)):
        colours, more = dealt[::2], dealt[1::2]
        known = [c for c, strange in zip(colours, more, strict=True) if not strange]
        if all(known.count(c) <= most for c, most in enumerate(counts)):
            weight = exp(-STRANGER / 2 * sum(more))
            weight *= np.prod([own[n, c] for n, c in enumerate(colours)])
            for n, c in enumerate(colours):
                total[n, c] += weight
    return np.asarray(total / total.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("counts", [(1, 1), (2, 1), (0, 3)])
@pytest.mark.parametrize("off", [(0.0, 0.0, 0.0), (0.2, 0.15, -0.1)])
def test_every_way_to_deal_colours_out_is_weighed(
    counts: tuple[int, int], off: tuple[float, float, float]
) -> None:
    """After what all dice look off together was taken off, as far as light may drift."""
    dice = np.array([[-0.9, 0.25, 0.1], [-2.1, 0.4, 0.0], [-1.2, 0.62, 0.15]]) + off

    told = shares(dice, dict(zip("ab", counts, strict=True)), TWO)

    looks, drift = list(TWO.values()), np.zeros(3)
    for _ in range(3):
        costs = np.array(
            [
                [(np.square((looks_ - die + drift) / SPREAD)).sum(axis=1).min() for looks_ in looks]
                for die in dice
            ]
        )
        wanted = every_way(np.exp(-costs / 2), counts)
        own = [
            looks[c][np.square((looks[c] - die) / SPREAD).sum(axis=1).argmin()]
            for die, c in zip(dice, wanted.argmax(axis=1), strict=True)
        ]
        drift = (dice - own).mean(axis=0) * 3 / (3 + np.square(SPREAD / DRIFT))
    assert np.allclose(wanted, [[one["a"], one["b"]] for one in told], atol=1e-6)


def test_what_looks_like_no_colour_may_be_any() -> None:
    """All alike; where there is no colour there is none to tell."""
    (likely,) = shares(np.array([[900.0, 900.0, 900.0]]), None, TWO)

    assert {"a": 0.5, "b": 0.5} == likely
    assert [{}] == shares(np.zeros((1, 3)), None, {})


PAPER = View(MAT, size=(640, 360), tilt=(0, 0), roll=0, k=0)


def quarters(*greys: int) -> np.ndarray:
    """A picture of four quarters: top left, top right, bottom left, bottom right."""
    picture = np.zeros((360, 640, 3), np.uint8)
    for n, grey in enumerate(greys):
        rows, columns = divmod(n, 2)
        picture[180 * rows : 180 * (rows + 1), 320 * columns : 320 * (columns + 1)] = grey
    return picture


def test_markers_in_shadow_do_not_say_what_white_is() -> None:
    """One corner of the mat lies in the shadow of somebody's head: white is what the others show."""
    view = View(MAT, size=(640, 360))
    picture = np.full((360, 640, 3), 205, np.uint8)
    picture[:180, :320] = 60

    assert np.allclose(205, white_of(picture, pose(view)))


def test_white_is_what_the_paper_around_the_markers_is() -> None:
    """Of four corners between the second and the third brightest; of markers outside the picture nothing is known."""
    assert np.allclose(190, white_of(quarters(100, 150, 250, 200), pose(PAPER)))
    # Nearer, so that the left half of the mat is all that is seen.
    near = View(MAT, size=(640, 360), tilt=(0, 0), roll=0, k=0, aim=(0.0, MAT.middle[1]))
    assert np.allclose(160, white_of(quarters(30, 100, 30, 200), pose(near)))


def test_of_a_marker_half_of_which_is_outside_nothing_is_known() -> None:
    """What is left of its white may be anything."""
    edge = View(MAT, size=(640, 360), tilt=(0, 0), roll=0, k=0, aim=(0.0, MAT.middle[1]), fill=1.0)
    low = marker_mm(MAT, MAT.markers[0])[0]
    aim = (low[0] + LARGE.side * 0.7 + 320 / edge.px_per_mm, MAT.middle[1])
    picture = quarters(200, 200, 200, 200)
    picture[:, :30] = 40

    assert np.allclose(200, white_of(picture, pose(replace(edge, aim=aim))))


@pytest.mark.parametrize("dark", range(4))
def test_it_is_the_rim_of_the_markers_alone(dark: int) -> None:
    """Not the cloth beside it, nor the black of the marker; on whichever side something dark lies over it."""
    picture = np.full((720, 1280, 3), 20, np.uint8)
    at = View(MAT, size=(1280, 720), tilt=(0, 0), roll=0, k=0)
    for marker in MAT.markers:
        corners = np.round(pose(at).to_px(rim_mm(marker))).astype(np.int32)
        outer, inner = corners[:4], corners[4:]
        side = np.array([outer[dark], outer[dark - 3], inner[dark - 3], inner[dark]])
        cv2.fillConvexPoly(picture, outer, (210, 220, 230))
        cv2.fillConvexPoly(picture, inner, (20, 20, 20))
        cv2.fillConvexPoly(picture, side, (20, 20, 20))

    assert np.allclose([210, 220, 230], white_of(picture, pose(at)))


def rim_mm(marker: int) -> np.ndarray:
    """The outer and the inner corners of the white around a marker."""
    inner = marker_mm(MAT, marker)
    middle = inner.mean(axis=0)
    outer = middle + (inner - middle) * (LARGE.side + 2 * LARGE.white) / LARGE.side
    return np.concatenate([outer, inner])


@pytest.mark.parametrize(
    ("bright", "dark"),
    [
        ((255, 0, 0), (0, 0, 50)),
        ((0, 60, 0), (255, 0, 0)),
        ((0, 0, 100), (0, 40, 0)),
        ((255, 0, 0), (0, 0, 20)),
        ((200, 200, 200), (80, 80, 80)),
    ],
)
def test_without_a_mat_white_is_the_brightest_tenth(
    bright: tuple[int, int, int], dark: tuple[int, int, int]
) -> None:
    """As bright as an eye sees it; of less of it the rest is what is seen."""
    picture = np.full((200, 400, 3), dark, np.uint8)
    picture[:, :48] = bright

    assert np.allclose(np.add(bright, 1), white_of(picture, None))
    picture[:, 16:48] = dark
    assert np.allclose(np.add(dark, 1), white_of(picture, None))


@pytest.mark.parametrize(
    ("white", "left", "right", "light"),
    [
        (240, 200, 200, 1.0),
        (60, 60, 60, 60 / DIM),
        (60, 60, 200, 1.0),
        (60, 60, 90, 90 / DIM),
        (60, 20, 20, 60 / DIM),
    ],
)
def test_a_picture_is_as_dark_as_its_brightest(
    white: int, left: int, right: int, light: float
) -> None:
    """What white is may be seen in the shadow that one half lies in: the other is not made lighter than it may be."""
    halves = np.full((160, 160, 3), left, np.uint8)
    halves[:, 80:] = right

    assert light == pytest.approx(light_of(halves, np.full(3, float(white))))
