"""What white looks like in a picture: the paper around a mat's markers, else the brightest of it; and how dark it is."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.mat import MarkerSize, Mat
from vision.frame import Colour
from vision.median import median
from vision.pose import Pose, marker_mm

DIM: Final = 128
"""A picture whose brightest is darker than so is made lighter for the finders: they have learnt few that are."""


def light_of(picture: Colour, white: NDArray[np.float64]) -> float:
    """Which share of the light there is that the finders have learnt, 0 to 1: ``white`` (blue, green, red, 0 to 255, shape (3,)) may be seen in the shadow that a part of the picture lies in."""
    brightest = float(white.max())
    if brightest < DIM:
        brightest = max(brightest, float(np.percentile(picture[::8, ::8], 99)))
    return min(1.0, brightest / DIM)


def white_of(picture: Colour, pose: Pose | None) -> NDArray[np.float64]:
    """What white is in a picture: blue, green and red, 0 to 255, shape (3,)."""
    seen = _paper(picture, pose) if pose is not None else None
    return _brightest(picture) if seen is None else seen


def _paper(picture: Colour, pose: Pose) -> NDArray[np.float64] | None:
    """The white around the markers: of each the middle, of those the brighter ones; None where none is in the picture."""
    mm = _around_markers(pose.mat)
    every = np.round(pose.to_px(mm.reshape(-1, 2))).astype(int)
    inside = ((every >= 0) & (every < picture.shape[1::-1])).all(axis=1)
    seen = []
    for px, here in zip(every.reshape(len(mm), -1, 2), inside.reshape(len(mm), -1), strict=True):
        if here.sum() > len(px) // 2:
            x, y = px[here].T
            seen.append(median(picture[y, x], axis=0))
    return np.asarray(np.percentile(seen, 60, axis=0), np.float64) if seen else None


@lru_cache(maxsize=4)
def _around_markers(mat: Mat) -> NDArray[np.float64]:
    """Points in the white around a mat's markers, mm, shape (markers, n, 2)."""
    corners = (marker_mm(mat, marker)[0] for marker in mat.markers)
    return np.stack([_around(corner, mat.marker) for corner in corners])


def _around(corner: NDArray[np.float64], marker: MarkerSize) -> NDArray[np.float64]:
    """Points in the white around a marker, mm, shape (n, 2), given its top-left corner."""
    along = np.linspace(-marker.white / 2, marker.side + marker.white / 2, 16)
    low, high = np.full(16, along[0]), np.full(16, along[-1])
    sides = [(along, low), (along, high), (low, along), (high, along)]
    points = np.concatenate([np.stack(side, axis=1) for side in sides])
    return np.asarray(points + corner, np.float64)


def _brightest(picture: Colour) -> NDArray[np.float64]:
    """The colours of the brightest tenth; a picture without anything bright has a darker white."""
    small = picture[::4, ::4].reshape(-1, 3).astype(np.float64)
    light = small @ np.array([0.114, 0.587, 0.299])
    bright = small[light >= np.percentile(light, 90)]
    return np.asarray(median(bright, axis=0), np.float64) + np.ones(3)
