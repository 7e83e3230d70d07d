"""Pictures at other resolutions, and between their pixels."""

from __future__ import annotations

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey

PicturePart: TypeAlias = tuple[int, int, int, int]
"""x0, y0, x1, y1 of a part of a picture, px, x1 and y1 not included."""
_EDGE: Final = 16
"""Parts begin at multiples of this, so that they begin with a whole pixel when halved."""


def sample(
    picture: Grey, x: NDArray[np.float32], y: NDArray[np.float32], smooth: bool = False
) -> NDArray[np.float32]:
    """The picture at points (px, both of one shape (n, m)), interpolated linearly, or
    bicubically if ``smooth``. Outside the picture, the values of its edge.
    """
    if x.size == 0:
        return np.zeros(x.shape, np.float32)
    how = cv2.INTER_CUBIC if smooth else cv2.INTER_LINEAR
    taken = cv2.remap(picture, x, y, how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.float32)


def halved(grey: Grey) -> Grey:
    """The picture at half its size, each pixel the mean of four; an odd last row or column is dropped, unless it is the only one."""
    height, width = (max(side // 2, 1) for side in grey.shape)
    whole = grey[: 2 * height, : 2 * width]
    half = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


class Pyramid:
    """A picture, and the same at half its size again and again, each computed when first needed."""

    def __init__(self, grey: Grey) -> None:
        self._halves = [grey]

    @property
    def grey(self) -> Grey:
        """The picture as it is, shape (height, width)."""
        return self._halves[0]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return self.grey.shape[1], self.grey.shape[0]

    @property
    def whole(self) -> PicturePart:
        """The part that is the whole picture: left, top, right, bottom, px."""
        return 0, 0, *self.size

    def halved(self, times: int) -> Grey:
        """The picture halved so many times."""
        while len(self._halves) <= times:
            self._halves.append(halved(self._halves[-1]))
        return self._halves[times]

    def within(self, longest: float) -> tuple[Grey, float]:
        """The picture halved until its longer side is at most ``longest`` px, and its px per px of the whole."""
        times = 0
        while max(self.size) / 2**times > longest:
            times += 1
        return self.halved(times), 0.5**times

    def part(self, part: PicturePart, times: int) -> tuple[Grey, tuple[int, int]]:
        """A part of the picture (px) halved so many times, and the corner (px) where it actually begins."""
        x0, y0 = part[0] // _EDGE * _EDGE, part[1] // _EDGE * _EDGE
        scale = 2**times
        x1, y1 = -(-part[2] // scale), -(-part[3] // scale)
        return self.halved(times)[y0 // scale : y1, x0 // scale : x1], (x0, y0)
