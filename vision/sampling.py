"""Values of a picture between its pixels, many points at once."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey


def sample(
    picture: Grey | NDArray[np.float32], where: NDArray[np.floating]
) -> NDArray[np.float32]:
    """The picture at points (px, shape (..., 2)), interpolated linearly; beyond its edge, the edge's values."""
    flat = where.reshape(-1, where.shape[-2], 2).astype(np.float32)
    x, y = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    taken = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.float32).reshape(where.shape[:-1])
