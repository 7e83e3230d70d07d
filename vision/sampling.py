"""Values of a picture between its pixels, many points at once."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey


def sample(
    picture: Grey | NDArray[np.float32],
    where: NDArray[np.floating],
    smooth: bool = False,
) -> NDArray[np.float32]:
    """The picture at points (px, shape (..., 2)), interpolated linearly, or by cubics where ``smooth``.

    Beyond the picture's edge, the edge's values.
    """
    if where.size == 0:
        return np.zeros(where.shape[:-1], np.float32)
    flat = where.reshape(-1, where.shape[-2], 2).astype(np.float32)
    x, y = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    how = cv2.INTER_CUBIC if smooth else cv2.INTER_LINEAR
    taken = cv2.remap(picture, x, y, how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.float32).reshape(where.shape[:-1])
