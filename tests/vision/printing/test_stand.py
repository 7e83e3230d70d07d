"""The stand that `murphy print stand` draws: its parts fit each other, the boards that are screwed to it, and every game's mat."""

from itertools import combinations
from math import hypot

import numpy as np
import pytest

from companion.app.printing import PrintJob, stand_paper
from companion.games import game, games
from companion.games.dumm_gelaufen.mat import MAT
from companion.mat import Mat
from companion.words import LANGUAGES, words
from tests.vision.printing.test_sheets import PX_PER_MM, rendered
from vision.printing import stand_page as stand
from vision.printing.stand_page import CORNER, FREE, HEAD, HOLES, LENS, TIMBER, Hung

pytestmark = pytest.mark.native

MATS = {p.name: p.mat for p in games() if p.mat is not None}
HUNG = (Hung("Camera Module 3", 640, 2.4), Hung("USB 1080p, 60°", 850, 1.9))


@pytest.mark.parametrize("mat", MATS.values(), ids=MATS)
def test_the_lens_is_above_the_middle_of_every_mat(mat: Mat) -> None:
    """The head has room beside the triangles, and the post stands beside the mat."""
    lens = stand.arm_mm(mat) + FREE - LENS
    head_begins = stand.arm_mm(mat) + FREE - HEAD[0]

    assert lens == pytest.approx(TIMBER + stand.gap_mm(mat) + mat.height / 2, abs=1)
    assert head_begins >= CORNER[0] - TIMBER
    assert stand.gap_mm(mat) >= stand.GAP


def test_the_post_is_as_long_as_the_lens_is_high() -> None:
    """On the foot, under the arm, under which lies what is between it and the lens."""
    heights = [stand.FOOT[2] + each.post - stand.LENS_BELOW for each in HUNG]

    assert [640, 850] == heights


def test_boards_and_screws_find_their_holes() -> None:
    """The patterns of Raspberry Pi's drawings; no two holes meet; what has a screw's head above the head is clear of the arm."""
    by_size = {wide: [h for h in HOLES if h.wide == wide] for wide in (2.2, 2.7, 7.0)}
    hq, pi = by_size[2.7][:4], by_size[2.7][4:]
    spans = [
        (max(h.along for h in four) - min(h.along for h in four), 2 * abs(four[0].across))
        for four in (by_size[2.2], hq, pi)
    ]

    assert [(12.5, 21.0), (30.0, 30.0), (58.0, 49.0)] == spans
    assert LENS == max(h.along for h in by_size[2.2])
    assert LENS == sum(h.along for h in hq) / 4
    for one, other in combinations(HOLES, 2):
        apart = hypot(one.along - other.along, one.across - other.across)
        assert apart > (one.wide + other.wide) / 2 + 1
    for hole in (*by_size[2.2], *by_size[2.7], *by_size[7.0]):
        assert hole.along < FREE - 3 or abs(hole.across) > TIMBER / 2 + 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_pages_and_patterns_in_true_scale(lang: str) -> None:
    paper = stand.stand_pages("A stand", MAT, HUNG, words(lang))

    told, patterns = rendered(bytes(paper.pdf.output()))

    lines = np.flatnonzero((patterns < 128).mean(axis=0) > 0.15) / PX_PER_MM
    assert (lines.min(), lines.max()) == pytest.approx((10.0, 10.0 + HEAD[0]), abs=0.4)
    left = np.flatnonzero(patterns[:, round(10 * PX_PER_MM)] < 128) / PX_PER_MM
    assert left.max() == pytest.approx(14.0 + HEAD[1] + 10.0 + CORNER[0], abs=0.4)
    # Nothing is written beyond the page's margin, at whatever length its words have.
    written = np.argwhere(told < 128) / PX_PER_MM
    assert written[:, 1].min() > 10
    assert written[:, 1].max() < 200
    assert written[:, 0].max() < 285


@pytest.mark.parametrize("name", MATS)
def test_every_game_with_a_mat_has_a_stand(name: str) -> None:
    """For the heights of the plan."""
    package = game(name)

    paper = stand_paper(PrintJob("stand", package, package.edition), words("en"))

    assert 2 == len(paper.pdf.pages)
