"""The median, which outliers do not move."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def median(values: NDArray[Any], axis: int | None = None) -> NDArray[Any]:
    """The median of values of any shape, or of those along an axis, whose shape is what is left, as ``np.median`` has it; none is NaN.

    That one imports masked arrays in order to find NaN: a twentieth of every start, and 1.5 MB.
    """
    if axis is None:
        values, axis = values.ravel(), 0
    count = values.shape[axis]
    ordered = np.sort(values, axis)
    lower = ordered.take((count - 1) // 2, axis) / 2
    return np.asarray(lower + (lower if count % 2 else ordered.take(count // 2, axis) / 2))
