"""Pictures at other resolutions, and between their pixels."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey


def sample(
    picture: Grey,
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    smooth: bool = False,
) -> NDArray[np.float32]:
    """The picture at points (px, both of one shape (n, m)), interpolated linearly, or by cubics where ``smooth``.

    Beyond the picture's edge, the edge's values.
    """
    if x.size == 0:
        return np.zeros(x.shape, np.float32)
    how = cv2.INTER_CUBIC if smooth else cv2.INTER_LINEAR
    taken = cv2.remap(picture, x, y, how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.float32)


def halved(grey: Grey) -> Grey:
    """The picture at half its size, each pixel the mean of four; an odd last row or column is left out."""
    height, width = grey.shape[0] // 2, grey.shape[1] // 2
    whole = grey[: 2 * height, : 2 * width]
    half = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)
