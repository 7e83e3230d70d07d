"""Aligns guessed symbol positions to where the fixed modules fit best, many symbols at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.match.levels import Level
from vision.match.sampling import sample
from vision.match.spots import Spots
from vision.match.symbols import (
    SIDE,
    Floats,
    blurring,
    fixed_light,
    fixed_modules,
    framed,
    places,
    shading,
)

SURE: Final = 0.8
"""The share of a sample that must come from known modules for it to be used."""
_SHIFT: Final = 1.0
_CHANGE: Final = 0.06
"""The largest change in one step: modules, and share of the size or radians."""
_FLAT: Final = 3.0
"""Half the contrast between black and white (grey levels) below which nothing can be aligned."""


@dataclass(frozen=True, slots=True, eq=False)
class Aligner:
    """One step of inverse compositional alignment (Baker and Matthews, 2004) to the fixed modules.

    The template never changes, so a step is one multiplication by a constant
    matrix for all patches together.
    """

    points: NDArray[np.float64]
    """Where the samples are, modules from the symbol's middle, shape (m, 2)."""
    solve: Floats
    """From samples to contrast, shift right and down, growth, turn: shape (m, 7)."""
    pattern: Floats
    """The fixed modules as a unit vector without slow changes of light, shape (m,)."""
    shade: Floats
    """An orthonormal basis of slow changes of light, shape (m, s)."""

    def step(self, level: Level, at: Spots) -> tuple[Spots, Floats]:
        """The positions improved by one step, and how well the fixed modules fitted before it (correlation)."""
        seen = sample(level.grey, *at.at(self.points, level))
        fit = self._fit(seen)
        found = seen @ self.solve
        contrast = np.maximum(found[:, :1], _FLAT)
        return _moved(at, found[:, 1:] / contrast), np.where(
            found[:, 0] > _FLAT, fit, np.float32(0)
        )

    def _fit(self, seen: Floats) -> Floats:
        plain = seen - (seen @ self.shade) @ self.shade.T
        length = np.maximum(np.linalg.norm(plain, axis=1), 1e-6)
        return np.asarray(plain @ self.pattern / length, np.float32)


@cache
def aligner() -> Aligner:
    """The aligner for QR version 1 under the blur that the matrices assume."""
    known = blurring() @ framed(fixed_modules().astype(float), 1.0, 0.0)
    template = blurring() @ framed(fixed_light(), 1.0, 1.0)
    kept = known > SURE
    down, right = (slope.ravel() for slope in np.gradient(template.reshape(SIDE, SIDE)))
    x, y = places()
    shade = np.linalg.qr(shading()[kept, :3])[0]
    slopes = [right, down, right * x, right * y, down * x, down * y]
    columns = np.stack([template, *slopes], axis=1)[kept]
    solve = np.linalg.pinv(np.hstack([columns, shade]))[:7].T
    pattern = columns[:, 0] - shade @ (shade.T @ columns[:, 0])
    return Aligner(
        np.stack([x, y], axis=1)[kept],
        solve.astype(np.float32),
        (pattern / np.linalg.norm(pattern)).astype(np.float32),
        shade.astype(np.float32),
    )


def _moved(at: Spots, found: Floats) -> Spots:
    """The positions moved by the result of a step: the template's gradients tell how far off the patch is."""
    shift = -np.clip(found[:, :2], -_SHIFT, _SHIFT)
    bend = -np.clip(found[:, 2:], -_CHANGE, _CHANGE).reshape(-1, 2, 2)
    change = np.eye(2) + bend.transpose(0, 2, 1)
    middle = at.middle + np.einsum("nk,nkd->nd", shift, at.axes)
    return Spots(middle, change @ at.axes)
