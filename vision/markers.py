"""The mat's corner markers: found in a picture, their corners refined to a fraction of a pixel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.lines import crossings, fitted
from vision.sampling import halved, sample

Quad: TypeAlias = NDArray[np.float64]
"""Top-left, top-right, bottom-right, bottom-left of a marker's own, px, shape (4, 2)."""

IDS: Final = (0, 1, 2, 3)
SEARCH_WIDTH: Final = 640
"""Wide enough for a marker of 30 mm: 3.8 px a module where the mat fills the picture."""
SMALLEST: Final = 0.06
"""A marker's girth in widths of the picture: half of what it is where the mat fills a third of it."""
WINDOWS_PX: Final = (13, 5, 23)
"""Threshold windows tried one after the other until three markers are found."""
ENOUGH: Final = 3
"""With so many no further window is tried: three make a pose."""
_PROFILES: Final = 13
_REACH: Final = 9
_FAINTEST: Final = 4.0
"""An edge weaker than this (grey levels) is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Markers:
    """The mat's markers in a picture, and how sharp their edges are."""

    corners: Mapping[int, Quad]
    """By id, refined to a fraction of a pixel."""
    blur_px: float | None = None
    """Standard deviation of the blur at their edges, px; None without markers."""


def find_markers(grey: Grey) -> Markers:
    """The mat's markers in a picture, as many as can be seen."""
    small, scale = _reduced(grey)
    found: dict[int, Quad] = {}
    for window in WINDOWS_PX:
        found = {**_detected(small, window), **found}
        if len(found) >= ENOUGH:
            break
    if not found:
        return Markers({})
    rough = (np.array(list(found.values())) + 0.5) * scale - 0.5
    better, blur = refined(grey, rough, scale)
    return Markers(dict(zip(found, better, strict=True)), blur)


def refined(
    grey: Grey, quads: NDArray[np.float64], slack: float = 1.0
) -> tuple[NDArray[np.float64], float]:
    """Markers' corners, shape (n, 4, 2), from the straight edges near them, and those edges' blur, px.

    Corners stay as they were where no edge stands out. ``slack`` says how far
    off they may be, in units of 1.5 px.
    """
    ends = np.roll(quads, -1, axis=1)
    step = max(slack * 1.5, float(np.abs(ends - quads).max()) / 60) / 3
    along = np.linspace(0.12, 0.88, _PROFILES)[:, None]
    points = quads[:, :, None] * (1 - along) + ends[:, :, None] * along
    normals = _normals(quads, ends)
    shift, strength, spread = _edges(_profiles(grey, points, normals * step))
    seen = points + (normals * step)[:, :, None] * shift[..., None]
    lines = fitted(seen.reshape(-1, _PROFILES, 2)).reshape(-1, 4, 3)
    better = crossings(lines)
    clear = strength.min(axis=(1, 2)) > _FAINTEST
    near = np.abs(better - quads).max(axis=(1, 2)) < _REACH * step
    corners = np.where((clear & near)[:, None, None], better, quads)
    # The slope is taken over two steps, which spreads it by a third of a step squared.
    blur = np.sqrt(max(float(np.median(spread)) ** 2 - 1 / 3, 0.01)) * step
    return corners, float(blur)


def _reduced(grey: Grey) -> tuple[Grey, float]:
    """The picture at about the width the search needs, and its px in px of the picture."""
    scale = 1.0
    while max(grey.shape) >= 1.8 * SEARCH_WIDTH:
        grey, scale = halved(grey), scale * 2
    longest = max(grey.shape)
    if longest <= 1.2 * SEARCH_WIDTH:
        return np.ascontiguousarray(grey), scale
    height, width = (round(side * SEARCH_WIDTH / longest) for side in grey.shape)
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale * longest / SEARCH_WIDTH


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
    options.minMarkerPerimeterRate = SMALLEST
    return options


def _normals(starts: Quad, ends: Quad) -> NDArray[np.float64]:
    sides = ends - starts
    normals = np.stack([sides[..., 1], -sides[..., 0]], axis=-1)
    return np.asarray(normals / np.linalg.norm(normals, axis=-1, keepdims=True))


def _profiles(
    grey: Grey, points: NDArray[np.float64], steps: NDArray[np.float64]
) -> NDArray[np.float32]:
    """The picture along lines through points of each side, shape (markers, sides, points, steps)."""
    offsets = np.arange(-_REACH, _REACH + 1)[:, None]
    where = points[..., None, :] + steps[:, :, None, None] * offsets
    x, y = where.reshape(-1, len(offsets), 2).transpose(2, 0, 1).astype(np.float32)
    taken = sample(grey, np.ascontiguousarray(x), np.ascontiguousarray(y))
    return taken.reshape(where.shape[:-1])


def _edges(
    profiles: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Where along each profile the picture rises from black to white, how much, and how spread out the rise is.

    In steps, the first from the profile's middle.
    """
    rise = np.clip(np.gradient(profiles.astype(np.float64), axis=-1), 0, None)
    best = rise.argmax(axis=-1)[..., None]
    steps = np.arange(profiles.shape[-1]) - (profiles.shape[-1] - 1) / 2
    near = rise * (np.abs(np.arange(profiles.shape[-1]) - best) <= 4)
    strength = near.sum(axis=-1)
    share = near / np.maximum(strength, 1e-9)[..., None]
    where = (share * steps).sum(axis=-1)
    square = (share * np.square(steps - where[..., None])).sum(axis=-1)
    return where, strength, np.sqrt(square)
