"""The mat's pose: from markers as they are, as they are seen, with some of them hidden."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks.pictures import PICTURES, photos
from companion.games.dumm_gelaufen.mat import MAT
from vision.frame import Grey
from vision.lens import Lens, _axis
from vision.match.sampling import Pyramid
from vision.painting.layout import Layout, PaintedHand
from vision.painting.scene import paint
from vision.painting.view import View
from vision.painting.view import pose as painted_pose
from vision.pictures import grey_of
from vision.pose import Pose, inwards, marker_mm, pose_of
from vision.sight.markers import find_markers

SIZE = (1280, 720)
GRID = np.array(
    [[x, y] for x in np.linspace(0, MAT.width, 9) for y in np.linspace(0, MAT.height, 7)]
)
TILTED = np.array([[1.6, 0.05, 170.0], [0.07, 1.6, 45.0], [5e-5, 1.9e-4, 1.0]])


def pose_with(k: float, turn: float = 0.0) -> Pose:
    """A tilted camera with some distortion, turned about the picture's middle (radians)."""
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = 640, 360
    about = [[cos, -sin, x - cos * x + sin * y], [sin, cos, y - sin * x - cos * y], [0, 0, 1]]
    return Pose(np.array(about) @ TILTED, Lens.of_radial(k), SIZE, MAT)


def corners(pose: Pose, *ids: int) -> dict[int, NDArray[np.float64]]:
    """Where markers lie in the picture."""
    return {marker: pose.to_px(marker_mm(MAT, marker)) for marker in ids}


def off_mm(pose: Pose | None, true: Pose) -> float:
    """The farthest any point of the mat is taken for another, mm."""
    assert pose is not None
    return float(np.linalg.norm(pose.to_mm(true.to_px(GRID)) - GRID, axis=1).max())


def painted(view: View, *hands: PaintedHand) -> Grey:
    """An empty table as a camera sees it."""
    return grey_of(paint(Layout(hands=hands), view, np.random.default_rng(1)))


@settings(deadline=None)
@given(k=st.floats(-0.05, 0.05), turn=st.floats(-4, 4))
def test_mm_and_px_are_inverses(k: float, turn: float) -> None:
    """Whatever the lens and however the camera is turned, there and back is where it began."""
    pose = pose_with(k, turn)

    assert pose.to_mm(pose.to_px(GRID)) == pytest.approx(GRID, abs=1e-3)


@settings(max_examples=20, deadline=None)
@given(k=st.floats(-0.03, 0.03), turn=st.floats(-4, 4))
def test_four_markers_give_pose_and_lens(k: float, turn: float) -> None:
    """From true corners the pose is right to a tenth of a mm anywhere on the mat."""
    true = pose_with(k, turn)

    found = pose_of(MAT, corners(true, 0, 1, 2, 3), SIZE)

    assert off_mm(found, true) < 0.1


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_three_markers_suffice(hidden: int) -> None:
    """A hand on any one marker leaves the pose right to a mm under the hand too."""
    true = pose_with(0.01)
    seen = corners(true, 0, 1, 2, 3)
    del seen[hidden]

    assert off_mm(pose_of(MAT, seen, SIZE), true) < 1.0


def test_shrunken_black_is_not_taken_for_a_bent_lens() -> None:
    """Blur and tone curve move every edge by half a mm into the black: the pose stays right."""
    true = pose_with(0.0)
    seen = {}
    for marker in (0, 1, 2, 3):
        mm = marker_mm(MAT, marker)
        inward = np.sign(mm.mean(axis=0) - mm) * 0.5
        seen[marker] = true.to_px(mm + inward)

    found = pose_of(MAT, seen, SIZE)

    assert off_mm(found, true) < 0.2
    assert found is not None
    assert abs(found.lens.k1) < 0.002


@pytest.mark.parametrize("seen", [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
def test_two_markers_are_a_first_pose(seen: tuple[int, int]) -> None:
    """From any two true ones the mat is known to some mm: zones are 10 mm apart, and cards wide."""
    true = pose_with(0.01)

    assert off_mm(pose_of(MAT, corners(true, *seen), SIZE), true) < 8.0


def test_nobody_changes_what_is_kept_for_every_pose() -> None:
    """Where corners move, and a lens's middle."""
    for kept in (inwards(4), _axis((0.0, 0.0), (640, 360))[0]):
        with pytest.raises(ValueError, match="read-only"):
            kept[0] = 1.0


def test_two_markers_of_which_one_is_none_are_no_pose() -> None:
    """A square that looks like a marker somewhere else fits no mat together with a true one."""
    true = pose_with(0.01)
    seen = corners(true, 0, 1)
    seen[1] = seen[1] @ [[0, 1], [-1, 0]] + [900.0, -300.0]

    assert pose_of(MAT, seen, SIZE) is None


def test_without_enough_markers_there_is_no_first_pose() -> None:
    """One marker alone is no pose, but a few hold and move one that was good."""
    true = pose_with(0.01)
    moved = Pose(
        np.array([[1, 0, 9], [0, 1, -7], [0, 0, 1]]) @ true.homography, true.lens, SIZE, MAT
    )

    assert pose_of(MAT, corners(true, 1), SIZE) is None
    assert pose_of(MAT, {}, SIZE, last=true) is true
    assert pose_of(MAT, corners(true, 2), SIZE, last=true) is true
    assert off_mm(pose_of(MAT, corners(moved, 0, 1), SIZE, last=true), moved) < 1.0


def test_a_pose_of_another_size_of_picture_does_not_hold() -> None:
    """When the camera changes its resolution, the last pose means nothing."""
    assert pose_of(MAT, {}, (640, 480), last=pose_with(0.0)) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "view",
    [
        View(MAT),
        View(MAT, roll=180.0, k=0.03, tilt=(6.0, 8.0), fill=0.8),
        View(MAT, size=(720, 1280), roll=90.0),
        View(MAT, size=(640, 360), blur=0.4),
        View(MAT, size=(1640, 1232), blur=1.2, noise=6.0, cloth="green", jpeg=70),
    ],
    ids=["tidy", "upside down, bent", "portrait", "640 wide", "large and noisy"],
)
def test_markers_of_a_painted_mat_give_its_pose(view: View) -> None:
    """The pose is found in the picture, right to half a mm everywhere."""
    found = find_markers(Pyramid(painted(view)), (MAT,))

    assert {0, 1, 2, 3} == set(found.corners)
    assert off_mm(pose_of(MAT, found.corners, view.size), painted_pose(view)) < 0.5


def test_a_hand_hides_a_marker_and_no_more() -> None:
    """Three markers are found beside an arm."""
    view = View(MAT)
    picture = painted(view, PaintedHand((30.0, 30.0), (-200.0, 300.0)))

    found = find_markers(Pyramid(picture), (MAT,)).corners

    assert {1, 2, 3} == set(found)
    assert off_mm(pose_of(MAT, found, view.size), painted_pose(view)) < 1.5


def test_blur_is_measured_at_the_markers() -> None:
    """A blurred picture says so: twice the blur, about twice as much found."""
    sharp, soft = (
        find_markers(Pyramid(painted(View(MAT, blur=blur))), (MAT,)).blur_px for blur in (1.0, 2.0)
    )

    assert sharp is not None
    assert soft is not None
    assert 0.6 < sharp < 1.6
    assert 1.4 < soft / sharp < 2.4


def test_an_empty_picture_has_no_markers() -> None:
    """Nothing in, nothing out."""
    assert {} == find_markers(Pyramid(np.full((720, 1280), 90, np.uint8)), (MAT,)).corners


def test_zones_do_not_overlap() -> None:
    """Every zone's middle is in that zone; between zones is none."""
    for zone in MAT.zones:
        assert zone.name == MAT.zone_at((zone.x0 + zone.x1) / 2, (zone.y0 + zone.y1) / 2)
    assert MAT.zone_at(300, 123) is None
    assert MAT.zone_at(-5, 50) is None


@pytest.mark.skipif(not PICTURES.is_dir(), reason="the photo-like pictures")
@pytest.mark.parametrize("width", [2304, 640])
def test_poses_of_photos_are_right(width: int) -> None:
    """In every photo-like picture the pose is found, right to 0.3 mm, to 1.5 mm with a marker hidden, to 8 mm with two."""
    for photo in photos(width):
        markers = find_markers(Pyramid(photo.grey), (MAT,)).corners
        found = pose_of(MAT, markers, (photo.width, photo.grey.shape[0]))

        assert 3 <= len(markers), photo.name
        assert off_mm(found, photo.pose) < (0.3 if len(markers) == 4 else 1.5)
        for two in combinations(markers.items(), 2):
            found = pose_of(MAT, dict(two), (photo.width, photo.grey.shape[0]))
            assert off_mm(found, photo.pose) < 8.0, photo.name
