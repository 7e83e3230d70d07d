"""The mat's corner markers: found in a picture, their corners refined to a fraction of a pixel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.lines import crossings, fitted
from vision.sampling import sample

Quad: TypeAlias = NDArray[np.float64]
"""Top-left, top-right, bottom-right, bottom-left of a marker's own, px, shape (4, 2)."""

IDS: Final = (0, 1, 2, 3)
SEARCH_WIDTH: Final = 640
"""Wide enough for a marker of 30 mm: 3.8 px a module where the mat fills the picture."""
WINDOWS_PX: Final = (13, 5, 23)
"""Threshold windows tried one after the other until three markers are found."""
_PROFILES: Final = 13
_REACH: Final = 9


def find_markers(grey: Grey) -> Mapping[int, Quad]:
    """The mat's markers in a picture by id, corners refined; empty where there are none."""
    small, scale = _reduced(grey)
    found: dict[int, Quad] = {}
    for window in WINDOWS_PX:
        found = {**_detected(small, window), **found}
        if len(found) >= 3:
            break
    return {
        marker: refined(grey, (quad + 0.5) * scale - 0.5, scale)
        for marker, quad in found.items()
    }


def refined(grey: Grey, quad: Quad, slack: float = 1.0) -> Quad:
    """A marker's corners from the straight edges near them; as they were where no edge stands out.

    ``slack`` says how far off the corners may be, in units of 1.5 px.
    """
    step = max(slack * 1.5, float(np.linalg.norm(quad[1] - quad[0])) / 60) / 3
    offsets = step * np.arange(-_REACH, _REACH + 1)
    ends = np.roll(quad, -1, axis=0)
    along = np.linspace(0.12, 0.88, _PROFILES)[None, :, None]
    points = quad[:, None] * (1 - along) + ends[:, None] * along
    normals = _normals(quad, ends)
    where = points[:, :, None] + normals[:, None, None] * offsets[:, None]
    profiles = sample(grey, where)
    shift, strength = _edges(profiles)
    if strength.min() < 4.0:
        return quad
    seen = points + normals[:, None] * (shift * step)[..., None]
    better = crossings(np.array([fitted(side) for side in seen]))
    moved = float(np.abs(better - quad).max())
    return better if moved < _REACH * step else quad


def _reduced(grey: Grey) -> tuple[Grey, float]:
    height, width = grey.shape
    scale = max(1.0, width / SEARCH_WIDTH, height / SEARCH_WIDTH)
    if scale == 1.0:
        return np.ascontiguousarray(grey), 1.0
    size = (round(width / scale), round(height / scale))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA)), scale


def _detected(grey: Grey, window: int) -> dict[int, Quad]:
    corners, ids = _detector(window)(grey)
    if ids is None:
        return {}
    quads = zip(np.ravel(ids).tolist(), corners, strict=True)
    return {
        marker: np.asarray(quad, np.float64).reshape(4, 2)
        for marker, quad in quads
        if marker in IDS
    }


@cache
def _detector(window: int) -> Callable[[Grey], tuple[Any, Any]]:
    """OpenCV's detector: the functions of 4.6 or the class that came with 4.7 and alone is left in 5."""
    aruco: Any = cv2.aruco
    words = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    if hasattr(aruco, "ArucoDetector"):
        detector = aruco.ArucoDetector(
            words, _tuned(aruco.DetectorParameters(), window)
        )
        return lambda grey: detector.detectMarkers(grey)[:2]
    options = _tuned(aruco.DetectorParameters_create(), window)
    return lambda grey: aruco.detectMarkers(grey, words, parameters=options)[:2]


def _tuned(options: Any, window: int) -> Any:
    options.adaptiveThreshWinSizeMin = window
    options.adaptiveThreshWinSizeMax = window
    return options


def _normals(starts: Quad, ends: Quad) -> NDArray[np.float64]:
    sides = ends - starts
    normals = np.stack([sides[:, 1], -sides[:, 0]], axis=1)
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))


def _edges(
    profiles: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where along each profile the picture rises from black to white, in steps from its middle, and how much."""
    rise = np.clip(np.gradient(profiles.astype(np.float64), axis=-1), 0, None)
    best = rise.argmax(axis=-1)[..., None]
    steps = np.arange(profiles.shape[-1])
    near = rise * (np.abs(steps - best) <= 4)
    strength = near.sum(axis=-1)
    where = (near * steps).sum(axis=-1) / np.maximum(strength, 1e-9)
    return where - (profiles.shape[-1] - 1) / 2, strength
