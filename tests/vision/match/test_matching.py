"""Closed-set matching, step by step: finder patterns, alignment."""

from __future__ import annotations

import numpy as np

from companion.games.dumm_gelaufen.mat import MAT
from companion.pieces import TAG_MM
from tests.vision.test_reader import VIEW, painted, row
from vision.match.finders import LEAST, find_finders
from vision.match.levels import Level, level_of
from vision.match.sampling import Pyramid
from vision.match.search import aligned, aligner
from vision.match.spots import Spots
from vision.painting.layout import Layout
from vision.painting.truth import seen
from vision.painting.view import View, pose

CARDS = Layout(row("R07-1", "Y10-2", "G06-1", "G09-3", "R11-1", "Y01-1", "G11-2"))


def level(view: View = VIEW) -> Level:
    """A painted row of cards, as the search looks at it."""
    return level_of(Pyramid(painted(CARDS, view)), pose(view), TAG_MM)


def guesses(rng: np.random.Generator) -> Spots:
    """Where the tags are, each off by about a module, and a little too large or too small."""
    tags = [tag for one in seen(CARDS, VIEW) for tag in one.tags if tag.full]
    corners = np.array([tag.corners for tag in tags], np.float64)
    right, down = (corners[:, [1, 3]] - corners[:, [0]]).transpose(1, 0, 2) / 21
    axes = np.stack([right, down], axis=1)
    module = np.linalg.norm(right, axis=1, keepdims=True)
    middle = corners.mean(axis=1) + rng.normal(0, 0.7, (len(tags), 2)) * module
    return Spots.of(middle, axes * rng.normal(1, 0.02, (len(tags), 1, 1)))


def test_a_place_fits_as_well_as_is_told() -> None:
    """A step that fits worse is halved and never kept: every place is the one whose fit is told with it."""
    rng, at_level = np.random.default_rng(1), level()
    for _ in range(10):
        at, fit = aligned(at_level, guesses(rng))

        assert len(at)
        assert np.allclose(fit, aligner().step(at_level, at)[1], atol=1e-3)


def test_paper_that_is_bare_is_no_finder() -> None:
    """The noise of an even ground is like anything if it is only enlarged enough: where there is no contrast, nothing fits."""
    rng = np.random.default_rng(2)
    grey = np.asarray(np.clip(rng.normal(200, 0.6, (720, 1280)), 0, 255), np.uint8)
    bare = level_of(Pyramid(grey), pose(View(MAT, size=(1280, 720))), TAG_MM)
    finders = find_finders(bare)
    points = rng.uniform((50, 50), (1200, 650), (400, 2))

    assert len(finders.px) == 0
    assert finders.near(points).max() < LEAST / 2
