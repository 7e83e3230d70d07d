"""What top faces show: a cascade of classifiers, each asked about what the ones before left open (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.contrast import contrasts
from vision.dice.found_die import VALUES, FoundDie
from vision.dice.networks import (
    NEAR,
    glancing_reader,
    near_reader,
    pips_reader,
    scores_of,
    symbol_reader,
)
from vision.frame import Colour

_ARE_PIPS: Final = np.array([float(value.isdecimal()) for value in VALUES])
_OTHER: Final = 0.8
"""The least probability that the narrower crop must give to another value for a value to be doubted."""
_AT_ONCE: Final = 0.998
"""The probability of a class from which no further network or view is asked."""
_SYMBOL: Final = 0.6
"""The probability of a symbol from which pips are not counted: no number of them could be told."""
_WORTH: Final = 0.25
"""The weight of the log-probabilities of each view of a face: their errors are correlated."""


def values_of(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The probabilities of ``VALUES`` of faces, shape (n, 7): the small classifier's, and further ones' where it is not sure."""
    told = _softmax(scores_of(glancing_reader(), faces))
    unsure: list[int] = np.flatnonzero(told.max(axis=1) < _AT_ONCE).tolist()
    told[unsure] = _pips_or_symbols([faces[n] for n in unsure], told[unsure])
    return told


def _pips_or_symbols(
    faces: Sequence[Colour], before: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The probabilities ``before``, multiplied by those of the two experts that are asked, and renormalised.

    First the expert for what the face seems to show (pips, or a symbol), then, if no
    class is sure, the other one; if that does not decide it, further views of the face.
    """
    symbol = before.argmax(axis=1) == len(VALUES) - 1
    pips, symbols = np.ones_like(before), np.ones_like(before)
    pips[~symbol] = _asked(pips_reader(), faces, ~symbol)
    symbols[symbol] = _asked(symbol_reader(), faces, symbol)
    told = _shares(np.log(before * pips * symbols))
    known = np.where(symbol[:, None], 1 - _ARE_PIPS, _ARE_PIPS)
    unsure = (told * known).max(axis=1) < _AT_ONCE
    pips[unsure & symbol] = _asked(pips_reader(), faces, unsure & symbol)
    symbols[unsure & ~symbol] = _asked(symbol_reader(), faces, unsure & ~symbol)
    told = _shares(np.log(before * pips * symbols))
    doubted: list[int] = np.flatnonzero(unsure & (told.max(axis=1) < _AT_ONCE)).tolist()
    told[doubted] = _closely(
        [faces[n] for n in doubted], told[doubted], pips[doubted], symbols[doubted]
    )
    return told


def _asked(
    reader: cv2.dnn.Net, faces: Sequence[Colour], which: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The probabilities of the values by one network, for ``which`` of the faces."""
    return _softmax(
        scores_of(reader, [faces[n] for n in np.flatnonzero(which).tolist()])
    )


def _closely(
    faces: Sequence[Colour],
    before: NDArray[np.float64],
    pips: NDArray[np.float64],
    symbols: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The probabilities after test-time augmentation: whether it is a symbol by the expert for symbols, else which value by the one for pips; shape (n, 7).

    ``pips`` and ``symbols`` are what each has said of the face itself, ``before`` the
    product of all so far; where a symbol is likelier than ``_SYMBOL``, pips are not counted.
    """
    told = before.copy()
    open_: list[int] = np.flatnonzero(_as_symbols(told) < _AT_ONCE).tolist()
    told[open_] = _looked(
        symbol_reader(), [faces[n] for n in open_], symbols[open_], _as_symbols
    )
    symbol = told[:, -1:].copy()
    rest: list[int] = np.flatnonzero(symbol < _SYMBOL).tolist()
    told[rest] = _counted([faces[n] for n in rest], pips[rest]) * (1 - symbol[rest])
    told[:, -1:] = symbol
    return told


def pips_of(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The probabilities of the values of faces that show pips, shape (n, 7)."""
    return _counted(faces, _softmax(scores_of(pips_reader(), faces)))


def _counted(
    faces: Sequence[Colour], first: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The same, given ``first``, what the expert for pips says of the faces themselves."""
    return _pips(_looked(pips_reader(), faces, first, _as_pips))


def _as_pips(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """The highest probability of a number of pips, given that they are pips, shape (n,)."""
    return np.asarray(_pips(told).max(axis=1))


def _as_symbols(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability of the likelier answer to whether it is a symbol, shape (n,)."""
    return np.asarray(abs(told[:, -1] - 0.5) + 0.5)


def _looked(
    reader: cv2.dnn.Net,
    faces: Sequence[Colour],
    first: NDArray[np.float64],
    sure: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The probabilities of the values by one network, shape (n, 7), with test-time augmentation of those faces of which ``sure`` of the ``first`` ones is not enough.

    The log-probabilities of the eight views, the first included, are summed with weight ``_WORTH`` and renormalised.
    """
    told = first.copy()
    unsure: list[int] = np.flatnonzero(sure(told) < _AT_ONCE).tolist()
    if unsure:
        seen = [view for n in unsure for view in _otherwise(faces[n])]
        looks = np.log(_softmax(scores_of(reader, seen)))
        each = looks.reshape(len(unsure), -1, len(VALUES))
        told[unsure] = _shares(_WORTH * (np.log(told[unsure]) + each.sum(axis=1)))
    return told


def _pips(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities of the values, given that they are pips, shape (n, 7)."""
    pips = values * _ARE_PIPS
    return np.asarray(pips / pips.sum(axis=1, keepdims=True))


def _otherwise(face: Colour) -> list[Colour]:
    """The seven further views of a face: its other three quarter turns, and its projections on two principal axes of its colours, each in two turns."""
    grey = [(view, turn) for view in contrasts(face) for turn in range(2)]
    turned = [(face, turn) for turn in (1, 2, 3)]
    return [np.rot90(view, turn).copy() for view, turn in (*turned, *grey)]


def _shares(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """The softmax of log-probabilities, shape (n, values)."""
    shares = np.exp(likely - likely.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def doubted(
    values: NDArray[np.float64], dice: Sequence[FoundDie], picture: Colour
) -> NDArray[np.float64]:
    """The probabilities of the values of dice that may lean and seem to show two to six; averaged with those of the narrower crop where that surely shows fewer pips.

    A six that is a four in the narrower crop is the four of a leaning die, with a row of pips of its side.
    Shape (n, 7) in and out.
    """
    nearer = [die.upright(picture, NEAR.side, NEAR.around) for die in dice]
    near = _softmax(scores_of(near_reader(), nearer))
    seen, fewer = values.argmax(axis=1), near.argmax(axis=1)
    side = (fewer < seen) & (near.max(axis=1) > _OTHER)
    return np.where(side[:, None], (values + near) / 2, values)


def _softmax(scores: NDArray[Any]) -> NDArray[np.float64]:
    """The probabilities of ``VALUES`` by their scores, shape (n, 7), none of them 0."""
    shares = _shares(scores[:, : len(VALUES)].astype(np.float64)) + 1e-9
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
