"""What settling is made of, each with what it says of itself: the mat's own picture, arms and their tips, light, loose pieces, notices, cards in order."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.mat import A3_MM, NO_MARKERS, Mat, Point, Zone, ZoneKind
from companion.pieces import Face, Piece, PieceKind
from tests.vision.boards import CELLS
from vision.birdseye import straightened
from vision.frame import Frame
from vision.lens import Lens
from vision.painting.view import View, pose
from vision.pose import Pose
from vision.reading import Reading, Sighting, Unknown, corners_of
from vision.settling.arms import arms
from vision.settling.background import Background, differs, moving
from vision.settling.card_track import CardTrack, SeenTag, seen_lying
from vision.settling.notices import Loose, Notices, at_two_places, other_mat, unknown_on_mat
from vision.settling.order import in_order, lies_over, read_anew, read_over
from vision.settling.rectified import (
    PX_MM,
    SCALE,
    Mask,
    Rectifier,
    Same,
    apart,
    as_bytes,
    box_of,
    boxed,
    card_patch,
    closed,
    darkest,
    filled,
    grey_of,
    grown,
    joined_patches,
    odd_px,
    opened,
    px_of,
    rectified_mat,
    share_of,
    square_patch,
)
from vision.settling.state import blind
from vision.settling.surface import Surface, surface_of
from vision.sight.places import card_corners
from vision.sight.track import _ChangedParts

PIECES: Final = pieces()
GROUND: Final = rectified_mat(MAT)
SHAPE: Final = GROUND.shape
NONE: Final = GROUND.none()
NOWHERE: Final = NONE.__getitem__


def box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    """The corners of a rectangle, mm."""
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)


def area(*outlines: np.ndarray) -> Mask:
    return filled(outlines, SHAPE)


def at(x0: float, y0: float, x1: float, y1: float) -> tuple[slice, slice]:
    """The px of a rectangle, mm."""
    return slice(px_of(y0), px_of(y1)), slice(px_of(x0), px_of(x1))


# The mat's own picture ----------------------------------------------------------

STRAIGHT: Final = View(CELLS, (1188, 840), tilt=(0, 0), roll=0, k=0, fill=0.5)
"""A px is a mm, the mat's corner at px (296.5, 209.5)."""
CORNER: Final = np.array([296.5, 209.5])


def test_a_mat_is_drawn_at_so_many_pixels_a_millimetre() -> None:
    """Its zones by rows and columns, their printed edges with four mm to either side, its markers with their white and three mm more."""
    ground = rectified_mat(CELLS)

    assert (168, 238) == ground.shape == ground.none().shape
    assert (slice(20, 116), slice(158, 234)) == ground.zones["tray"]
    rows = np.flatnonzero(ground.edges[:, 190])
    assert [18, 19, 20, 21] == [row for row in rows if 14 < row < 26]
    assert not ground.edges[64, 190]
    for mat, last in ((CELLS, 19), (replace(CELLS, size=A3_MM), 13)):
        markers = rectified_mat(mat).markers
        # From the mat's edge to eight mm beyond the marker; on a small mat seven.
        assert [*range(last + 1)] == np.flatnonzero(markers[8, :48]).tolist()
        assert [*range(last + 1)] == np.flatnonzero(markers[:48, 8]).tolist()
    assert not rectified_mat(replace(CELLS, markers=NO_MARKERS)).markers.any()
    assert 4 == cv2.connectedComponents(ground.markers.astype(np.uint8))[0] - 1
    assert rectified_mat(CELLS) is ground


def shown(of: View = STRAIGHT, colour: bool = True) -> Frame:
    """A dark table with a light rectangle from 100 to 200 mm across and from 60 to 300 down."""
    width, height = of.size
    picture = np.full((height, width, 3), 40, np.uint8)
    x0, y0 = np.round(pose(of).to_px(np.array([[100.0, 60.0]]))[0] + 0.5).astype(int)
    x1, y1 = np.round(pose(of).to_px(np.array([[200.0, 300.0]]))[0] + 0.5).astype(int)
    picture[y0:y1, x0:x1] = (200, 180, 160)
    return Frame(0, 0.0, grey(picture), picture if colour else None)


def grey(picture: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


@pytest.mark.parametrize("fill", [0.25, 0.5, 1.0])
@pytest.mark.parametrize("colour", [True, False])
def test_the_mat_is_seen_in_its_own_coordinates(fill: float, colour: bool) -> None:
    """However large it is in the picture; in grey where there is no colour."""
    of = replace(STRAIGHT, fill=fill)

    view = Rectifier(CELLS).rectify(shown(of, colour), pose(of))

    assert (168, 238, 3 if colour else 1) == view.shape
    light = view[..., 0] > 110
    rows, columns = np.flatnonzero(light.any(axis=1)), np.flatnonzero(light.any(axis=0))
    assert (24, 119, 40, 79) == pytest.approx((rows[0], rows[-1], columns[0], columns[-1]), abs=1)
    assert (200 if colour else 176) == pytest.approx(int(view[48, 56, 0]), abs=2)


def shifted(x: float, y: float, size: tuple[int, int] = (1188, 840)) -> Pose:
    """A mat whose corner is there, px; a px is a mm."""
    return Pose(np.array([[1.0, 0, x], [0, 1, y], [0, 0, 1]]), Lens(), size, CELLS)


@pytest.mark.parametrize(
    ("x", "y", "rows", "columns"),
    [
        # Of px of 2.5 mm that begin at an edge the first one's middle is 1.25 from it.
        (-1.25, -1.25, (0, 0), (0, 0)),
        (-1.75, -1.25, (0, 0), (1, 0)),
        (-1.25, -1.75, (1, 0), (0, 0)),
        (-0.75, -0.75, (0, 0), (0, 0)),
        (-400.0, 0.0, (0, 0), (160, 0)),
        (0.0, -300.0, (120, 0), (0, 0)),
        (593.25, 0.0, (0, 0), (0, 0)),
        (593.75, 0.0, (0, 0), (0, 1)),
        (592.75, 0.0, (0, 0), (0, 0)),
        (0.0, 420.25, (0, 0), (0, 0)),
        (0.0, 420.75, (0, 1), (0, 0)),
        (0.0, 419.75, (0, 0), (0, 0)),
        (900.0, 0.0, (0, 0), (0, 123)),
    ],
)
def test_what_is_outside_the_picture_is_known(
    x: float, y: float, rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    """By the middles of the mat's px: so many from its top and bottom, left and right."""
    rectifier, wanted = Rectifier(CELLS), np.ones((168, 238), bool)
    wanted[rows[0] : 168 - rows[1], columns[0] : 238 - columns[1]] = False

    rectifier.rectify(shown(), shifted(x, y))

    assert np.array_equal(wanted, rectifier.outside)


@pytest.mark.parametrize(
    ("px", "moved"), [(0.0, False), (0.59, False), (0.61, True), (-0.61, True)]
)
@pytest.mark.parametrize("scale", [1, 2])
def test_a_map_is_made_anew_where_the_mat_has_moved(px: float, moved: bool, scale: int) -> None:
    """By six tenths of a mm, also in a picture that is smaller than the one in which it was found."""
    first, then = (
        scaled(shifted(100.0 + off, 100.0, (1188 * scale, 840 * scale)), scale) for off in (0.0, px)
    )
    rectifier = Rectifier(CELLS)

    seen = []
    for each in (first, first, then, then, first):
        rectifier.rectify(shown(), each)
        seen.append(rectifier.moved)

    assert [True, False, moved, False, moved] == seen


def test_a_map_is_made_anew_where_the_picture_has_another_size() -> None:
    """Of the same mat it shows the same."""
    frame, rectifier, seen = shown(), Rectifier(CELLS), list[np.ndarray]()
    small = cv2.resize(frame.bgr(), (594, 420), interpolation=cv2.INTER_AREA)
    half = replace(frame, colour=np.asarray(small, np.uint8))
    for each, moved in ((frame, True), (half, True), (half, False), (frame, True)):
        seen.append(rectifier.rectify(each, pose(STRAIGHT)))
        assert moved == rectifier.moved

    assert np.abs(seen[0].astype(int) - seen[1]).mean() < 1
    assert np.array_equal(seen[0], seen[3])


def scaled(found: Pose, by: float) -> Pose:
    """The same mat in a picture that is larger."""
    larger = np.diag([by, by, 1.0]) @ found.homography
    return replace(found, homography=larger)


def test_a_mat_is_straightened_at_any_scale() -> None:
    """From edge to edge; of a colour picture that is smaller than its luma, too."""
    view = straightened(shown(), pose(STRAIGHT), 1.0)
    frame = shown()
    half = replace(
        frame,
        colour=np.asarray(
            cv2.resize(frame.bgr(), (594, 420), interpolation=cv2.INTER_AREA), np.uint8
        ),
    )

    assert (420, 594, 3) == view.shape
    light = view[..., 0] > 110
    rows, columns = np.flatnonzero(light.any(axis=1)), np.flatnonzero(light.any(axis=0))
    assert (60, 299, 100, 199) == (rows[0], rows[-1], columns[0], columns[-1])
    small = straightened(half, pose(STRAIGHT), 1.0)
    assert np.abs(small.astype(int) - view).mean() < 2


def test_masks_grow_open_and_close() -> None:
    """By so much on every side; a line of four px goes at five, a gap of six is filled at seven."""
    spot = np.zeros((40, 40), bool)
    spot[20, 20] = True
    bar = np.zeros((40, 40), bool)
    bar[10:14, 5:35] = bar[20:25, 5:35] = True

    assert 7 * 7 == grown(spot, 3 * PX_MM).sum()
    assert grown(spot, 3 * PX_MM)[17:24, 17:24].all()
    assert 3 * 3 == grown(spot, 0.1).sum()
    assert [20, 24] == np.flatnonzero(opened(bar, 5 * PX_MM).any(axis=1))[[0, -1]].tolist()
    assert closed(bar, 7 * PX_MM)[10:25, 10:30].all()
    assert not closed(bar, 5 * PX_MM)[16, 20]


def test_masks_grow_and_close_alike_at_the_edges_of_the_mat_and_within_it() -> None:
    """As where the whole picture is worked on, wherever the mask lies."""
    rng = np.random.default_rng(4)
    ways = ((opened, cv2.MORPH_OPEN), (closed, cv2.MORPH_CLOSE))
    for y, x in ((0, 0), (0, 100), (90, 0), (150, 220), (80, 140)):
        mask = NONE.copy()
        there = mask[y : y + 20, x : x + 30]
        there[:] = rng.random(there.shape) < 0.7
        for px in (3, 5, 7):
            for made, operation in (
                *ways,
                (lambda m, mm: grown(m, (mm - PX_MM) / 2), cv2.MORPH_DILATE),
            ):
                square = np.ones((px, px), np.uint8)
                wanted = cv2.morphologyEx(mask.view(np.uint8), operation, square)
                assert np.array_equal(made(mask, px * PX_MM), wanted.view(bool))
    assert not grown(NONE, 3).any()


@pytest.mark.parametrize(
    ("beyond", "rows", "columns"),
    [(0, (5, 8), (10, 14)), (3, (2, 11), (7, 17)), (7, (0, 15), (3, 21)), (12, (0, 20), (0, 26))],
)
def test_the_smallest_box_around_something(
    beyond: int, rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    """So many px beyond it, as far as the picture goes; where two pictures are alike there is none."""
    mask = np.zeros((40, 60), bool)
    mask[5, 10], mask[7, 13] = True, True
    box = slice(*rows), slice(*columns)

    assert box == box_of(mask, beyond)
    assert beyond or box == box_of(mask)
    for channels in (1, 3):
        one = np.full((40, 60, channels), 100, np.uint8)
        other, near = one.copy(), one.copy()
        other[mask, channels - 1] = 111
        near[mask] = 110
        assert box == apart(one, other, 10, beyond) == apart(other, one, 10, beyond)
        assert 0 == mask[apart(one, near, 10, beyond)].size


def test_a_picture_is_a_key_that_only_it_has() -> None:
    """Whatever equals it; nobody changes what is kept by one."""
    one = np.zeros(3)

    assert {Same(one): 1} == {Same(one): 1}
    assert Same(one) != Same(one.copy())
    assert Same(one) != one.tobytes()
    with pytest.raises(ValueError, match="read-only"):
        card_patch((100.0, 100.0), 0.0, SHAPE).inside[0] = True


def test_outlines_are_filled_where_they_are() -> None:
    """A px belongs to them whose middle is in them; what reaches beyond the mat is cut off."""
    one = area(box(100, 60, 140, 100))

    assert 40 * 40 == pytest.approx(one.sum() * PX_MM**2, rel=0.15)
    assert one[at(102, 62, 138, 98)].all()
    assert not area().any()
    for outline in (
        box(100, 60, 140, 100),
        box(-30, -20, 30, 50),
        box(560, 400, 640, 460),
        box(-90, -90, -50, -50),
        box(700, 500, 750, 550),
    ):
        patch, whole = boxed(outline, SHAPE), area(outline)
        assert np.array_equal(patch.inside, whole[patch.box])
        assert patch.inside.sum() == whole.sum()
        assert np.array_equal(whole, joined_patches([patch], SHAPE))
        assert not whole.any() or box_of(whole) == patch.box
        assert {0, 1} >= {*as_bytes(patch.inside).flat, *as_bytes(whole).flat}


def test_a_patch_is_compared_with_masks_of_the_whole_mat() -> None:
    """As its own mask would be; of one without px there is no share."""
    left = area(box(0, 0, 120, 420))
    patch, none = boxed(box(100, 60, 140, 100), SHAPE), boxed(box(700, 500, 750, 550), SHAPE)
    lone = area(box(300, 300, 310, 310))

    assert patch.meets(left)
    assert not patch.meets(lone)
    assert 0.5 == pytest.approx(patch.share(left), abs=0.08)
    assert np.mean(left[area(box(100, 60, 140, 100))]) == patch.share(left)
    assert math.isnan(none.share(left))
    assert not none.meets(left)


def test_a_card_covers_the_same_patch_as_its_outline() -> None:
    """Of any size beyond it, wherever it lies."""
    for centre, turn, beyond in (
        ((120.3, 77.7), 13.0, 0.0),
        ((2.0, 415.0), -80.0, 8.0),
        ((300.0, 200.0), 3.5, -3.0),
    ):
        mask = area(card_corners(centre, turn, beyond))
        patch = card_patch(centre, turn, SHAPE, beyond)
        assert np.array_equal(mask, joined_patches([patch], SHAPE))
    assert np.array_equal(
        area(card_corners((300.0, 200.0), 3.5)),
        joined_patches([card_patch((300.0, 200.0), 3.5, SHAPE)], SHAPE),
    )
    for turn in (0.0, 90.0, 10.0, 45.0):
        quad = np.array((300.0, 200.0)) + box(-15, -15, 15, 15) @ turned(turn)
        square = square_patch((300.0, 200.0), turn, SHAPE, 30.0)
        assert np.array_equal(area(quad), joined_patches([square], SHAPE))


def turned(degrees: float) -> np.ndarray:
    """Turns points, shape (n, 2), clockwise."""
    across, down = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([(across, down), (-down, across)])


def test_a_mask_is_shared_as_its_mean_says() -> None:
    mask = np.random.default_rng(3).random((37, 41)) < 0.3

    assert share_of(mask) == mask.mean()
    assert math.isnan(share_of(mask[:0]))


def test_what_changed_left_of_the_picture_touches_nothing() -> None:
    """A place that ends before the picture begins is not looked for at its other side."""
    mask = np.zeros((20, 30), np.uint8)
    mask[:, 20:] = 1
    changed = _ChangedParts(mask, 0.5, ())

    assert changed.touches([(44, 4), (50, 4), (50, 10), (44, 10)])
    assert not changed.touches([(-30, 4), (-20, 4), (-20, 10), (-30, 10)])
    assert not changed.touches([(10, 4), (16, 4), (16, 10), (10, 10)])


def test_a_view_in_grey_is_as_bright_as_in_colour() -> None:
    """One that is grey stays as it is; the darkest channel is the least of three."""
    view = np.zeros((20, 20, 3), np.uint8)
    view[10, 10] = (90, 180, 90)

    assert 1 == np.count_nonzero(grey_of(view))
    assert 0.587 * 180 + 0.413 * 90 == pytest.approx(int(grey_of(view)[10, 10]), abs=1)
    assert 90 == darkest(view)[10, 10]
    assert np.array_equal(grey_of(view[..., 1:2]), view[..., 1])


# The background -------------------------------------------------------------------


def flat(level: float = 100.0) -> np.ndarray:
    return np.full((*SHAPE, 3), level, np.uint8)


def test_what_differs_at_a_place_does_so_whatever_differs_elsewhere() -> None:
    """Of a picture full of detail, where only the box is compared in which two may differ."""
    chance = np.random.default_rng(3)
    before = chance.integers(60, 200, (*SHAPE, 3), np.uint8)
    here = area(box(100, 100, 160, 140))
    one = before.copy()
    one[here] = chance.integers(60, 200, (np.count_nonzero(here), 3), np.uint8)
    both = one.copy()
    both[:3] = both[-3:] = 0
    near = area(box(80, 80, 180, 160))
    background = Background.of(SHAPE).learnt(before, ~NONE)

    for found in (lambda view: differs(view, before), background.print_gone):
        assert found(one).any()
        assert np.array_equal(found(one)[near], found(both)[near])
        assert not found(one)[~near].any()


@pytest.mark.parametrize(
    ("level", "by", "moves"),
    [
        (100, 21, False),
        (100, 24, True),
        (100, -21, False),
        (100, -24, True),
        (220, 31, False),
        (220, 34, True),
        (20, 14, False),
        (20, 18, True),
    ],
)
def test_a_px_differs_by_fourteen_levels_and_a_twelfth_of_its_light(
    level: int, by: int, moves: bool
) -> None:
    """In any channel, brighter or darker; at twice the tolerance it takes twice as much."""
    before, now = flat(level), flat(level)
    now[50:60, 50:60, 1] += np.uint8(by % 256)

    assert moves == bool(differs(now, before).any())
    assert moves == bool(moving(now, before).any())
    now[50:60, 50:60, 1] = before[0, 0, 0]
    now[50:60, 50:60, 1] += np.uint8(2 * by % 256) if 0 <= level + 2 * by < 256 else 0
    if 0 <= level + 2 * by < 256:
        assert moves == bool(differs(now, before, 2).any())


def test_a_shift_by_a_px_is_no_difference_and_a_speck_no_motion() -> None:
    """Print at an edge is there in its neighbourhood; what is two px wide is a speck."""
    stripes = flat(60)
    stripes[:, ::6] = 200
    assert not differs(np.roll(stripes, 1, axis=1), stripes).any()
    now = flat()
    now[50:52, 50:90] = 250
    assert differs(now, flat()).any()
    assert not moving(now, flat()).any()
    now[50:53, 50:90] = 250
    assert (3, 40) == tuple(np.ptp(np.argwhere(moving(now, flat())), axis=0) + 1)


def test_what_is_learnt_is_known_and_nothing_else() -> None:
    """A view of another kind begins anew."""
    background, here = Background.of(SHAPE), area(box(100, 100, 300, 300))
    assert not background.changed(flat()).any()
    assert not background.print_gone(flat()).any()

    background = background.learnt(flat(100), here)
    assert np.array_equal(here, background.known)
    assert not background.changed(flat(100)).any()
    bright = flat(100)
    bright[at(200, 200, 594, 420)] = 250
    assert background.lit(bright, NONE).changed(bright)[at(206, 206, 294, 294)].all()
    assert not (background.lit(bright, NONE).changed(bright) & ~here).any()

    there = area(box(320, 100, 400, 300))
    background = background.learnt(flat(180), there)
    assert np.array_equal(here | there, background.known)
    assert background.look is not None
    assert {100, 180} == set(np.unique(background.look[here | there]).tolist())
    background = background.learnt(flat()[..., :1], there)
    assert np.array_equal(there, background.known)


@pytest.mark.parametrize("share", [0.8, 0.95, 1.15])
def test_a_change_of_light_is_taken_off(share: float) -> None:
    """Even one that is stronger at one side; it is told when there was one."""
    mat = flat(150)
    mat[::15] = 110
    background = Background.of(SHAPE)
    background = background.learnt(mat, ~NONE)
    slope = np.linspace(share * 0.94, share * 1.06, SHAPE[1])[None, :, None]
    lit = np.asarray(np.clip(mat * slope, 0, 255), np.uint8)
    lit[60:110, 100:160] = 20

    background = background.lit(lit, NONE)
    changed = background.changed(lit)

    assert background.relit
    assert changed[62:108, 102:158].all()
    changed[58:112, 98:162] = False
    assert changed.mean() < 0.01
    assert background.look is not None
    assert np.abs(background.look[:50].astype(float) - lit[:50]).mean() < 3
    background = background.lit(lit, NONE)
    assert not background.changed(lit)[:50].any()
    assert not background.relit


def test_what_rests_is_kept_apart_from_what_it_lies_on() -> None:
    """Both are background, in any light, until a quarter of its place shows what lay there before."""
    bowl, thing = flat(150), area(box(100, 100, 300, 300))
    bowl[thing] = 40
    ground = Background.of(SHAPE).learnt(flat(150), ~NONE)
    background = ground.with_things([thing]).learnt(bowl, thing)
    dim = np.asarray(bowl * 0.7, np.uint8), flat(105)

    assert np.array_equal(thing, background.things)
    for view in dim:
        assert not background.lit(view, thing).changed(view).any()
    for below, gone in ((130.0, False), (190.0, True)):
        view = bowl.copy()
        part = area(box(100, 100, 300, below))
        view[part] = 150
        assert gone == background.gone(view, NONE, NONE).any()
    assert background.gone(bowl, area(box(100, 100, 300, 190)), NONE).any()
    left = background.without(background.gone(view, NONE, NONE))
    assert not left.things.any()
    assert not left.changed(flat(150)).any()
    assert ground is ground.with_things([])


def test_what_is_suspect_says_nothing_of_the_light() -> None:
    """However much of the mat it is."""
    background, hand = Background.of(SHAPE), NONE.copy()
    background = background.learnt(flat(150), ~NONE)
    hand[:, :200] = True
    view = flat(150)
    view[:, :200] = 120

    background = background.lit(view, hand)
    changed = background.changed(view)

    assert changed[:, :198].all()
    assert not background.relit


def test_print_that_is_gone_is_hidden() -> None:
    """By something even, or by something of another brightness; a shadow leaves print as it was."""
    mat = flat(150)
    step = px_of(12)
    mat[::step], mat[:, ::step] = 60, 60
    background = Background.of(SHAPE)
    background = background.learnt(mat, ~NONE)
    background = background.lit(mat, NONE)

    even = mat.copy()
    even[60:110, 100:160] = 110
    gone = background.print_gone(even)
    assert gone[64:106, 104:156].mean() > 0.6
    gone[56:114, 96:164] = False
    assert not gone.any()
    lighter = mat.copy()
    lighter[60:110, 100:160] = np.minimum(lighter[60:110, 100:160] + 70, 255)
    assert background.print_gone(lighter)[64:106, 104:156].mean() > 0.3
    assert not background.print_gone(np.asarray(mat * 0.9, np.uint8)).any()


# Arms ---------------------------------------------------------------------------------


def arm_in(tip: Point, side: str = "bottom", at: float = 300.0, wide: float = 60.0) -> Mask:
    """An arm from the middle of an edge to its fingertips."""
    start = {"bottom": (at, 420.0), "top": (at, 0.0), "left": (0.0, at), "right": (594.0, at)}[side]
    way = complex(*tip) - complex(*start)
    aside = way / abs(way) * 1j * wide / 2
    back = way / abs(way) * 40
    ends = (
        complex(*tip) + aside,
        complex(*tip) - aside,
        complex(*start) - back - aside,
        complex(*start) - back + aside,
    )
    return area(np.array([(end.real, end.imag) for end in ends]))


@pytest.mark.parametrize(
    ("side", "at", "tip", "bearing"),
    [
        ("bottom", 300.0, (300.0, 200.0), 180),
        ("top", 300.0, (300.0, 200.0), 0),
        ("left", 210.0, (250.0, 210.0), 270),
        ("right", 210.0, (350.0, 210.0), 90),
    ],
)
def test_an_arm_is_told_by_where_it_comes_from_and_where_its_tip_is(
    side: str, at: float, tip: Point, bearing: float
) -> None:
    """Its width along the edge, its area; and where its owner sits beyond that edge."""
    (found,) = arms(MAT, arm_in(tip, side, at), NONE)

    assert side == found.side
    off = {"bottom": (0, 6), "top": (0, -6), "left": (-6, 0), "right": (6, 0)}[side]
    assert np.add(tip, off) == pytest.approx(found.tip, abs=2.6)
    entry = {"bottom": (at, 418), "top": (at, 2), "left": (2, at), "right": (592, at)}[side]
    assert entry == pytest.approx(found.entry, abs=3)
    # A px that the outline touches is of the arm.
    assert 60 + PX_MM == pytest.approx(found.width, abs=1)
    assert found.area == pytest.approx(63 * abs(complex(*tip) - complex(*entry)), rel=0.03)
    told = found.bearing(found.tip)
    assert told is not None
    assert abs((told - bearing + 180) % 360 - 180) < 2
    assert MAT.zone_at(*found.tip) == found.zone or found.points
    assert [False] * 3 == [found.moves, found.holds, found.card_like]


def test_between_two_zones_a_finger_points_ahead() -> None:
    """At what begins within 15 mm of its tip."""
    mat = Mat(
        "two",
        (0, 1, 2, 3),
        (
            Zone("far", ZoneKind.ROW, 200, 100, 400, 200),
            Zone("near", ZoneKind.ROW, 200, 260, 400, 330),
        ),
    )

    def zone(y: float) -> tuple[str | None, bool]:
        (found,) = arms(mat, arm_in((300.0, y)), NONE)
        return found.zone, found.points

    assert [
        ("far", False),
        ("far", True),
        (None, True),
        ("near", False),
        ("near", True),
        (None, True),
    ] == [zone(y) for y in (150, 202, 222, 280, 332, 350)]


# The bare mat ----------------------------------------------------------------------------


def surface(view: np.ndarray, cards: Mask = NONE) -> Surface:
    found = surface_of(view, cards, GROUND)
    assert found is not None
    return found


def lit(level: float = 150.0, slope: float = 0.3) -> np.ndarray:
    """A green mat that is lit from the left."""
    light = np.linspace(1 + slope / 2, 1 - slope / 2, SHAPE[1])[None, :, None]
    noise = np.random.default_rng(7).normal(0, 2, (*SHAPE, 3))
    return np.asarray(np.clip(level * light * (0.6, 1.0, 0.5) + noise, 0, 255), np.uint8)


def test_the_bare_mat_is_known_from_between_what_lies_on_it() -> None:
    """As bright as it would be there, however the light falls."""
    view = lit()
    cards = area(box(60, 20, 540, 110), box(60, 240, 300, 400))
    view[cards] = 240
    view[90:110, 100:150] = (30, 30, 120)

    found = surface(view, cards)

    floor = 30
    assert np.abs(found.look.astype(float) - floor - lit()).mean() < 4
    like = found.like(view, NOWHERE)
    assert not like[cards].any()
    assert not like[91:109, 101:149].any()
    other = ~(grown(cards, 2) | GROUND.edges)
    other[86:114, 96:154] = False
    assert like[other].mean() > 0.99
    assert 0.12 == pytest.approx(found.spread, abs=1e-6)


def test_a_mat_that_has_no_colour_of_its_own_is_not_known() -> None:
    """Nor one that cards cover."""
    rng = np.random.default_rng(8)
    patches = rng.integers(0, 255, (SHAPE[0] // 6 + 1, SHAPE[1] // 6 + 1, 3))
    many = np.asarray(np.kron(patches, np.ones((6, 6, 1)))[: SHAPE[0], : SHAPE[1]], np.uint8)

    assert surface_of(many, NONE, GROUND) is None
    assert surface_of(lit(), area(box(0, 0, 594, 380)), GROUND) is None
    assert surface_of(lit(), area(box(0, 0, 594, 340)), GROUND) is not None


def test_a_shadow_is_still_the_mat_and_a_dark_thing_is_not() -> None:
    """A shadow is soft, keeps the colour and leaves half the light; what hides a part of a card is none, however soft."""
    found, view = surface(lit()), lit()
    dark = np.zeros(SHAPE, np.float32)
    cv2.circle(dark, (px_of(300), px_of(200)), px_of(80), 1.0, -1)
    soft = cv2.blur(dark, (odd_px(62),) * 2)[..., None]
    middle = at(280, 180, 320, 220)

    def like(share: float, sharp: bool = False, **told: Any) -> float:
        mask = dark[..., None] if sharp else soft
        shaded = np.asarray(view * (1 - share * mask), np.uint8)
        return float(found.like(shaded, NOWHERE, **told)[middle].mean())

    assert like(0.4) > 0.99
    assert like(0.75) < 0.01
    assert like(0.4, sharp=True) < 0.01
    card = box(280, 180, 340, 270)
    half = view.copy()
    half[area(card)] = 230
    above = at(0, 0, 594, 200)
    half[above] = (half[above] * (1 - 0.5 * soft[above])).astype(np.uint8)
    under = area(card)
    under[px_of(220) :] = False
    half[under] = (view * 0.55).astype(np.uint8)[under]
    hidden = found.like(half, (~NONE).__getitem__, [boxed(card, SHAPE)])
    assert not hidden[area(box(285, 185, 335, 210))].any()
    # Fine lines elsewhere make no thing of the mat around them.
    lines = np.asarray(view * (1 - 0.4 * soft), np.uint8)
    rows = slice(px_of(300), px_of(400), 4)
    lines[rows, 20:180] = (lines[rows, 20:180] * 0.75).astype(np.uint8)
    assert found.like(lines, NOWHERE)[at(60, 300, 540, 400)].mean() > 0.95
    red = view.copy()
    red[middle] = (30, 60, 150)
    assert not found.like(red, NOWHERE)[at(290, 190, 310, 210)].any()
    bright = view.copy()
    bright[middle] = np.minimum(view[middle] * 1.5, 255).astype(np.uint8)
    assert not found.like(bright, NOWHERE)[at(290, 190, 310, 210)].any()


def test_a_lighter_look_of_the_mat_is_kept() -> None:
    """Adapted to the light there is now: what was darker for a while was a shadow; it fades a little with each measurement."""
    bright = Surface(np.full((*SHAPE, 3), 200, np.uint8), 0.15)
    shaded = bright.look.copy()
    shaded[50:90, 50:90] = 120
    now = Surface((shaded * 0.8).astype(np.uint8), 0.2)

    told = now.or_lighter(bright)

    assert 0.2 == told.spread
    assert 160 == told.look[0, 0, 0]
    assert round(200 * 0.8 * 0.98) == pytest.approx(int(told.look[70, 70, 0]), abs=1)
    assert 255 == Surface(np.full((*SHAPE, 3), 255, np.uint8), 0.2).or_lighter(bright).look.max()


def test_a_mat_that_is_bright_itself_is_known_to_be() -> None:
    """In every channel, its floor taken off."""
    one = Surface(np.full((*SHAPE, 3), (250, 240, 245), np.uint8), 0.15)

    assert one.over(205).all()
    assert one.over(210).all()
    assert not one.over(211).any()
    assert not one.over(300).any()
    assert Surface(np.full((*SHAPE, 3), 255, np.uint8), 0.15).over(300).all()
    assert not Surface(np.full((*SHAPE, 1), 210, np.uint8), 0.15).over(201).any()
    assert Surface(np.full((*SHAPE, 1), 210, np.uint8), 0.15).over(200).all()


# Loose pieces, notices -------------------------------------------------------------------


def die(at: Point, side: str = "3", colour: str = "red", zone: str = "tray") -> Sighting:
    face = Face(Piece(PieceKind.DIE, colour), side)
    return Sighting(face, ((0.0, 0.0),) * 4, "dice", 1.0, zone, at)


CLEAR: Final = replace(blind(rectified_mat(CELLS)), zones=frozenset())


def test_dice_lie_unchanged_since_one_of_them_moved() -> None:
    """By four millimetres, or to another face; under a hand and in a picture that came again they stay as they were."""
    loose = Loose(CELLS)
    assert -math.inf == loose.since("tray") == loose.since("display")
    loose.look(1.0, [die((450, 100)), die((480, 100), "5")], CLEAR)
    loose.look(2.0, [die((484, 100), "5"), die((450, 103.9))], CLEAR)
    assert 1.0 == loose.since("tray")
    assert ["red-3", "red-5"] == [face.code for face in loose.lying("tray")]
    assert () == loose.lying("kept") == loose.lying("display")

    loose.look(3.0, [], replace(CLEAR, zones=frozenset({"tray"})))
    loose.look(3.1, [], replace(CLEAR, again=True))
    assert 1.0 == loose.since("tray")
    loose.look(4.0, [die((484.1, 100), "5"), die((450, 100))], CLEAR)
    assert 4.0 == loose.since("tray")
    loose.look(5.0, [die((484.1, 100), "4"), die((450, 100))], CLEAR)
    assert 5.0 == loose.since("tray")
    loose.look(6.0, [die((450, 100))], CLEAR)
    assert 6.0 == loose.since("tray")
    loose.look(7.0, [die((450, 100)), die((500, 320), zone="kept")], CLEAR)
    assert [6.0, 7.0] == [loose.since(zone) for zone in ("tray", "kept")]


def test_of_dice_that_look_alike_it_is_told_which_moved() -> None:
    """What was told and lies elsewhere left and came."""
    loose = Loose(CELLS)
    loose.look(1.0, [die((450, 100)), die((480, 100))], CLEAR)
    assert ([], ["red-3", "red-3"]) == codes(loose)
    loose.tell("tray")
    loose.tell("display")
    assert ([], []) == codes(loose)
    loose.look(2.0, [die((450, 100)), die((520, 100), "6")], CLEAR)
    assert (["red-3"], ["red-6"]) == codes(loose)
    loose.look(3.0, [die((450, 100))], CLEAR)
    assert (["red-3"], []) == codes(loose)
    loose.look(4.0, [die((450, 100)), die((450, 100))], CLEAR)
    assert (["red-3"], ["red-3"]) == codes(loose)


def codes(loose: Loose) -> tuple[list[str], list[str]]:
    left, came = loose.changes("tray")
    return [face.code for face in left], [face.code for face in came]


def test_what_is_seen_in_three_looks_is_noticed_until_it_is_gone_for_long() -> None:
    """A look without it takes one look off; six are the most that count."""
    notices = Notices()

    assert [False, False, True, False] == [notices.look({"x"}) for _ in range(4)]
    assert [*notices.told] == ["x"]
    assert not notices.look({"x", "a"})
    for _ in range(9):
        notices.look({"x", "a"})
    assert [*notices.told] == ["a", "x"]
    gone = [notices.look({"a"}) for _ in range(6)]
    assert [False] * 5 + [True] == gone
    assert [*notices.told] == ["a"]
    shaky = Notices()
    assert not any(shaky.look(seen) for seen in ({"x"}, {"x"}, (), {"x"}, ()))
    assert shaky.look({"x"}) is False
    assert shaky.look({"x"})


def test_unknown_symbols_are_noticed_on_the_mat_alone() -> None:
    """By their middle."""
    straight = pose(STRAIGHT)

    def unknown(text: str, mm: Point) -> Unknown:
        quad = np.array([(-9, -9), (9, -9), (9, 9), (-9, 9)]) + mm + CORNER
        return Unknown(text, corners_of(quad))

    seen = Reading(
        (1188, 840),
        straight,
        unknown=(
            unknown("in", (3.0, 3.0)),
            unknown("out", (-3.0, 3.0)),
            unknown("below", (100.0, 423.0)),
        ),
    )

    assert {"in"} == unknown_on_mat(seen)
    assert set() == unknown_on_mat(replace(seen, pose=None))
    assert set() == other_mat(seen, CELLS) == other_mat(replace(seen, pose=None), MAT)
    assert {"cells"} == other_mat(seen, MAT)


def test_a_card_is_at_two_places_that_are_two_centimetres_apart() -> None:
    """On the mat, both of them; as two tags of one card it is not."""

    def twice(*centres: Point) -> set[str]:
        seen = tuple(
            Sighting(PIECES["DG1-R07-1"], ((0.0, 0.0),) * 4, "match", 1.0, None, at, tag=at)
            for at in centres
        )
        return at_two_places(Reading((1188, 840), pose(STRAIGHT), seen))

    assert {"R07"} == {name[:3] for name in twice((100, 100), (100, 200))}
    assert set() == twice((100, 100), (100, 119), (100, 110))
    assert set() == twice((100, 100), (100, -5.0))
    assert set() == twice((100, 100))


# Cards, and their order ------------------------------------------------------------------


def track(
    code: str, at: Point = (100.0, 200.0), seen: float = 1.0, on: bool = True, **how: Any
) -> CardTrack:
    """A card with a tag at its middle."""
    one = CardTrack(PIECES[code], 4.0, at, 0.0, (SeenTag(at, seen, seen),), seen, seen, seen, on)
    return replace(one, **how)


R, Y, G = "DG1-R07-1", "DG1-Y10-2", "DG1-G06-1"


def test_two_looks_that_agree_make_a_card_lie_there() -> None:
    """Evidence is two a look and five at most; where it lies is told by the look without a hand."""
    first = track(R, on=False, evidence=2.0, seen=1.0)
    again = track(R, (103.0, 200.0), on=False, evidence=2.0, seen=1.1)

    free, held = first.agreed(again, free=True), first.agreed(again, free=False)

    assert (4.0, True, 1.0, 1.1) == (free.evidence, free.on, free.first, free.last)
    assert (103.0, 200.0) == free.centre
    assert (100.0, 200.0) == held.centre
    assert 5.0 == free.agreed(again, free=True).evidence
    assert first.unsure
    assert not free.unsure
    assert replace(free, absent_since=1.0).unsure
    back = replace(free, absent_since=1.0, moved=first).agreed(again, free=True)
    assert (False, None, None) == (back.unsure, back.absent_since, back.moved)
    assert not replace(first, evidence=1.9).agreed(again, free=True).on


def test_a_look_agrees_that_is_within_nine_millimetres() -> None:
    """With the same face; a card that was buried has lain there since if it lies within three."""
    here = track(R)

    assert here.lies_as(track(R, (109.0, 200.0)))
    assert not here.lies_as(track(R, (109.1, 200.0)))
    assert not here.lies_as(track(Y))
    before = track(R, seen=0.2, laid=0.1)
    back = track(R, (103.0, 200.0), seen=3.0).after(before)
    assert (3.0, 0.1) == (back.first, back.laid)
    tags = SeenTag((80.0, 170.0), 0.2, 0.2), SeenTag((120.0, 230.0), 0.2, 0.2)
    known = track(R, seen=3.0, tags=tags[:1]).after(track(R, seen=0.2, tags=tags[1:]))
    assert tags == known.tags
    assert 3.0 == track(R, (103.1, 200.0), seen=3.0).after(before).laid
    assert 3.0 == track(Y, seen=3.0).after(before).laid


def test_tags_are_read_anew_after_half_a_second() -> None:
    """Those near each other are one; it is where it was read last, since when there was no gap."""
    before = track(R, tags=(SeenTag((100, 180), 1.0, 0.2), SeenTag((100, 220), 0.4, 0.1)))
    soon = track(R, seen=1.5, tags=(SeenTag((101, 181), 1.5, 1.5),))
    late = track(R, seen=1.6, tags=(SeenTag((101, 181), 1.6, 1.6),))

    near, far = before.agreed(soon, free=True), before.agreed(late, free=True)

    assert [SeenTag((101, 181), 1.5, 0.2), SeenTag((100, 220), 0.4, 0.1)] == [*near.tags]
    assert SeenTag((101, 181), 1.6, 1.6, before=1.0) == far.tags[0]
    later = track(R, seen=1.7, tags=(SeenTag((101, 181), 1.7, 1.7),))
    assert SeenTag((101, 181), 1.7, 1.6, before=1.0) == far.agreed(later, free=True).tags[0]
    held = before.agreed(soon, free=False)
    assert SeenTag((100, 180), 1.5, 0.2) == held.tags[0]


def test_a_card_and_its_tags_cover_what_they_cover() -> None:
    """59 by 91 mm, a tag with its white 22 mm a side, turned as it lies."""
    one = track(
        R,
        (200.0, 200.0),
        turn=30.0,
        tags=(SeenTag((200, 180), 1.0, 1.0), SeenTag((205, 230), 0.5, 0.5)),
    )

    # A px at its edge belongs to it.
    px = PX_MM**2
    assert (22 + PX_MM) ** 2 * 2 == pytest.approx(one.windows(SHAPE).sum() * px, rel=0.12)
    whole, wider = one.outline(SHAPE).sum() * px, one.outline(SHAPE, 5.0).sum() * px
    assert (59 + PX_MM) * (91 + PX_MM) == pytest.approx(whole, rel=0.08)
    assert (69 + PX_MM) * (101 + PX_MM) == pytest.approx(wider, rel=0.08)
    assert 10 * (59 + 91) + 100 == pytest.approx(wider - whole, rel=0.1)
    assert 1 == len(one.read_last(SHAPE))
    assert joined_patches(one.read_last(SHAPE), SHAPE)[px_of(180), px_of(200)]
    corner = track(R, (200.0, 200.0), turn=45.0).windows(SHAPE)
    rows = np.flatnonzero(corner.any(axis=1))
    assert 22 * math.sqrt(2) * SCALE == pytest.approx(len(rows), abs=2)
    assert one.reaches_over(track(Y, (225.0, 200.0)), SHAPE)
    assert not one.reaches_over(track(Y, (265.0, 200.0)), SHAPE)


def test_of_two_places_a_card_is_at_the_one_where_it_was() -> None:
    """Two stickers may be read; a place without a centre is none."""

    def sight(at: Point | None, tag: Point | None) -> Sighting:
        return Sighting(PIECES[R], ((0.0, 0.0),) * 4, "match", 1.0, "claim", at, 5.0, tag)

    there = [sight((300, 100), (300, 80)), sight((100, 205), (100, 185)), sight(None, (1, 1))]
    there += [sight((300, 101), None), replace(sight((9, 9), (2, 2)), face=PIECES[Y])]

    assert (100, 205) == seen_lying(1.0, there, track(R)).centre
    first = seen_lying(1.0, there, None)
    assert (300, 100) == first.centre
    assert (2.0, 5.0, False, 1.0, 1.0, 1.0) == (
        first.evidence,
        first.turn,
        first.on,
        first.first,
        first.laid,
        first.last,
    )
    assert [(300, 80), (100, 185), (1, 1)] == [tag.place for tag in first.tags]


def test_nothing_is_read_through_a_card() -> None:
    """A tag read where another card lies, later than that one was seen: it lies over it."""
    under = track(R, (100.0, 200.0), seen=1.0)
    over = track(Y, (120.0, 230.0), seen=2.0)

    assert read_over(over, under, 1.9)
    assert not read_over(over, under, 2.0)
    assert lies_over(over, under)
    assert not lies_over(replace(over, on=False), under)
    assert not lies_over(under, over)
    assert not read_over(track(Y, (131.0, 200.0), seen=2.0), under, 1.0)
    assert not read_over(over, under, 1.0, margin=16.0)
    assert read_anew(over, under, 1.0)
    for since, anew in ((0.9, False), (1.0, True)):
        tags = SeenTag((120, 230), 2.0, since), SeenTag((190, 230), 2.0, 2.0)
        assert anew == read_anew(replace(over, tags=tags), under, 1.0)
        assert read_over(replace(over, tags=tags), under, 1.9)
    before = replace(over, tags=(SeenTag((120, 230), 2.0, 2.0, before=0.9),))
    assert read_anew(before, under, 1.0)
    assert not read_anew(before, replace(under, laid=0.9), 1.0)
    assert not read_anew(track(Y, (140.0, 200.0), seen=2.0), under, 1.0)


def test_cards_are_told_in_the_order_of_their_zone() -> None:
    """From left to right, row by row, or from the top: what was read over another one lies on it, else the newest does."""
    left, right, low = track(R, (100.0, 205.0)), track(Y, (150.0, 200.0)), track(G, (120.0, 300.0))

    def names(kind: ZoneKind, *there: CardTrack) -> list[str]:
        return [face.payload for face in in_order(there, kind)]

    assert [R, G, Y] == names(ZoneKind.ROW, right, low, left)
    assert [R, Y, G] == names(ZoneKind.GRID, right, low, left)
    old, new = track(R, laid=1.0, first=1.0, seen=1.0), track(Y, (130.0, 240.0), seen=2.0)
    assert [Y, R] == names(ZoneKind.PILE, old, replace(new, laid=2.0))
    below = replace(old, tags=(SeenTag((125.0, 235.0), 3.0, 3.0),))
    assert [R, Y] == names(
        ZoneKind.PILE, below, replace(new, laid=2.0, tags=(SeenTag((150.0, 270.0), 2.0, 2.0),))
    )
