"""A picture prepared for the search for symbols of one size: reduced as far as nothing is lost, with the plane they lie in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.mat import Mat
from companion.pieces import CARD_WIDTH_MM
from vision.birdseye import Box, from_above
from vision.frame import Grey
from vision.lens import STRAIGHT
from vision.match.sampling import PicturePart, Pyramid
from vision.pose import Pose, outline_mm
from vision.tags import MODULES

FINEST_PX: Final = 1.6
"""More pixels per module would only cost time: the picture is halved until there are fewer."""
RUNG: Final = 1.15
"""The factor between the sizes that are tried if the size is unknown."""
SMALLEST_MM: Final = 9.0
LARGEST_MM: Final = 24.0
_NO_MAT: Final = Mat("", (0, 1, 2, 3), ())
_COARSEST: Final = 40
"""The least width of a picture in modules: no symbol fits into fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A picture with modules at most ``FINEST_PX`` wide, and the plane of its symbols in the whole picture."""

    grey: Grey
    scale: float
    """px per px of the whole picture: a power of one half."""
    pose: Pose
    """The plane, to px of the whole picture; of a picture from above where the lens bends."""
    module_mm: float
    """A module in units of the plane."""
    corner: tuple[int, int]
    """Where ``grey`` begins in the whole picture, px."""
    loose: bool
    """Whether size and tilt of the symbols are only guesses."""

    @property
    def px_per_module(self) -> float:
        """Pixels of ``grey`` per module, in the plane's middle."""
        return self.pose.px_per_mm * self.module_mm * self.scale


def level_of(
    picture: Pyramid,
    pose: Pose,
    size_mm: float,
    part: PicturePart | None = None,
    loose: bool = False,
) -> Level:
    """The picture, or a part of it, for symbols of a size in units of the plane; from above where the lens bends."""
    module_mm = size_mm / MODULES
    if pose.lens.bends:
        return _flat(picture, pose, module_mm, part or part_of_mat(pose), loose)
    times = 0
    while pose.px_per_mm * module_mm / 2**times > FINEST_PX:
        times += 1
    grey, corner = picture.part(part or picture.whole, times)
    return Level(grey, 0.5**times, pose, module_mm, corner, loose)


def _flat(picture: Pyramid, pose: Pose, module_mm: float, part: PicturePart, loose: bool) -> Level:
    """The plane from above: modules have one width wherever they lie, which a bent picture does not give them."""
    scale = min(pose.px_per_mm, FINEST_PX / module_mm)
    box = _box(pose, part)
    grey = from_above(picture.grey, pose, scale, box)
    off = np.array(
        [[scale, 0, -box[0] * scale - 0.5], [0, scale, -box[1] * scale - 0.5], [0, 0, 1]]
    )
    size = grey.shape[1], grey.shape[0]
    plane = Pose(off, STRAIGHT, size, pose.mat)
    return Level(grey, 1.0, plane, module_mm, (0, 0), loose)


def _box(pose: Pose, part: PicturePart) -> Box:
    """What a part of the picture shows of the mat and a card's length beyond, mm."""
    x0, y0, x1, y1 = part
    x, y = np.meshgrid(np.linspace(x0, x1, 9), np.linspace(y0, y1, 9))
    mm = pose.to_mm(np.stack([x, y], -1).reshape(-1, 2))
    low, high = outline_mm(pose.mat, CARD_WIDTH_MM)[[0, 2]]
    left, top = np.clip(mm.min(axis=0), low, high - 1).tolist()
    right, bottom = np.clip(mm.max(axis=0), low + 1, high).tolist()
    return left, top, max(right, left + 1), max(bottom, top + 1)


def part_of_mat(pose: Pose) -> PicturePart:
    """The part of the picture that may show cards of the mat: the mat and a card's length beyond."""
    corners = pose.to_px(outline_mm(pose.mat, CARD_WIDTH_MM))
    low = np.clip(corners.min(axis=0), 0, pose.size).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), 0, pose.size).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def sizes_found() -> tuple[float, ...]:
    """Sizes (mm) close enough to every size that may be printed."""
    steps = int(np.ceil(np.log(LARGEST_MM / SMALLEST_MM) / np.log(RUNG)))
    return tuple(SMALLEST_MM * RUNG**step for step in range(steps + 1))


def flat_levels(picture: Pyramid, finest_px: float = 0.7) -> Iterator[Level]:
    """A picture without a mat, for modules of every width in px from small to large. The plane is the picture itself, in px."""
    plane = Pose(np.eye(3), STRAIGHT, picture.size, _NO_MAT)
    longest = max(picture.size)
    module = max(finest_px, longest / 3000)
    while module * _COARSEST < longest:
        yield level_of(picture, plane, module * MODULES, loose=True)
        module *= RUNG
