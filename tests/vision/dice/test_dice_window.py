"""The part of a picture that is searched for dice: which it is, what changes in it, and which part is looked at again."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from tests.vision.boards import BOARD, CELLS
from vision.dice.found_die import FoundDie
from vision.dice.standing import Footing, footings, upright
from vision.dice.window import CHANGED, Window
from vision.painting.view import View, pose
from vision.pose import Pose

STRAIGHT: Final = View(CELLS, (1188, 840), tilt=(0, 0), roll=0, k=0, fill=0.5)
"""A px of the picture is a mm of the mat, whose top left corner is at px (296.5, 209.5)."""
POSE: Final = pose(STRAIGHT)
CORNER: Final = np.array([296.5, 209.5])
TRAY: Final = (480.0, 150.0)
"""A place in the tray, mm."""


def window(of: Pose = POSE) -> Window:
    found = Window.of(of)
    assert found is not None
    return found


def die(mm: tuple[float, float], edge: float = 16.0) -> FoundDie:
    """A die whose top is seen at a place of the mat."""
    x, y = np.add(mm, CORNER).tolist()
    return FoundDie((x, y), edge, 0.0, 0.9, np.zeros(7))


def shifted(px: float, of: Pose = POSE) -> Pose:
    move = np.array([[1, 0, px], [0, 1, 0], [0, 0, 1]])
    return replace(of, homography=move @ of.homography)


def test_it_is_the_mat_and_seven_centimetres_beside_it() -> None:
    """In whole px, and scaled so that a mm is 0.6 px, in an even number of them."""
    seen = window()

    assert (226, 139, 961, 700) == seen.part
    assert 0.6 == pytest.approx(seen.scale)
    assert (440, 336) == seen.size
    assert seen.part == seen.part_of((0, 0, 440, 336))
    assert np.allclose(
        [[226, 139], [960, 699]], seen.px(np.array([[-0.1, -0.1], [439.1, 335.1]])), atol=0.4
    )
    assert (226 + 167, 139 + 100, 226 + 334, 139 + 252) == seen.part_of((100, 60, 200, 151))


@pytest.mark.parametrize(
    ("off", "part"),
    [
        ((-400, 0), (0, 139, 561, 700)),
        ((300, 200), (526, 339, 1188, 840)),
        ((-957, 0), (0, 139, 4, 700)),
        ((-958, 0), None),
        ((0, -697), None),
        ((0, -3000), None),
    ],
)
def test_of_a_mat_that_is_half_outside_it_is_what_is_seen(
    off: tuple[int, int], part: tuple[int, int, int, int] | None
) -> None:
    """As far as there is enough of it to be searched at all."""
    move = np.array([[1, 0, off[0]], [0, 1, off[1]], [0, 0, 1]])
    found = Window.of(replace(pose(STRAIGHT), homography=move @ pose(STRAIGHT).homography))

    assert part == (found and found.part)
    assert found is None or min(found.size) >= 2


def test_a_mat_that_lies_still_is_seen_in_the_same_window() -> None:
    """It may tremble by a pixel and a half; another mat, or a picture of another size, is another one."""
    seen = window()

    assert seen.shows(seen.pose)
    assert seen.shows(shifted(1.4))
    assert not seen.shows(shifted(1.6))
    assert not seen.shows(shifted(-1.6))
    assert not seen.shows(replace(seen.pose, size=(1188, 839)))
    assert not seen.shows(replace(seen.pose, mat=replace(CELLS, name="other")))


def test_a_box_is_searched_with_what_is_around_it() -> None:
    """16 px of the searched picture, as far as there are as many."""
    seen, picture = window(), np.zeros((840, 1188, 3), np.uint8)
    picture[300:, 500:] = 200

    inside = seen.searched(picture, (100, 60, 160, 120))
    corner = seen.searched(picture, (0, 0, 440, 336))

    assert (84, 44, 176, 136) == seen.grown((100, 60, 160, 120))
    assert (92, 92, 3) == inside.small.shape
    assert seen.part_of((84, 44, 176, 136)) == inside.part
    assert (0, 0, 440, 336) == seen.grown((10, 12, 430, 325))
    assert seen.part == corner.part
    # Where the picture becomes light: 274 px right of the window's corner and 161 below it.
    rows, columns = (corner.small[..., 0].max(axis=k) > 100 for k in (1, 0))
    assert (96, 164) == (int(rows.argmax()), int(columns.argmax()))


def test_a_small_picture_is_enlarged_without_steps() -> None:
    """Bicubically, which overshoots at an edge; a larger one becomes the mean of its pixels."""
    tiny = View(CELLS, (297, 210), tilt=(0, 0), roll=0, k=0, fill=1.0)
    seen = window(pose(tiny))
    step = np.full((210, 297, 3), 100, np.uint8)
    step[:, 150:] = 150

    small = seen.searched(step, (0, 0, *seen.size)).small

    assert 1.2 == pytest.approx(seen.scale)
    assert small.max() > 150
    assert small.min() < 100

    stripes = np.zeros((840, 1188), np.uint8)
    stripes[:, ::2] = 200
    whole = window(pose(replace(STRAIGHT, fill=1.0)))
    assert np.abs(whole.small(stripes).astype(int) - 100).max() <= 1


def test_what_is_in_the_zones_for_dice_is_looked_at_again() -> None:
    """From nearer: at 0.9 px a mm, 48 px of it; where dice hardly lie nothing is, and at the picture's edge all of it is in the picture."""
    seen, picture = window(), np.zeros((840, 1188, 3), np.uint8)

    (near,) = seen.closer(picture, [die(TRAY), die((200, 200))])

    assert (48, 48, 3) == near.small.shape
    assert 16 == near.rim
    left, top, right, bottom = near.part
    assert (53, 53) == (right - left, bottom - top)
    assert np.allclose((left + 26.5, top + 26.5), np.add(TRAY, CORNER), atol=0.6)
    assert [] == seen.closer(picture, [])
    # In the zones, and 22 mm around them, as dice are seen further out than they stand.
    around = [(375, 150), (370, 150), (480, 31), (480, 25), (600, 150), (615, 150)]
    assert [1, 0, 1, 0, 1, 0] == [len(seen.closer(picture, [die(at)])) for at in around]


def test_of_many_places_all_zones_for_dice_are_looked_at_again() -> None:
    """Once, from as near: that is less."""
    seen, picture = window(), np.zeros((840, 1188, 3), np.uint8)
    many = [die((x, y)) for x in range(380, 600, 15) for y in range(60, 380, 15)]

    (whole,) = seen.closer(picture, many)

    zones = seen.part_of(seen.grown((266, 58, 406, 278)))
    assert zones == pytest.approx(whole.part, abs=3)
    assert whole.small.shape[1] / (whole.part[2] - whole.part[0]) == pytest.approx(0.9, rel=0.01)
    assert whole.small.shape[0] / (whole.part[3] - whole.part[1]) == pytest.approx(0.9, rel=0.01)


def test_at_the_edge_of_the_picture_what_is_looked_at_again_is_in_it() -> None:
    """A mat that fills the picture has dice at its edge."""
    close = View(CELLS, (594, 420), tilt=(0, 0), roll=0, k=0, fill=1.0)
    seen, picture = window(pose(close)), np.zeros((420, 594, 3), np.uint8)
    edge = FoundDie((591.0, 60.0), 16.0, 0.0, 0.9, np.zeros(7))

    (near,) = seen.closer(picture, [edge])

    assert (541, 34, 594, 87) == near.part
    assert (48, 48, 3) == near.small.shape


def small_with(seen: Window, mm: tuple[float, float], by: int) -> np.ndarray:
    """The small picture in which a pixel differs by so much from an even grey."""
    grey = np.full((seen.size[1] // 2, seen.size[0] // 2), 100, np.uint8)
    x, y = seen.in_small(np.array([mm]))[0]
    grey[y, x] += by
    return grey


def test_what_changed_is_searched_again_with_a_margin() -> None:
    """A change is one of 8 grey levels, in the zones for dice or, now and then, anywhere."""
    seen = window()
    before = small_with(seen, TRAY, 0)
    x, y = seen.in_small(np.array([TRAY]))[0]

    def box(mm: tuple[float, float], by: int, everywhere: bool) -> object:
        return seen.changed(small_with(seen, mm, by), before, everywhere)

    around = ((x - 5) * 2, (y - 5) * 2, (x + 6) * 2, (y + 6) * 2)
    assert (165, 66) == (x, y)
    assert around == box(TRAY, CHANGED, False) == box(TRAY, CHANGED, True)
    assert box(TRAY, CHANGED - 1, True) is None
    assert box((200, 200), 50, False) is None
    assert box((200, 200), 50, True) is not None
    assert (0, 0, 16, 18) == box((-65, -60), 50, True)
    right, bottom = seen.size
    assert (right - 14, bottom - 16, right, bottom) == box((657, 481), 50, True)


def test_a_die_is_in_the_box_that_holds_its_middle() -> None:
    """The box's first pixels are in it, those behind its last are not."""
    seen = window()
    box = (100, 60, 160, 120)
    left, top = seen.px(np.array([[100.0, 60.0]]))[0]
    right, bottom = seen.px(np.array([[160.0, 120.0]]))[0]

    def at(x: float, y: float) -> FoundDie:
        return FoundDie((x, y), 16.0, 0.0, 0.9, np.zeros(7))

    dice = [
        at(left, top),
        at(right - 0.1, bottom - 0.1),
        at(right, top),
        at(left, bottom),
        at(left - 0.1, top),
    ]
    assert [True, True, False, False, False] == seen.held(box, dice)
    assert [] == seen.held(box, [])


def test_a_die_rests_while_nothing_changes_about_it() -> None:
    """Nearer than its own width; what it looked like there stays what changes are told against."""
    seen, resting = window(), die(TRAY)
    before = small_with(seen, TRAY, 0)
    near, far = (
        small_with(seen, (TRAY[0] + 12, TRAY[1] - 12), 8),
        small_with(seen, (TRAY[0] + 22, TRAY[1]), 8),
    )

    assert seen.rests(before, before, resting)
    assert seen.rests(small_with(seen, TRAY, 7), before, resting)
    assert not seen.rests(near, before, resting)
    assert seen.rests(far, before, resting)
    assert seen.rests(before, before, die((-70, -70)))

    light = np.full_like(before, 200)
    box = (100, 60, 360, 200)
    patched = seen.patched(before, light, box, [resting])
    x, y = seen.in_small(np.array([TRAY]))[0]
    wanted = before.copy()
    wanted[30:100, 50:180] = 200
    wanted[y - 4 : y + 6, x - 4 : x + 6] = 100
    off = np.argwhere(wanted != patched)
    assert np.abs(off - (y, x)).max(initial=0) <= 6
    assert 100 == patched[y, x]
    assert 200 == patched[30, 50] == patched[99, 179]
    assert 100 == patched[29, 50] == patched[30, 49] == patched[100, 179] == patched[99, 180]
    assert 100 == before.max()


def test_where_a_die_stands_its_zone_is() -> None:
    """And only trays, and where dice are kept, are for dice; a mat without either has none."""
    seen = window()
    stands = {
        mm: Footing(mm, 16.0, 30.0) for mm in [TRAY, (450.0, 335.0), (200.0, 200.0), (20.0, 200.0)]
    }

    assert [True, True, False, False] == [seen.for_dice(each) for each in stands.values()]
    board = window(pose(replace(STRAIGHT, mat=BOARD)))
    assert not board.for_dice(stands[TRAY])
    assert [] == board.closer(np.zeros((840, 1188, 3), np.uint8), [die(TRAY)])


LENS: Final = np.array([297.0, 210.0, 0.85 * 1188])
"""Straight from above nothing tells the focal length: it is taken for the usual one."""


def test_a_die_stands_nearer_to_the_lens_than_its_top_is_seen() -> None:
    """By its height's share of the lens's; what it is turned by is told against the mat."""
    seen = window()
    top = replace(die((497.0, 110.0), 20.0), turn=30.0)

    (stands,) = seen.stands([top])
    wanted = np.array([497.0, 110.0]) + (LENS[:2] - (497.0, 110.0)) * 20 / LENS[2]

    assert wanted == pytest.approx(stands.centre, abs=0.05)
    assert (20.0, 30.0) == pytest.approx((stands.edge, stands.turn), abs=0.01)
    assert () == seen.stands([])


def test_the_edge_of_a_top_is_told_by_its_area() -> None:
    """Whatever shape it is seen in."""
    quad = np.array([[0, 0], [30, 5], [28, 22], [-4, 15]], float)
    x, y = quad.T
    area = abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2

    (stands,) = footings((quad + CORNER + 100)[None], pose(STRAIGHT))

    assert np.sqrt(area) == pytest.approx(stands.edge, rel=1e-3)
    assert np.degrees(np.arctan2(5, 30)) == pytest.approx(stands.turn, abs=0.01)


def test_an_upright_edge_points_away_from_the_lens() -> None:
    """The farther off the place the longer, and below the lens not at all."""
    mm = np.array([[297.0, 210.0], [397.0, 210.0], [297.0, 10.0], [447.0, 310.0]])

    ups = upright(mm + CORNER, pose(STRAIGHT))

    away = (mm - LENS[:2]) @ [1, 1j] / (LENS[2] - 1)
    assert np.allclose(away, ups, atol=1e-4)


@pytest.mark.parametrize("at", [(60.0, 60.0), (550.0, 380.0)])
def test_an_upright_edge_is_as_long_as_it_looks(at: tuple[float, float]) -> None:
    """Beside one that lies across the view, with a camera that is tilted so that its focal length is told."""
    view = View(CELLS, (1920, 1080), tilt=(15, 20))
    low, high = (pose(view, up).to_px(np.array([at]))[0] for up in (0.0, 1.0))

    (up,) = upright(low[None], pose(view))

    way = (high - low) @ [1, 1j]
    assert np.angle(up / way) == pytest.approx(0, abs=0.03)
    # A mm that lies across the view is a step at a right angle to where the edge points.
    ends = pose(view).to_mm(np.array([low, high]))
    step = (ends[1] - ends[0])[::-1] * [-1, 1] / np.linalg.norm(ends[1] - ends[0])
    across = pose(view).to_px(np.array([at, at + step]))
    assert abs(up) == pytest.approx(abs(way) / np.linalg.norm(across[1] - across[0]), rel=0.03)
