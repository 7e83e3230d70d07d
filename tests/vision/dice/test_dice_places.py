"""Where the finder sees dice, whatever the size and the part of the picture it looks at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pytest

from tests.vision.dice.test_dice_reader import ROLLED, VIEW, frame
from vision.dice.die_places import SearchedPart, places, places_in
from vision.dice.found_die import FoundDie
from vision.frame import Colour
from vision.painting.dice import top_corners

HALF: Final = replace(VIEW, size=(1280, 720))
TOPS: Final = [top_corners(die, HALF) for die in ROLLED]


def picture() -> Colour:
    return frame(*ROLLED, view=HALF).bgr()


def small(scale: float, part: tuple[int, int, int, int] = (0, 0, 1280, 720)) -> SearchedPart:
    left, top, right, bottom = part
    size = round((right - left) * scale), round((bottom - top) * scale)
    shown = cv2.resize(picture()[top:bottom, left:right], size, interpolation=cv2.INTER_AREA)
    return SearchedPart(np.asarray(shown, np.uint8), part)


def off(found: tuple[FoundDie, ...]) -> list[tuple[float, float]]:
    """Of the nearest place for each die: how far it is from its middle, in edges, and its edge's share of the true one."""
    near = []
    for top in TOPS:
        middle, edge = top.mean(axis=0), float(np.linalg.norm(top[1] - top[0]))
        gaps = [float(np.linalg.norm(middle - die.centre)) / edge for die in found]
        best = int(np.argmin(gaps))
        near.append((gaps[best], found[best].edge / edge))
    return near


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.4, 0.5, 0.63])
def test_every_die_is_found_where_it_is(scale: float) -> None:
    """And as large as it is, whatever the picture's scale; the surest first, and none twice."""
    found = places_in([small(scale)])

    assert all(gap < 0.22 and 0.8 < size < 1.3 for gap, size in off(found))
    assert np.mean([gap for gap, _ in off(found)]) < 0.12
    assert np.mean([size for _, size in off(found)]) == pytest.approx(1.08, abs=0.05)
    assert all(die.there > 0.25 for die in found)
    assert sorted((die.there for die in found), reverse=True) == [die.there for die in found]
    assert len(found) < len(ROLLED) + 5


def test_a_part_of_a_picture_is_told_in_its_pixels() -> None:
    """Of an odd size, too; beside it nothing is seen, nor at its rim."""
    tray = 700, 60, 1155, 621

    found = places_in([small(0.5, tray)])

    assert all(gap < 0.2 for gap, _ in off(found))
    rimmed = places_in([replace(small(0.5, tray), rim=60)])
    assert {die.centre for die in rimmed} < {die.centre for die in found}
    assert all(820 <= die.centre[0] < 1036 and 180 <= die.centre[1] < 502 for die in rimmed)
    assert () == places_in([])
    assert () == places_in([SearchedPart(np.full((64, 64, 3), 90, np.uint8), tray)])


def test_what_is_seen_again_is_one_place() -> None:
    """Where it was seen more surely it rather is; what is seen twice alike stays there."""
    once, again = places_in([small(0.5)]), places_in([small(0.63)])

    asked: list[int] = []

    def closer(seen: Sequence[FoundDie]) -> list[SearchedPart]:
        asked.append(len(seen))
        return [small(0.63)]

    both = places_in([small(0.5)], closer)

    assert asked[0] > len(once)
    twice = places_in([small(0.5)] * 2)
    assert np.allclose([die.centre for die in once], [die.centre for die in twice])
    for one in both:
        pair = [
            min(some, key=lambda die: np.hypot(*np.subtract(die.centre, one.centre)))
            for some in (once, again)
        ]
        if all(np.hypot(*np.subtract(die.centre, one.centre)) < 4 for die in pair):
            sure = np.array([die.there for die in pair])
            wanted = np.average([die.centre for die in pair], axis=0, weights=sure)
            assert np.allclose(wanted, one.centre)
            edge = np.exp(np.average(np.log([die.edge for die in pair]), weights=sure))
            assert edge == pytest.approx(one.edge)


def test_a_whole_picture_is_searched_as_it_is() -> None:
    """Teaching does so."""
    part = small(0.5).small

    found = sorted(places(part), key=lambda die: -die.there)

    assert [die.centre for die in places_in([SearchedPart(part, (0, 0, *part.shape[1::-1]))])][
        0
    ] == pytest.approx(found[0].centre)
    assert all(die.there > 0.25 for die in found)
