"""The closed set of symbols: what each card's tag looks like."""

from __future__ import annotations

from functools import cache
from typing import Final

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from companion.pieces import TAG_MODULES

MODULES: Final = TAG_MODULES
"""Modules a side of a symbol."""


@cache
def symbol(payload: str) -> NDArray[np.bool_]:
    """The tag of a payload (``DG1-R07-2``), shape (21, 21), True where a module is dark (docs/physical.md, section 1)."""
    made = segno.make(payload, version=1, error="h", boost_error=False, micro=False)
    modules = np.array([[bool(module) for module in row] for row in made.matrix])
    modules.setflags(write=False)
    return modules


def sampled(
    grey: NDArray[np.uint8], corners: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The luma at the middle of every module of a symbol with these corners (px), shape (21, 21)."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * MODULES
    to_px = cv2.getPerspectiveTransform(unit - 0.5, corners.astype(np.float32))
    taken = cv2.warpPerspective(
        grey,
        to_px,
        (MODULES, MODULES),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(taken, np.float64)
