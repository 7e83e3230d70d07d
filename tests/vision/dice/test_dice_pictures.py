"""Dice in photo-like pictures and photographs are read as often as docs/dice.md says; the networks have seen none of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

import pytest

from benchmarks.dice import Score, anywhere, judged, on_mats, photographs, pictures
from tests.places import DICE

LEAST: Final = {"easy": 0.97, "medium": 0.92, "hard": 0.88, "rauf": 0.97}
"""The share of clear dice of each level that is read right."""
HARDER: Final = LEAST | {"hard": 0.84}
"""The same of all scenes, those with it that came later and are harder."""
VALUES_READ: Final = 0.7
"""The share of values that is read on photographs."""

needs_pictures = pytest.mark.skipif(not DICE.is_dir(), reason="the pictures of dice")


def share(score: Score) -> float:
    """How many of the clear dice were read right."""
    return score.counts["right"] / score.counts["clear"]


@needs_pictures
def test_a_picture_of_a_mat_is_read() -> None:
    """A sample; `make prove` reads all."""
    one = (each for each in pictures("chosen") if each[0].stem == "easy_01_1280x720")

    (score,) = judged(one, on_mats(), colours=True).values()

    assert share(score) >= LEAST["easy"]
    assert 0 == score.counts["wrong"] + score.counts["false"]


@needs_pictures
def test_a_photograph_is_read() -> None:
    """A sample; `make prove` reads all."""
    (score,) = judged(photographs("chosen", 1), anywhere(), colours=True).values()

    assert share(score) >= VALUES_READ
    assert 0 == score.counts["wrong"]


@needs_pictures
@pytest.mark.prove
@pytest.mark.parametrize(
    ("later", "least", "none"), [(False, LEAST, 1 / 200), (True, HARDER, 1 / 60)]
)
def test_mats_are_read_as_often_as_was_measured(
    later: bool, least: Mapping[str, float], none: float
) -> None:
    """By level; at most one value in 500 is wrong, at most one die in 200 is none, in 60 with the later scenes."""
    shown = (each for each in pictures("all") if later or each[0].parent == DICE)
    scores = judged(shown, on_mats(), colours=True)

    dice = sum(score.counts["dice"] for score in scores.values())
    assert dict.fromkeys(least, True) == {
        level: share(scores[level]) >= share_of for level, share_of in least.items()
    }
    assert sum(score.counts["wrong"] for score in scores.values()) <= dice / 500
    assert sum(score.counts["false"] for score in scores.values()) <= dice * none


@needs_pictures
@pytest.mark.prove
def test_photographs_are_read_as_often_as_was_measured() -> None:
    """Of every fourth one; at most one value in 100 is wrong."""
    every = islice(photographs("all", 200), 0, None, 4)

    (score,) = judged(every, anywhere(), colours=True).values()

    assert share(score) >= VALUES_READ
    assert score.counts["wrong"] <= score.counts["dice"] / 100
