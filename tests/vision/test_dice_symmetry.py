"""The middle of a face's pips is found where a place that was found is off it, and a face without any is left where it is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.networks import FACE
from vision.dice.symmetry import centred, pips_middle
from vision.frame import Grey

MIDDLE = (FACE.side - 1) / 2
SPREAD = 6
PIPS = {
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
}


def face(value: int, right: float, down: float) -> Grey:
    """A dark one with light pips, so far off the middle, as large as it is cut out."""
    picture = np.full((FACE.side, FACE.side), 30, np.uint8)
    for x, y in PIPS[value]:
        at = (MIDDLE + right + SPREAD * x, MIDDLE + down + SPREAD * y)
        sixteenths = (round(16 * at[0]), round(16 * at[1]))
        cv2.circle(picture, sixteenths, 16 * 2, 220, -1, cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("off", [(0.0, 0.0), (2.0, -1.0), (-1.5, 2.5)])
def test_the_middle_of_the_pips_is_found(value: int, off: tuple[float, float]) -> None:
    """Within half a pixel."""
    assert off == pytest.approx(pips_middle(face(value, *off)), abs=0.51)


def test_a_face_is_moved_there() -> None:
    """Its pips are then where those of one that was found rightly are."""
    right, off = face(5, 0, 0), face(5, 2, -1)

    moved = centred(np.dstack([off] * 3), np.dstack([off] * 3))

    assert int(cv2.absdiff(moved[..., 0], right).max()) < 60


def test_a_face_without_pips_stays() -> None:
    """Nothing is alike there more than elsewhere."""
    plain = np.full((FACE.side, FACE.side), 90, np.uint8)

    assert (0.0, 0.0) == pips_middle(plain)
