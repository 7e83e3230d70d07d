"""What looks like bare mat: its colour in light and shadow, what lies over it in the dark, how its own look is measured."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
import pytest

from companion.mat import NO_MARKERS, Mat, Zone, ZoneKind
from vision.settling.rectified import Box, Mask, Patch, Rectified, rectified_mat
from vision.settling.surface import Surface, in_other_light, surface_of

SIDE: Final = 60
NONE: Final = np.zeros((SIDE, SIDE), bool)
NOTHING: Final = NONE.__getitem__


def px(x0: int, y0: int, x1: int, y1: int) -> Mask:
    """A rectangle of px."""
    mask = NONE.copy()
    mask[y0:y1, x0:x1] = True
    return mask


# A colour ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "before", "same"),
    [
        ((170, 170, 170), (170, 170, 170), True),
        ((70, 70, 70), (170, 170, 170), True),
        ((69, 69, 69), (170, 170, 170), False),
        ((170, 170, 170), (70, 70, 70), True),
        ((170, 170, 170), (69, 69, 69), False),
        ((170, 170, 138), (170, 170, 170), True),
        ((170, 170, 136), (170, 170, 170), False),
        ((136, 170, 170), (170, 170, 170), False),
        ((170,), (190,), True),
        ((139,), (190,), True),
        ((138,), (190,), False),
        ((190,), (139,), True),
        ((190,), (138,), False),
    ],
)
def test_what_is_the_same_in_another_light(now: Any, before: Any, same: bool) -> None:
    """Half as bright, thirty levels added, and of the same colour; without colour three quarters, and ten."""
    pair = (np.array([each], np.uint8) for each in (now, before))

    assert [same] == in_other_light(*pair).tolist()
    among = (
        np.array([[170] * len(now), each, [10] * len(now)], np.uint8) for each in (now, before)
    )
    assert [True, same, True] == in_other_light(*among).tolist()


def surface(spread: float = 0.15, channels: int = 3) -> Surface:
    """A mat on which a px is as bright, in hundredths, as it and its floor say."""
    return Surface(np.full((SIDE, SIDE, channels), 100, np.uint8), spread)


def shown(*parts: tuple[Mask, Any], channels: int = 3, level: int = 100) -> Rectified:
    """A view with parts that are so bright, in hundredths of the mat, channel by channel."""
    view = np.full((SIDE, SIDE, channels), level, np.uint8)
    for mask, levels in parts:
        view[mask] = levels
    return np.asarray(view - {1: 10, 3: 30}[channels], np.uint8)


ALL: Final = ~NONE


@pytest.mark.parametrize(
    ("spread", "levels", "bare"),
    [
        (0.15, (100, 100, 100), True),
        (0.15, (116, 116, 116), True),
        (0.15, (117, 117, 117), False),
        (0.15, (43, 43, 43), True),
        (0.15, (42, 42, 42), False),
        (0.15, (100, 100, 78), True),
        (0.15, (100, 100, 77), False),
        (0.15, (78, 100, 100), True),
        (0.15, (77, 100, 100), False),
        (0.15, (60, 60, 47), True),
        (0.15, (60, 60, 46), False),
        (0.2, (122, 122, 122), True),
        (0.2, (123, 123, 123), False),
        (0.2, (41, 41, 41), True),
        (0.2, (40, 40, 40), False),
        (0.2, (100, 100, 70), True),
        (0.2, (100, 100, 69), False),
        (0.15, (116,), True),
        (0.15, (117,), False),
        (0.15, (64,), True),
        (0.15, (63,), False),
    ],
)
def test_which_colours_are_the_mat_s(spread: float, levels: tuple[int, ...], bare: bool) -> None:
    """By its tolerance lighter, in shadow half as bright and of its colour; without colour a shadow takes a quarter."""
    view = shown((ALL, levels), channels=len(levels))

    assert bare == surface(spread, len(levels)).like(view, NOTHING)[30, 30]


def test_noise_is_none_of_the_mat() -> None:
    """A lone px is what is around it."""
    view = shown((px(30, 30, 31, 31), 190), (px(10, 10, 13, 13), 190))

    like = surface().like(view, NOTHING)

    assert like[30, 30]
    assert not like[11, 11]


# Dark things ---------------------------------------------------------------------------------

DARK: Final = px(20, 20, 40, 40)


@pytest.mark.parametrize(
    ("dark", "level", "bare"),
    [
        (DARK, 87, True),
        (DARK, 84, True),
        (DARK, 83, False),
        (DARK, 50, False),
        # A line may be dark; what is a centimetre wide is a thing.
        (px(20, 20, 24, 40), 60, True),
        (px(20, 20, 25, 40), 60, False),
    ],
)
def test_what_is_sharply_darker_is_no_shadow(dark: Mask, level: int, bare: bool) -> None:
    """By more than sixteen hundredths; and two px around it."""
    like = surface().like(shown((dark, level)), NOTHING)

    assert bare == like[dark].all()
    assert bare == like[dark].any()


def test_the_blurred_outline_of_a_dark_thing_is_its_own() -> None:
    """Four mm around it, a px at least beyond half of them."""
    like = surface().like(shown((DARK, 70)), NOTHING)

    for line in (like[30], like[:, 30]):
        assert [*range(18, 42)] == np.flatnonzero(~line).tolist()


def shadow(*sharp: int) -> tuple[Rectified, Mask]:
    """A dark square that is printed around, but for so many px of its sides."""
    printed = ALL.copy()
    for side, length in enumerate(sharp):
        printed[np.rot90(px(22, 16, 22 + length, 24), side)] = False
    return shown((DARK, 60)), printed


@pytest.mark.parametrize(
    ("sharp", "bare"),
    [((), True), ((16,), True), ((17,), False), ((8, 8), True), ((8, 9), False)],
)
def test_a_shadow_is_soft_on_two_thirds_of_its_outline(sharp: tuple[int, ...], bare: bool) -> None:
    """Where edges were printed before, none is its own."""
    view, printed = shadow(*sharp)

    assert bare == surface().like(view, printed.__getitem__)[DARK].all()


def test_an_edge_beside_what_is_no_mat_may_be_that_one_s() -> None:
    """Within four mm of it."""
    _, printed = shadow(17)
    near, far = (shown((DARK, 60), (px(10, 10, 50, end), (100, 100, 30))) for end in (18, 14))

    assert surface().like(near, printed.__getitem__)[DARK].all()
    assert not surface().like(far, printed.__getitem__)[DARK].any()


def test_each_dark_area_is_a_shadow_or_a_thing_by_itself() -> None:
    soft, sharp = px(4, 4, 16, 16), px(30, 30, 50, 50)
    printed = px(0, 0, 22, 22)

    like = surface().like(shown((soft | sharp, 60)), printed.__getitem__)

    assert like[soft].all()
    assert not like[sharp].any()


CARD: Final[Box] = slice(20, 50), slice(10, 30)


def card(inside: Mask | None = None) -> Patch:
    """A card of 20 by 30 px."""
    return Patch(CARD, np.ones((30, 20), bool) if inside is None else inside)


@pytest.mark.parametrize(
    ("rows", "level", "white", "more", "bare"),
    [
        (10, 60, 200, {}, False),
        (0, 60, 200, {}, True),
        (30, 60, 200, {}, True),
        # A tenth of it has to be hidden, as much to be seen.
        (27, 60, 200, {}, True),
        (26, 60, 200, {}, False),
        # What is seen of it is brighter than a shadow would leave it.
        (10, 80, 131, {}, False),
        (10, 80, 130, {}, True),
        (10, 60, 200, {"still": px(0, 0, 60, 33)}, True),
        (10, 60, 200, {"still": px(0, 0, 60, 34)}, False),
        (10, 60, 200, {"mat": px(0, 0, 60, 26)}, True),
        (10, 60, 200, {"mat": px(0, 0, 60, 25)}, False),
    ],
)
def test_no_card_is_taken_by_half(rows: int, level: int, white: int, more: Any, bare: bool) -> None:
    """What hides the upper rows of one in the mat's own colour, however soft, is a thing, unless mat was seen there before; what is still is seen of it."""
    dark = px(10, 16, 30, 20 + rows) if rows else NONE
    view = shown((px(10, 20, 30, 50), white), (dark, level))

    like = surface().like(view, ALL.__getitem__, (card(),), **more)

    assert bare == like[px(12, 17, 28, 19)].all()


# Its own look -----------------------------------------------------------------------------------

CELL: Final = 5
"""px a side."""
PLAIN: Final = rectified_mat(Mat("plain", NO_MARKERS, ()))
BARE: Final = PLAIN.none()
SHAPE: Final = PLAIN.shape
"""33 by 47 whole cells."""


def cells(values: Any) -> Any:
    """A picture of cells, shape (33, 47, ...), and what is left over at its edges."""
    whole = np.repeat(np.repeat(values, CELL, axis=0), CELL, axis=1)
    rest = [(0, full - have) for full, have in zip(SHAPE, whole.shape, strict=False)]
    return np.pad(whole, [*rest, *[(0, 0)] * (whole.ndim - 2)], mode="edge")


def in_levels(logs: Any) -> Rectified:
    """A view whose cells have such logarithms, their floor added."""
    return np.asarray(np.round(cells(np.exp(logs)) - 30), np.uint8)


ROW, COLUMN = np.mgrid[0:33, 0:47]
EVEN: Final = np.full((33, 47, 3), math.log(150.0))


@pytest.mark.parametrize(
    ("by", "spread"), [(0.0, 0.12), (0.02, 0.12), (0.04, 0.16), (0.05, 0.2), (0.08, 0.22)]
)
def test_a_mat_s_tolerance_is_four_times_what_its_cells_differ_by(by: float, spread: float) -> None:
    """Between twelve and twenty-two hundredths."""
    felt = EVEN + by * np.where((ROW + COLUMN) % 2, 1.0, -1.0)[..., None]

    found = surface_of(in_levels(felt), BARE, PLAIN)

    assert found is not None
    assert spread == pytest.approx(found.spread, abs=0.012)


def patchwork(share: float) -> Rectified:
    """A share of all cells bare, the others of any colour."""
    chance = np.random.default_rng(2)
    logs = np.log(chance.uniform(32, 280, (33, 47, 3)))
    mat = np.zeros(33 * 47, bool)
    mat[: round(share * mat.size)] = True
    logs[chance.permutation(mat).reshape(33, 47)] = math.log(150.0)
    return in_levels(logs)


@pytest.mark.parametrize(
    ("share", "covered", "known"),
    [(0.35, 0, True), (0.25, 0, False), (1.0, 40, True), (1.0, 42, False)],
)
def test_of_a_mat_an_eighth_has_to_be_free_and_a_third_of_one_colour(
    share: float, covered: int, known: bool
) -> None:
    cards = BARE.copy()
    cards[:, : covered * CELL] = True

    assert known == (surface_of(patchwork(share), cards, PLAIN) is not None)


def off(found: Surface | None, logs: Any) -> float:
    """How far the look that was found is from what it should be, at the worst cell, as a logarithm."""
    assert found is not None
    look = np.log(found.look[: 33 * CELL, : 47 * CELL][2::CELL, 2::CELL].astype(float))
    return float(np.abs(look - logs).max())


X, Y = COLUMN / 47 - 0.5, ROW / 33 - 0.5


@pytest.mark.parametrize(
    "light",
    [
        0.0 * X,
        0.4 * X,
        0.4 * Y,
        -0.8 * X * X,
        -0.8 * Y * Y,
        0.8 * X * Y,
        0.12 * np.exp(-((COLUMN - 26) ** 2 + (ROW - 15) ** 2) / 60),
    ],
    ids=["even", "aside", "down", "darker at the sides", "at the top", "in the corners", "a lamp"],
)
def test_the_light_on_a_mat_may_be_anything_that_changes_slowly(light: Any) -> None:
    """Whatever lies on a part of it."""
    logs = EVEN + light[..., None]
    seen = logs.copy()
    seen[10:20, 30:40] = math.log(60.0)

    found = surface_of(in_levels(seen), BARE, PLAIN)

    assert off(found, logs) < 0.04
    grey = surface_of(in_levels(seen)[..., 1:2], BARE, PLAIN)
    assert grey is not None
    assert (*SHAPE, 1) == grey.look.shape


def test_a_mat_that_is_nearly_white_is_as_bright_as_can_be() -> None:
    found = surface_of(in_levels(EVEN + math.log(275 / 150)), BARE, PLAIN)

    assert found is not None
    assert 255 == found.look.min()


ZONED: Final = rectified_mat(
    Mat("zoned", NO_MARKERS, (Zone("one", ZoneKind.ROW, 100, 100, 400, 300),))
)


def zoned(tint: float) -> Any:
    """The logarithms of a mat with a zone of another shade."""
    logs = EVEN.copy()
    logs[8:24, 8:32] += tint
    return logs


@pytest.mark.parametrize("tint", [-0.2, 0.0, 0.2])
def test_a_zone_may_be_printed_in_another_shade(tint: float) -> None:
    """To its edge, where its cells are seen; where cards lie on all of it nothing is said of it."""
    logs, (rows, columns) = zoned(tint), ZONED.zones["one"]
    cards = ZONED.none()
    cards[rows, columns] = True

    found = surface_of(in_levels(logs), BARE, ZONED)
    covered = surface_of(in_levels(logs), cards, ZONED)

    assert off(found, logs) < 0.03
    assert off(covered, EVEN) < 0.03
    assert found is not None
    inside, outside = (float(found.look[80, x, 0]) for x in (columns.start, columns.start - 1))
    assert tint == pytest.approx(math.log(inside / outside), abs=0.03)


def test_the_mat_s_colour_is_that_between_its_zones() -> None:
    """Though most of it is zones, of another one; without room between them it is the commonest."""
    logs = EVEN.copy()
    logs[:22] = math.log(50.0), math.log(150.0), math.log(230.0)
    for height, row, level in ((300, 150, 150), (400, 50, 50)):
        zone = Zone("one", ZoneKind.ROW, 0, 0, 594, height)
        ground = rectified_mat(Mat(f"{height}", NO_MARKERS, (zone,)))

        found = surface_of(in_levels(logs), BARE, ground)

        assert found is not None
        assert level == pytest.approx(int(found.look[row, 100, 0]), abs=2)


def test_edges_that_are_known_are_print() -> None:
    """A px around what changes by more than sixteen hundredths, in a box, where the mat was seen."""
    right, box = px(30, 0, 60, 60), (slice(10, 50), slice(20, 50))
    for channels in (1, 3):
        mat = surface(channels=channels)

        printed = mat.printed(shown((right, 70), channels=channels), px(0, 0, 60, 40), box)

        assert (40, 30) == printed.shape
        assert [8, 9, 10, 11] == np.flatnonzero(printed[10]).tolist()
        assert [*range(31)] == np.flatnonzero(printed[:, 9]).tolist()
        assert not mat.printed(shown((right, 84), channels=channels), ALL, box).any()
