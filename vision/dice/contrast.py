"""A face projected onto the two principal axes of its colours, as grey pictures: red pips on black contrast as well there as white ones, and reflections of a lamp are separated from them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import FACE
from vision.frame import Colour

_INSIDE: Final = 0.46
"""The extent of the face from its centre, in edges."""
_ALIKE: Final = 60
"""Differences are clipped at this many grey levels: the reflection of a lamp is no ink."""
_SHARES: Final = (2, 98)
"""The percentiles of the face that become dark and light."""
_FAINT: Final = 25
"""A smaller range of grey levels is not stretched further: it may be noise."""
_DARK, _STEPS = 28, 200


def contrasts(face: Colour) -> tuple[Colour, Colour]:
    """A face, cut out according to ``FACE``, along the first and the second axis of its colours, each as a grey picture of three channels."""
    soft = cv2.GaussianBlur(face, (0, 0), 0.5).astype(np.float32)
    middle, axes = _axes(soft[_inside()])
    first, second = (_stretched((soft - middle) @ axis) for axis in axes)
    return first, second


def _axes(inks: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The median of colours (shape (n, 3)) and their first two principal axes, shape (2, 3)."""
    middle = np.median(inks, axis=0)
    off = np.clip(inks - middle, -_ALIKE, _ALIKE)
    directions = np.linalg.eigh(off.T @ off)[1].T
    return middle, directions[:0:-1]


def _stretched(grey: NDArray[np.float32]) -> Colour:
    low, high = np.percentile(grey[_inside()], _SHARES)
    light = (grey - low) / max(high - low, _FAINT) * _STEPS + _DARK
    return np.repeat(np.clip(light, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


@lru_cache(maxsize=1)
def _inside() -> NDArray[np.bool_]:
    off = np.abs((np.arange(FACE.side) + 0.5) / FACE.side - 0.5) * FACE.around
    return np.asarray(np.maximum(off[:, None], off[None, :]) < _INSIDE)
