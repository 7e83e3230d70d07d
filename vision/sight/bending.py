"""How a lens bends, from what is known to be square: the mat's markers at their places, and cards' symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat
from companion.pieces import TAG_MM
from vision.lens import Lens
from vision.median import median
from vision.pose import CORNER_NOISE_PX, MarkerCorners, Pose, points_of, pose_of

SYMBOL_NOISE_PX: Final = 0.25
"""The accuracy of a symbol's sides."""
SPREAD: Final = np.array([0.5, 0.5, 0.01, 0.01, 0.06])
"""Prior spreads of k1 and k2, of the centre (half diagonals, each way), and of how much larger than nominal symbols are printed."""
_STEPS: Final = np.array([1e-4, 1e-4, 1e-4, 1e-4, 1e-3])
"""Of the numerical derivatives."""
_ROUNDS: Final = 8
_STILL: Final = 1e-3
"""A step that changes the fit by less than this share is the last."""
ALL: Final = np.ones(5, np.bool_)
LARGER: Final = np.arange(5) == 4
"""How large symbols were printed, and nothing of the lens."""
FEWEST_MARKERS: Final = 3
FEWEST_SYMBOLS: Final = 6
"""Fewer symbols in all views tell too little of the middle of the mat, where there are no markers."""
USUAL: Final = 0.06
"""The first term of lenses that need no more."""
EXPLAINED: Final = 0.7
"""The share of the deviations that a lens may leave to pay."""
PAYS_MM: Final = 1.0
_OUTLYING: Final = 3.0
"""Deviations, in units of the accuracy, from which they count less: a card on a pile, a curled one (Huber, 1964)."""


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """What one picture tells of its lens."""

    mat: Mat
    markers: MarkerCorners
    symbols: NDArray[np.float64]
    """Corners of symbols of one size, px, shape (n, 4, 2)."""


@dataclass(frozen=True, slots=True)
class BendingFit:
    """A lens, and how well it explains some views."""

    lens: Lens
    cost: float
    """The mean square of deviations in units of the accuracy: 1 where nothing is left to explain."""


def fitted(
    views: Sequence[LensView], size: tuple[int, int], start: Lens, free: NDArray[np.bool_] = ALL
) -> BendingFit:
    """The lens that explains views of one camera (pictures of a size, px) best, by Gauss-Newton from a start; of what is unknown what is ``free``.

    Unknown are the lens and how large symbols were printed; each pose follows from
    its markers, as it will when the lens is used.
    """
    usual = np.array([0.0, 0.0, 0.0, 0.0, _larger(views, size, start)])
    now = np.array([start.k1, start.k2, *start.centre, usual[4]])
    left = _deviations(views, size, now)
    for _ in range(_ROUNDS):
        weights = _weights(left)
        slopes = [(_deviations(views, size, now + by) - left) / by.sum() for by in np.diag(_STEPS)]
        jacobian = np.stack(slopes, axis=1) * free * weights[:, None]
        step = np.linalg.lstsq(
            np.vstack([jacobian, np.diag(1 / SPREAD)]),
            np.concatenate([-left * weights, (usual - now) / SPREAD]),
            rcond=None,
        )[0]
        better = _halved(views, size, now, step, _cost(left))
        if better is None:
            break
        gain = _cost(left) - _cost(better[1])
        now, left = better
        if gain < _STILL * _cost(left):
            break
    return BendingFit(_lens(now), _cost(left))


def better_lens(
    views: Sequence[LensView], size: tuple[int, int], known: Lens | None, now: Lens
) -> Lens | None:
    """The lens by which views of one camera (pictures of a size, px) are read, where that pays; None where what is ``known``, or of one term as ``now``, will do.

    It pays if some point of the mat lies elsewhere by it, and if it explains the views
    clearly better. Usual lenses, of which one term tells enough, are not fitted.
    """
    if known is None and abs(now.k1) < USUAL:
        return None
    told = [view for view in views if len(view.markers) >= FEWEST_MARKERS]
    if sum(len(view.symbols) for view in told) < FEWEST_SYMBOLS:
        return None
    starts = (now,) if known is None else (known, Lens())
    found = min((fitted(told, size, start) for start in starts), key=lambda fit: fit.cost)
    if found.cost > EXPLAINED * fitted(told, size, known or now, LARGER).cost:
        return None
    moved = (_moved(view, size, known or now, found.lens) for view in told)
    return found.lens if max(moved) > PAYS_MM else None


def _moved(view: LensView, size: tuple[int, int], one: Lens, other: Lens) -> float:
    """How far a point of the mat lies by one lens from where it lies by another, at most, mm."""
    here, there = (pose_of(view.mat, view.markers, size, lens=by) for by in (one, other))
    if here is None or there is None:
        return 0.0
    grid = np.stack(np.meshgrid(*(np.linspace(0, side, 9) for side in view.mat.size)), -1)
    points = grid.reshape(-1, 2)
    away = there.to_mm(here.to_px(points)) - points
    return float(np.linalg.norm(away, axis=1).max())


def strain(pose: Pose, symbols: NDArray[np.float64]) -> float | None:
    """By what share lengths are taken for others somewhere on the mat: how unequal and how skewed symbols of one size (px, shape (n, 4, 2)) seem.

    The median of the symbols, without what the accuracy of their sides explains; None
    where there are too few.
    """
    if len(symbols) < FEWEST_SYMBOLS:
        return None
    side, skew, px = _sides(pose, symbols)
    usual = float(median(side))
    off = float(median(np.hypot(side / usual - 1, np.abs(skew) / usual)))
    return float(np.sqrt(max(off**2 - (SYMBOL_NOISE_PX / float(median(px))) ** 2, 0)))


def _halved(
    views: Sequence[LensView],
    size: tuple[int, int],
    now: NDArray[np.float64],
    step: NDArray[np.float64],
    cost: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """The step, halved until it leads downwards: where, and the deviations there."""
    for part in (1.0, 0.5, 0.25, 0.125):
        there = now + part * step
        left = _deviations(views, size, there)
        if _cost(left) < cost:
            return there, left
    return None


def _larger(views: Sequence[LensView], size: tuple[int, int], lens: Lens) -> float:
    """By what share the median symbol is larger than nominal, as a lens has it."""
    poses = (pose_of(view.mat, view.markers, size, lens=lens) for view in views)
    sides = [_sides(pose, view.symbols)[0] for pose, view in zip(poses, views, strict=True) if pose]
    found = np.concatenate([*sides, np.empty(0)])
    return float(median(found)) / TAG_MM - 1 if len(found) else 0.0


def _lens(unknown: NDArray[np.float64]) -> Lens:
    k1, k2, x, y = unknown[:4].tolist()
    return Lens(k1, k2, (x, y))


def _weights(left: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.sqrt(np.minimum(1, _OUTLYING / np.maximum(np.abs(left), 1e-9)))


def _cost(left: NDArray[np.float64]) -> float:
    """Huber's loss, per deviation."""
    far = np.abs(left)
    return float(np.where(far < _OUTLYING, far**2, 2 * _OUTLYING * far - _OUTLYING**2).mean())


def _deviations(
    views: Sequence[LensView], size: tuple[int, int], unknown: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Of all markers and symbols, in units of their accuracy."""
    lens, told = _lens(unknown), []
    for view in views:
        pose = pose_of(view.mat, view.markers, size, lens=lens)
        if pose is not None:
            told += [_of_markers(view, pose), _of_symbols(view, pose, unknown[4])]
    return np.concatenate(told)


def _of_markers(view: LensView, pose: Pose) -> NDArray[np.float64]:
    mm, px = points_of(view.mat, view.markers)
    return np.asarray((pose.to_px(mm) - px) / CORNER_NOISE_PX).ravel()


def _of_symbols(view: LensView, pose: Pose, larger: float) -> NDArray[np.float64]:
    """Of each symbol's sides: that they are at right angles, of one length, and of that which symbols have."""
    side, skew, px = _sides(pose, view.symbols)
    off = np.stack([side - TAG_MM * (1 + larger), skew.real, skew.imag])
    return np.asarray(off * px / TAG_MM / SYMBOL_NOISE_PX).ravel()


def _sides(
    pose: Pose, quads: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.complex128], NDArray[np.float64]]:
    """Symbols' sides on the mat, mm; what is left of them where they are turned as if square, mm; sides in the picture, px.

    By the middles of their sides: a symbol's corners are extrapolated from its middle,
    where the lens bends them on.
    """
    middles = (quads + quads[:, [1, 2, 3, 0]]) / 2
    mm = pose.to_mm(middles.reshape(-1, 2)).reshape(-1, 4, 2) @ np.array([1, 1j])
    top, right, bottom, left = mm.T
    across, down = right - left, bottom - top
    side, skew = np.abs(across - 1j * down) / 2, (across + 1j * down) / 2
    skew = skew * np.exp(-1j * np.angle(across - 1j * down))
    px = np.linalg.norm(middles[:, 1] - middles[:, 3], axis=1) + np.linalg.norm(
        middles[:, 2] - middles[:, 0], axis=1
    )
    return side, skew, px / 2
