"""What the search for symbols is made of, each with what it says of itself: pictures between their pixels, finders, places, sizes, scores."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import cv2
import numpy as np
import pytest

from tests.vision.boards import CELLS
from vision.frame import Grey
from vision.lens import Lens
from vision.match.finders import find_finders, loose_triples, triples
from vision.match.levels import FINEST_PX, Level, flat_levels, level_of, part_of_mat, sizes_found
from vision.match.sampling import Pyramid, sample
from vision.match.search import FoundSymbols, Matches, aligner, compare, match, search
from vision.match.spots import Spots, spots_on
from vision.match.symbols import (
    SIDE,
    blurring,
    deck_of,
    fixed_light,
    fixed_modules,
    framed,
    light,
    shading,
)
from vision.painting.view import View, pose
from vision.pose import Pose
from vision.tags import symbol

CARDS: Final = ("DG1-R07-1", "DG1-Y10-2", "DG1-G06-1", "DG1-K03-1")
DECK: Final = deck_of(CARDS)
PLANE: Final = Pose(np.eye(3), Lens(), (594, 420), CELLS)
"""A plane whose mm are the picture's px."""
MODULE: Final = 1.5
"""px."""


def straight(module: float = MODULE, turn: float = 0.0) -> Spots:
    """Where the symbols are: upright, or turned clockwise, degrees."""
    angle = np.exp(1j * np.radians(turn)) * module
    middles = np.array([100 + 80j, 300.4 + 90.3j, 140.7 + 250.1j, 420 + 300j])
    return spots_on(PLANE, middles, np.full(4, angle))


@cache
def painted(module: float = MODULE, turn: float = 0.0, dark: float = 40.0) -> Grey:
    """The symbols on white paper, as a lens blurs them, half a module."""
    at, fine = straight(module, turn), 3
    whole = np.full((420 * fine, 594 * fine), 220.0, np.float32)
    for n, code in enumerate(CARDS):
        modules = np.pad(np.where(symbol(code), dark, 220.0), 2, constant_values=220.0)
        large = cv2.resize(modules, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
        right, down = at.axes[n] * fine / 16
        corner = (at.middle[n] + 0.5) * fine - 0.5 - 199.5 * (right + down)
        to = np.column_stack([right, down, corner])
        size = 594 * fine, 420 * fine
        warped = cv2.warpAffine(large.astype(np.float32), to, size, borderValue=0)
        whole = np.where(warped > 0, warped, whole)
    soft = cv2.GaussianBlur(whole, (0, 0), 0.5 * module * fine)
    small = cv2.resize(soft, (594, 420), interpolation=cv2.INTER_AREA)
    return np.asarray(np.round(small), np.uint8)


def level(grey: Grey, loose: bool = False, module: float = MODULE) -> Level:
    return level_of(Pyramid(grey), PLANE, module * 21, loose=loose)


# Pictures ---------------------------------------------------------------------


def test_a_picture_is_known_between_its_pixels() -> None:
    """Linearly, or smoothly, which reaches beyond its values; beside it its edge goes on."""
    steps = np.array([[0, 100, 100, 100], [40, 140, 140, 140]], np.uint8)
    x, y = np.array([[0.5, 1.5, -9.0]], np.float32), np.array([[0.0, 0.5, 1.0]], np.float32)

    assert [[50, 120, 40]] == sample(steps, x, y).tolist()
    smooth = sample(np.array([[0, 0, 100, 100]] * 4, np.uint8), x + 1, y, smooth=True)
    assert smooth[0, 1] > 100
    assert (0, 4) == sample(steps, np.zeros((0, 4), np.float32), np.zeros((0, 4), np.float32)).shape


def test_a_picture_is_halved_again_and_again() -> None:
    """Each pixel is the mean of four; an odd last one is dropped unless it is the only one."""
    grey = np.arange(35, dtype=np.uint8).reshape(5, 7) * 4
    picture = Pyramid(grey)

    assert (7, 5) == picture.size
    assert (0, 0, 7, 5) == picture.whole
    assert [[16, 24, 32], [72, 80, 88]] == picture.halved(1).tolist()
    assert [[48]] == picture.halved(2).tolist()
    assert (1, 1) == picture.halved(3).shape
    assert grey is picture.halved(0)
    assert (1, 2) == Pyramid(grey[:1, :5]).halved(1).shape


@pytest.mark.parametrize(("longest", "times"), [(7, 0), (6.9, 1), (3.5, 1), (3.4, 2)])
def test_a_picture_is_halved_until_it_is_small_enough(longest: float, times: int) -> None:
    """Its longer side decides."""
    small, scale = Pyramid(np.zeros((5, 7), np.uint8)).within(longest)

    assert 0.5**times == scale
    assert Pyramid(np.zeros((5, 7), np.uint8)).halved(times).shape == small.shape


def test_a_part_of_a_halved_picture_begins_with_a_whole_pixel() -> None:
    """At a multiple of sixteen, and holds all that was asked for."""
    grey = np.arange(64 * 96, dtype=np.int64).reshape(64, 96).astype(np.uint8)
    picture = Pyramid(grey)

    whole, corner = picture.part((20, 37, 50, 60), 0)
    half, at = picture.part((20, 37, 51, 61), 1)

    assert (16, 32) == corner == at
    assert np.array_equal(grey[32:60, 16:50], whole)
    assert np.array_equal(picture.halved(1)[16:31, 8:26], half)


# Levels ------------------------------------------------------------------------


@pytest.mark.parametrize(("module", "scale"), [(1.6, 1.0), (1.61, 0.5), (3.2, 0.5), (3.21, 0.25)])
def test_a_picture_is_halved_while_modules_are_wider_than_needed(
    module: float, scale: float
) -> None:
    """Then they are more than half as wide."""
    seen = level(np.zeros((420, 594), np.uint8), module=module)

    assert scale == seen.scale
    assert module * scale == pytest.approx(seen.px_per_module)
    assert FINEST_PX / 2 < seen.px_per_module <= FINEST_PX + 1e-9
    assert (round(420 * scale), round(594 * scale)) == pytest.approx(seen.grey.shape, abs=1)
    assert (0, 0, False) == (*seen.corner, seen.loose)


STRAIGHT: Final = View(CELLS, (1188, 840), tilt=(0, 0), roll=0, k=0, fill=0.5)
"""A px is a mm, the mat's corner at px (296.5, 209.5)."""


def test_cards_are_looked_for_on_the_mat_and_a_card_s_width_beside_it() -> None:
    """As far as the picture goes; a mat beside the picture has no part in it."""
    assert (237, 150, 950, 689) == part_of_mat(pose(STRAIGHT))
    for off, part in (
        ((-500, -300), (0, 0, 450, 389)),
        ((500, 300), (737, 450, 1188, 840)),
        ((-2000, -2000), (0, 0, 0, 0)),
        ((2000, 2000), (1188, 840, 1188, 840)),
    ):
        move = np.array([[1, 0, off[0]], [0, 1, off[1]], [0, 0, 1]])
        at = replace(pose(STRAIGHT), homography=move @ pose(STRAIGHT).homography)
        assert part == part_of_mat(at)


@pytest.mark.parametrize("at", [(30.0, 40.0), (560.0, 380.0), (297.0, 210.0), (-40.0, 430.0)])
def test_where_the_lens_bends_the_mat_is_looked_at_from_above(at: tuple[float, float]) -> None:
    """Whatever lies on it, or a card's width beside it, is where its mm are told to be; of a part of the picture too."""
    bent = replace(pose(STRAIGHT), lens=Lens(-0.5))
    assert bent.lens.bends
    mm = np.array([at])
    x, y = bent.to_px(mm)[0].tolist()
    grey = np.full((840, 1188), 220, np.uint8)
    cv2.circle(grey, (round(x * 16), round(y * 16)), 6 * 16, 0, -1, cv2.LINE_AA, 4)

    for part in (None, (round(x) - 60, round(y) - 60, round(x) + 60, round(y) + 60)):
        above = level_of(Pyramid(grey), bent, 30.0, part)
        dark = np.argwhere(above.grey < 100)[:, ::-1].mean(axis=0)
        assert np.allclose(above.pose.to_mm(np.array([dark])), mm, atol=0.4)
        assert (1.0, (0, 0), False) == (above.scale, above.corner, above.loose)
        assert above.px_per_module <= FINEST_PX + 1e-9
    assert level_of(Pyramid(grey), bent, 30.0, None, loose=True).loose


def test_every_size_that_may_be_printed_is_near_one_that_is_tried() -> None:
    """From 9 to 24 mm, each 15 % larger than the one before."""
    sizes = sizes_found()

    assert (9.0, 9) == (sizes[0], len(sizes))
    assert all(1.15 == pytest.approx(b / a) for a, b in zip(sizes, sizes[1:], strict=False))
    assert 24 <= sizes[-1] < 28


def test_without_a_mat_modules_of_every_width_are_tried() -> None:
    """From 0.7 px, or a three thousandth of a large picture, until no symbol fits into it; the picture itself is the plane."""
    levels = list(flat_levels(Pyramid(np.zeros((90, 160), np.uint8))))
    wide = list(flat_levels(Pyramid(np.zeros((30, 6000), np.uint8))))

    assert 0.7 == pytest.approx(levels[0].module_mm)
    assert 13 == len(levels)
    assert 1.15 == pytest.approx(levels[1].module_mm / levels[0].module_mm)
    assert levels[-1].module_mm * 40 < 160 <= levels[-1].module_mm * 46
    assert 2.0 == pytest.approx(wide[0].module_mm)
    assert all(each.loose for each in levels)
    points = np.array([[3.0, 5.0], [100.0, 80.0]])
    assert np.allclose(points, levels[0].pose.to_px(points))


# Finders -------------------------------------------------------------------------


def finders_of(at: Spots) -> np.ndarray:
    """The middles of the three finders of each symbol: top left, top right, bottom left."""
    off = np.array([[-7, -7], [7, -7], [-7, 7]])
    return np.asarray((at.middle[:, None] + off @ at.axes).reshape(-1, 2))


@pytest.mark.parametrize("turn", [0.0, 30.0, 200.0])
@pytest.mark.parametrize("module", [1.0, 1.5, 2.6])
def test_finders_are_found_where_they_are(turn: float, module: float) -> None:
    """A little farther out, where the paper is white; near them the response is as strong as there."""
    at = straight(module, turn)
    seen = find_finders(level(painted(module, turn), module=module))

    assert sorted(seen.strength.tolist(), reverse=True) == seen.strength.tolist()
    wanted = finders_of(at)
    far = np.linalg.norm(wanted[:, None] - seen.px, axis=2)
    assert far.min(axis=1).max() < 0.75 * module
    assert far.min(axis=1).mean() < 0.45 * module
    assert set(far.argmin(axis=1)) == set(range(12))
    assert 0.45 < seen.strength[11] < seen.strength[0] < 0.8
    assert np.allclose(seen.strength[:12], seen.near(seen.px[:12]), atol=1e-5)
    assert (
        seen.near(np.array([[-40.0, 50.0], [50.0, -40.0], [700.0, 50.0], [50.0, 500.0]])).max() == 0
    )


def test_a_finder_is_one_however_pale_it_is_printed() -> None:
    """And is none where it is hardly darker than the paper."""

    def strong(dark: float) -> np.ndarray:
        seen = find_finders(level(painted(dark=dark)))
        return np.asarray(seen.strength[:12])

    assert np.allclose(strong(40), strong(180), atol=0.15)
    assert [12, 12, 5, 0] == [len(strong(dark)) for dark in (40, 180, 200, 210)]


def test_in_a_part_of_a_picture_finders_are_told_in_px_of_the_whole() -> None:
    """Whatever that part was halved by."""
    whole = level_of(Pyramid(painted(2.6)), PLANE, 2.6 * 21)
    part = level_of(Pyramid(painted(2.6)), PLANE, 2.6 * 21, (230, 21, 560, 400))

    (all_of, some) = (find_finders(each) for each in (whole, part))

    assert (224, 16) == part.corner
    near = np.linalg.norm(all_of.px[:12, None] - some.px, axis=2).min(axis=1)
    assert 6 == (near < 1.0).sum()


def matches_at(found: Spots, at: Spots, off: float, size: float) -> list[bool]:
    """Which symbols some place is at: so near, in modules, and its axes so alike."""
    module = at.module_px[0]
    near = np.linalg.norm(at.middle[:, None] - found.middle, axis=2) < off * module
    alike = np.abs(at.axes[:, None] - found.axes).max(axis=(2, 3)) < size * module
    return [bool(each) for each in (near & alike).any(axis=1)]


@pytest.mark.parametrize("turn", [0.0, 45.0, 135.0, 290.0])
@pytest.mark.parametrize("loose", [False, True])
def test_three_finders_make_a_symbol_whichever_way_it_lies(turn: float, loose: bool) -> None:
    """The first of all guesses are those, each position and way once."""
    at = straight(turn=turn)
    seen = level(painted(turn=turn), loose)

    guesses = triples(find_finders(seen), seen)

    assert [True] * 4 == matches_at(guesses, at, 0.7, 0.06)
    assert sum(matches_at(guesses[np.arange(10)], at, 1.0, 0.1)) >= 3
    assert len(guesses) <= 600


@pytest.mark.parametrize(("share", "found"), [(0.8, 0), (0.94, 4), (0.97, 4), (1.06, 4), (1.15, 0)])
def test_a_symbol_may_be_a_little_larger_or_smaller_than_it_is_said(
    share: float, found: int
) -> None:
    """As prints are that were scaled to fit the page; within a twentieth it is told as large as was said, else as it looks."""
    at = straight(MODULE * share)
    seen = level(painted(MODULE * share))

    guesses = triples(find_finders(seen), seen)

    assert found == sum(matches_at(guesses, at, 1.0, 0.1))
    size = guesses.module_px / MODULE
    assert all((np.abs(size - 1) >= 0.05) | np.isclose(size, 1))


@pytest.mark.parametrize(("share", "found"), [(0.77, 0), (0.88, 4), (1.1, 4), (1.2, 0)])
def test_where_the_size_is_a_guess_it_may_be_farther_off(share: float, found: int) -> None:
    """Then what was seen is told."""
    at = straight(MODULE * share)
    seen = level(painted(MODULE * share), loose=True)

    guesses = loose_triples(find_finders(seen), seen)

    assert found == sum(matches_at(guesses, at, 1.0, 0.1))
    assert not found or share == pytest.approx(np.median(guesses.module_px) / MODULE, abs=0.06)


def test_a_finder_that_is_covered_is_made_up_for_by_the_pose() -> None:
    """Two and what is left of the third are enough; where the size is a guess they are not."""
    at = straight()
    grey = painted().copy()
    x, y = np.round(finders_of(at)[0]).astype(int)
    grey[y - 7 : y, x - 7 : x + 8] = 220
    told = level(grey)

    assert [True, True] == matches_at(triples(find_finders(told), told), at, 1.0, 0.1)[:2]
    assert [False, True] == matches_at(loose_triples(find_finders(told), told), at, 1.0, 0.1)[:2]


# Alignment and places -----------------------------------------------------------


@pytest.mark.parametrize(
    "by",
    [
        (0.5, 0.0, 1.0, 0.0),
        (0.0, -0.5, 1.0, 0.0),
        (0.0, 0.0, 1.04, 0.0),
        (0.0, 0.0, 0.97, 0.0),
        (0.0, 0.0, 1.0, 2.5),
        (0.3, -0.3, 1.02, -1.5),
    ],
)
def test_a_step_brings_a_place_nearer(by: tuple[float, float, float, float]) -> None:
    """Off by so many modules, too large, or turned: two steps and it is there."""
    at = straight(turn=20.0)
    seen, module = level(painted(turn=20.0)), at.module_px[:, None]
    right, down, size, turn = by
    way = np.exp(1j * np.radians(turn)) * size
    turned = np.array([[way.real, way.imag], [-way.imag, way.real]])
    moved = Spots.of(at.middle + np.array([right, down]) * module, at.axes @ turned)

    once, before = aligner().step(seen, moved)
    twice, then = aligner().step(seen, once)
    again, best = aligner().step(seen, twice)

    assert then.min() > before.max() - 0.02
    assert best.min() > 0.9
    assert np.linalg.norm(again.middle - at.middle, axis=1).max() < 0.12 * MODULE
    assert np.abs(again.axes - at.axes).max() < 0.015 * MODULE


def test_a_step_is_no_longer_than_a_module() -> None:
    """And changes size and turn by six hundredths, whatever is seen; where there is nothing to see nothing fits."""
    rng = np.random.default_rng(4)
    noise = level(np.asarray(rng.integers(0, 255, (420, 594)), np.uint8))
    at = Spots.of(rng.uniform(60, 360, (300, 2)), np.repeat(np.eye(2)[None] * MODULE, 300, axis=0))

    moved, fit = aligner().step(noise, at)

    off = np.abs(moved.middle - at.middle) / MODULE
    assert 0.9 < off.max() <= 1.0 + 1e-6
    bend = np.abs(moved.axes - at.axes) / MODULE
    assert 0.055 < bend.max() <= 0.06 + 1e-6
    assert np.abs(fit).max() < 0.6
    flat = level(np.full((420, 594), 200, np.uint8))
    assert 0 == np.abs(aligner().step(flat, at)[1]).max()


def test_what_lies_at_a_place_is_told_in_px() -> None:
    """Modules from its middle, in the part of the picture that was halved."""
    one = Spots.of(np.array([[50.0, 40.0]]), np.array([[[2.0, 1.0], [-1.0, 2.0]]]))
    seen = Level(np.zeros((9, 9), np.uint8), 0.5, PLANE, 1.0, (16, 32), False)

    x, y = one.at(np.array([[1, 1, 1], [0, 1, 0], [0, 0, 3]], np.float32), seen)

    assert np.allclose([[16.75, 17.75, 15.25]], x)
    assert np.allclose([[3.75, 4.25, 6.75]], y)
    assert np.sqrt(5) == pytest.approx(one.module_px[0])
    assert np.allclose([[[39.5, 8.5 + 0], [81.5, 29.5], [60.5, 71.5], [18.5, 50.5]]], one.corners)
    assert np.allclose([[55.0, 45.0]], one.between(Spots.of(one.middle + 10, one.axes)).middle)
    two = Spots.of(np.array([[1.0, 1.0], [2.0, 2.0]]), np.zeros((2, 2, 2)))
    other = Spots.of(np.array([[5.0, 5.0], [6.0, 6.0]]), np.ones((2, 2, 2)))
    mixed = two.where(np.array([True, False]), other)
    assert [[1, 1], [6, 6]] == mixed.middle.tolist()
    assert [0, 1] == mixed.axes[:, 0, 0].tolist()
    assert 2 == len(two)


# The closed set -------------------------------------------------------------------


def test_what_is_the_same_in_every_symbol_is_fixed() -> None:
    """Three finders with their separators, two lines of timing, the dark module: 3 x 64 + 2 x 5 + 1; nothing else is."""
    fixed = fixed_modules()
    every = np.array([symbol(f"DG1-{n:03d}") for n in range(60)])
    same = (every == every[0]).all(axis=0)

    assert 203 == fixed.sum()
    assert same[fixed].all()
    assert np.array_equal(np.where(fixed, light(every[0]), 0), fixed_light())
    assert [1.0, -1.0] == light(np.array([False, True])).tolist()


def test_blur_spreads_a_module_and_loses_nothing() -> None:
    """As a Gaussian of six tenths of a module does, two modules beyond the patch included."""
    blur = blurring()
    size = SIDE + 4
    middle = blur.reshape(SIDE, SIDE, size, size)[12, 12]

    assert (SIDE * SIDE, size * size) == blur.shape
    assert np.allclose(1, blur.sum(axis=1), atol=2e-3)
    assert (14, 14) == np.unravel_index(middle.argmax(), middle.shape)
    # The share of a Gaussian within half a standard deviation and two thirds either way.
    assert 0.5953**2 == pytest.approx(middle.max(), abs=1e-3)
    assert (
        middle[14, 13] == pytest.approx(middle[13, 14]) == pytest.approx(0.5953 * 0.1961, abs=1e-3)
    )
    assert (6, SIDE * SIDE) == shading().T.shape
    whole = framed(np.full((21, 21), 5.0), 3.0, 1.0).reshape(size, size)
    assert [1, 1, 3, 3, 5] == whole[14, :5].tolist()
    assert [5, 3, 3, 1, 1] == whole[14, -5:].tolist()


def test_light_that_changes_slowly_is_any_quadratic() -> None:
    """Its six terms, over a patch from -1 to 1."""
    x = (np.arange(SIDE) - (SIDE - 1) / 2) / (SIDE / 2)
    shade = shading().reshape(SIDE, SIDE, 6)

    assert np.allclose([1, x[3], x[20], x[3] ** 2, x[3] * x[20], x[20] ** 2], shade[20, 3])


@pytest.mark.parametrize(("blur", "least"), [(0.4, 0.96), (0.6, 0.92), (0.9, 0.65)])
def test_a_patch_matches_its_own_card_in_any_blur_and_light(blur: float, least: float) -> None:
    """The sharper the more, and far ahead of any other card."""
    x = np.linspace(-1, 1, SIDE)
    lamp = (50 * x[None] + 30 * x[:, None] ** 2).ravel()
    patches = np.array(
        [blurring(blur) @ framed(light(symbol(code)), 1.0, 1.0) * 60 + 120 + lamp for code in CARDS]
    )

    found = compare(DECK, patches.astype(np.float32))

    assert list(CARDS) == [DECK.payloads[card] for card in found.card]
    assert least < found.score.min() < least + 0.03
    assert found.margin.min() > 0.5 * least
    assert np.allclose(1, np.linalg.norm(DECK.symbols, axis=1), atol=1e-5)
    assert np.allclose(0, DECK.symbols.mean(axis=1), atol=1e-5)
    assert (4, 441 - 203) == DECK.symbols.shape
    assert tuple(sorted(CARDS)) == DECK.payloads


def test_noise_matches_no_card() -> None:
    """Nor does anything where there are none."""
    patches = np.random.default_rng(5).normal(120, 30, (500, SIDE * SIDE)).astype(np.float32)

    found, none = compare(DECK, patches), compare(deck_of(()), patches)

    assert found.score.max() < 0.35
    assert (found.margin >= 0).all()
    assert not found.sure(np.full(500, 0.61, np.float32)).any()
    assert [0, 0, 0] == [none.card.max(), none.score.max(), none.margin.max()]
    assert 0 == np.abs(compare(DECK, np.zeros((1, SIDE * SIDE), np.float32)).score).max()


@pytest.mark.parametrize(
    ("fit", "score", "margin"),
    [
        (0.6, 0.35, 0.13),
        (0.8, 0.385, 0.1375),
        (0.9, 0.518, 0.185),
        (1.0, 0.651, 0.2325),
        (0.75, 0.35, 0.13),
        (0.95, 0.595, 0.2125),
        (0.7, 0.35, 0.13),
        (0.85, 0.434, 0.155),
    ],
)
def test_the_better_the_fit_the_more_a_score_must_be(
    fit: float, score: float, margin: float
) -> None:
    """Seven tenths of what a card's own symbol has in such a picture, a quarter of it ahead of the next; and in the worst one no less than the least."""

    def sure(more: float, ahead: float) -> bool:
        one = Matches(
            np.zeros(1, np.intp),
            np.array([score + more], np.float32),
            np.array([margin + ahead], np.float32),
        )
        return bool(one.sure(np.array([fit], np.float32))[0])

    assert sure(0.002, 0.002)
    assert not sure(-0.002, 0.1)
    assert not sure(0.1, -0.002)


# All together ----------------------------------------------------------------------


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("turn", [0.0, 77.0])
def test_every_symbol_is_found_once_where_it_is(turn: float, loose: bool) -> None:
    """To a tenth of a module, each the card it is, for sure."""
    at = straight(turn=turn)
    grey = painted(turn=turn)
    noisy = np.clip(grey + np.random.default_rng(6).normal(0, 2, grey.shape), 0, 255)

    found = search(level(np.asarray(noisy, np.uint8), loose), DECK)

    sure = found[np.flatnonzero(found.sure)]
    assert 4 == len(sure.at)
    assert set(range(4)) == set(found.sure.argsort()[-4:]) or found.sure[:4].all()
    assert sorted(sure.promise.tolist(), reverse=True) == sure.promise.tolist()
    off = np.linalg.norm(at.middle[:, None] - sure.at.middle, axis=2)
    assert off.min(axis=1).max() < 0.12 * MODULE
    codes = [DECK.payloads[sure.matches.card[k]] for k in off.argmin(axis=1)]
    assert list(CARDS) == codes
    assert np.abs(sure.at.axes[off.argmin(axis=1)] - at.axes).max() < 0.02 * MODULE
    assert sure.fit.min() > 0.93
    assert sure.matches.score.min() > 0.85
    apart = np.linalg.norm(found.at.middle[:, None] - found.at.middle, axis=2)
    assert (apart + 1e3 * np.eye(len(apart))).min() > 7 * 0.85 * MODULE
    assert np.allclose(
        match(DECK, level(np.asarray(noisy, np.uint8)), sure.at).score, sure.matches.score
    )


def one(x: float, promise: float, module: float = 1.0) -> FoundSymbols:
    """A symbol at a place on a line, so likely."""
    at = Spots.of(np.array([[x, 0.0]]), np.eye(2)[None] * module)
    scores = np.array([promise], np.float32)
    return FoundSymbols(at, scores, Matches(np.zeros(1, np.intp), scores, 0 * scores))


@pytest.mark.parametrize(
    ("x", "promise", "module", "kept"),
    [
        (6.9, 0.8, 1.0, False),
        (7.1, 0.8, 1.0, True),
        (6.9, 0.3, 1.0, True),
        (13.9, 0.8, 2.0, False),
        (14.1, 0.8, 2.0, True),
    ],
)
def test_of_two_searches_the_likelier_one_has_a_place(
    x: float, promise: float, module: float, kept: bool
) -> None:
    """Within seven modules of the wider one."""
    assert [0] * kept == one(90.0, 0.5).beside(one(90.0 + x, promise, module)).tolist()
