"""The markers of mats: found in a picture, completed by lines, and told to be of one mat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat
from vision.frame import Grey
from vision.lens import Lens
from vision.match.sampling import Pyramid, sample
from vision.median import median
from vision.pose import MarkerCorners, Pose, Quad, are_of_one, marker_mm, pose_of

# Lines -------------------------------------------------------------------------------


Lines: TypeAlias = tuple[NDArray[np.complex128], NDArray[np.float64]]
"""Each line's normal, of length 1, and how far along it the line is from 0, px."""


def fitted(points: NDArray[np.complex128], rounds: int = 3) -> Lines:
    """Lines through points, shape (lines, points). Points more than twice as far off as the median are left out."""
    kept = np.ones(points.shape, np.bool_)
    for _ in range(rounds):
        normal, far = _through(points, kept)
        off = np.abs((points * normal.conj()[:, None]).real - far[:, None])
        near = off <= np.maximum(2 * median(off, axis=1), 0.05)[:, None]
        if (near == kept).all():
            return normal, far
        kept = near
    return _through(points, kept)


def _through(points: NDArray[np.complex128], kept: NDArray[np.bool_]) -> Lines:
    """Least squares of the distances at right angles to the line."""
    share = kept / kept.sum(axis=1, keepdims=True)
    middle = (share * points).sum(axis=1)
    spread = (share * np.square(points - middle[:, None])).sum(axis=1)
    normal = 1j * np.exp(0.5j * np.angle(spread))
    return normal, (middle * normal.conj()).real


def crossings(normal: NDArray[np.complex128], far: NDArray[np.float64]) -> NDArray[np.complex128]:
    """The corners of figures from their sides in order, shape (figures, sides): corner i begins side i.

    Corners of parallel sides are not finite.
    """
    before = np.arange(normal.shape[1]) - 1
    other = normal[:, before]
    with np.errstate(divide="ignore", invalid="ignore"):
        turn = (other.conj() * normal).imag
        return np.asarray(1j * (far * other - far[:, before] * normal) / turn)


# One mat -----------------------------------------------------------------------------


PLACES: Final = 3
"""Of each marker so many places are tried with those of the others: of a sheet with many copies all sets would take seconds."""
FITS: Final = 0.5
"""How far a corner may lie from where the pose of all markers has it, in sides of a marker: rough corners of one mat are
within a tenth, one of another mat is off by a whole marker at least."""


def of_one_mat(
    mat: Mat,
    seen: Mapping[int, Sequence[Quad]],
    size: tuple[int, int],
    last: Pose | None,
    lens: Lens | None = None,
) -> dict[int, Quad]:
    """The markers (id -> corners, px) of the mat that lies where the ``last`` one of its kind lay, else of the one most is seen of.

    ``seen`` is every marker with each place at which it is, through a ``lens`` where it
    is known; empty where no two fit together.
    """

    def fit(some: MarkerCorners) -> bool:
        return are_of_one(mat, some, size, lens, FITS)

    seen = {marker: _likeliest(mat, marker, quads, last) for marker, quads in seen.items()}

    once = {marker: quads[0] for marker, quads in seen.items() if len(quads) == 1}
    if len(once) == len(seen) and (len(once) < 3 or fit(once)):
        return once
    if len(seen) == 1:
        return _nearest(mat, seen, last)
    found: list[tuple[bool, int, float]] = []
    sets: list[dict[int, Quad]] = []
    for count in range(len(seen), 1, -1):
        for some in _sets(seen, count):
            if fit(some):
                there = last is not None and _lies_there(mat, some, last)
                found.append((there, count, _girth(some)))
                sets.append(some)
        if found and (last is None or max(found)[0]):
            break
    return sets[found.index(max(found))] if found else {}


def _likeliest(mat: Mat, marker: int, quads: Sequence[Quad], last: Pose | None) -> Sequence[Quad]:
    """Of many places of a marker those that are tried: the nearest to where it lay, else the largest."""
    if len(quads) <= PLACES:
        return quads
    if last is None or last.mat != mat:
        return sorted(quads, key=lambda quad: -_girth({marker: quad}))[:PLACES]
    lay = last.to_px(marker_mm(mat, marker))
    return sorted(quads, key=lambda quad: float(np.linalg.norm(np.mean(lay - quad, axis=0))))[
        :PLACES
    ]


def _sets(seen: Mapping[int, Sequence[Quad]], count: int) -> Iterator[dict[int, Quad]]:
    for markers in combinations(seen, count):
        for quads in product(*(seen[marker] for marker in markers)):
            yield dict(zip(markers, quads, strict=True))


def _nearest(mat: Mat, seen: Mapping[int, Sequence[Quad]], last: Pose | None) -> dict[int, Quad]:
    """Of one marker at several places the one that lies where it lay."""
    ((marker, quads),) = seen.items()
    here = [quad for quad in quads if last and _lies_there(mat, {marker: quad}, last)]
    return {marker: here[0]} if here else {}


def _lies_there(mat: Mat, some: MarkerCorners, last: Pose) -> bool:
    """Whether every marker is within its own size of where it lay."""
    off = (
        np.linalg.norm(np.mean(last.to_px(marker_mm(mat, marker)) - quad, axis=0))
        for marker, quad in some.items()
    )
    return last.mat == mat and bool(max(off) < _girth(some) / 4 / len(some))


def _girth(some: MarkerCorners) -> float:
    """Of all of them together, px."""
    return float(
        sum(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).sum() for quad in some.values())
    )


# Markers -----------------------------------------------------------------------------


SEARCHES: Final = ((480, 23), (640, 9), (640, 5), (960, 9))
"""Widths of the picture and threshold windows (px) that are tried until three markers are found.

At 480 px a marker's module has 3 px if the mat fills the picture, which is nearly
always enough.
"""
SMALLEST: Final = 0.06
"""The smallest perimeter of a marker, in widths of the picture: half of what it is if the mat fills a third of it."""
WINDOWS_PX: Final = (9, 23, 5)
"""Threshold windows that are tried for a single marker at its expected place."""
ENOUGH: Final = 3
"""With this many no further window is tried: three determine a pose."""
_AROUND: Final = 2.2
"""The surroundings of a marker's expected place that are searched: this many half sides each way."""
_CLOSE_PX: Final = 150
"""The surroundings are then scaled to about this width."""
_PROFILES: Final = 13
_REACH: Final = 9
"""Steps each way from a rough edge at which the picture is sampled."""
_NEAR: Final = 7
"""Steps around the steepest one that belong to the same edge."""
_ALONG: Final = np.linspace(0.12, 0.88, _PROFILES)
"""Where along a side of a marker it is sampled across, in sides."""
_STEPS: Final = np.arange(-_REACH, _REACH + 1)
_SLOPE: Final = np.gradient(np.eye(len(_STEPS), dtype=np.float32), axis=-1)
"""From samples at these steps to how the picture rises there."""
_BESIDE: Final = (np.abs(_STEPS[:, None] - _STEPS) <= _NEAR).astype(np.float32)
_MOMENTS: Final = np.stack([_STEPS**0, _STEPS, _STEPS**2], axis=1).astype(np.float32)
MARKER_REACH: Final = 0.14
"""How far from a rough edge the true one is searched, in sides of the marker."""
_FAINTEST: Final = 4.0
"""Weaker edges (grey levels) do not count."""


@dataclass(frozen=True, slots=True, eq=False)
class Markers:
    """The mat's markers in a picture, and how sharp their edges are."""

    mat: Mat | None = None
    """The mat they belong to; None without markers."""
    corners: Mapping[int, Quad] = field(default_factory=dict)
    """By id, refined to a fraction of a pixel."""
    blur_px: float | None = None
    """Standard deviation of the blur at their edges, px; None without markers."""
    more: bool = False
    """Whether there are markers of another mat of that kind besides."""


def find_markers(
    picture: Pyramid, mats: Sequence[Mat], last: Pose | None = None, lens: Lens | None = None
) -> Markers:
    """The markers of one of some mats in a picture, as many as are visible, through a ``lens`` where it is known.

    Of several mats the ``last`` one stays while two of its markers are seen; else
    the one with most markers lies there, where that is enough for a pose. Of those that
    share markers it is the one that has most of them at its own corners.
    """
    rough: dict[int, list[Quad]] = {}
    scale = 1.0
    for width, window in SEARCHES:
        small, scale = _reduced(picture, width)
        if (width, window) == SEARCHES[0]:
            small = _without_middle(small)
        for marker, quad in _detected(small, window):
            _add(rough.setdefault(marker, []), _enlarged(quad, scale))
        if any(len(_of(mat, rough)) >= ENOUGH for mat in mats):
            break
    size = (picture.grey.shape[1], picture.grey.shape[0])

    def fitting(mat: Mat) -> int:
        return len(of_one_mat(mat, _of(mat, rough), size, last, lens))

    mat = _mat_of(rough, mats, last.mat if last else None, fitting)
    seen = _of(mat, rough)
    own = of_one_mat(mat, seen, size, last, lens)
    more = sum(map(len, seen.values())) > len(own)
    if not own:
        return Markers(more=more)
    own |= _missing(mat, picture.grey, own, lens)
    better, blur = _exact(picture.grey, own, scale)
    return Markers(mat, better, blur, more)


def _exact(grey: Grey, rough: Mapping[int, Quad], scale: float) -> tuple[dict[int, Quad], float]:
    """Markers found in a picture ``scale`` times as small, refined, and the blur of their edges, px."""
    quads = np.array(list(rough.values()))
    better, blur = refined(grey, quads, max(scale, 1.0))
    stayed = np.nonzero((better == quads).all(axis=(1, 2)))[0]
    for number in stayed if scale > 1 else ():
        # Small ones are found too roughly there for their edges to be within reach.
        closer = _near(grey, list(rough)[number], quads[number])
        better[number] = quads[number] if closer is None else closer
    if scale > 2 or (scale > 1 and len(stayed)):
        better, blur = refined(grey, better)
    return dict(zip(rough, better, strict=True)), blur


def _mat_of(
    rough: Mapping[int, Sequence[Quad]],
    mats: Sequence[Mat],
    last: Mat | None,
    fitting: Callable[[Mat], int],
) -> Mat:
    if last is not None and len(_of(last, rough)) > 1:
        alike = (m for m in mats if m != last and not {*m.markers}.isdisjoint(last.markers))
        rivals = [mat for mat in alike if len(_of(mat, rough)) >= ENOUGH]
        return max((last, *rivals), key=fitting) if rivals else last
    counts = [len(_of(mat, rough)) for mat in mats]
    most = max(counts)
    best = [mat for mat, count in zip(mats, counts, strict=True) if count == most]
    found = max(best, key=fitting) if most > 1 and len(best) > 1 else best[0]
    return found if last is None or most >= ENOUGH else last


def _of(mat: Mat, found: Mapping[int, Sequence[Quad]]) -> dict[int, Sequence[Quad]]:
    """What of some markers are a mat's own: those of other mats, and pawns' caps, are none."""
    return {marker: quads for marker, quads in found.items() if marker in mat.markers}


def _add(quads: list[Quad], quad: Quad) -> None:
    """Another place of a marker, unless it is one that is known."""
    off = (np.linalg.norm((each - quad).mean(axis=0)) for each in quads)
    if all(apart > np.linalg.norm(quad[0] - quad[1]) for apart in off):
        quads.append(quad)


def _without_middle(small: Grey) -> Grey:
    """The picture with its middle painted over: cards lie there, not markers, and they take the longest to check."""
    height, width = small.shape
    rim = small.copy()
    rim[height // 4 : -height // 4, width // 4 : -width // 4] = 128
    return rim


def _missing(mat: Mat, grey: Grey, found: Mapping[int, Quad], lens: Lens | None) -> dict[int, Quad]:
    """The fourth marker at the place given by the other three, with a closer look and with every window."""
    rest = [marker for marker in mat.markers if marker not in found]
    size = (grey.shape[1], grey.shape[0])
    pose = pose_of(mat, found, size, lens=lens) if len(rest) == 1 else None
    if pose is None:
        return {}
    closer = _near(grey, rest[0], pose.to_px(marker_mm(mat, rest[0])))
    return {} if closer is None else {rest[0]: closer}


def _near(grey: Grey, marker: int, quad: Quad) -> Quad | None:
    """A marker at about a place, with a closer look and with every window."""
    middle, half = quad.mean(axis=0), float(np.ptp(quad, axis=0).max()) / 2
    if not 4 < half < max(grey.shape):
        return None
    x0, y0 = np.maximum(np.rint(middle - _AROUND * half), 0).astype(int)
    x1, y1 = np.maximum(np.rint(middle + _AROUND * half), 0).astype(int)
    crop = grey[y0:y1, x0:x1]
    if min(crop.shape) < 2 * half:
        return None
    small, scale = _reduced(Pyramid(crop), _CLOSE_PX)
    for window in WINDOWS_PX:
        seen = detected(small, window)
        if marker in seen:
            return np.asarray(_enlarged(seen[marker], scale) + [x0, y0])
    return None


def refined(
    grey: Grey, quads: NDArray[np.float64], slack: float = 1.0
) -> tuple[NDArray[np.float64], float]:
    """Markers' corners, shape (n, 4, 2), refined by the straight edges near them, and those edges' blur, px.

    Corners stay as they were if no edge stands out. ``slack`` says how far off they may
    be, in units of 1.5 px.
    """
    rough = np.ascontiguousarray(quads).view(np.complex128)[..., 0]
    sides = rough[:, [1, 2, 3, 0]] - rough
    lengths = np.abs(sides)
    side = float(lengths.min())
    # Not beyond the white around a marker (5 mm): the mat's edge is an edge, too.
    step = min(max(slack / 2, side / 180), side * MARKER_REACH / _REACH)
    points = rough[..., None] + sides[..., None] * _ALONG
    outwards = (-1j * step * sides / lengths)[..., None]
    shift, strength, spread = _edges(_profiles(grey, points, outwards))
    normal, far = fitted((points + outwards * shift).reshape(-1, _PROFILES))
    better = crossings(normal.reshape(-1, 4), far.reshape(-1, 4)).view(np.float64)
    better = better.reshape(-1, 4, 2)
    clear = strength.min(axis=(1, 2)) > _FAINTEST
    near = np.abs(better - quads).max(axis=(1, 2)) < _REACH * step
    corners = np.where((clear & near)[:, None, None], better, quads)
    # The derivative is taken over two steps, which increases its variance by a third of a step squared.
    blur = np.sqrt(max(float(median(spread)) ** 2 - 1 / 3, 0.01)) * step
    return corners, float(blur)


def _reduced(picture: Pyramid, wanted: int) -> tuple[Grey, float]:
    """The picture with its longer side at about ``wanted`` px, and the size of its px in px of the picture."""
    grey, scale = picture.within(1.8 * wanted)
    longest = max(grey.shape)
    if longest <= 1.4 * wanted:
        return np.ascontiguousarray(grey), 1 / scale
    height, width = (max(round(side * wanted / longest), 1) for side in grey.shape)
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), longest / wanted / scale


def _enlarged(quad: Quad, scale: float) -> Quad:
    return np.asarray((quad + 0.5) * scale - 0.5)


def detected(
    grey: Grey, window: int, smallest: float = SMALLEST, *, close: bool = False
) -> dict[int, Quad]:
    """The markers that OpenCV detects with one threshold window: id -> corners, px; including those of no mat.

    ``smallest`` is the least perimeter of a marker, in widths of the picture; ``close``
    looks more closely, for markers with few px per module.
    """
    return dict(_detected(grey, window, smallest, close))


def _detected(
    grey: Grey, window: int, smallest: float = SMALLEST, close: bool = False
) -> Iterator[tuple[int, Quad]]:
    """The same, with every place of a marker that is there more than once."""
    corners, ids = _detector(window, smallest, close)(grey)
    if ids is not None:
        for marker, quad in zip(np.ravel(ids).tolist(), corners, strict=True):
            yield marker, np.asarray(quad, np.float64).reshape(4, 2)


@cache
def _detector(window: int, smallest: float, close: bool) -> Callable[[Grey], tuple[Any, Any]]:
    """OpenCV's detector: the functions of 4.6, or the class that came with 4.7 and is the only way in 5."""
    aruco: Any = cv2.aruco
    words = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    if hasattr(aruco, "ArucoDetector"):
        options = _tuned(aruco.DetectorParameters(), window, smallest, close)
        detector = aruco.ArucoDetector(words, options)
        return lambda grey: detector.detectMarkers(grey)[:2]
    options = _tuned(aruco.DetectorParameters_create(), window, smallest, close)
    return lambda grey: aruco.detectMarkers(grey, words, parameters=options)[:2]


def _tuned(options: Any, window: int, smallest: float, close: bool) -> Any:
    options.adaptiveThreshWinSizeMin = window
    options.adaptiveThreshWinSizeMax = window
    options.minMarkerPerimeterRate = smallest
    if close:
        options.perspectiveRemovePixelPerCell = 8
        options.perspectiveRemoveIgnoredMarginPerCell = 0.25
        options.minOtsuStdDev = 3.0
        options.polygonalApproxAccuracyRate = 0.05
    return options


def _profiles(
    grey: Grey, points: NDArray[np.complex128], steps: NDArray[np.complex128]
) -> NDArray[np.float32]:
    """The picture along lines through points of each side, shape (markers, sides, points, steps)."""
    where = points[..., None] + steps[..., None] * _STEPS
    flat = where.reshape(-1, len(_STEPS))
    taken = sample(grey, flat.real.astype(np.float32), flat.imag.astype(np.float32))
    return taken.reshape(where.shape)


def _edges(
    profiles: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Where along each profile the picture rises from black to white, how much, and how wide the rise is.

    In steps, the first from the profile's middle.
    """
    rise = np.maximum(profiles @ _SLOPE, 0)
    near = rise * _BESIDE[rise.argmax(axis=-1)]
    strength, first, second = np.moveaxis((near @ _MOMENTS).astype(np.float64), -1, 0)
    least = np.maximum(strength, 1e-9)
    where = first / least
    return where, strength, np.sqrt(np.maximum(second / least - where * where, 0))
