"""What top faces show: small networks read each of them, the closer the less sure they are (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.contrast import contrasts
from vision.dice.found_die import HINDERED, LIKELY_DIE, VALUES, FoundDie
from vision.dice.level import from_above, slope
from vision.dice.networks import (
    FACE,
    NEAR,
    glancing_reader,
    kind_reader,
    lying_reader,
    near_reader,
    pips_reader,
    share,
    symbol_reader,
    told,
)
from vision.dice.turning import turn_of
from vision.frame import Colour

Upright: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.complex128]]
"""Where an edge that stands upright points at places (px, shape (n, 2)), as ``from_above`` wants it."""

_ARE_PIPS: Final = np.array([float(value.isdecimal()) for value in VALUES])
_OTHER: Final = 0.8
"""How sure a reader must be of another value for a value to be doubted."""
_AT_ONCE: Final = 0.998
"""How sure a value must be for no second look."""
_STILL: Final = 0.8
"""How likely a die, seen from above, what looks like none must be to be named."""
_UNLIKELY: Final = 0.1
"""What is less likely a die, as it would show from straight above, is not looked at again..."""
_SURELY: Final = 0.9
"""...and what is more likely one, and lies level and open, is one."""
_MAY_LEAN: Final = 0.1
"""How likely a die leans that is seen from nearer as well."""
_SIDES: Final = 0.15
"""How far the finder takes the sides of a die for its top, of how far they reach: the top is so much farther up."""
_AGAIN: Final = ((1.0, -1), (0.94, 1), (1.06, -1), (0.94, -1), (1.06, 1))
"""How a die that seems to lean is looked at again, as long as it does: how large it is taken to be beside what was found, and whether in a mirror (-1): what stands upright points up in both."""
_WORTH: Final = 0.25
"""How much each of these looks counts: those at one face err alike."""


def read(
    found: Sequence[FoundDie], picture: Colour, upright: Upright | None
) -> Iterable[FoundDie]:
    """The dice at some places with what they show; how sure it is that they are dice is what finder and reader say together.

    Where it is known which way is up dice may show numerals and symbols, too.
    """
    if not found:
        return ()
    if upright is None:
        return _read_anywhere(found, picture)
    return _read_on_mat(
        found, picture, upright(np.array([die.centre for die in found]))
    )


def _read_anywhere(found: Sequence[FoundDie], picture: Colour) -> list[FoundDie]:
    turned, faces = _turned(found, picture)
    kinds = _of_any(faces)
    dice = _dice_among(kinds)
    values = _pips_of([faces[n] for n in dice])
    return _with_values([turned[n] for n in dice], kinds[dice], values)


def _read_on_mat(
    found: Sequence[FoundDie], picture: Colour, every: NDArray[np.complex128]
) -> list[FoundDie]:
    """The same, where an edge that stands upright points so at ``every`` place."""
    lying = _lying(found, picture, every.tolist())
    likely: list[int] = np.flatnonzero(lying[:, 0] > _UNLIKELY).tolist()
    places, ups = [found[n] for n in likely], every[likely].tolist()
    turned, faces = _turned(list(map(_top, places, ups)), picture)
    kinds = _kinds_of(places, faces, picture, lying[likely], ups)
    dice = _dice_among(kinds)
    values = _values([faces[n] for n in dice])
    # A one has no fewer pips, a symbol none at all.
    shows = values.argmax(axis=1)
    several = (shows > 0) & (shows < len(VALUES) - 1)
    leaning = np.flatnonzero(several & (kinds[dice, 1] > _MAY_LEAN)).tolist()
    # Where it was found most of a side shows: what that adds is told from there.
    found_so = [
        replace(turned[dice[k]], centre=places[dice[k]].centre) for k in leaning
    ]
    values[leaning] = _doubted(values[leaning], found_so, picture)
    return _with_values([turned[n] for n in dice], kinds[dice], values)


def _dice_among(kinds: NDArray[np.float64]) -> list[int]:
    """Which places may be dice."""
    dice: list[int] = np.flatnonzero(kinds[:, 0] > 1 - LIKELY_DIE).tolist()
    return dice


def _top(die: FoundDie, up: complex) -> FoundDie:
    """A die where its top is rather than where it was found."""
    top = complex(*die.centre) + _SIDES * die.edge * up
    return replace(die, centre=(top.real, top.imag))


def _turned(
    found: Sequence[FoundDie], picture: Colour
) -> tuple[list[FoundDie], list[Colour]]:
    """Places turned as their edges say, and their faces."""
    turned = [
        replace(die, turn=turn_of(picture, die.centre, die.edge)) for die in found
    ]
    return turned, [die.upright(picture, FACE.side, FACE.around) for die in turned]


def _kinds_of(
    found: Sequence[FoundDie],
    faces: Sequence[Colour],
    picture: Colour,
    lying: NDArray[np.float64],
    ups: Sequence[complex],
) -> NDArray[np.float64]:
    """How likely places are dice, and that these lean or are covered, shape (n, 3): who does not know which way is up is asked where that may be wrong."""
    unclear = np.flatnonzero(~_clear(lying))
    told = _of_any([faces[n] for n in unclear.tolist()])
    may_be = (lying[unclear, 0] > _STILL) | (told[:, 0] > LIKELY_DIE)
    kinds = _doubtful(found, picture, lying, ups, unclear[may_be])
    still = ~_clear(kinds[unclear])
    kinds[unclear[still]] = _named(told[still], kinds[unclear[still]])
    return kinds


def _clear(lying: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which places surely are dice that lie level and open."""
    sure: NDArray[np.bool_] = lying[:, 0] > _SURELY
    return sure & (lying[:, 1:] < HINDERED).all(axis=1)


def _of_any(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The same of places of which it is not known which way is up."""
    kinds = _kinds(_told_of(kind_reader(), faces))
    # What it takes for likely it hardly ever is wrong about.
    kinds[:, 1:][kinds[:, 1:] > HINDERED] = 1.0
    return kinds


def _kinds(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """How likely it is of each place that it is a die, that this leans and that it is covered, shape (n, 3)."""
    values, none = scores[:, : len(VALUES)], scores[:, len(VALUES)]
    die = share(np.logaddexp.reduce(values.astype(np.float64), axis=1) - none)
    how = share(scores[:, len(VALUES) + 1 : len(VALUES) + 3].astype(np.float64))
    return np.column_stack([die, how])


def _doubtful(
    found: Sequence[FoundDie],
    picture: Colour,
    lying: NDArray[np.float64],
    ups: Sequence[complex],
    which: NDArray[np.intp],
) -> NDArray[np.float64]:
    """The same of all, after more looks at those of ``which`` that seem to lean: one does as surely as the look says that doubts most."""
    kinds = lying.copy()
    for size, way in _AGAIN:
        leaning: list[int] = which[kinds[which, 1] > HINDERED].tolist()
        if not leaning:
            break
        seen = [
            _from_above(picture, found[n], ups[n], size)[:, ::way].copy()
            for n in leaning
        ]
        doubts = _seen_lying(seen, [ups[n] for n in leaning])[:, 1]
        kinds[leaning, 1] = np.minimum(kinds[leaning, 1], doubts)
    return kinds


def _lying(
    found: Sequence[FoundDie], picture: Colour, ups: Sequence[complex]
) -> NDArray[np.float64]:
    """The same of places where it is known which way is up, at one look."""
    seen = [_from_above(picture, *at) for at in zip(found, ups, strict=True)]
    return _seen_lying(seen, ups)


def _seen_lying(seen: Sequence[Colour], ups: Sequence[complex]) -> NDArray[np.float64]:
    """The same of places as they would show from straight above."""
    slopes = np.stack([slope(up) for up in ups])
    return _kinds(told(lying_reader(), seen, slopes)[:, :, 0, 0])


def _from_above(picture: Colour, die: FoundDie, up: complex, size: float = 1) -> Colour:
    return from_above(picture, die.centre, die.edge * size, up)


def _named(
    kinds: NDArray[np.float64], lying: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Both together: a die that looks like none to whom it is not known which way is up, and seems to lean or to be covered, surely does."""
    how = lying[:, 1:] > HINDERED
    named = (kinds[:, 0] <= LIKELY_DIE) & (lying[:, 0] > _STILL) & how.any(axis=1)
    is_die = np.where(named, lying[:, 0], kinds[:, 0])
    # Of a covered die so little is seen that the others doubt it.
    is_die[(lying[:, 0] > LIKELY_DIE) & (lying[:, 2] > HINDERED)] = 1.0
    surely = (named[:, None] & how) | (kinds[:, 1:] == 1.0)
    return np.column_stack([is_die, np.where(surely, 1.0, lying[:, 1:])])


def _values(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The shares of the values of faces, shape (n, 7): what the first reader is not sure of others read."""
    told = _softmax(_told_of(glancing_reader(), faces))
    unsure: list[int] = np.flatnonzero(told.max(axis=1) < _AT_ONCE).tolist()
    told[unsure] = _pips_or_symbols([faces[n] for n in unsure], told[unsure])
    return told


def _pips_or_symbols(
    faces: Sequence[Colour], before: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The same, what was told ``before`` included: one network knows how many pips there are, another one symbols from pips. First is asked who knows what the face seems to show, where that one doubts the other; where both do they look closely."""
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
    """The shares of the values that a reader tells of some faces."""
    return _softmax(
        _told_of(reader, [faces[n] for n in np.flatnonzero(which).tolist()])
    )


def _closely(
    faces: Sequence[Colour],
    before: NDArray[np.float64],
    pips: NDArray[np.float64],
    symbols: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The shares of the values of faces of which both readers have told something, and all ``before`` together, shape (n, 7)."""
    told = before.copy()
    open_: list[int] = np.flatnonzero(_as_symbols(told) < _AT_ONCE).tolist()
    told[open_] = _looked(
        symbol_reader(), [faces[n] for n in open_], symbols[open_], _as_symbols
    )
    symbol = told[:, -1:].copy()
    rest: list[int] = np.flatnonzero(symbol < _AT_ONCE).tolist()
    told[rest] = _counted([faces[n] for n in rest], pips[rest]) * (1 - symbol[rest])
    told[:, -1:] = symbol
    return told


def _pips_of(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The shares of the values of faces that show pips, shape (n, 7)."""
    return _counted(faces, _softmax(_told_of(pips_reader(), faces)))


def _counted(
    faces: Sequence[Colour], first: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The same, of which the pips' reader has told something."""
    return _pips(_looked(pips_reader(), faces, first, _as_pips))


def _as_pips(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """How sure values are if they are pips, shape (n,)."""
    return np.asarray(_pips(told).max(axis=1))


def _as_symbols(told: NDArray[np.float64]) -> NDArray[np.float64]:
    """How sure it is whether values are symbols, shape (n,)."""
    return np.asarray(abs(told[:, -1] - 0.5) + 0.5)


def _looked(
    reader: cv2.dnn.Net,
    faces: Sequence[Colour],
    first: NDArray[np.float64],
    sure: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The shares of the values that a reader tells of faces, shape (n, 7): those that are not ``sure`` at the ``first`` look are looked at closely."""
    told = first.copy()
    unsure: list[int] = np.flatnonzero(sure(told) < _AT_ONCE).tolist()
    if unsure:
        seen = [view for n in unsure for view in _otherwise(faces[n])]
        looks = np.log(_softmax(_told_of(reader, seen)))
        each = looks.reshape(len(unsure), -1, len(VALUES))
        told[unsure] = _shares(_WORTH * (np.log(told[unsure]) + each.sum(axis=1)))
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


def _shares(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares whose logarithms differ as these do, shape (n, values)."""
    shares = np.exp(likely - likely.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _doubted(
    values: NDArray[np.float64], dice: Sequence[FoundDie], picture: Colour
) -> NDArray[np.float64]:
    """The shares of the values of dice that may lean and seem to show two to six, no longer sure where the same faces seen from nearer surely show fewer pips.

    A six that is a four then is the four of a die that leans and a row of its side.
    """
    nearer = [die.upright(picture, NEAR.side, NEAR.around) for die in dice]
    near = _softmax(_told_of(near_reader(), nearer))
    seen, fewer = values.argmax(axis=1), near.argmax(axis=1)
    side = (fewer < seen) & (near.max(axis=1) > _OTHER)
    return np.where(side[:, None], (values + near) / 2, values)


def _told_of(reader: cv2.dnn.Net, faces: Sequence[Colour]) -> NDArray[np.float32]:
    """What a reader tells of faces, shape (n, 10)."""
    if not faces:
        return np.zeros((0, len(VALUES) + 3), np.float32)
    return told(reader, faces)[:, :, 0, 0]


def _softmax(scores: NDArray[Any]) -> NDArray[np.float64]:
    """The shares of the values, shape (n, 7), none of them nothing."""
    shares = _shares(scores[:, : len(VALUES)].astype(np.float64)) + 1e-9
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _with_values(
    dice: Sequence[FoundDie], kinds: NDArray[np.float64], values: NDArray[np.float64]
) -> list[FoundDie]:
    return [
        replace(
            die,
            there=math.sqrt(die.there * is_die),
            values=shows,
            leans=leans,
            covered=covered,
        )
        for die, (is_die, leans, covered), shows in zip(
            dice, kinds.tolist(), values, strict=True
        )
    ]
