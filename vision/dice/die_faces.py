"""What top faces show: small networks read each of them, the closer the less sure they are (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.contrast import contrasts
from vision.dice.found_die import LIKELY_DIE, VALUES, FoundDie
from vision.dice.networks import (
    FACE,
    NEAR,
    kind_reader,
    near_reader,
    pips_reader,
    share,
    symbol_reader,
    told,
)
from vision.dice.turning import turn_of
from vision.frame import Colour

_ARE_PIPS: Final = np.array([float(value.isdecimal()) for value in VALUES])
_OTHER: Final = 0.8
"""How sure a reader must be of another value for a value to be doubted."""
_AT_ONCE: Final = 0.998
"""How sure a value must be for no second look."""
_WORTH: Final = 0.25
"""How much each of these looks counts: those at one face err alike."""


def read(
    found: Sequence[FoundDie], picture: Colour, symbols: bool
) -> Iterable[FoundDie]:
    """The dice at some places with what they show; how sure it is that they are dice is what finder and reader say together."""
    turned = [
        replace(die, turn=turn_of(picture, die.centre, die.edge)) for die in found
    ]
    faces = [die.upright(picture, FACE.side, FACE.around) for die in turned]
    kinds = _told_of(kind_reader(), faces)
    likely = [n for n, one in enumerate(kinds) if _shares(one)[-1] < LIKELY_DIE]
    shown = [faces[n] for n in likely]
    if symbols:
        nearer = [turned[n].upright(picture, NEAR.side, NEAR.around) for n in likely]
        values = _doubted(_values(shown), _softmax(_told_of(near_reader(), nearer)))
    else:
        values = _pips_of(shown)
    return [
        _with_values(turned[n], kinds[n], value)
        for n, value in zip(likely, values, strict=True)
    ]


def _values(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The shares of the values of faces, shape (n, 7): one network tells symbols from pips, another one how many pips there are."""
    told = _looked(symbol_reader(), faces, lambda told: abs(told[:, -1] - 0.5) + 0.5)
    symbol = told[:, -1:].copy()
    pips: list[int] = np.flatnonzero(symbol < _AT_ONCE).tolist()
    told[pips] = _pips_of([faces[n] for n in pips]) * (1 - symbol[pips])
    told[:, -1:] = symbol
    return told


def _pips_of(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The shares of the values of faces that show pips, shape (n, 7)."""
    return _pips(_looked(pips_reader(), faces, lambda told: _pips(told).max(axis=1)))


def _looked(
    reader: cv2.dnn.Net,
    faces: Sequence[Colour],
    sure: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The shares of the values that a reader tells of faces, shape (n, 7): those that are not ``sure`` at once are looked at closely."""
    told = _softmax(_told_of(reader, faces))
    unsure: list[int] = np.flatnonzero(sure(told) < _AT_ONCE).tolist()
    if unsure:
        seen = [view for n in unsure for view in _otherwise(faces[n])]
        looks = np.log(_softmax(_told_of(reader, seen)))
        each = looks.reshape(len(unsure), -1, len(VALUES))
        told[unsure] = _together(np.log(told[unsure]) + each.sum(axis=1))
    return told


def _pips(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares of values if they are pips, shape (n, 7)."""
    pips = values * _ARE_PIPS
    return np.asarray(pips / pips.sum(axis=1, keepdims=True))


def _otherwise(face: Colour) -> list[Colour]:
    """A face in the other three quarter turns, as it shows the same however it is turned, and along both axes of its colours, each in two."""
    grey = [(view, turn) for view in contrasts(face) for turn in range(2)]
    turned = [(face, turn) for turn in (1, 2, 3)]
    return [np.rot90(view, turn).copy() for view, turn in (*turned, *grey)]


def _together(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """What looks come to whose logarithms have these sums, shape (n, values): one that doubts makes all doubt."""
    shares = np.exp(_WORTH * likely)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _doubted(
    values: NDArray[np.float64], near: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The shares of the values, no longer sure where the same faces seen from nearer surely show fewer pips.

    A six that is a four then is the four of a die that leans and a row of its side.
    """
    seen, fewer = values.argmax(axis=1), near.argmax(axis=1)
    side = (fewer < seen) & (seen < values.shape[1] - 1) & (near.max(axis=1) > _OTHER)
    return np.where(side[:, None], (values + near) / 2, values)


def _told_of(reader: cv2.dnn.Net, faces: Sequence[Colour]) -> NDArray[np.float32]:
    """What a reader tells of faces, shape (n, 10)."""
    if not faces:
        return np.zeros((0, len(VALUES) + 3), np.float32)
    return told(reader, faces)[:, :, 0, 0]


def _softmax(scores: NDArray[Any]) -> NDArray[np.float64]:
    """The shares of the values, shape (n, 7), none of them nothing."""
    values = scores[:, : len(VALUES)].astype(np.float64)
    likely = np.exp(values - values.max(axis=1, keepdims=True)) + 1e-9
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def _shares(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """How likely each value is, and last that it is no die."""
    likely = np.exp(scores[: len(VALUES) + 1].astype(np.float64) - scores.max())
    return np.asarray(likely / likely.sum())


def _with_values(
    die: FoundDie, kind: NDArray[np.float32], values: NDArray[np.float64]
) -> FoundDie:
    leans, covered = (float(share(one)) for one in kind[len(VALUES) + 1 :])
    there = math.sqrt(die.there * (1 - float(_shares(kind)[-1])))
    return replace(die, there=there, values=values, leans=leans, covered=covered)
