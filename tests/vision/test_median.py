"""The median, as numpy has it."""

import numpy as np
import pytest

from vision.median import median


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.uint8])
@pytest.mark.parametrize("shape", [(1, 1), (4, 6), (5, 7)])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_it_is_numpys(kind: type[np.generic], shape: tuple[int, int], axis: int | None) -> None:
    """To the last bit, of an odd count and of an even one, and of the same type."""
    values = (np.random.default_rng(1).random(shape) * 255).astype(kind)

    told, usual = median(values, axis), np.asarray(np.median(values, axis))

    assert told.dtype == usual.dtype
    assert np.array_equal(told, usual)
