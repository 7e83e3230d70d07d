"""Where a mat lies in a picture: its pose, from the corners of its markers (docs/physical.md, section 3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat
from vision.lens import STRAIGHT, Lens

Quad: TypeAlias = NDArray[np.float64]
"""Top-left, top-right, bottom-right, bottom-left of a marker's own, px, shape (4, 2)."""

MarkerCorners: TypeAlias = Mapping[int, Quad]
"""A mat's markers in a picture: id -> their own corners, top-left first, px, shape (4, 2)."""

CORNER_NOISE_PX: Final = 0.2
"""The accuracy of a marker's detected corner."""
LENS_K: Final = 0.03
"""How much usual lenses distort: the prior spread of ``Lens.k1`` where nothing else is known of it."""
ASTRAY: Final = 0.06
"""How far a corner of two markers may be from where their pose puts it, in sides of a marker (docs/reading.md)."""
_STILL_PX: Final = 0.005
SHRINKING_MM: Final = 0.5
"""How far blur and tone curve shift the edges of black: the prior spread."""
_HOLD: Final = CORNER_NOISE_PX / np.array([LENS_K, SHRINKING_MM])
_SQUARE: Final = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where the mat lies in a picture: mm of the mat to px of the picture, through the lens."""

    homography: NDArray[np.float64]
    """From mm (3 x 3) to the px of a lens that does not bend."""
    lens: Lens
    size: tuple[int, int]
    """Width and height of the picture, px."""
    mat: Mat

    def to_px(self, mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the mat, shape (n, 2), in px."""
        return self.lens.bent(projected(self.homography, mm), self.size)

    def to_mm(self, px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the picture, shape (n, 2), in mm of the mat."""
        return projected(_back(self), self.lens.straight(px, self.size))

    def px(self, mm: tuple[float, float]) -> tuple[float, float]:
        """One point of the mat in px."""
        x, y = self.to_px(np.array([mm]))[0]
        return float(x), float(y)

    @property
    def px_per_mm(self) -> float:
        """The scale at the mat's middle."""
        return _px_per_mm(self)

    @property
    def markers_px(self) -> Mapping[int, NDArray[np.float64]]:
        """Where each of the mat's markers should be, px, shape (4, 2), its own top-left first."""
        return _markers_px(self)


def markers_mm(mat: Mat, markers: Iterable[int]) -> NDArray[np.float64]:
    """The corners of some markers on their mat, each's own top-left first, shape (n, 4, 2), mm. Raises KeyError if one is none of the mat's."""
    return _markers_mm(mat, tuple(markers))


@lru_cache(maxsize=64)
def _markers_mm(mat: Mat, markers: tuple[int, ...]) -> NDArray[np.float64]:
    corners = dict(mat.corners())
    first = np.array([corners[marker] for marker in markers]).reshape(-1, 1, 2)
    found = np.asarray(first + mat.marker.side * _SQUARE)
    found.setflags(write=False)
    return found


def marker_mm(mat: Mat, marker: int) -> NDArray[np.float64]:
    """The corners of one of them, shape (4, 2), mm. Raises KeyError if it is none of the mat's."""
    return np.asarray(markers_mm(mat, (marker,))[0])


def outline_mm(mat: Mat, beyond: float = 0.0) -> NDArray[np.float64]:
    """The mat's own corners, or points so many mm beyond them: top-left first, shape (4, 2), mm."""
    return _SQUARE * (np.array(mat.size) + 2 * beyond) - beyond


def pose_of(
    mat: Mat,
    markers: MarkerCorners,
    size: tuple[int, int],
    last: Pose | None = None,
    lens: Lens | None = None,
) -> Pose | None:
    """The pose of a mat from the corners of its markers (id -> px, shape (4, 2)), through a ``lens`` where it is known.

    Three markers determine a pose. With fewer, the last good one of the same mat is
    moved to fit them; without a last one, two give a pose accurate to some mm, and one
    gives none.
    """
    if last is not None and (last.mat, last.size) != (mat, size):
        last = None
    if len(markers) >= 3:
        return _solved(mat, markers, size, lens, last.lens.k1 if last else 0.0)
    if last is None:
        return _of_two(mat, markers, size, lens) if len(markers) == 2 else None
    return _moved(last, markers) if markers else last


def _of_two(
    mat: Mat, markers: MarkerCorners, size: tuple[int, int], lens: Lens | None
) -> Pose | None:
    """The pose of two markers, unless they cannot belong to one mat: nothing else would reveal that one of them is false."""
    found = _solved(mat, markers, size, lens)
    return found if _misfit(found, markers) < ASTRAY else None


def are_of_one(
    mat: Mat, markers: MarkerCorners, size: tuple[int, int], lens: Lens | None, most: float
) -> bool:
    """Whether the corners of two markers or more all lie within ``most`` sides of a marker of where the pose that fits them best has them."""
    mm, px = points_of(mat, markers)
    through = lens or STRAIGHT
    # Nearly as good a pose, without its lens, nearly always says so.
    near = Pose(_linear(mm, through.straight(px, size)), through, size, mat)
    if _misfit(near, markers) < most:
        return True
    return _misfit(_solved(mat, markers, size, lens), markers) < most


def _misfit(found: Pose, markers: MarkerCorners) -> float:
    mm, px = points_of(found.mat, markers)
    side = min(math.dist(quad[0], quad[1]) for quad in px.reshape(-1, 4, 2).tolist())
    off = found.to_px(mm) - px
    return math.sqrt((off * off).sum(axis=1).max()) / side


def points_of(mat: Mat, markers: MarkerCorners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of some markers, shape (n, 2) each: on the mat, mm, and in the picture, px."""
    px = np.array(list(markers.values()), np.float64)
    return markers_mm(mat, markers).reshape(-1, 2), px.reshape(-1, 2)


@cache
def inwards(markers: int) -> NDArray[np.float64]:
    """For each corner of so many markers where it moves if black shrinks by 1 mm, shape (n, 2)."""
    moves = np.tile(2 * (_SQUARE.mean(axis=0) - _SQUARE), (markers, 1))
    moves.setflags(write=False)
    return moves


def _solved(
    mat: Mat, markers: MarkerCorners, size: tuple[int, int], lens: Lens | None, k1: float = 0.0
) -> Pose:
    """Gauss-Newton on the px without a lens: the homography's eight numbers, the lens's first term if it is not known, the markers' shrinking.

    A blurred black edge next to white moves towards the black once the camera's tone
    curve has been applied, by the same length on every side of every marker: if
    ignored, it would be taken for lens distortion.
    """
    mm, px = points_of(mat, markers)
    through = lens or Lens(k1)
    straight = through.straight(px, size)
    homography = _linear(mm, straight)
    inward = inwards(len(markers))
    shrunk = 0.0
    # The last two rows damp the lens's term and the shrinking towards 0, according to their prior spreads.
    rows, aims = np.zeros((px.size + 2, 10)), np.zeros(px.size + 2)
    rows[-2:, 8:] = np.diag(_HOLD)
    slopes = rows[:-2].reshape(-1, 2, 10)
    for _ in range(6):
        seen = mm + shrunk * inward
        there, inner = projected(homography, np.concatenate([seen, seen + inward])).reshape(
            2, -1, 2
        )
        _slopes(slopes, homography, seen, there)
        if lens is None:
            slopes[:, :, 8] = -through.slope(px, size)
        slopes[:, :, 9] = inner - there
        aims[:-2] = (straight - there).ravel()
        aims[-2:] = -_HOLD * (through.k1, shrunk)
        step = np.linalg.lstsq(rows, aims, rcond=None)[0]
        homography = homography + np.array([*step[:8], 0.0]).reshape(3, 3)
        shrunk += float(step[9])
        if lens is None:
            through = Lens(through.k1 + float(step[8]))
            straight = through.straight(px, size)
        if float(np.abs(rows[:-2] @ step).max()) < _STILL_PX:
            break
    return Pose(homography, through, size, mat)


def _linear(mm: NDArray[np.float64], px: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography from mm to px, both shape (n, 2), by least squares of its linear equations."""
    rows = np.zeros((2, len(mm), 8))
    rows[0, :, :2] = rows[1, :, 3:5] = mm
    rows[0, :, 2] = rows[1, :, 5] = 1
    rows[:, :, 6:] = -px.T[..., None] * mm
    found = np.linalg.lstsq(rows.reshape(-1, 8), px.T.ravel(), rcond=None)
    return np.array([*found[0], 1.0]).reshape(3, 3)


def _slopes(
    into: NDArray[np.float64],
    homography: NDArray[np.float64],
    mm: NDArray[np.float64],
    straight: NDArray[np.float64],
) -> None:
    """Puts the derivatives of the projected points with respect to the first eight numbers of the homography ``into`` an array of shape (n, 2, 8 or more)."""
    near = np.ones((len(mm), 3))
    near[:, :2] = mm
    near /= (near @ homography[2])[:, None]
    into[:, 0, :3] = into[:, 1, 3:6] = near
    into[:, :, 6:8] = -straight[:, :, None] * near[:, None, :2]


def _moved(last: Pose, markers: MarkerCorners) -> Pose:
    """The last pose, shifted, rotated and scaled to fit the visible markers."""
    mm, px = points_of(last.mat, markers)
    before = projected(last.homography, mm)
    now = last.lens.straight(px, last.size)
    if np.abs(before - now).max() < CORNER_NOISE_PX * 5:
        return last
    a, b = before @ [1, 1j], now @ [1, 1j]
    from_, to = a - a.mean(), b - b.mean()
    turn = np.vdot(from_, to) / np.vdot(from_, from_).real
    shift = b.mean() - turn * a.mean()
    similar = np.array(
        [[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag], [0, 0, 1]]
    )
    homography = similar @ last.homography
    return replace(last, homography=homography / homography[2, 2])


@lru_cache(maxsize=8)
def _px_per_mm(pose: Pose) -> float:
    middle = np.array([pose.mat.middle])
    span = pose.to_px(np.concatenate([middle - 10, middle + 10]))
    return float(np.linalg.norm(span[1] - span[0]) / np.hypot(20, 20))


@lru_cache(maxsize=8)
def _markers_px(pose: Pose) -> Mapping[int, NDArray[np.float64]]:
    mat = pose.mat
    return {marker: pose.to_px(marker_mm(mat, marker)) for marker in mat.markers}


@lru_cache(maxsize=8)
def _back(pose: Pose) -> NDArray[np.float64]:
    """The homography of a pose from undistorted px to mm."""
    return np.linalg.inv(pose.homography).astype(np.float64)


def projected(homography: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points, shape (n, 2), through a homography, 3 x 3."""
    flat = homography[:, :2] @ points.T + homography[:, 2:]
    return np.asarray(flat[:2] / flat[2]).T
