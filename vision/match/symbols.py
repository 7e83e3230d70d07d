"""The closed set as matrices: which modules distinguish cards, what blur does to a symbol, and how to undo it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import erf, sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.tags import MODULES, symbol

Floats: TypeAlias = NDArray[np.float32]

MARGIN: Final = 2
"""Modules sampled around a symbol: the white there is part of what blurs into it."""
SIDE: Final = MODULES + 2 * MARGIN
"""Samples along a side of a patch: one per module."""
_BEYOND: Final = 2
BLUR: Final = 0.6
"""The standard deviation of the blur that the matrices assume, in modules; works from 0.3 to 1.0."""
NOISE: Final = 0.12
"""The assumed noise of one sample, relative to the contrast between black and white."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """A closed set of symbols, ready to be compared with patches of pictures."""

    payloads: tuple[str, ...]
    data: NDArray[np.bool_]
    """Which of the 441 modules are not the same in every symbol of the version, shape (441,)."""
    symbols: Floats
    """Each symbol's data modules, -1 dark, 1 light, mean removed, length 1: shape (cards, data)."""
    deblur: Floats
    """From the samples of a patch to its data modules, their mean removed: shape (data, SIDE * SIDE)."""


def deck_of(payloads: Iterable[str]) -> Deck:
    """The matrices of a closed set."""
    names = tuple(sorted(payloads))
    lights = np.array([light(symbol(name)).ravel() for name in names]).reshape(
        -1, MODULES * MODULES
    )
    data = ~fixed_modules().ravel()
    wanted = lights[:, data]
    wanted = wanted - wanted.mean(axis=1, keepdims=True)
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    return Deck(names, data, wanted.astype(np.float32), _deblurring())


def light(modules: NDArray[np.bool_]) -> NDArray[np.float64]:
    """A symbol's luma: -1 where dark, 1 where light; any shape."""
    return np.where(modules, -1.0, 1.0)


@cache
def fixed_modules() -> NDArray[np.bool_]:
    """Modules that are the same in every QR symbol of version 1: finders, separators, timing, the dark module; shape (21, 21).

    ISO/IEC 18004, 6.3. Format information is not among them: it changes with
    mask and level.
    """
    fixed = np.zeros((MODULES, MODULES), bool)
    fixed[:8, :8] = fixed[:8, -8:] = fixed[-8:, :8] = True
    fixed[6, :] = fixed[:, 6] = True
    fixed[MODULES - 8, 8] = True
    return fixed


@cache
def fixed_light() -> NDArray[np.float64]:
    """The luma of the fixed modules, 0 where a module is not fixed, shape (21, 21)."""
    return np.where(fixed_modules(), light(symbol("DG1-R01-1")), 0.0)


def blurring(blur: float = BLUR) -> NDArray[np.float64]:
    """From modules to samples: the effect of a Gaussian blur on a patch and the 2 modules around it.

    As a matrix of shape (SIDE * SIDE, (SIDE + 4) ** 2).
    """
    line = _along(blur)
    return np.asarray(np.kron(line, line), np.float64)


def _along(blur: float) -> NDArray[np.float64]:
    """The effect of a blur along one line of a patch, which is that across as well: shape (SIDE, SIDE + 4)."""
    samples = np.arange(SIDE)[:, None]
    modules = np.arange(-_BEYOND, SIDE + _BEYOND)[None, :]
    area = np.vectorize(lambda edge: erf(edge / (blur * sqrt(2))) / 2)
    return np.asarray(area(samples - modules + 0.5) - area(samples - modules - 0.5))


def framed(modules: NDArray[np.float64], around: float, beyond: float) -> NDArray[np.float64]:
    """Modules, shape (21, 21), with the margin and the surroundings, as ``blurring`` takes them: shape ((SIDE + 4) ** 2,)."""
    inner = np.pad(modules, MARGIN, constant_values=around)
    return np.pad(inner, _BEYOND, constant_values=beyond).ravel()


def shading() -> NDArray[np.float64]:
    """Light that changes slowly over a patch: constant, linear and quadratic, shape (SIDE * SIDE, 6)."""
    x, y = places()
    x, y = x / (SIDE / 2), y / (SIDE / 2)
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def places() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The samples' positions relative to the symbol's middle, modules: x and y, shape (SIDE * SIDE,) each."""
    y, x = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    return x.ravel(), y.ravel()


@cache
def _deblurring() -> Floats:
    """The best linear estimate of the data modules from blurred, noisy, unevenly lit samples (Wiener filter), shape (data, SIDE * SIDE).

    Modules are assumed independent with variance 1, so it holds for foreign symbols as
    for our own.
    """
    line, shade = _along(BLUR), shading()
    both = line @ line.T
    samples = np.kron(both, both) + NOISE**2 * np.eye(SIDE * SIDE) + 1e4 * shade @ shade.T
    data = framed((~fixed_modules()).astype(float), 0.0, 0.0).astype(bool)
    found = np.linalg.solve(samples, blurring()[:, data]).T
    return np.asarray(found - found.mean(axis=0), np.float32)
