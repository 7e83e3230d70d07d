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
