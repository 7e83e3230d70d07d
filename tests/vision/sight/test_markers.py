"""Of markers that are there many times those of one mat are told, in few trials."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT
from vision.lens import STRAIGHT
from vision.pose import Pose, Quad, marker_mm
from vision.sight.markers import of_one_mat

SIZE = (1280, 720)
COPIES = 12


def lying(scale: float, x: float, y: float) -> Pose:
    """Where a mat lies, so many px a mm."""
    homography = np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])
    return Pose(homography, STRAIGHT, SIZE, MAT)


def copies(scale: float) -> dict[int, list[Quad]]:
    """The mat's markers many times elsewhere, as on a sheet with nothing else."""
    rng = np.random.default_rng(5)
    places = {marker: rng.uniform(0, 300, (COPIES, 2)) for marker in MAT.markers}
    return {
        marker: [lying(scale, *at).to_px(marker_mm(MAT, marker)) for at in places[marker]]
        for marker in MAT.markers
    }


@pytest.mark.parametrize(
    ("scale", "others", "known"), [(1.6, 0.8, False), (1.6, 0.8, True), (0.9, 1.8, True)]
)
def test_a_sheet_of_copies_hides_no_mat(scale: float, others: float, known: bool) -> None:
    """It is the largest, or lies where it lay: sets of all places would be tens of thousands."""
    here = lying(scale, 100, 40)
    true = {marker: here.to_px(marker_mm(MAT, marker)) for marker in MAT.markers}
    seen = {marker: [*quads, true[marker]] for marker, quads in copies(others).items()}

    found = of_one_mat(MAT, seen, SIZE, here if known else None)

    assert {marker: quad.tolist() for marker, quad in true.items()} == {
        marker: quad.tolist() for marker, quad in found.items()
    }
