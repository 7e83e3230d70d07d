"""Pawns are found by their caps, each at the place where it stands, and never disturb the mat's pose."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.pieces import Pieces
from tests.places import DICE
from tests.vision.boards import BOARD, CELLS, PAWNS
from vision.frame import Colour, Frame
from vision.painting.layout import Layout
from vision.painting.scene import paint
from vision.painting.view import View, pose
from vision.pawn_caps import Cap, PawnCaps
from vision.pictures import grey_of, read_picture
from vision.printing.marks import Marker
from vision.reader import Reader
from vision.reading import Sighting
from vision.viewpoint import below, viewpoint

CAPS = PawnCaps({marker: Cap(pawn) for marker, pawn in PAWNS.items()})
FLAT = PawnCaps({marker: Cap(pawn, 0.0) for marker, pawn in PAWNS.items()})
READER = Reader(Pieces(), (CELLS, BOARD), detectors={"board": (CAPS,)})
"""Of the two mats that may lie there, only on one are there pawns."""


@pytest.mark.skipif(not DICE.is_dir(), reason="the pictures of dice and pawns")
@pytest.mark.parametrize("size", ["1280x720", "1920x1080", "2304x1296"])
@pytest.mark.parametrize("scene", ["rauf_00", "rauf_01"])
def test_pawns_of_photo_like_pictures(scene: str, size: str) -> None:
    """Every pawn of the truth and no other, no farther than 5 mm from where it stands: a field is 30 wide."""
    name = DICE / f"{scene}_{size}"
    truth = json.loads(name.with_suffix(".json").read_text())["pawns"]
    colour = read_picture(name.with_suffix(".jpg"))

    reading = READER.read(grey_of(colour), colour)

    found = {int(seen.payload): seen.centre or (0.0, 0.0) for seen in reading.loose}
    assert reading.mat is BOARD
    assert {pawn["id"] for pawn in truth} == set(found)
    assert all(math.dist(p["centre_mm"], found[p["id"]]) < 5 for p in truth)


def painted(view: View, *markers: Marker) -> Colour:
    """A table with caps printed flat on its mat."""
    seen = replace(view, drawn=markers, cloth="paper")
    return paint(Layout(), seen, np.random.default_rng(1))


def looked(caps: PawnCaps, colour: Colour, view: View) -> dict[str, Sighting]:
    frame = Frame(0, 0.0, grey_of(colour), colour)
    return {seen.code: seen for seen in caps.read(frame, pose(view))}


def test_a_cap_says_which_pawn_stands_in_which_field() -> None:
    """The pawn's name, its field, its turn; a marker that is nobody's pawn is none."""
    view = View(BOARD, size=(1920, 1080))
    shown = painted(view, Marker(16, (59, 54), 12.0), Marker(28, (209, 114), 12.0))

    found = looked(FLAT, shown, view)

    assert {"pawn-16": "f0-0", "pawn-28": "f5-2"} == {
        code: seen.zone for code, seen in found.items()
    }
    assert (65, 60) == pytest.approx(found["pawn-16"].centre, abs=1.0)
    assert 0 == pytest.approx(found["pawn-16"].turn, abs=2.0)
    only = PawnCaps({28: Cap(PAWNS[28], 0.0)})
    assert ["pawn-28"] == list(looked(only, shown, view))


@pytest.mark.slow
def test_a_marker_of_another_size_is_no_cap() -> None:
    """Somebody's large marker on the table is no pawn, whatever its number."""
    view = View(BOARD, size=(1920, 1080))

    assert {} == looked(FLAT, painted(view, Marker(16, (59, 54), 25.0)), view)


def test_without_a_mat_there_are_no_pawns() -> None:
    """Nothing says where they would stand."""
    frame = Frame(0, 0.0, np.zeros((90, 160), np.uint8))

    assert () == CAPS.read(frame, None)


@pytest.mark.slow
def test_caps_do_not_disturb_the_pose() -> None:
    """Caps beside a mat's own markers leave it the mat that it is, where it is."""
    view = View(BOARD, size=(1920, 1080))
    caps = [Marker(n, (59 + 30 * (n - 16), 54), 12.0) for n in range(16, 27)]

    reading = READER.read(grey_of(painted(view, *caps)))

    assert reading.mat is BOARD
    assert reading.pose is not None
    corners = np.array([[0.0, 0.0], [594.0, 0.0], [594.0, 420.0], [0.0, 420.0]])
    apart = reading.pose.to_px(corners) - pose(view).to_px(corners)
    assert np.abs(apart).max() < 1.0


@pytest.mark.parametrize("tilt", [(0.0, 0.0), (0.0, 4.0), (8.0, -6.0), (-14.0, 3.0)])
def test_what_stands_on_the_mat_is_below_where_it_is_seen(tilt: tuple[float, float]) -> None:
    """From where the camera must be, a point 24 mm above the mat leads back to its foot, to 3 mm."""
    view = View(BOARD, size=(1280, 720), tilt=tilt, k=0.0)
    feet = np.array([[65.0, 60.0], [365.0, 60.0], [365.0, 360.0], [215.0, 210.0]])
    seen = pose(view).to_mm(pose(view, 24.0).to_px(feet))

    lens = viewpoint(pose(view))
    assert lens[2] == pytest.approx(view.height_mm, rel=0.3)
    found = below(pose(view), seen, np.full(len(feet), 24.0))
    assert np.abs(found - feet).max() < 3.0


def test_colour_is_made_only_when_it_is_asked_for() -> None:
    """A frame whose colour is small makes the whole of it on demand; a grey one is grey in colour."""
    asked = []
    grey = np.full((40, 60), 7, np.uint8)
    large = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)

    def whole() -> Colour:
        asked.append(1)
        return np.asarray(large, np.uint8)

    frame = Frame(0, 0.0, grey, np.zeros((10, 15, 3), np.uint8), whole=whole)
    CAPS.read(frame, None)
    assert [] == asked
    assert frame.bgr() is large
    assert [1] == asked
    assert (40, 60, 3) == Frame(0, 0.0, grey).bgr().shape
    assert Frame(0, 0.0, grey, np.asarray(large, np.uint8)).bgr() is large
