"""Dice at the places where they may be: how they lie, what they show, where their tops are and what colour they have (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.dice.found_die import FoundDie
from vision.dice.level import cut_out, in_picture, onto_cut, sides
from vision.dice.networks import (
    AS_DARK,
    BODY,
    COVERED,
    FACE,
    LEANS,
    NONE,
    PLACE,
    UNKNOWN,
    scores_of,
    share,
)
from vision.dice.turning import turn_of
from vision.frame import Colour

Upright: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.complex128]]
"""Where an edge that stands upright points at places (px, shape (n, 2)), as ``onto_table`` wants it."""

_TEMPERATURE: Final = 0.7
"""What scores of values are divided by: on pictures of tables the reader is right more often than on painted ones, which are harder."""
_FINDER: Final = 0.25
"""How much it counts that the finder sees a die beside that the reader does, who sees more of it."""
_PER_EDGE: Final = FACE.side / FACE.around
_LEAST: Final = 0.2
"""What is less likely a die than this is none, whatever it shows: one that is seen from straight above has neither sides nor much of a shadow."""
_UNLIKELY: Final = 0.02
"""What is less likely a die at a look is not looked at again."""
_SURE: Final = 0.99
"""The probability of a value, or of a die, from which there is no second look..."""
_NEAR: Final = 0.16
"""...if the face was cut out no farther off its middle, in edges, ..."""
_VIEWS: Final = 8
"""So many views are looked at where a look was unclear, as far as there are."""
_MAY_LEAN: Final = 0.3
"""...and if it leans less probably."""


def read(
    found: Sequence[FoundDie], picture: Colour, white: NDArray[np.float64], upright: Upright | None
) -> list[FoundDie]:
    """The dice at some places with what they show; how sure it is that they are dice is what finder and reader say together.

    ``white`` is what white is in the picture: blue, green, red, 0 to 255, shape (3,). What is not read surely at a look, or lies beside
    the middle of its cut, is cut out again where its top was seen, once.
    """
    if not found:
        return []
    at = np.array([die.centre for die in found])
    ups = [None] * len(found) if upright is None else upright(at).tolist()
    seen, scores = _looked(found, picture, white, ups)
    again = [n for n, told in enumerate(scores) if _is_unclear(told)]
    moved = [_moved(seen[n], found[n], scores[n], ups[n]) for n in again]
    nearer, closely = _looked(moved, picture, white, [ups[n] for n in again], _VIEWS)
    places = list(found)
    for n, die, turn, told in zip(again, moved, nearer, closely, strict=True):
        places[n], seen[n], scores[n] = die, turn, told
    each = zip(seen, places, scores, ups, strict=True)
    return [_told(*place) for place in each if _is_die(place[2]) > _LEAST]


_Told: TypeAlias = NDArray[np.float32]
"""What the reader tells of a place, shape (``OUT``,)."""


def _looked(
    found: Sequence[FoundDie],
    picture: Colour,
    white: NDArray[np.float64],
    ups: Sequence[complex | None],
    views: int = 1,
) -> tuple[list[float], NDArray[np.float32]]:
    """How places are turned on the table (degrees), and what the reader tells of them: the mean of so many views, but of the first alone where the top is."""
    turns = [turn_of(picture, die.centre, die.edge, up) for die, up in zip(found, ups, strict=True)]
    cuts = [
        cut_out(picture, die.centre, onto_cut(die.edge, up, turn))
        for die, up, turn in zip(found, ups, turns, strict=True)
    ]
    ways = list(map(sides, ups, turns))
    seen = [view for cut, way in zip(cuts, ways, strict=True) for view in _views(cut, way)[:views]]
    told = scores_of([cut for cut, _ in seen], [way for _, way in seen], white)
    each = told.reshape(len(found), -1, told.shape[1]) if found else told[:, None]
    mean = np.asarray(each.mean(axis=1))
    mean[:, PLACE] = each[:, 0, PLACE]
    return turns, mean


def _views(cut: Colour, way: tuple[float, float]) -> list[tuple[Colour, tuple[float, float]]]:
    """A cut and others that show the same: mirrored, and turned by quarters where nobody knows what is up."""
    (right, down), unknown = way, way == UNKNOWN
    over = np.ascontiguousarray(cut[:, ::-1])
    if not unknown:
        return [(cut, way), (over, (-right, down))]
    both = (cut, over)
    return [(np.ascontiguousarray(np.rot90(one, n)), way) for n in range(4) for one in both]


def _is_die(told: _Told) -> float:
    return float(share(np.logaddexp.reduce(told[:NONE]) - told[NONE]))


def _values(told: _Told) -> NDArray[np.float64]:
    """The probabilities of ``VALUES``, shape (7,)."""
    likely = told[:NONE].astype(np.float64) / _TEMPERATURE
    shares = np.exp(likely - likely.max())
    return np.asarray(shares / shares.sum())


def _is_unclear(told: _Told) -> bool:
    likely = _is_die(told)
    if likely < _UNLIKELY:
        return False
    sure = likely > _SURE and float(_values(told).max()) > _SURE
    beside = float(np.hypot(*told[PLACE][:2])) > _NEAR
    return not sure or beside or bool(share(told[LEANS]) > _MAY_LEAN)


def _moved(turn: float, die: FoundDie, told: _Told, up: complex | None) -> FoundDie:
    """A die where the reader saw its top."""
    right, down, larger = told[PLACE].tolist()
    back = np.linalg.inv(onto_cut(die.edge, up, turn))
    x, y = back @ (right * _PER_EDGE, down * _PER_EDGE) + die.centre
    return replace(die, centre=(float(x), float(y)), edge=die.edge * math.exp(larger))


def _told(turn: float, die: FoundDie, told: _Told, up: complex | None) -> FoundDie:
    leans, covered = share(told[[LEANS, COVERED]].astype(np.float64)).tolist()
    return replace(
        _moved(turn, die, told, up),
        turn=in_picture(up, turn),
        there=die.there**_FINDER * _is_die(told) ** (1 - _FINDER),
        values=_values(told),
        leans=leans,
        covered=covered,
        body=np.maximum(np.exp(told[BODY].astype(np.float64)) - AS_DARK, 0.0),
    )
