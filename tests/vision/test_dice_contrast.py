"""A face in the ways in which its colours differ most: what is told apart by its hue alone becomes dark and light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.contrast import contrasts
from vision.dice.networks import FACE
from vision.frame import Colour

MIDDLE = FACE.side // 2
BLACK, GREY, RED, BLUE = (40, 40, 40), (80, 80, 80), (40, 30, 150), (170, 60, 30)


def face(
    body: tuple[int, int, int], ink: tuple[int, int, int], lamp: bool = False
) -> Colour:
    """The one of a die on grey, with a lamp's line across it."""
    picture = np.full((FACE.side, FACE.side, 3), 127, np.uint8)
    cv2.rectangle(picture, (12, 12), (35, 35), body, -1)
    if lamp:
        cv2.line(picture, (13, 17), (34, 17), (230, 230, 230), 1)
    cv2.circle(picture, (MIDDLE, MIDDLE), 3, ink, -1)
    return picture


@pytest.mark.parametrize("body", [BLACK, GREY, BLUE])
@pytest.mark.parametrize("lamp", [False, True])
def test_an_ink_stands_out_by_its_hue_alone(
    body: tuple[int, int, int], lamp: bool
) -> None:
    """Red on black, on grey that is as light, on blue; a lamp that is mirrored beside it takes one axis at most."""
    told = contrasts(face(body, RED, lamp))

    apart = [
        abs(int(one[MIDDLE, MIDDLE, 0]) - int(one[MIDDLE + 8, MIDDLE, 0]))
        for one in told
    ]
    assert max(apart) > 120


def test_a_face_of_one_colour_is_not_stretched() -> None:
    """Its noise stays faint."""
    noise = np.random.default_rng(0).normal(0, 1, (FACE.side, FACE.side, 1))
    plain = np.clip(face(BLACK, BLACK) + noise, 0, 255).astype(np.uint8)

    first, second = contrasts(plain)

    inside = slice(15, 33)
    assert max(float(one[inside, inside].std()) for one in (first, second)) < 30


def test_dark_and_light_are_the_same_whatever_the_inks() -> None:
    """The darkest and the lightest fiftieth of the face become 28 and 228; what lies beside the face changes nothing."""
    picture = face(BLACK, RED)
    picture[12:36, 24:36] = RED
    beside = picture.copy()
    beside[:12], beside[37:], beside[:, :12], beside[:, 37:] = 255, 0, (0, 255, 0), 90

    first, second = contrasts(picture)

    middle = first[20:28, 16:32, 0]
    assert [28, 228] == sorted({int(middle[4, 0]), int(middle[4, -1])})
    assert (first[..., 0] == first[..., 2]).all()
    assert float(second[16:32, 16:21].std()) < 1
    assert np.array_equal(first[15:33, 15:33], contrasts(beside)[0][15:33, 15:33])


def test_a_lamp_takes_no_axis_from_an_ink() -> None:
    """However bright its reflection is, it counts for 60 grey levels: a red half on grey stays to be seen along the first axis."""
    picture = face((100, 100, 100), (100, 100, 100))
    picture[12:36, 26:36] = (90, 90, 190)
    picture[13:17, 13:24] = 255

    first, _ = contrasts(picture)

    assert abs(int(first[28, 17, 0]) - int(first[28, 32, 0])) > 75


def test_a_faint_contrast_stays_faint() -> None:
    """One of ten grey levels does not become one of two hundred, one of more than 25 does."""
    for by, wide in ((10, 80), (20, 160), (40, 200)):
        picture = face((100, 100, 100), (100, 100, 100))
        picture[12:36, 24:36] = 100 + round(by / 3**0.5)
        one = contrasts(picture)[0]
        assert wide == pytest.approx(abs(int(one[24, 15, 0]) - int(one[24, 33, 0])), abs=8)  # fmt: skip
